// Python's only door to the browser (window.flipside, strings in and out), and the page's words. It must run before anything else of
// the page; start.js gets everything here and starts Python.
'use strict';

// What the page was opened for, by a shortcut or another program.
const wishes = new URLSearchParams(location.search);
// A crafted link must not steer the runtime, which reads the query and the part after '#'. A match in the address goes to the game alone,
// and out of the address, so that a reload does not ask again.
const opened = location.hash;
history.replaceState(null, '', location.pathname);

// The runtime's own settings, by the names it expects.
var config = {
  _sdl2: 'canvas', user_canvas: 1, user_canvas_managed: 1, ume_block: 0, can_close: 1, autorun: 0, gui_divider: 1, gui_debug: 1,
  xtermjs: '0', archive: 'flipside', PYBUILD: '3.12',
};

const WORDS = {
  en: {
    loading: 'Getting the games', kept: 'It opens as soon as everything is here.', of: 'of', starting: 'Setting the table', slow: 'Setting the table takes long here, but it goes on',
    failed: 'This page could not be loaded completely. Check the connection and try again; what is here already is kept.',
    retry: 'Try again', reload: 'Start again', copy: 'Copy details', copied: 'Copied',
    trouble: 'Something went wrong', words: 'That is our mistake. Your matches are saved: start again and go on where you were.',
    unsaved: 'That is our mistake, and saving did not work. Copy your unsaved matches before you start again; the settings take them in.',
    matches: 'Copy matches',
  },
  de: {
    loading: 'Die Spiele werden geholt', kept: 'Das öffnet sich, sobald alles da ist.', of: 'von', starting: 'Der Tisch wird gedeckt', slow: 'Den Tisch zu decken dauert hier lange, aber es geht voran',
    failed: 'Diese Seite ließ sich nicht vollständig laden. Prüf die Verbindung und versuch es noch einmal; was schon da ist, bleibt.',
    retry: 'Noch einmal', reload: 'Neu starten', copy: 'Einzelheiten kopieren', copied: 'Kopiert',
    trouble: 'Etwas ist schiefgegangen', words: 'Das ist unser Fehler. Deine Partien sind gespeichert: Starte neu und spiel weiter, wo du warst.',
    unsaved: 'Das ist unser Fehler, und gespeichert werden konnte auch nicht. Kopiere deine ungesicherten Partien, bevor du neu startest; in den Einstellungen kannst du sie wieder laden.',
    matches: 'Partien kopieren',
  },
  cs: {
    loading: 'Hry jsou na cestě', kept: 'Otevře se, jakmile bude vše na místě.', of: 'z', starting: 'Stůl se prostírá', slow: 'Prostírání stolu tu trvá dlouho, ale pokračuje',
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
let touched = false;
for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'touchstart', 'touchmove', 'touchend', 'wheel', 'keydown',
  'keyup', 'click', 'input', 'focus', 'blur', 'resize', 'gamepadconnected'])
  addEventListener(kind, () => { touched = true; }, { capture: true, passive: true });

let offline = false;
let waiting = null;
let allHere = false;  // what the shelf needs
let bundles = [];  // addresses of the zips that hold the game
let keptGames = [];  // addresses of this version's game as Python has laid it out
let started = false;
const shelf = new Promise((resolve) => { addEventListener('flipside-started', resolve, { once: true }); });
shelf.then(() => { started = true; });
const KEY = 'flipside/';

const WISHES = {
  dark: '(prefers-color-scheme: dark)',
  calm: '(prefers-reduced-motion: reduce)',
  contrast: '(prefers-contrast: more), (forced-colors: active)',
};

// Hosts that every device takes for itself. A link to them would lead nobody here.
const ALONE = /^(|localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;
const IN_APP = 'appassets.androidplatform.net';  // Android's name for what an app holds itself

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

function fileOf(name, type, letters) {
  return new File([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))], name, { type });
}

function download(file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const LARGEST_FILE = 8000000;  // bytes; of a larger one the game sees that it is too large

function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  let letters = '';
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters);
}

const DEAF = 10000;  // milliseconds after which a worker is not waited for any more
const LET_GO = 3000;  // milliseconds in which a browser mostly lets an older worker go
const later = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

function answerOf(worker, what) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(what, [port2]);
  return new Promise((resolve) => { port1.onmessage = (event) => resolve(event.data); });
}

