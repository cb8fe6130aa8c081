"""Flipop's judge in compiled code, for training.

It is that of rules/games/flipop/learned.py, written a second time; tests hold both together.
"""

import numpy as np
from numba import njit

from rules.games.flipop.doors import PITS, SIDE
from rules.games.flipop.learned import KINDS, MOST, PLACES, ROOM, STANDS, STATES
from rules.games.flipop.position import EACH
from tests.workshop.training.flipop_moves import (
    ALL,
    FLAGS,
    HALF,
    LOWER,
    NONE,
    ONE,
    TURN,
    lowest,
    open_ways,
    popcount,
)

_U = np.uint64
_CODES = np.full((EACH + 1, EACH + 1, EACH + 1), -1, np.int64)
for _number, _state in enumerate(STATES):
    _CODES[_state] = _number
_MIRRORED = np.array([int(f"{row:05b}"[::-1], 2) for row in range(32)], np.int64)

_LEFT, _RIGHT = (
    _U(sum(1 << pit for pit in range(PITS) if pit % SIDE == column) * (1 | 1 << 32))
    for column in (0, SIDE - 1)
)
"""The columns at the sides, in both halves."""


@njit(**FLAGS)
def opposite(balls):
    """The pits that touch a corner of a ball's pit, by halves."""
    inner_left, inner_right = balls & ~_LEFT, balls & ~_RIGHT
    return (
        (inner_right << _U(6))
        | (inner_left << _U(4))
        | (inner_right >> _U(4))
        | (inner_left >> _U(6))
    )


@njit(**FLAGS)
def room_of(balls, north_east, south_west):
    """The ways open to balls of one side."""
    both = balls | (balls << HALF)
    return min(popcount(north_east & both) + popcount(south_west & both), MOST)


@njit(**FLAGS)
def judged(one, weights):
    """Points for the mover of a position that is not over."""
    black = (one[1] & TURN) != NONE
    balls, (north_east, south_west) = one[0], open_ways(one[1])
    somewhere = north_east | south_west
    somewhere = (somewhere | (somewhere >> HALF)) & ALL
    shut = balls & ~(somewhere | (somewhere << HALF))
    freed = shut & opposite(balls)
    mine, theirs = balls & LOWER, balls >> HALF
    own, enemy = popcount(mine), popcount(theirs)
    state = _CODES[own, popcount(shut & LOWER), popcount(freed & LOWER)]
    other = _CODES[enemy, popcount(shut >> HALF), popcount(freed >> HALF)]
    total = np.int64(weights[len(STATES) * state + other])
    ways = room_of(mine, north_east, south_west)
    replies = room_of(theirs, north_east, south_west)
    at = ((own - 1) * EACH + enemy - 1) * (MOST + 1) + ways
    total += weights[STANDS + at * (MOST + 1) + replies]
    for line in range(SIDE):
        first = np.int64((mine >> _U(5 * line)) & _U(31))
        second = np.int64((theirs >> _U(5 * line)) & _U(31))
        row = line
        if black:
            row, first, second = SIDE - 1 - line, _MIRRORED[first], _MIRRORED[second]
        total += weights[STANDS + ROOM + PLACES + 1024 * row + 32 * first + second]
    north, south = north_east & ALL, south_west & ALL
    for side in range(2):
        up = black != (side == 1)
        start = STANDS + ROOM + ((enemy if side else own) - 1) * KINDS * PITS
        sign = -1 if side else 1
        left = theirs if side else mine
        ahead, closed = north if up else south, shut >> _U(32 * side)
        while left:
            pit = lowest(left)
            left &= left - ONE
            seen = start + (PITS - 1 - pit if up else pit)
            total += sign * weights[seen]
            if (ahead >> _U(pit)) & ONE:
                total += sign * weights[seen + PITS]
            elif (closed >> _U(pit)) & ONE:
                total += sign * weights[seen + 2 * PITS]
    return total
