// What the page knows and can say before its other files are here. It stands in index.html itself, and once more in page.js, for a host
// whose rules allow no script within a page.
'use strict';

globalThis.early ??= (() => {
  const LATE = 4000;  // milliseconds after which one is told that page.js or page.css takes long to arrive
  const WORDS = {
    en: { late: 'Flipside is taking a while to arrive.', failed: 'Flipside could not be loaded completely. Check the connection and try again.', retry: 'Try again' },
    de: { late: 'Flipside lässt auf sich warten.', failed: 'Flipside ließ sich nicht vollständig laden. Prüfe die Verbindung und versuche es noch einmal.', retry: 'Noch einmal' },
    cs: { late: 'Načítání Flipside tu trvá dlouho.', failed: 'Flipside se nepodařilo načíst celý. Zkontroluj připojení a zkus to znovu.', retry: 'Zkusit znovu' },
  };
  const GROUNDS = { light: ['#EFE7DA', '#2B2622'], dark: ['#1E1B19', '#F2EADF'], bright: ['#FFFFFF', '#000000'], stark: ['#000000', '#FFFFFF'] };

  // A setting of the game as it is saved, if the page may read it.
  function setting(key) {
    try {
      const lines = (localStorage.getItem('flipside/settings.txt') ?? '').split('\n');
      return lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1).trim();
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

  let over = false;
  let told = null;

  function tell(sentence) {
    if (over || told?.textContent === WORDS[language].failed) return;
    if (!told) {
      const panel = document.createElement('section');
      const again = document.createElement('button');
      told = document.createElement('p');
      told.setAttribute('role', 'alert');
      panel.id = 'early';
      panel.style.cssText = 'max-width: 30em; margin: 20vh auto 0; padding: 0 16px; font: 18px/1.45 system-ui, sans-serif; text-align: center';
      again.style.cssText = 'min-height: 48px; padding: 0 24px; font: inherit';
      again.type = 'button';
      again.textContent = WORDS[language].retry;
      again.onclick = () => location.reload();
      panel.append(told, again);
      document.body.prepend(panel);
    }
    told.textContent = sentence;
  }

  const fail = () => tell(WORDS[language].failed);
  const timer = setTimeout(() => tell(WORDS[language].late), LATE);
  const needed = (target) => !(target instanceof Element) || target.matches('script, [rel=stylesheet]');
  addEventListener('error', ({ target }) => { if (needed(target)) fail(); }, true);  // something is missing, or is no script
  document.addEventListener('load', ({ target }) => { if (target.matches('script')) fail(); }, true);  // or the script ends too soon

  return {
    setting,
    language,
    look,
    // All of page.js and page.css is here.
    end() {
      over = true;
      clearTimeout(timer);
      document.getElementById('early')?.remove();
    },
  };
})();
