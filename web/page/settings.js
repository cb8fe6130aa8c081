// The page follows two settings of the game: language and theme. SHELF (shelf/data.js) holds the game's own words and colours.
'use strict';

let language = '';
let words = null;

function speak(code) {
  if (code === language) return;
  language = code;
  words = WORDS[code];
  document.documentElement.lang = code;
  document.querySelector('meta[name=description]').content = SHELF.words[code].about;
  // The page names the English one; what is installed speaks the language in which that is done.
  if (code !== 'en' || document.querySelector('link[rel=manifest]').href.includes('manifest-'))
    document.querySelector('link[rel=manifest]').href = code === 'en' ? 'manifest.webmanifest' : `manifest-${code}.webmanifest`;
}

// Give the page the colours of that name.
function dress(look) {
  for (const [name, paint] of Object.entries(SHELF.palettes[look])) document.documentElement.style.setProperty(`--${name.replace('_', '-')}`, paint);
  for (const one of document.querySelectorAll('meta[name=theme-color]')) one.content = SHELF.palettes[look].table;
}

speak(early.language);
dress(early.look());
