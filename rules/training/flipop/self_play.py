"""Self-play of Flipop in compiled code, in which weights learn by temporal differences."""

import numpy as np
from numba import njit
from numba.core import types

from rules.contract.value import FORCED, WIN
from rules.games.flipop.position import CAP_PLIES
from rules.training.compiled import NJIT_OPTIONS, popcount
from rules.training.flipop.evaluation import MAX_ACTIVE, weight_sum, write_active
from rules.training.flipop.moves import (
    HALF_BITS,
    LOWER_HALF,
    MAX_LEGAL_MOVES,
    MAX_SEARCH_PLIES,
    copy_position,
    is_stuck,
    lead_score,
    write_children,
    write_pass,
)
from rules.training.flipop.search import alpha_beta, count_repetitions

TANH_POINTS = 1200.0
"""Points whose expected result is tanh(1), between -1 (loss) and 1 (win)."""

_TD_LAMBDA = 0.7
"""The lambda of TD(lambda)."""

_LEARNING_RATE = 1.0
"""The share of an error that all active weights together correct, as long as their errors have one
sign. Weights with errors of both signs change less: temporal coherence (Beal, Smith 1999)."""

_LEAST_SLOPE = 0.02
"""The least slope of tanh, so that certain but wrong evaluations learn too."""

_RANDOM_MOVES, _SIDE_LOOKS = 0.06, 0.3
"""Mean share of random moves; share of moves beside which a random one is searched too."""

_MAX_MATCH_PLIES = 700
"""Most plies of a match; a longer one ends as at the cap."""


@njit(**NJIT_OPTIONS)
def expected_result(points):
    """The expected result, -1 to 1, of a score in points."""
    return 1.0 if points >= FORCED else -1.0 if points <= -FORCED else np.tanh(points / TANH_POINTS)


@njit(**NJIT_OPTIONS)
def correct_weights(one, result, weights, errors, found):
    """Move the evaluation of a position toward `result`, -1 to 1, by changing its active weights.

    `errors`, float32, shape (2, WEIGHT_COUNT): the sums of each weight's errors so far and of their
    absolute values. `found`, int64, shape (MAX_ACTIVE,), is overwritten.
    """
    count = write_active(one, found)
    before = np.tanh(weight_sum(found, count, weights) / TANH_POINTS)
    error = np.float32((result - before) * (1 - before * before + _LEAST_SLOPE))
    for number in range(count):
        place, own = found[number], error
        if place < 0:
            place, own = -1 - place, -error
        size = errors[1, place]
        steady = abs(errors[0, place]) / size if size > 0 else np.float32(1)
        weights[place] += np.float32(_LEARNING_RATE * TANH_POINTS / count) * steady * own
        errors[0, place] += own
        errors[1, place] += abs(own)


@njit(**NJIT_OPTIONS)
def since_ball_left(one, child, length):
    """The index in `past` of the first position since a ball left, after the move to `child`."""
    return length + 1 if popcount(child[0]) < popcount(one[0]) else np.int64(0)


@njit(**NJIT_OPTIONS)
def best_child(one, count, depth, weights, work, past, length):
    """The index of the best of `count` children in work[0], and its score; ties fall at random."""
    best, choice = np.int64(-2 * WIN), 0
    first = np.random.randint(count)
    for at in range(count):
        number = (first + at) % count
        child = work[0, number]
        since = since_ball_left(one, child, length)
        found = -alpha_beta(
            child, depth - 1, 1, -2 * WIN, -best, weights, work, past, since, length + 1
        )
        if found > best:
            best, choice = found, number
    return choice, best


@njit(**NJIT_OPTIONS)
def result_of(one, length, past, work):
    """The result for the mover, 1, 0 or -1, if the match is over; otherwise 2."""
    if not one[0] >> HALF_BITS or not one[0] & LOWER_HALF:
        return -1 if not one[0] >> HALF_BITS else 1
    if length >= CAP_PLIES or count_repetitions(one, past, np.int64(0), length) >= 2:
        return lead_score(one) // WIN
    if is_stuck(one, work[0], work[1]):
        return lead_score(one) // WIN
    return 2


_LEARN = types.int64(
    types.int64, types.int64, types.uint64[:, ::1], types.int64, types.float32[::1]
)  # fmt: skip


@njit(_LEARN, **NJIT_OPTIONS)
def learn(seed, matches, starts, depth, weights):
    """Play `matches` matches and change `weights` after each by TD(lambda); returns all plies.

    Each starts from a random row of `starts`, uint64, shape (n, 4), and searches `depth` plies or
    one less. `weights`: float32, shape (WEIGHT_COUNT,), in points. Labels before a random move
    ignore what follows it.
    """
    np.random.seed(seed)
    work = np.zeros((MAX_SEARCH_PLIES, MAX_LEGAL_MOVES, 4), np.uint64)
    past = np.zeros((CAP_PLIES + MAX_SEARCH_PLIES, 4), np.uint64)
    path, values = np.zeros((_MAX_MATCH_PLIES, 4), np.uint64), np.zeros(_MAX_MATCH_PLIES)
    strayed, forced = np.zeros(_MAX_MATCH_PLIES, np.bool_), np.zeros(_MAX_MATCH_PLIES, np.bool_)
    errors, places = np.zeros((2, len(weights)), np.float32), np.zeros(MAX_ACTIVE, np.int64)
    one, other = np.empty(4, np.uint64), np.empty(4, np.uint64)
    total = 0
    for _ in range(matches):
        copy_position(starts[np.random.randint(len(starts))], one)
        length, plies = np.int64(0), 0
        astray = 2 * _RANDOM_MOVES * np.random.random()
        ahead = max(1, depth - np.random.randint(2))
        while True:
            end = result_of(one, length, past, work)
            if end != 2 or plies == _MAX_MATCH_PLIES:
                break
            copy_position(one, path[plies])
            count, choice = write_children(one, work[0]), 0
            copy_position(one, past[length])
            strayed[plies], forced[plies] = False, count == 0
            if count == 0:
                write_pass(one, work[0])
            else:
                choice, best = best_child(one, count, ahead, weights, work, past, length)
                values[plies] = expected_result(best)
                strayed[plies] = np.random.random() < astray
                if strayed[plies]:
                    choice = np.random.randint(count)
                elif abs(best) >= FORCED:
                    end = 1 if best > 0 else -1
                    correct_weights(one, float(end), weights, errors, places)
                    break
                elif np.random.random() < _SIDE_LOOKS:
                    copy_position(work[0, np.random.randint(count)], other)
                    if other[0] >> HALF_BITS and other[0] & LOWER_HALF:
                        since = since_ball_left(one, other, length)
                        worth = alpha_beta(
                            other, ahead - 1, 1, -2 * WIN, 2 * WIN, weights, work, past, since,
                            length + 1,
                        )  # fmt: skip
                        correct_weights(other, expected_result(worth), weights, errors, places)
            length = length + 1 - since_ball_left(one, work[0, choice], length)
            copy_position(work[0, choice], one)
            plies += 1
        result = float(lead_score(one) // WIN if end == 2 else end)
        for ply in range(plies - 1, -1, -1):
            if strayed[ply]:
                result = values[ply]
            elif forced[ply]:
                result = -result
            else:
                result = (1 - _TD_LAMBDA) * values[ply] - _TD_LAMBDA * result
            correct_weights(path[ply], result, weights, errors, places)
        total += plies
    return total
