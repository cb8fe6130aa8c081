// Handles links, keys, sound and the back button. It must run before the runtime; start.js fetches all files and starts Python.
'use strict';

// The query: shortcuts, and matches from other programs.
const query = new URLSearchParams(location.search);
// A crafted link must not control the runtime, which reads the query and the fragment, so both are removed from the address. A match in
// them is passed only to the game. A reload does not open it again.
const initialHash = location.hash;
const rewrite = (state) => { try { history.replaceState(state, '', location.pathname); } catch { /* nor does the runtime read it then */ } };
rewrite(history.state);

// The runtime's settings, under the names that it expects.
var config = {
  _sdl2: 'canvas', user_canvas: 1, user_canvas_managed: 1, ume_block: 0, can_close: 1, autorun: 0, gui_divider: 1, gui_debug: 1,
  xtermjs: '0', archive: 'flipside', PYBUILD: '3.12',
};

// Chromium's heap profiler, active in some visitors' tabs, reads past the end of a switched stack, and the tab crashes while Python starts.
// The game never suspends Python, so stack switching is disabled, as in browsers without it.
delete globalThis.WebAssembly?.Suspending;

// -- keys: keys of the browser and keys typed into fields of the page do not reach the game --------------------------------------------

const BROWSER_KEYS = ['Tab', 'F5', 'F11', 'F12'];
const keysTypedIntoPage = new Set();  // keys that were pressed in a field of the page and are still down: they must not act in the game
for (const kind of ['keydown', 'keyup', 'keypress']) addEventListener(kind, (event) => {
  const typed = document.querySelector('dialog[open]') || (event.target instanceof Element && event.target.matches('input, textarea, button'));
  if (kind === 'keydown' && !event.repeat) if (typed) keysTypedIntoPage.add(event.code); else keysTypedIntoPage.delete(event.code);
  const altGr = event.getModifierState?.('AltGraph');  // it types letters, and may report Ctrl as pressed
  if (typed || keysTypedIntoPage.has(event.code) || altGr || event.ctrlKey || event.metaKey || BROWSER_KEYS.includes(event.key)) event.stopImmediatePropagation();
  if (kind === 'keyup') keysTypedIntoPage.delete(event.code);
}, true);

// -- sound: browsers allow it only after a touch, and suspend it now and then ----------------------------------------------------------

// Without an audio device SDL requests sound ninety times a second. Every request stays open, and when the page closes, Firefox rejects
// each with a message, which takes long. So only one request is open at a time.
const pendingResumes = new WeakSet();
const resume = globalThis.AudioContext?.prototype.resume;
if (resume) AudioContext.prototype.resume = async function () {
  if (pendingResumes.has(this)) return;
  pendingResumes.add(this);
  await resume.call(this).catch(() => {});
  pendingResumes.delete(this);
};

const audioContext = () => globalThis.Module?.SDL2?.audioContext;
function resumeAudio() {
  if (!audioContext() || ['running', 'closed'].includes(audioContext().state)) return;
  pendingResumes.delete(audioContext());  // some browsers require a new request during a touch
  audioContext().resume().catch(() => {});
}
for (const kind of ['pointerup', 'touchend', 'keydown', 'pageshow']) addEventListener(kind, resumeAudio, true);
document.addEventListener('visibilitychange', () => { resumeAudio(); keepAwake(); });

// Even silent audio needs half of the energy of an idle page. So it is suspended until the page is active again.
const SUSPEND_AFTER_RESTS = 12, ACTIVE_WITHOUT_REST = 600;  // milliseconds without an idle frame after which the page counts as active
let rests = 0;
let activityTimer = 0;
function noteRest() {
  clearTimeout(activityTimer);
  activityTimer = setTimeout(stir, ACTIVE_WITHOUT_REST);
  rests += 1;
  if (rests === SUSPEND_AFTER_RESTS && audioContext()?.state === 'running') audioContext().suspend().catch(() => {});
}
function stir() {
  if (rests >= SUSPEND_AFTER_RESTS) resumeAudio();
  rests = 0;
}
// A page in the back-forward cache keeps its audio, which the browser suspends.
addEventListener('pagehide', (event) => { if (!event.persisted) audioContext()?.close().catch(() => {}); });

// SDL calls preventDefault on all events, and a browser logs a warning for those that cannot be cancelled.
for (const kind of ['touchstart', 'touchmove', 'touchend', 'touchcancel', 'wheel']) addEventListener(kind, (event) => {
  if (!event.cancelable) event.preventDefault = () => {};
}, { capture: true, passive: true });

