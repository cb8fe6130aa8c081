// The picture on the page, a card over SDL's canvas, which hears the touches. The game draws into memory and names the places that have
// changed; the card gets those.
'use strict';

const picture = (() => {
  const OPAQUE = 0xff << 24;

  let memory = null;  // Python's
  let compiling = 0;
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const made = globalThis.WebAssembly?.[name];
    if (made) WebAssembly[name] = async (source, imports, ...more) => {
      compiling += 1;
      const found = await made.call(WebAssembly, source, imports, ...more).finally(() => { compiling -= 1; });
      const offered = [(found.instance ?? found).exports ?? {}, ...Object.values(imports ?? {})];
      memory ??= offered.flatMap((some) => Object.values(some)).find((one) => one instanceof WebAssembly.Memory) ?? null;
      return found;
    };
  }

  const card = document.querySelector('#picture > canvas');
  let context = null;
  let shown = null;  // the surface that the card shows: address, bytes of a row, width and height
  let side = '';  // of the card while it turns: 'old' or 'new'
  let held = [];  // places of the new scene, while the old one is still seen

  // Chromium shows the pixels of a canvas that is off the document sooner: a page has nothing to paint for them. Safari and Firefox
  // are reported to leave such a canvas empty, or to let it flicker.
  function contextOf(width, height) {
    if (!context) {
      const canvas = navigator.userAgentData ? card.transferControlToOffscreen() : card;
      canvas.addEventListener('contextrestored', restore);
      context = canvas.getContext('2d');
    }
    if (context.canvas.width !== width || context.canvas.height !== height) Object.assign(context.canvas, { width, height });
    return context;
  }

  function put([address, pitch, width, height], places) {
    // SDL leaves the fourth byte of a pixel at 0, which would be clear here.
    const pixels = new Int32Array(memory.buffer, address, (pitch / 4) * height);
    const image = new ImageData(new Uint8ClampedArray(memory.buffer, address, pitch * height), pitch / 4, height);
    const on = contextOf(width, height);
    for (const [left, top, wide, high] of places) {
      for (let start = top * pitch / 4 + left; start < (top + high) * pitch / 4; start += pitch / 4) {
        for (let at = start; at < start + wide; at += 1) pixels[at] |= OPAQUE;
      }
      on.putImageData(image, 0, 0, left, top, wide, high);
    }
  }

  // What the browser has forgotten is there again.
  function restore() {
    if (shown) put(shown, [[0, 0, shown[2], shown[3]]]);
  }
  document.addEventListener('visibilitychange', () => { if (!document.hidden) restore(); });

  return {
    restore,

    get context() { return context; },

    ready: () => memory !== null,

    // Whether the browser is at work at some WebAssembly, which another thread may do.
    compiling: () => compiling > 0,

    // The surface is another one.
    forget() {
      shown = null;
      held = [];
    },

    // Put these places of a surface, as [left, top, width, height], on the card; once it has turned away from the old scene, if that is seen.
    show(surface, places) {
      card.parentElement.hidden = false;
      shown = surface;
      if (side === 'old') held.push(...places);
      else put(surface, places);
    },

    // Show this side of the card, 'old' or 'new', at a share of its width and brightness; '' is the new one at rest.
    turn(seen, width, light) {
      side = seen;
      if (side !== 'old' && held.length) put(shown, held.splice(0));
      // Less of it over a dark ground is darker, and much sooner shown than a filter.
      Object.assign(card.style, { transform: side && `scaleX(${width})`, opacity: side && light });
    },
  };
})();
