"""Words and small pictures stand where they should: within their rectangle, aligned, once drawn."""

import pygame
import pytest

from flipside.game.drawing import draw
from flipside.game.ui.widgets import Button, WidgetState
from tests.game.board.test_faces import theme
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot

ROOM = pygame.Rect(40, 30, 240, 90)
INK = (255, 255, 255)


def box_of(surface: pygame.Surface) -> pygame.Rect:
    mask = pygame.mask.from_threshold(surface, (255, 255, 255), (200, 200, 200, 255))
    boxes = mask.get_bounding_rects()
    return boxes[0].unionall(boxes[1:])


def lines_at(lines: list[str], across: float, down: float) -> pygame.Rect:
    surface = pygame.Surface((320, 160))
    draw.label(theme("light"), surface, lines, "text", INK, ROOM, across, down)
    return box_of(surface)


@pytest.mark.parametrize("lines", [["Hello"], ["Hello", "and a second line"], ["", "one"]])
def test_words_are_aligned_in_their_room(lines: list[str]) -> None:
    left, middle, right = (lines_at(lines, across, 0.5) for across in (0.0, 0.5, 1.0))
    assert left.left == pytest.approx(ROOM.left, abs=3)
    assert middle.centerx == pytest.approx(ROOM.centerx, abs=3)
    assert right.right == pytest.approx(ROOM.right, abs=3)
    assert left.y == middle.y == right.y
    top, bottom = lines_at(lines, 0.0, 0.0), lines_at(lines, 0.0, 1.0)
    assert ROOM.top <= top.top < left.top < bottom.top
    assert bottom.bottom <= ROOM.bottom
    high = theme("light").line_height("text") * len(lines)
    assert bottom.top - top.top == pytest.approx(ROOM.height - high, abs=1)


def test_a_single_line_stands_in_the_middle() -> None:
    assert lines_at(["xxxx"], 0.5, 0.5).centery == pytest.approx(ROOM.centery, abs=3)


@pytest.mark.parametrize("stacked", [False, True])
def test_a_button_shows_its_picture_beside_or_above_its_words(stacked: bool) -> None:
    def drawn(words: str, icon: str) -> pygame.Rect:
        surface = pygame.Surface((320, 160))
        look = theme("light")
        button = Button("b", lambda: None, words, icon, "quiet", stacked, rect=ROOM)
        plain = Button("b", lambda: None, look="quiet", rect=ROOM)
        other = surface.copy()
        button.draw(look, surface, WidgetState())
        plain.draw(look, other, WidgetState())
        mask = pygame.mask.from_threshold(surface, (0, 0, 0), (3, 3, 3, 255), other)
        mask.invert()
        boxes = mask.get_bounding_rects()
        return boxes[0].unionall(boxes[1:])

    both, words = drawn("undo it", "undo"), drawn("undo it", "")
    assert ROOM.contains(both)
    assert both.centerx == pytest.approx(ROOM.centerx, abs=4)
    assert words.center == pytest.approx(ROOM.center, abs=4)
    if stacked:
        assert both.height > words.height + 10
        assert both.width == pytest.approx(words.width, abs=4)
    else:
        assert both.width > words.width + 10


def test_what_lies_below_a_dialog_is_still_seen(fly: MakePilot) -> None:
    beside = []
    for plies in (0, 50):
        pilot = fly(size=(1280, 900))
        pilot.sit_down(moves=recorded("othello").text(plies))
        pilot.press("menu")
        pilot.resize((1200, 880))
        pilot.app.show()
        card = pilot.top.sheets[0].place
        board = pygame.Rect(pilot.view.rect if pilot.view else (0, 0, 0, 0))
        part = pygame.Rect(board.x, card.bottom, board.width, board.bottom - card.bottom)
        assert part.height > 25
        beside.append(pilot.app.screen.surface.subsurface(part).copy().get_buffer().raw)
    assert beside[0] != beside[1]


def test_every_new_picture_reaches_the_screen(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.sit_down()
    pilot.app.show()
    shown: list[int] = []
    monkeypatch.setattr(pygame.display, "update", lambda places: shown.append(1))
    pilot.app.show()
    assert not shown, "nothing has changed"
    pilot.tap("d3")
    pilot.app.show()
    assert len(shown) == 1
