"""Evaluation and alpha-beta search of Flipop's rival in compiled code."""

import numpy as np
from numba import njit
from numba.core import types

from rules.arena.rivals.flipop_rules import (
    EXITS,
    FIELDS,
    FLAGS,
    LYING,
    NO,
    PITS,
    SIDE,
    TARGET,
    YES,
    count,
    hashed,
    moves,
    pit_of,
)

WIN, REPEATED = 30_000, 5_000
"""Scores of a won match, less the plies to it, and of a win by repetition."""

CAP = 100
PLIES = 100
"""Most plies from the root."""

ENTRIES, PATHS = 1 << 20, 1 << 16
"""Entries of the transposition table and of the table of paths."""

CELLS = np.array([3 * (pit // SIDE) + min(pit % SIDE, 4 - pit % SIDE) for pit in range(PITS)])
"""Pits by rows and by columns from the side, for white."""

OFF, WAYS, CELL, OUT, TEMPO, FEATURES = 0, 6, 11, 26, 27, 28
"""Places of the weights: by balls off, by open ways of a ball, by pit, a ball that can leave at
once, being on turn."""

_WEIGHTS = (
    (-9, 2, 13, 9, -15, 0),
    (-22, 6, 7, 6, 7),
    (-14, 0, -3, -4, -1, 0, 2, 5, 8, -3, 8, 9, -3, 0, 0),
    (4, 3),
)
WEIGHTS = np.array([one for row in _WEIGHTS for one in row], np.int64)
"""In the order of the places; fitted by flipop_fit.py."""


@njit(**FLAGS)
def features(white, black, doors, turn, found):
    """Write the features into `found`, shape (FEATURES,): the mover's less the opponent's."""
    found[:] = 0
    found[TEMPO] = 1
    for player in range(2):
        sign = 1 if player == turn else -1
        balls = black if player else white
        found[OFF + 5 - count(balls)] += sign
        while balls:
            bit = balls & -balls
            balls ^= bit
            pit = pit_of(bit)
            open_ways, out = 0, 0
            for step in range(4 * pit, 4 * pit + 4):
                if doors & LYING[step]:
                    open_ways += 1
                    if 1 << TARGET[step] & EXITS[player]:
                        out = 1
            found[WAYS + open_ways] += sign
            found[CELL + CELLS[24 - pit if player else pit]] += sign
            found[OUT] += sign * out


@njit(**FLAGS)
def judged(white, black, doors, turn, weights):
    """The static evaluation for the mover."""
    value = weights[TEMPO]
    for player in range(2):
        balls = black if player else white
        worth = weights[OFF + 5 - count(balls)]
        while balls:
            bit = balls & -balls
            balls ^= bit
            pit = pit_of(bit)
            open_ways, out = 0, 0
            for step in range(4 * pit, 4 * pit + 4):
                if doors & LYING[step]:
                    open_ways += 1
                    if 1 << TARGET[step] & EXITS[player]:
                        out = 1
            worth += weights[WAYS + open_ways] + out * weights[OUT]
            worth += weights[CELL + CELLS[24 - pit if player else pit]]
        value += worth if player == turn else -worth
    return value


@njit(**FLAGS)
def verdict(white, black, turn, worth):
    """Fewer balls on the board win (FP-12)."""
    lead = count(white) - count(black) if turn else count(black) - count(white)
    return worth if lead > 0 else -worth if lead < 0 else 0


NODES, LIMIT, STOPPED, BEST, STATE = range(5)
"""Indices in `state`: positions searched, their limit, whether it was reached, the path of the
best move at the root (0: none yet)."""


@njit(
    types.int64(
        *[types.int64] * 12,
        types.int64[:, :, ::1], types.int64[:, ::1], types.int64[::1], types.int64[::1],
        types.int64[:, ::1], types.int64[:, ::1], types.int64[::1], types.int64[::1],
    ),
    **FLAGS,
)  # fmt: skip
def search(
    white, black, doors, low, high, turn, quiet, passed, depth, ply, alpha, beta,
    stack, table, line, seen, killers, history, weights, state,
):  # fmt: skip
    """Alpha-beta with killer moves and history heuristic: the value for the mover within
    (alpha, beta); 0 once it was stopped."""
    own, enemy = (black, white) if turn else (white, black)
    if not enemy:
        return ply - WIN
    if not own:
        return WIN - ply
    state[NODES] += 1
    if state[NODES] >= state[LIMIT]:
        state[STOPPED] = 1
        return 0
    key = hashed(white, black, doors, low, high, turn)
    line[ply] = key
    if ply:
        again = False
        for above in range(ply - 2, -1, -2):
            again |= line[above] == key
        for one in seen:
            again |= one == key
        if again or quiet >= CAP:
            return verdict(white, black, turn, REPEATED)
    if depth <= 0 or ply >= PLIES - 1:
        return judged(white, black, doors, turn, weights)
    entry = table[key & (ENTRIES - 1)]
    hint = -1
    if entry[0] == key:
        hint = entry[1]
        if ply and entry[3] >> 2 >= depth and beta - alpha == 1:
            value = entry[2]
            if value > WIN - 500:
                value -= ply
            elif value < 500 - WIN:
                value += ply
            kind = entry[3] & 3
            if kind == 0 or (kind == 1 and value >= beta) or (kind == 2 and value <= alpha):
                return value
    out = stack[ply]
    made = moves(out, white, black, doors, low, high, turn)
    if not made:
        if passed:
            return verdict(white, black, turn, WIN - ply)
        return -search(
            white, black, doors, NO, NO, 1 - turn, quiet + 1, YES, depth, ply + 1, -beta, -alpha,
            stack, table, line, seen, killers, history, weights, state,
        )  # fmt: skip
    before = count(own)
    others = count(enemy)
    for number in range(made):
        path = out[number, 5]
        if path == hint:
            out[number, 6] = 1 << 40
            continue
        gone = before - count(out[number, turn])
        given = others - count(out[number, 1 - turn])
        score = history[turn, path % PATHS] + ((gone - given) << 28)
        if path == killers[ply, 0] or path == killers[ply, 1]:
            score += 1 << 27
        out[number, 6] = score
    best, chosen, first = -WIN, -1, alpha
    for number in range(made):
        top = number
        for other in range(number + 1, made):
            if out[other, 6] > out[top, 6]:
                top = other
        if top != number:
            for field in range(FIELDS):
                out[number, field], out[top, field] = out[top, field], out[number, field]
        ours, theirs = out[number, 0], out[number, 1]
        left = count(ours) + count(theirs) != before + others
        after = 0 if left else quiet + 1
        less = 1
        if depth >= 3 and number >= 3 and out[number, 6] < 1 << 26:
            less = 2 + (number >= 8) + (depth >= 7 and number >= 5)
        value = 0
        if number:
            value = -search(
                ours, theirs, out[number, 2], out[number, 3], out[number, 4], 1 - turn, after, NO,
                depth - less, ply + 1, -alpha - 1, -alpha,
                stack, table, line, seen, killers, history, weights, state,
            )  # fmt: skip
            if value > alpha and less > 1 and not state[STOPPED]:
                value = -search(
                    ours, theirs, out[number, 2], out[number, 3], out[number, 4], 1 - turn, after,
                    NO, depth - 1, ply + 1, -alpha - 1, -alpha,
                    stack, table, line, seen, killers, history, weights, state,
                )  # fmt: skip
        if not number or (alpha < value < beta and beta - alpha > 1):
            value = -search(
                ours, theirs, out[number, 2], out[number, 3], out[number, 4], 1 - turn, after, NO,
                depth - 1, ply + 1, -beta, -alpha,
                stack, table, line, seen, killers, history, weights, state,
            )  # fmt: skip
        if state[STOPPED]:
            return 0
        if value > best:
            best, chosen = value, out[number, 5]
            if not ply and (value > alpha or not number):
                state[BEST] = chosen
        if value > alpha:
            alpha = value
        if alpha >= beta:
            if out[number, 6] < 1 << 40 and killers[ply, 0] != chosen:
                killers[ply, 1] = killers[ply, 0]
                killers[ply, 0] = chosen
            place = chosen % PATHS
            history[turn, place] += depth * depth
            if history[turn, place] > 1 << 24:
                history[:, :] >>= 4
            break
    kind = 1 if best >= beta else 2 if best <= first else 0
    value = best
    if value > WIN - 500:
        value += ply
    elif value < 500 - WIN:
        value -= ply
    entry[0], entry[1], entry[2], entry[3] = key, chosen, value, depth << 2 | kind
    return best
