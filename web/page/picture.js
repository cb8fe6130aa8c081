// The picture on the page: a canvas (the card) above SDL's canvas, which receives the touches. The game draws into memory and names the
// places that have changed; these are copied to the card.
'use strict';

const picture = (() => {
  let memory = null;  // Python's memory
  const compiling = new Set();  // addresses or bytes of the WebAssembly that the browser is compiling
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
  let shownSurface = null;  // the surface on the card: address, bytes per row, width and height
  let side = '';  // the visible side during a transition: 'old' or 'new'

  // In Chromium a worker paints, so that this thread neither paints nor copies. In Safari and Firefox such a canvas is reported to stay
  // empty or to flicker.
  const worker = navigator.userAgentData && tryGet(() => new Worker('painter.js'));
  const SEEN_TIMEOUT = 1000;  // milliseconds of waiting for the first picture
  let workerReady = false;
  let firstPictureSeen = Promise.resolve();
  let resolveSeen = null;
  worker?.addEventListener('error', (event) => event.preventDefault());  // then the page itself paints
  worker?.addEventListener('message', ({ data }) => {
    workerReady = true;
    if (data === 'forgotten') restore();
    if (data === 'seen') resolveSeen();
    if (Array.isArray(data)) release(data);
  });

  function workerPainter() {
    let canvas = card.transferControlToOffscreen();
    firstPictureSeen = Promise.race([new Promise((resolve) => { resolveSeen = resolve; }), later(SEEN_TIMEOUT)]);
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
    const fits = free.findIndex(({ byteLength }) => byteLength >= bytes);
    const buffer = fits < 0 ? new ArrayBuffer(Math.max(bytes, 4 * width * height)) : free.splice(fits, 1)[0];
    const copied = new Int32Array(buffer);
    let end = 0;
    for (const [left, top, wide, high] of places) {
      for (let row = top; row < top + high; row += 1, end += wide) {
        const start = row * (pitch / 4) + left;
        copied.set(pixels.subarray(start, start + wide), end);
      }
    }
    paint ??= workerReady ? workerPainter() : painter(card, restore);
    release(paint(width, height, buffer, places, side === 'old'));
  }

  // Paints everything again after the browser has lost the canvas.
  function restore() {
    if (shownSurface) put(shownSurface, [[0, 0, shownSurface[2], shownSurface[3]]]);
  }
  document.addEventListener('visibilitychange', () => { if (!document.hidden) restore(); });

  return {
    restore,

    ready: () => memory !== null,

    // Resolves when the first picture is visible.
    get seen() { return firstPictureSeen; },

    // Whether the browser is compiling WebAssembly that is completely loaded, possibly in another thread.
    compiling: () => [...compiling].some((what) => typeof what !== 'string' || performance.getEntriesByName(what).length),

    // Forgets the surface, which is no longer valid.
    forget() { shownSurface = null; },

    // Copies these places of a surface, each as [left, top, width, height], to the card, but not while the card shows the old scene.
    show(surface, places) {
      card.parentElement.hidden = false;
      shownSurface = surface;
      put(surface, places);
    },

    // Shows a side of the card, 'old' or 'new', with this width and brightness, both from 0 to 1; '' is the new side at rest.
    turn(shown, width, light) {
      const last = side;
      side = shown;
      if (last === 'old' && side !== 'old' && shownSurface) put(shownSurface, []);
      // Opacity over a dark background is much faster than a filter.
      Object.assign(card.style, { transform: side && `scaleX(${width})`, opacity: side && light });
    },
  };
})();
