"""Declared layout: no room is ever negative, nothing overlaps, whatever is declared."""

from itertools import combinations, pairwise
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import Settings
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import (
    Card,
    Column,
    Grid,
    Row,
    Scroll,
    Space,
    WidgetList,
    Wrap,
)
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Button, Canvas, Label, OneLine, Widget, WidgetState

WORDS = st.text("ab cdé", max_size=60)
GAPS = st.integers(0, 24)
WIDTHS = st.sampled_from([0, 0, 0, 0.4, FIT, 44, 132, 300])
SHARES = st.sampled_from([0.0, 0.5, 1.0])


@st.composite
def leaves(draw: st.DrawFn) -> Widget:
    """A widget, or nothing, of any kind and size."""
    size: dict[str, Any] = {"width": draw(WIDTHS), "height": draw(st.sampled_from([0, 20, 48]))}
    size["fills"] = draw(st.booleans())
    kind = draw(st.sampled_from(["label", "button", "picture", "space"]))
    if kind == "label":
        return Label(draw(WORDS), draw(st.sampled_from(["text", "small", "head"])), **size)
    if kind == "button":
        grows, stacked = draw(st.booleans()), draw(st.booleans())
        return Button("", None, draw(WORDS), grows=grows, stacked=stacked, **size)
    return (
        Canvas(ratio=draw(st.sampled_from([0, 0.5, 1.0])), **size)
        if kind == "picture"
        else Space(**size)
    )


def containers(items: st.SearchStrategy[Widget]) -> st.SearchStrategy[Widget]:
    """Containers of such widgets."""
    some = st.lists(items, max_size=5)
    mixed = st.lists(st.one_of(items, GAPS), max_size=6)
    return st.one_of(
        st.builds(Column, mixed, GAPS, pad=GAPS, align_y=SHARES, fills=st.booleans(), width=WIDTHS),
        st.builds(Card, mixed, GAPS, pad=GAPS, width=WIDTHS, height=st.integers(0, 200)),
        st.builds(Row, mixed, GAPS, align_x=SHARES, align_y=st.one_of(st.none(), SHARES),
                  reverse=st.booleans(), width=WIDTHS),
        st.builds(Grid, some, st.integers(0, 4), least=GAPS, gap=GAPS, stretches=st.booleans()),
        st.builds(Wrap, some, GAPS),
    )  # fmt: skip


DECLARED = st.recursive(leaves(), containers, max_leaves=14)


@pytest.fixture(scope="module")
def theme() -> Theme:
    pygame.font.init()
    return Theme(Settings(), DesktopPlatform())


@given(DECLARED, st.integers(0, 900), st.integers(0, 600))
def test_no_room_is_negative_and_nothing_overlaps(
    theme: Theme, declared: Widget, width: int, spare: int
) -> None:
    high = declared.height_for(theme, width) + spare
    rect = pygame.Rect(7, 11, width, high)
    widgets = declared.layout(theme, rect)
    places = [widget.rect for widget in widgets]
    assert all(min(place.size) >= 0 for place in places)
    assert all(rect.x <= place.x and place.right <= rect.right for place in places)
    assert all(rect.y <= place.y and place.bottom <= rect.bottom for place in places)
    for one, other in combinations(widgets, 2):
        inside = isinstance(one, Card) and one.rect.contains(other.rect)
        assert inside or not one.rect.colliderect(other.rect), (one, other)


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6), GAPS, st.integers(0, 900))
def test_shares_of_a_row_are_equal_and_fill_it(
    theme: Theme, lines: list[int], gap: int, width: int
) -> None:
    items = [Label("\n" * (count - 1)) for count in lines]
    row = Row(items, gap)
    places = [widget.rect for widget in row.layout(theme, pygame.Rect(0, 0, width, 400))]
    if width < gap * (len(items) - 1):
        return
    assert places[0].left == 0
    assert places[-1].right == width
    assert max(place.width for place in places) - min(place.width for place in places) <= 1
    for one, other in pairwise(places):
        assert other.left - one.right == gap
    assert row.height_for(theme, width) == max(lines) * theme.line_height("text")
    assert all(abs(place.centery - 200) <= 1 for place in places)


def test_numbers_replace_gaps(theme: Theme) -> None:
    one, two, three = (Widget(height=20) for _ in range(3))
    column = Column([5, one, two, 30, three, 9], 8)
    assert column.height_for(theme, 100) == 5 + 20 + 8 + 20 + 30 + 20 + 9
    column.layout(theme, pygame.Rect(0, 0, 100, 400))
    assert [widget.rect.y for widget in (one, two, three)] == [5, 33, 83]


