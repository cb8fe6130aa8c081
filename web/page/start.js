// Fetches all files, shows progress, and starts Python as soon as its own files are here; the rest follows.
'use strict';

const TRIES = 3;
const RETRY_DELAY = 30000;  // milliseconds until a file that is loaded after the shelf is requested again
let precache = null;  // the list of this version's files, if they are cached
let storageFull = false;  // whether the cache is full: then all other files come from the network when needed
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function fetchList() {
  const response = await fetch('precache.json', { cache: 'no-cache' });  // a host may allow outdated copies for minutes
  if (!response.ok) throw new Error(`precache.json: ${response.status}`);
  const list = await response.json();
  if (list.index) {  // the wheels' names are in an index outside our control
    const index = await (await fetch(list.index)).json();
    for (const [name, stage] of Object.entries(list.wheels)) {
      const wheel = index[name].replaceAll('<abi>', 'cp312').replaceAll('<api>', 'wasm32_bi_emscripten');
      list.files.push({ url: new URL(wheel, list.index).href, group: 'runtime', stage });
    }
  }
  bundles = list.files.filter((file) => file.url.startsWith('bundle/')).map((file) => new URL(file.url, document.baseURI).href);
  return list;
}

// Returns the file from the cache of another version, if its contents are equal.
async function fromOlderCache(file) {
  if (!file.sha256) return null;
  for (const name of await caches.keys()) {
    const response = name.startsWith('flipside-') && await (await caches.open(name)).match(file.url);
    if (response && hex(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer())) === file.sha256) return response;
  }
  return null;
}

const canDecompress = 'DecompressionStream' in globalThis;
const isGzip = async (blob) => String(new Uint8Array(await blob.slice(0, 2).arrayBuffer())) === '31,139';
const transferSize = (file) => (canDecompress && file.packed) || file.bytes || 0;  // the bytes to be transferred

async function fetchFile(file, attempt, onProgress) {
  const usesGzip = canDecompress && file.packed && attempt === 1;  // otherwise uncompressed, as some hosts may reject such names
  const report = file.packed && !usesGzip ? (bytes) => onProgress(bytes * transferSize(file) / file.bytes) : onProgress;
  // The browser's cache may contain a damaged file.
  const response = await fetch(usesGzip ? `${file.url}.gz` : file.url, { cache: attempt === 1 ? 'no-cache' : 'reload' });
  if (!response.ok) throw new Error(`${file.url}: ${response.status}`);
  const chunks = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    report(value.length);
  }
  let blob = new Blob(chunks);
  // With some hosts the browser has decompressed it already.
  if (usesGzip && await isGzip(blob)) blob = await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  if (file.sha256) {
    const digest = hex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
    if (digest !== file.sha256) throw new Error(`${file.url}: damaged on its way`);
  }
  const type = file.type || response.headers.get('Content-Type') || 'application/octet-stream';
  const headers = { 'Content-Type': type, 'Content-Length': String(blob.size) };
  return new Response(blob, { headers });
}

// Returns the files that are not cached yet.
async function uncached(list, files) {
  const hits = await Promise.all(files.map(async (file) => (await caches.open(list.caches[file.group])).match(file.url)));
  return files.filter((_, number) => !hits[number]);
}

async function cacheFile(list, file, onProgress = () => {}) {
  for (let attempt = 1; !storageFull; attempt += 1) {
    let bytesReceived = 0;
    try {
      const response = await fromOlderCache(file) ?? await fetchFile(file, attempt, (bytes) => { bytesReceived += bytes; onProgress(bytes); });
      const cache = await caches.open(list.caches[file.group]);
      await cache.put(file.url, response).catch((error) => {
        if (error.name !== 'QuotaExceededError' && attempt < TRIES) throw error;  // an update may be deleting the cache
        storageFull = true;
      });
      return;
    } catch (error) {
      onProgress(-bytesReceived);
      if (attempt === TRIES) throw error;
      await later(300 * attempt);
    }
  }
}

let failed = false;  // after a failure no progress is shown

function showStatus(sentence) {
  if (!failed) element('loading-words').textContent = sentence;
}

function showProgress(done, all) {
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  element('progress').value = all ? Math.min(1, done / all) : 0;
  showStatus((all ? words.loading_of : words.loading).replace('{done}', megabytes(done)).replace('{all}', megabytes(all)));
}

