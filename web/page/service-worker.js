// Caches the page, the game and the runtime for use without a network. The build inserts the version and the names of the caches;
// precache.json of the same version lists their files.
'use strict';

const VERSION = 'FLIPSIDE_VERSION';
const CACHES = FLIPSIDE_CACHES;
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

// The first worker becomes active at once, and the page fetches all files with a progress bar. The same is true of a worker that is
// installed before all files were cached. A later worker fetches the changed files itself and waits for the player's consent.
self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    if (self.registration.active && await complete()) await cacheAll();
    else await self.skipWaiting();
  })());
});

// Returns whether an older version is cached completely; its precache.json is cached last.
async function complete() {
  for (const name of await caches.keys()) {
    const older = name.startsWith('flipside-app-') && name !== CACHES.app;
    if (older && await (await caches.open(name)).match('precache.json')) return true;
  }
  return false;
}

self.addEventListener('message', (event) => {
  const answers = { 'take over': takeOver, 'which version': servedVersion };
  event.waitUntil(answers[event.data]().then((answer) => event.ports[0]?.postMessage(answer)));
});

// A browser may keep the older worker for minutes, as Chromium does during requests. So the older worker's caches are deleted, and it then
// serves files of this version. Whichever worker answers, the reloaded page is of this version.
async function takeOver() {
  self.skipWaiting();
  await dropOlder();
  return 'taken';
}

async function dropOlder() {
  const mine = Object.values(CACHES);
  for (const name of await caches.keys())
    if (name.startsWith('flipside-') && !mine.includes(name)) await caches.delete(name);
}

// Returns the version of the files that this worker serves.
async function servedVersion() {
  const list = !(await caches.has(CACHES.app)) && await caches.match('precache.json');
  return list ? (await list.json()).version : VERSION;
}

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOlder().then(() => self.clients.claim()));
});

async function cacheAll() {
  const response = await fetch('precache.json', { cache: 'no-store' });
  const list = await response.json();
  if (list.version !== VERSION) throw new Error('the site is being changed just now');
  for (const file of list.files) {
    if (file.group.startsWith('strength/')) continue;
    const cache = await caches.open(CACHES[file.group]);
    if (await cache.match(file.url)) continue;
    const olderCopy = file.sha256 && await caches.match(file.url);
    const response = olderCopy && await same(olderCopy, file) ? olderCopy : await fetch(file.url, { cache: 'no-store' });
    if (!response.ok) throw new Error(`${file.url}: ${response.status}`);
    if (file.sha256 && !(await same(response, file))) throw new Error(`${file.url}: damaged`);
    await cache.put(file.url, response);
  }
}

async function same(response, file) {
  return hex(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer())) === file.sha256;
}

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'POST' && event.request.mode === 'navigate') event.respondWith(takeShared(event.request));
  if (event.request.method !== 'GET') return;
  const url = new URL(event.request.url);
  url.pathname = url.pathname.replace(/\/{2,}/g, '/');  // the runtime asks for wheels with a double slash
  url.search = '';
  url.hash = '';
  if (event.request.mode === 'navigate') url.pathname = url.pathname.replace(/index\.html$/, '');
  event.respondWith(fromCache(url.href, event.request));
});

// Other programs share texts and files as a form, which static hosts reject. They are cached until the page reads them.
async function takeShared(request) {
  try {
    const form = await request.formData();
    const cache = await caches.open('shared-with-flipside');
    const files = form.getAll('files').filter((file) => file instanceof File && file.size);
    const text = form.get('match') || form.get('url');
    if (text && !files.length) files.push(new File([text], 'text'));
    for (const [number, file] of files.slice(0, 100).entries())
      await cache.put(`shared/${number}/${encodeURIComponent(file.name)}`, new Response(file));
  } catch { /* the page reports that nothing could be read */ }
  return Response.redirect('./?shared', 303);
}

async function fromCache(url, request) {
  for (const name of Object.values(CACHES)) {
    const match = await caches.match(url, { cacheName: name });
    if (match) return match;
  }
  return await caches.match(url) ?? fetch(request);
}
