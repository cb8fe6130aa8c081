// Handles links, keys, sound and the back button. It must run before the runtime; start.js fetches all files and starts Python.
'use strict';

// The query: shortcuts, and matches from other programs.
const query = new URLSearchParams(location.search);
// A crafted link must not steer the runtime, which reads the query and the part after '#'. A match in the address goes to the game alone,
// and out of the address, so that a reload does not ask again.
const opened = location.hash;
const rewrite = (state) => { try { history.replaceState(state, '', location.pathname); } catch { /* nor does the runtime read it then */ } };
rewrite(history.state);

// The runtime's own settings, by the names it expects.
var config = {
  _sdl2: 'canvas', user_canvas: 1, user_canvas_managed: 1, ume_block: 0, can_close: 1, autorun: 0, gui_divider: 1, gui_debug: 1,
  xtermjs: '0', archive: 'flipside', PYBUILD: '3.12',
};

// The heap profiler that Chromium runs in some visitors' tabs walks off the end of a switched stack, and the tab dies while Python starts.
// The game never suspends Python, so the runtime does as in browsers that cannot switch stacks.
delete globalThis.WebAssembly?.Suspending;

// -- keys: what belongs to the browser, and what is typed into the page, does not reach the game --------------------------------------

const BROWSER_KEYS = ['Tab', 'F5', 'F11', 'F12'];
const typing = new Set();  // keys that are still down since they were typed into the page: held longer, they must not act in the game
for (const kind of ['keydown', 'keyup', 'keypress']) addEventListener(kind, (event) => {
  const typed = document.querySelector('dialog[open]') || (event.target instanceof Element && event.target.matches('input, textarea, button'));
  if (kind === 'keydown' && !event.repeat) if (typed) typing.add(event.code); else typing.delete(event.code);
  const altGr = event.getModifierState?.('AltGraph');  // it writes letters, and may say that Ctrl is held
  if (typed || typing.has(event.code) || altGr || event.ctrlKey || event.metaKey || BROWSER_KEYS.includes(event.key)) event.stopImmediatePropagation();
  if (kind === 'keyup') typing.delete(event.code);
}, true);

// -- sound: browsers give it out only after a touch, and take it back now and then -----------------------------------------------------

// Where there is no sound SDL asks for it ninety times a second, and each time stays open: Firefox refuses all of them aloud when the page
// goes, which takes long and writes much. So while one is open SDL asks no more.
const begging = new WeakSet();
const resume = globalThis.AudioContext?.prototype.resume;
if (resume) AudioContext.prototype.resume = async function () {
  if (begging.has(this)) return;
  begging.add(this);
  await resume.call(this).catch(() => {});
  begging.delete(this);
};

const speaker = () => globalThis.Module?.SDL2?.audioContext;
function unlock() {
  if (!speaker() || ['running', 'closed'].includes(speaker().state)) return;
  begging.delete(speaker());  // a browser may want to be asked again by a touch
  speaker().resume().catch(() => {});
}
for (const kind of ['pointerup', 'touchend', 'keydown', 'pageshow']) addEventListener(kind, unlock, true);
document.addEventListener('visibilitychange', () => { unlock(); keepAwake(); });

// Silence takes half of what a resting page takes of a battery. So after a while nothing is given out until the page does something again.
const MANY_RESTS = 12, STIR = 600;  // milliseconds without a rest after which the page does something
let rests = 0;
let stirring = 0;
function hush() {
  clearTimeout(stirring);
  stirring = setTimeout(stir, STIR);
  rests += 1;
  if (rests === MANY_RESTS && speaker()?.state === 'running') speaker().suspend().catch(() => {});
}
function stir() {
  if (rests >= MANY_RESTS) unlock();
  rests = 0;
}
// A page that may come back keeps its sound, which the browser holds meanwhile.
addEventListener('pagehide', (event) => { if (!event.persisted) speaker()?.close().catch(() => {}); });

// SDL cancels all that a finger or a wheel does, also what cannot be cancelled any more, of which a browser complains in the console.
for (const kind of ['touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel']) addEventListener(kind, (event) => {
  if (!event.cancelable) event.preventDefault = () => {};
}, { capture: true, passive: true });

