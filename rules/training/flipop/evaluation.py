"""Flipop's evaluation in compiled code, for training.

It repeats rules/games/flipop/engine/blocks.py; tests compare both. Weights lie in one row, float32
in points, in the order of the file. If a block or pit is its own mirror image, the lower of two
mirrored indices has the weight; `fill_mirrored` gives it to both.

A position `one` is four words, uint64, shape (4,), as in moves.py.
"""

import numpy as np
from numba import njit

from rules.games.flipop.doors import BOARD_SIDE, PIT_COUNT
from rules.games.flipop.engine.blocks import (
    BLOCK_PATTERNS,
    FILE_BLOCKS,
    FILE_PITS,
    HIGH_BLOCKS,
    MIRRORED_PATTERNS,
    PIT_PATTERNS,
    STAGE_BY_BALLS,
    STAGE_COUNT,
    STAGE_FILE_WEIGHTS,
    WIDE_BLOCKS,
)
from rules.games.flipop.engine.weights import (
    MAX_WAYS,
    MOBILITY_WEIGHTS,
    PIT_TERMS,
    PIT_WEIGHTS,
    SIDE_STATES,
    SIZE,
    STATE_WEIGHTS,
)
from rules.games.flipop.position import BALLS_PER_COLOUR
from rules.training.compiled import NJIT_OPTIONS, NONE, ONE, popcount
from rules.training.flipop.moves import (
    ALL_PITS,
    BLACK_TO_MOVE,
    HALF_BITS,
    LOWER_HALF,
    lowest_bit,
    open_ways,
)

WEIGHT_COUNT = SIZE + STAGE_COUNT * STAGE_FILE_WEIGHTS
"""Weights in the file."""

MAX_ACTIVE = 128
"""Most weights that are active in one position."""

_U = np.uint64
_CODES = np.full((BALLS_PER_COLOUR + 1, BALLS_PER_COLOUR + 1, BALLS_PER_COLOUR + 1), -1, np.int64)
for _number, _state in enumerate(SIDE_STATES):
    _CODES[_state] = _number
_MIRRORED = np.array([int(f"{row:05b}"[::-1], 2) for row in range(32)], np.int64)

_LEFT, _RIGHT = (
    _U(sum(1 << pit for pit in range(PIT_COUNT) if pit % BOARD_SIDE == column) * (1 | 1 << 32))
    for column in (0, BOARD_SIDE - 1)
)
"""The outer columns as bits of pits, in both halves of a word."""

_BLOCKS = [(BOARD_SIDE * row + column) for row, column in (*WIDE_BLOCKS, *HIGH_BLOCKS)]
_FIRST_PITS = np.array(_BLOCKS, np.int64)
_HINGES = np.int64(sum(1 << BOARD_SIDE * row + column for row in range(4) for column in range(4)))
_THREE = np.array(
    [sum((bits >> place & 1) * 3**place for place in range(6)) for bits in range(64)], np.int64
)


def _images():
    """First weight of each block and pit within a stage, and the place of each index.

    Shapes (blocks + pits,), (blocks, BLOCK) and (pits, CORNERS).
    """
    starts, blocks, pits = [], [], []
    for place, pit in enumerate(_BLOCKS):
        kind = int(place >= len(WIDE_BLOCKS))
        column, first = pit % BOARD_SIDE, len(WIDE_BLOCKS) if kind else 0
        other = _BLOCKS.index(pit + BOARD_SIDE - 3 + kind - 2 * column, first)
        starts.append(FILE_BLOCKS.index(place if place in FILE_BLOCKS else other) * BLOCK_PATTERNS)
        blocks.append(
            _image(BLOCK_PATTERNS, MIRRORED_PATTERNS[kind], place, other, place in FILE_BLOCKS)
        )
    for pit in range(PIT_COUNT):
        other = pit + BOARD_SIDE - 1 - 2 * (pit % BOARD_SIDE)
        left = pit in FILE_PITS
        starts.append(
            len(FILE_BLOCKS) * BLOCK_PATTERNS
            + FILE_PITS.index(pit if left else other) * PIT_PATTERNS
        )
        pits.append(_image(PIT_PATTERNS, MIRRORED_PATTERNS[2], pit, other, left))
    return np.array(starts, np.int64), np.array(blocks), np.array(pits)


