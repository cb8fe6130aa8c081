// Files given to the page: dropped, picked, shared, or opened with it. The game gets their bytes and decodes them.
'use strict';

const LARGEST_FILE = 8000000;  // bytes
const LARGEST_ACT = 3 * LARGEST_FILE;  // bytes of all files that are given together
const MOST_FILES = 100;
const SHARED = 'shared-with-flipside';  // the cache in which the service worker puts what other programs share

let askedFor = null;  // takes files for the dialog that asks for some

function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  let letters = '';
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters);
}

// A line with a data URL for each file; of one that cannot be read, or is too large, its name alone.
async function written(files) {
  const lines = [];
  let left = LARGEST_ACT;
  for (const file of [...files].slice(0, MOST_FILES)) {
    let line = `data:;name=${encodeURIComponent(file.name.toWellFormed?.() ?? file.name)}`;
    try {
      if (file.size <= Math.min(LARGEST_FILE, left)) {
        line += `;base64,${base64(await file.arrayBuffer())}`;
        left -= file.size;
      }
    } catch { /* a folder, or a file that is gone */ }
    lines.push(line);
  }
  return lines.join('\n');
}

async function give(files) {
  if (!files.length) return;
  if (askedFor) return askedFor(files);
  events.push(['match', await written(files)]);
  tellKept();
}

function giveText(text) {
  events.push(['match', text.slice(0, LARGEST_FILE + 1)]);
  tellKept();
}

// It waits in the page until the game is there.
function tellKept() {
  if (!started && !failed) element('chosen').textContent = words.kept;
}

const unread = (name) => ({ name, size: Infinity });

async function giveOpened(handles) {
  await give(await Promise.all(handles.map((handle) => handle.getFile().catch(() => unread(handle.name)))));
}

async function giveShared() {
  const files = [];
  try {
    const cache = await caches.open(SHARED);
    for (const request of await cache.keys()) {
      const name = decodeURIComponent(new URL(request.url).pathname.split('/').pop());
      files.push(new File([await (await cache.match(request)).blob()], name));
      await cache.delete(request);
    }
  } catch { /* it is told below */ }
  await give(files.length ? files : [unread('')]);
}

// -- what is dropped: a browser would leave the page and show it instead ----------------------------------------------------------------

const intoField = (event) => !event.dataTransfer.types.includes('Files') && event.target.closest?.('input, textarea');

addEventListener('dragover', (event) => {
  if (intoField(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
}, true);

addEventListener('drop', (event) => {
  if (intoField(event)) return;
  event.preventDefault();
  const { files } = event.dataTransfer;
  const text = event.dataTransfer.getData('text');
  if (files.length) give([...files]);
  else if (text) giveText(text);
}, true);
