"""Exchanges state with the page: its readout of the top scene, its events, and unsaved matches."""

from collections.abc import Callable, Iterator
from itertools import count
from time import perf_counter
from weakref import WeakKeyDictionary

from flipside.game.saves.album import unsaved
from flipside.game.saves.export import bundled
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.shelf.album import review_given
from flipside.game.scenes.shelf.menu import Menu
from flipside.game.services.platform.clipboard import given
from flipside.game.services.platform.platform import Platform
from flipside.game.services.readout import Part, Readout, alone, difference
from flipside.game.services.services import Services
from flipside.game.window.scene_stack import SceneStack

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


_POLL_SECONDS = 0.2
"""Seconds between two looks at the page; it tells only some of its changes at once."""


class PageEvents:
    """Reads the events of the page in every frame; a desktop has none and hears nothing."""

    def __init__(self, stack: SceneStack, readout: ReadoutSync) -> None:
        self._stack = stack
        self._readout = readout
        self._page = stack.services.platform
        self._looked = 0.0
        self._awake: bool | None = None
        self._holds_back = False
        self._opened_by_back: Scene | None = None
        """The menu of a match, if going back opened it."""
        self._at_risk: dict[str, str] = {}
        """Unsaved texts of which the page was told last."""

    def read(self, seconds: float, wakes: bool) -> tuple[int, int] | None:
        """Handle the page's events and tell it about matches, and whether the screen must stay
        awake; return its size in pixels if the scenes must be arranged again, else None."""
        events = self._page.events()
        size = self._look(_POLL_SECONDS if ("size", "") in events else seconds)
        for kind, text in events:
            self.hear(kind, text)
        self._tell(wakes)
        return size

    def _look(self, seconds: float) -> tuple[int, int] | None:
        self._looked += seconds
        if self._looked < _POLL_SECONDS:
            return None
        self._looked = 0.0
        before = _surroundings(self._page)
        size = self._page.look()
        same = size == self._stack.size and before == _surroundings(self._page)
        return None if same else size

    def hear(self, kind: str, text: str) -> None:
        """Handle one event of the page."""
        stack = self._stack
        match kind:
            case "at" | "do" | "typed" if not self._readout.is_of(stack.top):
                pass  # it was meant for the scene before, whose readout is still there
            case "back":
                self._go_back()
            case "key":
                stack.key(text)
            case "chosen":
                self._wish(text)
            case "match":
                review_given(stack, given(text))
            case "stored":
                stack.top.stored(text.removesuffix(".txt"))
            case "at" | "do":
                stack.screen.hurry()
                stack.top.choose(text, act=kind == "do")
            case "typed":
                stack.screen.hurry()
                stack.top.typed(text)
            case "strength":
                if stack.top.awaits_files:
                    stack.look_again()
            case "size":
                pass  # `_look` has seen it
            case _:
                stack.top.rearrange()

    def _go_back(self) -> None:
        """Close what is open; at a match open its menu, and from there go to the shelf."""
        stack, before = self._stack, self._stack.top
        if before is self._opened_by_back:
            stack.home()
            return
        stack.key("escape")
        if before in stack.scenes[:-1]:
            self._opened_by_back = stack.top

    def _wish(self, name: str) -> None:
        """Open on the shelf what the player chose before the game was there."""
        if not isinstance(self._stack.top, Menu):
            self._stack.home()
        if isinstance(self._stack.top, Menu):
            self._stack.top.wish(name)

    def _tell(self, wakes: bool) -> None:
        services, page = self._stack.services, self._page
        if services.storage.unsaved() != self._at_risk:
            self._at_risk = services.storage.unsaved()
            names = unsaved(services)
            page.at_risk(bundled(services.storage, names) if names else "")
        if wakes != self._awake:
            self._awake = wakes
            page.keep_awake(wakes)
        on_shelf = isinstance(self._stack.top, Menu)
        if self._holds_back == on_shelf:
            self._holds_back = not on_shelf
            page.holds_back(self._holds_back)


def _surroundings(page: Platform) -> object:
    """Return everything besides its size on which the arrangement of a page depends."""
    return page.pixel_ratio(), page.safe_area(), page.media_preferences
