// Shows errors in a panel, never in an alert.
'use strict';

function fail(details) {
  forgetLibrary().catch(() => {});
  const panel = element('trouble');
  if (!panel || panel.open) return;  // what went wrong first says more
  element('trouble-title').textContent = words.trouble;
  element('trouble-words').textContent = atRisk ? words.unsaved : words.words;
  element('trouble-details').textContent = String(details).slice(-4000);
  element('trouble-reload').textContent = words.reload;
  element('trouble-copy').textContent = words.copy;
  element('trouble-reload').onclick = () => location.reload();
  element('trouble-copy').onclick = () => copyText(element('trouble-details').textContent, () => {
    element('trouble-copy').textContent = words.copied;
  });
  const matches = element('trouble-matches');
  matches.hidden = !atRisk;
  matches.textContent = words.matches;
  matches.onclick = () => copyText(atRisk, () => { matches.textContent = words.copied; });
  panel.showModal();
}

let atRisk = '';  // matches that could not be saved, as one text: the browser asks before they are gone
addEventListener('beforeunload', (event) => { if (atRisk) event.preventDefault(); });

// The runtime answers every error with alert(); these come first and keep it from hearing of any.
for (const [kind, told] of [
  ['error', (event) => event.error?.stack || event.message],
  ['unhandledrejection', (event) => event.reason?.stack || event.reason],
]) addEventListener(kind, (event) => {
  if (event.target instanceof Element) {  // something did not load; without a script nothing goes on
    if (event.target.matches('script')) cannotGoOn(new Error(`${event.target.src} did not load`));
    return;
  }
  event.stopImmediatePropagation();
  event.preventDefault();
  // Before the game is there, what stops the runtime is a file of it that is damaged or missing.
  if (started || thrownHere(String(told(event)), event.filename)) fail(told(event));
  else cannotGoOn(new Error(told(event)));
}, true);

// Whether an error comes from our own script, by the first address that it names.
function thrownHere(stack, file = stack.match(/\S+\.\w+(?=:\d)/)?.[0] ?? '') {
  return file.endsWith('/page.js');
}

// A page without access to the clipboard can mostly copy the selection.
function copyText(text, then) {
  const here = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('no clipboard'));
  here.then(then, () => {
    const shown = document.createElement('textarea');
    shown.value = text;
    element('trouble').append(shown);
    shown.select();
    if (document.execCommand('copy')) then();
    shown.remove();
  });
}
