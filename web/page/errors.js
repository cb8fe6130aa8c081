// Shows errors in a panel, never in an alert.
'use strict';

function fail(details) {
  forgetLibrary().catch(() => {});
  const panel = element('trouble');
  if (!panel || panel.open) return;  // the first error is the cause
  element('trouble-title').textContent = words.trouble;
  element('trouble-words').textContent = unsavedMatches ? words.unsaved : words.words;
  element('trouble-details').textContent = String(details).slice(-4000);
  element('trouble-reload').textContent = words.reload;
  element('trouble-copy').textContent = words.copy;
  element('trouble-reload').onclick = () => location.reload();
  element('trouble-copy').onclick = () => copyText(element('trouble-details').textContent, () => {
    element('trouble-copy').textContent = words.copied;
  });
  const matches = element('trouble-matches');
  matches.hidden = !unsavedMatches;
  matches.textContent = words.matches;
  matches.onclick = () => copyText(unsavedMatches, () => { matches.textContent = words.copied; });
  panel.showModal();
}

let unsavedMatches = '';  // unsaved matches as one text; the browser asks before they are lost
addEventListener('beforeunload', (event) => { if (unsavedMatches) event.preventDefault(); });

// The runtime shows every error with alert(). These listeners run first and keep errors from it.
for (const [kind, told] of [
  ['error', (event) => event.error?.stack || event.message],
  ['unhandledrejection', (event) => event.reason?.stack || event.reason],
]) addEventListener(kind, (event) => {
  if (event.target instanceof Element) {  // a resource did not load; without a script the page cannot start
    if (event.target.matches('script')) cannotGoOn(new Error(`${event.target.src} did not load`));
    return;
  }
  event.stopImmediatePropagation();
  event.preventDefault();
  // Before the game has started, an error of the runtime means that one of its files is damaged or missing.
  if (started || isOwnError(String(told(event)), event.filename)) fail(told(event));
  else cannotGoOn(new Error(told(event)));
}, true);

// Whether an error comes from our own script, by the first address in its stack.
function isOwnError(stack, file = stack.match(/\S+\.\w+(?=:\d)/)?.[0] ?? '') {
  return file.endsWith('/page.js');
}

// A page without access to the clipboard can usually copy a selection.
function copyText(text, then) {
  const copy = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('no clipboard'));
  copy.then(then, () => {
    const textarea = document.createElement('textarea');
    textarea.value = text;
    element('trouble').append(textarea);
    textarea.select();
    if (document.execCommand('copy')) then();
    textarea.remove();
  });
}
