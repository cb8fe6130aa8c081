"""Handles events of the page besides pygame's, and tells the page about matches."""

from flipside.game.saves.album import unsaved
from flipside.game.saves.export import bundled
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.shelf.album import review_given
from flipside.game.scenes.shelf.menu import Menu
from flipside.game.services.platform.clipboard import given
from flipside.game.services.platform.platform import Platform
from flipside.game.window.readout_sync import ReadoutSync
from flipside.game.window.scene_stack import SceneStack

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
