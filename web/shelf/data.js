// Written by build.py shelf.
'use strict';

const SHELF = {
 "round": 0.1,
 "games": [
  "othello",
  "flipflop",
  "switch",
  "flipop",
  "contactic"
 ],
 "palettes": {
  "light": {
   "background": "#EFE7DA",
   "card": "#FBF7F0",
   "ink": "#2B2622",
   "soft": "#6A5F55",
   "line": "#CFC2B0",
   "accent": "#A63F1B",
   "on_accent": "#FFF8F0"
  },
  "dark": {
   "background": "#1E1B19",
   "card": "#2A2623",
   "ink": "#F2EADF",
   "soft": "#B8AB9C",
   "line": "#463F39",
   "accent": "#F08A5D",
   "on_accent": "#2A160D"
  },
  "bright": {
   "background": "#FFFFFF",
   "card": "#FFFFFF",
   "ink": "#000000",
   "soft": "#333333",
   "line": "#000000",
   "accent": "#8A2A08",
   "on_accent": "#FFFFFF"
  },
  "stark": {
   "background": "#000000",
   "card": "#000000",
   "ink": "#FFFFFF",
   "soft": "#DDDDDD",
   "line": "#FFFFFF",
   "accent": "#FFB380",
   "on_accent": "#000000"
  }
 },
 "words": {
  "en": {
   "about": "Othello, Flip-Flop, Switch, Flipop and Contactic: five board games that turn the tables, for two people or against the computer.",
   "line": "Five board games that turn the tables",
   "play": "Play",
   "goes_on": "Continue",
   "options": "Settings",
   "album": "Matches",
   "progress": "Progress",
   "problems": "Problems",
   "setup": "Set up a match",
   "set_up": "Set up",
   "unsafe": "Nothing can be saved here: matches are lost when you close Flipside.",
   "unsafe_short": "Nothing can be saved here.",
   "more": "{count} more in progress",
   "of": "{head}: {words}",
   "games": {
    "othello": [
     "Othello",
     "Trap discs between your own and turn them over."
    ],
    "flipflop": [
     "Flip-Flop",
     "Turn over a whole cross of stones with one tap."
    ],
    "switch": [
     "Switch",
     "Swap stones until all twelve of yours are connected."
    ],
    "flipop": [
     "Flipop",
     "Roll your balls through swinging doors to the far side."
    ],
    "contactic": [
     "Contactic",
     "Match white to colour and grow one large island."
    ]
   }
  },
  "de": {
   "about": "Othello, Flip-Flop, Switch, Flipop und Contactic: fünf Brettspiele, bei denen sich das Blatt wendet, zu zweit oder gegen den Computer.",
   "line": "Fünf Brettspiele, bei denen sich das Blatt wendet",
   "play": "Spielen",
   "goes_on": "Weiter",
   "options": "Einstellungen",
   "album": "Partien",
   "progress": "Fortschritt",
   "problems": "Aufgaben",
   "setup": "Partie anlegen",
   "set_up": "Anlegen",
   "unsafe": "Hier lässt sich nichts speichern: Partien gehen verloren, sobald du Flipside schließt.",
   "unsafe_short": "Hier lässt sich nichts speichern.",
   "more": "Weitere laufende Partien: {count}",
   "of": "{head}: {words}",
   "games": {
    "othello": [
     "Othello",
     "Schließ Steine zwischen deinen ein und dreh sie um."
    ],
    "flipflop": [
     "Flip-Flop",
     "Dreh auf einen Schlag ein ganzes Kreuz von Steinen um."
    ],
    "switch": [
     "Switch",
     "Tausch Plätze, bis alle zwölf deiner Steine zusammenhängen."
    ],
    "flipop": [
     "Flipop",
     "Roll deine Kugeln durch schwingende Türen auf die andere Seite."
    ],
    "contactic": [
     "Contactic",
     "Leg Plättchen Weiß an Farbe und bau eine große Insel."
    ]
   }
  },
  "cs": {
   "about": "Othello, Flip-Flop, Switch, Flipop a Contactic: pět deskových her plných obratů, pro dva nebo proti počítači.",
   "line": "Pět deskových her plných obratů",
   "play": "Hrát",
   "goes_on": "Pokračovat",
   "options": "Nastavení",
   "album": "Partie",
   "progress": "Pokrok",
   "problems": "Úlohy",
   "setup": "Nová partie",
   "set_up": "Nová",
   "unsafe": "Tady nejde nic uložit: partie se ztratí, jakmile Flipside zavřeš.",
   "unsafe_short": "Tady nejde nic uložit.",
   "more": "Další rozehrané: {count}",
   "of": "{head}: {words}",
   "games": {
    "othello": [
     "Othello",
     "Sevři kameny mezi své a otoč je."
    ],
    "flipflop": [
     "Flip-Flop",
     "Jedním klepnutím otoč celý kříž kamenů."
    ],
    "switch": [
     "Switch",
     "Vyměňuj kameny, dokud nebude všech tvých dvanáct držet pohromadě."
    ],
    "flipop": [
     "Flipop",
     "Kutálej kuličky otočnými dvířky na druhou stranu."
    ],
    "contactic": [
     "Contactic",
     "Přikládej bílé hrany k barevným a vytvoř velký ostrov."
    ]
   }
  },
  "fr": {
   "about": "Othello, Flip-Flop, Switch, Flipop et Contactic : cinq jeux de plateau pleins de retournements, à deux ou contre l’ordinateur.",
   "line": "Cinq jeux de plateau pleins de retournements",
   "play": "Jouer",
   "goes_on": "Continuer",
   "options": "Réglages",
   "album": "Parties",
   "progress": "Progrès",
   "problems": "Problèmes",
   "setup": "Créer une partie",
   "set_up": "Créer",
   "unsafe": "Ici, rien ne peut être enregistré : les parties sont perdues dès que tu fermes Flipside.",
   "unsafe_short": "Ici, rien ne peut être enregistré.",
   "more": "{count} de plus en cours",
   "of": "{head} : {words}",
   "games": {
    "othello": [
     "Othello",
     "Encadre des pions entre les tiens et retourne-les."
    ],
    "flipflop": [
     "Flip-Flop",
     "Retourne d’un seul geste toute une croix de pions."
    ],
    "switch": [
     "Switch",
     "Échange des pions jusqu’à relier tes douze."
    ],
    "flipop": [
     "Flipop",
     "Fais rouler tes billes par les portillons jusqu’à l’autre bord."
    ],
    "contactic": [
     "Contactic",
     "Pose le blanc contre la couleur et bâtis une grande île."
    ]
   }
  }
 }
};

