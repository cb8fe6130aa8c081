// The only interface between Python and the browser: window.flipside takes and returns strings; Python polls `events`.
'use strict';

const events = [];
let inputSeen = false;
let frameDelay = 0;  // milliseconds by which the next requested frame may be delayed
let wake = () => {};
for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel',
  'keydown', 'keyup', 'click', 'input', 'focus', 'blur', 'resize', 'gamepadconnected'])
  addEventListener(kind, () => { inputSeen = true; wake(); stir(); }, { capture: true, passive: true });

// The runtime requests a frame after each frame, and sixty frames a second drain a battery.
const nextFrame = requestAnimationFrame.bind(globalThis);
globalThis.requestAnimationFrame = (callback) => {
  if (!frameDelay) return nextFrame(callback);
  const timer = setTimeout(() => wake(), frameDelay);
  frameDelay = 0;
  wake = () => {
    clearTimeout(timer);
    wake = () => {};
    nextFrame(callback);
  };
  return 0;
};
events.push = (...told) => {
  wake();
  return Array.prototype.push.apply(events, told);
};

let offline = false;
let waiting = null;
let shelfReady = false;  // whether the files for the shelf have loaded
let bundles = [];  // addresses of the zips that contain the game
let keptGames = [];  // addresses of this version's unpacked, compiled game
let started = false;
const shelf = new Promise((resolve) => { addEventListener('flipside-started', resolve, { once: true }); });
shelf.then(() => { started = true; });
const KEY = 'flipside/';

const MEDIA_PREFERENCES = {
  dark: '(prefers-color-scheme: dark)',
  calm: '(prefers-reduced-motion: reduce)',
  contrast: '(prefers-contrast: more), (forced-colors: active)',
};

// Returns null if the browser denies a feature: in a frame without an origin, with blocked cookies, or by the host's rules.
function tryGet(read) {
  try { return read() ?? null; } catch { return null; }
}
const allowed = (feature) => (document.permissionsPolicy ?? document.featurePolicy)?.allowsFeature(feature) ?? true;
const workers = tryGet(() => navigator.serviceWorker);

// Hosts that are the device itself. A link to them would be useless on other devices.
const LOCAL_HOSTS = /^(|localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;
const APP_HOST = 'appassets.androidplatform.net';  // Android's host name for files of an app

// The key differs from those of saves, so that other tabs ignore it.
function canStore() {
  try {
    localStorage.setItem('flipside?', 'x');
    localStorage.removeItem('flipside?');
    return true;
  } catch { return false; }
}

function inset(side) {
  return parseFloat(getComputedStyle(document.documentElement).getPropertyValue(`--inset-${side}`)) || 0;
}

// The app for Android has no permission to vibrate.
const canVibrate = () => navigator.vibrate && matchMedia('(pointer: coarse)').matches && location.hostname !== APP_HOST;
const canShare = (what) => tryGet(() => navigator.canShare(what));  // also false in a frame without permission
const canSend = (what) => (navigator.canShare ? canShare(what) : Boolean(navigator.share));  // for texts and links

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

// A browser refuses to open its share sheet if the last tap was too long ago.
function openShareSheet(what, ifRefused) {
  navigator.share(what).catch((error) => { if (error.name !== 'AbortError') ifRefused(); });  // or the player has closed it
}

const WORKER_TIMEOUT = 10000;  // milliseconds of waiting for an answer of a worker
const WORKER_RELEASE = 3000;  // milliseconds in which a browser usually stops an older worker
const later = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

function answerOf(worker, question) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(question, [port2]);
  return new Promise((resolve) => { port1.onmessage = (event) => resolve(event.data); });
}

let librariesLoading = 0;

