"""Declared layout: columns, rows and grids of widgets, and cards that lie below them.

A scene declares what stands below and beside each other; `lay` gives each widget its rectangle. A
container asks its widgets for the height that they need in a width, so nothing overlaps, and no
width or height is ever negative. The readout reads the widgets in the same order.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar, Generic, TypeVar

import pygame

from flipside.game.drawing import draw
from flipside.game.services.theme import Theme, mixed
from flipside.game.ui.widgets import FIT, Button, Widget, WidgetState, focus_ring

_CARD_RADIUS = 12
"""CSS pixels."""

Declared = Sequence[Widget | float]
"""Widgets; a number between two of them replaces the gap there, in CSS pixels."""


_Arranged = TypeVar("_Arranged")


class Container(Widget, Generic[_Arranged]):
    """Widgets whose arrangement depends on a width."""

    _known: tuple[int, _Arranged] | None = None
    """The arrangement in the width that was asked for last: it is asked several times."""

    def made(self, theme: Theme, width: int) -> _Arranged:
        """Its arrangement in that width."""
        raise NotImplementedError

    def _made(self, theme: Theme, width: int) -> _Arranged:
        if self._known is None or self._known[0] != width:
            self._known = width, self.made(theme, width)
        return self._known[1]

    def _lay(self, item: Widget, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
        """Lay out a widget that it holds, which is of its group unless it has one."""
        item.group = item.group or self.group
        return item.lay(theme, rect)


@dataclass
class Column(Container[list[tuple[int, int, Widget]]]):
    """Widgets below each other, each as wide as the column."""

    items: Declared = ()
    gap: float = 8
    """CSS pixels between two widgets."""
    pad: float = field(default=0, kw_only=True)
    """CSS pixels round the widgets."""
    down: float = field(default=0.0, kw_only=True)
    """Where they stand in spare height, from 0 (top) to 1, unless one of them fills it."""
    reverse: bool = field(default=False, kw_only=True)
    """Whether they are read and focused from the bottom."""

    def content_width(self, theme: Theme) -> int:
        widths = (item.natural_width(theme) for _, item in _spaced(self.items, self.gap))
        return max(widths, default=0) + 2 * theme.px(self.pad)

    def content_height(self, theme: Theme, width: int) -> int:
        parts = (gap + high for gap, high, _ in self._made(theme, width))
        return sum(parts) + 2 * theme.px(self.pad)

    def _edge(self, theme: Theme, width: int) -> int:
        return min(theme.px(self.pad), width // 2)

    def made(self, theme: Theme, width: int) -> list[tuple[int, int, Widget]]:
        """Each widget after the gap before it and its height, in pixels."""
        inner = width - 2 * self._edge(theme, width)
        return [
            (theme.px(gap), item.height_for(theme, inner), item)
            for gap, item in _spaced(self.items, self.gap)
        ]

    def lay(self, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
        self.rect, pad = rect.copy(), theme.px(self.pad)
        edge = self._edge(theme, rect.width)
        inner = rect.width - 2 * edge
        heights = self._made(theme, rect.width)
        spare = rect.height - 2 * pad - sum(gap + high for gap, high, _ in heights)
        filling = sum(item.fills for *_, item in heights)
        y = rect.y + pad + (0 if filling else round(max(0, spare) * self.down))
        placed: list[tuple[Widget, pygame.Rect]] = []
        for gap, high, item in heights:
            y += gap
            high = max(0, high + spare // filling) if item.fills else high
            placed.append((item, pygame.Rect(rect.x + edge, y, inner, high)))
            y += high
        for item, place in reversed(placed) if self.reverse else placed:
            yield from self._lay(item, theme, place)


@dataclass
class Row(Container[list[tuple[Widget, int, int]]]):
    """Widgets beside each other."""

    items: Declared = ()
    gap: float = 8
    """CSS pixels between two widgets."""
    down: float | None = field(default=0.5, kw_only=True)
    """Where lower widgets stand, from 0 (top) to 1; None: all get the height of the row."""
    across: float = field(default=0.0, kw_only=True)
    """Where they stand in spare width, from 0 (left) to 1."""
    reverse: bool = field(default=False, kw_only=True)
    """Whether they are read and focused from the right."""

    def content_width(self, theme: Theme) -> int:
        return sum(
            theme.px(gap) + item.natural_width(theme) for gap, item in _spaced(self.items, self.gap)
        )

    def content_height(self, theme: Theme, width: int) -> int:
        placed = self._made(theme, width)
        return max((item.height_for(theme, wide) for item, _, wide in placed), default=0)

    def lay(self, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
        self.rect = rect.copy()
        placed = self._made(theme, rect.width)
        for item, x, wide in reversed(placed) if self.reverse else placed:
            high = rect.height
            if self.down is not None and not item.fills:
                high = min(high, item.height_for(theme, wide))
            y = rect.y + round((rect.height - high) * (self.down or 0))
            yield from self._lay(item, theme, pygame.Rect(rect.x + x, y, wide, high))

    def made(self, theme: Theme, width: int) -> list[tuple[Widget, int, int]]:
        """Each widget with its left side and its width: shares get what the others leave."""
        spaced = list(_spaced(self.items, self.gap))
        left = max(0, width - sum(theme.px(gap) for gap, _ in spaced))
        wide = [_width(item, theme, left) for _, item in spaced]
        sharing = [number for number, (_, item) in enumerate(spaced) if not item.width]
        spare = max(0, left - sum(wide))
        for place, number in enumerate(sharing, start=1):
            done = round(spare * (place - 1) / len(sharing))
            wide[number] = round(spare * place / len(sharing)) - done
        x, found = 0 if sharing else round(spare * self.across), []
        for (gap, item), each in zip(spaced, wide, strict=True):
            x = min(width, x + theme.px(gap))
            found.append((item, x, min(each, width - x)))
            x += min(each, width - x)
        return found


def _width(item: Widget, theme: Theme, left: int) -> int:
    """The width that a widget asks for in a row with so much room for all of them; 0: a share."""
    if item.width == FIT:
        return item.natural_width(theme)
    return round(item.width * left) if item.width < 1 else theme.px(item.width)


def _spaced(items: Declared, gap: float) -> Iterator[tuple[float, Widget]]:
    """Each widget with the gap before it; a gap at the end is one before nothing."""
    before = 0.0
    for item in items:
        if isinstance(item, Widget):
            yield before, item
            before = gap
        else:
            before = item
    if items and not isinstance(items[-1], Widget):
        yield before, Space(width=FIT)


class Space(Widget):
    """Room for nothing, or for a sheet that is made when its place is known."""

    def lay(self, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
        self.rect = rect.copy()
        return iter(())


class Adaptive(Container[Widget]):
    """A widget that is made of others according to its width."""

    def content_height(self, theme: Theme, width: int) -> int:
        return self._made(theme, width).height_for(theme, width)

    def lay(self, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
        return self._lay(self._made(theme, rect.width), theme, rect)


@dataclass
class Either(Adaptive):
    """One of two arrangements: `wide` from `least` CSS pixels on."""

    least: float
    wide: Widget
    narrow: Widget

    def made(self, theme: Theme, width: int) -> Widget:
        return self.wide if width >= theme.px(self.least) else self.narrow


@dataclass
class Fitting(Adaptive):
    """The first of several arrangements whose natural width fits, or the last."""

    items: Sequence[Widget] = ()

    def made(self, theme: Theme, width: int) -> Widget:
        fitting = (item for item in self.items if item.natural_width(theme) <= width)
        return next(fitting, self.items[-1])


@dataclass
class Grid(Adaptive):
    """Widgets of equal width in lines: in so many columns, or as many as have `least` CSS pixels.
    One of the last line stays as wide as the others, unless it is alone and `stretches`."""

    items: Sequence[Widget] = ()
    columns: int = 0
    least: float = field(default=0, kw_only=True)
    gap: float = field(default=8, kw_only=True)
    down: float | None = field(default=None, kw_only=True)
    stretches: bool = field(default=False, kw_only=True)
    row_gap: float | None = field(default=None, kw_only=True)
    """CSS pixels between two lines; None: as between two widgets of a line."""
    even: bool = field(default=False, kw_only=True)
    """Whether lines hold as many widgets as each other; those of shorter lines are wider."""

    def made(self, theme: Theme, width: int) -> Widget:
        gap = theme.px(self.gap)
        count = self.columns or max(1, (width + gap) // max(1, theme.px(self.least) + gap))
        lines = [list(self.items[at : at + count]) for at in range(0, len(self.items), count)]
        if self.even:
            lines = _even(self.items, len(lines))
        elif lines and not (self.stretches and len(lines[-1]) == 1):
            lines[-1] += [Space() for _ in range(count - len(lines[-1]))]
        rows = [Row(line, self.gap, down=self.down) for line in lines]
        return Column(rows, self.gap if self.row_gap is None else self.row_gap)

    def lay(self, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
        """Yield its widgets in their places; buttons of a few columns have words of one size."""
        laid = list(super().lay(theme, rect))
        buttons = [item for item in self.items if isinstance(item, Button) and self.columns]
        small = any(button.needs_small_words(theme) for button in buttons)
        for button in buttons if small else ():
            button.small = True
        yield from laid


@dataclass
class Wrap(Adaptive):
    """Widgets of their natural widths, as many in a line as fit."""

    items: Sequence[Widget] = ()
    gap: float = 8
    row_gap: float | None = field(default=None, kw_only=True)
    """CSS pixels between two lines; None: as between two widgets of a line."""
    even: bool = field(default=False, kw_only=True)
    """Whether lines hold as many widgets as each other; for widgets of one width."""

    def made(self, theme: Theme, width: int) -> Widget:
        row_gap = self.gap if self.row_gap is None else self.row_gap
        return Column(self.lines(theme, width), row_gap)

    def lines(self, theme: Theme, width: int) -> list[Row]:
        """The rows."""
        lines: list[list[Widget]] = []
        gap, used = theme.px(self.gap), 0
        for item in self.items:
            item.width, wide = item.width or FIT, min(width, item.natural_width(theme))
            if not lines or used + gap + wide > width:
                lines.append([])
                used = -gap
            lines[-1].append(item)
            used += gap + wide
        if self.even:
            lines = _even(self.items, len(lines))
        return [Row(line, self.gap) for line in lines]


def _even(items: Sequence[Widget], count: int) -> list[list[Widget]]:
    """So many lines, which differ by one widget at most."""
    ends = [-(-n * len(items) // max(1, count)) for n in range(count + 1)]
    return [[*items[start:end]] for start, end in pairwise(ends)]


@dataclass
class Card(Column):
    """A column on a sheet of card, with a strong rim if it has an `accent`. One that can be tapped
    says what its widgets say, unless a button on it does the same."""

    pad: float = field(default=12, kw_only=True)
    accent: bool = field(default=False, kw_only=True)
    spoken: str = field(default="", kw_only=True)

    def lay(self, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
        held = list(super().lay(theme, rect))
        yield self
        if self.accent:
            yield from _rim(theme, rect)
        yield from held

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
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
        """Another one whenever the card itself looks different at the same place."""
        return "card", self.action is None

    @property
    def words(self) -> str:
        return self.spoken


@dataclass
class CardRim(Widget):
    """A corner or side of a card's strong rim, so that the card need not be painted when the rim
    comes and goes. `card` is the whole card, relative to this part."""

    margin: ClassVar[float] = 0

    card: pygame.Rect

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        # All but this part lies outside of the clip.
        card, radius = self.card.move(self.rect.topleft), theme.px(_CARD_RADIUS)
        draw.box(theme, surface, card, None, radius, theme.palette.accent, 2 * theme.rim)

    @property
    def display_key(self) -> Hashable:
        return "rim", tuple(self.card)


def _rim(theme: Theme, card: pygame.Rect) -> Iterator[Widget]:
    """The corners and sides of the strong rim of a card; none touches another."""
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
