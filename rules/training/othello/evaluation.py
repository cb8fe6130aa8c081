"""Othello's judge in compiled code for training.

The judge is that of rules/games/othello/engine/patterns.py, written a second time; a test
holds them together.
"""

import numpy as np
from numba import njit

from rules.games.othello.engine.patterns import (
    INDEX_COUNTS,
    MOBILITY_WEIGHT_COUNT,
    PATTERN_CELLS,
    PATTERN_STAGES,
    pattern_images,
)
from rules.training.othello.moves import FLAGS, legal, popcount

_U = np.uint64
_CORNERS = _U(0x8100000000000081)

INSTANCES = [
    (number, cells) for number, kind in enumerate(PATTERN_CELLS) for cells in pattern_images(kind)
]
COUNT = len(INSTANCES)
WIDE = 48
"""Instances and two that are always empty, so that a position's indices are whole vectors."""

STARTS = np.array([sum(INDEX_COUNTS[:number]) for number, _ in INSTANCES], np.int32)
"""Per instance where its kind's weights begin, all kinds and at last the moves in one row."""
MOVES_AT = sum(INDEX_COUNTS)
ROW = MOVES_AT + 2 * MOBILITY_WEIGHT_COUNT


def _places() -> np.ndarray:
    """By row of the board and the eight bits on it: what they add to each index, for one colour."""
    found = np.zeros((8, 256, WIDE), np.uint16)
    for instance, (_, cells) in enumerate(INSTANCES):
        for digit, cell in enumerate(cells):
            row, column = divmod(cell, 8)
            for byte in range(256):
                if byte >> column & 1:
                    found[row, byte, instance] += 3**digit
    return found


PLACES = _places()


@njit(**FLAGS)
def indices(own, enemy, out):
    """The index of every instance, base 3: 0 empty, 1 own, 2 enemy."""
    for i in range(WIDE):
        out[i] = 0
    for row in range(8):
        mine = PLACES[row, np.int64((own >> _U(8 * row)) & _U(255))]
        other = PLACES[row, np.int64((enemy >> _U(8 * row)) & _U(255))]
        for i in range(WIDE):
            out[i] += mine[i] + np.uint16(2) * other[i]


@njit(**FLAGS)
def stage_of(empty):
    return min(max((60 - empty) // 4, 0), PATTERN_STAGES - 1)


@njit(**FLAGS)
def judged(own, enemy, moves, weights, scales, room):
    """Hundredths of a disc for the mover, who has so many legal fields: by patterns, or by hand
    where the scale is zero. `weights` are those of all stages in one row."""
    empty = popcount(~(own | enemy))
    stage = stage_of(empty)
    if scales[stage] == 0:
        near = _U(0x0042000000004200)
        value = 60 * (moves - popcount(legal(enemy, own)))
        value += 900 * (popcount(own & _CORNERS) - popcount(enemy & _CORNERS))
        return value - 400 * (popcount(own & near) - popcount(enemy & near))
    indices(own, enemy, room[0])
    begin = _U(stage * ROW)
    total = np.int32(
        weights[
            begin
            + _U(
                MOVES_AT
                + MOBILITY_WEIGHT_COUNT * (empty & 1)
                + min(moves, MOBILITY_WEIGHT_COUNT - 1)
            )
        ]
    )
    for i in range(COUNT):
        total += np.int32(weights[begin + _U(STARTS[i]) + _U(room[0][i])])
    return np.int64(total) * scales[stage]
