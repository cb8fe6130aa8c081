"""Display of Flipop: pieces, marks of the exits, story steps, rows of the command line."""

from itertools import pairwise

from rules.contract.board import cells
from rules.contract.position import Mark, Move
from rules.contract.story import Piece, Pieces, Remove, Slide, Step, Story, Turn
from rules.games.flipop.doors import (
    BOARD,
    BOARD_SIDE,
    COMPASS,
    EXIT_PITS,
    PIT_COUNT,
    WAY_BY_PITS,
    PitWay,
    doors_text,
)

COLOURS = ("white", "black")
_BALLS = tuple(Piece(colour, "ball") for colour in COLOURS)
_DOORS = {letter: Piece("door", f"door:{letter}") for letter in COMPASS}

EXIT_MARKS = tuple(
    Mark("goal", tuple(cells(exits)), colour)
    for exits, colour in zip(EXIT_PITS, COLOURS, strict=True)
)


def pieces(balls: tuple[int, int], doors: int) -> Pieces:
    """A ball or None per pit, then a door per hinge; `balls` are bitboards (bit = pit)."""
    return (*BOARD.laid(balls, (None, *_BALLS)), *(_DOORS[sign] for sign in doors_text(doors)))


def story(balls: tuple[int, int], doors: int, move: Move) -> Story:
    """Balls roll one after the other while their doors swing; then those in exits leave."""
    if not move:
        return ()
    rolled: list[Step] = []
    left: list[Step] = []
    for place, step in enumerate(pairwise(move)):
        way = WAY_BY_PITS[step]
        rolled += [Slide(way.source, way.target, after=place), *_turns(doors, way, place)]
        player = 0 if balls[0] & way.left else 1
        if way.entered & EXIT_PITS[player]:
            left.append(Remove(way.target, _BALLS[player], after=len(left)))
    return (tuple(rolled), tuple(left)) if left else (tuple(rolled),)


def _turns(doors: int, way: PitWay, place: int) -> list[Step]:
    swung = doors ^ way.swing[doors & way.doors]
    return [
        Turn(PIT_COUNT + hinge, _DOORS[old], _DOORS[new], after=place)
        for hinge, (old, new) in enumerate(zip(doors_text(doors), doors_text(swung), strict=True))
        if old != new
    ]


def shown(balls: tuple[int, int], doors: int) -> dict[str, list[str]]:
    """For the command line's JSON: five rows of W, B and dots, and four rows of doors."""
    text, side = doors_text(doors), BOARD_SIDE - 1
    return {
        "board": BOARD.lines(BOARD.laid(balls, ".WB")),
        "doors": [text[at : at + side] for at in range(0, side * side, side)],
    }