let awake = null;
let playing = false;
let locking = Promise.resolve();  // one after the other: two requests at once would give two locks
function keepAwake() {
  locking = locking.then(async () => {
    if (playing && !document.hidden && !awake && allowed('screen-wake-lock')) {
      awake = await navigator.wakeLock?.request('screen');
      awake?.addEventListener('release', () => { awake = null; });
    } else if (!playing && awake) await awake.release();
  }).catch(() => { awake = null; });
}

// The game looks at the page anew: at once when the page tells, else now and then.
addEventListener('resize', () => events.push(['size', '']));
for (const preference of Object.values(MEDIA_PREFERENCES)) matchMedia(preference).addEventListener?.('change', () => events.push(['size', '']));

// The game must not overwrite the saves of another tab.
addEventListener('storage', (event) => {
  if (event.key?.startsWith(KEY)) events.push(['stored', event.key.slice(KEY.length)]);
});

// Shortcuts ask for something on the shelf; other programs hand over matches. Whatever else stands there means nothing.
function openFromQuery(asked) {
  if (['continue', 'daily'].includes(asked.get('open'))) events.push(['chosen', asked.get('open')]);
  if (asked.get('match')) events.push(['match', asked.get('match')]);
  if (asked.has('shared')) giveShared();
}
openFromQuery(query);
globalThis.launchQueue?.setConsumer((launched) => {
  giveOpened(launched.files ?? []);
  if (started && launched.targetURL) openFromQuery(new URL(launched.targetURL).searchParams);  // of a page that is open already
});

// Android's back button closes what is open in the game, or a dialog of the page, instead of leaving the page. For that one step more stands
// in the history as long as something is open; on the shelf none does, and in a page of another site, whose history is one with ours, never.
const guest = had(() => top.location.origin) !== location.origin;
let steps = history.state?.flipside ?? 0;  // that stand in the history since the page was opened, in which a reload changes nothing
const wanting = { game: false, dialog: false };
let holds = false;
let going = false;  // back by ourselves

function hold() {
  steps += 1;
  history.pushState({ flipside: steps }, '', location.pathname);
}

function holdBack(what, on) {
  wanting[what] = on;
  const wanted = wanting.game || wanting.dialog;
  if (wanted === holds || guest) return;
  holds = wanted;
  if (holds && !steps) hold();
  else if (!holds) letGo();
}

function letGo() {
  going = steps > 0;
  if (going) history.go(-steps);
}
letGo();

addEventListener('popstate', ({ state }) => {
  if (takeLink(location.hash)) return;
  const before = steps;
  steps = state?.flipside ?? 0;
  if (holds && !going && steps < before) goBack();
  going = false;
  if (holds && !steps) hold();
});

function goBack() {
  if (element('ask').open) leaveDialog();
  else if (!element('trouble').open) events.push(['back', '']);
}

// A link may be damaged; the game says so.
const isLink = (hash) => /^#m|[\w-]{20}/i.test(hash);

function takeLink(hash) {
  if (!isLink(hash)) return false;
  events.push(['match', hash]);
  if (!guest) steps += 1;
  rewrite({ flipside: steps });
  return true;
}
if (isLink(opened)) events.push(['match', opened]);
addEventListener('hashchange', () => takeLink(location.hash));

// -- the start: start.js gets everything here ------------------------------------------------------------------------------------------

early.dressed.then(async () => {
  early.end();
  document.querySelector('main').hidden = false;
  const seen = shelfOfPage.show().catch(() => {});
  const canvas = element('canvas');
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  for (const kind of ['gesturestart', 'dblclick']) canvas.addEventListener(kind, (event) => event.preventDefault());
  // From the first key on the game shows itself what is chosen; until then a frame tells that the keys go to it.
  canvas.addEventListener('focus', () => canvas.classList.toggle('reached', canvas.matches(':focus-visible')));
  for (const kind of ['keydown', 'pointerdown', 'blur']) canvas.addEventListener(kind, () => canvas.classList.remove('reached'), true);
  showProgress(0, 0);
  watch();
  if (runs()) await start(seen).catch(cannotGoOn);
  else cannotGoOn(new Error('no WebAssembly, or no functions made of texts'));
});
