"""Charts: values over time as a line, numbers as bars of several parts, and days in weeks.

A chart is a picture for the eye. Its `words` describe it in sentences for screen readers.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import pairwise
from typing import Literal, NamedTuple

import pygame

from flipside.game.drawing import draw
from flipside.game.services.theme import Colour, Theme, mixed
from flipside.game.ui.containers import Row, Wrap
from flipside.game.ui.widgets import (
    FIT,
    Canvas,
    Label,
    Paint,
    Widget,
    WidgetState,
    label_height,
    shortened,
)

_TICK_STEPS = [digit * 10**power for power in range(6) for digit in (1, 2, 5)]
"""Possible distances between two numbers of a vertical axis."""

_MAX_TICKS = 6

_GUTTER_SHARE = 0.3
"""The maximum part of a chart's width for the names of its levels."""


class ChartPoint(NamedTuple):
    """A value at a time, with its uncertainty.

    A chart of a thousand points is compared in each frame while the page scrolls, so this is a
    tuple.
    """

    at: float
    """The time, in days."""
    value: float
    spread: float = 0.0
    """The value is between `value - spread` and `value + spread`."""


@dataclass
class LineChart(Widget):
    """Values over time as a line with a band of uncertainty, and single values as dots."""

    points: tuple[ChartPoint, ...] = ()
    """The points of the line in ascending order of time; at least one."""
    dots: tuple[ChartPoint, ...] = ()
    levels: tuple[tuple[str, float], ...] = ()
    """Names and values of levels, which are shown as lines if they are inside the chart."""
    shown: tuple[float, ...] = ()
    """Values that the chart must contain, such as the next level."""
    ends: tuple[str, str] = ("", "")
    """The dates of the first and the last point."""
    least_span: float = 10.0
    """The minimum difference of the highest and the lowest value that the chart shows."""
    bounds: tuple[float, float] = (-math.inf, math.inf)
    """The smallest and the largest possible value."""
    number_words: Callable[[int], str] = str
    """Returns a number of the vertical axis as text."""
    words: str = ""

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the chart."""
        palette = theme.palette
        ground = mixed(palette.card, palette.background, 0.6)
        draw.box(theme, surface, self.rect, ground, theme.px(8), palette.line, theme.rim)
        low, high = self._range()
        ticks = self._ticks(theme, low, high)
        place = self._place(theme, ticks)
        scale = _Scale(place, self._times(), (low, high))
        grid = mixed(ground, palette.soft, 0.22)
        for tick in ticks:
            y = scale.y(tick)
            pygame.draw.line(surface, grid, (place.x, y), (place.right, y), max(1, theme.px(1)))
            self._tick_label(theme, surface, self.number_words(tick), y, place.x)
        self._draw_levels(theme, surface, scale)
        self._draw_dates(theme, surface, place)
        key = "chart", self.points, self.dots, ground, palette.accent, (low, high)
        paint = partial(self._paint_values, theme, ground)
        whole = place.inflate(2 * theme.px(8), 2 * theme.px(8))
        theme.blend(surface, draw.smooth(theme, key, whole.size, paint, finer=2), whole)

    def _times(self) -> tuple[float, float]:
        times = [point.at for point in (*self.points, *self.dots)]
        return min(times), max(times)

    def _range(self) -> tuple[float, float]:
        """Return the lowest and the highest value that the chart shows.

        The band at the last point is inside; earlier parts of it may be wider than the chart.
        """
        last, values = self.points[-1], [point.value for point in (*self.points, *self.dots)]
        low = min(*self.shown, *values, last.value - last.spread)
        high = max(*self.shown, *values, last.value + last.spread)
        air = max((high - low) * 0.1, (self.least_span - (high - low)) / 2)
        least, most = self.bounds
        low, high = max(least, low - air), min(most, high + air)
        # At a bound, the other side gets the rest of the least span.
        low, high = min(low, high - self.least_span), max(high, low + self.least_span)
        return max(least, low), min(most, high)

    def _ticks(self, theme: Theme, low: float, high: float) -> list[int]:
        room = self.rect.height / (1.6 * theme.line_height("small"))
        most = max(2, min(_MAX_TICKS, int(room)))
        step = next((step for step in _TICK_STEPS if (high - low) / step <= most), _TICK_STEPS[-1])
        return list(range(math.ceil(low / step) * step, math.floor(high) + 1, step))

    def _place(self, theme: Theme, ticks: Sequence[int]) -> pygame.Rect:
        """Return the area of the line, on the sheet."""
        rect, line = self.rect, theme.line_height("small")
        numbers = (theme.width("small", self.number_words(tick)) for tick in ticks)
        left = max(numbers, default=0) + theme.px(16)
        names = max((theme.width("small", name) for name, _ in self.levels), default=0)
        right = min(names + theme.px(6), round(rect.width * _GUTTER_SHARE)) if names else 0
        top, below = theme.px(12), line + theme.px(14)
        width = rect.width - left - right - theme.px(14)
        return pygame.Rect(rect.x + left, rect.y + top, width, rect.height - top - below)

    def _tick_label(
        self, theme: Theme, surface: pygame.Surface, words: str, y: int, right: int
    ) -> None:
        line = theme.line_height("small")
        rect = pygame.Rect(self.rect.x, y - line // 2, right - theme.px(8) - self.rect.x, line)
        draw.label(theme, surface, [words], "small", theme.palette.soft, rect, across=1.0)

    def visible_levels(self, theme: Theme) -> list[tuple[str, float]]:
        """Return the levels whose lines and names fit into the chart, first those in `shown`."""
        low, high = self._range()
        place = self._place(theme, self._ticks(theme, low, high))
        least = theme.line_height("small") / place.height * (high - low)
        visible = list[tuple[str, float]]()
        for name, value in sorted(self.levels, key=lambda level: level[1] not in self.shown):
            apart = all(abs(value - other) >= least for _, other in visible)
            if low <= value <= high and apart:
                visible.append((name, value))
        return visible

    def _draw_levels(self, theme: Theme, surface: pygame.Surface, scale: "_Scale") -> None:
        place, palette, line = scale.place, theme.palette, theme.line_height("small")
        dash, thin = theme.px(4), max(1, theme.px(1))
        gutter = self.rect.right - place.right - theme.px(12)
        for name, value in self.visible_levels(theme):
            y = scale.y(value)
            for x in range(place.x, place.right, 2 * dash):
                end = min(x + dash, place.right)
                pygame.draw.line(surface, palette.soft, (x, y), (end, y), thin)
            rect = pygame.Rect(place.right + theme.px(6), y - line // 2, gutter, line)
            words = [shortened(theme, name, gutter, "small")]
            draw.label(theme, surface, words, "small", palette.soft, rect)

    def _draw_dates(self, theme: Theme, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Write the first date at the left and the last at the right, or one in the middle."""
        line = theme.line_height("small")
        rect = pygame.Rect(place.x, place.bottom + theme.px(6), self.rect.right - place.x, line)
        rect.width -= theme.px(10)
        first, last = self.ends
        if first == last:
            places = [(first, 0.5)]
            rect.width = place.width
        elif theme.width("small", f"{first}   {last}") > rect.width:
            places = [(last, 1.0)]
        else:
            places = [(first, 0.0), (last, 1.0)]
        for words, across in places:
            draw.label(theme, surface, [words], "small", theme.palette.soft, rect, across=across)

    def _paint_values(
        self, theme: Theme, ground: Colour, surface: pygame.Surface, finer: int
    ) -> None:
        """Paint band, dots, line and the last point on an enlarged surface."""
        palette, edge = theme.palette, theme.px(8) * finer
        place = surface.get_rect().inflate(-2 * edge, -2 * edge)
        scale = _Scale(place, self._times(), self._range())
        line, thick = scale.pixels(self.points), max(2, theme.px(2)) * finer
        surface.fill((*palette.accent, 0))
        surface.set_clip(place.inflate(2 * edge, 0))  # the band may be wider than the chart
        has_band = any(point.spread for point in self.points)
        upper, lower = (scale.pixels(self.points, sign) if has_band else line for sign in (1, -1))
        if len(line) == 1:
            pygame.draw.line(surface, palette.accent, upper[-1], lower[-1], thick)
        elif has_band:
            band = mixed(ground, palette.accent, 0.22)
            pygame.draw.polygon(surface, (*band, 190), upper + lower[::-1])
            # The edges of the band differ from the ground also in a picture without colours.
            for side in (upper, lower):
                pygame.draw.lines(surface, mixed(ground, palette.accent, 0.5), False, side, finer)
        surface.set_clip(None)
        dot, radius = mixed(ground, palette.soft, 0.75), theme.px(2.5) * finer
        for at in scale.pixels(self.dots):
            pygame.draw.circle(surface, dot, at, radius)
        if len(line) > 1:
            pygame.draw.lines(surface, palette.ink, False, line, thick)
        for joint in line[1:-1]:  # round corners between the stretches
            pygame.draw.circle(surface, palette.ink, joint, thick // 2)
        pygame.draw.circle(surface, palette.accent, line[-1], theme.px(5) * finer)
        pygame.draw.circle(surface, ground, line[-1], theme.px(2) * finer)


@dataclass(frozen=True)
class _Scale:
    """Converts times and values to pixels of a rectangle."""

    place: pygame.Rect
    times: tuple[float, float]
    values: tuple[float, float]

    def y(self, value: float) -> int:
        """Return the pixel of a value."""
        low, high = self.values
        return round(self.place.bottom - (value - low) / (high - low) * self.place.height)

    def pixels(self, points: Sequence[ChartPoint], spreads: int = 0) -> list[tuple[int, int]]:
        """Return pixels of values plus `spreads` uncertainties. A single time is in the middle."""
        (start, end), (low, high), (width, height) = self.times, self.values, self.place.size
        wide, tall = width / (end - start) if end > start else 0.0, height / (high - low)
        left, bottom = self.place.x if wide else self.place.centerx, self.place.bottom
        return [
            (
                round(left + (at - start) * wide),
                round(bottom - (value + spreads * spread - low) * tall),
            )
            for at, value, spread in points
        ]


# -- bars ------------------------------------------------------------------------------------------

Filling = Literal["solid", "hatched", "hollow"]
"""How a part of a bar is filled. The fillings differ without colours."""


@dataclass(frozen=True)
class BarPart:
    """The appearance and the meaning of a part of all bars."""

    filling: Filling
    colour: Paint
    meaning: str


@dataclass(frozen=True)
class BarRow:
    """A bar with its name; the numbers belong to the parts."""

    name: str
    numbers: tuple[int, ...]
    note: str
    """The numbers as text."""


@dataclass
class Bars(Widget):
    """Bars below each other, each below its name and its numbers."""

    parts: tuple[BarPart, ...] = ()
    rows: tuple[BarRow, ...] = ()
    to_scale: bool = False
    """Whether the lengths of bars are proportional to their sums; otherwise all are equal."""
    words: str = ""

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of all rows in pixels."""
        heights = [self._words_height(theme, row, width) + theme.px(16) for row in self.rows]
        return sum(heights) + theme.px(10) * max(0, len(heights) - 1)

    def _fits(self, theme: Theme, row: BarRow, width: int) -> bool:
        """Return whether name and numbers fit in one line."""
        words = theme.width("small-bold", row.name) + theme.width("small", row.note)
        return words + theme.px(12) <= width

    def _words_height(self, theme: Theme, row: BarRow, width: int) -> int:
        if self._fits(theme, row, width):
            return theme.line_height("small")
        notes = label_height(theme, row.note, "small", width)
        return label_height(theme, row.name, "small-bold", width) + notes

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw all rows."""
        rect, palette, y = self.rect, theme.palette, self.rect.y
        longest = max((sum(row.numbers) for row in self.rows), default=1)
        for row in self.rows:
            high = self._words_height(theme, row, rect.width)
            area = pygame.Rect(rect.x, y, rect.width, high)
            names = draw.wrapped(theme, row.name, "small-bold", rect.width)
            notes, across = [row.note], 1.0
            if not self._fits(theme, row, rect.width):
                notes, across = draw.wrapped(theme, row.note, "small", rect.width), 0.0
            draw.label(theme, surface, names, "small-bold", palette.ink, area, down=0.0)
            draw.label(theme, surface, notes, "small", palette.soft, area, across, down=1.0)
            share = sum(row.numbers) / max(1, longest) if self.to_scale else 1.0
            bar = pygame.Rect(rect.x, y + high + theme.px(2), rect.width, theme.px(14))
            self._draw_bar(theme, surface, bar, row, share)
            y += high + theme.px(26)

    def _draw_bar(
        self, theme: Theme, surface: pygame.Surface, bar: pygame.Rect, row: BarRow, share: float
    ) -> None:
        least, gap = theme.px(10), theme.px(2)
        present = [number for number in row.numbers if number]
        length = max(round(bar.width * share), len(present) * (least + gap))
        widths = part_widths(present, length - gap * (len(present) - 1), least)
        x = bar.x
        for part, number in zip(self.parts, row.numbers, strict=True):
            if number:
                width = widths.pop(0)
                paint_part(theme, part, surface, pygame.Rect(x, bar.y, width, bar.height))
                x += width + gap


def part_widths(numbers: Sequence[int], width: int, least: int) -> list[int]:
    """Divide a width in proportion to numbers above 0; no part is narrower than `least`."""
    total = sum(numbers)
    widths = [max(least, number * width // total) for number in numbers]
    if widths:
        widths[widths.index(max(widths))] += width - sum(widths)
    return widths


def paint_part(theme: Theme, part: BarPart, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Paint a part of a bar."""
    paint: Colour = getattr(theme.palette, part.colour)
    radius, thick = theme.px(3), max(1, theme.px(1.5))
    if part.filling == "solid":
        draw.box(theme, surface, rect, paint, radius)
        return
    if part.filling == "hatched":
        image = draw.smooth(theme, ("hatched", paint), rect.size, partial(_hatch, theme, paint))
        theme.blend(surface, image, rect)
    draw.box(theme, surface, rect, None, radius, paint, thick)


def _hatch(theme: Theme, paint: Colour, surface: pygame.Surface, finer: int) -> None:
    """Paint diagonal lines."""
    width, height = surface.get_size()
    surface.fill((*paint, 0))
    starts = range(-height, width + height, theme.px(5) * finer)
    for left, right in pairwise(starts):
        thick = (right - left) // 2
        corners = [(left, height), (left + thick, height), (left + thick + height, 0)]
        pygame.draw.polygon(surface, paint, [*corners, (left + height, 0)])


def bar_legend(theme: Theme, parts: Sequence[BarPart]) -> Widget:
    """Return a sample of each part with its meaning."""
    samples = [
        Row([Canvas(partial(paint_part, theme, part), width=22, height=14),
             Label(part.meaning, "small", width=FIT)])
        for part in parts
    ]  # fmt: skip
    return Wrap(samples, 16, row_gap=4)


# -- days ------------------------------------------------------------------------------------------

_DAY_SIDE, _DAY_STEP = 12, 15
"""CSS pixels of the width of a day, and of the distance between two days."""

_MAX_WEEKS = 53


@dataclass
class DayGrid(Widget):
    """The days of the last weeks as squares, a column for each week; chosen days are filled.

    It is one picture with one description. The month of the daily page is a grid of buttons
    instead, because each of its days can be opened and has a state of its own.
    """

    days: frozenset[date] = frozenset()
    today: date = date.min
    weekdays: tuple[str, ...] = ()
    """The short names of the weekdays from Monday."""
    date_words: Callable[[date], str] = date.isoformat
    words: str = ""

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of seven days and the dates in pixels."""
        return 7 * theme.px(_DAY_STEP) + theme.px(4) + theme.line_height("small")

    def visible_weeks(self, theme: Theme) -> int:
        """Return the number of weeks that fit."""
        left = max((theme.width("small", name) for name in self.weekdays), default=0)
        room = self.rect.width - left - theme.px(8)
        return max(1, min(_MAX_WEEKS, room // theme.px(_DAY_STEP), self.today.toordinal() // 7))

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the days, and the dates of the first and the last below them."""
        weeks, step, palette = self.visible_weeks(theme), theme.px(_DAY_STEP), theme.palette
        monday = self.today.toordinal() - self.today.weekday()
        first = max(1, monday - 7 * (weeks - 1))
        left = self.rect.right - weeks * step
        for number, name in enumerate(self.weekdays):
            row = pygame.Rect(self.rect.x, self.rect.y + number * step, left - self.rect.x, step)
            row.width -= theme.px(8)
            if number % 2 == 0:
                draw.label(theme, surface, [name], "small", palette.soft, row)
        for number, ordinal in enumerate(range(first, self.today.toordinal() + 1)):
            day = date.fromordinal(ordinal)
            place = left + number // 7 * step, self.rect.y + number % 7 * step
            theme.blend(surface, _day(theme, day in self.days, day == self.today), place)
        line = theme.line_height("small")
        below = pygame.Rect(left, self.rect.bottom - line, self.rect.right - left, line)
        ends = [self.date_words(day) for day in (date.fromordinal(first), self.today)]
        if theme.width("small", "   ".join(ends)) <= below.width:
            draw.label(theme, surface, ends[:1], "small", palette.soft, below)
        draw.label(theme, surface, ends[1:], "small", palette.soft, below, across=1.0)


def _day(theme: Theme, is_chosen: bool, is_today: bool) -> pygame.Surface:
    """Return the square of a day; it is cached."""
    side, palette = theme.px(_DAY_SIDE), theme.palette

    def make() -> pygame.Surface:
        image = pygame.Surface((side, side), pygame.SRCALPHA)
        fill = palette.good if is_chosen else None
        border = palette.ink if is_today else palette.good if is_chosen else palette.line
        thick = max(1, theme.px(2 if is_today else 1))
        draw.box(theme, image, image.get_rect(), fill, theme.px(3), border, thick)
        return image

    return theme.cached(("day", is_chosen, is_today, side), make)
