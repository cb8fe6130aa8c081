"""The learned numbers of Flipop laid out for arrays: every row of pits is one or two look-ups."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.batch import Batch, Points
from rules.games.flipop.doors import PITS, SIDE
from rules.games.flipop.learned import LEAD, LEVEL, UPRIGHT
from rules.games.flipop.paths import BLACK, open_ways
from rules.games.flipop.position import EACH
from rules.thinking.arrays.bits import looked_up

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_BLACK = np.uint64(BLACK)
_SHIFTS = np.arange(0, PITS, SIDE, dtype=np.uint32)[:, None]
"""To each row."""
_ROW = np.uint32(31)
_BITS = 1 << 3 * SIDE
"""Indices of a row by its balls and, for each pit, two ways that are open or not."""
_ONE_WAY, _OTHER_WAY = np.uint32(SIDE), np.uint32(2 * SIDE)
_STARTS = np.arange(SIDE, dtype=np.intp)[:, None] * _BITS - SIDE * _BITS
_STARTS = _STARTS + np.arange(2, dtype=np.intp)[:, None, None, None] * (2 * EACH * SIDE * _BITS)
"""Of the rows of one ball of player 0, both kinds of ways, less those of no ball."""
_ROW_STARTS = np.arange(SIDE, dtype=np.intp)[:, None] * 1024

Numbers = NDArray[np.int16]


class Tables:
    """The judge for arrays."""

    def __init__(self, numbers: Sequence[int]) -> None:
        """By numbers as `learned.py` lays them out."""
        all_of = np.array(numbers, np.int16)
        ends = np.cumsum((LEAD, UPRIGHT, LEVEL))
        lead, upright, level, rows = np.split(all_of, ends)
        self._lead = lead.astype(np.int32)
        by_pit = (EACH, SIDE, SIDE, 4)
        self._ways = np.concatenate([_by_row(part.reshape(by_pit)) for part in (upright, level)])
        turned = _turned_rows(rows.reshape(SIDE, 32, 32))
        self._rows = np.stack((rows.reshape(SIDE, 32, 32), turned)).reshape(-1)

    def points(self, batch: Batch) -> Points:
        """How good each position is for its mover; whatever has ended is not looked at."""
        black = (batch[1] & _BLACK != 0).astype(np.intp)
        balls = np.stack((batch[0] & _LOWER, batch[0] >> _HALF)).astype(np.uint32)
        counts = np.bitwise_count(balls).astype(np.intp)
        rows = balls[:, None] >> _SHIFTS
        rows &= _ROW
        north_east, south_west = open_ways(batch[1])
        ways = np.stack((north_east, south_west, north_east >> _HALF, south_west >> _HALF))
        by_row = ways.astype(np.uint32)[:, None] >> _SHIFTS
        by_row &= _ROW
        by_row[::2] <<= _ONE_WAY
        by_row[1::2] <<= _OTHER_WAY
        by_row[::2] |= by_row[1::2]
        index = (by_row[::2, None] | rows).astype(np.intp)
        sides = np.stack((black, 1 - black)) * EACH
        sides += np.maximum(counts, 1)
        index += _STARTS + (sides * (SIDE * _BITS))[:, None]
        worth = looked_up(self._ways, index).sum(axis=(0, 2), dtype=np.int32)
        both = (rows[0] << _ONE_WAY | rows[1]).astype(np.intp)
        both += black * (SIDE * 1024) + _ROW_STARTS
        points: Points = looked_up(self._rows, both).sum(axis=0, dtype=np.int32)
        points += looked_up(self._lead, 6 * counts[0] + counts[1])
        points += worth[0]
        points -= worth[1]
        return points


def _by_row(numbers: Numbers) -> Numbers:
    """By player, his balls, row, and the bits of `_BITS`: the sum over the balls in the row.

    `numbers` are by balls, row, column and two open ways.
    """
    turned = numbers[:, ::-1, ::-1][..., (0, 2, 1, 3)]
    both = np.stack((numbers, turned))
    here = np.arange(8) & 1
    one = both.take(np.arange(8) >> 1, axis=-1) * here.astype(np.int16)
    found = one[..., 0, :]
    for column in range(1, SIDE):
        found = (one[..., column, :, None] + found[..., None, :]).reshape(*found.shape[:-1], -1)
    return found.take(_columns_apart(), axis=-1).reshape(-1)


def _columns_apart() -> NDArray[np.intp]:
    """Per index with the balls first, then one way of every pit, then the other: the index with
    all three of a pit side by side."""
    index = np.arange(_BITS, dtype=np.intp)
    found = np.zeros(_BITS, np.intp)
    for column in range(SIDE):
        for part in range(3):
            found |= (index >> (part * SIDE + column) & 1) << (3 * column + part)
    return found


def _turned_rows(rows: Numbers) -> Numbers:
    """The numbers of ROWS for a player who goes up: row and columns the other way round."""
    index = np.arange(32)
    mirrored = sum((index >> column & 1) << (SIDE - 1 - column) for column in range(SIDE))
    return rows[::-1][:, mirrored][:, :, mirrored]
