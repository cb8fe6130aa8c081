"""Declared layout: columns, rows and grids of widgets, and cards below them.

A scene declares which widgets are below or beside each other; `layout` sets the rectangle of each
widget. A container first measures the height that each widget needs at its width. So widgets do not
overlap, and no width or height is negative. The readout has the same order.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, ClassVar

import pygame

from flipside.game.drawing import draw
from flipside.game.services.theme import Theme, mixed
from flipside.game.ui.widgets import FIT, SMALLER, Button, Label, Widget, WidgetState, focus_ring

_CARD_RADIUS = 12
"""Radius of a card's corners in CSS pixels."""

WidgetList = Sequence[Widget | float]
"""Widgets; a number between two widgets is the gap there, in CSS pixels."""


class Container(Widget):
    """A widget that lays out other widgets."""

    _cache: tuple[int, list[Any]] | None = None
    """The last width, and its measures: a container is measured before it is laid out."""

    def measure(self, theme: Theme, width: int) -> list[Any]:
        """Return the widgets with their measures, for a width in pixels."""
        raise NotImplementedError

    def _made(self, theme: Theme, width: int) -> list[Any]:
        if self._cache is None or self._cache[0] != width:
            self._cache = width, self.measure(theme, width)
        return self._cache[1]

    def _lay_items(self, theme: Theme, places: list[tuple[Widget, pygame.Rect]]) -> list[Widget]:
        """Lay out widgets at their places; widgets without a group get the container's group."""
        widgets: list[Widget] = []
        for item, place in places:
            item.group = item.group or self.group
            widgets += item.layout(theme, place)
        return widgets


class Lines(Container):
    """Widgets below each other, all as wide as the container."""

    pad = 0.0
    """CSS pixels around all lines."""
    gap = 0.0
    """CSS pixels between two lines."""
    row_gap: float | None = None
    """CSS pixels between two lines, if not `gap`."""
    reverse = False
    """Whether focus and readout go from the last line to the first."""

    def lines(self, theme: Theme, width: int) -> WidgetList:
        """Return the lines from top to bottom, for a width in pixels; a number is a gap."""
        raise NotImplementedError

    def _above(self, spare: int) -> int:
        """Return how much of the `spare` height in pixels is above the lines."""
        return 0

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of all lines, gaps and padding."""
        return sum(gap + high for gap, high, _ in self._made(theme, width)) + 2 * theme.px(self.pad)

    def measure(self, theme: Theme, width: int) -> list[tuple[int, int, Widget]]:
        """Return for each line the gap before it, its height, and its widget; all in pixels."""
        inner = width - 2 * min(theme.px(self.pad), width // 2)
        gap = self.gap if self.row_gap is None else self.row_gap
        items = _spaced(self.lines(theme, inner), gap)
        return [(theme.px(gap), item.height_for(theme, inner), item) for gap, item in items]

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Lay out the lines; widgets with `fills` share the spare height."""
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
    """Widgets below each other."""

    items: WidgetList = ()
    gap: float = 8
    """CSS pixels between two widgets."""
    pad: float = field(default=0, kw_only=True)
    align_y: float = field(default=0.0, kw_only=True)
    """Where the widgets are in spare height, 0 (top) to 1 (bottom), unless one of them fills it."""
    reverse: bool = field(default=False, kw_only=True)

    def lines(self, theme: Theme, width: int) -> WidgetList:
        """Return the declared widgets."""
        return self.items

    def _above(self, spare: int) -> int:
        return round(max(0, spare) * self.align_y)

    def content_width(self, theme: Theme) -> int:
        """Return the width of the widest widget, with padding."""
        widths = (item.natural_width(theme) for _, item in _spaced(self.items, self.gap))
        return max(widths, default=0) + 2 * theme.px(self.pad)


@dataclass
class Row(Container):
    """Widgets beside each other."""

    items: WidgetList = ()
    gap: float = 8
    """CSS pixels between two widgets."""
    align_y: float | None = field(default=0.5, kw_only=True)
    """Where lower widgets are, 0 (top) to 1 (bottom); None: all are as high as the row."""
    align_x: float = field(default=0.0, kw_only=True)
    """Where the widgets are in spare width, 0 (left) to 1 (right)."""
    reverse: bool = field(default=False, kw_only=True)
    """Whether focus and readout go from right to left."""

    def content_width(self, theme: Theme) -> int:
        """Return the width of all widgets and gaps."""
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
        """Return each widget with its left side, width and height, in pixels.

        Widgets whose `width` is 0 divide the remaining width equally.
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
    """Return a widget's width in a row in pixels; 0 for an equal part of the remaining width."""
    if item.width == FIT:
        return item.natural_width(theme)
    return round(item.width * space) if item.width < 1 else theme.px(item.width)


