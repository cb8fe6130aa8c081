"""Pointers: fingers and the mouse, with taps, drags and long presses."""

from collections.abc import Hashable

import pygame

from flipside.game.ui.sheet import scrolling_at
from flipside.game.window.scene_stack import SceneStack

_LONG_PRESS_SECONDS = 0.45
"""Seconds after which a pointer that stays down previews a tap."""

_DRAG_PIXELS = 8
"""The maximum distance in CSS pixels that a pointer may move without a drag."""

_WHEEL_PIXELS = 56
"""CSS pixels that one step of the mouse wheel scrolls."""

_MOUSE = "mouse"
"""The id of the mouse. The id of a finger is its touch screen and its number there."""

At = tuple[int, int]
"""A point in the window, in pixels."""


class _Pointer:
    """A pointer that is down: where it went down, where it is, and for how long it is down."""

    def __init__(self, at: At) -> None:
        self.at = self.down = at
        self.drags = False
        self.has_scrolled = False
        self._seconds_down = 0.0

    def wait(self, seconds: float) -> bool:
        """Advance by `seconds`; return True once, when a long press begins."""
        before, self._seconds_down = self._seconds_down, self._seconds_down + seconds
        return not self.drags and before < _LONG_PRESS_SECONDS <= self._seconds_down


class Pointers:
    """All pointers that are down. The top scene stores the target of each."""

    def __init__(self, stack: SceneStack) -> None:
        self._stack = stack
        self._down: dict[Hashable, _Pointer] = {}

    def handle(self, event: pygame.event.Event, size: tuple[int, int]) -> bool:
        """Handle an event of the mouse or a finger; return False for other events.

        `size` is the size of the window. SDL also sends events of a mouse for the first finger, and
        may send events of fingers for a mouse or trackpad. These are ignored, so that each touch
        counts once.
        """
        if event.type in _MOUSE_EVENTS:
            if not getattr(event, "touch", False):
                self._mouse(event)
        elif event.type in _FINGER_EVENTS:
            if event.touch_id != _MOUSE_TOUCH_ID:
                self._finger(event, size)
        elif event.type == pygame.MOUSEWHEEL:
            self._stack.double_press.forget()
            self.wheel(self._stack.screen.at(pygame.mouse.get_pos()), event.precise_y)
        elif event.type == pygame.WINDOWLEAVE:
            self._stack.top.hover(None)
        else:
            if event.type in _LEAVING_EVENTS:
                self.let_go()
            return False
        return True

    def wheel(self, at: At, steps: float) -> None:
        """Scroll at a point by `steps` of the mouse wheel; up is positive."""
        scene = self._stack.top
        if (sheet := scrolling_at(scene.sheets, at)) is not None:
            scene.changed |= sheet.scroll(-steps * scene.theme.px(_WHEEL_PIXELS))

    def _mouse(self, event: pygame.event.Event) -> None:
        at = self._stack.screen.at(event.pos)
        if event.type == pygame.MOUSEMOTION:
            self.move(at)
        elif event.button != pygame.BUTTON_LEFT:
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.cancel()  # by convention another button cancels a press of the left one
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.down(at)
        else:
            inside = pygame.Rect((0, 0), self._stack.size).collidepoint(at)
            self.up(at, inside=bool(inside))

    def _finger(self, event: pygame.event.Event, size: tuple[int, int]) -> None:
        finger = event.touch_id, event.finger_id
        if max(abs(event.x), abs(event.y)) > _CANCEL_DISTANCE:
            self.cancel(finger)
            return
        x, y = (
            max(0, min(side - 1, int(part * side)))
            for part, side in zip((event.x, event.y), size, strict=True)
        )
        if event.type == pygame.FINGERMOTION:
            self.move((x, y), finger)
        elif event.type == pygame.FINGERDOWN:
            self.down((x, y), finger)
        else:
            self.up((x, y), finger, inside=0 <= event.x <= 1 and 0 <= event.y <= 1)

    def down(self, at: At, finger: Hashable = _MOUSE) -> None:
        """Handle that a pointer goes down."""
        if self._stack.double_press.strays(self._stack.top, at):
            return
        self._stack.screen.finish_transition()
        self._down[finger] = _Pointer(at)
        if finger != _MOUSE:
            self._stack.top.hover(None)  # during a touch the mouse is not used
        top = self._stack.top
        top.press(at, finger)
        self._stack.double_press.note(top, at, top.pressed.get(finger))

    def move(self, at: At, finger: Hashable = _MOUSE) -> None:
        """Handle that a pointer moves; the mouse can also move while it is up."""
        top, pointer = self._stack.top, self._down.get(finger)
        if pointer is None:
            if finger == _MOUSE:
                top.hover(at)
            return
        by = at[0] - pointer.at[0], at[1] - pointer.at[1]
        slack = _DRAG_PIXELS * top.services.platform.pixel_ratio()
        if pointer.drags or max(abs(by[0]), abs(by[1])) > slack:
            pointer.drags = True
            pointer.has_scrolled |= top.drag(at, by, finger)
            pointer.at = at

    def up(self, at: At, finger: Hashable = _MOUSE, inside: bool = True) -> None:
        """Handle that a pointer goes up; if it is still on its target, this is a tap."""
        if inside and finger in self._down:
            self.move(at, finger)
        top, pointer = self._stack.top, self._down.pop(finger, None)
        is_drag = pointer is not None and pointer.drags
        target = top.release(finger, drops=inside and is_drag)
        if pointer is None:
            return
        if pointer.has_scrolled:
            self._stack.double_press.forget()
            return
        self._stack.double_press.lift()
        if target is None or not inside:
            return
        # A pointer that did not move is still over its target.
        if at == pointer.down or top.target_at(at) == target:
            top.tap(at, target)

    def cancel(self, finger: Hashable = _MOUSE) -> None:
        """Drop a pointer that the system has cancelled."""
        if self._down.pop(finger, None) is not None:
            self._stack.top.release(finger, cancelled=True)

    def wait(self, seconds: float) -> None:
        """Advance by `seconds`; a pointer that stays down becomes a long press."""
        for finger, pointer in self._down.items():
            if pointer.wait(seconds):
                self._stack.top.hold(finger, pointer.at)

    def let_go(self) -> None:
        """Drop all pointers, even if the system has not reported that they went up."""
        self._down.clear()
        self._stack.top.let_go()


_MOUSE_TOUCH_ID = -1
"""The touch screen of fingers for which SDL has used a mouse (SDL_MOUSE_TOUCHID)."""

_CANCEL_DISTANCE = 10
"""If the system cancels a touch, the page moves it farther away than this (web/page/presses.js), in
widths and heights of the window. SDL itself only reports that the finger went up."""

_MOUSE_EVENTS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
_LEAVING_EVENTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_FINGER_EVENTS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
