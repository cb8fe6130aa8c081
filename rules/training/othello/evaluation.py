"""Othello's evaluation in compiled code for training.

It repeats rules/games/othello/engine/patterns.py; a test compares both. Boards are bitboards,
uint64, bit 8*row + column.
"""

import numpy as np
from numba import njit

from rules.games.othello.engine.patterns import (
    INDEX_COUNTS,
    MOBILITY_WEIGHT_COUNT,
    PATTERN_CELLS,
    PATTERN_STAGES,
)
from rules.training.compiled import NJIT_OPTIONS, popcount
from rules.training.othello.moves import legal_squares
from rules.training.othello.unpacked import pattern_images

_U = np.uint64
_CORNERS = _U(0x8100000000000081)

_INSTANCES = [
    (number, cells) for number, kind in enumerate(PATTERN_CELLS) for cells in pattern_images(kind)
]
INSTANCE_COUNT = len(_INSTANCES)
INDEX_ROOM = 48
"""Length of an index array: the instances and two empty places, to fill vector registers."""

KIND_STARTS = np.array([sum(INDEX_COUNTS[:number]) for number, _ in _INSTANCES], np.int32)
"""Per instance the start of its kind's weights within a stage: all kinds, then mobility."""
MOBILITY_START = sum(INDEX_COUNTS)
STAGE_WEIGHTS = MOBILITY_START + 2 * MOBILITY_WEIGHT_COUNT


def _places() -> np.ndarray:
    """What a row of own discs adds to each index, uint16, shape (8, 256, INDEX_ROOM)."""
    found = np.zeros((8, 256, INDEX_ROOM), np.uint16)
    for instance, (_, cells) in enumerate(_INSTANCES):
        for digit, cell in enumerate(cells):
            row, column = divmod(cell, 8)
            for byte in range(256):
                if byte >> column & 1:
                    found[row, byte, instance] += 3**digit
    return found


_INDEX_SUMMANDS = _places()


@njit(**NJIT_OPTIONS)
def write_indices(own, enemy, out):
    """Write the index of every instance to `out`, uint16, shape (INDEX_ROOM,).

    An index is a number to base 3: 0 empty, 1 own, 2 enemy.
    """
    for i in range(INDEX_ROOM):
        out[i] = 0
    for row in range(8):
        mine = _INDEX_SUMMANDS[row, np.int64((own >> _U(8 * row)) & _U(255))]
        other = _INDEX_SUMMANDS[row, np.int64((enemy >> _U(8 * row)) & _U(255))]
        for i in range(INDEX_ROOM):
            out[i] += mine[i] + np.uint16(2) * other[i]


@njit(**NJIT_OPTIONS)
def stage_of(empty):
    """The stage of a position with `empty` empty squares."""
    return min(max((60 - empty) // 4, 0), PATTERN_STAGES - 1)


@njit(**NJIT_OPTIONS)
def evaluate(own, enemy, moves, weights, scales, room):
    """The static evaluation in points for the mover, who has `moves` legal squares.

    By patterns, or by hand if the stage's scale is 0. `weights`: int16, shape (STAGES *
    STAGE_WEIGHTS,); `scales`: int64, shape (STAGES,); `room`: from `work_arrays`, overwritten.
    """
    empty = popcount(~(own | enemy))
    stage = stage_of(empty)
    if scales[stage] == 0:
        near = _U(0x0042000000004200)
        value = 60 * (moves - popcount(legal_squares(enemy, own)))
        value += 900 * (popcount(own & _CORNERS) - popcount(enemy & _CORNERS))
        return value - 400 * (popcount(own & near) - popcount(enemy & near))
    write_indices(own, enemy, room[0])
    begin = _U(stage * STAGE_WEIGHTS)
    total = np.int32(
        weights[
            begin
            + _U(
                MOBILITY_START
                + MOBILITY_WEIGHT_COUNT * (empty & 1)
                + min(moves, MOBILITY_WEIGHT_COUNT - 1)
            )
        ]
    )
    for i in range(INSTANCE_COUNT):
        total += np.int32(weights[begin + _U(KIND_STARTS[i]) + _U(room[0][i])])
    return np.int64(total) * scales[stage]


@njit(**NJIT_OPTIONS)
def used_weights(owns, enemies, numbers):
    """The numbers of the weights that each position uses, int32, shape (n, k).

    `owns`, `enemies`: uint64, shape (n,); `numbers`: from `weight_numbers`.
    """
    room = np.empty(INDEX_ROOM, np.uint16)
    found = np.empty((len(owns), INSTANCE_COUNT + 1), np.int32)
    for at in range(len(owns)):
        own, enemy = owns[at], enemies[at]
        write_indices(own, enemy, room)
        for i in range(INSTANCE_COUNT):
            found[at, i] = numbers[KIND_STARTS[i] + np.int32(room[i])]
        moves = min(popcount(legal_squares(own, enemy)), MOBILITY_WEIGHT_COUNT - 1)
        found[at, INSTANCE_COUNT] = numbers[
            MOBILITY_START + MOBILITY_WEIGHT_COUNT * (popcount(~(own | enemy)) & 1) + moves
        ]
    return found
