"""The book: good first moves, so that early moves vary.

It knows positions of the official start up to symmetry, and of each the moves that our own search
found about as good as the best. `book_moves.py` holds them.
"""

from collections.abc import Mapping
from functools import cache

from rules.contract.position import Move
from rules.games.othello.engine.book_moves import BOOK
from rules.games.othello.position import BOARD, Othello

Sides = tuple[int, int]
"""The discs of the mover and of the enemy."""


def book(position: Othello) -> Mapping[Move, int] | None:
    """What each move in the book is worth to the mover, in hundredths of a disc; None where the
    book has no moves, or the fewest discs win."""
    if position.setup.fewest or position.laying:
        return None
    sides = position.discs[position.turn], position.discs[1 - position.turn]
    if (sides[0] | sides[1]).bit_count() > _most():
        return None
    key, symmetry = canonical(sides)
    known = _known().get(key)
    if known is None:
        return None
    there = {turned(cell, symmetry): (cell,) for cell in range(64)}
    return {there[cell]: value for cell, value in known.items()}


def turned(cell: int, symmetry: int) -> int:
    """The field after one of the eight symmetries of the board."""
    row, column = divmod(cell, 8)
    row = 7 - row if symmetry & 1 else row
    column = 7 - column if symmetry & 2 else column
    return 8 * column + row if symmetry & 4 else 8 * row + column


def canonical(sides: Sides) -> tuple[Sides, int]:
    """The same position as the book has it, and the symmetry that leads there."""
    return min((_image(sides, symmetry), symmetry) for symmetry in range(8))


def _image(sides: Sides, symmetry: int) -> Sides:
    own, enemy = (
        sum(1 << turned(cell, symmetry) for cell in range(64) if discs >> cell & 1)
        for discs in sides
    )
    return own, enemy


def line(sides: Sides, moves: Mapping[int, int]) -> str:
    """How a position of the book and the values of its moves, by field, are written."""
    words = [f"{BOARD.names[cell]}={value}" for cell, value in sorted(moves.items())]
    return " ".join([f"{sides[0]:x}", f"{sides[1]:x}", *words])


@cache
def _known() -> dict[Sides, dict[int, int]]:
    found = {}
    for words in map(str.split, BOOK.split("\n")):
        if words:
            moves = [word.split("=") for word in words[2:]]
            sides = int(words[0], 16), int(words[1], 16)
            found[sides] = {BOARD.cell(name): int(value) for name, value in moves}
    return found


@cache
def _most() -> int:
    """The most discs of a position in the book."""
    return max(((own | enemy).bit_count() for own, enemy in _known()), default=0)
