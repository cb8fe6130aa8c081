"""Self-play of Othello in compiled code, for training."""

import numpy as np
from numba import njit

from rules.training.othello.moves import FLAGS, child, final, legal, popcount
from rules.training.othello.search import WORST, rooms, solved, value

_U = np.uint64

CLEAR, HOPELESS = np.int64(3000), np.int64(4500)
"""Hundredths of a disc beyond which a position is decided and teaches nothing."""

PASSED = np.int64(100_001)
"""Instead of the value of a position in which the mover passes."""


@njit(**FLAGS)
def matches(count, seed, depth, exact, chance, fade, weights, scales):
    """Self-play: positions and their labels, a row each; how many rows are filled.

    A match begins with 4 to 20 random plies. Then a move is the best at `depth`, or with this
    chance any other; with `exact` empty fields or fewer it is the best of all. Labels are in
    hundredths for the mover: TD(fade) on the values of the search, cut where a move was not the
    best, exact at the end.
    """
    np.random.seed(seed)
    owns = np.empty(62 * count, np.uint64)
    enemies = np.empty(62 * count, np.uint64)
    labels = np.empty(62 * count, np.float32)
    room = rooms()
    mine = np.empty(80, np.uint64)
    other = np.empty(80, np.uint64)
    seen = np.empty(80, np.int64)
    cut = np.empty(80, np.bool_)
    filled = 0
    for _ in range(count):
        own, enemy = _U(0x0000000810000000), _U(0x0000001008000000)
        free = 4 + np.random.randint(17)
        length = 0
        while True:
            fields = legal(own, enemy)
            if not fields:
                if not legal(enemy, own):
                    break
                if free > 0:
                    own, enemy = enemy, own
                    continue
            if free > 0:
                free -= 1
                own, enemy = child(own, enemy, np.random.randint(popcount(fields)))
                continue
            mine[length], other[length], cut[length] = own, enemy, False
            ending = popcount(~(own | enemy)) <= exact
            if not fields:
                seen[length] = PASSED
                length += 1
                own, enemy = enemy, own
                continue
            choices = popcount(fields)
            best, chosen = -WORST, 0
            for number in range(choices):
                one, two = child(own, enemy, number)
                if ending:
                    found = -solved(one, two, -6400, -best, room[1], 0)
                else:
                    found = -value(one, two, depth - 1, -WORST, -best, weights, scales, room, 0)
                if found > best:
                    best, chosen = found, number
            seen[length] = best
            if not ending and np.random.random() < chance:
                chosen = np.random.randint(choices)
                cut[length] = True
            length += 1
            own, enemy = child(own, enemy, chosen)
        label = float(final(own, enemy))
        for at in range(length - 1, -1, -1):
            label = -label
            if seen[at] != PASSED:
                label = float(seen[at]) if cut[at] else (1.0 - fade) * seen[at] + fade * label
            owns[filled], enemies[filled], labels[filled] = mine[at], other[at], label
            filled += 1
    return owns[:filled], enemies[:filled], labels[:filled]


@njit(**FLAGS)
def various(count, seed, weights, scales):
    """Positions of so many matches, shapes (count, 60): column n has the one with n + 4 discs, a
    board without discs where there is none.

    A match begins with 2 to 25 random plies, rather few than many, and goes on by moves that look
    1 or 2 plies ahead, of which up to a tenth are random in some matches. It is broken off where
    one side is hopelessly behind; the first six plies and decided positions are left out.
    """
    np.random.seed(seed)
    owns = np.zeros((count, 60), np.uint64)
    enemies = np.zeros((count, 60), np.uint64)
    room = rooms()
    for at in range(count):
        own, enemy = _U(0x0000000810000000), _U(0x0000001008000000)
        free = min(np.random.randint(2, 26), np.random.randint(2, 26))
        chance = 0.03 * np.random.randint(4)
        depth = 1 if np.random.random() < 0.5 else 2
        while True:
            fields = legal(own, enemy)
            if not fields:
                if not legal(enemy, own):
                    break
                own, enemy = enemy, own
                continue
            column, choices = popcount(own | enemy) - 4, popcount(fields)
            if column < free or np.random.random() < chance:
                if column >= 6:
                    owns[at, column], enemies[at, column] = own, enemy
                own, enemy = child(own, enemy, np.random.randint(choices))
                continue
            best, chosen = _best(own, enemy, depth, weights, scales, room)
            if abs(best) < CLEAR:
                owns[at, column], enemies[at, column] = own, enemy
            elif abs(best) > HOPELESS:
                break
            own, enemy = child(own, enemy, chosen)
    return owns, enemies


@njit(**FLAGS)
def _best(own, enemy, depth, weights, scales, room):
    """The value of the best move that far ahead, and its number."""
    best, chosen = -WORST, 0
    for number in range(popcount(legal(own, enemy))):
        one, two = child(own, enemy, number)
        found = -value(one, two, depth - 1, -WORST, -best, weights, scales, room, 0)
        if found > best:
            best, chosen = found, number
    return best, chosen


@njit(**FLAGS)
def outcomes(owns, enemies, depth, first, weights, scales):
    """For the movers, how matches end that go on from these positions by moves of that depth, and
    with ten or eleven empty fields exactly.

    The mover and the other err equally often. With `first` the mover errs first and the other last;
    without it the first move looks two plies farther, so that the other errs first and the mover
    last: whoever errs later loses more by it, and the mean of both leans to nobody.
    """
    room = rooms()
    found = np.empty(len(owns), np.int64)
    for at in range(len(owns)):
        own, enemy, sign = owns[at], enemies[at], 1
        last = 10 + ((popcount(own | enemy) & 1) ^ (0 if first else 1))
        ahead = depth if first else depth + 2
        while True:
            fields = legal(own, enemy)
            if not fields and not legal(enemy, own):
                found[at] = sign * final(own, enemy)
                break
            if popcount(~(own | enemy)) <= last:
                found[at] = sign * solved(own, enemy, -6400, 6400, room[1], 0)
                break
            sign = -sign
            if not fields:
                own, enemy = enemy, own
                continue
            _, chosen = _best(own, enemy, ahead, weights, scales, room)
            own, enemy = child(own, enemy, chosen)
            ahead = depth
    return found
