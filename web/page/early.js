// Messages and colours of the page before its other files have loaded. This script is inlined in index.html, and it is also part of
// page.js, for hosts whose rules forbid inline scripts.
'use strict';

globalThis.early ??= (() => {
  const LATE = 4000;  // milliseconds after which the player is told that page.js or page.css is late
  const WORDS = FLIPSIDE_EARLY_WORDS;  // by language, from assets/text/<language>/page.toml
  const GROUNDS = { light: ['#EFE7DA', '#2B2622'], dark: ['#1E1B19', '#F2EADF'], bright: ['#FFFFFF', '#000000'], stark: ['#000000', '#FFFFFF'] };

  // Returns a saved setting of the game, if the page may read it.
  function setting(key) {
    try {
      const value = JSON.parse(localStorage.getItem('flipside/settings.txt')).values[key];
      return ['string', 'boolean'].includes(typeof value) ? value : undefined;
    } catch { return undefined; }
  }

  const preferredLanguages = [setting('language') ?? 'auto', ...(navigator.languages ?? [navigator.language])];
  const language = preferredLanguages.map((code) => code.slice(0, 2).toLowerCase()).find((code) => code in WORDS) ?? 'en';

  // Returns the name of the colours that the game will use (game/services/theme.py).
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
  for (const [name, value] of [['--background', ground], ['--ink', ink], ['background', 'var(--background)'], ['color', 'var(--ink)']])
    root.style.setProperty(name, value);

  // -- messages until page.js and page.css have loaded -----------------------------------------------------------------------------

  let panel = null;
  let hasFailed = false;

  function showMessage(sentence) {
    panel?.remove();
    panel = document.createElement('section');
    const paragraph = document.createElement('p');
    const button = document.createElement('button');
    panel.id = 'early';
    panel.style.cssText = 'max-width: 30em; margin: 20vh auto 0; padding: 0 16px; font: 18px/1.45 system-ui, sans-serif; text-align: center';
    button.style.cssText = 'min-height: 48px; padding: 0 24px; border: 2px solid; border-radius: 10px; background: none; color: inherit; font: inherit';
    paragraph.setAttribute('role', 'alert');
    paragraph.textContent = sentence;
    button.type = 'button';
    button.textContent = WORDS[language].retry;
    button.onclick = tryAgain;
    panel.append(disc(), paragraph, button);
    (document.body ?? root).prepend(panel);
  }

  // While a style sheet is loading, WebKit shows short texts only beside a picture.
  function disc() {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 64;
    canvas.style.cssText = 'position: static; width: 64px; height: 64px';  // in page.css a canvas fills the page
    const pen = canvas.getContext('2d');
    for (const [paint, start] of [['#17140F', 0.5], ['#FBF7F0', 1.5]]) {
      pen.fillStyle = paint;
      pen.beginPath();
      pen.arc(32, 32, 30, start * Math.PI, (start + 1) * Math.PI);
      pen.fill();
    }
    return canvas;
  }

  function fail() {
    if (!hasFailed) showMessage(WORDS[language].failed);
    hasFailed = true;
    clearTimeout(late);
  }

  // In a frame without an origin the files of our own host are foreign, and a browser cannot check their digests.
  function loadUnchecked(element) {
    const copy = document.createElement(element.localName);
    for (const { name, value } of element.attributes) if (name !== 'integrity') copy.setAttribute(name, value);
    copy.async = false;
    element.replaceWith(copy);
  }

  // The browser's cache may contain the damaged file.
  async function tryAgain() {
    const requests = ['page.js', 'page.css'].map((name) => fetch(name, { cache: 'reload' }).catch(() => {}));
    await Promise.race([Promise.all(requests), new Promise((resolve) => { setTimeout(resolve, LATE); })]);
    location.reload();
  }

  // The page contains the digests of both files, so damaged or truncated files do not load. The style sheet is the last thing that the page
  // names: if it is missing, the page itself is truncated.
  const sheet = () => document.querySelector('[rel=stylesheet]');
  const late = setTimeout(() => showMessage(WORDS[language].late), LATE);
  const styleLoaded = new Promise((resolve) => {
    if (sheet()?.sheet) resolve();
    document.addEventListener('load', ({ target }) => { if (target === sheet()) resolve(); }, true);
  });
  const failing = ({ target }) => {
    if (target !== globalThis && !target.matches('script, [rel=stylesheet]')) return;
    if (globalThis.origin === 'null' && target.integrity) loadUnchecked(target);
    else fail();
  };
  addEventListener('error', failing, true);
  document.addEventListener('DOMContentLoaded', () => { if (!sheet()) fail(); });

  return {
    setting,
    language,
    look,
    styleLoaded,  // resolves when page.css has loaded

    // Everything has loaded; start.js reports later errors.
    end() {
      clearTimeout(late);
      removeEventListener('error', failing, true);
      panel?.remove();
    },
  };
})();
