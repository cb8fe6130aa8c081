// What the page itself says.
'use strict';

const WORDS = {
  en: {
    loading: 'Getting the games', kept: 'It opens as soon as everything is here.', of: 'of', starting: 'Setting the table', slow: 'Setting the table is taking a while here, but it is moving',
    failed: 'This page could not be loaded completely. Check the connection and try again; what has arrived is kept.',
    retry: 'Try again', reload: 'Start again', copy: 'Copy details', copied: 'Copied',
    trouble: 'Something went wrong', words: 'That is our mistake. Your matches are saved: start again and carry on where you were.',
    unsaved: 'That is our mistake, and saving did not work. Copy your unsaved matches before you start again; you can paste them back in the settings.',
    matches: 'Copy matches',
  },
  de: {
    loading: 'Die Spiele werden geholt', kept: 'Das öffnet sich, sobald alles da ist.', of: 'von', starting: 'Der Tisch wird gedeckt', slow: 'Den Tisch zu decken dauert hier lange, aber es geht voran',
    failed: 'Diese Seite ließ sich nicht vollständig laden. Prüfe die Verbindung und versuche es noch einmal; was schon da ist, bleibt.',
    retry: 'Noch einmal', reload: 'Neu starten', copy: 'Einzelheiten kopieren', copied: 'Kopiert',
    trouble: 'Etwas ist schiefgegangen', words: 'Das ist unser Fehler. Deine Partien sind gespeichert: Starte neu und spiele weiter, wo du warst.',
    unsaved: 'Das ist unser Fehler, und gespeichert werden konnte auch nicht. Kopiere deine ungesicherten Partien, bevor du neu startest; in den Einstellungen kannst du sie wieder einfügen.',
    matches: 'Partien kopieren',
  },
  cs: {
    loading: 'Hry jsou na cestě', kept: 'Otevře se, jakmile bude vše na místě.', of: 'z', starting: 'Stůl se prostírá', slow: 'Prostírání stolu tu trvá dlouho, ale pokračuje',
    failed: 'Stránku se nepodařilo načíst celou. Zkontroluj připojení a zkus to znovu; co už tu je, zůstane.',
    retry: 'Zkusit znovu', reload: 'Spustit znovu', copy: 'Kopírovat podrobnosti', copied: 'Zkopírováno',
    trouble: 'Něco se pokazilo', words: 'To je naše chyba. Tvé partie jsou uložené: spusť hru znovu a pokračuj.',
    unsaved: 'To je naše chyba a uložit se také nepodařilo. Než hru spustíš znovu, zkopíruj si neuložené partie; v nastavení je zase vložíš.',
    matches: 'Kopírovat partie',
  },
};
const language = (navigator.languages || ['en']).map((code) => code.slice(0, 2)).find((code) => code in WORDS) || 'en';
const words = WORDS[language];
// The page names the English one; what is installed speaks the language in which that is done.
if (language !== 'en') document.querySelector('link[rel=manifest]').href = `manifest-${language}.webmanifest`;
const element = (id) => document.getElementById(id);
