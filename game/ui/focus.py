"""Sheets of widgets, of which one may have the keyboard's focus."""

from game.ui import layout
from game.ui.sheet import Sheet
from game.ui.widgets import Widget


class Focus:
    """The base of scenes with keyboard focus: `focus` is the name of a widget that acts, or ""."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.focus = ""
        self.changed = True
        """Whether something looks otherwise than it was drawn last."""

    def _actions(self) -> list[tuple[Sheet, Widget]]:
        return [(s, w) for s in self.sheets for w in s.widgets if w.action is not None]

    def _focused(self) -> Widget | None:
        return next((w for _, w in self._actions() if w.name == self.focus), None)

    def _set_focus(self, sheet: Sheet, widget: Widget) -> None:
        self.focus = widget.name
        sheet.reveal(widget)
        self.changed = True

    def _focus_first(self, names: set[str]) -> bool:
        """Go to the first widget that has one of these names; whether there is one."""
        found = next((found for found in self._actions() if found[1].name in names), None)
        if found is not None:
            self._set_focus(*found)
        return found is not None

    def _step_focus(self, by: int) -> None:
        found = self._actions()
        if found:
            names = [widget.name for _, widget in found]
            here = names.index(self.focus) if self.focus in names else (-1 if by > 0 else 0)
            self._set_focus(*found[(here + by) % len(found)])

    def _move_focus(self, way: tuple[int, int]) -> None:
        """Move the focus to the nearest widget in that direction of the window."""
        now = self._focused()
        if now is None:
            self._step_focus(1)
            return
        places = {w.name: s.outside(w.rect).center for s, w in self._actions()}
        name = layout.nearest(places, now.name, way)
        if name is not None:
            self._set_focus(*next(found for found in self._actions() if found[1].name == name))
