"""What a disc turns, for whole arrays of positions, by tables of the lines through a field."""

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Index
from rules.engine.vector.bits import lookup

Bits = NDArray[np.uint64]

PORTION = 2048
"""Discs looked at in one go; larger arrays would leave the processor's cache."""

_ROWS = 0x0101010101010101
"""Times a line with one field in each column: the columns as the upper eight bits; and eight bits
times it: themselves in every row."""
_GATHER = 0x0102040810204080
"""Times the first column: its rows as the upper eight bits."""
_SCATTER = 0x0002040810204081
"""Six inner bits times it: bit n becomes the first field of row n."""

_STEPS = ((1, 0), (1, 1), (-1, 1), (0, 1))
"""Columns and rows to the next field of a line: rows, both diagonals, columns."""


def _lines() -> Bits:
    """The fields of the lines through each field, shape (4, 64)."""
    lines = [[0] * 64 for _ in _STEPS]
    for number, (across, down) in enumerate(_STEPS):
        for cell in range(64):
            for step in range(-7, 8):
                column, row = cell % 8 + step * across, cell // 8 + step * down
                if 0 <= column < 8 and 0 <= row < 8:
                    lines[number][cell] |= 1 << 8 * row + column
    return np.array(lines, np.uint64)


def _table() -> Bits:
    """The discs turned on a line of eight, by the disc's place, the enemy's on it but for both ends
    (6 bits), and the own ones (8 bits)."""
    own = np.tile(np.arange(256, dtype=np.int16), 64)
    enemy = np.repeat(np.arange(0, 128, 2, dtype=np.int16), 256)
    turned = np.zeros((8, len(own)), np.int16)
    for place in range(8):
        for step in (1, -1):
            run, beside = np.int16(0), place + step
            while 0 <= beside + step < 8:
                run |= np.int16(1 << beside)
                beside += step
                closed = (enemy & run == run) & (own >> beside & 1 != 0)
                turned[place] |= closed * run
    return turned.ravel().astype(np.uint64)


_LINES = _lines().ravel()
_TURNED = _table()
_TO_BYTE: Bits = np.full((4, 64), _ROWS, np.uint64)
_TO_BYTE[3] = [_GATHER >> cell % 8 for cell in range(64)]
_FROM_BYTE: Bits = np.full((4, 64), _ROWS, np.uint64)
_FROM_BYTE[3] = [_SCATTER << cell % 8 for cell in range(64)]
_TO_BYTE, _FROM_BYTE = _TO_BYTE.reshape(256), _FROM_BYTE.reshape(256)
_PLACES = [[cell % 8 for cell in range(64)]] * 3 + [[cell // 8 for cell in range(64)]]
_PLACE = np.array(_PLACES, np.uint64).ravel() << np.uint64(14)
_STARTS = np.arange(0, 256, 64, dtype=np.intp)[:, None]
"""Where the fields of each direction begin in these four tables."""


def turned(own: Bits, enemy: Bits, cell: Index) -> Bits:
    """The enemy discs that a disc of `own` laid on `cell` turns (OT-2), for each column."""
    found = np.empty(len(cell), np.uint64)
    for start in range(0, len(cell), PORTION):
        part = slice(start, start + PORTION)
        _turn(own[part], enemy[part], cell[part], found[part])
    return found


def _turn(own: Bits, enemy: Bits, cell: Index, out: Bits) -> None:
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
    discs = lookup(_TURNED, index.view(np.int64))
    discs *= lookup(_FROM_BYTE, ways)
    discs &= lines
    np.bitwise_or.reduce(discs, axis=0, out=out)
