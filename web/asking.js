// Texts asked of a person in a dialog of the page, and given to one.
'use strict';

const LARGEST_FILE = 8000000;  // bytes; of a larger one the game sees that it is too large

function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  let letters = '';
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters);
}

function openDialog(kind, title, yes, no, done) {
  element('ask').className = kind;
  element('ask-title').textContent = title;
  element('ask-yes').textContent = yes;
  element('ask-no').textContent = no;
  element('ask-yes').onclick = done;
  element('ask-no').onclick = () => element('ask').close();
  element('ask').showModal();
}

function askText(title, yes, no) {
  element('ask-text').readOnly = false;
  element('ask-text').value = '';
  element('ask-file').value = '';
  let bytes = { name: '', text: '' };  // a file that is no text stands there by its name
  element('ask-file').onchange = async () => {
    const file = element('ask-file').files[0];
    if (!file) return;
    const part = file.slice(0, LARGEST_FILE + 1);
    const text = await part.text();
    if (text.includes('\0')) bytes = { name: file.name, text: `data:;base64,${base64(await part.arrayBuffer())}` };
    element('ask-text').value = text.includes('\0') ? file.name : text;
  };
  openDialog('', title, yes, no, () => {
    const text = element('ask-text').value;
    letters.push(['text', text && text === bytes.name ? bytes.text : text]);
    element('ask').close();
  });
}

function askLine(title, now, longest, yes, no) {
  const line = element('ask-line');
  const done = () => { letters.push(['text', line.value]); element('ask').close(); };
  element('ask-form').onsubmit = (event) => { event.preventDefault(); done(); };
  line.maxLength = Number(longest);
  line.value = now;
  openDialog('line', title, yes, no, done);
  line.focus();
  line.select();
}

// Some browsers let a page copy only while a button of its own is pressed: then the text is shown, and one below it.
function handOver(text, title, yes, no) {
  const copied = () => letters.push(['copied', '']);
  const here = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('no clipboard'));
  here.then(copied, () => {
    const shown = element('ask-text');
    shown.readOnly = true;
    shown.value = text;
    openDialog('copy', title, yes, no, () => {
      shown.select();
      if (!document.execCommand('copy')) return;  // it stays selected, to be copied by hand
      copied();
      element('ask').close();
    });
    shown.select();
  });
}
