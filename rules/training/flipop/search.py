"""Flipop's alpha-beta in compiled code, for training."""

import numpy as np
from numba import njit
from numba.core import types

from rules.contract.value import WIN
from rules.games.flipop.engine.batch import CYCLE_POINTS as _CIRCLE
from rules.games.flipop.position import CAP_PLIES
from rules.training.flipop.evaluation import judged
from rules.training.flipop.moves import (
    FLAGS,
    HALF,
    LOWER,
    children,
    passed,
    popcount,
    put_down,
    stuck,
    verdict,
)

CIRCLE = int(_CIRCLE)


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
    types.uint64[::1], *[types.int64] * 4, types.float32[::1], types.uint64[:, :, ::1],
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
    if ply and (length - begun >= CAP_PLIES or stood(one, past, begun, length)):
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
