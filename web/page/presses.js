// Presses as the game is to hear them. A touch that the system takes away does nothing, a mouse presses where it is, and the second press of
// a double click is not for what has come in between. It stands before all scripts that listen, and before the runtime.
'use strict';

{
  const FAR_AWAY = -1e6;  // CSS pixels; a touch that goes there was taken away (game/window/pointers.py)
  const onCanvas = (event) => event.target instanceof Element && event.target.id === 'canvas';
  const mouse = (event, kind, button = 0) =>
    event.target.dispatchEvent(new MouseEvent(kind, { bubbles: true, clientX: event.clientX, clientY: event.clientY, button }));

  // SDL takes a touch that is cancelled for a finger that goes up where it was last.
  addEventListener('touchcancel', ({ target, changedTouches }) => {
    const gone = [...changedTouches].map(({ identifier, clientY }) => ({ identifier, clientX: FAR_AWAY, clientY }));
    const move = new Event('touchmove', { bubbles: true });
    target.dispatchEvent(Object.assign(move, { touches: [], changedTouches: gone, targetTouches: [] }));
  }, true);

  // SDL hears nothing of a mouse or a pen that is taken away. Another button ends what the left one has begun.
  addEventListener('pointercancel', (event) => {
    if (event.pointerType === 'touch' || !onCanvas(event)) return;
    for (const [kind, button] of [['mousedown', 2], ['mouseup', 2], ['mouseup', 0]]) mouse(event, kind, button);
  }, true);

  // SDL knows the place of a mouse by its movements alone, and a mouse that was elsewhere has made none.
  for (const kind of ['mousedown', 'wheel']) addEventListener(kind, (event) => { if (onCanvas(event)) mouse(event, 'mousemove'); }, true);

  // -- the second press of a double click; that of the game's own scenes is known to game/window/double_press.py -----------------------

  const SOON = 600;  // milliseconds
  const NEAR = 32;  // CSS pixels
  let pressed = null;  // the last press that counted: { x, y, time, under }
  let strays = false;  // whether the press that goes on now is for something that is gone
  let keyed = null;  // the last key, if it presses: { key, time, target }
  let straying = '';  // the key that is down and strays

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  addEventListener('pointerdown', (event) => {
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const again = pressed && time - pressed.time < SOON && Math.hypot(x - pressed.x, y - pressed.y) < NEAR;
    strays = Boolean(again) && document.elementFromPoint(pressed.x, pressed.y) !== pressed.under;
    if (strays) pressed.time = time;
    else pressed = { x, y, time, under: document.elementFromPoint(x, y) };
  }, true);
  addEventListener('pointerup', (event) => { if (pressed) pressed.time = event.timeStamp; }, true);
  for (const kind of ['scroll', 'wheel']) addEventListener(kind, () => { pressed = null; }, { capture: true, passive: true });
  for (const kind of ['mousedown', 'click']) addEventListener(kind, (event) => {
    if (strays && event.isTrusted && event.detail) stop(event);  // a screen reader's click has no detail
  }, true);
  addEventListener('touchstart', (event) => { if (strays) event.stopImmediatePropagation(); }, { capture: true, passive: true });

  const REPEATED = /^(Arrow|Page|Home|End|Tab|Backspace|Delete|[uryz]$)/i;
  addEventListener('keydown', (event) => {
    const { key, target, timeStamp: time } = event;
    const presses = key === 'Enter' || key === ' ';
    const moved = presses && keyed?.key === key && time - keyed.time < SOON && target !== keyed.target;
    keyed = presses ? { key, time, target: moved ? keyed.target : target } : null;
    if (!moved && !(event.repeat && !REPEATED.test(key) && target.matches?.('button'))) return;
    straying = key;
    stop(event);
  }, true);
  addEventListener('keyup', (event) => {
    if (event.key !== straying) return;
    straying = '';
    stop(event);
  }, true);
}
