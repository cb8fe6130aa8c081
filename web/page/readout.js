// The game in words: headings, buttons, rows, and a board of buttons, for screen readers, or in large type for the eye.
// Information goes one way: Python sends the parts (readout.show), the page reports actions (events). Elements are kept by the key of
// their part, so that they keep the focus.
'use strict';

const readout = (() => {
  const parts = new Map();  // key -> { kind, level, element, within }
  let order = [];  // all keys, as they are read
  const stood = new Map();  // number of a scene -> key of what had the focus there
  let scene = 0;
  let dialog = false;
  let here = '';  // the key that has the focus, or had it last
  let hands;  // whether the readout is used, or the canvas; undefined until either is

  const top = () => document.getElementById('readout');
  const large = () => top().classList.contains('large');
  const post = (kind, text) => events.push([kind, text]);
  const keyOf = (target) => (target instanceof Element ? target.closest('#readout [data-key]')?.dataset.key : undefined);

  // -- elements of parts ---------------------------------------------------------------------------------------------------------

  const button = () => Object.assign(document.createElement('button'), { type: 'button' });

  function withRole(role) {
    const made = document.createElement('div');
    made.setAttribute('role', role);
    return made;
  }

  const MAKE = {
    heading: (level) => Object.assign(document.createElement(`h${level}`), { tabIndex: -1 }),
    words: () => document.createElement('p'),
    button,
    group: (level) => {
      const made = document.createElement('fieldset');
      made.append(document.createElement('legend'));
      if (level) made.firstChild.append(document.createElement(`h${level}`));
      return made;
    },
    grid: () => withRole('grid'),
    row: () => withRole('row'),
    field: () => {
      const made = withRole('gridcell');
      made.append(button());
      return made;
    },
    line: () => {
      const made = document.createElement('form');
      const label = document.createElement('label');
      const input = document.createElement('input');
      Object.assign(input, { type: 'text', autocomplete: 'off', spellcheck: false, enterKeyHint: 'done', maxLength: 60 });
      input.setAttribute('autocapitalize', 'off');
      label.append(document.createElement('span'), input);
      made.append(label);
      made.onsubmit = (event) => {
        event.preventDefault();
        post('typed', input.value);
        input.value = '';
      };
      return made;
    },
  };

  // A piece in large type: its colour, and of a tile which edges have it, clockwise from the top.
  function paint(field, colour, edges) {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    field.classList.toggle('piece', Boolean(colour));
    field.classList.toggle('pale', 0.3 * red + 0.6 * green + 0.1 * blue > 120);
    field.classList.toggle('tile', Boolean(edges));
    field.style.setProperty('--piece', colour || 'transparent');
    field.style.borderColor = edges ? [...edges].map((edge) => (edge === '1' ? colour : '#fff')).join(' ') : '';
  }

  const SIDES = ['top', 'right', 'bottom', 'left'];

  // Doors in large type: bars between a field and its neighbours.
  function hang(cell, doors) {
    const bar = (side) => `linear-gradient(var(--ink), var(--ink)) ${SIDES[side]} / ${side % 2 ? '10px 32%' : '32% 10px'} no-repeat`;
    cell.classList.toggle('doors', Boolean(doors));
    cell.style.background = [...SIDES.keys()].filter((side) => doors[side] === '1').map(bar).join(', ');
  }

  function fill(made, kind, words, state, sign, doors, letter) {
    const acts = kind === 'field' ? made.firstChild : made;
    if (kind === 'group') (made.firstChild.firstElementChild ?? made.firstChild).textContent = words;
    else if (kind === 'grid' || kind === 'row') made.setAttribute('aria-label', words);
    else if (kind === 'line') made.querySelector('span').textContent = words;
    else if (kind === 'field') {
      acts.setAttribute('aria-label', words);
      acts.textContent = words.split(',', 1)[0];
      paint(acts, ...sign.split(' '));
      hang(made, doors);
      acts.classList.toggle('free', state === 'free');
    } else made.textContent = words;
    if (kind !== 'button' && kind !== 'field') return;
    const told = { pressed: { on: 'true', off: 'false' }[state], current: state === 'here' ? 'true' : undefined,
      disabled: state === 'out' && kind === 'button' ? 'true' : undefined,
      keyshortcuts: letter ? letter.toUpperCase() : undefined };
    for (const [name, value] of Object.entries(told)) {
      if (value === undefined) acts.removeAttribute(`aria-${name}`); else acts.setAttribute(`aria-${name}`, value);
    }
  }

  const focusOf = (made) => (made.matches('[role=gridcell]') ? made.firstChild : made.matches('form') ? made.querySelector('input') : made);

  function put(key, kind, words, within, state, level, sign, doors, letter) {
    const before = parts.get(key);
    const same = before?.kind === kind && before.level === level;
    const made = same ? before.element : MAKE[kind](level);
    if (!same) before?.element.replaceWith(made);
    made.dataset.key = key;
    parts.set(key, { kind, level, element: made, within });
    fill(made, kind, words, state, sign, doors, letter);
  }

  function arrange() {
    const wanted = new Set(order);
    for (const [key, part] of parts) {
      if (wanted.has(key)) continue;
      part.element.remove();
      parts.delete(key);
    }
    const last = new Map();
    for (const key of order) {
      const { element: made, within } = parts.get(key);
      const holder = within ? parts.get(within).element : top();
      const before = last.get(holder) ?? holder.querySelector(':scope > legend');
      const next = before ? before.nextSibling : holder.firstChild;
      if (next !== made) holder.insertBefore(made, next);
      last.set(holder, made);
    }
  }

  // -- focus ---------------------------------------------------------------------------------------------------------------------

  // The part that had the focus; if it is disabled, its successor, the last field, or the heading.
  function stand(key, instead) {
    const before = parts.get(key)?.element;
    const target = before && focusOf(before).matches('button, input, [tabindex]') ? focusOf(before)
      : instead ?? ((key !== 'title' && top().querySelector('[role=gridcell] > [tabindex="0"]')) || parts.get('title')?.element);
    target?.focus();
  }

  // The button that follows on the one before which `key` stood, if none was there until now: "Go on" after "Pause".
  function inPlaceOf(key, former) {
    const left = former.slice(0, former.indexOf(key)).findLast((each) => parts.has(each));
    const next = order[order.indexOf(left) + 1];
    return former.includes(next) || parts.get(next)?.kind !== 'button' ? undefined : parts.get(next).element;
  }

  // One field of a board is reached by Tab, the others by arrows.
  function rove(board, to) {
    for (const field of board.querySelectorAll('[role=gridcell] > button')) field.tabIndex = field === to ? 0 : -1;
  }

  function along(field, key, far) {
    const board = field.closest('[role=grid]');
    const rows = [...board.querySelectorAll('[role=row]')].map((row) => [...row.querySelectorAll('[role=gridcell] > button')]);
    let row = rows.findIndex((fields) => fields.includes(field));
    let column = rows[row].indexOf(field);
    const moves = {
      ArrowLeft: () => { column -= 1; }, ArrowRight: () => { column += 1; }, ArrowUp: () => { row -= 1; }, ArrowDown: () => { row += 1; },
      Home: () => { column = 0; if (far) row = 0; }, End: () => { if (far) row = rows.length - 1; column = rows[row].length - 1; },
      PageUp: () => { row = 0; }, PageDown: () => { row = rows.length - 1; },
    };
    if (!moves[key]) return false;
    moves[key]();
    row = Math.max(0, Math.min(rows.length - 1, row));
    column = Math.max(0, Math.min(rows[row].length - 1, column));
    rows[row][column].focus();
    return true;
  }

  // At the foot of the window stands where one is, if that is nowhere on the canvas; in large type, all that is said of a field.
  function showWhere(target) {
    const bar = document.getElementById('readout-here');
    const own = target?.closest(large() ? '[role=gridcell]' : '[data-key^="ask "], form');
    bar.hidden = !own;
    if (!own) return;
    const typed = target.matches('input') ? `${own.textContent}: ${target.value}` : '';
    bar.textContent = typed || target.getAttribute('aria-label') || target.textContent;
  }

  addEventListener('focusin', (event) => {
    const key = keyOf(event.target);
    showWhere(key === undefined ? null : event.target);
    if (key === undefined) return;
    hands = true;
    here = key;
    const board = event.target.closest('[role=grid]');
    if (board) rove(board, event.target);
    post('at', key);
  });
  addEventListener('focusout', () => showWhere(null));
  addEventListener('input', (event) => { if (keyOf(event.target) !== undefined) showWhere(event.target); });
  addEventListener('click', (event) => {
    const pressed = event.target instanceof Element && event.target.closest('#readout button');
    if (!pressed) return;
    hands = true;
    here = keyOf(pressed);
    if (pressed.getAttribute('aria-disabled') !== 'true') post('do', here);
  });
  addEventListener('pointerdown', (event) => { if (keyOf(event.target) === undefined) hands = false; }, true);

  // -- keys ----------------------------------------------------------------------------------------------------------------------

  const NAMES = { Escape: 'escape', Backspace: 'backspace', Enter: 'return', ' ': 'space', ArrowLeft: 'left', ArrowRight: 'right',
    ArrowUp: 'up', ArrowDown: 'down' };

  // Arrow keys among buttons move to the next one or the one before.
  function step(target, by) {
    const found = [...top().querySelectorAll('button, input')].filter((each) => each.tabIndex === 0);
    const at = found.indexOf(target);
    found[Math.max(0, Math.min(found.length - 1, at + by))]?.focus();
  }

  function pressed(event) {
    const { target, key } = event;
    if (event.altKey || event.metaKey || event.getModifierState?.('AltGraph') || key === 'Tab') return false;
    if (target.matches('input')) return false;
    if (target.matches('[role=gridcell] > button') && along(target, key, event.ctrlKey)) return true;
    if (event.ctrlKey) {
      if (!'zy'.includes(key)) return false;
      post('key', `ctrl ${key}`);
      return true;
    }
    // On a field these two mean what they mean on the canvas.
    const onButton = target.matches('button') && !target.matches('[role=gridcell] > button');
    if (onButton && (key === 'Enter' || key === ' ')) return false;  // the browser makes a click of it
    if (onButton && key.startsWith('Arrow')) {
      step(target, key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1);
      return true;
    }
    const name = NAMES[key] ?? (key.length === 1 ? key.toLowerCase() : '');
    if (name && !onButton) post('at', keyOf(target));  // a touch of the canvas may have come between
    if (name) post('key', name);
    return Boolean(name);
  }

  // This script stands before the loader's, which keeps all keys of buttons from the game.
  addEventListener('keydown', (event) => {
    if (keyOf(event.target) === undefined) {
      if (event.key !== 'Tab' && !large() && !event.target.closest?.('dialog, #shelf')) hands = false;
      return;
    }
    if (event.target.matches('input') && event.key === 'Escape') { post('key', 'escape'); return; }
    if (pressed(event)) event.preventDefault();
  }, true);

  addEventListener('keyup', (event) => {
    if (event.key === ' ' && event.target.matches?.('[role=gridcell] > button')) event.preventDefault();  // else it is pressed
  }, true);

  for (const kind of ['keydown', 'keyup', 'keypress']) addEventListener(kind, (event) => {
    if (keyOf(event.target) !== undefined) event.stopPropagation();
  }, true);

  // -- what Python tells -----------------------------------------------------------------------------------------------------------

  function renew(told) {
    stood.set(scene, here);
    for (const { element: made } of parts.values()) made.remove();
    parts.clear();
    scene = told.scene;
    dialog = told.dialog;
    const box = top();
    for (const [name, value] of Object.entries({ role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'readout-title' })) {
      if (dialog) box.setAttribute(name, value); else box.removeAttribute(name);
    }
  }

  function show(text) {
    const told = JSON.parse(text);
    const other = told.scene !== scene;
    const had = document.activeElement;
    const inside = keyOf(had);
    const former = order;
    const first = scene === 0;
    if (other) renew(told);
    speak(told.language);
    dress(told.look.split(' ')[1]);
    top().className = told.look;
    if (large()) hands = true;
    for (const part of told.parts) put(...part);
    if (told.order) {
      order = told.order;
      arrange();
    }
    const title = parts.get('title')?.element;
    if (title) title.id = 'readout-title';
    for (const board of top().querySelectorAll('[role=grid]')) {
      if (!board.querySelector('[tabindex="0"]')) rove(board, board.querySelector('[role=gridcell] > button'));
    }
    if (other && dialog) {
      const words = [...top().querySelectorAll(':scope > p')];
      words.forEach((each, number) => { each.id = `readout-words-${number}`; });
      top().setAttribute('aria-describedby', words.map((each) => each.id).join(' '));
    } else if (other) top().removeAttribute('aria-describedby');
    const follows = hands || (dialog && hands === undefined);
    if (other && dialog && !follows) {  // players who use the canvas stay there, and hear of it
      flipside.say([...top().querySelectorAll(':scope > h1, :scope > p')].map((each) => each.textContent).join('. '));
    }
    if (other ? follows : inside !== undefined && !had.isConnected) {
      if (other) stand(stood.get(scene) ?? (first && here ? here : 'title'));
      else stand(inside, inPlaceOf(inside, former));
    } else if (inside !== undefined && had.isConnected && document.activeElement !== had) had.focus();
    else if (inside !== undefined) showWhere(had);
  }

  // The focus moves from a button of the page's shelf to the same one of the game's, at the latest when that is told.
  function begin(key) {
    if (hands === false) return;
    hands = true;
    here = key;
    stand(key);
  }

  return { begin, show };
})();
