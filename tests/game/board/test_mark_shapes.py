"""Where marks and annotations on a board are painted, and how large they are."""

from dataclasses import replace
from typing import Any

import pygame
import pytest

from flipside.game.board.board_state import Annotations, BoardState, EvalBar
from flipside.game.board.view import BoardView
from flipside.game.drawing import faces
from flipside.game.drawing.faces import Sprite
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import Settings
from flipside.game.services.theme import Theme
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Mark
from flipside.rules.contract.story import Piece

CELL, FRAME = 60, 30
GROUND = (90, 150, 200)
DISC, TILE = Piece("black", "disc"), Piece("orange", "tile:1000")

C3, D3, C4, E4, C6 = 18, 19, 26, 28, 42


def view() -> BoardView:
    pygame.font.init()
    game = BY_KEY["othello"]
    size = 8 * CELL + 2 * FRAME
    board = BoardView(
        Theme(Settings(theme="light"), DesktopPlatform()),
        game.board(game.choices({})),
        (0, 0, size, size),
        True,
    )
    board.frame, board.cell = FRAME, CELL
    board.field = pygame.Rect(FRAME, FRAME, 8 * CELL, 8 * CELL)
    return board


def mask_of(state: BoardState) -> pygame.Mask:
    """Return the pixels that are painted except those of the pieces."""
    board, size = view(), 8 * CELL + 2 * FRAME
    pictures = []
    for one_state in (state, BoardState(state.resting)):
        surface = pygame.Surface((size, size))
        surface.fill(GROUND)
        board.draw(surface, one_state)
        pictures.append(surface)
    mask = pygame.mask.from_threshold(pictures[0], (0, 0, 0), (2, 2, 2, 255), pictures[1])
    mask.invert()
    return mask


Footprint = tuple[float, float, float, float, float, float, float]


def footprint(mask: pygame.Mask) -> Footprint:
    """Return, in cells: left, top, right and bottom of a mask, its centre, and its area."""
    boxes = mask.get_bounding_rects()
    box = boxes[0].unionall(boxes[1:])
    sides = (box.left, box.top, box.right, box.bottom, *mask.centroid())
    left, top, right, bottom, x, y = (round((side - FRAME) / CELL, 2) for side in sides)
    return left, top, right, bottom, x, y, round(mask.count() / CELL**2, 2)


def marks(kind: Any, *cells: int) -> BoardState:
    return BoardState((), marks=(Mark(kind, cells, "black"),))


LYING = (Sprite(DISC, C3),)
COVERED = (Sprite(TILE, C3),)
UPRIGHT = EvalBar(0.25, "black", "white", upright=True)

