"""Flipop's alpha-beta search in compiled code, for training. Positions are as in moves.py."""

import numpy as np
from numba import njit
from numba.core import types

from rules.contract.value import WIN
from rules.games.flipop.engine.batch import CYCLE_POINTS as _CIRCLE
from rules.games.flipop.position import CAP_PLIES
from rules.training.compiled import NJIT_OPTIONS, popcount
from rules.training.flipop.evaluation import evaluate
from rules.training.flipop.moves import (
    HALF_BITS,
    LOWER_HALF,
    copy_position,
    is_stuck,
    lead_score,
    write_children,
    write_pass,
)

CYCLE_SCORE = int(_CIRCLE)
"""Points for a line that repeats until the match ends by balls left (FP-13)."""


@njit(**NJIT_OPTIONS)
def leaf_value(one, ply, weights, spare, out):
    """The score of a leaf in points: the evaluation, or the end of the match."""
    if not one[0] >> HALF_BITS:
        return -WIN + ply
    if not one[0] & LOWER_HALF:
        return WIN - ply
    if is_stuck(one, spare, out):
        return ply_adjusted(lead_score(one), ply)
    return evaluate(one, weights)


@njit(**NJIT_OPTIONS)
def ply_adjusted(end, ply):
    """The score of an end that is reached after `ply` plies: nearer wins count more."""
    return end - ply if end > 0 else end + ply if end < 0 else 0


@njit(**NJIT_OPTIONS)
def count_repetitions(one, past, begun, length):
    """Count how often `one` occurs in rows `begun` to `length` of `past` with the same mover."""
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


@njit(_VALUE, **NJIT_OPTIONS)
def alpha_beta(one, depth, ply, alpha, beta, weights, work, past, begun, length):
    """The alpha-beta score in points for the mover, `depth` plies deep; a pass is no ply.

    `work`: uint64, shape (MAX_SEARCH_PLIES, MAX_LEGAL_MOVES, 4), is overwritten. Rows `begun` to
    `length` of `past`, uint64, shape (CAP + MAX_SEARCH_PLIES, 4), are the positions since a ball
    left. A repetition of one of them, or the cap, counts as CYCLE_SCORE (FP-13).
    """
    out = work[ply]
    if depth <= 0:
        return leaf_value(one, ply, weights, work[ply + 1], out)
    if not one[0] >> HALF_BITS:
        return -WIN + ply
    if not one[0] & LOWER_HALF:
        return WIN - ply
    if ply and (length - begun >= CAP_PLIES or count_repetitions(one, past, begun, length)):
        return lead_score(one) // WIN * CYCLE_SCORE
    count = write_children(one, out)
    copy_position(one, past[length])
    if count == 0:
        if is_stuck(one, out, work[ply + 1]):
            return ply_adjusted(lead_score(one), ply)
        write_pass(one, out)
        return -alpha_beta(
            out[0], depth, ply + 1, -beta, -alpha, weights, work, past, begun, length + 1
        )
    hopes = np.empty(count, np.int64)
    if depth > 1:
        for number in range(count):
            child = out[number]
            if not child[0] & LOWER_HALF:
                hopes[number] = -WIN
            elif not child[0] >> HALF_BITS:
                hopes[number] = WIN
            else:
                hopes[number] = -evaluate(child, weights)
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
        found = -alpha_beta(
            out[at], depth - 1, ply + 1, -beta, -max(alpha, best), weights, work, past, since,
            length + 1,
        )  # fmt: skip
        if found > best:
            best = found
            if best >= beta:
                break
    return best
