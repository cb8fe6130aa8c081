// Gets everything here, with honest progress, then starts Python; and is Python's only door to the browser
// (window.flipside, strings in and out). It must run before anything else of the page.
'use strict';

// A crafted link must not steer the runtime, which reads the query and the part after '#'.
history.replaceState(null, '', location.pathname);

// The runtime's own settings, by the names it expects.
var config = {
  _sdl2: 'canvas', user_canvas: 1, user_canvas_managed: 1, ume_block: 0, can_close: 1, autorun: 0, gui_divider: 1, gui_debug: 1,
  xtermjs: '0', archive: 'flipside', PYBUILD: '3.12',
};

const WORDS = {
  en: {
    loading: 'Getting the games', of: 'of', starting: 'Setting the table',
    failed: 'This page could not be loaded completely. Check the connection and try again; what is here already is kept.',
    retry: 'Try again', reload: 'Start again', copy: 'Copy details', copied: 'Copied',
    trouble: 'Something went wrong', words: 'That is our mistake. Your matches are saved: start again and go on where you were.',
    unsaved: 'That is our mistake, and saving did not work. Copy your unsaved matches before you start again; the settings take them in.',
    matches: 'Copy matches',
  },
  de: {
    loading: 'Die Spiele werden geholt', of: 'von', starting: 'Der Tisch wird gedeckt',
    failed: 'Diese Seite ließ sich nicht vollständig laden. Prüf die Verbindung und versuch es noch einmal; was schon da ist, bleibt.',
    retry: 'Noch einmal', reload: 'Neu starten', copy: 'Einzelheiten kopieren', copied: 'Kopiert',
    trouble: 'Etwas ist schiefgegangen', words: 'Das ist unser Fehler. Deine Partien sind gespeichert: Starte neu und spiel weiter, wo du warst.',
    unsaved: 'Das ist unser Fehler, und gespeichert werden konnte auch nicht. Kopiere deine ungesicherten Partien, bevor du neu startest; in den Einstellungen kannst du sie wieder laden.',
    matches: 'Partien kopieren',
  },
  cs: {
    loading: 'Hry jsou na cestě', of: 'z', starting: 'Stůl se prostírá',
    failed: 'Stránku se nepodařilo načíst celou. Zkontroluj připojení a zkus to znovu; co už tu je, zůstane.',
    retry: 'Zkusit znovu', reload: 'Spustit znovu', copy: 'Kopírovat podrobnosti', copied: 'Zkopírováno',
    trouble: 'Něco se pokazilo', words: 'To je naše chyba. Tvé partie jsou uložené: spusť hru znovu a pokračuj.',
    unsaved: 'To je naše chyba a uložit se také nepodařilo. Než hru spustíš znovu, zkopíruj si neuložené partie; v nastavení je zase načteš.',
    matches: 'Kopírovat partie',
  },
};
const language = (navigator.languages || ['en']).map((code) => code.slice(0, 2)).find((code) => code in WORDS) || 'en';
const words = WORDS[language];
const element = (id) => document.getElementById(id);

// -- trouble: a panel, never an alert ---------------------------------------------------------------------------------------------

function fail(details) {
  const panel = element('trouble');
  if (!panel) return;
  element('trouble-title').textContent = words.trouble;
  element('trouble-words').textContent = atRisk ? words.unsaved : words.words;
  element('trouble-details').textContent = String(details).slice(-4000);
  element('trouble-reload').textContent = words.reload;
  element('trouble-copy').textContent = words.copy;
  element('trouble-reload').onclick = () => location.reload();
  element('trouble-copy').onclick = () => copyText(element('trouble-details').textContent, () => {
    element('trouble-copy').textContent = words.copied;
  });
  const matches = element('trouble-matches');
  matches.hidden = !atRisk;
  matches.textContent = words.matches;
  matches.onclick = () => copyText(atRisk, () => { matches.textContent = words.copied; });
  if (!panel.open) panel.showModal();
}

let atRisk = '';  // matches that could not be saved, as one text: the browser asks before they are gone
addEventListener('beforeunload', (event) => { if (atRisk) event.preventDefault(); });

// The runtime answers every error with alert(); these come first and keep it from hearing of any.
for (const [kind, told] of [
  ['error', (event) => event.error?.stack || event.message],
  ['unhandledrejection', (event) => event.reason?.stack || event.reason],
]) addEventListener(kind, (event) => {
  if (event.target instanceof Element) {  // something did not load; without a script nothing goes on
    if (event.target.matches('script')) cannotGoOn(new Error(`${event.target.src} did not load`));
    return;
  }
  event.stopImmediatePropagation();
  event.preventDefault();
  fail(told(event));
}, true);

