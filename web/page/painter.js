// Paints parts of the picture on a canvas: in the page, or in a worker that owns the canvas.
'use strict';

// Returns a function that paints parts, each as [left, top, width, height], on a canvas of the given size. `buffer` holds their pixels, one
// part after the other. With `hold` they are painted only at the next call. The function returns the buffers that may be filled again.
// `restore` is called after the browser has lost the canvas.
function painter(canvas, restore) {
  const OPAQUE = 0xff << 24;
  const context = canvas.getContext('2d');
  const held = [];
  canvas.addEventListener('contextrestored', restore);
  return (width, height, buffer, parts, hold) => {
    held.push([buffer, parts]);
    if (hold) return [];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    return held.splice(0).map(([pixels, places]) => {
      let start = 0;
      for (const [left, top, wide, high] of places) {
        const part = new Int32Array(pixels, start, wide * high);
        // SDL sets the alpha byte to 0, which would be transparent.
        for (let at = 0; at < part.length; at += 1) part[at] |= OPAQUE;
        context.putImageData(new ImageData(new Uint8ClampedArray(pixels, start, part.byteLength), wide), left, top);
        start += part.byteLength;
      }
      return pixels;
    });
  };
}

if (!globalThis.document) {
  let paint = null;
  globalThis.onmessage = ({ data: { canvas, width, height, buffer, parts, hold } }) => {
    if (canvas) {
      paint = painter(canvas, () => postMessage('forgotten'));
      requestAnimationFrame(() => postMessage('seen'));
    }
    const free = paint(width, height, buffer, parts, hold);
    postMessage(free, free);
  };
  postMessage('ready');
}
