"""Widgets that are chosen by the room that is left to them."""

from collections.abc import Callable, Iterable

from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Column, Declared
from flipside.game.ui.widgets import Widget

MakePart = Callable[[int, int], Declared]
"""Makes widgets, each with a gap below it, for a width and a height in pixels; or nothing."""


def first_fitting(
    theme: Theme, widgets: Iterable[Widget], width: int, height: int
) -> Widget | None:
    """The first of these widgets that needs no more than that height."""
    return next((one for one in widgets if one.height_for(theme, width) <= height), None)


def stacked(theme: Theme, parts: Iterable[MakePart], width: int, height: int) -> Column:
    """A column of what these parts make; each gets the room that those before it leave."""
    items: list[Widget | float] = []
    for part in parts:
        made = part(width, max(0, height))
        height -= Column(made, 0).height_for(theme, width)
        items += made
    return Column(items, 0)
