"""A user without sight: the accessibility tree of a page, and a keyboard."""

import re

from flipside.game.window.scene_stack import DOUBLE_PRESS_SECONDS
from tests.browser.accessibility_trees import Heard, source_of
from tests.browser.tab import Tab

STEPS = 400
"""Maximum number of keys to reach something."""


class Blind:
    """A user at the keyboard of a tab who knows only its accessibility tree."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._source = source_of(tab)

    # -- hearing -----------------------------------------------------------------------------------

    def tree(self) -> Heard:
        return self._source.tree()

    def here(self) -> Heard | None:
        """Return the node with the focus, or None."""
        return self._source.here()

    def group(self) -> str:
        """Return the name of the group that has the focus, or ""."""
        groups = self.tree().all("group")
        inside = (g for g in groups if any("focused" in n.states for n in g.all("button")))
        return next((group.name for group in inside), "")

    def names(self, role: str) -> list[str]:
        return [node.name for node in self.tree().all(role)]

    def rows(self) -> list[list[str]]:
        """Return the names of the fields of the board by row."""
        (board,) = self.tree().all("grid")
        return [[cell.name for cell in row.all("button")] for row in board.all("row")]

    def wait(self, role: str, pattern: str) -> str:
        """Wait for a node with this role and a name that matches; return its name."""
        self.tab.until(lambda: any(re.search(pattern, n) for n in self.names(role)))
        return next(name for name in self.names(role) if re.search(pattern, name))

    # -- the keyboard ------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        self.tab.page.keyboard.press(name)

    def reach(self, role: str, pattern: str, key: str = "Tab") -> None:
        """Press `key` until the focus is on a node with this role and a name that matches."""
        for _ in range(STEPS):
            here = self.here()
            if here is not None and here.role == role and re.search(pattern, here.name):
                return
            self.key(key)
        raise AssertionError(f"no {role} {pattern!r} is reached by {key}")

    def press(self, pattern: str) -> None:
        """Reach a button, wait to avoid a double press, and press Enter."""
        self.reach("button", pattern)
        self.tab.page.wait_for_timeout(1000 * DOUBLE_PRESS_SECONDS + 50)
        self.key("Enter")

    def field(self, name: str) -> bool:
        """Go to a field of the board with the arrow keys; return False if it disappears.

        The focus must be on the board, on the heading above it, or below it.
        """
        here = self.here()
        at, to = self._places(here, name)
        while to and not at:
            self.key("Tab" if here is None or here.role == "heading" else "Shift+Tab")
            here = self.here()
            at, to = self._places(here, name)
        if not to:
            return False
        (x, y), (to_x, to_y) = at, to
        for key, steps in (("Right", to_x - x), ("Left", x - to_x), ("Down", to_y - y),
                           ("Up", y - to_y)):  # fmt: skip
            for _ in range(steps):
                self.key(f"Arrow{key}")
        return True

    def beside(self, name: str) -> bool:
        """Go to a button between the board and the field for moves; return False if it is gone."""
        while name in self.names("button"):
            here = self.here()
            if here is not None and here.name == name:
                return True
            on_board, _ = self._places(here, name)
            self.key("Tab" if on_board else "Shift+Tab")
        return False

    def _places(self, here: Heard | None, name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return column and row of the focused field, and of the field `name`; () for no field."""
        rows = self.rows()
        found = {name: (x, y) for y, row in enumerate(rows) for x, name in enumerate(row)}
        return found.get(here.name if here else "", ()), found.get(name, ())

    def told(self) -> str:
        return "".join(self.lately()[-1:])

    def lately(self) -> list[str]:
        live = next(n for n in self.tree().all() if n.states.get("live") == "polite")
        return [text.name for text in live.all("StaticText")]

    def write(self, words: str) -> None:
        """Type words and Enter into the field for moves, which precedes the buttons."""
        self.reach("textbox", "", "Shift+Tab")
        self.tab.page.keyboard.type(words)
        self.key("Enter")
