// The picture on the page. The game draws into memory; from there the canvas gets what differs from what it shows. While something moves
// it has fewer pixels than the screen (game/services/platform/view.py); what rests is drawn once more with all of them, on an overlay over the
// canvas, which is clear wherever the canvas has changed since.
'use strict';

const picture = (() => {
  const TILE = 32;  // pixels; what differs is found in squares of that side
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
  const overlay = () => document.getElementById('overlay');

  let image = null;  // the pixels that the canvas shows
  let cleared = [];  // for each tile of it, whether the overlay over it is clear

  // Which tiles of what is drawn differ from the image, which is the same afterwards. Row by row, for memory is read many times faster so.
  function renewed(drawn, stride) {
    const { width, height } = image;
    const shown = new Int32Array(image.data.buffer);
    const across = Math.ceil(width / TILE);
    const differs = new Uint8Array(across * Math.ceil(height / TILE));
    for (let y = 0; y < height; y += 1) {
      const [from, to, tiles] = [y * stride, y * width, Math.floor(y / TILE) * across];
      for (let x = 0; x < width; x += 1) {
        const pixel = drawn[from + x] | OPAQUE;
        if (shown[to + x] !== pixel) {
          shown[to + x] = pixel;
          differs[tiles + Math.floor(x / TILE)] = 1;
        }
      }
    }
    return differs;
  }

  // The places, as [left, top, right, bottom], that the chosen tiles make up together.
  function joined(chosen) {
    const { width, height } = image;
    const places = [];
    let tile = 0;
    let above = [];
    for (let top = 0; top < height; top += TILE) {
      const bottom = Math.min(top + TILE, height);
      const row = [];
      for (let left = 0; left < width; left += TILE, tile += 1) {
        if (!chosen[tile]) continue;
        const right = Math.min(left + TILE, width);
        if (row.at(-1)?.[2] === left) row.at(-1)[2] = right;
        else row.push([left, top, right, bottom]);
      }
      above = row.map((place) => {
        const upper = above.find((one) => one[0] === place[0] && one[2] === place[2]);
        if (upper) upper[3] = bottom;
        else places.push(place);
        return upper ?? place;
      });
    }
    return places;
  }

  // Show the canvas alone at these places of it.
  function clear(places) {
    const [across, down] = [overlay().width / image.width, overlay().height / image.height];
    for (const [left, top, right, bottom] of places) {
      // A pixel more on every side, for the canvas's pixels run into one another.
      const [x, y] = [Math.floor((left - 1) * across), Math.floor((top - 1) * down)];
      overlay().getContext('2d').clearRect(x, y, Math.ceil((right + 1) * across) - x, Math.ceil((bottom + 1) * down) - y);
    }
  }

  return {
    ready: () => memory !== null,

    // Whether the browser is at work at some WebAssembly, which another thread may do.
    compiling: () => compiling > 0,

    // The canvas is another one, or was emptied.
    forget() { image = null; },

    // Put a surface on the canvas; the places where the overlay was not clear before.
    show(address, pitch, width, height) {
      const context = canvas().getContext('2d');
      if (image?.width !== width || image.height !== height) {
        image = context.createImageData(width, height);
        cleared = [];
      }
      const differs = renewed(new Int32Array(memory.buffer, address, (pitch / 4) * height), pitch / 4);
      const fresh = differs.map((other, tile) => other && !cleared[tile]);
      differs.forEach((other, tile) => { cleared[tile] ||= other; });
      if (differs.includes(1)) context.putImageData(image, 0, 0);
      const places = joined(fresh);
      clear(places);
      return places;
    },

    clear,

    // Put these places of a surface, as [left, top, width, height], on the overlay, all of which is sharp then.
    showHidpi([address, pitch, width, height], places) {
      cleared = [];
      const pane = overlay();
      if (pane.width !== width || pane.height !== height) Object.assign(pane, { width, height });
      const drawn = new Int32Array(memory.buffer, address, (pitch / 4) * height);
      const whole = new ImageData(new Uint8ClampedArray(memory.buffer, address, pitch * height), pitch / 4, height);
      for (const [left, top, wide, high] of places) {
        for (let y = top; y < top + high; y += 1) {
          const start = (y * pitch) / 4 + left;
          for (let at = start; at < start + wide; at += 1) drawn[at] |= OPAQUE;
        }
        pane.getContext('2d').putImageData(whole, 0, 0, left, top, wide, high);
      }
    },
  };
})();

addEventListener('contextrestored', () => picture.forget(), true);