let wakeLock = null;
let wantsWakeLock = false;
let lockQueue = Promise.resolve();  // sequential, as two simultaneous requests would give two locks
function keepAwake() {
  lockQueue = lockQueue.then(async () => {
    if (wantsWakeLock && !document.hidden && !wakeLock && allowed('screen-wake-lock')) {
      wakeLock = await navigator.wakeLock?.request('screen');
      wakeLock?.addEventListener('release', () => { wakeLock = null; });
    } else if (!wantsWakeLock && wakeLock) await wakeLock.release();
  }).catch(() => { wakeLock = null; });
}

// Makes the game read the state of the page again.
addEventListener('resize', () => events.push(['size', '']));
for (const preference of Object.values(MEDIA_PREFERENCES)) matchMedia(preference).addEventListener?.('change', () => events.push(['size', '']));

// Tells the game about saves of another tab, which it must not overwrite.
addEventListener('storage', (event) => {
  if (event.key?.startsWith(KEY)) events.push(['stored', event.key.slice(KEY.length)]);
});

// Handles the query: shortcuts choose something on the shelf, and other programs pass matches. Everything else is ignored.
function openFromQuery(parameters) {
  if (['continue', 'daily'].includes(parameters.get('open'))) events.push(['chosen', parameters.get('open')]);
  if (parameters.get('match')) events.push(['match', parameters.get('match')]);
  if (parameters.has('shared')) giveShared();
}
openFromQuery(query);
globalThis.launchQueue?.setConsumer((launched) => {
  giveOpened(launched.files ?? []);
  if (started && launched.targetURL) openFromQuery(new URL(launched.targetURL).searchParams);  // the page was open already
});

// Android's back button closes what is open in the game, or a dialog of the page, instead of leaving the page. For this, the history has an
// additional entry while something is open. There is none on the shelf, and none in an embedded page, which shares the history with its
// site.
const isEmbedded = tryGet(() => top.location.origin) !== location.origin;
let steps = history.state?.flipside ?? 0;  // our additional entries in the history; they survive a reload
const backNeeds = { game: false, dialog: false };
let holdsBack = false;
let goingBack = false;  // whether our own code is navigating back

function addStep() {
  steps += 1;
  history.pushState({ flipside: steps }, '', location.pathname);
}

function holdBack(source, on) {
  backNeeds[source] = on;
  const needed = backNeeds.game || backNeeds.dialog;
  if (needed === holdsBack || isEmbedded) return;
  holdsBack = needed;
  if (holdsBack && !steps) addStep();
  else if (!holdsBack) removeSteps();
}

function removeSteps() {
  goingBack = steps > 0;
  if (goingBack) history.go(-steps);
}
removeSteps();

addEventListener('popstate', ({ state }) => {
  if (takeLink(location.hash)) return;
  const before = steps;
  steps = state?.flipside ?? 0;
  if (holdsBack && !goingBack && steps < before) goBack();
  goingBack = false;
  if (holdsBack && !steps) addStep();
});

function goBack() {
  if (element('ask').open) leaveDialog();
  else if (!element('trouble').open) events.push(['back', '']);
}

// A link may be damaged; the game reports that.
const isLink = (hash) => /^#m|[\w-]{20}/i.test(hash);

function takeLink(hash) {
  if (!isLink(hash)) return false;
  events.push(['match', hash]);
  if (!isEmbedded) steps += 1;
  rewrite({ flipside: steps });
  return true;
}
if (isLink(initialHash)) events.push(['match', initialHash]);
addEventListener('hashchange', () => takeLink(location.hash));

// -- the start -------------------------------------------------------------------------------------------------------------------------

early.styleLoaded.then(async () => {
  early.end();
  document.querySelector('main').hidden = false;
  const seen = shelfOfPage.show().catch(() => {});
  const canvas = element('canvas');
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  for (const kind of ['gesturestart', 'dblclick']) canvas.addEventListener(kind, (event) => event.preventDefault());
  // The game shows its own focus from the first key on; until then a frame shows that the canvas has the focus.
  canvas.addEventListener('focus', () => canvas.classList.toggle('reached', canvas.matches(':focus-visible')));
  for (const kind of ['keydown', 'pointerdown', 'blur']) canvas.addEventListener(kind, () => canvas.classList.remove('reached'), true);
  showProgress(0, 0);
  watchActivity();
  if (hasWebAssembly()) await start(seen).catch(cannotGoOn);
  else cannotGoOn(new Error('no WebAssembly, or no functions made of texts'));
});
