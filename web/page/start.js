// Fetches all files, shows progress, and starts Python as soon as its own files are here; the rest follows.
'use strict';

const TRIES = 3;
const AGAIN = 30000;  // milliseconds until a file that comes after the shelf is tried again
let precache = null;  // what belongs to this version of the page, where that is kept
let full = false;  // whether nothing more can be kept: then all comes from the network as it is needed
const CALM = 1000;  // milliseconds after the shelf in which nothing shall hold up a first tap, as the installing of numpy does
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function listed() {
  const answer = await fetch('precache.json', { cache: 'no-cache' });  // a host may allow old copies for minutes
  if (!answer.ok) throw new Error(`precache.json: ${answer.status}`);
  const list = await answer.json();
  if (list.index) {  // the wheels' names stand in an index that changes without us
    const index = await (await fetch(list.index)).json();
    for (const [name, stage] of Object.entries(list.wheels)) {
      const wheel = index[name].replaceAll('<abi>', 'cp312').replaceAll('<api>', 'wasm32_bi_emscripten');
      list.files.push({ url: new URL(wheel, list.index).href, group: 'runtime', stage });
    }
  }
  bundles = list.files.filter((file) => file.url.startsWith('bundle/')).map((file) => new URL(file.url, document.baseURI).href);
  return list;
}

// The same bytes from the cache of another version, if they are there.
async function fromBefore(file) {
  if (!file.sha256) return null;
  for (const name of await caches.keys()) {
    const found = name.startsWith('flipside-') && await (await caches.open(name)).match(file.url);
    if (found && hex(await crypto.subtle.digest('SHA-256', await found.clone().arrayBuffer())) === file.sha256) return found;
  }
  return null;
}

const unpacks = 'DecompressionStream' in globalThis;
const zipped = async (blob) => String(new Uint8Array(await blob.slice(0, 2).arrayBuffer())) === '31,139';
const weight = (file) => (unpacks && file.packed) || file.bytes || 0;  // the bytes that come for it

async function whole(file, attempt, told) {
  const packed = unpacks && file.packed && attempt === 1;  // else as it is: not every host may like such names
  const tell = file.packed && !packed ? (bytes) => told(bytes * weight(file) / file.bytes) : told;
  // A damaged file may lie in the browser's own cache by now, from where it would only come again.
  const answer = await fetch(packed ? `${file.url}.gz` : file.url, { cache: attempt === 1 ? 'no-cache' : 'reload' });
  if (!answer.ok) throw new Error(`${file.url}: ${answer.status}`);
  const chunks = [];
  const reader = answer.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    tell(value.length);
  }
  let blob = new Blob(chunks);
  // Some hosts have the browser unpack it.
  if (packed && await zipped(blob)) blob = await new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
  if (file.sha256) {
    const digest = hex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));
    if (digest !== file.sha256) throw new Error(`${file.url}: damaged on its way`);
  }
  const type = file.type || answer.headers.get('Content-Type') || 'application/octet-stream';
  const headers = { 'Content-Type': type, 'Content-Length': String(blob.size) };
  return new Response(blob, { headers });
}

// The files that lie in none of the caches yet.
async function missing(list, files) {
  const here = await Promise.all(files.map(async (file) => (await caches.open(list.caches[file.group])).match(file.url)));
  return files.filter((_, number) => !here[number]);
}

async function keep(list, file, tell = () => {}) {
  for (let attempt = 1; !full; attempt += 1) {
    let got = 0;
    try {
      const response = await fromBefore(file) ?? await whole(file, attempt, (bytes) => { got += bytes; tell(bytes); });
      const cache = await caches.open(list.caches[file.group]);
      await cache.put(file.url, response).catch((error) => {
        if (error.name !== 'QuotaExceededError' && attempt < TRIES) throw error;  // an update may just take the cache away
        full = true;
      });
      return;
    } catch (error) {
      tell(-got);
      if (attempt === TRIES) throw error;
      await later(300 * attempt);
    }
  }
}

let failed = false;  // after that nothing is said of progress

function tell(sentence) {
  if (!failed) element('loading-words').textContent = sentence;
}

