"""Charts: what is inside them, and that their parts differ without colours."""

from datetime import date, timedelta
from itertools import combinations, pairwise
from pathlib import Path

import pygame
import pytest

from flipside.game.services.theme import Theme
from flipside.game.ui.charts import (
    BarPart,
    BarRow,
    Bars,
    ChartPoint,
    DayGrid,
    Filling,
    LineChart,
    paint_part,
    part_widths,
)
from flipside.game.ui.widgets import WidgetState
from tests.game.pilot import Pilot

FILLS: tuple[Filling, ...] = ("solid", "hatched", "hollow")


@pytest.fixture
def theme(tmp_path: Path) -> Theme:
    return Pilot(tmp_path / "data", theme="light").app.services.theme


def chart(*values: float, **more: object) -> LineChart:
    """A chart of 400 x 200 pixels with a value each day."""
    points = tuple(ChartPoint(day, value) for day, value in enumerate(values))
    made = LineChart(points=points, **more)  # type: ignore[arg-type]
    made.rect = pygame.Rect(0, 0, 400, 200)
    return made


def drawn(theme: Theme, widget: LineChart | Bars | DayGrid) -> pygame.Surface:
    surface = pygame.Surface(widget.rect.size)
    surface.fill(theme.palette.card)
    widget.draw(theme, surface, WidgetState())
    return surface


@pytest.mark.parametrize(
    "values", [(1000.0,), (1000.0, 1000.0), (0.0, 0.0), (100.0,), (-5.0, 1e6), (50.0,) * 1000]
)
def test_any_values_are_inside_their_chart(theme: Theme, values: tuple[float, ...]) -> None:
    low, high = chart(*values)._range()
    assert low < min(values) <= max(values) < high
    assert high - low >= 10
    drawn(theme, chart(*values))


@pytest.mark.parametrize("values", [(0.0,), (100.0,), (0.0, 100.0), (99.0, 100.0)])
def test_a_chart_of_per_cent_does_not_leave_0_to_100(
    theme: Theme, values: tuple[float, ...]
) -> None:
    low, high = chart(*values, bounds=(0, 100))._range()
    assert 0 <= low <= min(values) <= max(values) <= high <= 100
    assert high - low >= 10
    drawn(theme, chart(*values, bounds=(0, 100)))


def test_a_chart_contains_the_next_level(theme: Theme) -> None:
    levels = (("Low", 500.0), ("Next", 1150.0), ("High", 2000.0))
    near = chart(1000.0, 1040.0, levels=levels, shown=(1150.0,))
    assert near.visible_levels(theme) == [("Next", 1150.0)]
    assert chart(1000.0, 1040.0, levels=levels).visible_levels(theme) == []


def test_names_of_levels_do_not_lie_over_each_other(theme: Theme) -> None:
    levels = tuple((f"Level {number}", 100.0 * number) for number in range(40))
    wide = chart(0.0, 3000.0, levels=levels, shown=(1700.0,))
    visible = sorted(value for _, value in wide.visible_levels(theme))
    assert 1700 in visible
    assert 3 <= len(visible) < 20
    place = wide._place(theme, [])
    low, high = wide._range()
    apart = min(b - a for a, b in pairwise(visible))
    assert apart / (high - low) * place.height >= theme.line_height("small") - 1


def test_the_band_shows_the_uncertainty(theme: Theme) -> None:
    """The same line with more uncertainty covers more of the ground."""
    pictures = []
    for spread in (20.0, 150.0):
        made = LineChart(points=tuple(ChartPoint(day, 1000, spread) for day in (1, 2)))
        made.shown, made.rect = (700, 1300), pygame.Rect(0, 0, 400, 200)
        picture = drawn(theme, made)
        ground = picture.get_at((390, 20))
        pictures.append(sum(picture.get_at((200, y)) != ground for y in range(10, 170)))
    assert pictures[1] > pictures[0] + 40


@pytest.mark.parametrize("numbers", [(1, 1000, 1), (5,), (3, 3, 3), (1, 2), (999_999, 1)])
def test_parts_of_a_bar_fill_it_and_are_all_visible(numbers: tuple[int, ...]) -> None:
    widths = part_widths(numbers, 300, 10)
    assert sum(widths) == 300
    assert min(widths) >= 10
    assert sorted(widths, key=lambda width: -width)[0] == widths[numbers.index(max(numbers))]


def test_parts_differ_without_colours(theme: Theme) -> None:
    """Each pair differs in the middle of a part, where every part has the same colour."""
    pictures = []
    for fill in FILLS:
        surface = pygame.Surface((60, 14))
        surface.fill(theme.palette.card)
        paint_part(theme, BarPart(fill, "ink", ""), surface, surface.get_rect())
        inner = pygame.transform.grayscale(surface).subsurface((10, 4, 40, 6))
        pictures.append([inner.get_at((x, y))[0] for x in range(40) for y in range(6)])
    for one, other in combinations(pictures, 2):
        assert sum(abs(a - b) > 90 for a, b in zip(one, other, strict=True)) >= len(one) / 4


def test_bars_are_as_long_as_their_sums(theme: Theme) -> None:
    rows = (BarRow("More", (40,), "40"), BarRow("Fewer", (10,), "10"))
    parts = (BarPart("solid", "good", ""),)
    for to_scale, share in ((True, 4), (False, 1)):
        bars = Bars(parts=parts, rows=rows, to_scale=to_scale)
        bars.rect = pygame.Rect(0, 0, 400, bars.height_for(theme, 400))
        picture, good = drawn(theme, bars), theme.palette.good
        lengths = [
            sum(picture.get_at((x, y))[:3] == good for x in range(400))
            for y in range(bars.rect.height)
        ]
        row = bars.rect.height // 2
        assert max(lengths[:row]) / max(lengths[row:]) == pytest.approx(share, rel=0.05)


def test_a_grid_shows_the_last_weeks_and_each_day_once(theme: Theme) -> None:
    today = date(2026, 11, 29)
    played = frozenset(today - timedelta(days) for days in (0, 1, 8, 1000))
    grid = DayGrid(days=played, today=today, weekdays=("Mon",) * 7)
    for width, weeks in ((200, 9), (400, 23), (2000, 53)):
        grid.rect = pygame.Rect(0, 0, width, grid.height_for(theme, width))
        assert grid.visible_weeks(theme) == pytest.approx(weeks, abs=2)
        picture, side = drawn(theme, grid), theme.px(12)
        middles = [
            picture.get_at((x + side // 2, y + side // 2))[:3]
            for x in range(width - grid.visible_weeks(theme) * theme.px(15), width, theme.px(15))
            for y in range(0, 7 * theme.px(15), theme.px(15))
        ]
        assert middles.count(theme.palette.good) == 3


def test_a_grid_of_a_clock_without_a_date_is_drawn(theme: Theme) -> None:
    grid = DayGrid(today=date.min)
    grid.rect = pygame.Rect(0, 0, 300, 130)
    drawn(theme, grid)


def test_numbers_that_do_not_fit_beside_a_name_are_below_it(theme: Theme) -> None:
    row = BarRow("A level with a long name", (1000, 10, 100), "1000 · 10 · 100")
    bars = Bars(rows=(row,), parts=())
    assert bars.content_height(theme, 120) > bars.content_height(theme, 600)
