"""The second press of a double click or double tap, which counts only where the first one did.

It is meant for what lay under the first press. If a scene has opened or closed since, or a panel
has been arranged anew, something else lies there, which nobody meant to press.
"""

import math
import weakref
from collections.abc import Callable, Hashable

from flipside.game.scenes.common.scene import Scene

DOUBLE_PRESS_SECONDS = 0.6
"""Seconds after a press in which another one at its place is its second. Systems wait 0.5 s."""

DOUBLE_PRESS_PIXELS = 32
"""CSS pixels between two taps of a finger on the same thing, at most."""

_PRESSING_KEYS = ("return", "space")

_Place = tuple[int, int] | str
"""Where something is pressed: a point of the window, or a key."""


class DoublePress:
    """The last press, by which the second one of a double click is known."""

    def __init__(self) -> None:
        self._seconds = math.inf
        """Seconds since the last press."""
        self._place: _Place = ""
        self._target: Hashable = None
        self._scene: Callable[[], Scene | None] = lambda: None
        """The scene that was pressed, if it still exists."""

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds

    def note(self, top: Scene, place: _Place, target: Hashable = None) -> None:
        """Note a press that counts, on a target of the scene on top."""
        self._scene, self._place, self._target = weakref.ref(top), place, target
        self._seconds = 0.0

    def lift(self) -> None:
        """Note that a pointer went up: what it pressed is done now."""
        self._seconds = 0.0

    def forget(self) -> None:
        """Forget the last press: something was moved by hand since."""
        self._seconds = math.inf

    def strays(self, top: Scene, place: _Place) -> bool:
        """Return whether a press is the second one of two, and what the first one pressed is gone.
        Then the next press is a third one."""
        slack = DOUBLE_PRESS_PIXELS * top.services.platform.pixel_ratio()
        if self._seconds > DOUBLE_PRESS_SECONDS or not _near(self._place, place, slack):
            return False
        same = top is self._scene()
        if isinstance(self._place, str) or not same:
            gone = not same
        else:
            gone = top.target_at(self._place) != self._target
        if gone:
            self._seconds = 0.0
        return gone

    def strays_by_key(self, top: Scene, key: str) -> bool:
        """Return whether a key is one that presses, and that press strays; note any other one."""
        if key in _PRESSING_KEYS and self.strays(top, key):
            return True
        self.note(top, key)
        return False


def _near(place: _Place, other: _Place, pixels: float) -> bool:
    """Return whether two places are the same, but for so many pixels."""
    if isinstance(place, str) or isinstance(other, str):
        return place == other
    return math.dist(place, other) <= pixels
