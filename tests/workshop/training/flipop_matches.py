"""Whole matches of Flipop in compiled code."""

import numpy as np
from numba import njit
from numba.core import types

from rules.games.flipop.position import CAP
from rules.value import FORCED, WIN
from tests.workshop.training.flipop_moves import (
    FLAGS,
    HALF,
    LOWER,
    MOVES,
    PLIES,
    children,
    passed,
    popcount,
    put_down,
    stuck,
    verdict,
)
from tests.workshop.training.flipop_search import stood, value


@njit(**FLAGS)
def chosen(one, count, depth, weights, work, past, length):
    """The best of the children in work[0] and its value, looked at from any of them on."""
    balls, best, choice = popcount(one[0]), np.int64(-2 * WIN), 0
    first = np.random.randint(count)
    for at in range(count):
        number = (first + at) % count
        child = work[0, number]
        since = length + 1 if popcount(child[0]) < balls else np.int64(0)
        found = -value(child, depth - 1, 1, -2 * WIN, -best, weights, work, past, since, length + 1)
        if found > best:
            best, choice = found, number
    return choice, best


@njit(**FLAGS)
def winner(start, first, second, depths, work, past):
    """1 if the player wins who begins, -1 if the other does, else 0.

    A match in which an end is seen is broken off. `depths` are those of both players.
    """
    one, sign, length = np.empty(4, np.uint64), np.int64(1), np.int64(0)
    put_down(start, one)
    while True:
        if not one[0] >> HALF or not one[0] & LOWER:
            return sign if one[0] >> HALF else -sign
        if length >= CAP or stood(one, past, np.int64(0), length) >= 2:
            return sign * verdict(one) // WIN
        count, choice = children(one, work[0]), 0
        put_down(one, past[length])
        if count == 0:
            if stuck(one, work[0], work[1]):
                return sign * verdict(one) // WIN
            passed(one, work[0])
        elif count > 1:
            weights, depth = (first, depths[0]) if sign > 0 else (second, depths[1])
            choice, best = chosen(one, count, depth, weights, work, past, length)
            if abs(best) >= FORCED:
                return sign if best > 0 else -sign
        length = 0 if popcount(work[0, choice, 0]) < popcount(one[0]) else length + 1
        put_down(work[0, choice], one)
        sign = -sign


_PAIR = types.float64(
    types.int64,
    types.uint64[::1],
    types.int32[::1],
    types.int32[::1],
    types.UniTuple(types.int64, 2),
)


@njit(_PAIR, **FLAGS)
def pair(seed, start, first, second, depths):
    """What the first player makes of two matches from that position with colours changed, -1 to 1;
    the players look so many plies ahead, two at least."""
    np.random.seed(seed)
    work = np.zeros((PLIES, MOVES, 4), np.uint64)
    past = np.zeros((CAP + PLIES, 4), np.uint64)
    score = 0
    for begins in (1, -1):
        score += begins * winner(start, first, second, depths, work, past)
        first, second = second, first
        depths = depths[1], depths[0]
    return score / 2
