"""Openings of Othello, in every symmetric form: the named ones of the literature, recognised in
every move order, and the opening book, which varies the computer's first moves.

The names are those of the English literature, a few of the Japanese. A line of `openings.txt` is a
text key and the moves from the official first position (OT-6), squares separated by blanks.

The book holds positions that come from that first position. Each has the moves that our own search
found about as good as the best. A line of `book.txt` is the bitboards of the mover and of the enemy
in hexadecimal, then the moves with their points. `python build.py train othello --book` makes it.

The eight symmetries of the board are numbered 0 to 7. Bit 0 of a symmetry mirrors the rows, bit 1
the columns; bit 2 then exchanges rows and columns.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move
from flipside.rules.games.othello.position import BOARD, Othello, opening

Discs = tuple[int, int]
"""Bitboards of two sides, bit 8*row+column."""


def symmetric_cell(cell: Cell, symmetry: int) -> Cell:
    """The image of a cell under a symmetry."""
    row, column = divmod(cell, 8)
    row = 7 - row if symmetry & 1 else row
    column = 7 - column if symmetry & 2 else column
    return 8 * column + row if symmetry & 4 else 8 * row + column


def canonical(discs: Discs, symmetries: Iterable[int] = range(8)) -> tuple[Discs, int]:
    """The least image of the discs under these symmetries, and the symmetry that leads there."""
    return min(
        ((_bits_image(discs[0], symmetry), _bits_image(discs[1], symmetry)), symmetry)
        for symmetry in symmetries
    )


def _bits_image(bits: int, symmetry: int) -> int:
    """As `symmetric_cell`, of all cells at once."""
    if symmetry & 1:  # bytes are rows
        bits = int.from_bytes(bits.to_bytes(8, "little"), "big")
    if symmetry & 2:
        for width, left in (
            (1, 0x5555555555555555),
            (2, 0x3333333333333333),
            (4, 0x0F0F0F0F0F0F0F0F),
        ):
            bits = (bits >> width & left) | (bits & left) << width
    if symmetry & 4:
        # Blocks of 1, 2 and 4 squares beside the diagonal change places.
        for far, upper in (
            (7, 0x00AA00AA00AA00AA),
            (14, 0x0000CCCC0000CCCC),
            (28, 0x00000000F0F0F0F0),
        ):
            both = (bits ^ bits >> far) & upper
            bits ^= both ^ both << far
    return bits


BOOK_PATH = Path(__file__).with_name("book.txt")


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


_SYMMETRIES = (0, 3, 4, 7)
"""The symmetries of the first position."""


@lru_cache(maxsize=256)
def opening_key(position: Othello) -> str | None:
    """The text key of the opening whose last position this is, or None. No opening has a pass, so
    the number of discs tells who moves."""
    plies = (position.discs[0] | position.discs[1]).bit_count() - 4
    if position.turn != plies % 2:
        return None
    return _keys(plies).get(canonical(position.discs, _SYMMETRIES)[0])


@cache
def opening_lines() -> dict[str, list[str]]:
    """The moves of every opening by its text key, as names of squares."""
    text = Path(__file__).with_name("openings.txt").read_text("utf-8")
    return {key: moves.split() for key, moves in (line.split(":") for line in text.splitlines())}


@cache
def _keys(plies: int) -> Mapping[Discs, str]:
    # Those of one length at a time, since all together take much of a frame.
    return {
        canonical(_after(*names).discs, _SYMMETRIES)[0]: key
        for key, names in opening_lines().items()
        if len(names) == plies
    }


@cache
def _after(*names: str) -> Othello:
    if not names:
        return opening("official", 0, fewest=False)
    return _after(*names[:-1]).play((BOARD.cell(names[-1]),))