def _image(size, mirrored, place, other, left):
    """The place of each index among the weights of a block or pit whose mirror image is `other`."""
    every = np.arange(size, dtype=np.uint16)  # larger numbers would not be kept in numba's cache
    if other == place:
        return np.minimum(every, mirrored.astype(np.uint16))
    return every if left else mirrored.astype(np.uint16)


_STARTS, _PLACE, _PLACE_PIT = _images()


def fill_mirrored(weights):
    """A copy of `weights`, shape (WEIGHT_COUNT,), with the weights of mirror images filled in."""
    found = weights.copy()
    for stage in range(STAGE_COUNT):
        part = found[SIZE + stage * STAGE_FILE_WEIGHTS :][:STAGE_FILE_WEIGHTS]
        for number, place in enumerate(FILE_BLOCKS):
            one = part[number * BLOCK_PATTERNS :][:BLOCK_PATTERNS]
            one[:] = one[_PLACE[place]]
        begin = len(FILE_BLOCKS) * BLOCK_PATTERNS
        for number, pit in enumerate(FILE_PITS):
            one = part[begin + number * PIT_PATTERNS :][:PIT_PATTERNS]
            one[:] = one[_PLACE_PIT[pit]]
    return found


@njit(**NJIT_OPTIONS)
def corner_neighbours(balls):
    """The pits diagonal to balls, as bits in both halves of a word."""
    inner_left, inner_right = balls & ~_LEFT, balls & ~_RIGHT
    return (
        (inner_right << _U(6))
        | (inner_left << _U(4))
        | (inner_right >> _U(4))
        | (inner_left >> _U(6))
    )


@njit(**NJIT_OPTIONS)
def way_count(balls, north_east, south_west):
    """The number of open ways of one side's balls, at most MAX_WAYS."""
    both = balls | (balls << HALF_BITS)
    return min(popcount(north_east & both) + popcount(south_west & both), MAX_WAYS)


@njit(**NJIT_OPTIONS)
def rotated_balls(balls):
    """The pits, as bits, on the board turned by 180 degrees."""
    found = np.int64(0)
    for row in range(5):
        found |= _MIRRORED[(balls >> 5 * row) & 31] << 5 * (4 - row)
    return found


@njit(**NJIT_OPTIONS)
def rotated_doors(bits):
    """The hinges, as bits, on the board turned by 180 degrees."""
    found = np.int64(0)
    for row in range(4):
        found |= (_MIRRORED[(bits >> 5 * row) & 15] >> 1) << 5 * (3 - row)
    return found


