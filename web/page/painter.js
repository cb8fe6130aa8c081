// Paints parts of the picture on a canvas: in the page, or in a worker that owns the canvas.
'use strict';

// Returns a function that paints parts, each as [left, top, width, pixels], on a canvas of the given size; with `hold` it keeps them until
// the next call. `restore` is called after the browser has lost the canvas.
function painter(canvas, restore) {
  const OPAQUE = 0xff << 24;
  const context = canvas.getContext('2d');
  const held = [];
  canvas.addEventListener('contextrestored', restore);
  return (width, height, parts, hold) => {
    held.push(...parts);
    if (hold) return;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    for (const [left, top, wide, pixels] of held.splice(0)) {
      // SDL sets the alpha byte to 0, which would be transparent.
      for (let at = 0; at < pixels.length; at += 1) pixels[at] |= OPAQUE;
      context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), wide), left, top);
    }
  };
}

if (!globalThis.document) {
  let paint = null;
  globalThis.onmessage = ({ data: { canvas, width, height, parts, hold } }) => {
    if (canvas) {
      paint = painter(canvas, () => postMessage('forgotten'));
      requestAnimationFrame(() => postMessage('seen'));
    }
    paint(width, height, parts, hold);
  };
  postMessage('ready');
}
