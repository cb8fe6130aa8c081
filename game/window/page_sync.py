"""Synchronization with the page: the readout of the top scene, events, and unsaved matches."""

from collections.abc import Callable, Iterator
from itertools import count
from time import perf_counter
from weakref import WeakKeyDictionary

from flipside.game.saves.album import unsaved
from flipside.game.saves.export import bundled
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.shelf.album import review_input
from flipside.game.scenes.shelf.shelf import Shelf
from flipside.game.services.platform.clipboard import parse_input
from flipside.game.services.platform.platform import Platform
from flipside.game.services.readout import Part, Readout, difference, unique_keys
from flipside.game.services.services import Services
from flipside.game.window.scene_stack import SceneStack

READOUT_STEP_SECONDS = 0.003
"""Seconds of a frame for a readout, multiplied by the number of times it was begun."""

_MAX_WAIT_FRAMES = 6
"""The maximum number of frames for which a readout waits for spare time."""


class ReadoutSync:
    """Keeps the page's readout equal to that of the top scene.

    A new readout is made if the scene may have changed and nothing moves, a part of it in each
    frame. Only the differences are sent.
    """

    def __init__(self, services: Services, clock: Callable[[], float] = perf_counter) -> None:
        self._services = services
        self._clock = clock
        self._page_readout: Readout = ()
        self._sent_state: dict[str, object] = {}
        """The values that were sent with the last readout: scene, language and style."""
        self._pending_parts: Iterator[Part] = iter(())
        self._parts: list[Part] = []
        self._incomplete: Scene | None = None
        """The scene whose readout is being made, or None."""
        self._scene: Scene | None = None
        self._starts = 0
        self._frames_waited = 0
        """The number of consecutive frames without spare time."""
        self._counter = count(1)
        self._numbers: WeakKeyDictionary[Scene, int] = WeakKeyDictionary()
        """A unique number for each scene. The page recognizes a scene by it."""

    @property
    def works(self) -> bool:
        """Whether a readout is being made."""
        return self._incomplete is not None

    def is_of(self, top: Scene) -> bool:
        """Return whether the readout on the page is that of the scene `top`."""
        return self._scene is None or self._scene is top

    def update(self, top: Scene, spare: bool = True) -> None:
        """Make the readout of the top scene if it may have changed; send it once complete.

        Without `spare` time in this frame, wait for up to `_MAX_WAIT_FRAMES` frames.
        """
        if not top.rests:
            return
        self._frames_waited = 0 if spare else self._frames_waited + 1
        if 0 < self._frames_waited < _MAX_WAIT_FRAMES:
            return
        if top.unread or top is not (self._incomplete or self._scene):
            top.unread = False
            self._incomplete, self._pending_parts, self._parts = top, top.parts(), []
            self._starts += 1
        if self._incomplete is not None and self._collect():
            self._send(top)

    def _collect(self) -> bool:
        """Collect parts for a limited time; return whether all parts are collected."""
        end = self._clock() + READOUT_STEP_SECONDS * self._starts
        for part in self._pending_parts:
            self._parts.append(part)
            if self._clock() > end:
                return False
        return True

    def _send(self, top: Scene) -> None:
        number, previous = self._number(top), self._page_readout
        self._page_readout = unique_keys(self._parts)
        state = {
            "scene": number,
            "dialog": top.overlay,
            "language": self._services.text.language,
            "look": self._style(),
        }
        if self._page_readout != previous or state != self._sent_state:
            base = previous if number == self._sent_state.get("scene") else ()
            changes = difference(base, self._page_readout, **state)
            self._services.platform.picture.readout(changes)
        self._sent_state = state
        self._incomplete, self._scene, self._starts = None, top, 0

    def _number(self, scene: Scene) -> int:
        if scene not in self._numbers:
            self._numbers[scene] = next(self._counter)
        return self._numbers[scene]

    def _style(self) -> str:
        """Return the style of the readout ("large" or "unseen") and the name of the colours."""
        theme = self._services.theme
        colours = ("light", "dark", "bright", "stark")[2 * theme.contrast + theme.dark]
        return f"{'large' if self._services.settings.large else 'unseen'} {colours}"


_POLL_SECONDS = 0.2
"""Seconds between two checks of the page's state; some changes have no events."""


class PageEvents:
    """Handles events of the page, and reports the state of the program to it.

    A desktop has no such events.
    """

    def __init__(self, stack: SceneStack, readout: ReadoutSync) -> None:
        self._stack = stack
        self._readout = readout
        self._page = stack.services.platform
        self._since_poll = 0.0
        self._awake: bool | None = None
        self._holds_back = False
        self._opened_by_back: Scene | None = None
        """The menu of a match, if "back" has opened it."""
        self._at_risk: dict[str, str] = {}

    def read(self, seconds: float, wakes: bool) -> tuple[int, int] | None:
        """Handle the page's events, report its new state; `wakes`: the screen must stay on.

        Return the page's size in pixels if the scenes must be laid out again, else None.
        """
        events = self._page.events()
        size = self._poll(_POLL_SECONDS if ("size", "") in events else seconds)
        for kind, text in events:
            self.handle(kind, text)
        self._report(wakes)
        return size

    def _poll(self, seconds: float) -> tuple[int, int] | None:
        self._since_poll += seconds
        if self._since_poll < _POLL_SECONDS:
            return None
        self._since_poll = 0.0
        before = _surroundings(self._page)
        size = self._page.look()
        same = size == self._stack.size and before == _surroundings(self._page)
        return None if same else size

    def handle(self, kind: str, text: str) -> None:
        """Handle an event of the page."""
        stack = self._stack
        match kind:
            case "at" | "do" | "typed" if not self._readout.is_of(stack.top):
                pass  # the page still has the readout of the previous scene
            case "back":
                self._go_back()
            case "key":
                stack.key(text)
            case "chosen":
                self._wish(text)
            case "match":
                review_input(stack, parse_input(text))
            case "stored":
                stack.top.stored(text.removesuffix(".txt"))
            case "at" | "do":
                stack.screen.finish_transition()
                stack.top.choose(text, act=kind == "do")
            case "typed":
                stack.screen.finish_transition()
                stack.top.typed(text)
            case "strength":
                if stack.top.awaits_files:
                    stack.reload_top()
            case "size":
                pass  # `_poll` handles it
            case _:
                stack.top.update_layout()

    def _go_back(self) -> None:
        """Close the top scene; in a match open its menu, and from the menu go to the shelf."""
        stack, before = self._stack, self._stack.top
        if before is self._opened_by_back:
            stack.home()
            return
        stack.key("escape")
        if before in stack.scenes[:-1]:
            self._opened_by_back = stack.top

    def _wish(self, name: str) -> None:
        """Pass to the shelf what the player chose before the program was loaded."""
        if not isinstance(self._stack.top, Shelf):
            self._stack.home()
        if isinstance(self._stack.top, Shelf):
            self._stack.top.wish(name)

    def _report(self, wakes: bool) -> None:
        services, page = self._stack.services, self._page
        if services.storage.unsaved() != self._at_risk:
            self._at_risk = services.storage.unsaved()
            names = unsaved(services)
            page.at_risk(bundled(services.storage, names) if names else "")
        if wakes != self._awake:
            self._awake = wakes
            page.keep_awake(wakes)
        on_shelf = isinstance(self._stack.top, Shelf)
        if self._holds_back == on_shelf:
            self._holds_back = not on_shelf
            page.holds_back(self._holds_back)


def _surroundings(page: Platform) -> object:
    """Return the values, besides the size, that determine the layout of a page."""
    return page.pixel_ratio(), page.safe_area(), page.media_preferences
