"""Sums for the least-squares fit of Othello's weights, in compiled code.

The feature matrix has a 1 for each of the k = INSTANCE_COUNT + 1 weights that a position uses.
"""

import numpy as np
from numba import njit

from rules.games.othello.engine.patterns import MOBILITY_WEIGHT_COUNT
from rules.training.othello.evaluation import (
    INDEX_ROOM,
    INSTANCE_COUNT,
    KIND_STARTS,
    MOBILITY_START,
    write_indices,
)
from rules.training.othello.moves import NJIT_OPTIONS, legal_squares, popcount


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


@njit(**NJIT_OPTIONS)
def weight_sums(found, weights):
    """The sum of the weights of each position, float64, shape (n,): the matrix times `weights`."""
    total = np.zeros(len(found), np.float64)
    for at in range(len(found)):
        for i in range(found.shape[1]):
            total[at] += weights[found[at, i]]
    return total


@njit(**NJIT_OPTIONS)
def error_sums(found, errors, size):
    """The sum of the errors of positions that use each weight, float64, shape (size,).

    That is the transposed matrix times `errors`.
    """
    total = np.zeros(size, np.float64)
    for at in range(len(found)):
        for i in range(found.shape[1]):
            total[found[at, i]] += errors[at]
    return total


@njit(**NJIT_OPTIONS)
def gram_product(found, weights, size):
    """The Gram matrix (transposed matrix times matrix) times `weights`, float64, shape (size,)."""
    total = np.zeros(size, np.float64)
    for at in range(len(found)):
        one = 0.0
        for i in range(found.shape[1]):
            one += weights[found[at, i]]
        for i in range(found.shape[1]):
            total[found[at, i]] += one
    return total