def test_what_fills_takes_the_spare_height(theme: Theme) -> None:
    above, below = Widget(height=20), Widget(height=20)
    Column([above, Space(fills=True), below], 0).layout(theme, pygame.Rect(0, 0, 100, 400))
    assert (above.rect.top, below.rect.bottom) == (0, 400)


@pytest.mark.parametrize(
    ("width", "even", "lines"),
    [(470, False, [9, 1]), (470, True, [5, 5]), (180, True, [3, 2, 3, 2]), (900, True, [10])],
)
def test_even_lines_hold_as_many_widgets_as_each_other(
    theme: Theme, width: int, even: bool, lines: list[int]
) -> None:
    """But for one, and there are no more lines than there must be."""
    wrap = Wrap([Button(str(n), None, width=44) for n in range(10)], even=even)
    assert [len(line.items) for line in wrap.lines(theme, theme.px(width))] == lines


@pytest.mark.parametrize(
    ("count", "columns", "lines"), [(7, 3, [3, 2, 2]), (7, 6, [4, 3]), (6, 3, [3, 3]), (0, 3, [])]
)
def test_even_lines_of_a_grid_have_no_gap(
    theme: Theme, count: int, columns: int, lines: list[int]
) -> None:
    grid = Grid([Widget(height=20) for _ in range(count)], columns, even=True)
    widgets = grid.layout(theme, pygame.Rect(0, 0, 300, 100))
    tops = sorted({widget.rect.top for widget in widgets})
    by_line = [[widget.rect for widget in widgets if widget.rect.top == top] for top in tops]
    assert [len(line) for line in by_line] == lines
    assert all((line[0].left, line[-1].right) == (0, 300) for line in by_line)


def test_a_row_read_from_the_right_looks_the_same(theme: Theme) -> None:
    rect = pygame.Rect(0, 0, 300, 40)
    one, other = (
        Row([Widget(name=name) for name in "abc"], reverse=reverse).layout(theme, rect)
        for reverse in (False, True)
    )
    assert [widget.name for widget in other] == ["c", "b", "a"]
    assert [widget.rect for widget in one] == [widget.rect for widget in reversed(other)]


def test_a_column_read_from_the_bottom_looks_the_same(theme: Theme) -> None:
    orders = []
    for reverse in (False, True):
        canvas = Canvas(ratio=0.5, fills=True)
        items: WidgetList = [Label("a"), 12, canvas, 4, Button("b", None, "b")]
        column = Column(items, reverse=reverse)
        orders.append(
            [tuple(widget.rect) for widget in column.layout(theme, pygame.Rect(0, 0, 200, 400))]
        )
    assert orders[1] == orders[0][::-1]
    assert len(set(orders[0])) == 3


def test_what_fills_leaves_its_height_to_the_others_where_there_is_too_little(
    theme: Theme,
) -> None:
    """Buttons at the bottom of a low panel stay in it."""
    words, button = Canvas(height=100, fills=True), Button("b", None, "b")
    Column([words, button], 8).layout(theme, pygame.Rect(0, 0, 200, 80))
    assert (words.rect.bottom, button.rect.bottom) == (80 - 44 - 8, 80)
    Column([words, button], 8).layout(theme, pygame.Rect(0, 0, 200, 30))
    assert words.rect.height == 0


def test_words_that_do_not_fit_are_smaller_and_then_scroll(theme: Theme) -> None:
    words = "Place a disc so that it encloses discs of the other colour. " * 3
    high, low = (Label(words, style).height_for(theme, 200) for style in ("text", "small"))
    for height, style, scrolls in (
        (high, "text", False),
        (low, "small", False),
        (low - 1, "", True),
    ):
        sheet = Sheet(theme, (0, 0, 200, height))
        sheet.fill(Column([Scroll(Column([Label(words)]))]))
        assert [label.style for label in sheet.widgets if isinstance(label, Label)] == [
            style
        ] * bool(style)
        assert [inner.scrolls for inner in sheet.inner] == [True] * scrolls


def test_of_a_list_only_whole_rows_are_seen(theme: Theme) -> None:
    rows = Column([Button(str(n), None, str(n)) for n in range(9)], 4)
    sheet = Sheet(theme, (0, 0, 200, theme.px(200)))
    (listed,) = sheet.fill(Column([Scroll(rows, 48)])).inner
    assert listed.height == theme.px(4 * 48 - 4)
    assert listed.place.bottom == theme.px(200)


