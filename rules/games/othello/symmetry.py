"""The eight symmetries of the board, numbered 0 to 7, and positions up to symmetry.

Bit 0 of a symmetry mirrors the rows, bit 1 the columns; bit 2 then exchanges rows and columns.
"""

from collections.abc import Iterable

from rules.contract.board import Cell, cells

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
    return min((_image(discs, symmetry), symmetry) for symmetry in symmetries)


def _image(discs: Discs, symmetry: int) -> Discs:
    first, second = (
        sum(1 << symmetric_cell(cell, symmetry) for cell in cells(side)) for side in discs
    )
    return first, second