globalThis.flipside = {
  kept: (python) => keptGames.find((address) => address.endsWith(`/kept/${python}`)) ?? '',
  keep_game: (python, text) => { keepGame(python, text).catch(() => {}); },
  keep_library: (sha256, path) => { keepLibrary(sha256, path).catch(() => {}); },
  ready: () => (shelfReady ? 'yes' : ''),
  bundles: () => bundles.join('\n'),
  view() {
    const canvas = element('canvas');
    return [canvas.clientWidth || innerWidth, canvas.clientHeight || innerHeight, devicePixelRatio || 1,
      inset('left'), inset('top'), inset('right'), inset('bottom')].join(',');
  },
  about(what) {
    switch (what) {
      case 'languages': return (navigator.languages || [navigator.language || 'en']).join(',');
      case 'media preferences': return Object.keys(MEDIA_PREFERENCES).filter((name) => matchMedia(MEDIA_PREFERENCES[name]).matches).join(' ');
      case 'takes': return canStore() ? 'yes' : '';
      case 'entropy': return String(crypto.getRandomValues(new Uint32Array(1))[0]);
      case 'offline': return offline ? 'yes' : '';
      case 'update': return waiting ? 'yes' : '';
      case 'address': return LOCAL_HOSTS.test(location.hostname) || location.hostname === APP_HOST ? '' : location.origin + location.pathname;
      case 'sends files': return canShare({ files: [fileOf('flipside.png', 'image/png', '')] }) ? 'yes' : '';
      case 'shares': return canSend({ url: location.href }) ? 'yes' : '';
      case 'vibrates': return canVibrate() ? 'yes' : '';
      case 'libraries loading': return librariesLoading ? 'yes' : '';
      case 'wheel': return wheel.state;
      case 'picture': return picture.ready() ? 'yes' : '';
      default: return '';
    }
  },
  // Delays Python's next frame by that time, or until there is input.
  rest(milliseconds) {
    frameDelay = inputSeen || events.length ? 0 : Number(milliseconds);
    noteRest();
  },
  // Returns whether there was input since the last call, or events wait: then no frame is skipped.
  active() {
    const isActive = inputSeen || events.length > 0;
    inputSeen = false;
    return isActive ? 'yes' : '';
  },
  events: () => (events.length ? JSON.stringify(events.splice(0)) : ''),
  renew() { picture.forget(); },
  show(numbers) {
    const [surface, ...places] = numbers.split(';').map((part) => part.split(',').map(Number));
    picture.show(surface, places);
  },
  turn: picture.turn,
  unpack_wheel(address, folder) { wheel.unpack(address, folder); },
  // Compiles a library in another thread, for a later import by Python. After a failure Python compiles it itself.
  load_library(path) {
    const { loadDynamicLibrary, LDSO } = python.pyodide?._module ?? {};
    if (!loadDynamicLibrary || !LDSO) return;
    librariesLoading += 1;
    loadDynamicLibrary(path, { loadAsync: true, nodelete: true }).catch(() => { delete LDSO.loadedLibsByName[path]; })
      .finally(() => { librariesLoading -= 1; });
  },
  say(sentence) {
    // Earlier sentences stay for a while, as one frame may announce two. A repeated sentence must differ from the last to be announced.
    const live = element('live');
    const paragraph = document.createElement('p');
    paragraph.textContent = live.lastChild?.textContent === sentence ? `${sentence}\u00a0` : sentence;
    live.append(paragraph);
    if (live.childElementCount > 3) live.firstChild.remove();
  },
  readout(told) { readout.show(told); },
  ask: askText,
  ask_line: askLine,
  copy: handOver,
  // A text or link is copied if there is no share sheet.
  share(text, title, yes, no) {
    const copy = () => handOver(text, title, yes, no);
    const what = { title, [text.startsWith('http') ? 'url' : 'text']: text };
    if (canSend(what)) openShareSheet(what, copy);
    else copy();
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
  unstore(name) { try { localStorage.removeItem(KEY + name); } catch { /* then nothing was stored */ } },
  names() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(KEY)).map((key) => key.slice(KEY.length)).join('\n');
    } catch { return ''; }
  },
  send_file(name, type, letters) {
    const file = fileOf(name, type, letters);
    openShareSheet({ files: [file] }, () => download(file));
  },
  download_file(name, type, letters) { download(fileOf(name, type, letters)); },
  at_risk(text) { unsavedMatches = text; },
  playing(on) { wantsWakeLock = on === 'yes'; keepAwake(); },
  vibrate() { tryGet(() => navigator.vibrate(15)); },
  holds_back(on) { holdBack('game', on === 'yes'); },
  finished() { tryGet(() => navigator.storage.persist())?.catch(() => {}); },
  started() {
    picture.seen.then(() => {
      element('loading').hidden = element('name').hidden = true;
      failed = false;
      dispatchEvent(new Event('flipside-started'));
    });
  },
  cannot_go_on: (details) => cannotGoOn(new Error(details)),
  take_update() {
    if (!waiting) return;
    const reload = () => {
      element('loading').hidden = true;  // the page stays if the player cancels the reload because of unsaved matches
      location.reload();
    };
    setTable();
    element('loading').hidden = false;
    const workerChange = new Promise((resolve) => { workers.addEventListener('controllerchange', resolve, { once: true }); });
    const workerAnswer = Promise.race([answerOf(waiting, 'take over'), later(WORKER_TIMEOUT)]).then(() => later(WORKER_RELEASE));
    Promise.race([workerChange, workerAnswer]).then(reload);
  },
  fail,
};