function copyText(text, then) {
  navigator.clipboard?.writeText(text).then(then, () => {});
}

// -- keys: what belongs to the browser, and what is typed into the page, does not reach the game --------------------------------------

const BROWSER_KEYS = ['Tab', 'F5', 'F11', 'F12'];
for (const kind of ['keydown', 'keyup', 'keypress']) addEventListener(kind, (event) => {
  const typed = event.target instanceof Element && event.target.matches('input, textarea, button, dialog *');
  if (typed || event.ctrlKey || event.metaKey || BROWSER_KEYS.includes(event.key)) event.stopImmediatePropagation();
}, true);

// -- sound: browsers give it out only after a touch, and take it back now and then -----------------------------------------------------

function unlock() {
  const audio = globalThis.Module?.SDL2?.audioContext;
  if (audio && audio.state !== 'running') audio.resume().catch(() => {});
}
for (const kind of ['pointerup', 'touchend', 'keydown']) addEventListener(kind, unlock, true);
document.addEventListener('visibilitychange', () => { unlock(); keepAwake(); });

let awake = null;
let playing = false;
let locking = Promise.resolve();  // one after the other: two requests at once would give two locks
function keepAwake() {
  if (!navigator.wakeLock) return;
  locking = locking.then(async () => {
    if (playing && !document.hidden && !awake) {
      awake = await navigator.wakeLock.request('screen');
      awake.addEventListener('release', () => { awake = null; });
    } else if (!playing && awake) await awake.release();
  }).catch(() => { awake = null; });
}

// -- the door for Python ------------------------------------------------------------------------------------------------------------

const letters = [];
let offline = false;
let waiting = null;
const KEY = 'flipside/';

const WISHES = {
  dark: '(prefers-color-scheme: dark)',
  calm: '(prefers-reduced-motion: reduce)',
  contrast: '(prefers-contrast: more), (forced-colors: active)',
};

// The name is none of the saves', so that no other tab takes it for one.
function takes() {
  try {
    localStorage.setItem('flipside?', 'x');
    localStorage.removeItem('flipside?');
    return true;
  } catch { return false; }
}