@njit(**NJIT_OPTIONS)
def write_active(one, found):
    """Write the active weights of a position that is not over; returns their number.

    `found`: int64, shape (MAX_ACTIVE,), gets indices, -1 - index if one counts for the enemy.
    """
    count = 0
    black = (one[1] & BLACK_TO_MOVE) != NONE
    balls, (north_east, south_west) = one[0], open_ways(one[1])
    somewhere = north_east | south_west
    somewhere = (somewhere | (somewhere >> HALF_BITS)) & ALL_PITS
    shut = balls & ~(somewhere | (somewhere << HALF_BITS))
    freed = shut & corner_neighbours(balls)
    mine, theirs = balls & LOWER_HALF, balls >> HALF_BITS
    own, enemy = popcount(mine), popcount(theirs)
    state = _CODES[own, popcount(shut & LOWER_HALF), popcount(freed & LOWER_HALF)]
    other = _CODES[enemy, popcount(shut >> HALF_BITS), popcount(freed >> HALF_BITS)]
    found[0] = len(SIDE_STATES) * state + other
    ways = way_count(mine, north_east, south_west)
    replies = way_count(theirs, north_east, south_west)
    at = ((own - 1) * BALLS_PER_COLOUR + enemy - 1) * (MAX_WAYS + 1) + ways
    found[1] = STATE_WEIGHTS + at * (MAX_WAYS + 1) + replies
    count = 2
    first, second = np.int64(mine), np.int64(theirs)
    low, high = np.int64(one[1]) & _HINGES, np.int64(one[1] >> HALF_BITS) & _HINGES
    if black:
        first, second = rotated_balls(first), rotated_balls(second)
        low, high = rotated_doors(low), rotated_doors(high) ^ _HINGES
    for row in range(BOARD_SIDE):
        seen = 32 * ((first >> 5 * row) & 31) + ((second >> 5 * row) & 31)
        found[count] = STATE_WEIGHTS + MOBILITY_WEIGHTS + PIT_WEIGHTS + 1024 * row + seen
        count += 1
    north, south = north_east & ALL_PITS, south_west & ALL_PITS
    for side in range(2):
        up = black != (side == 1)
        start = (
            STATE_WEIGHTS
            + MOBILITY_WEIGHTS
            + ((enemy if side else own) - 1) * PIT_TERMS * PIT_COUNT
        )
        left = theirs if side else mine
        ahead, closed = north if up else south, shut >> _U(32 * side)
        while left:
            pit = lowest_bit(left)
            left &= left - ONE
            seen = start + (PIT_COUNT - 1 - pit if up else pit)
            found[count] = -1 - seen if side else seen
            count += 1
            if (ahead >> _U(pit)) & ONE:
                seen += PIT_COUNT
            elif (closed >> _U(pit)) & ONE:
                seen += 2 * PIT_COUNT
            else:
                continue
            found[count] = -1 - seen if side else seen
            count += 1
    begin = SIZE + STAGE_BY_BALLS[own + enemy] * STAGE_FILE_WEIGHTS
    for place in range(len(_FIRST_PITS)):
        pit = _FIRST_PITS[place]
        ours, others = first >> pit, second >> pit
        if place < len(WIDE_BLOCKS):
            ours, others = (ours & 7) | (ours >> 2 & 56), (others & 7) | (others >> 2 & 56)
            doors = (low >> pit & 3) | (high >> pit & 3) << 2
        else:
            ours = (ours & 3) | (ours >> 3 & 12) | (ours >> 6 & 48)
            others = (others & 3) | (others >> 3 & 12) | (others >> 6 & 48)
            doors = (low >> pit & 1) | (low >> pit + 4 & 2)
            doors |= (high >> pit & 1) << 2 | (high >> pit + 4 & 2) << 2
        seen = (_THREE[ours] + 2 * _THREE[others]) * 16 + doors
        found[count] = begin + _STARTS[place] + _PLACE[place, seen]
        count += 1
    low, high = low << 6, high << 6
    for pit in range(PIT_COUNT):
        doors = (low >> pit & 3) | (low >> pit + 3 & 12)
        doors |= ((high >> pit & 3) | (high >> pit + 3 & 12)) << 4
        seen = ((first >> pit & 1) | (second >> pit & 1) << 1) << 8 | doors
        found[count] = begin + _STARTS[len(_FIRST_PITS) + pit] + _PLACE_PIT[pit, seen]
        count += 1
    return count


@njit(**NJIT_OPTIONS)
def weight_sum(found, count, weights):
    """The sum of `count` active weights as from `write_active`, less those of the enemy."""
    total = weights[0] * 0
    for number in range(count):
        place = found[number]
        if place < 0:
            total -= weights[-1 - place]
        else:
            total += weights[place]
    return total


@njit(**NJIT_OPTIONS)
def evaluate(one, weights):
    """The static evaluation in points for the mover of a position that is not over."""
    found = np.empty(MAX_ACTIVE, np.int64)
    return np.int64(weight_sum(found, write_active(one, found), weights))
