"""What the fit of Othello's weights adds up, in compiled code."""

import numpy as np
from numba import njit

from rules.games.othello.engine.patterns import MOBILITY_WEIGHT_COUNT
from rules.training.othello.evaluation import COUNT, MOVES_AT, STARTS, WIDE, indices
from rules.training.othello.moves import FLAGS, legal, popcount


@njit(**FLAGS)
def used(owns, enemies, numbers):
    """The weights that each position uses, by number, shape (n, COUNT + 1)."""
    room = np.empty(WIDE, np.uint16)
    found = np.empty((len(owns), COUNT + 1), np.int32)
    for at in range(len(owns)):
        own, enemy = owns[at], enemies[at]
        indices(own, enemy, room)
        for i in range(COUNT):
            found[at, i] = numbers[STARTS[i] + np.int32(room[i])]
        moves = min(popcount(legal(own, enemy)), MOBILITY_WEIGHT_COUNT - 1)
        found[at, COUNT] = numbers[
            MOVES_AT + MOBILITY_WEIGHT_COUNT * (popcount(~(own | enemy)) & 1) + moves
        ]
    return found


@njit(**FLAGS)
def sums(found, weights):
    """The sum of the weights of each position."""
    total = np.zeros(len(found), np.float64)
    for at in range(len(found)):
        for i in range(found.shape[1]):
            total[at] += weights[found[at, i]]
    return total


@njit(**FLAGS)
def shares(found, errors, size):
    """The sum of the errors of the positions that use each weight."""
    total = np.zeros(size, np.float64)
    for at in range(len(found)):
        for i in range(found.shape[1]):
            total[found[at, i]] += errors[at]
    return total


@njit(**FLAGS)
def image(found, weights, size):
    """The sum of the sums of the positions that use each weight."""
    total = np.zeros(size, np.float64)
    for at in range(len(found)):
        one = 0.0
        for i in range(found.shape[1]):
            one += weights[found[at, i]]
        for i in range(found.shape[1]):
            total[found[at, i]] += one
    return total
