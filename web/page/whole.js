// Nothing begins before all of page.js and page.css is here. The end of page.js is the function below, in end.js: a browser knows all
// functions of a script before it runs the first line.
'use strict';

if (typeof endOfPage !== 'function') throw new Error('page.js is not whole');
if (!getComputedStyle(document.documentElement).getPropertyValue('--whole')) throw new Error('page.css is not whole');