function showProgress(done, all) {
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  element('progress').value = all ? Math.min(1, done / all) : 0;
  tell(all ? `${words.loading}: ${megabytes(done)} ${words.of} ${megabytes(all)} MB` : `${words.loading}: ${megabytes(done)} MB`);
}

// Offers a worker of another version that waits; one of this version has been taken, and only waits for the browser.
async function register(coming) {
  if (!workers || !globalThis.isSecureContext) return false;
  try {
    await caches.keys();  // which a browser may refuse that has workers
    const registration = await workers.register('service-worker.js', { updateViaCache: 'none' });
    const offer = (found) => { waiting = found; events.push(['update', '']); };
    const look = async (worker) => {
      if (worker.state !== 'installed') {
        if (waiting === worker) offer(null);  // it took over by itself
      } else if (workers.controller) {
        const other = await answerOf(worker, 'which version') !== (await coming).version;
        if (other && worker.state === 'installed') offer(worker);
      }
    };
    const follow = (worker) => {
      if (!worker) return;
      worker.addEventListener('statechange', () => look(worker));
      look(worker);
    };
    follow(registration.waiting);
    registration.addEventListener('updatefound', () => follow(registration.installing));
    return true;
  } catch { return false; }
}

// Whether a worker serves this page. A forced reload never gets one: then the page starts from the network.
async function served() {
  if (!workers.controller) {
    await Promise.race([
      new Promise((resolve) => { workers.addEventListener('controllerchange', resolve, { once: true }); }),
      later(3000),
    ]);
  }
  return Boolean(workers.controller);
}

// Starts Python as soon as it can be started; what the shelf needs may come later, and the rest after that. What is long comes after a
// shelf is `seen`.
async function start(seen) {
  // precache.json is put into its cache when all else is here.
  const here = workers?.controller && await caches.match('precache.json').catch(() => null);
  if (here) boot();
  await get(seen);
  if (!here) boot();
}

// Resolves when what Python needs is here.
async function get(seen) {
  const coming = listed();
  coming.catch(() => {});  // it is waited for below
  const registered = register(coming);
  const worker = workers?.controller && await had(() => caches.keys())?.catch(() => null);
  if (!worker && !(await Promise.race([registered, later(DEAF)]))) {
    const list = await coming;
    allHere = true;
    shelf.then(() => rest(list, false));
    return;
  }
  const list = await coming;
  const python = await missing(list, list.files.filter((file) => file.stage === 'python'));
  const game = await missing(list, list.files.filter((file) => file.stage === 'shelf'));
  const all = [...python, ...game].reduce((sum, file) => sum + weight(file), 0);
  let done = 0;
  const tell = (bytes) => {
    done += bytes;
    sign();
    if (all) showProgress(done, all);
  };
  precache = list;
  keptGames = (await (await appCache()).keys()).map((request) => request.url).filter((url) => url.includes('/kept/'));
  if (all) await seen;
  const [serves] = await Promise.all([served(), ...python.map((file) => keep(list, file, tell))]);
  if (!serves) allHere = true;
  // All are asked for at once: while Python starts nothing can be asked for, but what was comes.
  Promise.all(game.map((file) => keep(list, file, tell))).then(() => {
    allHere = true;
    if (!element('loading').hidden) setTable();
    return rest(list, serves);
  }).catch(cannotGoOn);
}

const appCache = () => caches.open(precache.caches.app);

// The compiled modules belong to this version and lie in its cache.
async function keepGame(python, text) {
  if (!precache) return;
  const { body } = await fetch(`data:application/octet-stream;base64,${text}`);
  // Unpacked here, once: Python would take longer at each start.
  const whole = unpacks ? body.pipeThrough(new DecompressionStream('deflate')) : body;
  await (await appCache()).put(`kept/${python}`, new Response(whole));
}

// Python's library with its byte code stands before the file that came, which has this digest: the worker looks into this cache first.
async function keepLibrary(sha256, path) {
  const library = globalThis.Module.FS.readFile(path);
  const file = precache?.files.find((one) => one.sha256 === sha256);
  if (file) await (await appCache()).put(file.url, new Response(library));
}

// A start that fails may fail by it.
async function forgetLibrary() {
  if (started || !precache) return;
  const cache = await appCache();
  for (const file of precache.files) if (file.stage === 'python') await cache.delete(file.url);
}

