// The picture on the page. The game draws into memory and names the places that have changed; the canvas gets those.
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

  const canvas = () => document.getElementById('canvas');
  let shown = null;  // the surface that the canvas shows: address, bytes of a row, width and height

  // The context of the canvas that is seen while scenes turn, as large as the picture.
  function cardContext() {
    const face = document.querySelector('#turning > canvas');
    const { width, height } = canvas();
    if (face.width !== width || face.height !== height) Object.assign(face, { width, height });
    return face.getContext('2d');
  }

  function imageOf([address, pitch, width, height]) {
    return new ImageData(new Uint8ClampedArray(memory.buffer, address, pitch * height), pitch / 4, height);
  }

  function put(surface, places) {
    // SDL leaves the fourth byte of a pixel at 0, which would be clear here.
    const [address, pitch, width, height] = surface;
    const pixels = new Int32Array(memory.buffer, address, (pitch / 4) * height);
    const image = imageOf(surface);
    const context = canvas().getContext('2d');
    for (const [left, top, wide, high] of places) {
      for (let start = top * pitch / 4 + left; start < (top + high) * pitch / 4; start += pitch / 4) {
        for (let at = start; at < start + wide; at += 1) pixels[at] |= OPAQUE;
      }
      context.putImageData(image, 0, 0, left, top, wide, high);
    }
  }

  return {
    ready: () => memory !== null,

    // Whether the browser is at work at some WebAssembly, which another thread may do.
    compiling: () => compiling > 0,

    // The canvas is another one.
    forget() {
      shown = null;
      cardContext().fillRect(0, 0, 1, 1);  // so that its memory is there before it is needed
    },

    // Put these places of a surface, as [left, top, width, height], on the canvas.
    show(surface, places) {
      shown = surface;
      put(surface, places);
    },

    // Show a copy of the canvas, taken when the `side` changes, at a share of its width and brightness; nothing over the canvas without a side.
    // The canvas itself stays where it is, for SDL finds out by its place what is touched. To copy what it shows from Python's memory takes
    // half as long: a canvas that was drawn on another is copied once more when it changes.
    turn(side, width, light) {
      const card = document.getElementById('turning');
      const face = card.firstElementChild;
      if (side && side !== card.dataset.side) {
        const context = cardContext();
        if (shown) context.putImageData(imageOf(shown), 0, 0);
        else context.drawImage(canvas(), 0, 0);
      }
      card.dataset.side = side;
      card.hidden = !side;
      // Less of it over a dark ground is darker, and much sooner shown than a filter.
      Object.assign(face.style, { transform: `scaleX(${width})`, opacity: light });
    },

    // The browser has emptied the canvas.
    restore() {
      if (shown) put(shown, [[0, 0, shown[2], shown[3]]]);
    },
  };
})();

addEventListener('contextrestored', () => picture.restore(), true);
