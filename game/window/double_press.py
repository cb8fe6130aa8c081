"""Ignores the second press of a double click or double tap if the target of the first is gone.

If a scene has opened or closed, or a panel has changed, the second press would be on a target that
the player did not choose.
"""

import math
import weakref
from collections.abc import Callable, Hashable

from flipside.game.scenes.common.scene import Scene

DOUBLE_PRESS_SECONDS = 0.6
"""Maximum seconds between the two presses of a double press. Systems use 0.5 s."""

DOUBLE_PRESS_PIXELS = 32
"""Maximum distance between these presses, in CSS pixels."""

_PRESSING_KEYS = ("return", "space")

_Place = tuple[int, int] | str
"""The place of a press: a point in the window, or a key."""


class DoublePress:
    """The last press, with which the next press is compared."""

    def __init__(self) -> None:
        self._seconds = math.inf
        self._place: _Place = ""
        self._target: Hashable = None
        self._scene: Callable[[], Scene | None] = lambda: None
        """Returns the scene of the last press, or None if it is gone."""

    def wait(self, seconds: float) -> None:
        """Advance by `seconds`."""
        self._seconds += seconds

    def note(self, top: Scene, place: _Place, target: Hashable = None) -> None:
        """Record a press on a target of the top scene."""
        self._scene, self._place, self._target = weakref.ref(top), place, target
        self._seconds = 0.0

    def lift(self) -> None:
        """Record that a pointer went up; the time since the press is measured from this moment."""
        self._seconds = 0.0

    def forget(self) -> None:
        """Forget the last press, because the player has scrolled."""
        self._seconds = math.inf

    def strays(self, top: Scene, place: _Place) -> bool:
        """Return whether to ignore a press: it is the second of two, and the first target is gone.

        If so, the next press is compared with this one.
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
        """Return whether to ignore the press of a key (`strays`); if not, record it."""
        if key in _PRESSING_KEYS and self.strays(top, key):
            return True
        self.note(top, key)
        return False


def _near(place: _Place, other: _Place, pixels: float) -> bool:
    """Return whether two places are equal, or at most `pixels` apart."""
    if isinstance(place, str) or isinstance(other, str):
        return place == other
    return math.dist(place, other) <= pixels