// What the shelf does without comes last, while somebody may already play: numpy, what is needed without a network, what the computer
// players know by heart and the problems, the small files first. Python is told what is here for it.
async function rest(list, kept) {
  const order = (file) => (file.group.startsWith('strength/') ? file.bytes : 0);
  let left = list.files.filter((file) => file.stage === 'rest').sort((one, other) => order(one) - order(other));
  while (left.length) {
    const failed = [];
    for (const file of left) {
      try {
        // The list says that all before it is here.
        if (file.url === 'precache.json' && failed.length) throw new Error('not yet');
        if (kept && !full && (await missing(list, [file])).length) await keep(list, file);
        if (/\/numpy-[^/]*$/.test(file.url))
          shelf.then(() => setTimeout(() => events.push(['arrays', new URL(file.url, document.baseURI).href]), CALM));
        if (file.group.startsWith('strength/'))
          shelf.then(() => events.push(['strength', `${file.bytes} ${new URL(file.url, document.baseURI).href}`]));
      } catch { failed.push(file); }
    }
    left = failed;
    if (left.length) await later(AGAIN);
  }
  if (kept && !full) promiseOffline(list.version);
}

// Everything is here; but the page starts without a network only with the worker that knows these very caches.
function promiseOffline(version) {
  const look = async () => {
    const worker = workers.controller;
    if (offline || !worker || await answerOf(worker, 'which version') !== version || offline) return;
    offline = true;
    events.push(['offline', '']);
  };
  workers.addEventListener('controllerchange', look);
  look();
}

// -- signs of work: the page reports failure after a minute without bytes or work -----------------------------------------------------

const SILENCE = 60000;  // milliseconds; a slow machine may still start after it
const LONG = 20000;  // milliseconds of Python's start after which one is told that it goes on
const TICK = 500;
let silence = 0;
let booted = Infinity;

function sign() {
  clearTimeout(silence);
  silence = setTimeout(() => cannotGoOn(new Error('no sign of work for a minute')), SILENCE);
}

function watch() {
  sign();
  let before = performance.now();
  const ticking = setInterval(() => {
    const now = performance.now();
    if (now - before > 1.5 * TICK || picture.compiling()) sign();  // this thread, or the one that compiles, was at work
    before = now;
    if (now - booted > LONG) tell(words.slow);
  }, TICK);
  const files = new PerformanceObserver(sign);
  files.observe({ type: 'resource' });
  shelf.then(() => { clearTimeout(silence); clearInterval(ticking); files.disconnect(); });
}

// -- starting Python -----------------------------------------------------------------------------------------------------------------

function setTable() {
  element('progress').removeAttribute('value');
  tell(words.starting);
  booted = performance.now();
}

// The runtime waits for the window's load event. The browser's own, for which every picture and font counts, may have been, and may never come.
addEventListener('load', (event) => { if (event.isTrusted) event.stopImmediatePropagation(); }, true);

function boot() {
  if (allHere) setTable();
  const cdn = new URL(document.documentElement.dataset.cdn, document.baseURI);
  globalThis.custom_onload = () => {
    // Wheels come from the same place as the runtime, whatever an address or a default says.
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

// An answer of the host may bring rules along that forbid what the page needs.
let ruled = '';
addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
  if (disposition !== 'enforce' || !/^(script|connect|default|require)/.test(effectiveDirective)) return;
  ruled ||= `${effectiveDirective}: ${blockedURI}`;
  if (failed) tellWhy();
});

// Whether the browser has what Python needs: WebAssembly, and functions made from texts.
function runs() {
  try {
    new Function('');
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch { return false; }
}

function tellWhy() {
  const here = runs() ? words.failed : words.lacking;
  element('loading-words').textContent = ruled ? words.ruled.replace('{rule}', ruled) : globalThis.origin === 'null' ? words.apart : here;
}

function cannotGoOn(error) {
  console.warn(String(error));
  forgetLibrary().catch(() => {});
  failed = true;
  tellWhy();
  element('chosen').textContent = '';
  element('progress').hidden = true;
  element('retry').textContent = words.retry;
  element('retry').hidden = false;
  element('retry').onclick = () => location.reload();
}