// Offers an update if a worker of another version waits. A worker of this version needs no consent: it only waits for the browser.
async function register(listPromise) {
  if (!workers || !globalThis.isSecureContext) return false;
  try {
    await caches.keys();  // some browsers with workers reject this
    const registration = await workers.register('service-worker.js', { updateViaCache: 'none' });
    const offer = (newWorker) => { waiting = newWorker; events.push(['update', '']); };
    const check = async (worker) => {
      if (worker.state !== 'installed') {
        if (waiting === worker) offer(null);  // it became active by itself
      } else if (workers.controller) {
        const isOther = await answerOf(worker, 'which version') !== (await listPromise).version;
        if (isOther && worker.state === 'installed') offer(worker);
      }
    };
    const follow = (worker) => {
      if (!worker) return;
      worker.addEventListener('statechange', () => check(worker));
      check(worker);
    };
    follow(registration.waiting);
    registration.addEventListener('updatefound', () => follow(registration.installing));
    return true;
  } catch { return false; }
}

// Returns whether a worker serves this page. After a forced reload none does, and the page starts from the network.
async function isServed() {
  if (!workers.controller) {
    await Promise.race([
      new Promise((resolve) => { workers.addEventListener('controllerchange', resolve, { once: true }); }),
      later(3000),
    ]);
  }
  return Boolean(workers.controller);
}

// Starts Python as soon as its own files have loaded; the files of the shelf may come later, then all others. Large files are requested
// once `shelfSeen` has resolved.
async function start(shelfSeen) {
  // precache.json is cached after all other files.
  const isComplete = workers?.controller && await caches.match('precache.json').catch(() => null);
  if (isComplete) boot();
  await fetchAll(shelfSeen);
  if (!isComplete) boot();
}

// Resolves when the files for Python have loaded.
async function fetchAll(shelfSeen) {
  const listPromise = fetchList();
  listPromise.catch(() => {});  // its errors are handled below
  const registered = register(listPromise);
  const worker = workers?.controller && await tryGet(() => caches.keys())?.catch(() => null);
  if (!worker && !(await Promise.race([registered, later(WORKER_TIMEOUT)]))) {
    const list = await listPromise;
    shelfReady = true;
    shelf.then(() => fetchRest(list, false));
    return;
  }
  const list = await listPromise;
  const python = await uncached(list, list.files.filter((file) => file.stage === 'python'));
  const game = await uncached(list, list.files.filter((file) => file.stage === 'shelf'));
  const all = [...python, ...game].reduce((sum, file) => sum + transferSize(file), 0);
  let done = 0;
  const onProgress = (bytes) => {
    done += bytes;
    noteActivity();
    if (all) showProgress(done, all);
  };
  precache = list;
  keptGames = (await (await appCache()).keys()).map((request) => request.url).filter((url) => url.includes('/kept/'));
  if (all) await shelfSeen;
  const [hasWorker] = await Promise.all([isServed(), ...python.map((file) => cacheFile(list, file, onProgress))]);
  if (!hasWorker) shelfReady = true;
  // All are requested at once: while Python starts no request can be sent, but responses arrive.
  Promise.all(game.map((file) => cacheFile(list, file, onProgress))).then(() => {
    shelfReady = true;
    if (!element('loading').hidden) setTable();
    return fetchRest(list, hasWorker);
  }).catch(cannotGoOn);
}

const appCache = () => caches.open(precache.caches.app);

// Stores the compiled modules of this version in its cache.
async function keepGame(python, text) {
  if (!precache) return;
  const { body } = await fetch(`data:application/octet-stream;base64,${text}`);
  // Decompressing it here once is faster than decompressing it in Python at each start.
  const content = canDecompress ? body.pipeThrough(new DecompressionStream('deflate')) : body;
  await (await appCache()).put(`kept/${python}`, new Response(content));
}

// Stores Python's library with its byte code under the address of the original file, which has this digest.
async function keepLibrary(sha256, path) {
  const library = globalThis.Module.FS.readFile(path);
  const file = precache?.files.find((candidate) => candidate.sha256 === sha256);
  if (file) await (await appCache()).put(file.url, new Response(library));
}

// Deletes the runtime's files from the cache after a failed start, as the library may be the cause.
async function forgetLibrary() {
  if (started || !precache) return;
  const cache = await appCache();
  for (const file of precache.files) if (file.stage === 'python') await cache.delete(file.url);
}

