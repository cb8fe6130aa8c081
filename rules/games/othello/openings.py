"""Openings of Othello: named lines of the literature and the opening book, in all symmetries.

The names come from the English literature, a few from the Japanese. Openings are recognised in any
order of moves. A line of `openings.txt` is a text key and the moves from the official first
position (OT-6), separated by spaces.

The book has positions that arise from that first position. Each has the moves that our own search
rated about as good as the best. A line of `book.txt` has the bitboards of mover and enemy in
hexadecimal, then the moves with points. `python build.py train othello --book` makes the file.

The symmetries of the board are numbered 0 to 7. Bit 0 of a symmetry mirrors the rows, bit 1 the
columns; bit 2 then exchanges rows and columns.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move
from flipside.rules.games.othello.position import BOARD, Othello, opening

Discs = tuple[int, int]
"""Bitboards of both players, bit 8*row+column."""


def symmetric_cell(cell: Cell, symmetry: int) -> Cell:
    """Return the image of a cell under a symmetry."""
    row, column = divmod(cell, 8)
    row = 7 - row if symmetry & 1 else row
    column = 7 - column if symmetry & 2 else column
    return 8 * column + row if symmetry & 4 else 8 * row + column


def canonical(discs: Discs, symmetries: Iterable[int] = range(8)) -> tuple[Discs, int]:
    """Return the smallest image of `discs` under these symmetries, and its symmetry."""
    return min(
        ((_bits_image(discs[0], symmetry), _bits_image(discs[1], symmetry)), symmetry)
        for symmetry in symmetries
    )


def _bits_image(bits: int, symmetry: int) -> int:
    """Return the image of a bitboard under a symmetry."""
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
    """Return the score of each book move for the mover in points (100 a disc).

    Return None if the book has no moves, while opening discs are laid, and if the fewest discs win.
    """
    if position.setup.fewest or position.laying:
        return None
    sides = position.discs[position.turn], position.discs[1 - position.turn]
    key, symmetry = canonical(sides)
    scores = _book().get(key)
    if scores is None:
        return None
    there = {symmetric_cell(cell, symmetry): (cell,) for cell in range(64)}
    return {there[cell]: value for cell, value in scores.items()}


@cache
def _book() -> dict[Discs, dict[int, int]]:
    book = {}
    for own, enemy, *words in map(str.split, BOOK_PATH.read_text("utf-8").splitlines()):
        moves = (word.split("=") for word in words)
        book[int(own, 16), int(enemy, 16)] = {
            BOARD.cell_named(name): int(value) for name, value in moves
        }
    return book


_SYMMETRIES = (0, 3, 4, 7)
"""The symmetries of the first position."""


@lru_cache(maxsize=256)
def opening_key(position: Othello) -> str | None:
    """Return the text key of the opening that ends in this position, or None.

    No opening has a pass, so the number of discs determines the player to move.
    """
    plies = (position.discs[0] | position.discs[1]).bit_count() - 4
    if position.turn != plies % 2:
        return None
    return _keys(plies).get(canonical(position.discs, _SYMMETRIES)[0])


@cache
def opening_lines() -> dict[str, list[str]]:
    """Return the moves of every opening by its text key, as names of squares."""
    text = Path(__file__).with_name("openings.txt").read_text("utf-8")
    return {key: moves.split() for key, moves in (line.split(":") for line in text.splitlines())}


@cache
def _keys(plies: int) -> Mapping[Discs, str]:
    # Openings of one length at a time, because all together take much of a frame.
    return {
        canonical(_after(*names).discs, _SYMMETRIES)[0]: key
        for key, names in opening_lines().items()
        if len(names) == plies
    }


@cache
def _after(*names: str) -> Othello:
    if not names:
        return opening("official", 0, fewest=False)
    return _after(*names[:-1]).play((BOARD.cell_named(names[-1]),))
