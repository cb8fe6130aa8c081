// Dialogs of the page that ask for a text or hand one over.
'use strict';

const LONGEST_SHOWN = 2000;  // characters; with a million lines in a field the browser halts for a minute

function openDialog(kind, title, yes, no, done) {
  element('ask').className = kind;
  element('ask-title').textContent = title;
  element('ask-yes').textContent = yes;
  element('ask-no').textContent = no;
  element('ask-yes').onclick = done;
  element('ask-no').onclick = () => element('ask').close();
  element('ask').showModal();
  holdBack('dialog', true);
}
element('ask').addEventListener('close', () => holdBack('dialog', false));

let draft = null;  // what was typed into a dialog that going back closed; it stands there when the same is asked next

function leaveDialog() {
  const field = element(element('ask').className === 'line' ? 'ask-line' : 'ask-text');
  draft = field.readOnly ? null : { asked: field.asked, text: field.value };
  element('ask').close();
}

function begin(field, title, text) {
  const asked = `${title}\n${text}`;
  field.value = draft?.asked === asked ? draft.text : text;
  field.asked = asked;
  draft = null;
}

function askText(title, yes, no, about) {
  const field = element('ask-text');
  let held = null;  // a long text, or files; the field shows a beginning, or their names
  const show = (text, readOnly) => {
    field.value = text;
    field.readOnly = readOnly;
  };
  const takeText = (event, text) => {
    held = null;
    field.readOnly = false;
    if (text.length <= LONGEST_SHOWN) return;
    event.preventDefault();
    held = text.slice(0, LARGEST_FILE + 1);
    show(`${text.slice(0, LONGEST_SHOWN)}…`, true);
  };
  askedFor = async (files) => {
    if (!files.length) return;
    element('ask-yes').disabled = true;
    held = await written(files);
    const beginning = files.length === 1 ? await files[0].slice(0, LONGEST_SHOWN).text().catch(() => '\0') : '\0';
    const names = files.map((file) => file.name).join('\n');
    show(beginning.includes('\0') ? names.slice(0, LONGEST_SHOWN) : beginning, true);
    element('ask-yes').disabled = false;
  };
  field.readOnly = false;
  begin(field, title, '');
  element('ask-about').textContent = about;
  element('ask-files').textContent = words.files;
  element('ask-files').onclick = () => element('ask-file').click();
  element('ask-file').value = '';
  element('ask-file').onchange = () => askedFor([...element('ask-file').files]);
  field.onpaste = (event) => {
    if (event.clipboardData.files.length) {
      event.preventDefault();
      askedFor([...event.clipboardData.files]);
    } else takeText(event, event.clipboardData.getData('text'));
  };
  field.ondrop = (event) => takeText(event, event.dataTransfer.getData('text'));
  element('ask').addEventListener('close', () => { askedFor = null; }, { once: true });
  openDialog('', title, yes, no, () => {
    events.push(['text', held ?? field.value]);
    element('ask').close();
  });
}

function askLine(title, now, longest, yes, no) {
  const line = element('ask-line');
  const done = () => { events.push(['text', line.value]); element('ask').close(); };
  element('ask-form').onsubmit = (event) => { event.preventDefault(); done(); };
  line.maxLength = Number(longest);
  begin(line, title, now);
  openDialog('line', title, yes, no, done);
  line.focus();
  line.select();
}

// Some browsers let a page copy only while a button of its own is pressed: then the text is shown, and one below it.
function handOver(text, title, yes, no) {
  const copied = () => events.push(['copied', '']);
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
