// The shelf as the page itself draws it until the game is there: it lies where game/scenes/shelf/menu.py will put it, step by step as there,
// and keeps a tap for the game. SHELF (shelf/data.js) holds the game's own words and colours.
'use strict';

// Give the page the colours of that name.
function dress(look) {
  for (const [name, paint] of Object.entries(SHELF.palettes[look])) document.documentElement.style.setProperty(`--${name.replace('_', '-')}`, paint);
  for (const one of document.querySelectorAll('meta[name=theme-color]')) one.content = SHELF.palettes[look].table;
}
dress(early.look());

const shelfOfPage = (() => {
  const MOST_PIXELS = 6_000_000;  // these two as in game/services/platform/platform.py
  const LEAST = 360;
  const LETTER = 0.54;  // game/scenes/shelf/menu.py
  const SIZES = { title: [28, 44], head: [19, 25], bold: [15, 18], small: [13, 15], 'small-bold': [13, 15] };  // game/services/theme.py
  const FONTS = { title: 'FlipsideTitle', head: 'FlipsideTitle', bold: 'FlipsideBold', small: 'FlipsideText', 'small-bold': 'FlipsideBold' };

  const games = SHELF.games;
  const pen = document.createElement('canvas').getContext('2d');
  let size; let dense; let unit;  // of the window, as the game measures it

  const goingOn = (key) => flipside.names().split('\n').filter((one) => one.startsWith(`match-${key}-`) || one === `${key}.txt`).length;

  function measure() {
    const [width, height, ratio, ...insets] = flipside.view().split(',').map(Number);
    const most = Math.sqrt(MOST_PIXELS / Math.max(1, width * height));
    const slip = Math.min(1, width / LEAST, height / LEAST);
    dense = Math.min(ratio, most >= 1 ? Math.trunc(most * 4) / 4 : most);
    unit = Math.max(0.1, dense * slip);
    const least = Math.round(LEAST * unit);
    const [w, h] = [Math.max(Math.round(width * dense), least), Math.max(Math.round(height * dense), least)];
    const [left, top, right, bottom] = insets.map((inset) => Math.round(inset * dense));
    size = { w, h, left, top, width: w - left - right, height: h - top - bottom };
  }

  const px = (css) => Math.round(css * unit);

  function fontSize(style) {
    const [least, most] = SIZES[style];
    return least + (most - least) * Math.min(1, Math.max(0, (Math.min(size.w, size.h) / unit - 360) / 720));
  }

  const lineHeight = (style) => Math.round(fontSize(style) * unit * 1.36);

  function widthOf(style, text) {
    pen.font = `${Math.round(fontSize(style) * unit)}px ${FONTS[style]}`;
    // The game's letters are whole pixels wide.
    return [...text].reduce((sum, letter) => sum + Math.round(pen.measureText(letter).width), 0);
  }

  const wordRoom = (style, text) => Math.round(fontSize(style) * unit * LETTER * text.length);

  // By how much each word makes a line longer. Of lines about games that is known from the game, whose letters have other widths.
  function stepsOf(text, words, style) {
    const first = (Math.round(fontSize(style) * unit) - 13) * words.length;
    const known = style === 'small' && first >= 0 ? STEPS[text]?.slice(first, first + words.length) : '';
    return known ? [...known].map((letter) => letter.charCodeAt(0) - 0x100) : words.map((word, at) => widthOf(style, at ? ` ${word}` : word));
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

  const highOf = (text, style, width) => wrapped(text, style, width).length * lineHeight(style);

  // -- what lies on it ---------------------------------------------------------------------------------------------------------------

  let sheet; let said; let look; let chosen = '';

  function put(kind, where, { x, y, w, h }, parent = sheet) {
    const made = document.createElement(kind);
    made.className = where;
    Object.assign(made.style, { left: `${x / dense}px`, top: `${y / dense}px`, width: `${w / dense}px`, height: `${h / dense}px` });
    parent.append(made);
    return made;
  }

  function words(text, style, { x, y, w, h }, paint, centred = false, parent = sheet) {
    const lines = wrapped(text, style, w);
    const step = lineHeight(style);
    const sunk = fontSize(style) * unit * 0.07;
    const top = y + (h - step * lines.length) / 2 + sunk;
    const label = put('div', `words ${paint}`, { x, y: Math.round(top), w, h: step * lines.length }, parent);
    label.textContent = lines.join('\n');
    const longest = lines.reduce((one, other) => (one.length > other.length ? one : other));
    const meant = widthOf(style, longest) / dense;
    pen.font = `${Math.round(fontSize(style) * unit) / dense}px ${FONTS[style]}`;
    label.style.letterSpacing = `${(meant - pen.measureText(longest).width) / longest.length}px`;
    Object.assign(label.style, { font: `${Math.round(fontSize(style) * unit) / dense}px ${FONTS[style]}`, lineHeight: `${step / dense}px`,
      textAlign: centred ? 'center' : 'left' });
    return label;
  }

  function picture(name, rect, parent = sheet) {
    const drawn = put('img', 'picture', rect, parent);
    drawn.src = `shelf/${name}-${look}.webp`;
    drawn.alt = '';
    return drawn;
  }

  function button(name, rect, kind, spoken, { text = '', icon = '' }) {
    const made = put('button', `shelf-button ${kind}`, rect);
    made.type = 'button';
    made.dataset.name = name;
    made.setAttribute('aria-label', spoken || text);
    made.setAttribute('aria-pressed', String(name === chosen));
    const here = { x: 0, y: 0, w: rect.w, h: rect.h };
    if (text && !icon) {
      const style = widthOf('bold', text) <= rect.w - px(12) ? 'bold' : 'small-bold';
      words(text, style, here, '', true, made);
    } else {
      const side = px(22);
      const high = text ? side + px(2) + lineHeight('small') : side;
      const top = Math.floor((rect.h - high) / 2);
      put('span', `icon icon-${icon}`, { x: Math.floor((rect.w - side) / 2), y: top, w: side, h: side }, made);
      if (text) words(text, 'small', { x: 0, y: top + side + px(2), w: rect.w, h: lineHeight('small') }, '', true, made);
    }
    return made;
  }

  // -- menu.py, step by step -----------------------------------------------------------------------------------------------------------

  const gap = () => px(Math.min(size.w, size.h) < 600 * unit ? 12 : 20);
  const headHeight = () => px(size.height < px(480) ? 64 : 104);

  function wordsHeight(width) {
    const lines = Math.max(...games.map((key) => highOf(said.games[key][1], 'small', width - px(24))));
    return lineHeight('head') + lines + px(44 + 12 + 12 + 12 + 8);
  }

  const flatSide = (width) => Math.min(px(132), Math.floor(width / 3));

  function flatHeight(width) {
    const side = flatSide(width);
    const lines = Math.max(...games.map((key) => highOf(said.games[key][1], 'small', width - side - px(36))));
    return Math.max(side + px(24), lineHeight('head') + lines + px(44 + 8 + 24));
  }

  function planned(head) {
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
    return { columns, width, height: flatHeight(width), tall: false };
  }

  function putHead(y) {
    const side = Math.min(headHeight() - gap() - px(4), px(size.width >= px(400) ? 64 : 48));
    const logo = { x: gap(), y: y + gap(), w: side, h: side };
    picture('logo', logo);
    const ways = [['options', 'settings'], ['album', 'clock'], ['problems', 'puzzle']];
    const air = px(size.width >= px(540) ? 16 : 4);
    const widths = ways.map(([name]) => Math.max(px(48), wordRoom('small', said[name]) + air));
    let right = size.width - gap();
    const left = logo.x + side + px(12 + 8) + widthOf('title', 'Flipside');
    const worded = widths.reduce((sum, one) => sum + one + px(4), -px(4)) <= right - left;
    let corner = right;
    ways.forEach(([name, icon], index) => {
      const w = worded ? widths[index] : px(48);
      corner = right - w;
      right = corner - px(4);
      const place = { x: corner, y: logo.y + Math.floor(side / 2) - Math.floor(px(48) / 2), w, h: px(48) };
      button(name, place, 'quiet', said[name], { icon, text: worded ? said[name] : '' });
    });
    const x = logo.x + side + px(12);
    const room = corner - x - px(8);
    const label = { x, y: logo.y, w: room, h: side };
    if (size.height >= px(480) && widthOf('small', said.line) <= room - 2) {
      label.h = lineHeight('title');
      label.y = logo.y + Math.floor(side / 2) - Math.floor((label.h + lineHeight('small')) / 2);
      words(said.line, 'small', { x: x + 2, y: label.y + label.h, w: room - 2, h: lineHeight('small') }, 'soft');
    }
    if (widthOf('title', 'Flipside') <= label.w) words('Flipside', 'title', label, '');
  }

  function setupWidth(room) {
    const [play, goesOn, setup] = [said.play, said.goes_on, said.set_up].map((word) => wordRoom('bold', word) + px(24));
    const more = games.some((key) => goingOn(key) > 1) ? px(44 + 8) : 0;
    return Math.max(play, goesOn) + px(8) + more + setup <= room ? setup : 0;
  }

  function putBox(key, { x, y, w, h }, tall) {
    const [name, line] = said.games[key];
    const going = goingOn(key);
    const card = put('div', 'shelf-card', { x, y, w, h });
    card.dataset.name = `play ${key}`;
    const pad = px(12);
    const inner = { x: x + pad, y: y + pad, w: w - 2 * pad, h: h - 2 * pad };
    const side = tall ? Math.min(inner.w, inner.h - (wordsHeight(w) - 2 * pad)) : flatSide(w);
    const board = tall ? { x: inner.x + Math.floor(inner.w / 2) - Math.floor(side / 2), y: inner.y }
      : { x: inner.x, y: inner.y + Math.floor(inner.h / 2) - Math.floor(side / 2) };
    const round = side * SHELF.round;  // the shadow
    picture(key, { x: board.x - round, y: board.y - round, w: side + 2 * round, h: side + 2 * round }).dataset.name = `play ${key}`;
    const room = tall ? { x: inner.x, y: inner.y + side + pad, w: inner.w } : { x: inner.x + side + pad, y: inner.y, w: inner.w - side - pad };
    const bottom = inner.y + inner.h;
    words(name, 'head', { ...room, h: lineHeight('head') }, '');
    words(line, 'small', { x: room.x, y: room.y + lineHeight('head'), w: room.w, h: highOf(line, 'small', room.w) }, 'soft');
    const high = px(44);
    const wide = setupWidth(room.w);
    let at = room.x + room.w - (wide || high);
    const row = (left, wide) => ({ x: left, y: bottom - high, w: wide, h: high });
    const setup = row(at, wide || high);
    const more = going > 1 ? row(at -= high + px(8), high) : null;
    const text = going ? said.goes_on : said.play;
    button(`play ${key}`, row(room.x, at - px(8) - room.x), going ? 'primary' : '', `${text}: ${name}`, { text });
    if (more) button(`more ${key}`, more, 'quiet', said.more.replace('{count}', going - 1), { text: `+${going - 1}`, icon: 'list' });
    button(`setup ${key}`, setup, '', `${said.setup}: ${name}`, wide ? { text: said.set_up } : { icon: 'new' });
  }

  // The game's readout, in large type.
  function inWords(shelfHere) {
    sheet = shelfHere;
    const add = (kind, text, name) => {
      const made = document.createElement(kind);
      made.textContent = text;
      if (name) {
        made.type = 'button';
        made.dataset.name = name;
        made.setAttribute('aria-pressed', String(name === chosen));
      }
      sheet.append(made);
    };
    add('h1', 'Flipside');
    for (const name of ['options', 'album', 'problems']) add('button', said[name], name);
    add('p', said.line);
    if (flipside.about('takes') !== 'yes') add('p', said.unsafe);
    for (const key of games) {
      const [name, line] = said.games[key];
      const going = goingOn(key);
      add('h2', name);
      add('p', line);
      add('button', `${going ? said.goes_on : said.play}: ${name}`, `play ${key}`);
      if (going > 1) add('button', said.more.replace('{count}', going - 1), `more ${key}`);
      add('button', `${said.setup}: ${name}`, `setup ${key}`);
    }
  }

  function draw() {
    const shelfHere = element('shelf');
    if (!shelfHere) return;
    measure();
    look = early.look();
    dress(look);
    const plain = ['bright', 'stark'].includes(look);
    said = SHELF.words[language];
    shelfHere.replaceChildren();
    const large = early.setting('large') === true;
    shelfHere.className = `${look}${plain ? ' plain' : ''}${large ? ' large' : ''}`;
    const rim = Math.max(1, px(plain ? 2 : 1)) / dense;
    for (const [name, value] of [['rim', `${rim}px`], ['round', `${px(12) / dense}px`], ['button-round', `${px(10) / dense}px`]])
      document.documentElement.style.setProperty(`--${name}`, value);
    if (large) return inWords(shelfHere);
    sheet = put('div', 'sheet', { x: size.left, y: size.top, w: size.width, h: size.height }, shelfHere);
    const unsafe = flipside.about('takes') !== 'yes';
    const line = unsafe ? lineHeight('small-bold') + px(8) : 0;
    const head = headHeight() + line;
    const plan = planned(head);
    const rows = Math.ceil(games.length / plan.columns);
    const block = rows * plan.height + (rows - 1) * gap();
    const y = head + Math.max(0, Math.floor((size.height - head - block - gap()) / 2));
    putHead(Math.floor(Math.max(0, y - head) / 2));
    if (unsafe) {
      const fits = widthOf('small-bold', said.unsafe) <= size.width - 2 * gap();
      const place = { x: gap(), y: y - line, w: size.width - 2 * gap(), h: lineHeight('small-bold') };
      words(fits ? said.unsafe : said.unsafe_short, 'small-bold', place, 'accent');
    }
    games.forEach((key, index) => {
      const [row, column] = [Math.floor(index / plan.columns), index % plan.columns];
      const inRow = Math.min(plan.columns, games.length - row * plan.columns);
      const start = Math.floor((size.width - inRow * plan.width - (inRow - 1) * gap()) / 2);
      const place = { x: start + column * (plan.width + gap()), y: y + row * (plan.height + gap()), w: plan.width, h: plan.height };
      putBox(key, place, plan.tall);
    });
    // The last box can be drawn out from under what is told.
    put('div', '', { x: 0, y: y + block + gap() - 1, w: 1, h: element('loading').offsetHeight * dense });
  }

  // -- a tap is kept ---------------------------------------------------------------------------------------------------------------------

  function choose(event) {
    const name = event.target.closest?.('[data-name]')?.dataset.name;
    if (!name) return;
    chosen = name;
    const before = events.findIndex(([kind]) => kind === 'chosen');
    if (before >= 0) events.splice(before, 1);
    events.push(['chosen', name]);
    for (const one of sheet.querySelectorAll('button')) one.setAttribute('aria-pressed', String(one.dataset.name === name));
    tellKept();
  }

  async function show() {
    const faces = Object.values(FONTS).map((face) => document.fonts.load(`16px ${face}`).catch(() => {}));
    await Promise.race([Promise.all(faces), later(3000)]);
    if (!element('shelf') || !element('loading') || element('loading').hidden) return;
    draw();
    element('shelf').hidden = false;
    element('shelf').addEventListener('click', choose);
    addEventListener('resize', draw);
    const pictures = [...element('shelf').querySelectorAll('img')].map((one) => one.decode().catch(() => {}));
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