// Loads everything that the shelf does not need while the player may already play: numpy, the files for use without a network, then data
// files of the computer players and the problems, small ones first. Python is informed about each.
async function fetchRest(list, usesCache) {
  const order = (file) => (file.group.startsWith('strength/') ? file.bytes : 0);
  let remaining = list.files.filter((file) => file.stage === 'rest').sort((first, second) => order(first) - order(second));
  while (remaining.length) {
    const failures = [];
    for (const file of remaining) {
      try {
        // The presence of the list means that all other files are cached.
        if (file.url === 'precache.json' && failures.length) throw new Error('not yet');
        if (usesCache && !storageFull && (await uncached(list, [file])).length) await cacheFile(list, file);
        if (/\/numpy-[^/]*$/.test(file.url))
          shelf.then(() => events.push(['arrays', new URL(file.url, document.baseURI).href]));
        if (file.group.startsWith('strength/'))
          shelf.then(() => events.push(['strength', `${file.bytes} ${new URL(file.url, document.baseURI).href}`]));
      } catch { failures.push(file); }
    }
    remaining = failures;
    if (remaining.length) await later(RETRY_DELAY);
  }
  if (usesCache && !storageFull) promiseOffline(list.version);
}

// Announces that the page works offline, once the worker with exactly these caches is active.
function promiseOffline(version) {
  const check = async () => {
    const worker = workers.controller;
    if (offline || !worker || await answerOf(worker, 'which version') !== version || offline) return;
    offline = true;
    events.push(['offline', '']);
  };
  workers.addEventListener('controllerchange', check);
  check();
}

// -- activity: the page reports a failure after a minute without transfers or work -----------------------------------------------------

const ACTIVITY_TIMEOUT = 60000;  // milliseconds; a slow machine may start later nevertheless
const SLOW_START = 20000;  // milliseconds after which the player is told that the start continues
const TICK = 500;
let silence = 0;
let bootTime = Infinity;

function noteActivity() {
  clearTimeout(silence);
  silence = setTimeout(() => cannotGoOn(new Error('no sign of work for a minute')), ACTIVITY_TIMEOUT);
}

function watchActivity() {
  noteActivity();
  let before = performance.now();
  const ticker = setInterval(() => {
    const now = performance.now();
    if (now - before > 1.5 * TICK || picture.compiling()) noteActivity();  // this thread or the compiling one was busy
    before = now;
    if (now - bootTime > SLOW_START) showStatus(words.slow);
  }, TICK);
  const files = new PerformanceObserver(noteActivity);
  files.observe({ type: 'resource' });
  shelf.then(() => { clearTimeout(silence); clearInterval(ticker); files.disconnect(); });
}

// -- starting Python -----------------------------------------------------------------------------------------------------------------

function setTable() {
  element('progress').removeAttribute('value');
  showStatus(words.starting);
  bootTime = performance.now();
}

// The runtime waits for the window's load event. The browser's own load event waits for all pictures and fonts, so it may come too early or
// never.
addEventListener('load', (event) => { if (event.isTrusted) event.stopImmediatePropagation(); }, true);

function boot() {
  if (shelfReady) setTable();
  const cdn = new URL(document.documentElement.dataset.cdn, document.baseURI);
  globalThis.custom_onload = () => {
    // Wheels come from the same host as the runtime, whatever an address or a default says.
    globalThis.Module.PyConfig.orig_argv.push(`PYGPI=${new URL('../', cdn).href}`);
  };
  const site = document.createElement('script');
  site.type = 'module';
  site.id = 'site';
  site.crossOrigin = 'anonymous';
  site.dataset.os = 'snd,gui';
  site.dataset.python = 'cpython3.12';
  site.text = element('start').textContent;
  site.src = new URL('pythons.js', cdn).href;
  site.onload = () => dispatchEvent(new Event('load'));
  document.body.append(site);
}

// The host's headers may contain rules that forbid what the page needs.
let violatedRule = '';
addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
  if (disposition !== 'enforce' || !/^(script|connect|default|require)/.test(effectiveDirective)) return;
  violatedRule ||= `${effectiveDirective}: ${blockedURI}`;
  if (failed) showFailure();
});

// Returns whether the browser supports what Python needs: WebAssembly, and functions compiled from strings.
function hasWebAssembly() {
  try {
    new Function('');
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch { return false; }
}

function showFailure() {
  const here = hasWebAssembly() ? words.failed : words.lacking;
  element('loading-words').textContent = violatedRule ? words.ruled.replace('{rule}', violatedRule) : globalThis.origin === 'null' ? words.apart : here;
}

function cannotGoOn(error) {
  console.warn(String(error));
  forgetLibrary().catch(() => {});
  failed = true;
  showFailure();
  element('chosen').textContent = '';
  element('progress').hidden = true;
  element('retry').textContent = words.retry;
  element('retry').hidden = false;
  element('retry').onclick = () => location.reload();
}
