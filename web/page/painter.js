// Paints parts of the picture on the card: in the page, or in a worker of its own, where the card's pixels live off the document.
'use strict';

// Return what paints parts, each as [left, top, width, pixels], on a canvas, at that size of the canvas; `restore` is called when the
// browser has forgotten them.
function painter(canvas, restore) {
  const OPAQUE = 0xff << 24;
  const context = canvas.getContext('2d');
  canvas.addEventListener('contextrestored', restore);
  return (width, height, parts) => {
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    for (const [left, top, wide, pixels] of parts) {
      // SDL leaves the fourth byte of a pixel at 0, which would be clear here.
      for (let at = 0; at < pixels.length; at += 1) pixels[at] |= OPAQUE;
      context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), wide), left, top);
    }
  };
}

if (!globalThis.document) {
  let paint = null;
  globalThis.onmessage = ({ data: { canvas, width, height, parts } }) => {
    if (canvas) {
      paint = painter(canvas, () => postMessage('forgotten'));
      requestAnimationFrame(() => postMessage('seen'));
    }
    paint(width, height, parts);
  };
  postMessage('ready');
}
