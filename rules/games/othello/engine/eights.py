"""Boards as lines of eight fields, and those as indices base 3: what patterns.py looks up."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.uint64]
Short = NDArray[np.uint16]

_PLANES = tuple(np.uint16(0x0101 << column) for column in range(8))
_SWAPS = (
    (np.uint16(1), np.uint16(0x5555), (4, 2, 1)),
    (np.uint16(2), np.uint16(0x3333), (2, 2, 2)),
    (np.uint16(4), np.uint16(0x0F0F), (1, 2, 4)),
)


def eights(own: Bits, enemy: Bits) -> Short:
    """Lines of eight fields as own discs + 256 x enemy discs, shape (32, n).

    Eight rows; eight columns; eight pairs of diagonals that run down, the first the longest, each
    next one field lower, with the one that completes it in the high bits; the same eight of the
    board upside down.
    """
    size = len(own)
    found = np.empty((32, size), np.uint16)
    boards = np.empty((2, 16, size), np.uint16)  # each board twice, one below the other
    rows, lower = boards[0, :8], boards[1, :8]
    halves = rows.view(np.uint8).reshape(8, size, 2)
    halves[:, :, 0] = np.ascontiguousarray(own).view(np.uint8).reshape(size, 8).T
    halves[:, :, 1] = np.ascontiguousarray(enemy).view(np.uint8).reshape(size, 8).T
    lower[:] = rows[::-1]
    boards[:, 8:] = boards[:, :8]
    found[:16].reshape(2, 8, size)[:] = rows
    for shift, mask, shape in _SWAPS:
        pairs = found[8:16].reshape(*shape, size)
        low, high = pairs[:, 0], pairs[:, 1]
        moved = low >> shift
        moved ^= high
        moved &= mask
        high ^= moved
        moved <<= shift
        low ^= moved
    diagonals, part = found[16:].reshape(2, 8, size), np.empty((2, 8, size), np.uint16)
    np.bitwise_and(boards[:, :8], _PLANES[0], out=diagonals)
    for column in range(1, 8):
        np.bitwise_and(boards[:, column : column + 8], _PLANES[column], out=part)
        diagonals |= part
    return found


_COLUMN_SWAPS = ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
_COLUMN_TURNS = ((8, 0xAAAAAAAAAAAAAAAA), (16, 0xCCCCCCCCCCCCCCCC), (32, 0xF0F0F0F0F0F0F0F0))
_WORD = (1 << 64) - 1


def eights_of(own: int, enemy: int) -> list[int]:
    """As `eights`, for one position."""
    found = []
    for mine, other in zip(_boards(own), _boards(enemy), strict=True):
        found += [
            low | high << 8
            for low, high in zip(
                mine.to_bytes(8, "little"), other.to_bytes(8, "little"), strict=True
            )
        ]
    return found


def _boards(discs: int) -> tuple[int, int, int, int]:
    """Boards whose rows are the lines of `eights`."""
    columns, down = discs, discs
    up = int.from_bytes(discs.to_bytes(8, "big"), "little")
    for shift, mask in _COLUMN_SWAPS:
        moved = (columns ^ columns >> shift) & mask
        columns ^= moved ^ moved << shift
    for shift, mask in _COLUMN_TURNS:
        down ^= mask & (down ^ (down >> shift | down << 64 - shift & _WORD))
        up ^= mask & (up ^ (up >> shift | up << 64 - shift & _WORD))
    return discs, columns, down, up


# -- indices -------------------------------------------------------------------------------------


def by_discs() -> Short:
    """The index of eight fields by own discs + 256 x enemy discs; 0 where they overlap."""
    places = np.zeros(256, np.uint16)
    for digit in range(8):
        places[np.arange(256, dtype=np.int32) >> digit & 1 == 1] += np.uint16(3**digit)
    enemy, own = np.divmod(np.arange(65536, dtype=np.int32), 256)
    return np.where(own & enemy, np.uint16(0), places[own] + np.uint16(2) * places[enemy])


def by_edge() -> Bits:
    """What the rows beside an edge add to the indices of four patterns: 2x5 fields from its first
    corner, 2x5 from its last, edge and two, 3x3 fields at its first corner.

    By the index of the edge, of the row second from it and of the third, then the same three for
    edges that are read from their other end, 6561 words each. A word holds 16 bits for each
    pattern.
    """
    index = np.arange(6561, dtype=np.uint64)
    digits = [index // np.uint64(3**place) % np.uint64(3) for place in range(8)]

    def number(chosen: Sequence[int], begin: int) -> Bits:
        return sum((digits[at] * np.uint64(3**n) for n, at in enumerate(chosen, begin)), 0 * index)

    found = []
    for way in (range(8), range(7, -1, -1)):
        first, last, corner = way[:5], way[:2:-1], way[:3]
        ends = (way[1], way[6])
        rows = (
            (number(first, 5), number(last, 5), number(way, 2), number(corner, 0)),
            (number(first, 0), number(last, 0), number(ends, 0), number(corner, 3)),
            (0 * index, 0 * index, 0 * index, number(corner, 6)),
        )
        for row in rows:
            found.append(sum((part << np.uint64(16 * n) for n, part in enumerate(row)), 0 * index))
    return np.concatenate(found)
