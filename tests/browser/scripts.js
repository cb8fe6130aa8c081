// Scripts that tests run in the page; each begins with a line that names it.

// walk
(() => {
  const service = Cc['@mozilla.org/accessibilityService;1'].getService(Ci.nsIAccessibilityService);
  const heard = (node) => {
    const [low, high, states] = [{}, {}, {}];
    node.getState(low, high);
    for (const state of service.getStringStates(low.value, high.value)) states[state] = 'True';
    for (const { key, value } of node.attributes.enumerate())
      if (key === 'live' || key === 'pressed') states[key] = value;
    const children = [];
    for (let child = node.firstChild; child; child = child.nextSibling) children.push(heard(child));
    return { role: service.getStringRole(node.role), name: node.name || '', states, children };
  };
  const page = service.getAccessibleFor(gBrowser.selectedBrowser)?.firstChild;
  return JSON.stringify(page ? heard(page) : null);
})()

// outcome
() => {
  const seen = (id) => document.getElementById(id)?.checkVisibility();
  if (seen('early')) return element('#early p').textContent;
  if (seen('retry')) return element('#loading-words').textContent;
  return globalThis.flipside && element('#loading').hidden ? 'game' : '';
  function element(found) { return document.querySelector(found); }
}

// refused
const refused = () => Promise.reject(new DOMException('denied', 'SecurityError'));
for (const name of ['keys', 'open', 'match', 'has']) CacheStorage.prototype[name] = refused;

// full
let room = 3;  // files
const { put } = Cache.prototype;
Cache.prototype.put = function (...given) {
  room -= 1;
  if (room >= 0) return put.apply(this, given);
  return Promise.reject(new DOMException('full', 'QuotaExceededError'));
};

// hide
{ // A driven browser holds every tab for visible, also behind another one: so the page is told.
  let hidden = false;
  const frame = requestAnimationFrame.bind(globalThis), held = [];
  globalThis.requestAnimationFrame = (step) => frame((time) => {
    if (hidden) held.push(step); else step(time);
  });
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { get: () => hidden ? 'hidden' : 'visible' });
  globalThis.hide = (on) => {
    hidden = on;
    document.dispatchEvent(new Event('visibilitychange'));
    if (!on) held.splice(0).forEach((step) => frame(step));
  };
}
globalThis.drawn = 0;
globalThis.last = 0;  // after that many pictures the page is hidden
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (...given) {
  drawn += 1;
  if (drawn === last) queueMicrotask(() => hide(true));
  postMessage.apply(this, given);
};
addEventListener('pagehide', () => sessionStorage.setItem('left',
  localStorage.getItem(Object.keys(localStorage).find(
    (name) => name.startsWith('flipside/match-othello-'))) || ''));

// locks
globalThis.locks = [];
globalThis.lock = null;
Object.defineProperty(navigator, 'wakeLock', { value: { async request(kind) {
  locks.push(`request ${kind}`);
  const made = new EventTarget();
  made.release = async () => { locks.push('release'); made.dispatchEvent(new Event('release')); };
  globalThis.lock = made;
  return made;
} } });

// persist
globalThis.asked = 0;
navigator.storage.persist = async () => { globalThis.asked += 1; return true; };

// sound
() => {
  globalThis.resumed = 0;
  globalThis.audio = {
    state: 'suspended',
    async resume() { resumed += 1; audio.state = 'running'; },
  };
  Module.SDL2 = { ...Module.SDL2, audioContext: audio };
}

// paste
(text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
  return element('ask-text').dispatchEvent(event);
}

// gamepad
() => {
  globalThis.pad = { id: 'Made up', index: 0, connected: true, mapping: 'standard', timestamp: 1,
    axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) };
  navigator.getGamepads = () => [pad];
  dispatchEvent(Object.assign(new Event('gamepadconnected'), { gamepad: pad }));
  globalThis.hold = (button, down) => {
    pad.buttons[button] = { pressed: down, value: Number(down) };
    pad.timestamp += 1;
  };
}