// By how many pixels each word makes a line longer, for each size of letters from 13
// on: the character that comes so many after Ā.
const STEPS = {
 "Trap discs between your own and turn them over.": "ěĠĵĝĜęĚĠĠĜĤļğğěĞĤĢĝĤľĢĠĜğĥĥğħĿģĠĝğħĥġĪŅĦģĠģīĩĢĬŌĨĦĢĦįīĦĭŏĪĩĤĨıĭĦıŔĬĬĥĪĳİħıřĮīĥīĵĳĬķŝĲįĪİĺķĮķŠĴĲĭĳļķİĸťĵĴįĵĿĸıĻŦĸĵįĵŀĺĳļŬĺķıĹŃľĴłŲļĹĳĺņŁĶńŵĿĻĵļňńĸŅŶŀĽĶĽňņĺŉŽłłĹŀōŉĻŊŽńŁĺŁŎŊļŊƂŇłĻŃŐŌĿŏƄňŅļńŒŎŁŒƈŌňĿŇŔőłŔƎōŉŀňŖőņřƕőŎŅōŜřŇřƚŒŐŅŎşśŉŞƠŕŒňŐŢŝŋŞơřŕŉœţşōšƧśŖŌŖŧšŎţƩŜŗōŗũţőŤƯşŚŐřūťőŧƵŠŝŐśůŨŔũƸŢşœŝŰŪŔůƹŤšŔŞűŭ",
 "Turn over a whole cross of stones with one tap.": "ĚĞįĢĐĩĚęęĝĠĴĦĒĭğĜěĝģĶħĒıġĝĞĞĢĸħēıģĝğĢĥľīĕķĤĠġĤĨŁĮĖĹĨģģĦĪŅİĘĻĪĤĦħĭŉĴĘŁĭħħĨİŋĳĚŃĮĨĨĬĳŒĺĜňİīĬİĳŖĻĜŉĴĭĭıĴřĻĝŋĶĮİĲķŚĿĝŏĶįİĶĹşŀğŒĸĲĲĶļţńġŖĽĴĵĹľŦŅĢŘŀĶĸĹŀŨňĢŘŀĶĹļŃŮŌģşŃĺĻļŃŰŌĥŠńĺĽĿņŲŌĥšŇļĽŁŇŵŒĦŦŇĽľłŊŻŕĩũŊĿłńŌŽŘĨŮŌŁŃŉőƄŞĪŲŐņņŊœƇŞĭŵőňŇŋŕƍŢĮŹœŊŊŎŘƐŤįŻŕŌŊŐŚƔŦįƁŗŎōőśƖũİƁřŏŎŔşƚũĲƄśŒŐŕšƞŮĴƉŝŔőŘŢơŮĳƋŠŕŔŘŤƤųĵƎŤŗŖ",
 "Swap stones until all twelve of yours are connected.": "ğĩěĐĩĐģĖłġįğđĮĒĥĘŉģıĠĒıēĨĘōĥıġĒĲēĨĘŐħķĥĕķĔĭĜŗĩĺĨĖĻĕįĞŞĭļĩėľėĲĠšįŁĬėŀęĵġũİŃĮęņĚĶĢūĴňĲĝňĜļĥŴĶŊĵĞŊĜľĦŸĺŌķğŎĝĿĨżļŏķğŐĞłĨſľŒĺĠœğńĬƄŀŗĽġŘġŇĮƌłřŁģŚĢŉĮƑŅřŁĤŜĢŋįƔŇşńĥŠĤŏıƛŉŠŅĦŢĥŐĲƞŊŢŇĦŦĥŒĳƢōŧŇĦŧĥŗĴƤőŪŊĪŭĨŚķƩœŮŌĬűĨśĸƭŕųŐĭŴĪšĻƽŗŶőĭŸĬŢļǁŚźœįŽĭŦĿǇŜżŕįžĮũŀǊşƁřĲƂİŬłǐšƂŚĳƄıŭŃǒŤƅŜĴƈĲůņǘŦƊŝĴƌĴŲŇǟŨƋšĵƎĴŴňǣŨƏŤĶƏĶŷŉǨ",
 "Roll your balls through swinging doors to the far side.": "ĕĞĝİĵĦďĕĔĞĖĠğĶļĨđęĕġĘĢĠĹĿĪēĚĘġĘĢġĹłīēĚĘĢĜĥĦŀŇİĕĝĚĦĝĨħŃŋıĖĠĜĨĞĪĪŇŎĵĘġĞĪğĬīŋŔĸęģĞĮĢĮĬŌŕĸĚĥĠĮĦĲĳŕśŀĜħģĳħĴĴśŢŀĜĩĤĲħĵĶŝţŁĝīĦĴĨĸĶşŧńĞīħĴĩĺĸŤŪņğĮĨķĪļĻťŰŊġİĪľįĿĽŪŷōĢıīŁİĿŀūŸŎĢıĬłıłŃűſœĤĴĭņıŃńŲſœĥĵįŅıŇŃŶƄœĥķİŅĲňņŹƇřĦķİŉĶŌŋžƋŝĩĹĳŋĹōōƀƏŞĩĻĴŌļŒőƉƗŦīľĶœĽœőƋƘŨĭŀķŔĽŖŕƎƝūĮłĹŗŀřŕƓƠŮįŃĺŗłśŚƗƣŰİņļŚŃŜśƙƧűıŇĽśŅŠŜƝƪŴĲŉĿŜņŠşơƮŸĴŋŀşņŢŠƥƳŹĴŌŁŢňŤŢƧƻŽĶōłŧ",
 "Match white to colour and grow one large island.": "ģĢďĨęĠęĠĨħħđīěģĜģīĪĩēĮĚħĝĤĭĭīēįěĨĝĤįİĮĕĳğĬĞĪĴĳĲĖķĠĭĢĬĶĶĴĘĹģıģįĸĹĸęļĥĳĦİļĻĻĚľĤĳĨĲĽľĽĜŅĪĸīķńłŀĜņĭĺĭĹŇŅŃĝŇįĻĮĻŉŇŃĞŌĮľĮĽŊŉņğŎıŀıŀŌŌŋġőĳłĳłŒŐŎĢŖĳņĵńŘŒŏĢŗĵňĵŅřŕœĤśĸŌĹňŝŘŔĥŜĹŋĺŉŞŚŗĥŞĹōļŋşśŘĦŠĻŐĽŌŢŞśĩŦľŔľőŦŠŞĩŨľŕŀœũŦŢīŰńŚŅŗŰŨťĭŲńŜŇŘŰūŨĮŵŇşŉŜŴŮŪįŹňŢŋŝŵŲŭİźŌŢōŠźŴůıżōŤŏŢŻŷŲĲƀŏŦőťžŹŵĴƃŏūœŧſżŸĴƄŒŬŔŨƄžŻĶƈœůŖŪƉ",
 "Schließ Steine zwischen deinen ein und dreh sie um.": "ĨĦķĪĔęĞēĘĬĬľįėĜġĖĚĭĭŀįėĜġĖěįĮńıĘĝĢėĝĴĳňĶĚĠĦęğķķŎĻĝģĩěĢĹĹŐļĝĤīěģľľŘŁĠĦĭĞĥŁŁŚŃġĦĭğĥŇńşňģīĳġĪŉņťŌĥĮĵġīŋŊŧŏĦİķĢĭŎŋūŏĦİķģĮőŐůŔĩĳĻĥİŖŕŵřĬĴĽĩĲřŗźŝĮķĿĪĶŜŘżŝĮķŀĪĶşŜƃţıĻńĭĺšŞƄţıĻńĭĺţšƉŧĳĽņĮĻťŢƌŨĳľňİĽŨťƏŪĴŁŊıĿŬŨƕŮĶłŌĳĿųŬƝŷĺŇŔĵńŶŰƠŹĻŇŕĶŅŹųƥŽĽŊŘĹňŻŵƨſľŌŚĹŉſźƭƄŀŏŝĻŋƂżưƅŁŐŞļōƄſƵƊŃœŠĽŎƈƃƹƌńœŢĿŐƊƅƽƐņŖŤŀŒƏƈǃƓŉŗťńŔ",
 "Dreh auf einen Schlag ein ganzes Kreuz von Steinen um.": "ĜĖĢĨĔīģęĭĘğęĦĭėİĨěĳĚĠĚħįėĳĩĝĴěĠĚĨİĘĳĬĝĵĝĤĝĬĵĚĸİğļğħğıĸĝĻĳġŁĢĩġıĺĝĿĶģŃģīĢĶĽĠŃĹĥŉĥĭģķĿġńĻĦŋĥıĦĺņģŉĿĩŏĪĳĨľŊĥŎłĬœīĵīŀŌĦŐńĭŗĭĵīŀŏĦœŅĮřĮĹĭŅŒĩŖŊİşİĻįŉŔĬřŋĲŤĲĽİŌŗĮŜŏĴŦĶĿıŌŚĮŝŐĵŧĶłĳőŝıţŕĸŬĺłĵőŠıţŗĹŮĺŅĶŕŢĳŧŚĻŲĻņĶŖţĳũŜĻŴĽŇĺŗũĴŬŞľŷĿŉĺśūĶŰšĿźĿŏļŢűĺŵŤŅƁńőĽŤűĻŸŧņƅŅŒŀŧŵĽŽūňƈňŖŁũŷľžŮŊƋŉřńŭŻŀƃŲŌƑŋřŅŭƀŁƅųŌƔōŜŇűƂŃƉŷŏƗŎşňųƅńƌŹŐƛŐŠŊŶƇņƎŻŒƞŒšŋŹƊŉƒŽŔơŔ",
 "Tausch Plätze, bis alle zwölf deiner Steine zusammenhängen.": "ĨĩĔėģħĦŮĭĭĖęĦĪĬŸĮİĖĚĩĭīŽİıĘĚīįĬƂĵĶęĞĮĳĲƏķĺěĠİĸĵƙĹľĜġĴĸĹƞĽŀĞĢķļĽƩľŅĞĥĺĿĿƫŃňĢĩļŅŃƻňŊĢĪĿŇŅǈŊōģĬŁŊŉǎōŏĤĬńŊŉǔŐőĥĮŅŎŏǜŒŖĩİňœŔǤŕřīĲŌŗŕǯŗŞīĳŌŘŗǰśŠĮĵőŝŚȀŝţĮĶŒŝŜȂŠťĮķŔŠşȋţŦıķŖššȐŦŪĳĻśţŤȕũŮĴľŞŧťȞŮűķŀşŰūȳůŵķŁţŲůȸųŸĺńŦŵųɁŶźĺńŨŷŵɆźſļňūŻŹɔżƁĽŉŭżŻɘƀƄľŋŰƁŽɢƂƇĿŌŲƄƂɩƅƉŁōųƆƅɱƇƊŅŎŷƉƇɷ",
 "Roll deine Kugeln durch schwingende Türen auf die andere Seite.": "ĕģĪģŎĤĖĕĬĢĖħıħŘĩęĖįħĘħĲħŚĩĚĖıĩĘĩĲĪŞĪĚĘĲĪĜĭĸĮŦĮĝěĸĮĝıļĲŮĲğĝĻıĞĲľĴűĴġĝĿĳğĶŁķźķĢğłĸĢĸńķŽĸģġŃĻĦļŉĿƅľĦĤŊĽħľŎłƍłĨģŎĽħŁőŃƒńīĥŒŀĨŁŒńƖńīĦőłĩŅŗňƜŊĭĨŖņĪŊŘŊƤŋįīśŌįōŞōƫŎİĭŜŏİōŞŏƭŎıĮŞŐıŒŤœƷœĳİŤœıŒŤŕƸœĵİťŔıŕũŗƾŘĶıŧŗĲŖŪřǂřĶĳũŘĶŘŮŝǇśĺĴŭśĹśŲŝǏŞĺĵůŝļŢŷŦǝŤļĹŸšĽŤŹŦǠťĽĻźťĽŨžŪǨŨŀĽƀŧŀũƁŭǬŬŁĽƁũłŭƆŰǳůńĿƆŭŃŮƈŲǷŰŅŁƇŮŅŲƌŵǾŴŇłƌűņŴƎŷȃŷňŃƏŵņŷƑźȉźŊŅƒŷňźƓżȏźŋňƔź",
 "Leg Plättchen Weiß an Farbe und bau eine große Insel.": "ēĸġđĤęęěĦĠėŀĥēħĜěğĩĥĘńħĔĩĜĜğĬĥĘŅĩĔĪĝĝĠīħěōĬĖĮĠğģİīĝŒįĘİģĢħĳĮĞŖıęĴĤĤħķĮĠŚĳĚķĦĥīĹĲġŞķĚĸĦĥĭĺĵģŤĻĝľīĪįŁĹĤŪļĠĿĮĬıŃĻĦŮľġłİįĳńļħŰŀġŃİįĳŇĽĨŴŃģņĳıķŉŁĪźňĤŊĴĳĻŌńīſŊĥŌķĵĽŎŉĬƂŋĦŏķĶĽőŉĮƆŏĨŒĻĹŁŖōĮƋŐĩŔĻĺŁŕŎıƎŒĪŕĽĻńŗŐıƏŔĪŘľļńŚŒĳƕŖĬśŁŀŅŝŔĴƚřĭŜłŀňŠŗĶƢŝİŢŇńōŦŝĸƦŠİŤŇńŏũŞĺƪŤĲŨŊňŒŭšļƮŤĳūŌŉœůţĽƵŦĵŮŏŌŖűŦľƸũĶůŐōŗųũŀƻŬĸųœŐŚŵūłǀŰĸŵœŐŜźŭŃǃŲĺŸŖœŞźůńǅŸĻŹŗŔšſű",
 "Sevři kameny mezi své a otoč je.": "ĜıĞėħďĞĵğęīĒğĶġĚįēĠĺĤĚİĔĤľħĝĴĕĥńĩğķėĨņīġĻėīŊĭģľĚĭŋįĥĿěİŔĲħŅĜıŗĴĨņĜĳŜĵĩŇĝĵŝĸīŊĝĸšĹĭŌğļťľįŒģĽŨŀįŔĦŀŪŁİŖĦŁŰŅĳŚĨŃŲņĴŝĨŅŵňĶŝĩŇŸŊĸşĩŉŻŋĺŦĪŊżŎļŦīŏƆœľŬĮőƈŖĿůįœƎŘńųıŕƏŘńŵıŘƕśŇŷĲřƗŝŇŻĳśƛşŉžĴŞƟŢŋƂĵŠƢţŌƃĸŢƤŧŎƈĻ",
 "Jedním klepnutím otoč celý kříž kamenů.": "ĩļĞęĘĴīŁĠĞĘĸīłģĞĚĺįŇĤĠĜĽĴōħĢĞłĸŔĩĦğňĺŗĬĦĢŊľŜįĩģŏŀŠİīĥŐŇūĴįĩřŉŮĴįīŝŌŴĵıīŢōŵĸĲĭţŐźĹĵĮŧŕſĽķıŬŘƄĿĹıűŘƅŀĹĵųŝƌŃļĶŹŞƎŅĽĸŻšƑŅĿĹžťƖŇĿļƁŧƜŌŃľƄŪƠŌŅĿƆŲƪŒŉŃƑŴƭŕŊńƓŸƳŖŏņƙŹƵŘŏŇƛſƾřŒŉơƀǀśŔŊƣƃǄŝŖŋƧƇǉšŘōƫƊǌšřōƯƋǏťśőƲ",
 "Vyměňuj kameny, dokud nebude všech tvých dvanáct držet pohromadě.": "ĲĴĩįģĢĲġŉĵĶīĴĩĦĶģōķĸĬĴĪĩĹĥŒĻĻįĶīĪĺĨŖŁŀĳĻįĭŁĬŞŅņĶŁĳİńĮŢňŉĹŃĳĴŉĲũōŌļŇķĶŋĴŮŏŏļŉĹĹōĵŰŕŗŅŐĽļŔĺžŚśņœŀŀŘļƁŝşŊŘŁŁŜĿƅŠšŋŘńŃşŀƈŤŤōŝŇŅšŃƍũũőšŋŉŧņƔŮŪŕťōŊũŇƝŰŰŖťŎŎŭňƟŵŵśŬŒŐŰŌƨŷŸŜŬŔŔŴŎƨżŻŝŰŗŗŶŐƪžžšŲřŗŷŒƱƁƁŦŶŜśſŕƷƄƃŦŹşŜƀŖƻƍƍůƂťŢƉśǌƐƏŰƄŦţƊŞǏƕƖŵƊŪŨƐšǕƗƗŷƌūũƐţǙƝƝŻƒůŭƖŧǟƟƟżƓűůƘŨǡƣƢƀƙŵűƞŪǨƧƦƂƛŸųƠŭǮƬƪƅƟźŶƥŮǳƭƬƈƠŽŸƧŰǷ",
 "Kutálej kuličky otočnými dvířky na druhou stranu.": "ĦīĹĨđĭĪīįļĪĒıĮĭįŀĬēĲĲįĴŃİĒĳĲĵĶŊĳĕĹĸķļōĶĖĽĻĺļœĹĘŀľĽłŗļĘńłŁŃŚľęńŃńŌšņěōŊŇōťŇğőŎŌőŦŉĠŔőŌŒŬŊġŕŒŏŕŭōĢŚŖŔŚŶőĤŜřřŞźœĤšŝŚšżŗĦŢşŝŤƁŚħŨţŠŧƅŜĨŨŦŢũƇŞĩūŨţūƋŢĩŮūŧŰƑŧīųůŪűƒŧĬŴűŮźƟůįžŸűźƣůįſŹŵƀƧŴıƃŽŷƁƪŵĲƈƀżƆƯźĴƌƅżƈƲŻĵƍƅƀƊƵſķƒƈƂƍƻƁķƔƋƇƐƾƄĹƘƏƈƖǄƇĹƚƓ",
 "Přikládej bílé hrany k barevným a vytvoř velký ostrov.": "ĲęģŇĳġīĴěħŊĶĤĭĶěĨŎĽĤĲĺĝĩőĽĦıŀğĭřŃĩĹłĢışŅĭĹņģĳŦŋįľŊĥĶŨŌĲŁōĨĶŬőĴńŕĬĽŸŖĺŉŗĬłžŚĺŋśĮńƂŝļŋŜĮńƅŢĽŐŞİŉƉţłŐŧĳŊƑũŅŗŬĵōƓūņŚŰĵŏƙůňŞŲĸœƟŲŋŠŵĸŔƤŸŌţŶĹŗƨŻŏŤźĻŘƭżőũŽĿśƳƄŔŮƀŁŝƵƄŖůƊńťǄƋŜŷƌŅťǅƎŝŹƐňŨǎƕšżƓňūǐƖŢſƘŌůǘƛŦƃƙōŰǛƞŦƃƜŏŴǡƢŪƆƠŐŵǦƤŭƋƥőŹǫƨůƍƩœźǮƬŰƑ",
 "Encadre des pions entre les tiens et retourne-les.": "ĮĘģġēĞďŋĲěĦĦĖģĒœĴěħħĖĤđřĶĜĩħĖĥđřļğĬīęĩĔŤŀġįįěĬĖŪŃĢııěĭėůŇĤĵĴĝıĘŷňĥĵķğĳĚżŏĩĻĻĢĶěƅœĩĽĽĢĸěƉŗīľŀģĺĝƏŘĬŀŀĤĻĝƒŜĮŃŅĦľğƚŠıŇňĨŃġƢŤĲŋŉĩŅġƨŧĲŋŊĩŅġƪũĶŐŏĬŉģƲŬĶŐŐĬŊģƵŮķőœĭŌĤƺűĺŕœįŎĥƾŵļŘŕıŐħǃŷľśŘĴœĨǊƂŁšŞĵŗĩǗƃłŢšĶřīǜƈņťŤĹŜĭǢƋņŧŦĹŝĭǨƏŉŪŪļšįǰƑŊūūĽŢİǳƕŌŮŮľŤıǹƙŎŰŲŀŧĳȂƜŏųųŀũĳȄƞőŸŴłŭĴȈ",
 "Retourne d’un seul geste toute une croix de pions.": "ĴĜĚĢġĘĠđĦĺğĞĨĦĜĢĔĩĽğĞĪĩĜĤēīĽĠĞĪĩĜĥĕĭŅĤĢįĮğĨĖİŊħĥĲıģĪęĳōĨĥĴĴģĭęĵŒĪĨķķĦİěĺŖĪĪĺĺħıěĺŜİĮĽĽĪĶğŀŠĳįĽľĭĸĞłŤĵıŀłįĸġŃťĵĲłŃįĻĠŅūĹĵŅņĳĽģňŮĺķŊŊĴłĤōųĽĹŋŌĶńĦœŵĽĹŋŌĶŇĥœźŁĽŐŐĺŉĩŘŻłĽőŒĺŊĨŘƀńĿŔŔĽŊĪřƂŅŁŖŕĽōĪŝƆňńřŚĿŐĭŠƊŉŇŜśŁőĭţƔŏŉşşŅŘıŪƘŏŊŢţņřĲūƛŒŎŧŦŉŜĵŮơŔŏŧŨŋŞĵŰƦŘœūŬŎşķųƧřŔŭŭŏšĸŴƭŜŖůŰŒţĺŷƲŜŘŴŴœŦĻŹƴşřųŵŕũļŽƶšśŶŷŖŮĽƃ",
 "Échange des pions jusqu’à relier tes douze.": "įĘģĬĠĔĪĵěĦİģĘĭĸěħıĤĘİĹĜĩĳĥĘĲĿğĬĹĩĜĶńġįĻĮĝĹņĢıĽįğĻŋĤĵŁĲġŀŌĥĵŁĶġłőĩĻŉĻĤŇŘĩĽŌĻĤŉśīľŐĽĦŌŝĬŀőľĦŎšĮŃŕŁĪőŤıŇŚŅĭŕũĲŋŞňĬŚūĲŋşŉĭŚůĶŐŤŌİŠŲĶŐŦŌİšŵķőũŏİŤŶĺŕŬŐĳŦźļŘűŒĵŪŽľśűŗĶŬƇŁšŸŝĸųƈłŢŸşĺŵƍņťžŢĽŹƐņŧƀţľŻƔŉŪƆŦŁſƗŊūƇŧŁƁƛŌŮƋŪŁƆƟŎŰƌŭŅƈƢŏųƒŮŅƋƥőŸƖűŇƏ",
 "Fais rouler tes billes par les portillons jusqu’à l’autre bord.": "ĖĥĔġėēĺīħģĘĨĘĤĘĖľįīģęīĘĤĚĕŁİĬĦĚīĘĦěĔŃĳĬĨĝİĜĪĜĘŋĹĳīĝĴĜĭğĚŎļĶĬğĶĞĮġěœĽĺİĢĹĠıġĝŘŁĻĳĢļġĴĢĞśŁľĳĤłĥĺħĢŦŉŅĻĦŃĥĺĨġŨōŇĺħŅħļĪĢŪőŋļĩŇħĽīĢŭŒŊľĩŋĪĿĭĥűŕŐŀĮōĬńĮĨŷŚœŃİőīňİĨžŞŕňıœĬňıĩſşŗŉĲŗįŌĳĬƅŤřŎĴŗİŌĴīƆŧŜŎĴŚİōĵīƇŨşōķśĴŐĶĮƍūŠőĸşĶŔĹİƔŰťŕĺŢķŘĻĲƙűŦŖļũĸŜľĵƣŸŬŞĽūĺŝľĶƦŸŮşĿŮĽšŁĸƩžųŢŀŲĽšłĸƭƀŵŤŃŵŀŦńĻƳƆźŧŃŶŁŧŅļƴƇŻŧŅźŁũňļƸƋžŪŅžŅūňĿƽƌƁŬňžņŭŊĿǀƒƂŰŋƀŇűŋłǆƕƅŲ",
 "Pose le blanc contre la couleur et bâtis une grande île.": "ĜčģħčĮĎĞĘĬēğďĥĭĎĳđġĜİĕġďĦįďĴđĤĜĲĖġďĨİďĵđĦĜĳėĥđīĴđĻĔĩğĹęĦēįĸĒŁĕīģĻĜĨēıĻēłėĮģĿĜīĔĳĿēŇĘįĦłĞĭĖĴŁĔŊĘıħŃġįĘĻŇėőĚĶĪŋģİĘľŉĘœĚķĭŏģıęŀŋęŖĜĺįŒĤĴęŁōęřěĻįœĤĵěŃőĚŝĞļĳŗĦĹĜņŕěŠĠłĴřĪĻĝŉŗĜŤĠńĶŜĭļĝŋřĝťġńĶşĭĿğŎŝĞŪģŇĺŤįŀğŐşğūģŊĺťĮŁĠőšğůģŊĽŨįŅĠŒŢğűĤōĽŪİņĢŗŦĢŷĦőĿŮĳŉĤřŨģźĦŒŁŰĵŌĥŠűĤƂĨŖŅŸĸŏĦŠŴĤƄĪŗņŹĹőĨŤŷĦƉĬśŉžĻœĨťŻĦƍĬŚŋƁļŕĪũžĨƑĮŞŎƅľŖīūƀĩƓĮŠŏƇľŘĬŮƃĪƗįŢŒƋĿŜĭůƈĪƚĲŤœƎŀŜĭŲƉīƜĲŧŕƑŁŞĮŴƌĬƟĳūŖƒŅ"
};
