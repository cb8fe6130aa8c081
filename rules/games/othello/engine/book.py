"""The opening book: good first moves, so that early moves vary.

It holds positions that come from the official start, up to symmetry. Each has the moves that our
own search found about as good as the best.

A line of `book.txt` is the bitboards of the mover and of the enemy in hexadecimal, then the moves
with their points. `python build.py train othello --book` makes it.
"""

from collections.abc import Mapping
from functools import cache

from flipside.rules.contract.position import Move
from flipside.rules.engine.data_files import path
from flipside.rules.games.othello.position import BOARD, Othello
from flipside.rules.games.othello.symmetry import Discs, canonical, symmetric_cell

BOOK_PATH = path("othello", "book.txt")


def book_scores(position: Othello) -> Mapping[Move, int] | None:
    """The score of each book move for the mover in points (100 a disc). None where the book has no
    moves, while opening discs are laid, and where the fewest discs win."""
    if position.setup.fewest or position.laying:
        return None
    sides = position.discs[position.turn], position.discs[1 - position.turn]
    key, symmetry = canonical(sides)
    known = _known().get(key)
    if known is None:
        return None
    there = {symmetric_cell(cell, symmetry): (cell,) for cell in range(64)}
    return {there[cell]: value for cell, value in known.items()}


@cache
def _known() -> dict[Discs, dict[int, int]]:
    found = {}
    for own, enemy, *words in map(str.split, BOOK_PATH.read_text("utf-8").splitlines()):
        moves = (word.split("=") for word in words)
        found[int(own, 16), int(enemy, 16)] = {
            BOARD.cell(name): int(value) for name, value in moves
        }
    return found
