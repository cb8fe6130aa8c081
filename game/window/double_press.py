"""The second press of a double click or double tap, ignored if its target is gone.

If a scene has opened or closed since the first press, or a panel has changed, the second press
would hit a target that the player did not choose.
"""

import math
import weakref
from collections.abc import Callable, Hashable

from flipside.game.scenes.common.scene import Scene

DOUBLE_PRESS_SECONDS = 0.6
"""Longest time between the two presses of a double press. Systems wait 0.5 s."""

DOUBLE_PRESS_PIXELS = 32
"""Largest distance in CSS pixels between two taps of a finger on the same target."""

_PRESSING_KEYS = ("return", "space")

_Place = tuple[int, int] | str
"""The place of a press: a point of the window, or a key."""


class DoublePress:
    """The last press, with which the next one is compared."""

    def __init__(self) -> None:
        self._seconds = math.inf
        """Seconds since the last press."""
        self._place: _Place = ""
        self._target: Hashable = None
        self._scene: Callable[[], Scene | None] = lambda: None
        """Returns the scene that was pressed, if it still exists."""

    def wait(self, seconds: float) -> None:
        """Add `seconds` to the time since the last press."""
        self._seconds += seconds

    def note(self, top: Scene, place: _Place, target: Hashable = None) -> None:
        """Record a press on a target of the top scene."""
        self._scene, self._place, self._target = weakref.ref(top), place, target
        self._seconds = 0.0

    def lift(self) -> None:
        """Record that a pointer went up, which completes its press."""
        self._seconds = 0.0

    def forget(self) -> None:
        """Forget the last press, because the player has scrolled since."""
        self._seconds = math.inf

    def strays(self, top: Scene, place: _Place) -> bool:
        """Return whether a press is the second of two and the target of the first one is gone.

        The next press is then compared with this one.
        """
        slack = DOUBLE_PRESS_PIXELS * top.services.platform.pixel_ratio()
        if self._seconds > DOUBLE_PRESS_SECONDS or not _near(self._place, place, slack):
            return False
        same_scene = top is self._scene()
        if isinstance(self._place, str) or not same_scene:
            target_gone = not same_scene
        else:
            target_gone = top.target_at(self._place) != self._target
        if target_gone:
            self._seconds = 0.0
        return target_gone

    def strays_by_key(self, top: Scene, key: str) -> bool:
        """Return whether the press of a key strays; record the key if not."""
        if key in _PRESSING_KEYS and self.strays(top, key):
            return True
        self.note(top, key)
        return False


def _near(place: _Place, other: _Place, pixels: float) -> bool:
    """Return whether two places are equal, or at most that many pixels apart."""
    if isinstance(place, str) or isinstance(other, str):
        return place == other
    return math.dist(place, other) <= pixels
