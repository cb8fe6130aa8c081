// The picture on the page, a card over SDL's canvas, which hears the touches. The game draws into memory and names the places that have
// changed; the card gets those.
'use strict';

const picture = (() => {
  let memory = null;  // Python's
  const compiling = new Set();  // addresses of what the browser makes of WebAssembly just now, or bytes
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const made = globalThis.WebAssembly?.[name];
    if (made) WebAssembly[name] = async (source, imports, ...more) => {
      const given = await source;
      const what = given.url || given;
      compiling.add(what);
      const found = await made.call(WebAssembly, given, imports, ...more).finally(() => { compiling.delete(what); });
      const offered = [(found.instance ?? found).exports ?? {}, ...Object.values(imports ?? {})];
      memory ??= offered.flatMap((some) => Object.values(some)).find((one) => one instanceof WebAssembly.Memory) ?? null;
      return found;
    };
  }

  const card = document.querySelector('#picture > canvas');
  let paint = null;
  let shown = null;  // the surface that the card shows: address, bytes of a row, width and height
  let side = '';  // of the card while it turns: 'old' or 'new'

  // In Chromium a worker paints, so that this thread neither paints nor copies what the card shows. Safari and Firefox are reported to
  // leave such a canvas empty, or to let it flicker.
  const worker = navigator.userAgentData && had(() => new Worker('painter.js'));
  const SLOW = 1000;  // milliseconds after which nobody waits for the first picture any longer
  let workerHere = false;
  let seen = Promise.resolve();
  let told = null;
  worker?.addEventListener('error', (event) => event.preventDefault());  // the page paints itself then
  worker?.addEventListener('message', ({ data }) => {
    workerHere = true;
    if (data === 'forgotten') restore();
    if (data === 'seen') told();
    if (Array.isArray(data)) release(data);
  });

  function workerPainter() {
    let canvas = card.transferControlToOffscreen();
    seen = Promise.race([new Promise((resolve) => { told = resolve; }), later(SLOW)]);
    return (width, height, buffer, parts, hold) => {
      worker.postMessage({ canvas, width, height, buffer, parts, hold }, canvas ? [canvas, buffer] : [buffer]);
      canvas = null;
      return [];
    };
  }

  const MAX_FREE = 2;  // one is filled while the worker paints the other
  let free = [];  // buffers to fill again: fresh memory takes four times as long to fill

  function release(buffers) {
    free = [...free, ...buffers].slice(-MAX_FREE);
  }

  function put([address, pitch, width, height], places) {
    const pixels = new Int32Array(memory.buffer, address, (pitch / 4) * height);
    const bytes = 4 * places.reduce((sum, [, , wide, high]) => sum + wide * high, 0);
    const fits = free.findIndex((one) => one.byteLength >= bytes);
    const buffer = fits < 0 ? new ArrayBuffer(Math.max(bytes, 4 * width * height)) : free.splice(fits, 1)[0];
    const copied = new Int32Array(buffer);
    let end = 0;
    for (const [left, top, wide, high] of places) {
      for (let row = top; row < top + high; row += 1, end += wide) {
        const start = row * (pitch / 4) + left;
        copied.set(pixels.subarray(start, start + wide), end);
      }
    }
    paint ??= workerHere ? workerPainter() : painter(card, restore);
    release(paint(width, height, buffer, places, side === 'old'));
  }

  // What the browser has forgotten is there again.
  function restore() {
    if (shown) put(shown, [[0, 0, shown[2], shown[3]]]);
  }
  document.addEventListener('visibilitychange', () => { if (!document.hidden) restore(); });

  return {
    restore,

    ready: () => memory !== null,

    // A promise: when the picture that was shown first is seen.
    get seen() { return seen; },

    // Whether the browser is at work at some WebAssembly that is all here, which another thread may do.
    compiling: () => [...compiling].some((what) => typeof what !== 'string' || performance.getEntriesByName(what).length),

    // The surface is another one.
    forget() { shown = null; },

    // Put these places of a surface, as [left, top, width, height], on the card; once it has turned away from the old scene, if that is seen.
    show(surface, places) {
      card.parentElement.hidden = false;
      shown = surface;
      put(surface, places);
    },

    // Show this side of the card, 'old' or 'new', at a share of its width and brightness; '' is the new one at rest.
    turn(seen, width, light) {
      const last = side;
      side = seen;
      if (last === 'old' && side !== 'old' && shown) put(shown, []);
      // Less of it over a dark ground is darker, and much sooner shown than a filter.
      Object.assign(card.style, { transform: side && `scaleX(${width})`, opacity: side && light });
    },
  };
})();
