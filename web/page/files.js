// Files that are dropped on the page, picked, shared, or opened with it. The game gets their bytes and decodes them.
'use strict';

const MAX_FILE_BYTES = 8000000;  // bytes
const MAX_TOTAL_BYTES = 3 * MAX_FILE_BYTES;  // bytes of all files together
const MAX_FILES = 100;
const SHARED = 'shared-with-flipside';  // the cache in which the service worker stores shared files

let takeFiles = null;  // receives files while a dialog asks for some

function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  let letters = '';
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters);
}

// Returns a line with a data URL for each file; only its name if it is too large or cannot be read.
async function dataUrls(files) {
  const lines = [];
  let bytesLeft = MAX_TOTAL_BYTES;
  for (const file of [...files].slice(0, MAX_FILES)) {
    let line = `data:;name=${encodeURIComponent(file.name.toWellFormed?.() ?? file.name)}`;
    try {
      if (file.size <= Math.min(MAX_FILE_BYTES, bytesLeft)) {
        line += `;base64,${base64(await file.arrayBuffer())}`;
        bytesLeft -= file.size;
      }
    } catch { /* a folder, or a file that is gone */ }
    lines.push(line);
  }
  return lines.join('\n');
}

async function giveFiles(files) {
  if (!files.length) return;
  if (takeFiles) return takeFiles(files);
  events.push(['match', await dataUrls(files)]);
  confirmChoice();
}

function giveText(text) {
  events.push(['match', text.slice(0, MAX_FILE_BYTES + 1)]);
  confirmChoice();
}

// Until the game has started, tells the player that the choice is stored.
function confirmChoice() {
  if (!started && !failed) element('chosen').textContent = words.kept;
}

const unread = (name) => ({ name, size: Infinity });

async function giveOpened(handles) {
  await giveFiles(await Promise.all(handles.map((handle) => handle.getFile().catch(() => unread(handle.name)))));
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
  } catch { /* reported below as a file that cannot be read */ }
  await giveFiles(files.length ? files : [unread('')]);
}

// -- dropped files: the browser would leave the page and show them instead -------------------------------------------------------------

const isForField = (event) => !event.dataTransfer.types.includes('Files') && event.target.closest?.('input, textarea');

addEventListener('dragover', (event) => {
  if (isForField(event)) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'copy';
}, true);

addEventListener('drop', (event) => {
  if (isForField(event)) return;
  event.preventDefault();
  const { files } = event.dataTransfer;
  const text = event.dataTransfer.getData('text');
  if (files.length) giveFiles([...files]);
  else if (text) giveText(text);
}, true);
