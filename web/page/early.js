// What the page knows and can say before its other files are here. It stands in index.html itself, and once more in page.js, for a host
// whose rules allow no script within a page.
'use strict';

globalThis.early ??= (() => {
  const LATE = 4000;  // milliseconds after which one is told that page.js or page.css takes long to arrive
  const WORDS = FLIPSIDE_EARLY_WORDS;  // by language, from assets/text/<language>/page.toml
  const GROUNDS = { light: ['#EFE7DA', '#2B2622'], dark: ['#1E1B19', '#F2EADF'], bright: ['#FFFFFF', '#000000'], stark: ['#000000', '#FFFFFF'] };

  // A setting of the game as it is saved, if the page may read it.
  function setting(key) {
    try {
      const value = JSON.parse(localStorage.getItem('flipside/settings.txt')).values[key];
      return ['string', 'boolean'].includes(typeof value) ? value : undefined;
    } catch { return undefined; }
  }

  const wanted = [setting('language') ?? 'auto', ...(navigator.languages ?? [navigator.language])];
  const language = wanted.map((code) => code.slice(0, 2).toLowerCase()).find((code) => code in WORDS) ?? 'en';

  // The name of the colours that the game will have (game/services/theme.py).
  function look() {
    const theme = setting('theme') ?? 'system';
    const system = (query) => matchMedia(query).matches;
    const dark = ['system', 'contrast'].includes(theme) ? system('(prefers-color-scheme: dark)') : theme === 'dark';
    const plain = theme === 'system' ? system('(prefers-contrast: more), (forced-colors: active)') : theme === 'contrast';
    return plain ? (dark ? 'stark' : 'bright') : (dark ? 'dark' : 'light');
  }

  const root = document.documentElement;
  const [ground, ink] = GROUNDS[look()];
  root.lang = language;
  for (const [name, value] of [['--table', ground], ['--ink', ink], ['background', 'var(--table)'], ['color', 'var(--ink)']])
    root.style.setProperty(name, value);

  // -- what is said while page.js and page.css are not here -----------------------------------------------------------------------------

  let panel = null;
  let failed = false;

  function tell(sentence) {
    panel?.remove();
    panel = document.createElement('section');
    const told = document.createElement('p');
    const again = document.createElement('button');
    panel.id = 'early';
    panel.style.cssText = 'max-width: 30em; margin: 20vh auto 0; padding: 0 16px; font: 18px/1.45 system-ui, sans-serif; text-align: center';
    again.style.cssText = 'min-height: 48px; padding: 0 24px; border: 2px solid; border-radius: 10px; background: none; color: inherit; font: inherit';
    told.setAttribute('role', 'alert');
    told.textContent = sentence;
    again.type = 'button';
    again.textContent = WORDS[language].retry;
    again.onclick = tryAgain;
    panel.append(disc(), told, again);
    (document.body ?? root).prepend(panel);
  }

  // Without a picture WebKit shows no short text as long as a sheet is on its way.
  function disc() {
    const made = document.createElement('canvas');
    made.width = made.height = 64;
    made.style.cssText = 'position: static; width: 64px; height: 64px';  // page.css may be here, in which a canvas fills the page
    const pen = made.getContext('2d');
    for (const [paint, start] of [['#17140F', 0.5], ['#FBF7F0', 1.5]]) {
      pen.fillStyle = paint;
      pen.beginPath();
      pen.arc(32, 32, 30, start * Math.PI, (start + 1) * Math.PI);
      pen.fill();
    }
    return made;
  }

  function fail() {
    if (!failed) tell(WORDS[language].failed);
    failed = true;
    clearTimeout(late);
  }

  // What is damaged lies in the browser's own cache by now, from where it would only come again.
  async function tryAgain() {
    const anew = ['page.js', 'page.css'].map((name) => fetch(name, { cache: 'reload' }).catch(() => {}));
    await Promise.race([Promise.all(anew), new Promise((resolve) => { setTimeout(resolve, LATE); })]);
    location.reload();
  }

  // The page names the digests of both, so what is cut off, or is something else, does not load. The sheet is named last: without it the
  // page itself is cut off.
  const sheet = () => document.querySelector('[rel=stylesheet]');
  const late = setTimeout(() => tell(WORDS[language].late), LATE);
  const dressed = new Promise((resolve) => {
    if (sheet()?.sheet) resolve();
    document.addEventListener('load', ({ target }) => { if (target === sheet()) resolve(); }, true);
  });
  const failing = ({ target }) => { if (target === globalThis || target.matches('script, [rel=stylesheet]')) fail(); };
  addEventListener('error', failing, true);
  document.addEventListener('DOMContentLoaded', () => { if (!sheet()) fail(); });

  return {
    setting,
    language,
    look,
    dressed,  // resolves when page.css is here

    // All is here; what goes wrong from here on, start.js tells.
    end() {
      clearTimeout(late);
      removeEventListener('error', failing, true);
      panel?.remove();
    },
  };
})();
