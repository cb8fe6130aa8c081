"""Whole matches of Flipop in compiled code, and what their positions are to the fit."""

import numpy as np
from numba import njit

from rules.games.flipop import CAP
from rules.games.flipop.doors import SIDE
from rules.games.flipop.learned import MOST, SIZE, STANDS, STATES
from rules.games.flipop.position import EACH
from rules.value import FORCED, WIN
from tests.workshop.training.flipop_engine import (
    FLAGS,
    HALF,
    LOWER,
    MOVES,
    PLIES,
    WIDE,
    at_rest,
    children,
    passed,
    places,
    popcount,
    singles,
    value,
    verdict,
)

SCALE = 180.0
"""Points that are odds of e to one."""

LONGEST = 400
"""Plies of a match that are kept, at most."""

COARSE = SIZE
COARSE_STATES, COARSE_WAYS = COARSE + EACH * EACH, COARSE + EACH * EACH + len(STATES)
COARSE_SIZE = COARSE_WAYS + EACH * (MOST + 1) - COARSE
"""Numbers of the fit that are put into those of the judge: by own and enemy balls, by the state of
a side, by its balls and open ways."""

OWN = 2 + SIDE + 2 * EACH + 3
COLUMNS = OWN + 2 * EACH + 2
"""Of the fit: those that are added, and all."""


@njit(**FLAGS)
def times_before(one, past, length):
    """How often a position is among the past ones."""
    found = 0
    for at in range(length):
        if (
            past[at, 0] == one[0] and past[at, 1] == one[1]
            and past[at, 2] == one[2] and past[at, 3] == one[3]
        ):  # fmt: skip
            found += 1
    return found


@njit(**FLAGS)
def chosen(count, depth, past, length, weights, work, room):
    """The best of the children in work[0] and its value, equal ones at random; a third occurrence
    is worth what the rules say (FP-13)."""
    out = work[0]
    hopes = np.empty(count, np.float64)
    for number in range(count):
        hopes[number] = (
            -at_rest(out[number], 1, weights, room, work[2], work[1]) + np.random.random()
        )
    best, choice = -2 * WIN, 0
    for number in np.argsort(-hopes):
        if times_before(out[number], past, length) >= 2:
            found = -verdict(out[number])
        elif depth == 1:
            found = np.int64(np.floor(hopes[number]))
        else:
            found = -value(out[number], depth - 1, 1, -2 * WIN, -best, weights, work, room)
        if found > best:
            best, choice = found, number
    return choice, best


@njit(**FLAGS)
def matches(count, seed, start, players, tame, depth, wild, share, fade):
    """Matches from the opening to their ends: positions, shape (n, 4), the mover's chances, and how
    many matches ended by balls off, third occurrence, cap and want of moves.

    Each match is begun by any two of the `players` (rows of numbers) who look one or two plies
    ahead and often err, for up to `wild` plies; it is played on without errors `depth` plies ahead,
    by the first of the players against himself or one of the first `tame`. From there on a `share`
    of the positions is kept. A match in which an end is seen is broken off. Chances are TD(fade) on
    the values of the looks ahead, certain where the match ends.
    """
    np.random.seed(seed)
    size = max(64, np.int64(count * 120 * share))
    found, labels = np.empty((size, 4), np.uint64), np.empty(size, np.float32)
    work = np.zeros((PLIES, MOVES, 4), np.uint64)
    room = np.zeros(2 * WIDE, np.int64)
    past = np.zeros((CAP + 2, 4), np.uint64)
    one = np.zeros(4, np.uint64)
    stood, hopes = np.zeros((LONGEST, 4), np.uint64), np.zeros(LONGEST, np.float64)
    ends = np.zeros(4, np.int64)
    filled = 0
    for _ in range(count):
        one[:] = start
        sides = np.array([np.random.randint(len(players)), np.random.randint(len(players))])
        errors = 0.6 * np.random.random() ** 2
        switch = np.int64(np.floor((wild + 1) * np.random.random() ** 2))
        kept, length, ply, mover = 0, 0, 0, 0
        while True:
            past[length] = one
            length += 1
            if ply == switch:
                sides[:] = 0
                if np.random.random() < 0.5:
                    sides[np.random.randint(2)] = np.random.randint(tame)
            if not one[0] >> HALF or not one[0] & LOWER:
                last = 0.0 if one[0] & LOWER else 1.0
                ends[0] += 1
                break
            if times_before(one, past, length) >= 3 or length > CAP or kept == LONGEST:
                last = 0.5 + verdict(one) / (2 * WIN)
                ends[1 if length <= CAP else 2] += 1
                break
            moves = children(one, work[0])
            best, choice = np.int64(2 * WIN), 0
            if moves == 0:
                passed(one, work[0])
                if not singles(work[0, 0]) and children(work[0, 0], work[1]) == 0:
                    last = 0.5 + verdict(one) / (2 * WIN)
                    ends[3] += 1
                    break
            elif ply < switch and np.random.random() < errors:
                choice = np.random.randint(moves)
            else:
                far = depth if ply >= switch else 1 + np.random.randint(2)
                choice, best = chosen(moves, far, past, length, players[sides[mover]], work, room)
            if ply >= switch:
                if moves and abs(best) >= FORCED:
                    last = 1.0 if best > 0 else 0.0
                    ends[0] += 1
                    break
                stood[kept], hopes[kept] = one, best
                kept += 1
            if popcount(work[0, choice, 0]) < popcount(one[0]):
                length = 0
            one[:] = work[0, choice]
            ply, mover = ply + 1, 1 - mover
        for at in range(kept - 1, -1, -1):
            last = 1.0 - last
            if hopes[at] < WIN:
                last = fade * last + (1.0 - fade) / (1.0 + np.exp(-hopes[at] / SCALE))
            if np.random.random() < share and filled < size:
                found[filled], labels[filled] = stood[at], last
                filled += 1
    return found[:filled], labels[:filled], ends


@njit(**FLAGS)
def columns(batch, folded):
    """The places of each position of a batch, -1 for none: the mover's and what both share, then
    the enemy's, shape (n, COLUMNS); after those of the judge the coarse ones of the fit."""
    room = np.zeros(2 * WIDE, np.int64)
    one = np.zeros(4, np.uint64)
    found = np.full((batch.shape[1], COLUMNS), -1, np.int16)
    for at in range(batch.shape[1]):
        for word in range(4):
            one[word] = batch[word, at]
        plus, count = places(one, room)
        stand, ways = room[0], room[1] - STANDS
        mine, theirs = stand // len(STATES), stand % len(STATES)
        ways, replies = ways // (MOST + 1), ways % (MOST + 1)
        both, ways = ways // (MOST + 1), ways % (MOST + 1)
        for number in range(plus):
            found[at, number] = folded[room[number]]
        found[at, OWN - 3] = COARSE + both
        found[at, OWN - 2] = COARSE_STATES + mine
        found[at, OWN - 1] = COARSE_WAYS + both // EACH * (MOST + 1) + ways
        for number in range(plus, count):
            found[at, OWN + number - plus] = folded[room[number]]
        found[at, COLUMNS - 2] = COARSE_STATES + theirs
        found[at, COLUMNS - 1] = COARSE_WAYS + both % EACH * (MOST + 1) + replies
    return found