SHAPES: dict[str, tuple[BoardState, Footprint]] = {
    "banned": (marks("banned", C3), (2.1, 2.1, 2.93, 2.93, 2.5, 2.5, 0.22)),
    "threat": (marks("threat", C3, D3), (2.0, 2.0, 4.02, 3.02, 3.0, 2.5, 0.54)),
    "line": (marks("line", C3, C4), (2.0, 2.0, 3.0, 4.0, 2.48, 2.98, 0.54)),
    "lit": (BoardState((), lit={C3: 1.0, C4: 1.0}), (2.22, 2.22, 2.78, 3.78, 2.48, 2.98, 0.58)),
    "island": (marks("island", C3, D3, C4), (1.93, 1.93, 4.08, 4.08, 2.87, 2.87, 1.2)),
    "join": (marks("join", C3, D3), (2.37, 2.37, 3.65, 2.65, 3.0, 2.5, 0.35)),
    "goal": (marks("goal", C3), (2.07, 2.07, 2.93, 2.93, 2.48, 2.48, 0.25)),
    "way": (marks("way", C3, D3), (2.88, 2.3, 3.22, 2.72, 3.02, 2.5, 0.08)),
    "way down": (marks("way", C3, C4), (2.3, 2.88, 2.72, 3.22, 2.48, 3.02, 0.08)),
    "shut": (marks("shut", C3, D3), (2.95, 2.3, 3.07, 2.72, 3.0, 2.5, 0.05)),
    "barred": (marks("barred", C3, C4), (2.35, 2.85, 2.67, 3.17, 2.5, 3.0, 0.08)),
    "counter": (marks("counter", C3), (2.02, 2.02, 2.98, 2.98, 2.48, 2.48, 0.3)),
    "last": (BoardState((), last=(C3,)), (2.05, 2.05, 2.97, 2.97, 2.5, 2.5, 0.05)),
    "last, covered": (BoardState(COVERED, last=(C3,)), (1.97, 1.97, 3.03, 3.03, 2.48, 2.48, 0.15)),
    "changed": (BoardState(LYING, changed_cells=(C3,)), (2.05, 2.05, 2.95, 2.95, 2.48, 2.48, 0.02)),
    "next": (
        BoardState((), next_cells=frozenset({C3})),
        (2.35, 2.35, 2.65, 2.65, 2.48, 2.48, 0.04),
    ),
    "next, red": (
        BoardState((), next_cells=frozenset({C3}), legal="red"),
        (2.35, 2.35, 2.67, 2.67, 2.5, 2.5, 0.08),
    ),
    "next, taken": (
        BoardState(LYING, next_cells=frozenset({C3})),
        (2.05, 2.05, 2.97, 2.97, 2.5, 2.5, 0.09),
    ),
    "tapped": (BoardState(LYING, taps=(C3,)), (2.0, 2.0, 3.0, 3.0, 2.48, 2.48, 0.28)),
    "tapped, empty": (BoardState((), taps=(C3,)), (2.0, 2.0, 3.0, 3.0, 2.48, 2.48, 0.28)),
    "tapped, covered": (
        BoardState(COVERED, taps=(C3,)),
        (1.95, 1.95, 3.05, 3.05, 2.48, 2.48, 0.34),
    ),
    "cursor": (BoardState((), cursor=C3), (2.0, 2.0, 3.0, 3.0, 2.48, 2.48, 0.29)),
    "preview": (
        BoardState((), preview={C3: Sprite(DISC, C3)}),
        (2.08, 2.08, 2.92, 2.92, 2.48, 2.48, 0.55),
    ),
    "preview, taken": (
        BoardState(LYING, preview={C3: Sprite(Piece("white", "disc"), C3)}),
        (2.3, 2.3, 2.72, 2.72, 2.5, 2.5, 0.14),
    ),
    "value": (
        BoardState((), annotations=Annotations({C3: "+12"})),
        (2.22, 2.37, 2.8, 2.65, 2.5, 2.5, 0.15),
    ),
    "best value": (
        BoardState((), annotations=Annotations({C3: "+12"}, frozenset({C3}))),
        (2.22, 2.37, 2.8, 2.65, 2.5, 2.5, 0.15),
    ),
    "value, taken": (
        BoardState(LYING, annotations=Annotations({C3: "+1"})),
        (2.28, 2.68, 2.73, 2.97, 2.5, 2.82, 0.12),
    ),
    "value, turned": (
        BoardState(LYING, annotations=Annotations({C3: "+1"}, quarter_turns=1)),
        (2.68, 2.28, 2.97, 2.73, 2.82, 2.5, 0.12),
    ),
    "hint": (
        BoardState((), annotations=Annotations(hint=((C3,),))),
        (1.98, 1.98, 3.03, 3.03, 2.48, 2.48, 0.35),
    ),
    "hint with a way": (
        BoardState((), annotations=Annotations(hint=((C3, E4),))),
        (2.53, 2.48, 5.03, 4.03, 4.03, 3.27, 0.66),
    ),
    "hint with numbers": (
        BoardState((), annotations=Annotations(hint=((C3,), (C6,), (C6,)))),
        (1.98, 1.98, 3.03, 5.65, 2.53, 3.27, 0.57),
    ),
    "hint with numbers, turned": (
        BoardState((), annotations=Annotations(hint=((C3,), (C6,), (C6,)), quarter_turns=3)),
        (1.98, 1.98, 3.03, 5.98, 2.48, 3.32, 0.57),
    ),
    "lead": (
        BoardState((), annotations=Annotations(eval_bar=UPRIGHT)),
        (8.12, -0.02, 8.37, 8.02, 8.23, 3.98, 1.74),
    ),
    "lead, beside": (
        BoardState((), annotations=Annotations(eval_bar=replace(UPRIGHT, upright=False))),
        (-0.02, 8.12, 8.02, 8.37, 3.98, 8.23, 1.74),
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_mark_lies_where_it_should(name: str) -> None:
    """Small differences are allowed, because fonts and edges may differ."""
    state, (*expected_sides, expected_area) = SHAPES[name]
    *sides, area = footprint(mask_of(state))
    assert sides == pytest.approx(expected_sides, abs=0.07)
    assert area == pytest.approx(expected_area, rel=0.15, abs=0.015)


def test_the_last_move_of_a_tile_is_marked_in_red() -> None:
    board = view()
    surface = pygame.Surface((8 * CELL + 2 * FRAME,) * 2)
    board.draw(surface, SHAPES["last, covered"][0])
    red = (*board.theme.palette.red, 255)
    assert pygame.mask.from_threshold(surface, red, (2, 2, 2, 255)).count() > 0.02 * CELL**2


@pytest.mark.parametrize("name", SHAPES)
def test_a_mark_is_more_than_its_dark_rim(name: str) -> None:
    mask, surface = mask_of(SHAPES[name][0]), pygame.Surface((8 * CELL + 2 * FRAME,) * 2)
    surface.fill(GROUND)
    board = view()
    board.draw(surface, SHAPES[name][0])
    dark = pygame.mask.from_threshold(surface, (18, 12, 8), (2, 2, 2, 255))
    assert dark.overlap_area(mask, (0, 0)) < 0.65 * mask.count()


@pytest.mark.parametrize("name", ["way", "shut", "join", "threat"])
def test_a_mark_between_two_fields_is_as_strong_on_either_side(name: str) -> None:
    mask = mask_of(SHAPES[name][0])
    picture = mask.to_surface(unsetcolor=(0, 0, 0, 0))
    turned = pygame.mask.from_surface(pygame.transform.flip(picture, False, True))
    moved = round(2 * mask.centroid()[1]) - mask.get_size()[1] + 1
    assert mask.overlap_area(turned, (0, moved)) > 0.9 * mask.count()


def test_an_outline_is_as_long_whichever_way_the_group_turns() -> None:
    square = (C3, D3, C4, C4 + 1)
    corners = [tuple(cell for cell in square if cell != left_out) for left_out in square]
    areas = [mask_of(marks("island", *cells)).count() for cells in corners]
    assert max(areas) < 1.03 * min(areas)


@pytest.mark.parametrize(("upright", "at"), [(True, (8.25, 0.0)), (False, (0.0, 8.25))])
def test_the_bar_shows_whose_part_is_how_large(upright: bool, at: tuple[float, float]) -> None:
    """A quarter at the bottom or on the right is the near player's; a red line marks the middle."""
    board = view()
    surface = pygame.Surface((8 * CELL + 2 * FRAME,) * 2)
    eval_bar = replace(UPRIGHT, upright=upright)
    board.draw(surface, BoardState((), annotations=Annotations(eval_bar=eval_bar)))
    seen = []
    for part in (0.1, 3.0, 4.0, 5.5, 6.5, 7.9):
        x, y = (at[0], part) if upright else (part, at[1])
        seen.append(surface.get_at((round(FRAME + x * CELL), round(FRAME + y * CELL)))[:3])
    far, near = (faces.colours(board.theme, colour) for colour in ("white", "black"))
    assert seen == [far, far, board.theme.palette.red, far, near, near]
