// The end of page.js; see whole.js.
'use strict';

function endOfPage() {
  early.end();
  document.querySelector('main').hidden = false;
}
endOfPage();