function inset(side) {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--inset-${side}`)) || 0;
}

globalThis.flipside = {
  bundle: () => new URL(document.documentElement.dataset.bundle, document.baseURI).href,
  view() {
    const canvas = element('canvas');
    return [canvas.clientWidth || innerWidth, canvas.clientHeight || innerHeight, devicePixelRatio || 1,
      inset('left'), inset('top'), inset('right'), inset('bottom')].join(',');
  },
  about(what) {
    switch (what) {
      case 'languages': return (navigator.languages || [navigator.language || 'en']).join(',');
      case 'wishes': return Object.keys(WISHES).filter((name) => matchMedia(WISHES[name]).matches).join(' ');
      case 'takes': return takes() ? 'yes' : '';
      case 'entropy': return String(crypto.getRandomValues(new Uint32Array(1))[0]);
      case 'offline': return offline ? 'yes' : '';
      case 'update': return waiting ? 'yes' : '';
      case 'picture': return picture.ready() ? 'yes' : '';
      default: return '';
    }
  },
  mail: () => (letters.length ? JSON.stringify(letters.splice(0)) : ''),
  renew() { picture.forget(); },
  show: (numbers) => picture.show(...numbers.split(',').map(Number)).join(';'),
  sharpen(numbers) {
    const [surface, ...places] = numbers.split(';').map((some) => some.split(',').map(Number));
    picture.sharpen(surface, places);
  },
  say(sentence) { element('live').textContent = sentence; },
  // Some browsers let a page copy only while a button of its own is pressed: then the text is shown, and one below it.
  copy(text, title, yes, no) {
    const copied = () => letters.push(['copied', '']);
    const here = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('no clipboard'));
    here.then(copied, () => {
      const shown = element('ask-text');
      element('ask').className = 'copy';
      element('ask-title').textContent = title;
      element('ask-yes').textContent = yes;
      element('ask-no').textContent = no;
      element('ask-yes').onclick = () => {
        shown.select();
        if (!document.execCommand('copy')) return;  // it stays selected, to be copied by hand
        copied();
        element('ask').close();
      };
      element('ask-no').onclick = () => element('ask').close();
      shown.readOnly = true;
      shown.value = text;
      element('ask').showModal();
      shown.select();
    });
  },
  stored(name) {
    try {
      const text = localStorage.getItem(KEY + name);
      return text === null ? '' : `=${text}`;
    } catch (error) { return `!${error}`; }
  },
  store(name, text) {
    try { localStorage.setItem(KEY + name, text); return ''; } catch (error) { return String(error); }
  },
  unstore(name) { try { localStorage.removeItem(KEY + name); } catch { /* nothing is there then */ } },
  names() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(KEY)).map((key) => key.slice(KEY.length)).join('\n');
    } catch { return ''; }
  },
  ask(title, yes, no) {
    element('ask').className = '';
    element('ask-text').readOnly = false;
    element('ask-title').textContent = title;
    element('ask-text').value = '';
    element('ask-file').value = '';
    element('ask-yes').textContent = yes;
    element('ask-no').textContent = no;
    element('ask-file').onchange = async () => {
      const file = element('ask-file').files[0];
      if (file) element('ask-text').value = await file.text();
    };
    element('ask-yes').onclick = () => { letters.push(['text', element('ask-text').value]); element('ask').close(); };
    element('ask-no').onclick = () => element('ask').close();
    element('ask').showModal();
  },
  ask_line(title, now, longest, yes, no) {
    const line = element('ask-line');
    const done = () => { letters.push(['text', line.value]); element('ask').close(); };
    element('ask').className = 'line';
    element('ask-title').textContent = title;
    element('ask-yes').textContent = yes;
    element('ask-no').textContent = no;
    element('ask-yes').onclick = done;
    element('ask-no').onclick = () => element('ask').close();
    element('ask-form').onsubmit = (event) => { event.preventDefault(); done(); };
    line.maxLength = Number(longest);
    line.value = now;
    element('ask').showModal();
    line.focus();
    line.select();
  },
  download(name, text) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  },
  at_risk(text) { atRisk = text; },
  playing(on) { playing = on === 'yes'; keepAwake(); },
  finished() { navigator.storage?.persist?.().catch(() => {}); },
  started() {
    element('loading').hidden = true;
    dispatchEvent(new Event('flipside-started'));
  },
  cannot_go_on: (details) => cannotGoOn(new Error(details)),
  take_update() {
    if (!waiting) return;
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage('take over');
  },
  fail,
};

// The game looks at the page anew: at once when the page tells, else now and then.
addEventListener('resize', () => letters.push(['size', '']));
for (const wish of Object.values(WISHES)) matchMedia(wish).addEventListener?.('change', () => letters.push(['size', '']));

// What another tab saves, the game must not overwrite.
addEventListener('storage', (event) => {
  if (event.key?.startsWith(KEY)) letters.push(['stored', event.key.slice(KEY.length)]);
});

// Android's back button closes what is open in the game instead of leaving the page.
function holdBack() { history.pushState({ flipside: true }, '', location.pathname); }
addEventListener('popstate', () => { letters.push(['back', '']); holdBack(); });

// -- getting everything here ---------------------------------------------------------------------------------------------------------

const TRIES = 3;
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function listed() {
  const answer = await fetch('precache.json', { cache: 'no-cache' });  // a host may allow old copies for minutes
  if (!answer.ok) throw new Error(`precache.json: ${answer.status}`);
  const list = await answer.json();
  if (list.index) {  // the wheels' names stand in an index that changes without us
    const index = await (await fetch(list.index)).json();
    for (const name of list.wheels) {
      const wheel = index[name].replaceAll('<abi>', 'cp312').replaceAll('<api>', 'wasm32_bi_emscripten');
      list.files.push({ url: new URL(wheel, list.index).href, group: 'runtime' });
    }
  }
  return list;
}

async function whole(file, attempt, tell) {
  // A damaged file may lie in the browser's own cache by now, from where it would only come again.
  const answer = await fetch(file.url, { cache: attempt === 1 ? 'no-cache' : 'reload' });
  if (!answer.ok) throw new Error(`${file.url}: ${answer.status}`);
  const chunks = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    tell(value.length);
  }
  const blob = new Blob(chunks);
  if (file.sha256) {
    const digest = hex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
    if (digest !== file.sha256) throw new Error(`${file.url}: damaged on its way`);
  }
  const headers = { 'Content-Type': answer.headers.get('Content-Type') || 'application/octet-stream', 'Content-Length': String(blob.size) };
  return new Response(blob, { headers });
}

async function keep(list, groups, progress) {
  const missing = [];
  for (const file of list.files) {
    if (!groups.includes(file.group)) continue;
    const cache = await caches.open(list.caches[file.group]);
    if (!(await cache.match(file.url))) missing.push([file, cache]);
  }
  const all = missing.reduce((sum, [file]) => sum + (file.bytes || 0), 0);
  let done = 0;
  for (const [file, cache] of missing) {
    for (let attempt = 1; ; attempt += 1) {
      let got = 0;
      try {
        const response = await whole(file, attempt, (bytes) => { got += bytes; done += bytes; progress(done, all); });
        await cache.put(file.url, response);
        break;
      } catch (error) {
        done -= got;
        if (attempt === TRIES) throw error;
        await new Promise((resolve) => { setTimeout(resolve, 300 * attempt); });
      }
    }
  }
}

function showProgress(done, all) {
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  element('progress').value = all ? Math.min(1, done / all) : 0;
  element('loading-words').textContent = all
    ? `${words.loading}: ${megabytes(done)} ${words.of} ${megabytes(all)} MB` : `${words.loading}: ${megabytes(done)} MB`;
}

async function worker() {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis) || !globalThis.isSecureContext) return null;
  try {
    const registration = await navigator.serviceWorker.register('service-worker.js', { updateViaCache: 'none' });
    const offer = (found) => { waiting = found; letters.push(['update', '']); };
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed' && navigator.serviceWorker.controller) offer(coming);
        else if (waiting === coming) offer(null);  // it took over by itself
      });
    });
    if (!navigator.serviceWorker.controller) {
      // A forced reload never gets a worker: then the page starts from the network.
      await Promise.race([
        new Promise((resolve) => { navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }); }),
        new Promise((resolve) => { setTimeout(resolve, 3000); }),
      ]);
    }
    return navigator.serviceWorker.controller;
  } catch { return null; }
}

async function get() {
  const started = new Promise((resolve) => { addEventListener('flipside-started', resolve, { once: true }); });
  if (!(await worker())) {
    started.then(listed).then((list) => strengthen(list, false)).catch(() => {});
    return;
  }
  const list = await listed();
  await keep(list, ['runtime', 'app'], showProgress);
  started.then(() => strengthen(list, true)).then(() => promiseOffline(list.version));
}

const STRENGTH_AGAIN = 30000;  // milliseconds until a file that could not be had is tried again

// What the computer players know by heart and the problems come last, the small files first, while somebody may already play;
// Python fetches what it is told is here.
async function strengthen(list, kept) {
  let left = list.files.filter((file) => file.group.startsWith('strength/')).sort((one, other) => one.bytes - other.bytes);
  while (left.length) {
    const failed = [];
    for (const file of left) {
      try {
        if (kept) await keep({ ...list, files: [file] }, [file.group], () => {});
        letters.push(['strength', `${file.bytes} ${new URL(file.url, document.baseURI).href}`]);
      } catch { failed.push(file); }
    }
    left = failed;
    if (left.length) await new Promise((resolve) => { setTimeout(resolve, STRENGTH_AGAIN); });
  }
}

// Everything is here; but the page starts without a network only with the worker that knows these very caches.
function promiseOffline(version) {
  navigator.serviceWorker.onmessage = (event) => {
    if (event.data !== version || offline) return;
    offline = true;
    letters.push(['offline', '']);
  };
  const ask = () => navigator.serviceWorker.controller?.postMessage('which version');
  navigator.serviceWorker.addEventListener('controllerchange', ask);
  ask();
}

// -- starting Python -----------------------------------------------------------------------------------------------------------------

const LONGEST_START = 60000;  // milliseconds until a button appears; a slow machine may still start after it

function boot() {
  element('progress').removeAttribute('value');
  element('loading-words').textContent = words.starting;
  const cdn = new URL(document.documentElement.dataset.cdn, document.baseURI);
  globalThis.custom_onload = () => {
    // Wheels come from the same place as the runtime, whatever an address or a default says.
    globalThis.Module.PyConfig.orig_argv.push(`PYGPI=${new URL('../', cdn).href}`);
  };
  const site = document.createElement('script');
  site.type = 'module';
  site.id = 'site';
  site.crossOrigin = 'anonymous';
  site.dataset.os = 'snd,gui';
  site.dataset.python = 'cpython3.12';
  site.text = element('start').textContent;
  site.src = new URL('pythons.js', cdn).href;
  // The runtime waits for the window's load event, which has long been.
  site.onload = () => dispatchEvent(new Event('load'));
  document.body.append(site);
  setTimeout(() => { if (!element('loading').hidden) cannotGoOn(new Error('no start within a minute')); }, LONGEST_START);
}

function cannotGoOn(error) {
  console.warn(String(error));
  element('loading-words').textContent = words.failed;
  element('retry').textContent = words.retry;
  element('retry').hidden = false;
  element('retry').onclick = () => location.reload();
}

addEventListener('load', async () => {
  document.documentElement.lang = language;
  element('canvas').addEventListener('contextmenu', (event) => event.preventDefault());
  for (const kind of ['gesturestart', 'dblclick']) element('canvas').addEventListener(kind, (event) => event.preventDefault());
  holdBack();
  showProgress(0, 0);
  try { await get(); } catch (error) { cannotGoOn(error); return; }
  boot();
}, { once: true });
