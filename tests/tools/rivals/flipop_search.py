"""Evaluation and alpha-beta search of Flipop's rival in compiled code.

Positions are as in flipop_rules; scores are for the mover.
"""

import numpy as np
from numba import njit
from numba.core import types

from tests.tools.rivals.flipop_rules import (
    EXITS,
    MOVE_WORDS,
    NJIT_OPTIONS,
    NO,
    PASSAGE_DOORS,
    PITS,
    SIDE_PITS,
    STEP_TARGET,
    YES,
    pit_of,
    popcount,
    position_key,
    write_moves,
)

WIN_SCORE, _REPETITION_SCORE = 30_000, 5_000
"""The score of a win after 0 plies, and the score of a win by repetition."""

CAP = 100
"""The number of plies without a ball leaving after which a match ends (FP-13)."""
MAX_SEARCH_PLIES = 100
"""The maximum depth of a search."""

ENTRY_COUNT, PATH_COUNT = 1 << 20, 1 << 16
"""The numbers of entries of the transposition table and of the history table of paths."""

_PIT_CLASSES = np.array(
    [3 * (pit // SIDE_PITS) + min(pit % SIDE_PITS, 4 - pit % SIDE_PITS) for pit in range(PITS)]
)
"""The class of each pit for white, by row and distance from the side."""

_BALLS_OFF, _OPEN_WAYS, _PIT_CLASS, _AT_EXIT, _TEMPO, FEATURE_COUNT = 0, 6, 11, 26, 27, 28
"""The first index of the weights for balls off, open ways of a ball, class of pit, balls that can
leave at once, and the turn; and the number of weights."""

_WEIGHTS = (
    (-9, 2, 13, 9, -15, 0),
    (-22, 6, 7, 6, 7),
    (-14, 0, -3, -4, -1, 0, 2, 5, 8, -3, 8, 9, -3, 0, 0),
    (4, 3),
)
RIVAL_WEIGHTS = np.array([one for row in _WEIGHTS for one in row], np.int64)
"""The weights in points, int64, shape (FEATURE_COUNT,), fitted to results of its own matches."""


@njit(**NJIT_OPTIONS)
def evaluate(white, black, doors, turn, weights):
    """Return the static evaluation in points for the mover."""
    value = weights[_TEMPO]
    for player in range(2):
        balls = black if player else white
        worth = weights[_BALLS_OFF + 5 - popcount(balls)]
        while balls:
            bit = balls & -balls
            balls ^= bit
            pit = pit_of(bit)
            open_ways, out = 0, 0
            for step in range(4 * pit, 4 * pit + 4):
                if doors & PASSAGE_DOORS[step]:
                    open_ways += 1
                    if 1 << STEP_TARGET[step] & EXITS[player]:
                        out = 1
            worth += weights[_OPEN_WAYS + open_ways] + out * weights[_AT_EXIT]
            worth += weights[_PIT_CLASS + _PIT_CLASSES[24 - pit if player else pit]]
        value += worth if player == turn else -worth
    return value


@njit(**NJIT_OPTIONS)
def lead_score(white, black, turn, worth):
    """Return `worth` with the sign of the mover's lead: fewer balls on the board lead (FP-12)."""
    lead = popcount(white) - popcount(black) if turn else popcount(black) - popcount(white)
    return worth if lead > 0 else -worth if lead < 0 else 0


NODES, LIMIT, STOPPED, BEST, STATE = range(5)
"""Indices in `state`: number of nodes, maximum number, whether it was reached, best root path (0:
none yet). STATE is the length of `state`."""


@njit(**NJIT_OPTIONS)
def _is_repeated(key, ply, line, seen):
    """Return whether a position occurred with the same mover, on the current line or in `seen`."""
    found = False
    for above in range(ply - 2, -1, -2):
        found |= line[above] == key
    for one in seen:
        found |= one == key
    return found


@njit(**NJIT_OPTIONS)
def _moved_win(score, plies):
    """Return the score seen from `plies` plies nearer to the root; forced ends change."""
    if score > WIN_SCORE - 500:
        return score - plies
    if score < 500 - WIN_SCORE:
        return score + plies
    return score


@njit(**NJIT_OPTIONS)
def _cuts(kind, value, alpha, beta):
    """Return whether a stored value cuts off: exact (kind 0), lower (1) or upper bound (2)."""
    return kind == 0 or (kind == 1 and value >= beta) or (kind == 2 and value <= alpha)


@njit(**NJIT_OPTIONS)
def _order(out, made, own, enemy, turn, hash_move, killers, history):
    """Write the move ordering score of each of the first `made` moves to its last word.

    `killers` (2,) are the killer moves of this ply.
    """
    balls, others = popcount(own), popcount(enemy)
    for number in range(made):
        path = out[number, 5]
        if path == hash_move:
            out[number, 6] = 1 << 40
            continue
        gone = balls - popcount(out[number, turn])
        given = others - popcount(out[number, 1 - turn])
        score = history[turn, path % PATH_COUNT] + ((gone - given) << 28)
        if path == killers[0] or path == killers[1]:
            score += 1 << 27
        out[number, 6] = score


@njit(**NJIT_OPTIONS)
def _bring_best(out, number, made):
    """Swap the best move from `number` on to place `number`."""
    top = number
    for other in range(number + 1, made):
        if out[other, 6] > out[top, 6]:
            top = other
    if top != number:
        for word in range(MOVE_WORDS):
            out[number, word], out[top, word] = out[top, word], out[number, word]


@njit(**NJIT_OPTIONS)
def _note_cutoff(path, is_hash_move, turn, depth, killers, history):
    """Store a move that caused a cutoff as killer move and in the history heuristic."""
    if not is_hash_move and killers[0] != path:
        killers[1] = killers[0]
        killers[0] = path
    place = path % PATH_COUNT
    history[turn, place] += depth * depth
    if history[turn, place] > 1 << 24:
        history[:, :] >>= 4


@njit(
    types.int64(
        *[types.int64] * 12,
        types.int64[:, :, ::1], types.int64[:, ::1], types.int64[::1], types.int64[::1],
        types.int64[:, ::1], types.int64[:, ::1], types.int64[::1], types.int64[::1],
    ),
    **NJIT_OPTIONS,
)  # fmt: skip
def alpha_beta(
    white, black, doors, low, high, turn, quiet, passed, depth, ply, alpha, beta,
    stack, table, line, seen, killers, history, weights, state,
):  # fmt: skip
    """Return the alpha-beta score for the mover; 0 after the search was stopped.

    It uses killer moves, history heuristic, late move reductions and a transposition table. Arrays
    are int64. `seen` (n,) are the keys of repeated positions. All but `seen` and `weights` are
    overwritten:
    `stack` (MAX_SEARCH_PLIES, MAX_LEGAL_MOVES, MOVE_WORDS), `table` (ENTRY_COUNT, 4),
    `line` (MAX_SEARCH_PLIES,), `killers` (MAX_SEARCH_PLIES, 2), `history` (2, PATH_COUNT),
    `state` (STATE,).
    """
    own, enemy = (black, white) if turn else (white, black)
    if not enemy:
        return ply - WIN_SCORE
    if not own:
        return WIN_SCORE - ply
    state[NODES] += 1
    if state[NODES] >= state[LIMIT]:
        state[STOPPED] = 1
        return 0
    key = position_key(white, black, doors, low, high, turn)
    line[ply] = key
    if ply and (_is_repeated(key, ply, line, seen) or quiet >= CAP):
        return lead_score(white, black, turn, _REPETITION_SCORE)
    if depth <= 0 or ply >= MAX_SEARCH_PLIES - 1:
        return evaluate(white, black, doors, turn, weights)
    entry = table[key & (ENTRY_COUNT - 1)]
    hash_move = entry[1] if entry[0] == key else -1
    if entry[0] == key and ply and entry[3] >> 2 >= depth and beta - alpha == 1:
        value = _moved_win(entry[2], ply)
        if _cuts(entry[3] & 3, value, alpha, beta):
            return value
    out = stack[ply]
    made = write_moves(out, white, black, doors, low, high, turn)
    if not made:
        if passed:
            return lead_score(white, black, turn, WIN_SCORE - ply)
        return -alpha_beta(
            white, black, doors, NO, NO, 1 - turn, quiet + 1, YES, depth, ply + 1, -beta, -alpha,
            stack, table, line, seen, killers, history, weights, state,
        )  # fmt: skip
    _order(out, made, own, enemy, turn, hash_move, killers[ply], history)
    balls = popcount(own) + popcount(enemy)
    best, chosen, first = -WIN_SCORE, -1, alpha
    for number in range(made):
        _bring_best(out, number, made)
        ours, theirs = out[number, 0], out[number, 1]
        after = quiet + 1 if popcount(ours) + popcount(theirs) == balls else 0
        plies, upper = depth - 1, beta
        if number:  # a null window first, with late move reductions
            upper = alpha + 1
            if depth >= 3 and number >= 3 and out[number, 6] < 1 << 26:
                plies -= 1 + (number >= 8) + (depth >= 7 and number >= 5)
        while True:
            value = -alpha_beta(
                ours, theirs, out[number, 2], out[number, 3], out[number, 4], 1 - turn, after, NO,
                plies, ply + 1, -upper, -alpha,
                stack, table, line, seen, killers, history, weights, state,
            )  # fmt: skip
            if state[STOPPED]:
                return 0
            if value > alpha and plies < depth - 1:
                plies = depth - 1
            elif alpha < value < beta and upper < beta:
                upper = beta
            else:
                break
        if value > best:
            best, chosen = value, out[number, 5]
            if not ply and (value > alpha or not number):
                state[BEST] = chosen
        if value > alpha:
            alpha = value
        if alpha >= beta:
            _note_cutoff(chosen, out[number, 6] >= 1 << 40, turn, depth, killers[ply], history)
            break
    kind = 1 if best >= beta else 2 if best <= first else 0
    entry[0], entry[1], entry[2] = key, chosen, _moved_win(best, -ply)
    entry[3] = depth << 2 | kind
    return best