// pressed
([where, more]) => {
  const target = document.querySelector(where);
  const reached = [];
  const listen = (event) => reached.push(event.key);
  target.addEventListener('keydown', listen);
  const event = new KeyboardEvent('keydown',
    { key: 'z', code: 'KeyZ', keyCode: 90, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  target.removeEventListener('keydown', listen);
  return [reached.length > 0, event.defaultPrevented];
}

// in worker
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (...given) {
    globalThis.painting = this;
    postMessage.apply(this, given);
  };

// stale
() => {
  const context = element('picture').firstElementChild.getContext('2d');
  const { width, height } = context.canvas;
  const read = () => new Int32Array(context.getImageData(0, 0, width, height).data.buffer);
  const shown = read();
  picture.restore();
  const drawn = read();
  let stale = 0, sum = 0;
  for (let at = 0; at < drawn.length; at += 1) {
    stale += shown[at] !== drawn[at];
    sum = (sum * 31 + drawn[at]) | 0;
  }
  return [stale, sum];
}

// loaded
(game) => python.pyodide.runPython(`
from flipside.rules.catalogue import BY_KEY
from flipside.rules.engine import data_files
not data_files.missing(BY_KEY["${game}"], "level2")
`)

// rotated
() => {
  globalThis.rotated = new Promise((done) => addEventListener('resize', () => {
    let frames = 0;
    const look = () => {
      const { width, height } = element('canvas');
      frames += 1;
      if ((width > height) === (innerWidth > innerHeight)) done(frames);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { once: true }));
}

// count
() => {
  globalThis.lulls = [];
  globalThis.asked = 0;
  const { rest } = flipside;
  const request = requestAnimationFrame;
  flipside.rest = (milliseconds) => { lulls.push([milliseconds, asked]); rest(milliseconds); };
  globalThis.requestAnimationFrame = (frame) => { asked += 1; return request(frame); };
}

// stand
(() => {
  const stand = () => {
    const button = document.querySelector("#shelf button[data-name='play switch']");
    button?.focus();
    if (!button || document.activeElement !== button) requestAnimationFrame(stand);
  };
  addEventListener('DOMContentLoaded', stand);
})()

// fill
(() => {
  let piece = 'x'.repeat(1 << 20);
  for (let number = 0; piece.length; number += 1) {
    try { localStorage.setItem('full' + number, piece); }
    catch { piece = piece.slice(0, piece.length >> 1); }
  }
})()

// titles
globalThis.titles = [];
new MutationObserver(() => { if (document.title) titles.push(document.title); })
  .observe(document, { subtree: true, childList: true, characterData: true });

// readout
(signs) => {
  const part = (key, kind, within, sign) => [key, kind, 'a1', within, '', 0, sign, '', ''];
  const fields = signs.map((sign) => part(sign, 'field', 'row', sign));
  const parts = [part('board', 'grid', '', ''), part('row', 'row', 'board', ''), ...fields];
  const order = parts.map(([key]) => key);
  const told = { scene: 9, dialog: false, language: 'en', look: 'large light', parts, order };
  readout.show(JSON.stringify(told));
}

// dress
(sign) => {
  const look = getComputedStyle(document.querySelector(`[data-key="${sign}"] > button`));
  return [look.forcedColorAdjust, look.boxShadow.includes('inset'), look.backgroundColor];
}

// letters
() => {
  const grid = document.querySelector('#readout [role="grid"]');
  const buttons = [...grid.querySelectorAll('button')];
  const letters = buttons.map((one) => parseFloat(getComputedStyle(one).fontSize));
  return [Math.min(...letters), grid.scrollWidth <= grid.clientWidth];
}

// places
() => Object.fromEntries([...document.querySelectorAll('#shelf button')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.name, [x, y, width, height]];
}))

// loading seen
(() => {
  const { x, y, width, height } = element('loading-words').getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === element('loading-words');
})()

// kept
async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).find((one) => one.url.includes('/kept/'));
    if (kept) return (await (await cache.match(kept)).arrayBuffer()).byteLength;
  }
  return 0;
}

// spoiled
async () => {
  const name = (await caches.keys()).find((one) => one.startsWith('flipside-app-'));
  const cache = await caches.open(name);
  const [request] = (await cache.keys()).filter((one) => one.url.includes('/kept/'));
  const whole = await (await cache.match(request)).arrayBuffer();
  new Uint8Array(whole)[whole.byteLength >> 1] ^= 255;
  await cache.put(request, new Response(whole));
  return whole.byteLength;
}

// library
(spoil) => caches.keys().then(async (names) => {
  const cache = await caches.open(names.find((one) => one.startsWith('flipside-app-')));
  const library = (await cache.keys()).find((one) => one.url.endsWith('main.data'));
  if (library && spoil) await cache.put(library, new Response('no library'));
  return Boolean(library);
})

// look
() => {
  const about = {}, kept = {};
  for (const key of ['languages', 'media preferences', 'takes', 'offline', 'update'])
    about[key] = flipside.about(key);
  for (const name of flipside.names().split('\n'))
    if (name) kept[name] = flipside.stored(name).slice(1);
  return { view: flipside.view(), about, kept };
}

// frames
(count) => new Promise((done) => {
  const next = () => { count -= 1; if (count < 0) done(); else requestAnimationFrame(next); };
  next();
})

// quiet
async () => {
  const fetched = () => performance.getEntriesByType('resource').length;
  const before = fetched();
  await new Promise((resolve) => { setTimeout(resolve, 1000); });
  return fetched() === before;
}

// listen
() => {
  globalThis.heard = [];
  globalThis.listener ??= new MutationObserver((changes) => {
    // A busy page may say two sentences in one frame.
    for (const { addedNodes } of changes) heard.push(...[...addedNodes].map((p) => p.textContent));
  });
  listener.observe(element('live'), { childList: true });
}

// fingers
() => {
  globalThis.down = [];
  const note = ({ touches }) => down.push([...touches].map((one) => one.identifier));
  for (const kind of ['touchstart', 'touchend', 'touchcancel']) addEventListener(kind, note, true);
}

// watch
() => {
  globalThis.frames = [];
  globalThis.taps = [];
  let before = performance.now();
  let moved = true;
  const next = (now) => {
    frames.push([now - before, moved]);
    before = now;
    moved = !globalThis.flipside;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  if (globalThis.flipside) {
    const { show } = flipside;
    flipside.show = (numbers) => { moved = true; show(numbers); };
  }
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) taps.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}
