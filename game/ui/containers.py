"""Declared layout: columns, rows and grids of widgets, and cards below them.

A scene declares which widgets are below or beside each other; `lay` gives each widget its
rectangle. A container asks its widgets for the height that they need in a width, so nothing
overlaps, and no width or height is negative. The readout reads the widgets in the same order.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, ClassVar

import pygame

from flipside.game.drawing import draw
from flipside.game.services.theme import Theme, mixed
from flipside.game.ui.widgets import (
    FIT,
    SMALLER,
    Button,
    Label,
    Widget,
    WidgetState,
    focus_ring,
)

_CARD_RADIUS = 12
"""CSS pixels."""

WidgetList = Sequence[Widget | float]
"""Widgets; a number between two widgets is the gap there, in CSS pixels."""


class Container(Widget):
    """Widgets that are laid out together."""

    _cache: tuple[int, list[Any]] | None = None
    """The last width and its layout: a container is measured, then laid out."""

    def measure(self, theme: Theme, width: int) -> list[Any]:
        """Return the widgets for a width in pixels, each with its measures."""
        raise NotImplementedError

    def _made(self, theme: Theme, width: int) -> list[Any]:
        if self._cache is None or self._cache[0] != width:
            self._cache = width, self.measure(theme, width)
        return self._cache[1]

    def _lay_items(self, theme: Theme, places: list[tuple[Widget, pygame.Rect]]) -> list[Widget]:
        """Lay out widgets at their places; widgets without a group get that of the container."""
        widgets: list[Widget] = []
        for item, place in places:
            item.group = item.group or self.group
            widgets += item.layout(theme, place)
        return widgets


class Lines(Container):
    """Widgets below each other, each as wide as the container."""

    pad = 0.0
    """CSS pixels round them."""
    gap = 0.0
    """CSS pixels between two lines."""
    row_gap: float | None = None
    """CSS pixels between two lines, if these differ from `gap`."""
    reverse = False
    """Whether they are read and focused from the bottom."""

    def lines(self, theme: Theme, width: int) -> WidgetList:
        """Return the widgets for a width in pixels, from top to bottom; a number is a gap."""
        raise NotImplementedError

    def _above(self, spare: int) -> int:
        """Return the part of spare height above the lines, in pixels."""
        return 0

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of all lines with gaps and padding."""
        return sum(gap + high for gap, high, _ in self._made(theme, width)) + 2 * theme.px(self.pad)

    def measure(self, theme: Theme, width: int) -> list[tuple[int, int, Widget]]:
        """Return each line after the gap before it and its height, in pixels."""
        inner = width - 2 * min(theme.px(self.pad), width // 2)
        gap = self.gap if self.row_gap is None else self.row_gap
        items = _spaced(self.lines(theme, inner), gap)
        return [(theme.px(gap), item.height_for(theme, inner), item) for gap, item in items]

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Lay out the lines; those that fill share the spare height."""
        self.rect, pad = rect, theme.px(self.pad)
        edge = min(pad, rect.width // 2)
        lines = self._made(theme, rect.width)
        spare, filling = rect.height - 2 * pad, 0
        for gap, high, item in lines:
            spare -= gap + high
            filling += item.fills
        y = rect.y + pad + (0 if filling else self._above(spare))
        places: list[tuple[Widget, pygame.Rect]] = []
        for gap, high, item in lines:
            if item.fills:
                high = max(0, high + spare // filling)
            places.append((item, pygame.Rect(rect.x + edge, y + gap, rect.width - 2 * edge, high)))
            y += gap + high
        return self._lay_items(theme, places[::-1] if self.reverse else places)


@dataclass
class Column(Lines):
    """Declared widgets below each other."""

    items: WidgetList = ()
    gap: float = 8
    """CSS pixels between two widgets."""
    pad: float = field(default=0, kw_only=True)
    align_y: float = field(default=0.0, kw_only=True)
    """Their place in spare height, from 0 (top) to 1, unless a widget fills it."""
    reverse: bool = field(default=False, kw_only=True)

    def lines(self, theme: Theme, width: int) -> WidgetList:
        """Return the declared widgets."""
        return self.items

    def _above(self, spare: int) -> int:
        return round(max(0, spare) * self.align_y)

    def content_width(self, theme: Theme) -> int:
        """Return the width of the widest widget with the padding."""
        widths = (item.natural_width(theme) for _, item in _spaced(self.items, self.gap))
        return max(widths, default=0) + 2 * theme.px(self.pad)


@dataclass
class Row(Container):
    """Widgets beside each other."""

    items: WidgetList = ()
    gap: float = 8
    """CSS pixels between two widgets."""
    align_y: float | None = field(default=0.5, kw_only=True)
    """The place of lower widgets, from 0 (top) to 1; None: all get the height of the row."""
    align_x: float = field(default=0.0, kw_only=True)
    """Their place in spare width, from 0 (left) to 1."""
    reverse: bool = field(default=False, kw_only=True)
    """Whether they are read and focused from the right."""

    def content_width(self, theme: Theme) -> int:
        """Return the sum of the natural widths and gaps."""
        items = _spaced(self.items, self.gap)
        return sum(theme.px(gap) + item.natural_width(theme) for gap, item in items)

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of the highest widget."""
        return max((high for *_, high in self._made(theme, width)), default=0)

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Lay out the widgets beside each other."""
        self.rect, places = rect, list[tuple[Widget, pygame.Rect]]()
        for item, x, wide, high in self._made(theme, rect.width):
            fills = self.align_y is None or item.fills
            high = rect.height if fills else min(rect.height, high)
            y = rect.y + round((rect.height - high) * (self.align_y or 0))
            places.append((item, pygame.Rect(rect.x + x, y, wide, high)))
        return self._lay_items(theme, places[::-1] if self.reverse else places)

    def measure(self, theme: Theme, width: int) -> list[tuple[Widget, int, int, int]]:
        """Return each widget with its left side, width and height.

        Widgets with shares divide the width that the others leave.
        """
        items = _spaced(self.items, self.gap)
        gaps = [theme.px(gap) for gap, _ in items]
        space = max(0, width - sum(gaps))
        wide = [_width(item, theme, space) for _, item in items]
        shares = [number for number, (_, item) in enumerate(items) if not item.width]
        spare = max(0, space - sum(wide))
        for place, number in enumerate(shares, start=1):
            start = round(spare * (place - 1) / len(shares))
            wide[number] = round(spare * place / len(shares)) - start
        x, placements = 0 if shares else round(spare * self.align_x), []
        for gap, (_, item), each in zip(gaps, items, wide, strict=True):
            x = min(width, x + gap)
            each = min(each, width - x)
            placements.append((item, x, each, item.height_for(theme, each)))
            x += each
        return placements


def _width(item: Widget, theme: Theme, space: int) -> int:
    """Return the width of a widget in a row with `space` for all widgets; 0 is a share."""
    if item.width == FIT:
        return item.natural_width(theme)
    return round(item.width * space) if item.width < 1 else theme.px(item.width)


def _spaced(items: WidgetList, gap: float) -> list[tuple[float, Widget]]:
    """Return each widget with the gap before it; a gap at the end precedes an empty widget."""
    pairs, before = list[tuple[float, Widget]](), 0.0
    for item in items:
        if isinstance(item, Widget):
            pairs.append((before, item))
            before = gap
        else:
            before = item
    if items and not isinstance(items[-1], Widget):
        pairs.append((before, Space(width=FIT)))
    return pairs


class Space(Widget):
    """An empty place, or one for a sheet that is created when its place is known."""

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Take the place; draw nothing."""
        self.rect = rect
        return []


@dataclass
class Scroll(Widget):
    """Content in the spare height of its column.

    It is laid out there if it fits, if necessary in smaller words. Otherwise it scrolls on its own
    sheet.
    """

    content: Column
    row: float = 0
    """CSS pixels of a row with its gap; only whole rows of a list are visible."""
    fills: bool = field(default=True, kw_only=True)

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Lay out the content if it fits, otherwise return itself."""
        self.rect = rect
        if self.row:
            row, gap = theme.px(self.row), theme.px(self.content.gap)
            high = (rect.height + gap) // row * row - gap
            self.rect = pygame.Rect(rect.x, rect.bottom - high, rect.width, high)
            return [self]
        if self.content.height_for(theme, rect.width) > rect.height:
            self.content = smaller(self.content)
        high = self.content.height_for(theme, rect.width)
        if high > rect.height:
            return [self]
        return self.content.layout(theme, pygame.Rect(rect.topleft, (rect.width, high)))


def smaller(column: Column) -> Column:
    """Return a column with all its words in the next smaller type."""
    items = [
        replace(item, style=SMALLER.get(item.style, item.style))
        if isinstance(item, Label)
        else item
        for item in column.items
    ]
    return replace(column, items=items)


@dataclass
class Grid(Lines):
    """Widgets of equal width in lines of `columns` widgets, or of at least `least` CSS pixels.

    Widgets of the last line are as wide as the others, except a single widget that `stretches`.
    """

    items: Sequence[Widget] = ()
    columns: int = 0
    least: float = field(default=0, kw_only=True)
    gap: float = field(default=8, kw_only=True)
    align_y: float | None = field(default=None, kw_only=True)
    stretches: bool = field(default=False, kw_only=True)
    row_gap: float | None = field(default=None, kw_only=True)
    even: bool = field(default=False, kw_only=True)
    """Whether all lines have equally many widgets; widgets of shorter lines are wider."""

    def lines(self, theme: Theme, width: int) -> WidgetList:
        """Return the lines of the grid as rows."""
        gap = theme.px(self.gap)
        count = self.columns or max(1, (width + gap) // max(1, theme.px(self.least) + gap))
        lines = [list(self.items[at : at + count]) for at in range(0, len(self.items), count)]
        if self.even:
            lines = _even(self.items, len(lines))
        elif lines and not (self.stretches and len(lines[-1]) == 1):
            lines[-1] += [Space() for _ in range(count - len(lines[-1]))]
        return [Row(line, self.gap, align_y=self.align_y) for line in lines]

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Lay out the widgets; if `columns` is given, all buttons have words of one size."""
        widgets = super().layout(theme, rect)
        buttons = [item for item in self.items if isinstance(item, Button) and self.columns]
        small = any(button.needs_small_words(theme) for button in buttons)
        for button in buttons if small else ():
            button.small = True
        return widgets


@dataclass
class Wrap(Lines):
    """Widgets of their natural widths, as many in a line as fit."""

    items: Sequence[Widget] = ()
    gap: float = 8
    row_gap: float | None = field(default=None, kw_only=True)
    even: bool = field(default=False, kw_only=True)
    """Whether all lines have equally many widgets; for widgets of equal width."""

    def lines(self, theme: Theme, width: int) -> list[Row]:
        """Return the lines as rows."""
        lines: list[list[Widget]] = []
        gap, line_width = theme.px(self.gap), 0
        for item in self.items:
            item.width, wide = item.width or FIT, min(width, item.natural_width(theme))
            if not lines or line_width + gap + wide > width:
                lines.append([])
                line_width = -gap
            lines[-1].append(item)
            line_width += gap + wide
        if self.even:
            lines = _even(self.items, len(lines))
        return [Row(line, self.gap) for line in lines]


def _even(items: Sequence[Widget], count: int) -> list[list[Widget]]:
    """Return `count` lines whose numbers of widgets differ by at most one."""
    ends = [-(-n * len(items) // max(1, count)) for n in range(count + 1)]
    return [[*items[start:end]] for start, end in pairwise(ends)]


@dataclass
class Card(Column):
    """A column on a card, with a strong rim if it has an `accent`.

    `accessible_name` are its words if it can be tapped, unless a button on it does the same.
    """

    pad: float = field(default=12, kw_only=True)
    accent: bool = field(default=False, kw_only=True)
    accessible_name: str = field(default="", kw_only=True)

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Lay out the card, its rim, and its widgets."""
        rim = _rim(theme, rect) if self.accent else ()
        return [self, *rim, *super().layout(theme, rect)]

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the card with its shadow."""
        palette, radius = theme.palette, theme.px(_CARD_RADIUS)
        draw.shadow(theme, surface, self.rect, radius, theme.px(8))
        fill = palette.card
        if self.action is not None and (state.hovered or state.pressed):
            fill = mixed(palette.card, palette.accent, 0.06)
        draw.box(theme, surface, self.rect, fill, radius, palette.line, theme.rim)
        if state.focused:
            focus_ring(theme, surface, self.rect, radius)

    @property
    def display_key(self) -> Hashable:
        """A key that changes whenever the card itself looks different."""
        return "card", self.action is None

    @property
    def words(self) -> str:
        """The words of a card that can be tapped."""
        return self.accessible_name


@dataclass
class CardRim(Widget):
    """A corner or side of a card's strong rim.

    Because of it the card is not painted again when the rim comes and goes. `card` is the whole
    card, relative to this part.
    """

    margin: ClassVar[float] = 0

    card: pygame.Rect

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        # The clip contains only this part.
        """Draw this part of the rim."""
        card, radius = self.card.move(self.rect.topleft), theme.px(_CARD_RADIUS)
        draw.box(theme, surface, card, None, radius, theme.palette.accent, 2 * theme.rim)

    @property
    def display_key(self) -> Hashable:
        """A key that changes with the size and place of the card."""
        return "rim", tuple(self.card)


def _rim(theme: Theme, card: pygame.Rect) -> Iterator[Widget]:
    """Yield the corners and sides of a card's strong rim, which do not touch each other."""
    corner, thick = theme.px(_CARD_RADIUS), 2 * theme.rim
    x, y, width, height = card
    for rect in (
        *(
            pygame.Rect(left, top, corner, corner)
            for left in (x, card.right - corner)
            for top in (y, card.bottom - corner)
        ),
        pygame.Rect(x + corner, y, width - 2 * corner, thick),
        pygame.Rect(x + corner, card.bottom - thick, width - 2 * corner, thick),
        pygame.Rect(x, y + corner, thick, height - 2 * corner),
        pygame.Rect(card.right - thick, y + corner, thick, height - 2 * corner),
    ):
        if rect.width > 0 and rect.height > 0:
            part = CardRim(card.move(-rect.x, -rect.y))
            part.rect = rect
            yield part
