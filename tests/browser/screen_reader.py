"""The page as somebody meets it who sees nothing of it: its accessibility tree, and a keyboard."""

import re

from flipside.game.window.scene_stack import DOUBLE_PRESS_SECONDS
from tests.browser.accessibility_trees import Heard, source_of
from tests.browser.tab import Tab

STEPS = 400
"""Keys after which something is not there."""


class Blind:
    """Somebody at the keyboard of a tab, told nothing but what its accessibility tree holds."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self._source = source_of(tab)

    # -- hearing -----------------------------------------------------------------------------------

    def tree(self) -> Heard:
        """The tree as it is."""
        return self._source.tree()

    def here(self) -> Heard | None:
        """The node that has the focus."""
        return self._source.here()

    def group(self) -> str:
        """The name of the group in which the focus is."""
        groups = self.tree().all("group")
        inside = (g for g in groups if any("focused" in n.states for n in g.all("button")))
        return next((group.name for group in inside), "")

    def names(self, role: str) -> list[str]:
        """The names of all nodes of a role."""
        return [node.name for node in self.tree().all(role)]

    def rows(self) -> list[list[str]]:
        """What the fields of the board say, row by row."""
        (board,) = self.tree().all("grid")
        return [[cell.name for cell in row.all("button")] for row in board.all("row")]

    def wait(self, role: str, pattern: str) -> str:
        """Wait for a node of that role whose name fits; the name."""
        self.tab.until(lambda: any(re.search(pattern, n) for n in self.names(role)))
        return next(name for name in self.names(role) if re.search(pattern, name))

    # -- the keyboard ------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        """Press a key."""
        self.tab.page.keyboard.press(name)

    def reach(self, role: str, pattern: str, key: str = "Tab") -> None:
        """Go on with Tab, or back with Shift+Tab, until the focus is on such a node."""
        for _ in range(STEPS):
            here = self.here()
            if here is not None and here.role == role and re.search(pattern, here.name):
                return
            self.key(key)
        raise AssertionError(f"no {role} {pattern!r} is reached by {key}")

    def press(self, pattern: str) -> None:
        """Reach a button and press it, after a moment: nobody means Enter twice in a row."""
        self.reach("button", pattern)
        self.tab.page.wait_for_timeout(1000 * DOUBLE_PRESS_SECONDS + 50)
        self.key("Enter")

    def field(self, name: str) -> bool:
        """Go to a field of the board with the arrows, from the heading above it or from what
        follows it; False if no field says that any more, for the board may change on the way."""
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
        """Go to a button that lies between the board and the line for moves; False if none says
        that any more."""
        while name in self.names("button"):
            here = self.here()
            if here is not None and here.name == name:
                return True
            on_board, _ = self._places(here, name)
            self.key("Tab" if on_board else "Shift+Tab")
        return False

    def _places(self, here: Heard | None, name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Column and row of the field where one is, and of one by what it says; () of none."""
        rows = self.rows()
        found = {name: (x, y) for y, row in enumerate(rows) for x, name in enumerate(row)}
        return found.get(here.name if here else "", ()), found.get(name, ())

    def told(self) -> str:
        """What was announced last."""
        return "".join(self.lately()[-1:])

    def lately(self) -> list[str]:
        """The last few sentences that were announced."""
        live = next(n for n in self.tree().all() if n.states.get("live") == "polite")
        return [text.name for text in live.all("StaticText")]

    def write(self, words: str) -> None:
        """Type a line where moves are typed, before the buttons."""
        self.reach("textbox", "", "Shift+Tab")
        self.tab.page.keyboard.type(words)
        self.key("Enter")
