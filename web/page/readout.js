// The text form of a scene: headings, buttons, rows, and a board of buttons, for screen readers or in large type. Python sends the parts
// (readout.show), and the page reports actions (events). A part keeps its element, and with it the focus, as long as its key exists.
'use strict';

const readout = (() => {
  const parts = new Map();  // key -> { kind, level, element, within }
  let order = [];  // all keys in reading order
  const focusByScene = new Map();  // number of a scene -> key of the part that had the focus
  let scene = 0;
  let dialog = false;
  let currentKey = '';  // the key that has or had the focus
  let usesReadout;  // whether the player uses the readout or the canvas; undefined before the first input

  const top = () => document.getElementById('readout');
  const large = () => top().classList.contains('large');
  const post = (kind, text) => events.push([kind, text]);
  const keyOf = (target) => (target instanceof Element ? target.closest('#readout [data-key]')?.dataset.key : undefined);

  // -- elements of parts ---------------------------------------------------------------------------------------------------------

  const button = () => Object.assign(document.createElement('button'), { type: 'button' });

  function withRole(role) {
    const node = document.createElement('div');
    node.setAttribute('role', role);
    return node;
  }

  const MAKE = {
    heading: (level) => Object.assign(document.createElement(`h${level}`), { tabIndex: -1 }),
    words: () => document.createElement('p'),
    button,
    group: (level) => {
      const node = document.createElement('fieldset');
      node.append(document.createElement('legend'));
      if (level) node.firstChild.append(document.createElement(`h${level}`));
      return node;
    },
    grid: () => withRole('grid'),
    row: () => withRole('row'),
    field: () => {
      const node = withRole('gridcell');
      node.append(button());
      return node;
    },
    line: () => {
      const node = document.createElement('form');
      const label = document.createElement('label');
      const input = document.createElement('input');
      Object.assign(input, { type: 'text', autocomplete: 'off', spellcheck: false, enterKeyHint: 'done', maxLength: 60 });
      input.setAttribute('autocapitalize', 'off');
      label.append(document.createElement('span'), input);
      node.append(label);
      node.onsubmit = (event) => {
        event.preventDefault();
        post('typed', input.value);
        input.value = '';
      };
      return node;
    },
  };

  // Draws a piece in large type: its colour, and for a tile the edges with that colour, clockwise from the top.
  function paint(field, colour, edges) {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    field.classList.toggle('piece', Boolean(colour));
    field.classList.toggle('pale', 0.3 * red + 0.6 * green + 0.1 * blue > 120);
    field.classList.toggle('tile', Boolean(edges));
    field.style.setProperty('--piece', colour || 'transparent');
    field.style.borderColor = edges ? [...edges].map((edge) => (edge === '1' ? colour : '#fff')).join(' ') : '';
  }

  const SIDES = ['top', 'right', 'bottom', 'left'];

  // Draws doors in large type: bars between a field and its neighbours.
  function hang(cell, doors) {
    const bar = (side) => `linear-gradient(var(--ink), var(--ink)) ${SIDES[side]} / ${side % 2 ? '10px 32%' : '32% 10px'} no-repeat`;
    cell.classList.toggle('doors', Boolean(doors));
    cell.style.background = [...SIDES.keys()].filter((side) => doors[side] === '1').map(bar).join(', ');
  }

  function fill(node, kind, words, state, sign, doors, letter) {
    const target = kind === 'field' ? node.firstChild : node;
    if (kind === 'group') (node.firstChild.firstElementChild ?? node.firstChild).textContent = words;
    else if (kind === 'grid' || kind === 'row') node.setAttribute('aria-label', words);
    else if (kind === 'line') node.querySelector('span').textContent = words;
    else if (kind === 'field') {
      target.setAttribute('aria-label', words);
      target.textContent = words.split(',', 1)[0];
      paint(target, ...sign.split(' '));
      hang(node, doors);
      target.classList.toggle('free', state === 'free');
    } else node.textContent = words;
    if (kind !== 'button' && kind !== 'field') return;
    const ariaValues = { pressed: { on: 'true', off: 'false' }[state], current: state === 'here' ? 'true' : undefined,
      disabled: state === 'out' && kind === 'button' ? 'true' : undefined,
      keyshortcuts: letter ? letter.toUpperCase() : undefined };
    for (const [name, value] of Object.entries(ariaValues)) {
      if (value === undefined) target.removeAttribute(`aria-${name}`); else target.setAttribute(`aria-${name}`, value);
    }
  }

  const focusOf = (node) => (node.matches('[role=gridcell]') ? node.firstChild : node.matches('form') ? node.querySelector('input') : node);

  function put(key, kind, words, within, state, level, sign, doors, letter) {
    const before = parts.get(key);
    const same = before?.kind === kind && before.level === level;
    const node = same ? before.element : MAKE[kind](level);
    if (!same) before?.element.replaceWith(node);
    node.dataset.key = key;
    parts.set(key, { kind, level, element: node, within });
    fill(node, kind, words, state, sign, doors, letter);
  }

  function arrange() {
    const keys = new Set(order);
    for (const [key, part] of parts) {
      if (keys.has(key)) continue;
      part.element.remove();
      parts.delete(key);
    }
    const last = new Map();
    for (const key of order) {
      const { element: node, within } = parts.get(key);
      const holder = within ? parts.get(within).element : top();
      const before = last.get(holder) ?? holder.querySelector(':scope > legend');
      const next = before ? before.nextSibling : holder.firstChild;
      if (next !== node) holder.insertBefore(node, next);
      last.set(holder, node);
    }
  }

  // -- focus ---------------------------------------------------------------------------------------------------------------------

  // Focuses a part. If it is disabled or gone, focuses its replacement, the last field, or the heading.
  function stand(key, fallback) {
    const formerNode = parts.get(key)?.element;
    const target = formerNode && focusOf(formerNode).matches('button, input, [tabindex]') ? focusOf(formerNode)
      : fallback ?? ((key !== 'title' && top().querySelector('[role=gridcell] > [tabindex="0"]')) || parts.get('title')?.element);
    target?.focus();
  }

  // Returns a new button at the place of a removed one, such as "Go on" after "Pause".
  function inPlaceOf(replacedKey, formerOrder) {
    const predecessor = formerOrder.slice(0, formerOrder.indexOf(replacedKey)).findLast((candidate) => parts.has(candidate));
    const next = order[order.indexOf(predecessor) + 1];
    return formerOrder.includes(next) || parts.get(next)?.kind !== 'button' ? undefined : parts.get(next).element;
  }

  // Only one field of a board can be reached with Tab, the others with arrow keys.
  function rove(board, to) {
    for (const field of board.querySelectorAll('[role=gridcell] > button')) field.tabIndex = field === to ? 0 : -1;
  }

  function along(field, key, toBoardEdge) {
    const board = field.closest('[role=grid]');
    const rows = [...board.querySelectorAll('[role=row]')].map((row) => [...row.querySelectorAll('[role=gridcell] > button')]);
    let row = rows.findIndex((fields) => fields.includes(field));
    let column = rows[row].indexOf(field);
    const moves = {
      ArrowLeft: () => { column -= 1; }, ArrowRight: () => { column += 1; }, ArrowUp: () => { row -= 1; }, ArrowDown: () => { row += 1; },
      Home: () => { column = 0; if (toBoardEdge) row = 0; }, End: () => { if (toBoardEdge) row = rows.length - 1; column = rows[row].length - 1; },
      PageUp: () => { row = 0; }, PageDown: () => { row = rows.length - 1; },
    };
    if (!moves[key]) return false;
    moves[key]();
    row = Math.max(0, Math.min(rows.length - 1, row));
    column = Math.max(0, Math.min(rows[row].length - 1, column));
    rows[row][column].focus();
    return true;
  }

  // If the canvas does not show the focused part, shows it at the bottom of the window; in large type, shows the whole text of a field.
  function showWhere(target) {
    const bar = document.getElementById('readout-here');
    const container = target?.closest(large() ? '[role=gridcell]' : '[data-key^="ask "], form');
    bar.hidden = !container;
    if (!container) return;
    const typed = target.matches('input') ? words.typed.replace('{name}', () => container.textContent).replace('{text}', () => target.value) : '';
    bar.textContent = typed || target.getAttribute('aria-label') || target.textContent;
  }

  addEventListener('focusin', (event) => {
    const key = keyOf(event.target);
    showWhere(key === undefined ? null : event.target);
    if (key === undefined) return;
    usesReadout = true;
    currentKey = key;
    const board = event.target.closest('[role=grid]');
    if (board) rove(board, event.target);
    post('at', key);
  });
  addEventListener('focusout', () => showWhere(null));
  addEventListener('input', (event) => { if (keyOf(event.target) !== undefined) showWhere(event.target); });
  addEventListener('click', (event) => {
    const pressed = event.target instanceof Element && event.target.closest('#readout button');
    if (!pressed) return;
    usesReadout = true;
    currentKey = keyOf(pressed);
    if (pressed.getAttribute('aria-disabled') !== 'true') post('do', currentKey);
  });
  addEventListener('pointerdown', (event) => { if (keyOf(event.target) === undefined) usesReadout = false; }, true);

  // -- keys ----------------------------------------------------------------------------------------------------------------------

  const NAMES = { Escape: 'escape', Backspace: 'backspace', Enter: 'return', ' ': 'space', ArrowLeft: 'left', ArrowRight: 'right',
    ArrowUp: 'up', ArrowDown: 'down' };

  // Moves the focus to the next or previous button.
  function step(target, by) {
    const targets = [...top().querySelectorAll('button, input')].filter((candidate) => candidate.tabIndex === 0);
    const at = targets.indexOf(target);
    targets[Math.max(0, Math.min(targets.length - 1, at + by))]?.focus();
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
    // On a field of the board, Enter and Space act as on the canvas.
    const isPlainButton = target.matches('button') && !target.matches('[role=gridcell] > button');
    if (isPlainButton && (key === 'Enter' || key === ' ')) return false;  // the browser turns it into a click
    if (isPlainButton && key.startsWith('Arrow')) {
      step(target, key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1);
      return true;
    }
    const name = NAMES[key] ?? (key.length === 1 ? key.toLowerCase() : '');
    if (name && !isPlainButton) post('at', keyOf(target));  // the player may have touched the canvas in between
    if (name) post('key', name);
    return Boolean(name);
  }

  // This script precedes loader.js, which keeps all keys of buttons from the game.
  addEventListener('keydown', (event) => {
    if (keyOf(event.target) === undefined) {
      if (event.key !== 'Tab' && !large() && !event.target.closest?.('dialog, #shelf')) usesReadout = false;
      return;
    }
    if (event.target.matches('input') && event.key === 'Escape') { post('key', 'escape'); return; }
    if (pressed(event)) event.preventDefault();
  }, true);

  addEventListener('keyup', (event) => {
    if (event.key === ' ' && event.target.matches?.('[role=gridcell] > button')) event.preventDefault();  // otherwise the browser would press the button
  }, true);

  for (const kind of ['keydown', 'keyup', 'keypress']) addEventListener(kind, (event) => {
    if (keyOf(event.target) !== undefined) event.stopPropagation();
  }, true);

  // -- updates from Python -------------------------------------------------------------------------------------------------------------

  function renew(message) {
    focusByScene.set(scene, currentKey);
    for (const { element: node } of parts.values()) node.remove();
    parts.clear();
    scene = message.scene;
    dialog = message.dialog;
    const container = top();
    for (const [name, value] of Object.entries({ role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'readout-title' })) {
      if (dialog) container.setAttribute(name, value); else container.removeAttribute(name);
    }
  }

  function show(text) {
    const message = JSON.parse(text);
    const isNewScene = message.scene !== scene;
    const focusBefore = document.activeElement;
    const focusedKey = keyOf(focusBefore);
    const formerOrder = order;
    const isFirstScene = scene === 0;
    if (isNewScene) renew(message);
    speak(message.language);
    dress(message.look.split(' ')[1]);
    top().className = message.look;
    if (large()) usesReadout = true;
    for (const part of message.parts) put(...part);
    if (message.order) {
      order = message.order;
      arrange();
    }
    const title = parts.get('title')?.element;
    if (title) title.id = 'readout-title';
    for (const board of top().querySelectorAll('[role=grid]')) {
      if (!board.querySelector('[tabindex="0"]')) rove(board, board.querySelector('[role=gridcell] > button'));
    }
    if (isNewScene && dialog) {
      const words = [...top().querySelectorAll(':scope > p')];
      words.forEach((paragraph, number) => { paragraph.id = `readout-words-${number}`; });
      top().setAttribute('aria-describedby', words.map((paragraph) => paragraph.id).join(' '));
    } else if (isNewScene) top().removeAttribute('aria-describedby');
    const takesFocus = usesReadout || (dialog && usesReadout === undefined);
    if (isNewScene && dialog && !takesFocus) {  // players who use the canvas keep their focus and hear an announcement
      flipside.say([...top().querySelectorAll(':scope > h1, :scope > p')].map((paragraph) => paragraph.textContent).join('. '));
    }
    if (isNewScene ? takesFocus : focusedKey !== undefined && !focusBefore.isConnected) {
      if (isNewScene) stand(focusByScene.get(scene) ?? (isFirstScene && currentKey ? currentKey : 'title'));
      else stand(focusedKey, inPlaceOf(focusedKey, formerOrder));
    } else if (focusedKey !== undefined && focusBefore.isConnected && document.activeElement !== focusBefore) focusBefore.focus();
    else if (focusedKey !== undefined) showWhere(focusBefore);
  }

  // Moves the focus from a button of the page's shelf to the same button of the game's shelf.
  function begin(key) {
    if (usesReadout === false) return;
    usesReadout = true;
    currentKey = key;
    stand(key);
  }

  return { begin, show };
})();
