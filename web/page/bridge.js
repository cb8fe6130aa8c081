// The only interface between Python and the browser: window.flipside takes and returns strings; Python polls `events`.
'use strict';

const events = [];
let touched = false;
let lull = 0;  // milliseconds that the frame may wait which is asked for next
let wake = () => {};
for (const kind of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel',
  'keydown', 'keyup', 'click', 'input', 'focus', 'blur', 'resize', 'gamepadconnected'])
  addEventListener(kind, () => { touched = true; wake(); stir(); }, { capture: true, passive: true });

// The runtime asks for a frame as soon as it has had one, and a page that shows sixty a second empties a battery.
const nextFrame = requestAnimationFrame.bind(globalThis);
globalThis.requestAnimationFrame = (callback) => {
  if (!lull) return nextFrame(callback);
  const timer = setTimeout(() => wake(), lull);
  lull = 0;
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
let allHere = false;  // whether the files that the shelf needs are here
let bundles = [];  // addresses of the zips that hold the game
let keptGames = [];  // addresses of this version's game as Python has laid it out
let started = false;
const shelf = new Promise((resolve) => { addEventListener('flipside-started', resolve, { once: true }); });
shelf.then(() => { started = true; });
const KEY = 'flipside/';

const MEDIA_PREFERENCES = {
  dark: '(prefers-color-scheme: dark)',
  calm: '(prefers-reduced-motion: reduce)',
  contrast: '(prefers-contrast: more), (forced-colors: active)',
};

// Null if the browser withholds a feature: in a frame without an origin, with blocked cookies, or by the host's rules.
function had(get) {
  try { return get() ?? null; } catch { return null; }
}
const allowed = (feature) => (document.permissionsPolicy ?? document.featurePolicy)?.allowsFeature(feature) ?? true;
const workers = had(() => navigator.serviceWorker);

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

const shares = (what) => had(() => navigator.canShare(what));  // false also where a frame may not

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

const DEAF = 10000;  // milliseconds after which a worker is not waited for any more
const LET_GO = 3000;  // milliseconds in which a browser mostly lets an older worker go
const later = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

function answerOf(worker, what) {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage(what, [port2]);
  return new Promise((resolve) => { port1.onmessage = (event) => resolve(event.data); });
}

let librariesLoading = 0;

globalThis.flipside = {
  kept: (python) => keptGames.find((address) => address.endsWith(`/kept/${python}`)) ?? '',
  keep_game: (python, text) => { keepGame(python, text).catch(() => {}); },
  keep_library: (sha256, path) => { keepLibrary(sha256, path).catch(() => {}); },
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
      case 'media preferences': return Object.keys(MEDIA_PREFERENCES).filter((name) => matchMedia(MEDIA_PREFERENCES[name]).matches).join(' ');
      case 'takes': return takes() ? 'yes' : '';
      case 'entropy': return String(crypto.getRandomValues(new Uint32Array(1))[0]);
      case 'offline': return offline ? 'yes' : '';
      case 'update': return waiting ? 'yes' : '';
      case 'address': return ALONE.test(location.hostname) || location.hostname === IN_APP ? '' : location.origin + location.pathname;
      case 'sends files': return shares({ files: [fileOf('flipside.png', 'image/png', '')] }) ? 'yes' : '';
      case 'shares': return shares({ url: location.href }) || (navigator.share && !navigator.canShare) ? 'yes' : '';
      case 'libraries loading': return librariesLoading ? 'yes' : '';
      case 'picture': return picture.ready() ? 'yes' : '';
      default: return '';
    }
  },
  // Let Python's next frame wait for so long, or until the page is used.
  rest(milliseconds) {
    lull = touched || events.length ? 0 : Number(milliseconds);
    hush();
  },
  // Whether anything has happened since the last call, or events wait: then no frame is skipped.
  active() {
    const told = touched || events.length > 0;
    touched = false;
    return told ? 'yes' : '';
  },
  events: () => (events.length ? JSON.stringify(events.splice(0)) : ''),
  renew() { picture.forget(); },
  show(numbers) {
    const [surface, ...places] = numbers.split(';').map((some) => some.split(',').map(Number));
    picture.show(surface, places);
  },
  turn: picture.turn,
  // Compile a library beside this thread. Python finds it when it imports it; what fails here, Python tries again.
  load_library(path) {
    const { loadDynamicLibrary, LDSO } = python.pyodide?._module ?? {};
    if (!loadDynamicLibrary || !LDSO) return;
    librariesLoading += 1;
    loadDynamicLibrary(path, { loadAsync: true, nodelete: true }).catch(() => { delete LDSO.loadedLibsByName[path]; })
      .finally(() => { librariesLoading -= 1; });
  },
  say(sentence) {
    // Earlier sentences stay for a while, as two may come in one frame. A repeated sentence must differ to be announced.
    const live = element('live');
    const said = document.createElement('p');
    said.textContent = live.lastChild?.textContent === sentence ? `${sentence}\u00a0` : sentence;
    live.append(said);
    if (live.childElementCount > 3) live.firstChild.remove();
  },
  readout(told) { readout.show(told); },
  ask: askText,
  ask_line: askLine,
  copy: handOver,
  share(title, url) { navigator.share({ title, url }).catch(() => {}); },
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
  send_file(name, type, letters) { navigator.share({ files: [fileOf(name, type, letters)] }).catch(() => {}); },
  download_file(name, type, letters) { download(fileOf(name, type, letters)); },
  at_risk(text) { atRisk = text; },
  playing(on) { playing = on === 'yes'; keepAwake(); },
  holds_back(on) { holdBack('game', on === 'yes'); },
  finished() { had(() => navigator.storage.persist())?.catch(() => {}); },
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
    const begin = () => {
      element('loading').hidden = true;  // the page stays if somebody does not want to lose what is at risk
      location.reload();
    };
    setTable();
    element('loading').hidden = false;
    const letIn = new Promise((resolve) => { workers.addEventListener('controllerchange', resolve, { once: true }); });
    const taken = Promise.race([answerOf(waiting, 'take over'), later(DEAF)]).then(() => later(LET_GO));
    Promise.race([letIn, taken]).then(begin);
  },
  fail,
};
