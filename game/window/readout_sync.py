"""Synchronizes the page's readout with the scene on top.

A scene's readout is recomputed only when it may have changed, while nothing moves, and a little in
every frame; the page gets the difference.
"""

from collections.abc import Callable, Iterator
from itertools import count
from time import perf_counter
from weakref import WeakKeyDictionary

from flipside.game.scenes.common.scene import Scene
from flipside.game.services.readout import Part, Readout, alone, difference
from flipside.game.services.services import Services

READOUT_STEP_SECONDS = 0.003
"""Seconds of work on a readout in one frame; more where it had to be begun anew."""

_MOST_WAITED = 6
"""Frames without spare time after which a readout is continued all the same."""


class ReadoutSync:
    """The page's readout, as it was told last."""

    def __init__(self, services: Services, clock: Callable[[], float] = perf_counter) -> None:
        self._services = services
        self._clock = clock
        self._told: Readout = ()
        self._round: dict[str, object] = {}
        """What was told with it: its scene, language and look."""
        self._coming: Iterator[Part] = iter(())
        self._parts: list[Part] = []
        self._making: Scene | None = None
        """The scene of which some parts are there, but not all."""
        self._shown: Scene | None = None
        self._tries = 0
        self._waited = 0
        """Frames without spare time since the last one with some."""
        self._count = count(1)
        self._numbers: WeakKeyDictionary[Scene, int] = WeakKeyDictionary()
        """Every scene has one of its own, so that the page knows those that come back."""

    @property
    def works(self) -> bool:
        """Whether the readout of a scene is incomplete."""
        return self._making is not None

    def is_of(self, top: Scene) -> bool:
        """Return whether what is done in the page's readout is meant for the top scene."""
        return self._shown is None or self._shown is top

    def look(self, top: Scene, spare: bool = True) -> None:
        """Continue the readout of the top scene if it changed, and send it once complete; without
        `spare` time in this frame only if it waits too long."""
        if not top.rests:
            return
        self._waited = 0 if spare else self._waited + 1
        if 0 < self._waited < _MOST_WAITED:
            return
        if top.unread or top is not (self._making or self._shown):
            top.unread = False
            self._making, self._coming, self._parts = top, top.parts(), []
            self._tries += 1
        if self._making is not None and self._work():
            self._tell(top)

    def _work(self) -> bool:
        """Collect parts for a while; whether all are there."""
        end = self._clock() + READOUT_STEP_SECONDS * self._tries
        for part in self._coming:
            self._parts.append(part)
            if self._clock() > end:
                return False
        return True

    def _tell(self, top: Scene) -> None:
        number, before = self._number(top), self._told
        self._told = alone(self._parts)
        now = {
            "scene": number,
            "dialog": top.overlay,
            "language": self._services.text.language,
            "look": self._look(),
        }
        if self._told != before or now != self._round:
            known = before if number == self._round.get("scene") else ()
            told = difference(known, self._told, **now)
            self._services.platform.picture.readout(told)
        self._round = now
        self._making, self._shown, self._tries = None, top, 0

    def _number(self, scene: Scene) -> int:
        if scene not in self._numbers:
            self._numbers[scene] = next(self._count)
        return self._numbers[scene]

    def _look(self) -> str:
        """Style of the readout, invisible or in large type, and the name of the theme's colours."""
        theme = self._services.theme
        colours = ("light", "dark", "bright", "stark")[2 * theme.contrast + theme.dark]
        return f"{'large' if self._services.settings.large else 'unseen'} {colours}"
