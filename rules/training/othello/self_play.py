"""Self-play of Othello in compiled code, for training.

Boards, `weights`, `scales` and scores are as in search.py.
"""

import numpy as np
from numba import njit

from rules.training.compiled import NJIT_OPTIONS, popcount
from rules.training.othello.moves import child, final_score, legal_squares
from rules.training.othello.search import INFINITY, alpha_beta, exact_score, work_arrays

_U = np.uint64

_DECIDED_POINTS, _HOPELESS_POINTS = np.int64(3000), np.int64(4500)
"""Points above which a position is decided and left out, and above which a match is broken off."""


@njit(**NJIT_OPTIONS)
def varied_positions(count, seed, weights, scales):
    """Positions of `count` matches: own and enemy bitboards, uint64, shape (count, 60).

    Column n has the position with n + 4 discs, or 0 if it was left out. A match begins with 2 to 25
    random plies, few more often than many. Then moves come from searches of 1 or 2 plies, up to a
    tenth of them random. It ends when one side is hopelessly behind. The first six plies and
    decided positions are left out.
    """
    np.random.seed(seed)
    owns = np.zeros((count, 60), np.uint64)
    enemies = np.zeros((count, 60), np.uint64)
    room = work_arrays()
    for at in range(count):
        own, enemy = _U(0x0000000810000000), _U(0x0000001008000000)
        free = min(np.random.randint(2, 26), np.random.randint(2, 26))
        chance = 0.03 * np.random.randint(4)
        depth = 1 if np.random.random() < 0.5 else 2
        while True:
            squares = legal_squares(own, enemy)
            if not squares:
                if not legal_squares(enemy, own):
                    break
                own, enemy = enemy, own
                continue
            column, choices = popcount(own | enemy) - 4, popcount(squares)
            if column < free or np.random.random() < chance:
                if column >= 6:
                    owns[at, column], enemies[at, column] = own, enemy
                own, enemy = child(own, enemy, np.random.randint(choices))
                continue
            best, chosen = _best(own, enemy, depth, weights, scales, room)
            if abs(best) < _DECIDED_POINTS:
                owns[at, column], enemies[at, column] = own, enemy
            elif abs(best) > _HOPELESS_POINTS:
                break
            own, enemy = child(own, enemy, chosen)
    return owns, enemies


@njit(**NJIT_OPTIONS)
def _best(own, enemy, depth, weights, scales, room):
    """The score of the best move at `depth`, and its index in the order of squares."""
    best, chosen = -INFINITY, 0
    for number in range(popcount(legal_squares(own, enemy))):
        one, two = child(own, enemy, number)
        found = -alpha_beta(one, two, depth - 1, -INFINITY, -best, weights, scales, room, 0)
        if found > best:
            best, chosen = found, number
    return best, chosen


@njit(**NJIT_OPTIONS)
def outcomes(owns, enemies, depth, first, weights, scales):
    """Play on from positions, shape (n,) each, and return final scores for the movers, int64, (n,).

    Moves come from searches of `depth` plies; the last ten or eleven empty squares are solved. Both
    players err equally often. With `first` the mover errs first and the enemy last. Without it the
    first move is searched two plies deeper: the enemy errs first, the mover last. Later errors
    cost more; the mean of both runs favours nobody.
    """
    room = work_arrays()
    found = np.empty(len(owns), np.int64)
    for at in range(len(owns)):
        own, enemy, sign = owns[at], enemies[at], 1
        last = 10 + ((popcount(own | enemy) & 1) ^ (0 if first else 1))
        ahead = depth if first else depth + 2
        while True:
            squares = legal_squares(own, enemy)
            if not squares and not legal_squares(enemy, own):
                found[at] = sign * final_score(own, enemy)
                break
            if popcount(~(own | enemy)) <= last:
                found[at] = sign * exact_score(own, enemy, -6400, 6400, room[1], 0)
                break
            sign = -sign
            if not squares:
                own, enemy = enemy, own
                continue
            _, chosen = _best(own, enemy, ahead, weights, scales, room)
            own, enemy = child(own, enemy, chosen)
            ahead = depth
    return found
