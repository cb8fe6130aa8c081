// The shelf, drawn by the page until the game has started. The layout is that of game/scenes/shelf/shelf.py, in the same steps. A tap on it
// is stored for the game. SHELF (shelf/data.js) contains the texts and colours of the game.
'use strict';

// Sets the colours of the page.
function dress(look) {
  for (const [name, paint] of Object.entries(SHELF.palettes[look])) document.documentElement.style.setProperty(`--${name.replace('_', '-')}`, paint);
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = SHELF.palettes[look].background;
}
dress(early.look());

const shelfOfPage = (() => {
  const MAX_PIXELS = 6_000_000;  // as in game/services/platform/platform.py
  const MIN_SIZE = 360;  // as in game/services/platform/platform.py
  const LETTER = 0.54;  // as in game/scenes/shelf/shelf.py
  const SIZES = { title: [28, 44], head: [19, 25], bold: [15, 18], small: [13, 15], 'small-bold': [13, 15] };  // game/services/theme.py
  const FONTS = { title: 'FlipsideTitle', head: 'FlipsideTitle', bold: 'FlipsideBold', small: 'FlipsideText', 'small-bold': 'FlipsideBold' };

  const games = SHELF.games;
  const pen = document.createElement('canvas').getContext('2d');
  let size; let density; let unit;  // of the window, as the game measures it

  const matchesInProgress = (key) => flipside.names().split('\n').filter((name) => name.startsWith(`match-${key}-`) || name === `${key}.txt`).length;

  function measure() {
    const [width, height, ratio, ...insets] = flipside.view().split(',').map(Number);
    const maxScale = Math.sqrt(MAX_PIXELS / Math.max(1, width * height));
    const shrink = Math.min(1, width / MIN_SIZE, height / MIN_SIZE);
    density = Math.min(ratio, maxScale >= 1 ? Math.trunc(maxScale * 4) / 4 : maxScale);
    unit = Math.max(0.1, density * shrink);
    const minimum = Math.round(MIN_SIZE * unit);
    const [w, h] = [Math.max(Math.round(width * density), minimum), Math.max(Math.round(height * density), minimum)];
    const [left, top, right, bottom] = insets.map((inset) => Math.round(inset * density));
    size = { w, h, left, top, width: w - left - right, height: h - top - bottom };
  }

  const px = (css) => Math.round(css * unit);

  function fontSize(style) {
    const [smallest, largest] = SIZES[style];
    return smallest + (largest - smallest) * Math.min(1, Math.max(0, (Math.min(size.w, size.h) / unit - 360) / 720));
  }

  const lineHeight = (style) => Math.round(fontSize(style) * unit * 1.36);

  function widthOf(style, text) {
    pen.font = `${Math.round(fontSize(style) * unit)}px ${FONTS[style]}`;
    // In the game the width of a letter is a whole number of pixels.
    return [...text].reduce((sum, letter) => sum + Math.round(pen.measureText(letter).width), 0);
  }

  const textWidthEstimate = (style, text) => Math.round(fontSize(style) * unit * LETTER * text.length);

  // Returns by how many pixels each word lengthens its line. For lines about games the values come from the game, whose font metrics
  // differ.
  function stepsOf(text, words, style) {
    const first = (Math.round(fontSize(style) * unit) - 13) * words.length;
    const steps = style === 'small' && first >= 0 ? STEPS[text]?.slice(first, first + words.length) : '';
    return steps ? [...steps].map((letter) => letter.charCodeAt(0) - 0x100) : words.map((word, at) => widthOf(style, at ? ` ${word}` : word));
  }

  function wrapped(text, style, width) {
    const words = text.split(' ').map((word) => word + (/^\p{L}$/u.test(word) ? '\u00a0' : ' ')).join('').slice(0, -1).split(' ');
    const steps = stepsOf(text, words, style);
    const lines = [];
    let left = 0;
    words.forEach((word, at) => {
      left -= steps[at];
      if (at && left >= 0) lines[lines.length - 1] += ` ${word}`;
      else {
        lines.push(word);
        left = width - steps[at] + (at ? widthOf(style, ' ') : 0);
      }
    });
    return lines;
  }

  const heightOf = (text, style, width) => wrapped(text, style, width).length * lineHeight(style);

  // -- elements of the shelf -----------------------------------------------------------------------------------------------------------

  let sheet; let texts; let look; let chosen = '';

  function put(kind, className, { x, y, w, h }, parent = sheet) {
    const node = document.createElement(kind);
    node.className = className;
    Object.assign(node.style, { left: `${x / density}px`, top: `${y / density}px`, width: `${w / density}px`, height: `${h / density}px` });
    parent.append(node);
    return node;
  }

  function words(text, style, { x, y, w, h }, paint, centred = false, parent = sheet) {
    const lines = wrapped(text, style, w);
    const step = lineHeight(style);
    const sunk = fontSize(style) * unit * 0.07;
    const top = y + (h - step * lines.length) / 2 + sunk;
    const label = put('div', `words ${paint}`, { x, y: Math.round(top), w, h: step * lines.length }, parent);
    label.textContent = lines.join('\n');
    const longest = lines.reduce((first, second) => (first.length > second.length ? first : second));
    const target = widthOf(style, longest) / density;
    pen.font = `${Math.round(fontSize(style) * unit) / density}px ${FONTS[style]}`;
    label.style.letterSpacing = `${(target - pen.measureText(longest).width) / longest.length}px`;
    Object.assign(label.style, { font: `${Math.round(fontSize(style) * unit) / density}px ${FONTS[style]}`, lineHeight: `${step / density}px`,
      textAlign: centred ? 'center' : 'left' });
    return label;
  }

  function picture(name, rect, parent = sheet) {
    const image = put('img', 'picture', rect, parent);
    image.src = `shelf/${name}-${look}.webp`;
    image.alt = '';
    return image;
  }

  function button(name, rect, kind, label, { text = '', icon = '' }) {
    const node = put('button', `shelf-button ${kind}`, rect);
    node.type = 'button';
    node.dataset.name = name;
    node.setAttribute('aria-label', label || text);
    node.setAttribute('aria-pressed', String(name === chosen));
    const here = { x: 0, y: 0, w: rect.w, h: rect.h };
    if (text && !icon) {
      const style = widthOf('bold', text) <= rect.w - px(12) ? 'bold' : 'small-bold';
      words(text, style, here, '', true, node);
    } else {
      const side = px(22);
      const high = text ? side + px(2) + lineHeight('small') : side;
      const top = Math.floor((rect.h - high) / 2);
      put('span', `icon icon-${icon}`, { x: Math.floor((rect.w - side) / 2), y: top, w: side, h: side }, node);
      if (text) words(text, 'small', { x: 0, y: top + side + px(2), w: rect.w, h: lineHeight('small') }, '', true, node);
    }
    return node;
  }

  // -- the layout, in the same steps as in game/scenes/shelf/shelf.py ------------------------------------------------------------------

  const gap = () => px(Math.min(size.w, size.h) < 600 * unit ? 12 : 20);
  const headHeight = () => px(size.height < px(480) ? 64 : 104);

  function wordsHeight(width) {
    const lines = Math.max(...games.map((key) => heightOf(texts.games[key][1], 'small', width - px(24))));
    return lineHeight('head') + lines + px(44 + 12 + 12 + 12 + 8);
  }

  const rowBoardSide = (width) => Math.min(px(132), Math.floor(width / 3));

  function rowHeight(width) {
    const side = rowBoardSide(width);
    const lines = Math.max(...games.map((key) => heightOf(texts.games[key][1], 'small', width - side - px(36))));
    return Math.max(side + px(24), lineHeight('head') + lines + px(44 + 8 + 24));
  }

  function layoutPlan(head) {
    const space = size.width - 2 * gap();
    let best = null;
    for (let columns = 1; columns <= games.length; columns += 1) {
      const rows = Math.ceil(games.length / columns);
      const room = Math.floor((size.height - head - gap() * rows) / rows);
      const width = Math.min(Math.floor((space - gap() * (columns - 1)) / columns), px(340));
      if (width < px(220)) continue;
      const high = wordsHeight(width);
      const side = Math.min(width - px(24), Math.min(room, width - px(24) + high) - high);
      if (side >= px(96) && side >= (best?.side ?? 0)) best = { columns, width, height: side + high, tall: true, side };
    }
    if (best) return best;
    const columns = space >= px(720) ? 2 : 1;
    const width = Math.min(Math.floor((space - gap() * (columns - 1)) / columns), px(520));
    return { columns, width, height: rowHeight(width), tall: false };
  }

  function putHead(y) {
    const side = Math.min(headHeight() - gap() - px(4), px(size.width >= px(400) ? 64 : 48));
    const logo = { x: gap(), y: y + gap(), w: side, h: side };
    const buttons = [['options', 'settings'], ['album', 'clock'], ['progress', 'graph'], ['problems', 'puzzle']];
    const padding = px(size.width >= px(540) ? 16 : 4);
    const widths = buttons.map(([name]) => Math.max(px(48), textWidthEstimate('small', texts[name]) + padding));
    let right = size.width - gap();
    const titleWidth = widthOf('title', 'Flipside');
    const left = logo.x + side + px(12 + 8) + titleWidth;
    const hasText = widths.reduce((sum, width) => sum + width + px(4), -px(4)) <= right - left;
    let corner = right;
    buttons.forEach(([name, icon], index) => {
      const w = hasText ? widths[index] : px(48);
      corner = right - w;
      right = corner - px(4);
      const place = { x: corner, y: logo.y + Math.floor(side / 2) - Math.floor(px(48) / 2), w, h: px(48) };
      button(name, place, 'quiet', texts[name], { icon, text: hasText ? texts[name] : '' });
    });
    const beside = logo.x + side + px(12);
    const onlyTitle = titleWidth > corner - beside - px(8) && titleWidth <= corner - logo.x - px(8);
    if (!onlyTitle) picture('logo', logo);
    const x = onlyTitle ? logo.x : beside;
    const room = corner - x - px(8);
    const label = { x, y: logo.y, w: room, h: side };
    if (size.height >= px(480) && widthOf('small', texts.line) <= room - 2) {
      label.h = lineHeight('title');
      label.y = logo.y + Math.floor(side / 2) - Math.floor((label.h + lineHeight('small')) / 2);
      words(texts.line, 'small', { x: x + 2, y: label.y + label.h, w: room - 2, h: lineHeight('small') }, 'soft');
    }
    if (titleWidth <= label.w) words('Flipside', 'title', label, '');
  }

  function setupWidth(room) {
    const [play, goesOn, setup] = [texts.play, texts.goes_on, texts.set_up].map((word) => textWidthEstimate('bold', word) + px(24));
    const more = games.some((key) => matchesInProgress(key) > 1) ? px(44 + 8) : 0;
    return Math.max(play, goesOn) + px(8) + more + setup <= room ? setup : 0;
  }

  const titled = (head, words) => texts.of.replace('{head}', head).replace('{words}', words);

  function putBox(key, { x, y, w, h }, tall) {
    const [name, line] = texts.games[key];
    const inProgress = matchesInProgress(key);
    const card = put('div', 'shelf-card', { x, y, w, h });
    card.dataset.name = `play ${key}`;
    const pad = px(12);
    const inner = { x: x + pad, y: y + pad, w: w - 2 * pad, h: h - 2 * pad };
    const side = tall ? Math.min(inner.w, inner.h - (wordsHeight(w) - 2 * pad)) : rowBoardSide(w);
    const board = tall ? { x: inner.x + Math.floor(inner.w / 2) - Math.floor(side / 2), y: inner.y }
      : { x: inner.x, y: inner.y + Math.floor(inner.h / 2) - Math.floor(side / 2) };
    const round = side * SHELF.round;  // including the shadow
    picture(key, { x: board.x - round, y: board.y - round, w: side + 2 * round, h: side + 2 * round }).dataset.name = `play ${key}`;
    const room = tall ? { x: inner.x, y: inner.y + side + pad, w: inner.w } : { x: inner.x + side + pad, y: inner.y, w: inner.w - side - pad };
    const bottom = inner.y + inner.h;
    words(name, 'head', { ...room, h: lineHeight('head') }, '');
    words(line, 'small', { x: room.x, y: room.y + lineHeight('head'), w: room.w, h: heightOf(line, 'small', room.w) }, 'soft');
    const high = px(44);
    const setupSide = setupWidth(room.w);
    let at = room.x + room.w - (setupSide || high);
    const row = (left, setupSide) => ({ x: left, y: bottom - high, w: setupSide, h: high });
    const setup = row(at, setupSide || high);
    const more = inProgress > 1 ? row(at -= high + px(8), high) : null;
    const text = inProgress ? texts.goes_on : texts.play;
    button(`play ${key}`, row(room.x, at - px(8) - room.x), inProgress ? 'primary' : '', titled(text, name), { text });
    if (more) button(`more ${key}`, more, 'quiet', texts.more.replace('{count}', inProgress - 1), { text: `+${inProgress - 1}`, icon: 'list' });
    button(`setup ${key}`, setup, '', titled(texts.setup, name), setupSide ? { text: texts.set_up } : { icon: 'new' });
  }

  // Draws the shelf as text, in large type, like the game's readout.
  function drawAsText(shelfHere) {
    sheet = shelfHere;
    const add = (kind, text, name) => {
      const node = document.createElement(kind);
      node.textContent = text;
      if (name) {
        node.type = 'button';
        node.dataset.name = name;
        node.setAttribute('aria-pressed', String(name === chosen));
      }
      sheet.append(node);
    };
    add('h1', 'Flipside');
    for (const name of ['options', 'album', 'progress', 'problems']) add('button', texts[name], name);
    add('p', texts.line);
    if (flipside.about('takes') !== 'yes') add('p', texts.unsafe);
    for (const key of games) {
      const [name, line] = texts.games[key];
      const going = matchesInProgress(key);
      add('h2', name);
      add('p', line);
      add('button', titled(going ? texts.goes_on : texts.play, name), `play ${key}`);
      if (going > 1) add('button', texts.more.replace('{count}', going - 1), `more ${key}`);
      add('button', titled(texts.setup, name), `setup ${key}`);
    }
  }

  function draw() {
    const shelfHere = element('shelf');
    if (!shelfHere) return;
    measure();
    look = early.look();
    dress(look);
    const plain = ['bright', 'stark'].includes(look);
    texts = SHELF.words[language];
    shelfHere.replaceChildren();
    const large = early.setting('large') === true;
    shelfHere.className = `${look}${plain ? ' plain' : ''}${large ? ' large' : ''}`;
    const rim = Math.max(1, px(plain ? 2 : 1)) / density;
    for (const [name, value] of [['rim', `${rim}px`], ['round', `${px(12) / density}px`], ['button-round', `${px(10) / density}px`]])
      document.documentElement.style.setProperty(`--${name}`, value);
    if (large) return drawAsText(shelfHere);
    sheet = put('div', 'sheet', { x: size.left, y: size.top, w: size.width, h: size.height }, shelfHere);
    const unsafe = flipside.about('takes') !== 'yes';
    const line = unsafe ? lineHeight('small-bold') + px(8) : 0;
    const head = headHeight() + line;
    const plan = layoutPlan(head);
    const rows = Math.ceil(games.length / plan.columns);
    const block = rows * plan.height + (rows - 1) * gap();
    const y = head + Math.max(0, Math.floor((size.height - head - block - gap()) / 2));
    putHead(Math.floor(Math.max(0, y - head) / 2));
    if (unsafe) {
      const fits = widthOf('small-bold', texts.unsafe) <= size.width - 2 * gap();
      const place = { x: gap(), y: y - line, w: size.width - 2 * gap(), h: lineHeight('small-bold') };
      words(fits ? texts.unsafe : texts.unsafe_short, 'small-bold', place, 'accent');
    }
    games.forEach((key, index) => {
      const [row, column] = [Math.floor(index / plan.columns), index % plan.columns];
      const inRow = Math.min(plan.columns, games.length - row * plan.columns);
      const start = Math.floor((size.width - inRow * plan.width - (inRow - 1) * gap()) / 2);
      const place = { x: start + column * (plan.width + gap()), y: y + row * (plan.height + gap()), w: plan.width, h: plan.height };
      putBox(key, place, plan.tall);
    });
    // Space below the last box, so that it can be scrolled out from under the status line.
    put('div', '', { x: 0, y: y + block + gap() - 1, w: 1, h: element('loading').offsetHeight * density });
  }

  // -- the choice of the player is stored ----------------------------------------------------------------------------------------------

  function choose(event) {
    const name = event.target.closest?.('[data-name]')?.dataset.name;
    if (!name) return;
    chosen = name;
    const before = events.findIndex(([kind]) => kind === 'chosen');
    if (before >= 0) events.splice(before, 1);
    events.push(['chosen', name]);
    for (const each of sheet.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each.dataset.name === name));
    confirmChoice();
  }

  async function show() {
    const faces = Object.values(FONTS).map((face) => document.fonts.load(`16px ${face}`).catch(() => {}));
    await Promise.race([Promise.all(faces), later(3000)]);
    if (!element('shelf') || !element('loading') || element('loading').hidden) return;
    draw();
    element('shelf').hidden = false;
    element('shelf').addEventListener('click', choose);
    addEventListener('resize', draw);
    const pictures = [...element('shelf').querySelectorAll('img')].map((image) => image.decode().catch(() => {}));
    await Promise.race([Promise.all(pictures), later(3000)]);
    requestAnimationFrame(() => performance.mark('shelf'));
  }

  shelf.then(() => {
    const stood = document.activeElement?.closest('#shelf [data-name]')?.dataset.name;
    removeEventListener('resize', draw);
    element('shelf').remove();
    if (stood) readout.begin(stood);
  });

  return { show };
})();