globalThis.flipside = {
  kept: (python) => keptGames.find((address) => address.endsWith(`/kept/${python}`)) ?? '',
  keep_game: (python, text) => { keepGame(python, text).catch(() => {}); },
  ready: () => (allHere ? 'yes' : ''),
  bundles: () => bundles.join('\n'),
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
      case 'address': return ALONE.test(location.hostname) || location.hostname === IN_APP ? '' : location.origin + location.pathname;
      case 'address here': return location.protocol.startsWith('http') && location.hostname !== IN_APP ? location.origin + location.pathname : '';
      case 'sends files': return navigator.canShare?.({ files: [fileOf('flipside.png', 'image/png', '')] }) ? 'yes' : '';
      case 'shares': return navigator.share ? 'yes' : '';
      case 'picture': return picture.ready() ? 'yes' : '';
      default: return '';
    }
  },
  // Whether anything has happened since this was asked last, or there is mail: then no frame is left out.
  stirred() {
    const told = touched || letters.length > 0;
    touched = false;
    return told ? 'yes' : '';
  },
  mail: () => (letters.length ? JSON.stringify(letters.splice(0)) : ''),
  renew() { picture.forget(); },
  show: (numbers) => picture.show(...numbers.split(',').map(Number)).join(';'),
  sharpen(numbers) {
    const [surface, ...places] = numbers.split(';').map((some) => some.split(',').map(Number));
    picture.sharpen(surface, places);
  },
  say(sentence) {
    // What was said before stays a while: two sentences may come in one frame, and neither shall be lost. The same words a second
    // time are news only if they differ.
    const live = element('live');
    const said = document.createElement('p');
    said.textContent = live.lastChild?.textContent === sentence ? `${sentence}\u00a0` : sentence;
    live.append(said);
    if (live.childElementCount > 3) live.firstChild.remove();
  },
  readout(told) { readout.show(told); },
  share(title, url) { navigator.share({ title, url }).catch(() => {}); },
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
    let bytes = { name: '', text: '' };  // a file that is no text stands there by its name
    element('ask-file').onchange = async () => {
      const file = element('ask-file').files[0];
      if (!file) return;
      const part = file.slice(0, LARGEST_FILE + 1);
      const text = await part.text();
      if (text.includes('\0')) bytes = { name: file.name, text: `data:;base64,${base64(await part.arrayBuffer())}` };
      element('ask-text').value = text.includes('\0') ? file.name : text;
    };
    element('ask-yes').onclick = () => {
      const text = element('ask-text').value;
      letters.push(['text', text && text === bytes.name ? bytes.text : text]);
      element('ask').close();
    };
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
  send_file(name, type, letters) { navigator.share({ files: [fileOf(name, type, letters)] }).catch(() => {}); },
  download_file(name, type, letters) { download(fileOf(name, type, letters)); },
  at_risk(text) { atRisk = text; },
  playing(on) { playing = on === 'yes'; keepAwake(); },
  finished() { navigator.storage?.persist?.().catch(() => {}); },
  started() {
    element('loading').hidden = element('name').hidden = true;
    dispatchEvent(new Event('flipside-started'));
  },
  cannot_go_on: (details) => cannotGoOn(new Error(details)),
  take_update() {
    if (!waiting) return;
    const begin = () => {
      element('loading').hidden = true;  // the page stays if somebody does not want to lose what is at risk
      location.reload();
    };
    setTable();
    element('loading').hidden = false;
    const letIn = new Promise((resolve) => { navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }); });
    const taken = Promise.race([answerOf(waiting, 'take over'), later(DEAF)]).then(() => later(LET_GO));
    Promise.race([letIn, taken]).then(begin);
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

// Shortcuts ask for something on the shelf; other programs hand over the text of a match. Whatever else stands there means nothing.
function wish(asked) {
  if (['continue', 'daily'].includes(asked.get('open'))) letters.push(['chosen', asked.get('open')]);
  if (asked.get('match')) letters.push(['match', asked.get('match')]);
}
wish(wishes);
globalThis.launchQueue?.setConsumer(async (launched) => {
  for (const file of launched.files ?? []) letters.push(['match', await (await file.getFile()).text()]);
  if (started && launched.targetURL) wish(new URL(launched.targetURL).searchParams);  // of a page that is open already
});

// Android's back button closes what is open in the game instead of leaving the page.
function holdBack() { history.pushState({ flipside: true }, '', location.pathname); }
addEventListener('popstate', () => {
  if (takeLink(location.hash)) return;
  letters.push(['back', '']);
  holdBack();
});

function takeLink(hash) {
  if (!hash.startsWith('#m=')) return false;
  letters.push(['link', hash]);
  history.replaceState(history.state, '', location.pathname);
  return true;
}
takeLink(opened);
addEventListener('hashchange', () => takeLink(location.hash));

// -- the start: start.js gets everything here ------------------------------------------------------------------------------------------

const seen = new Promise((resolve) => {
  addEventListener('DOMContentLoaded', () => resolve(shelfOfPage.show().catch(() => {})), { once: true });
});

addEventListener('DOMContentLoaded', async () => {
  document.documentElement.lang = language;
  element('canvas').addEventListener('contextmenu', (event) => event.preventDefault());
  for (const kind of ['gesturestart', 'dblclick']) element('canvas').addEventListener(kind, (event) => event.preventDefault());
  holdBack();
  showProgress(0, 0);
  watch();
  await start(seen).catch(cannotGoOn);
}, { once: true });
