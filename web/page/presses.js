// Corrects pointer events for the game: a touch that the system cancels has no effect, a mouse presses at its position, and the second
// press of a double click is ignored if its target has changed. This script must run before all listeners and the runtime.
'use strict';

{
  const FAR_AWAY = -1e6;  // CSS pixels; a cancelled touch is moved there (game/window/pointers.py)
  const onCanvas = (event) => event.target instanceof Element && event.target.id === 'canvas';
  const mouse = (event, kind, button = 0) =>
    event.target.dispatchEvent(new MouseEvent(kind, { bubbles: true, clientX: event.clientX, clientY: event.clientY, button }));

  // SDL treats a cancelled touch as a finger that goes up at its last position.
  addEventListener('touchcancel', ({ target, changedTouches }) => {
    const gone = [...changedTouches].map(({ identifier, clientY }) => ({ identifier, clientX: FAR_AWAY, clientY }));
    const move = new Event('touchmove', { bubbles: true });
    target.dispatchEvent(Object.assign(move, { touches: [], changedTouches: gone, targetTouches: [] }));
  }, true);

  // SDL does not notice a cancelled mouse or pen. Pressing another button cancels a press of the left one.
  addEventListener('pointercancel', (event) => {
    if (event.pointerType === 'touch' || !onCanvas(event)) return;
    for (const [kind, button] of [['mousedown', 2], ['mouseup', 2], ['mouseup', 0]]) mouse(event, kind, button);
  }, true);

  // SDL knows the position of a mouse only from its movements. A mouse may press or scroll before it has moved on the canvas.
  for (const kind of ['mousedown', 'wheel']) addEventListener(kind, (event) => { if (onCanvas(event)) mouse(event, 'mousemove'); }, true);

  // -- the second press of a double click; game/window/scene_stack.py does this for scenes of the game --------------------------------

  const SOON = 600;  // milliseconds
  const NEAR = 32;  // CSS pixels
  let lastPress = null;  // the last accepted press: { x, y, time, under }
  let isStray = false;  // whether the target of the current press is gone
  let lastKey = null;  // the last key, if it presses a button: { key, time, target }
  let strayKey = '';  // the key that is down and whose target is gone

  function stop(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  addEventListener('pointerdown', (event) => {
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const again = lastPress && time - lastPress.time < SOON && Math.hypot(x - lastPress.x, y - lastPress.y) < NEAR;
    isStray = Boolean(again) && document.elementFromPoint(lastPress.x, lastPress.y) !== lastPress.under;
    if (isStray) lastPress.time = time;
    else lastPress = { x, y, time, under: document.elementFromPoint(x, y) };
  }, true);
  addEventListener('pointerup', (event) => { if (lastPress) lastPress.time = event.timeStamp; }, true);
  for (const kind of ['scroll', 'wheel']) addEventListener(kind, () => { lastPress = null; }, { capture: true, passive: true });
  for (const kind of ['mousedown', 'click']) addEventListener(kind, (event) => {
    if (isStray && event.isTrusted && event.detail) stop(event);  // a screen reader's click has no detail
  }, true);
  addEventListener('touchstart', (event) => { if (isStray) event.stopImmediatePropagation(); }, { capture: true, passive: true });

  const REPEATED = /^(Arrow|Page|Home|End|Tab|Backspace|Delete|[uryz]$)/i;
  addEventListener('keydown', (event) => {
    const { key, target, timeStamp: time } = event;
    const presses = key === 'Enter' || key === ' ';
    const moved = presses && lastKey?.key === key && time - lastKey.time < SOON && target !== lastKey.target;
    lastKey = presses ? { key, time, target: moved ? lastKey.target : target } : null;
    if (!moved && !(event.repeat && !REPEATED.test(key) && target.matches?.('button'))) return;
    strayKey = key;
    stop(event);
  }, true);
  addEventListener('keyup', (event) => {
    if (event.key !== strayKey) return;
    strayKey = '';
    stop(event);
  }, true);
}
