"""Tables of lines that give the discs turned by moves, for arrays of positions.

Source: https://www.chessprogramming.org/Kindergarten_Bitboards
"""

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import Index, Points
from flipside.rules.engine.vector.bits import Bitboards, lookup
from flipside.rules.games.othello.position import BOARD

_CHUNK_DISCS = 2048
"""Moves computed at once; larger arrays would leave the processor's cache."""

_ROWS = 0x0101010101010101
"""Multiplied by a line with one square per column, it gives its columns as the highest eight bits.
Multiplied by eight bits, it repeats them in every row."""

_GATHER = 0x0102040810204080
"""Multiplied by the first column, it gives its rows as the highest eight bits."""

_SCATTER = 0x0002040810204081
"""Multiplied by six inner bits, it makes bit n the first square of row n."""


def _lines() -> Bitboards:
    """Return bitboards of the lines through each cell, shape (4, 64), dtype uint64.

    The lines are its row, both diagonals and its column.
    """
    rays = [(cell, BOARD.rays(cell)) for cell in range(64)]
    return np.array(
        [
            [
                sum(1 << other for other in (cell, *ray[direction], *ray[direction + 4]))
                for cell, ray in rays
            ]
            for direction in (2, 3, 1, 0)
        ],
        np.uint64,
    )


def _table() -> Bitboards:
    """Return the discs turned on a line of eight, as eight bits: shape (131072,), dtype uint64.

    From the highest bit, it has the place of the new disc, six inner enemy and eight own discs.
    """
    own = np.tile(np.arange(256, dtype=np.int16), 64)
    enemy = np.repeat(np.arange(0, 128, 2, dtype=np.int16), 256)
    flips = np.zeros((8, len(own)), np.int16)
    for place in range(8):
        for step in (1, -1):
            run, beside = np.int16(0), place + step
            while 0 <= beside + step < 8:
                run |= np.int16(1 << beside)
                beside += step
                is_closed = (enemy & run == run) & (own >> beside & 1 != 0)
                flips[place] |= is_closed * run
    return flips.ravel().astype(np.uint64)


_LINES = _lines().ravel()
_LINE_FLIPS = _table()
_TO_BYTE: Bitboards = np.full((4, 64), _ROWS, np.uint64)
_TO_BYTE[3] = [_GATHER >> cell % 8 for cell in range(64)]
_FROM_BYTE: Bitboards = np.full((4, 64), _ROWS, np.uint64)
_FROM_BYTE[3] = [_SCATTER << cell % 8 for cell in range(64)]
_TO_BYTE, _FROM_BYTE = _TO_BYTE.reshape(256), _FROM_BYTE.reshape(256)
_PLACES = [[cell % 8 for cell in range(64)]] * 3 + [[cell // 8 for cell in range(64)]]
_PLACE = np.array(_PLACES, np.uint64).ravel() << np.uint64(14)
_STARTS = np.arange(0, 256, 64, dtype=np.intp)[:, None]
"""Start of each direction in these four tables, shape (4, 1)."""


def _counts() -> NDArray[np.uint16]:
    """Return the numbers of discs that the last disc turns on each line of a full board.

    The index is 256 * line + own discs as eight bits, shape (65536,). An entry is the number for
    the mover + 256 * the number for the enemy.
    """
    own = np.arange(256, dtype=np.uint64)
    ways = (_LINES * _TO_BYTE >> np.uint64(56))[:, None]
    places = _PLACE[:, None] >> np.uint64(14)
    own = own & ways & ~(np.uint64(1) << places)
    enemy = ways & ~own & ~(np.uint64(1) << places)
    counts = [
        np.bitwise_count(_LINE_FLIPS[(places << 14 | (other & 0x7E) << 7 | mine).astype(np.intp)])
        for mine, other in ((own, enemy), (enemy, own))
    ]
    table: NDArray[np.uint16] = (counts[0] + np.uint16(256) * counts[1]).ravel()
    return table


_COUNTS = _counts()
_WAYS = np.arange(0, 65536, 256, dtype=np.uint64)


def last_turned(own: Bitboards, cell: Index) -> tuple[Points, Points]:
    """Return how many discs a disc on the last empty `cell` turns for the mover and for the enemy.

    `own`, `cell` and both results have shape (m,).
    """
    ways = cell + _STARTS
    index = own & lookup(_LINES, ways)
    index *= lookup(_TO_BYTE, ways)
    index >>= 56
    index |= lookup(_WAYS, ways)
    counts = lookup(_COUNTS, index.view(np.int64)).sum(axis=0, dtype=np.int32)
    return counts & 255, counts >> 8


def turned_discs(own: Bitboards, enemy: Bitboards, cell: Index) -> Bitboards:
    """Return bitboards of the enemy discs that a disc of `own` laid on `cell` turns (OT-2).

    `own`, `enemy` and the result have shape (m,), dtype uint64; `cell` has shape (m,), dtype intp.
    """
    flips = np.empty(len(cell), np.uint64)
    for start in range(0, len(cell), _CHUNK_DISCS):
        part = slice(start, start + _CHUNK_DISCS)
        _flip_into(own[part], enemy[part], cell[part], flips[part])
    return flips


def _flip_into(own: Bitboards, enemy: Bitboards, cell: Index, out: Bitboards) -> None:
    """Write `turned_discs` of one chunk to `out`."""
    ways = cell + _STARTS
    lines, to_byte = lookup(_LINES, ways), lookup(_TO_BYTE, ways)
    index = own & lines
    index *= to_byte
    index >>= 56
    inner = enemy & lines
    inner *= to_byte
    inner >>= 49
    inner &= 0x3F00
    index |= inner
    index |= lookup(_PLACE, ways)
    discs = lookup(_LINE_FLIPS, index.view(np.int64))
    discs *= lookup(_FROM_BYTE, ways)
    discs &= lines
    np.bitwise_or.reduce(discs, axis=0, out=out)
