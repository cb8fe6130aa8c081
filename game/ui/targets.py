"""Targets of input among the sheets of a scene: widgets by point, name and key, what scrolls."""

from collections.abc import Collection, Sequence

from flipside.game.ui import layout
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Button, Widget

ARROW_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
FOCUS_KEYS = ("tab", "shift tab", *ARROW_STEPS)
"""Keys that move the keyboard's focus."""

Target = tuple[Sheet, Widget]
"""A widget that answers to a press, after the sheet it lies on."""


def widget_at(sheets: Sequence[Sheet], at: tuple[int, int]) -> Widget | None:
    """Return the topmost widget that answers to a press under a point of the window."""
    return next((found for sheet in reversed(sheets) if (found := sheet.widget_at(at))), None)


def scrolling_at(sheets: Sequence[Sheet], at: tuple[int, int]) -> Sheet | None:
    """Return the topmost sheet that scrolls under a point of the window."""
    under = (sheet for sheet in reversed(sheets) if sheet.place.collidepoint(at))
    return next((sheet for sheet in under if sheet.scrolls), None)


def named(sheets: Sequence[Sheet], names: Collection[object]) -> Target | None:
    """Return the first widget that answers to a press and has one of these names."""
    return next((found for found in active(sheets) if found[1].name in names), None)


def next_target(
    sheets: Sequence[Sheet], focus: str, key: str, first: Collection[str] = ()
) -> Target | None:
    """Return the widget to which one of FOCUS_KEYS leads from the one called `focus`: Tab in the
    order of the sheets, in a circle; arrows in a direction of the window, None if nothing is
    there. Without a focus, Tab begins with a widget of a name in `first`."""
    found = [(sheet, widget) for sheet, widget in active(sheets) if is_enabled(widget)]
    places = {widget.name: sheet.outside(widget.rect).center for sheet, widget in found}
    if key in ARROW_STEPS and focus in places:
        return named(sheets, (layout.nearest(places, focus, ARROW_STEPS[key]),))
    if key == "tab" and focus not in places and (begin := named(sheets, first)) is not None:
        return begin
    by = -1 if key == "shift tab" else 1
    names = [widget.name for _, widget in found]
    here = names.index(focus) if focus in names else (-1 if by > 0 else 0)
    return found[(here + by) % len(found)] if found else None


def is_enabled(widget: Widget) -> bool:
    """Return whether a widget does what it is there for, and not only says why it does not."""
    return widget.enabled if isinstance(widget, Button) else widget.action is not None


def active(sheets: Sequence[Sheet]) -> list[Target]:
    return [(s, w) for s in sheets for w in s.widgets if w.answers]
