"""Arithmetic of rectangles: nothing overlaps, nothing leaves the window, points find their way."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flipside.game.board.places import Places, framed_aspect
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import Settings
from flipside.game.services.theme import Theme
from flipside.game.ui import layout
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Widget, WidgetState
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.match import Match

SIZES = st.tuples(st.integers(360, 3000), st.integers(360, 2200))
ASPECTS = st.sampled_from([1.0, 8.66 / 8.66, 13.66 / 9.66, 15.66 / 7.66])
UNITS = st.sampled_from([1.0, 1.5, 2.0, 3.0])
EXTRAS = st.sampled_from([0, 56, 92])


def rects(plan: layout.PlayLayout) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    return pygame.Rect(plan.board), pygame.Rect(plan.far), pygame.Rect(plan.near)


def planned(
    size: tuple[int, int],
    aspect: float = 1.0,
    tabletop: bool = False,
    unit: float = 1.0,
    safe: tuple[int, int, int, int] = (0, 0, 0, 0),
    extra: int = 0,
) -> layout.PlayLayout:
    """The plan for a window whose size is given in CSS pixels."""
    pixels = round(size[0] * unit), round(size[1] * unit)
    return layout.play_layout(layout.Window(pixels, unit, safe), aspect, tabletop, extra)


@given(SIZES, ASPECTS, st.booleans(), UNITS, EXTRAS)
def test_board_and_panels_stand_apart_within_the_window(
    size: tuple[int, int], aspect: float, tabletop: bool, unit: float, extra: int
) -> None:
    plan = planned(size, aspect, tabletop, unit, extra=extra)
    board, far, near = rects(plan)
    window = pygame.Rect(0, 0, round(size[0] * unit), round(size[1] * unit))
    for rect in (board, far, near):
        assert window.contains(rect)
        assert min(rect.size) > 0
    gap = round(4 * unit)
    for one, other in ((board, far), (board, near), (far, near)):
        assert not one.inflate(gap, gap).colliderect(other)
    whole = board.unionall([far, near])
    assert abs(whole.left - (window.right - whole.right)) <= 1, "they stand in the middle"
    assert abs(whole.top - (window.bottom - whole.bottom)) <= 1


@given(SIZES, st.booleans(), st.tuples(*[st.integers(0, 48)] * 4))
def test_what_the_device_keeps_for_itself_is_left_free(
    size: tuple[int, int], tabletop: bool, safe: tuple[int, int, int, int]
) -> None:
    left, top, right, bottom = safe
    if min(size[0] - left - right, size[1] - top - bottom) < 360:
        size = size[0] + 96, size[1] + 96
    free = pygame.Rect(left, top, size[0] - left - right, size[1] - top - bottom)
    for rect in rects(planned(size, tabletop=tabletop, safe=safe)):
        assert free.contains(rect)


@given(SIZES, st.booleans(), EXTRAS)
def test_the_board_never_gets_too_small(size: tuple[int, int], tabletop: bool, extra: int) -> None:
    plan = planned(size, tabletop=tabletop, extra=extra)
    board, far, near = rects(plan)
    assert board.width == board.height
    least = 0.27 if tabletop or extra else 0.42
    assert board.width >= least * min(size), f"{board} in {size}"
    if min(size) >= 480 and not extra:
        assert board.width >= max(min(far.size), min(near.size)), "the board is the largest thing"


@pytest.mark.parametrize(
    ("size", "tabletop", "side"),
    [
        ((360, 360), False, 156),
        ((390, 844), False, 382),
        ((844, 390), False, 382),
        ((820, 1180), False, 788),
        ((1280, 800), False, 768),
        ((1920, 1080), False, 1048),
        ((360, 360), True, 104),
        ((390, 844), True, 382),
        ((844, 390), True, 382),
        ((820, 1180), True, 788),
        ((1280, 800), True, 768),
    ],
)
def test_the_board_in_well_known_windows(size: tuple[int, int], tabletop: bool, side: int) -> None:
    plan = planned(size, tabletop=tabletop)
    assert min(plan.board[2:]) >= side


@pytest.mark.parametrize(
    ("size", "side"), [((1024, 768), 632), ((1180, 820), 788), ((1366, 1024), 950)]
)
def test_a_tablet_on_its_side_has_panels_alike(size: tuple[int, int], side: int) -> None:
    """Both are wide enough for a name beside its disc, and the board stays large."""
    plan = planned(size)
    board, far, near = rects(plan)
    assert far.width == near.width >= 176
    assert board.width >= side


@given(SIZES, st.booleans())
def test_turns_belong_to_tables_and_to_where_the_panels_stand(
    size: tuple[int, int], tabletop: bool
) -> None:
    plan = planned(size, tabletop=tabletop)
    board, far, near = rects(plan)
    if plan.upright:
        assert far.bottom < board.top < board.bottom < near.top
        assert plan.quarter_turns == ((2, 0) if tabletop else (0, 0))
    else:
        assert far.right < board.left < board.right < near.left
        assert plan.quarter_turns == ((3, 1) if tabletop else (0, 0))


@given(SIZES, EXTRAS)
def test_at_a_table_both_panels_have_the_same_room(size: tuple[int, int], extra: int) -> None:
    _, far, near = rects(planned(size, tabletop=True, extra=extra))
    assert abs(far.width - near.width) <= 1
    assert abs(far.height - near.height) <= 1


def test_the_panels_stand_where_the_board_gets_larger() -> None:
    assert planned((390, 844)).upright
    assert not planned((844, 390)).upright
    assert planned((800, 801), tabletop=True).upright
    assert not planned((1280, 800), aspect=8 / 8).upright


# -- turned sheets -------------------------------------------------------------------------------

PLACES = st.tuples(*[st.integers(-40, 300)] * 2, *[st.integers(20, 400)] * 2)
QUARTERS = st.integers(0, 3)


@pytest.fixture(scope="module")
def theme() -> Theme:
    pygame.font.init()
    return Theme(Settings(), DesktopPlatform())


@given(place=PLACES, quarter=QUARTERS, data=st.data())
def test_inside_undoes_outside(
    theme: Theme, place: layout.Box, quarter: int, data: st.DataObject
) -> None:
    sheet = Sheet(theme, place, quarter)
    sheet.content = sheet.height + data.draw(st.integers(0, 300))
    sheet.scroll(data.draw(st.integers(0, 300)))
    x = data.draw(st.integers(0, sheet.width - 1))
    y = sheet.offset + data.draw(st.integers(0, sheet.height - 1))
    seen = sheet.to_window(pygame.Rect(x, y, 1, 1))
    assert seen.size == (1, 1)
    assert sheet.place.contains(seen)
    assert sheet.to_sheet(seen.topleft) == (x, y)


@given(place=PLACES, quarter=QUARTERS, data=st.data())
def test_a_widget_is_found_wherever_it_is_seen(
    theme: Theme, place: layout.Box, quarter: int, data: st.DataObject
) -> None:
    sheet = Sheet(theme, place, quarter)
    width = data.draw(st.integers(1, sheet.width))
    height = data.draw(st.integers(1, sheet.height))
    x = data.draw(st.integers(0, sheet.width - width))
    y = data.draw(st.integers(0, sheet.height - height))
    widget = Widget(rect=pygame.Rect(x, y, width, height), name="it", action=lambda: None)
    sheet.add(widget)
    seen = sheet.to_window(widget.rect)
    assert seen.size == ((width, height) if quarter % 2 == 0 else (height, width))
    corners = (seen.topleft, (seen.right - 1, seen.bottom - 1), seen.center)
    assert all(sheet.widget_at(at) is widget for at in corners)
    around = ((seen.left - 1, seen.top), (seen.right, seen.top), (seen.left, seen.bottom))
    assert all(sheet.widget_at(at) is None for at in around)


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_what_is_drawn_is_where_taps_find_it(theme: Theme, quarter: int) -> None:
    """A sheet is turned counter-clockwise, and a coloured corner goes where `outside` says."""

    class Spot(Widget):
        def draw(self, theme: Theme, surface: pygame.Surface, state: object) -> None:
            surface.fill((255, 0, 0), self.rect)

    sheet = Sheet(theme, (100, 50, 300, 200), quarter)
    spot = Spot(rect=pygame.Rect(10, 20, 30, 40), name="spot", action=lambda: None)
    sheet.add(spot)
    surface = pygame.Surface((500, 300))
    for item in sheet.display_items(lambda widget: WidgetState(), cards=False):
        item.paint(surface)
    seen = pygame.mask.from_threshold(surface, (255, 0, 0), (1, 1, 1)).get_bounding_rects()
    assert seen == [sheet.to_window(spot.rect)]


def test_scrolling_stays_within_the_content(theme: Theme) -> None:
    sheet = Sheet(theme, (0, 0, 100, 200))
    sheet.add(Widget(rect=pygame.Rect(0, 0, 50, 520)))
    assert sheet.scrolls
    assert sheet.scroll(100)
    assert sheet.scroll(1_000)
    assert sheet.offset == 320
    assert not sheet.scroll(1)
    assert sheet.scroll(-5_000)
    assert sheet.offset == 0
    assert not sheet.scroll(-1)


@given(st.integers(0, 900), st.integers(20, 100), st.integers(0, 140), st.integers(0, 900))
def test_revealing_brings_a_widget_into_sight(y: int, height: int, more: int, before: int) -> None:
    pygame.font.init()
    sheet = Sheet(Theme(Settings(), DesktopPlatform()), (0, 0, 100, height + more))
    widget = Widget(rect=pygame.Rect(0, y, 50, height))
    sheet.add(widget, Widget(rect=pygame.Rect(0, 0, 50, 1_000)))
    sheet.scroll(before)
    sheet.reveal(widget)
    assert sheet.place.contains(sheet.to_window(widget.rect))


@pytest.mark.parametrize("aspect", [0.6, 1.0, 1.4])
@pytest.mark.parametrize("unit", [1.0, 2.0])
def test_a_board_with_one_panel_fills_the_window_without_overlap(
    aspect: float, unit: float
) -> None:
    safe = 10, 20, 30, 40
    for width in range(380, 2000, 130):
        for height in range(420, 2000, 130):
            size = round(width * unit), round(height * unit)
            board, panel = (
                pygame.Rect(box)
                for box in layout.board_and_panel(layout.Window(size, unit, safe), aspect)
            )
            inside = pygame.Rect(10, 20, size[0] - 40, size[1] - 60)
            assert inside.contains(board), (size, board)
            assert inside.contains(panel), (size, panel)
            assert not board.colliderect(panel)
            assert min(board.size) >= 80 * unit
            assert panel.width >= 190 * unit


@pytest.mark.parametrize("width", [240, 419, 420, 700, 1600])
@pytest.mark.parametrize("coordinates", [False, True])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_board_fills_its_place_within_a_narrow_frame(
    theme: Theme, game: AnyGame, coordinates: bool, width: int
) -> None:
    board = Match(game).board
    area = (20, 10, width, round(width / framed_aspect(board, coordinates)))
    places = Places(theme, board, area, coordinates)
    frame = places.field.x - places.rect.x
    assert pygame.Rect(area).contains(places.rect)
    assert frame <= max(theme.px(18), 0.36 * places.cell)
    assert frame >= theme.px(14 if coordinates else 6)
    assert places.rect.width > 0.88 * width


@pytest.mark.parametrize("extra", [0, 56, 100])
@pytest.mark.parametrize("width", [540, 568, 640, 667])
def test_in_a_low_window_the_board_takes_most_of_the_height(width: int, extra: int) -> None:
    plan = layout.play_layout(layout.Window((width, 360), 1.0), 1.0, False, extra)
    assert plan.board[3] >= 0.6 * 360
