"""Indices base 3 of the patterns, from lines of eight squares of a board.

Boards are bitboards of the mover and of the enemy, shape (n,), dtype uint64, bit 8*row+column.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flipside.rules.engine.vector.bits import Bitboards

Words16 = NDArray[np.uint16]

_PLANES = tuple(np.uint16(0x0101 << column) for column in range(8))
_SWAPS = (
    (np.uint16(1), np.uint16(0x5555), (4, 2, 1)),
    (np.uint16(2), np.uint16(0x3333), (2, 2, 2)),
    (np.uint16(4), np.uint16(0x0F0F), (1, 2, 4)),
)


def line_words(own: Bitboards, enemy: Bitboards) -> Words16:
    """Return lines of eight squares as own discs + 256 * enemy discs, (32, n), dtype uint16.

    The lines are 8 rows, 8 columns, 8 pairs of falling diagonals, and 8 pairs of rising diagonals.
    A pair consists of two diagonals with eight squares in total; the second is in the high bits.
    The first pair is the longest diagonal alone; each following pair begins one square lower.
    """
    size = len(own)
    lines = np.empty((32, size), np.uint16)
    boards = np.empty((2, 16, size), np.uint16)  # each board twice, one below the other
    rows, lower = boards[0, :8], boards[1, :8]
    halves = rows.view(np.uint8).reshape(8, size, 2)
    halves[:, :, 0] = np.ascontiguousarray(own).view(np.uint8).reshape(size, 8).T
    halves[:, :, 1] = np.ascontiguousarray(enemy).view(np.uint8).reshape(size, 8).T
    lower[:] = rows[::-1]
    boards[:, 8:] = boards[:, :8]
    lines[:16].reshape(2, 8, size)[:] = rows
    for shift, mask, shape in _SWAPS:
        pairs = lines[8:16].reshape(*shape, size)
        low, high = pairs[:, 0], pairs[:, 1]
        exchange = low >> shift
        exchange ^= high
        exchange &= mask
        high ^= exchange
        exchange <<= shift
        low ^= exchange
    diagonals, part = lines[16:].reshape(2, 8, size), np.empty((2, 8, size), np.uint16)
    np.bitwise_and(boards[:, :8], _PLANES[0], out=diagonals)
    for column in range(1, 8):
        np.bitwise_and(boards[:, column : column + 8], _PLANES[column], out=part)
        diagonals |= part
    return lines


# -- indices -------------------------------------------------------------------------------------


def index_by_discs() -> Words16:
    """Return the index base 3 of eight squares by own discs + 256 * enemy discs.

    Shape (65536,), dtype uint16; 0 where the discs overlap.
    """
    places = np.zeros(256, np.uint16)
    for digit in range(8):
        places[np.arange(256, dtype=np.int32) >> digit & 1 == 1] += np.uint16(3**digit)
    enemy, own = np.divmod(np.arange(65536, dtype=np.int32), 256)
    return np.where(own & enemy, np.uint16(0), places[own] + np.uint16(2) * places[enemy])


def index_by_edge() -> Bitboards:
    """Return contributions of the rows at an edge to the indices of four patterns, dtype uint64.

    The patterns are: 2x5 squares from the first corner, 2x5 from the last, edge and two, 3x3
    squares at the first corner; 16 bits of a word for each. The shape is (6 * 6561,): the edge, the
    second and the third row, each by its index; then the same for edges read from their end.
    """
    index = np.arange(6561, dtype=np.uint64)
    digits = [index // np.uint64(3**place) % np.uint64(3) for place in range(8)]

    def number(columns: Sequence[int], begin: int) -> Bitboards:
        """Return what these digits, from place `begin` on, add to an index, shape (6561,)."""
        return sum((digits[at] * np.uint64(3**n) for n, at in enumerate(columns, begin)), 0 * index)

    parts = []
    for way in (range(8), range(7, -1, -1)):
        first, last, corner = way[:5], way[:2:-1], way[:3]
        ends = (way[1], way[6])
        rows = (
            (number(first, 5), number(last, 5), number(way, 2), number(corner, 0)),
            (number(first, 0), number(last, 0), number(ends, 0), number(corner, 3)),
            (0 * index, 0 * index, 0 * index, number(corner, 6)),
        )
        for row in rows:
            parts.append(sum((part << np.uint64(16 * n) for n, part in enumerate(row)), 0 * index))
    return np.concatenate(parts)
