"""Flipop's judge and alpha-beta in compiled code, for training.

The judge is that of rules/games/flipop/learned.py, written a second time; tests hold both together.
"""

import numpy as np
from numba import njit
from numba.core import types

from rules.games.flipop import CAP
from rules.games.flipop.batch import CIRCLE as _CIRCLE
from rules.games.flipop.doors import PITS, SIDE
from rules.games.flipop.learned import KINDS, MOST, PLACES, ROOM, STANDS, STATES
from rules.games.flipop.position import EACH
from rules.value import WIN
from tests.workshop.training.flipop_moves import (
    ALL,
    FLAGS,
    HALF,
    LOWER,
    NONE,
    ONE,
    TURN,
    children,
    lowest,
    open_ways,
    passed,
    popcount,
    put_down,
    stuck,
    verdict,
)

_U = np.uint64
CIRCLE = int(_CIRCLE)

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


@njit(**FLAGS)
def at_rest(one, ply, weights, spare, out):
    """The judge's points, or what an end is worth."""
    if not one[0] >> HALF:
        return -WIN + ply
    if not one[0] & LOWER:
        return WIN - ply
    if stuck(one, spare, out):
        return sooner(verdict(one), ply)
    return judged(one, weights)


@njit(**FLAGS)
def sooner(end, ply):
    """An end that is reached after so many plies."""
    return end - ply if end > 0 else end + ply if end < 0 else 0


@njit(**FLAGS)
def stood(one, past, begun, length):
    """How often a position is among those past, from `begun` on."""
    found = 0
    for at in range(length - 2, begun - 1, -2):
        if (
            past[at, 0] == one[0] and past[at, 1] == one[1]
            and past[at, 2] == one[2] and past[at, 3] == one[3]
        ):  # fmt: skip
            found += 1
    return found


_VALUE = types.int64(
    types.uint64[::1], *[types.int64] * 4, types.int32[::1], types.uint64[:, :, ::1],
    types.uint64[:, ::1], types.int64, types.int64,
)  # fmt: skip


@njit(_VALUE, **FLAGS)
def value(one, depth, ply, alpha, beta, weights, work, past, begun, length):
    """Alpha-beta so many plies deep; a pass is no ply.

    Rows `begun` to `length` of `past` are the positions before this one since a ball left; who
    comes back to one of them, or to the cap, is taken to go round until the match ends (FP-13).
    """
    out = work[ply]
    if depth <= 0:
        return at_rest(one, ply, weights, work[ply + 1], out)
    if not one[0] >> HALF:
        return -WIN + ply
    if not one[0] & LOWER:
        return WIN - ply
    if ply and (length - begun >= CAP or stood(one, past, begun, length)):
        return verdict(one) // WIN * CIRCLE
    count = children(one, out)
    put_down(one, past[length])
    if count == 0:
        if stuck(one, out, work[ply + 1]):
            return sooner(verdict(one), ply)
        passed(one, out)
        return -value(out[0], depth, ply + 1, -beta, -alpha, weights, work, past, begun, length + 1)
    hopes = np.empty(count, np.int64)
    if depth > 1:
        for number in range(count):
            child = out[number]
            if not child[0] & LOWER:
                hopes[number] = -WIN
            elif not child[0] >> HALF:
                hopes[number] = WIN
            else:
                hopes[number] = -judged(child, weights)
    balls = popcount(one[0])
    best = np.int64(-2 * WIN)
    for at in range(count):
        if depth > 1:
            top = at
            for later in range(at + 1, count):
                if hopes[later] > hopes[top]:
                    top = later
            if top != at:
                hopes[top] = hopes[at]
                for word in range(4):
                    out[at, word], out[top, word] = out[top, word], out[at, word]
        since = length + 1 if popcount(out[at, 0]) < balls else begun
        found = -value(
            out[at], depth - 1, ply + 1, -beta, -max(alpha, best), weights, work, past, since,
            length + 1,
        )  # fmt: skip
        if found > best:
            best = found
            if best >= beta:
                break
    return best
