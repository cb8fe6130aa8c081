"""The opening book: good first moves, so that early moves vary.

It holds positions that come from the official start, up to symmetry. Each has the moves that our
own search found about as good as the best. The data is in `book_moves.py`.
"""

from collections.abc import Mapping
from functools import cache

from rules.contract.position import Move
from rules.games.othello.engine.book_moves import BOOK
from rules.games.othello.position import BOARD, Othello

Sides = tuple[int, int]
"""Bitboards of the mover and of the enemy, bit 8*row+column."""


def book_scores(position: Othello) -> Mapping[Move, int] | None:
    """The score of each book move for the mover in points (100 a disc).

    None where the book has no moves, while opening discs are laid, and where the fewest discs win.
    """
    if position.setup.fewest or position.laying:
        return None
    sides = position.discs[position.turn], position.discs[1 - position.turn]
    if (sides[0] | sides[1]).bit_count() > _max_discs():
        return None
    key, symmetry = canonical(sides)
    known = _known().get(key)
    if known is None:
        return None
    there = {symmetric_cell(cell, symmetry): (cell,) for cell in range(64)}
    return {there[cell]: value for cell, value in known.items()}


def symmetric_cell(cell: int, symmetry: int) -> int:
    """The image of a cell under one of the eight symmetries of the board, 0 to 7.

    Bit 0 mirrors the rows, bit 1 the columns; bit 2 then exchanges rows and columns.
    """
    row, column = divmod(cell, 8)
    row = 7 - row if symmetry & 1 else row
    column = 7 - column if symmetry & 2 else column
    return 8 * column + row if symmetry & 4 else 8 * row + column


def canonical(sides: Sides) -> tuple[Sides, int]:
    """The position in the form in which the book holds it, and the symmetry that leads there."""
    return min((_image(sides, symmetry), symmetry) for symmetry in range(8))


def _image(sides: Sides, symmetry: int) -> Sides:
    own, enemy = (
        sum(1 << symmetric_cell(cell, symmetry) for cell in range(64) if discs >> cell & 1)
        for discs in sides
    )
    return own, enemy


def book_line(sides: Sides, moves: Mapping[int, int]) -> str:
    """A line of the book: the position and the points of its moves, given by cell."""
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
def _max_discs() -> int:
    """The greatest number of discs of a position in the book."""
    return max(((own | enemy).bit_count() for own, enemy in _known()), default=0)
