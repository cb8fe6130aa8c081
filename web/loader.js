// What the page's address and the browser's own ways mean here: links, keys, sound, the back button. It must run before anything of
// the runtime; start.js gets everything here and starts Python.
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

// The heap profiler that Chromium runs in some visitors' tabs walks off the end of a switched stack, and the tab dies while Python starts.
// The game never suspends Python, so the runtime does as in browsers that cannot switch stacks.
delete globalThis.WebAssembly?.Suspending;

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
  const canvas = element('canvas');
  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  for (const kind of ['gesturestart', 'dblclick']) canvas.addEventListener(kind, (event) => event.preventDefault());
  // From the first key on the game shows itself what is chosen; until then a frame tells that the keys go to it.
  canvas.addEventListener('focus', () => canvas.classList.toggle('reached', canvas.matches(':focus-visible')));
  for (const kind of ['keydown', 'pointerdown', 'blur']) canvas.addEventListener(kind, () => canvas.classList.remove('reached'), true);
  holdBack();
  showProgress(0, 0);
  watch();
  await start(seen).catch(cannotGoOn);
}, { once: true });
