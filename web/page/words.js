// The texts of the page itself, in the language of the game.
'use strict';

const WORDS = {
  en: {
    loading: 'Getting the games', kept: 'It opens as soon as everything is here.', of: 'of', starting: 'Setting the table', slow: 'Setting the table is taking a while here, but it is getting there',
    failed: 'This page could not be loaded completely. Check the connection and try again; what has arrived is kept.',
    ruled: 'Flipside cannot start here. It is not your connection: the rules that come with this page forbid what the games need ({rule}). Tell the people who run this site, or open Flipside elsewhere.',
    lacking: 'Flipside cannot start in this browser as it is set: the games need WebAssembly, which it does not run. A protection such as Lockdown Mode switches that off; allow this page there, or open Flipside in another browser.',
    apart: 'Flipside could not be loaded in this frame. Either the connection failed, or the page around it keeps Flipside apart from its own files. Open Flipside in a window of its own.',
    files: 'Choose files', retry: 'Try again', reload: 'Start again', copy: 'Copy details', copied: 'Copied',
    trouble: 'Something went wrong', words: 'That is our mistake. Your matches are saved: start again and carry on where you were.',
    unsaved: 'That is our mistake, and saving did not work. Copy your unsaved matches before you start again; you can paste them back in the settings.',
    matches: 'Copy matches',
  },
  de: {
    loading: 'Die Spiele werden geholt', kept: 'Das öffnet sich, sobald alles da ist.', of: 'von', starting: 'Der Tisch wird gedeckt', slow: 'Den Tisch zu decken dauert hier lange, aber es geht voran',
    failed: 'Diese Seite ließ sich nicht vollständig laden. Prüfe die Verbindung und versuche es noch einmal; was schon da ist, bleibt.',
    ruled: 'Flipside kann hier nicht starten. An deiner Verbindung liegt es nicht: Die Sicherheitsregeln dieser Seite verbieten, was die Spiele brauchen ({rule}). Sag es den Betreibern der Seite oder öffne Flipside woanders.',
    lacking: 'So wie dieser Browser eingestellt ist, kann Flipside nicht starten: Die Spiele brauchen WebAssembly, und das führt er nicht aus. Ein Schutz wie der Blockierungsmodus schaltet es ab; nimm diese Seite davon aus oder öffne Flipside in einem anderen Browser.',
    apart: 'Flipside ließ sich in diesem Rahmen nicht laden. Entweder ist die Verbindung gestört, oder die Seite darum herum trennt Flipside von seinen eigenen Dateien. Öffne Flipside in einem eigenen Fenster.',
    files: 'Dateien wählen', retry: 'Noch einmal', reload: 'Neu starten', copy: 'Einzelheiten kopieren', copied: 'Kopiert',
    trouble: 'Etwas ist schiefgegangen', words: 'Das ist unser Fehler. Deine Partien sind gespeichert: Starte neu und spiele dort weiter, wo du aufgehört hast.',
    unsaved: 'Das ist unser Fehler, und gespeichert werden konnte auch nicht. Kopiere deine ungespeicherten Partien, bevor du neu startest; in den Einstellungen kannst du sie wieder einfügen.',
    matches: 'Partien kopieren',
  },
  cs: {
    loading: 'Hry jsou na cestě', kept: 'Otevře se, jakmile bude vše na místě.', of: 'z', starting: 'Stůl se prostírá', slow: 'Prostírání stolu tu trvá dlouho, ale pokračuje',
    failed: 'Stránku se nepodařilo načíst celou. Zkontroluj připojení a zkus to znovu; co už tu je, zůstane.',
    ruled: 'Flipside se tu nemůže spustit. Připojením to není: pravidla, která přicházejí s touto stránkou, zakazují to, co hry potřebují ({rule}). Řekni to provozovateli stránky, nebo otevři Flipside jinde.',
    lacking: 'V takto nastaveném prohlížeči se Flipside nespustí: hry potřebují WebAssembly a ten tu neběží. Vypíná ho ochrana, jako je režim blokování; povol v ní tuto stránku, nebo otevři Flipside v jiném prohlížeči.',
    apart: 'Flipside se v tomto rámu nepodařilo načíst. Buď selhalo připojení, nebo stránka kolem odděluje Flipside od jeho vlastních souborů. Otevři Flipside v samostatném okně.',
    files: 'Vybrat soubory', retry: 'Zkusit znovu', reload: 'Spustit znovu', copy: 'Kopírovat podrobnosti', copied: 'Zkopírováno',
    trouble: 'Něco se pokazilo', words: 'To je naše chyba. Tvé partie jsou uložené: spusť hru znovu a pokračuj.',
    unsaved: 'To je naše chyba a uložit se také nepodařilo. Než hru spustíš znovu, zkopíruj si neuložené partie; v nastavení je zase vložíš.',
    matches: 'Kopírovat partie',
  },
};
let language = '';
let words = null;

function speak(code) {
  if (code === language) return;
  language = code;
  words = WORDS[code];
  document.documentElement.lang = code;
  document.querySelector('meta[name=description]').content = SHELF.words[code].about;
  // What is installed speaks the language in which that is done.
  const manifest = document.querySelector('link[rel=manifest]');
  const name = code === 'en' ? 'manifest.webmanifest' : `manifest-${code}.webmanifest`;
  if (manifest.getAttribute('href') !== name) manifest.href = name;
}
speak(early.language);

const element = (id) => document.getElementById(id);
