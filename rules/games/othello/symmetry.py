"""The eight symmetries of the board, numbered 0 to 7, and positions up to symmetry. Bit 0 of a
symmetry mirrors the rows, bit 1 the columns; bit 2 then exchanges rows and columns."""

from collections.abc import Iterable

from flipside.rules.contract.board import Cell

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