def _spaced(items: WidgetList, gap: float) -> list[tuple[float, Widget]]:
    """Return each widget with the gap before it; a gap at the end is before an empty widget."""
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
    """An empty place. A sheet may be put there later."""

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Take the place; there is nothing to draw."""
        self.rect = rect
        return []


@dataclass
class Scroll(Widget):
    """Content that scrolls on its own sheet if it does not fit, even in smaller type."""

    content: Column
    row: float = 0
    """CSS pixels of a row and its gap, in a list of which only whole rows should be visible."""
    fills: bool = field(default=True, kw_only=True)

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Return the widgets of the content if it fits, otherwise the `Scroll` itself."""
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
    """Return a copy of a column in which all labels have the next smaller type."""
    items = [
        replace(item, style=SMALLER.get(item.style, item.style))
        if isinstance(item, Label)
        else item
        for item in column.items
    ]
    return replace(column, items=items)


@dataclass
class Grid(Lines):
    """Widgets of equal width, in lines of `columns` widgets.

    If `columns` is 0, a line has as many widgets as fit with a width of `least` CSS pixels. A
    single widget in the last line may fill it, if the grid `stretches`.
    """

    items: Sequence[Widget] = ()
    columns: int = 0
    least: float = field(default=0, kw_only=True)
    gap: float = field(default=8, kw_only=True)
    align_y: float | None = field(default=None, kw_only=True)
    stretches: bool = field(default=False, kw_only=True)
    row_gap: float | None = field(default=None, kw_only=True)
    even: bool = field(default=False, kw_only=True)
    """Whether widgets are distributed evenly over the lines; in shorter lines they are wider."""

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
        """Lay out the widgets; if there are `columns`, all buttons have words of the same size."""
        widgets = super().layout(theme, rect)
        buttons = [item for item in self.items if isinstance(item, Button) and self.columns]
        small = any(button.needs_small_words(theme) for button in buttons)
        for button in buttons if small else ():
            button.small = True
        return widgets


@dataclass
class Wrap(Lines):
    """Widgets of their natural widths, as many in each line as fit."""

    items: Sequence[Widget] = ()
    gap: float = 8
    row_gap: float | None = field(default=None, kw_only=True)
    even: bool = field(default=False, kw_only=True)
    """Whether widgets, which should have equal widths, are distributed evenly over the lines."""

    def content_width(self, theme: Theme) -> int:
        """Return the width of all widgets in one line."""
        return Row(self.items, self.gap).content_width(theme)

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
    """Return widgets in `count` lines; the numbers of widgets in them differ by at most one."""
    ends = [-(-n * len(items) // max(1, count)) for n in range(count + 1)]
    return [[*items[start:end]] for start, end in pairwise(ends)]


@dataclass
class Card(Column):
    """A column on a card; with `accent` the card has a strong rim.

    `accessible_name` contains the words for a card that can be tapped. It is "" if a button on the
    card has the same effect.
    """

    pad: float = field(default=12, kw_only=True)
    accent: bool = field(default=False, kw_only=True)
    accessible_name: str = field(default="", kw_only=True)

    def layout(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        """Lay out the card, its rim and its widgets."""
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
        """A key that changes if the appearance of the card itself changes."""
        return "card", self.action is None

    @property
    def words(self) -> str:
        """The words of a card that can be tapped."""
        return self.accessible_name


@dataclass
class CardRim(Widget):
    """A corner or a side of the strong rim of a card; `card` is the card, relative to this part.

    It is a separate widget, so that the card need not be painted again with its rim.
    """

    margin: ClassVar[float] = 0

    card: pygame.Rect

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the whole rim; the clip restricts it to this part."""
        card, radius = self.card.move(self.rect.topleft), theme.px(_CARD_RADIUS)
        draw.box(theme, surface, card, None, radius, theme.palette.accent, 2 * theme.rim)

    @property
    def display_key(self) -> Hashable:
        """A key that changes if the card changes its size, or its place relative to this part."""
        return "rim", tuple(self.card)


def _rim(theme: Theme, card: pygame.Rect) -> Iterator[Widget]:
    """Yield the corners and sides of a card's strong rim; they do not overlap."""
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
