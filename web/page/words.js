// The texts of the page itself, in the language of the game.
'use strict';

const WORDS = FLIPSIDE_WORDS;  // by language, from assets/text/<language>/page.toml
let language = '';
let words = null;

function speak(code) {
  if (code === language) return;
  language = code;
  words = WORDS[code];
  document.documentElement.lang = code;
  document.querySelector('meta[name=description]').content = SHELF.words[code].about;
  // The page is installed with the manifest of the current language.
  const manifest = document.querySelector('link[rel=manifest]');
  const name = code === 'en' ? 'manifest.webmanifest' : `manifest-${code}.webmanifest`;
  if (manifest.getAttribute('href') !== name) manifest.href = name;
}
speak(early.language);

const element = (id) => document.getElementById(id);
