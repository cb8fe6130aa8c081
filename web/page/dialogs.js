// Dialogs of the page for the input and output of text.
'use strict';

const MAX_SHOWN_LETTERS = 2000;  // letters; a browser halts for a minute with a million lines in a field

function openDialog(kind, title, acceptLabel, cancelLabel, accept) {
  element('ask').className = kind;
  element('ask-title').textContent = title;
  element('ask-yes').textContent = acceptLabel;
  element('ask-no').textContent = cancelLabel;
  element('ask-yes').onclick = accept;
  element('ask-no').onclick = () => element('ask').close();
  element('ask').showModal();
  holdBack('dialog', true);
}
element('ask').addEventListener('close', () => holdBack('dialog', false));

let draft = null;  // the text of a dialog that the back button closed; the next dialog with the same question starts with it

function leaveDialog() {
  const field = element(element('ask').className === 'line' ? 'ask-line' : 'ask-text');
  draft = field.readOnly ? null : { asked: field.asked, text: field.value };
  element('ask').close();
}

function prepareField(field, title, text) {
  const question = `${title}\n${text}`;
  field.value = draft?.asked === question ? draft.text : text;
  field.asked = question;
  draft = null;
}

function askText(title, yes, no, about) {
  const field = element('ask-text');
  let input = null;  // a long text, or files; the field shows only the beginning, or their names
  const show = (text, readOnly) => {
    field.value = text;
    field.readOnly = readOnly;
  };
  const takeText = (event, text) => {
    input = null;
    field.readOnly = false;
    if (text.length <= MAX_SHOWN_LETTERS) return;
    event.preventDefault();
    input = text.slice(0, MAX_FILE_BYTES + 1);
    show(`${text.slice(0, MAX_SHOWN_LETTERS)}…`, true);
  };
  takeFiles = async (files) => {
    if (!files.length) return;
    element('ask-yes').disabled = true;
    input = await dataUrls(files);
    const beginning = files.length === 1 ? await files[0].slice(0, MAX_SHOWN_LETTERS).text().catch(() => '\0') : '\0';
    const names = files.map((file) => file.name).join('\n');
    show(beginning.includes('\0') ? names.slice(0, MAX_SHOWN_LETTERS) : beginning, true);
    element('ask-yes').disabled = false;
  };
  field.readOnly = false;
  prepareField(field, title, '');
  element('ask-about').textContent = about;
  element('ask-files').textContent = words.files;
  element('ask-files').onclick = () => element('ask-file').click();
  element('ask-file').value = '';
  element('ask-file').onchange = () => takeFiles([...element('ask-file').files]);
  field.onpaste = (event) => {
    if (event.clipboardData.files.length) {
      event.preventDefault();
      takeFiles([...event.clipboardData.files]);
    } else takeText(event, event.clipboardData.getData('text'));
  };
  field.ondrop = (event) => takeText(event, event.dataTransfer.getData('text'));
  element('ask').addEventListener('close', () => { takeFiles = null; }, { once: true });
  openDialog('', title, yes, no, () => {
    events.push(['text', input ?? field.value]);
    element('ask').close();
  });
}

function askLine(title, value, maxLength, yes, no) {
  const line = element('ask-line');
  const done = () => { events.push(['text', line.value]); element('ask').close(); };
  element('ask-form').onsubmit = (event) => { event.preventDefault(); done(); };
  line.maxLength = Number(maxLength);
  prepareField(line, title, value);
  openDialog('line', title, yes, no, done);
  line.focus();
  line.select();
}

// Some browsers allow a page to copy only while a button is pressed: then the text is shown with such a button.
function handOver(text, title, yes, no) {
  const reportCopy = () => events.push(['copied', '']);
  const copy = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error('no clipboard'));
  copy.then(reportCopy, () => {
    const field = element('ask-text');
    field.readOnly = true;
    field.value = text;
    openDialog('copy', title, yes, no, () => {
      field.select();
      if (!document.execCommand('copy')) return;  // the text stays selected for manual copying
      reportCopy();
      element('ask').close();
    });
    field.select();
  });
}