@pytest.mark.parametrize(
    ("spare", "words", "style"),
    [(0, "Computer, full strength", "bold"), (-1, "Computer, full strength", "small-bold"),
     (-90, "Level 8", "bold"), (-900, "…", "small-bold")],
)  # fmt: skip
def test_a_line_is_smaller_then_shorter_then_cut(
    theme: Theme, spare: int, words: str, style: str
) -> None:
    line = OneLine("Computer, full strength", "bold", others=["Level 8"])
    width = max(0, line.natural_width(theme) + spare)
    high = line.height_for(theme, width)
    line.layout(theme, pygame.Rect(0, 0, width, high))
    assert (line.text, line.style, line.rect.height) == (words, style, theme.line_height("bold"))


def test_every_widget_is_measured_once(theme: Theme) -> None:
    widths = []

    class Counted(Widget):
        def content_height(self, theme: Theme, width: int) -> int:
            widths.append(width)
            return 20

    items = [Counted() for _ in range(3)]
    card = Card([Column([Row([items[0], items[1]]), Grid([items[2]], 1)]), Space(fills=True)])
    rect = pygame.Rect(0, 0, 300, card.height_for(theme, 300) + 40)
    card.layout(theme, rect)
    card.layout(theme, rect)
    assert len(widths) == 3


def test_a_page_scrolls_only_where_it_must(theme: Theme) -> None:
    for count, scrolls in ((3, False), (30, True)):
        sheet = Sheet(theme, (0, 0, 400, 300))
        sheet.show(Column([Widget(height=40) for _ in range(count)]), widest=200)
        assert sheet.scrolls == scrolls
        assert all(
            sheet.rect.width > widget.rect.right > widget.rect.x >= 100 for widget in sheet.widgets
        )


LOOKS = [
    *(
        Button("", lambda: None, "Play", look=look)
        for look in ("plain", "quiet", "primary", "chosen", "reached")
    ),
    Card([Label("Othello")], action=lambda: None),
]


@pytest.mark.parametrize("colours", ["light", "dark", "contrast"])
@pytest.mark.parametrize("widget", LOOKS, ids=lambda widget: getattr(widget, "look", "card"))
def test_what_can_be_tapped_shows_the_mouse_the_finger_and_the_focus(
    colours: str, widget: Widget
) -> None:
    """A little: its ground keeps its colour."""
    pygame.font.init()
    theme = Theme(Settings(theme=colours), DesktopPlatform())
    size = 160, 60
    widget.layout(theme, pygame.Rect(10, 10, 140, 40))

    def look(**state: bool) -> tuple[bytes, pygame.Color, pygame.Color]:
        surface = pygame.Surface(size)
        surface.fill(theme.palette.background)
        widget.draw(theme, surface, WidgetState(**state))
        return (
            pygame.image.tobytes(surface, "RGB"),
            surface.get_at((18, 20)),
            surface.get_at((7, 30)),
        )

    plain, hovered, pressed = look(), look(hovered=True), look(pressed=True)
    focused = look(focused=True)
    marked = getattr(widget, "look", "") in ("chosen", "reached")
    assert (plain[0] != hovered[0]) is not marked
    for seen in (hovered, pressed):
        assert max(abs(one - other) for one, other in zip(plain[1], seen[1], strict=True)) < 50
    assert focused[1] == plain[1]
    assert focused[2] == theme.palette.ink


def test_words_that_do_not_fit_a_button_are_drawn_and_found(theme: Theme) -> None:
    for words, fits in (("Play", True), ("Play it all over again from the beginning", False)):
        button = Button("", None, words)
        button.layout(theme, pygame.Rect(0, 0, 100, 20))
        button.draw(theme, pygame.Surface((100, 20)), WidgetState())
        assert button.clipped(theme) is not fits


def test_buttons_of_a_row_have_words_of_one_size() -> None:
    theme = Theme(Settings(), DesktopPlatform())
    long = "Spielanleitung"
    narrow, wide = (theme.width(style, long) + theme.px(13) for style in ("small-bold", "bold"))
    for width, style in ((narrow, "small-bold"), (wide, "bold")):
        buttons = [Button(word, None, word) for word in ("Menu", long)]
        Grid(buttons, 2).layout(theme, pygame.Rect(0, 0, 2 * width + theme.px(8), 44))
        assert [button._fitted(theme)[0] for button in buttons] == [style, style]
