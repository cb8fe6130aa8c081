"""Whole matches of Flipop in compiled code, in which numbers learn from what is found later."""

import numpy as np
from numba import njit
from numba.core import types

from rules.contract.value import FORCED, WIN
from rules.games.flipop.position import CAP_PLIES
from rules.training.flipop.evaluation import ACTIVE, active, added
from rules.training.flipop.moves import (
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
from rules.training.flipop.search import stood, value

SCALE = 1200.0
"""Points at which two of three matches are won and more: tanh(1) between a loss and a win."""

LAMBDA = 0.7
"""How much the values found later in a match count, the rest being what its search has found."""

STEP = 1.0
"""Part of an error by which the numbers change that have made it, all together, while each of them
has been wrong on one side only; who is wrong on both sides by turns changes less (temporal
coherence)."""

LEAST = 0.02
"""Of the slope of tanh: whoever is sure and wrong is to learn as well."""

ASTRAY, OTHERS = 0.06, 0.3
"""Moves of a match that are made by chance, on average; moves beside which another one, good or
bad, is looked at."""

LONGEST = 700
"""Plies after which a match is broken off and ends as at the cap."""


@njit(**FLAGS)
def expected(points):
    """The result that so many points promise, -1 to 1."""
    return 1.0 if points >= FORCED else -1.0 if points <= -FORCED else np.tanh(points / SCALE)


@njit(**FLAGS)
def corrected(one, result, weights, errors, found):
    """Bring what a position is worth nearer to that result. `errors` are the sums of all errors of
    each number so far, with their signs and without."""
    count = active(one, found)
    before = np.tanh(added(found, count, weights) / SCALE)
    error = np.float32((result - before) * (1 - before * before + LEAST))
    for number in range(count):
        place, own = found[number], error
        if place < 0:
            place, own = -1 - place, -error
        size = errors[1, place]
        steady = abs(errors[0, place]) / size if size > 0 else np.float32(1)
        weights[place] += np.float32(STEP * SCALE / count) * steady * own
        errors[0, place] += own
        errors[1, place] += abs(own)


@njit(**FLAGS)
def since_a_ball_left(one, child, length):
    """The place among those past of the first position since a ball left, after that move."""
    return length + 1 if popcount(child[0]) < popcount(one[0]) else np.int64(0)


@njit(**FLAGS)
def chosen(one, count, depth, weights, work, past, length):
    """The best of the children in work[0] and its value, looked at from any of them on."""
    best, choice = np.int64(-2 * WIN), 0
    first = np.random.randint(count)
    for at in range(count):
        number = (first + at) % count
        child = work[0, number]
        since = since_a_ball_left(one, child, length)
        found = -value(child, depth - 1, 1, -2 * WIN, -best, weights, work, past, since, length + 1)
        if found > best:
            best, choice = found, number
    return choice, best


@njit(**FLAGS)
def result_of(one, length, past, work):
    """1, 0 or -1 for the mover of a position that ends the match; 2 where it goes on."""
    if not one[0] >> HALF or not one[0] & LOWER:
        return -1 if not one[0] >> HALF else 1
    if length >= CAP_PLIES or stood(one, past, np.int64(0), length) >= 2:
        return verdict(one) // WIN
    if stuck(one, work[0], work[1]):
        return verdict(one) // WIN
    return 2


_LEARN = types.int64(
    types.int64, types.int64, types.uint64[:, ::1], types.int64, types.float32[::1]
)  # fmt: skip


@njit(_LEARN, **FLAGS)
def learn(seed, matches, starts, depth, weights):
    """Play so many matches from any of these positions, so many plies deep or one less, and change
    the numbers after each; how many plies there were.

    What a position promises is drawn to what the search there has found and to what came later
    (TD(lambda)), up to a move that chance has made.
    """
    np.random.seed(seed)
    work = np.zeros((PLIES, MOVES, 4), np.uint64)
    past = np.zeros((CAP_PLIES + PLIES, 4), np.uint64)
    path, values = np.zeros((LONGEST, 4), np.uint64), np.zeros(LONGEST)
    strayed, forced = np.zeros(LONGEST, np.bool_), np.zeros(LONGEST, np.bool_)
    errors, places = np.zeros((2, len(weights)), np.float32), np.zeros(ACTIVE, np.int64)
    one, other = np.empty(4, np.uint64), np.empty(4, np.uint64)
    total = 0
    for _ in range(matches):
        put_down(starts[np.random.randint(len(starts))], one)
        length, plies = np.int64(0), 0
        astray = 2 * ASTRAY * np.random.random()
        ahead = max(1, depth - np.random.randint(2))
        while True:
            end = result_of(one, length, past, work)
            if end != 2 or plies == LONGEST:
                break
            put_down(one, path[plies])
            count, choice = children(one, work[0]), 0
            put_down(one, past[length])
            strayed[plies], forced[plies] = False, count == 0
            if count == 0:
                passed(one, work[0])
            else:
                choice, best = chosen(one, count, ahead, weights, work, past, length)
                values[plies] = expected(best)
                strayed[plies] = np.random.random() < astray
                if strayed[plies]:
                    choice = np.random.randint(count)
                elif abs(best) >= FORCED:
                    end = 1 if best > 0 else -1
                    corrected(one, float(end), weights, errors, places)
                    break
                elif np.random.random() < OTHERS:
                    put_down(work[0, np.random.randint(count)], other)
                    if other[0] >> HALF and other[0] & LOWER:
                        since = since_a_ball_left(one, other, length)
                        worth = value(
                            other, ahead - 1, 1, -2 * WIN, 2 * WIN, weights, work, past, since,
                            length + 1,
                        )  # fmt: skip
                        corrected(other, expected(worth), weights, errors, places)
            length = length + 1 - since_a_ball_left(one, work[0, choice], length)
            put_down(work[0, choice], one)
            plies += 1
        result = float(verdict(one) // WIN if end == 2 else end)
        for ply in range(plies - 1, -1, -1):
            if strayed[ply]:
                result = values[ply]
            elif forced[ply]:
                result = -result
            else:
                result = (1 - LAMBDA) * values[ply] - LAMBDA * result
            corrected(path[ply], result, weights, errors, places)
        total += plies
    return total
