"""Named openings of the literature, recognised in every symmetric form and move order.

Source: the opening names of the English literature, a few of the Japanese.
"""

from collections.abc import Mapping
from functools import cache

from rules.contract.board import cells
from rules.games.othello.position import BOARD, Othello, opening

OPENING_LINES = {
    "diagonal": "c4 c3",
    "parallel": "c4 c5",
    "perpendicular": "c4 e3",
    "mouse": "f5 f4 e3",
    "handcart": "f5 f4 f3",
    "x_square": "c4 c3 d3 c5 b2",
    "snake": "c4 c3 d3 c5 b3",
    "lysons": "c4 c3 d3 c5 b3 f3",
    "pyramid": "c4 c3 d3 c5 b3 f4 b5 b4 c6 d6 f5",
    "heath": "c4 c3 d3 c5 b4",
    "mimura_two": "c4 c3 d3 c5 b4 d2 c2 f4 d6 c6 f5 e6 f7",
    "heath_bat": "c4 c3 d3 c5 b4 d2 d6",
    "iwasaki": "c4 c3 d3 c5 b4 d2 e2",
    "heath_chimney": "c4 c3 d3 c5 b4 e3",
    "raccoon_dog": "c4 c3 d3 c5 b5",
    "rocket": "c4 c3 d3 c5 b6",
    "hamilton": "c4 c3 d3 c5 b6 c6 b5",
    "lollipop": "c4 c3 d3 c5 b6 e3",
    "cow": "c4 c3 d3 c5 d6",
    "chimney": "c4 c3 d3 c5 d6 e3",
    "bat": "c4 c3 d3 c5 d6 f4 b4",
    "melnikov": "c4 c3 d3 c5 d6 f4 b4 b6 b5 c6 f5",
    "rose_toth": "c4 c3 d3 c5 d6 f4 f5",
    "tanida": "c4 c3 d3 c5 d6 f4 f5 d2",
    "aircraft": "c4 c3 d3 c5 d6 f4 f5 d2 b5",
    "sailboat": "c4 c3 d3 c5 d6 f4 f5 d2 g4 d7",
    "maruoka": "c4 c3 d3 c5 d6 f4 f5 e6 c6 d7",
    "landau": "c4 c3 d3 c5 d6 f4 f5 e6 f6",
    "buffalo": "c4 c3 d3 c5 f6",
    "maruoka_buffalo": "c4 c3 d3 c5 f6 e2 c6",
    "tanida_buffalo": "c4 c3 d3 c5 f6 e3 c6 f5 f4 g5",
    "hokuriku_buffalo": "c4 c3 d3 c5 f6 f5",
    "wing": "c4 c3 e6 c5",
    "semi_wing": "c4 c3 f5 c5",
    "rabbit": "c4 e3 f4 c5 d6",
    "mimura": "c4 e3 f4 c5 d6 e6",
    "shaman": "c4 e3 f4 c5 d6 f3 c6",
    "inoue": "c4 e3 f4 c5 d6 f3 d3",
    "iago": "c4 e3 f4 c5 d6 f3 d3 c3",
    "bhagat": "c4 e3 f4 c5 d6 f3 e2",
    "ralle": "c4 e3 f4 c5 d6 f3 e6 c6",
    "rose": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2",
    "flat": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5",
    "rotating_flat": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5 f5",
    "murakami": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b5 f5 b3",
    "rose_birth": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b6 f5",
    "brightstein": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b6 f5 b4 f6 g5 d7",
    "rose_birdie": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 b6 f5 g5",
    "greenberg": "c4 e3 f4 c5 d6 f3 e6 c3 d3 e2 d2",
    "horse": "c4 e3 f4 c5 e6",
    "no_cat": "c4 e3 f5 b4",
    "swallow": "c4 e3 f5 b4 f3",
    "italian": "c4 e3 f5 e6 d3",
    "cat": "c4 e3 f5 e6 f4",
    "sakaguchi": "c4 e3 f5 e6 f4 c5 d6 c6 f7 f3",
    "berner": "c4 e3 f5 e6 f4 c5 d6 c6 f7 g5 g6",
    "ganglion": "c4 e3 f6 b4",
    "tiger": "c4 e3 f6 e6 f5",
    "stephenson": "c4 e3 f6 e6 f5 c5 c3",
    "no_kung": "c4 e3 f6 e6 f5 c5 c3 b4",
    "compoth": "c4 e3 f6 e6 f5 c5 c3 c6",
    "lightning": "c4 e3 f6 e6 f5 c5 c3 c6 d6",
    "kung": "c4 e3 f6 e6 f5 c5 c3 g5",
    "leader": "c4 e3 f6 e6 f5 c5 d3",
    "brightwell": "c4 e3 f6 e6 f5 c5 d6",
    "ishii": "c4 e3 f6 e6 f5 c5 f4 g5 g4 f3 c6 d3 d6",
    "rose_bill": "c4 e3 f6 e6 f5 c5 f4 g6 f7",
    "tamenori": "c4 e3 f6 e6 f5 c5 f4 g6 f7 d3",
    "aubrey": "c4 e3 f6 e6 f5 g6",
}
"""Per text key the moves from the official first position (OT-6), squares separated by blanks."""

Discs = tuple[int, int]
"""Bitboards of player 0 and player 1, bit 8*row+column."""


def opening_key(position: Othello) -> str | None:
    """The text key of the opening whose last position this is, or None."""
    return _table().get(_least(position.discs))


@cache
def _table() -> Mapping[Discs, str]:
    """The openings by their discs, in canonical form."""
    found = {}
    for key, line in OPENING_LINES.items():
        position = opening("official", 0, fewest=False)
        for name in line.split():
            position = position.play((BOARD.cell(name),))
        found[_least(position.discs)] = key
    return found


def _least(discs: Discs) -> Discs:
    """The discs in canonical form: the least of the four symmetries of the first position."""
    swapped = _mirrored(discs, across=False)
    return min(discs, swapped, _mirrored(discs, across=True), _mirrored(swapped, across=True))


def _mirrored(discs: Discs, across: bool) -> Discs:
    """The discs mirrored in the main diagonal, or in the other one with `across`."""
    first, second = (sum(1 << _changed(cell, across) for cell in cells(side)) for side in discs)
    return first, second


def _changed(cell: int, across: bool) -> int:
    row, column = divmod(cell, 8)
    return 8 * (7 - column) + 7 - row if across else 8 * column + row
