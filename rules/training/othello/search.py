"""Othello's alpha-beta search and endgame solver in compiled code for training.

Scores are in points (100 is one disc) for the mover. Boards are bitboards as in moves.py, `weights`
and `scales` as in evaluation.py.
"""

import numpy as np
from numba import njit
from numba.core import types

from rules.training.compiled import NJIT_OPTIONS, NONE, ONE, popcount
from rules.training.othello.evaluation import INDEX_ROOM, evaluate
from rules.training.othello.moves import final_score, flipped_discs, legal_squares

_U = np.uint64
_CORNERS = _U(0x8100000000000081)
_QUARTERS = np.array([0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000], np.uint64)

_MAX_PLIES, _MAX_MOVES = 64, 34
"""Most plies of a search and most moves of a position."""

_PARITY_SQUARES = 6
"""Empty squares up to which moves are ordered by parity alone."""

INFINITY = np.int64(100_000)
"""A bound above all scores."""

_ROOM = types.Tuple((types.uint16[::1], types.uint64[::1]))
_VALUE = types.int64(
    types.uint64, types.uint64, types.int64, types.int64, types.int64,
    types.int16[::1], types.int64[::1], _ROOM, types.int64,
)  # fmt: skip
_SOLVED = types.int64(
    types.uint64, types.uint64, types.int64, types.int64, types.uint64[::1], types.int64
)


@njit(**NJIT_OPTIONS)
def work_arrays():
    """The work arrays of a search: a position's indices, uint16; the children by ply, uint64."""
    return np.empty(INDEX_ROOM, np.uint16), np.empty(_MAX_PLIES * 3 * _MAX_MOVES, np.uint64)


@njit(**NJIT_OPTIONS)
def _best_first(room, begin, number, count):
    """Move the remaining child with the lowest ordering score to index `number`; return it."""
    top, lowest = number, room[begin + 2 * _MAX_MOVES + number]
    for later in range(number + 1, count):
        if room[begin + 2 * _MAX_MOVES + later] < lowest:
            top, lowest = later, room[begin + 2 * _MAX_MOVES + later]
    if top != number:
        for row in range(3):
            at = begin + row * _MAX_MOVES
            room[at + top], room[at + number] = room[at + number], room[at + top]
    return room[begin + number], room[begin + _MAX_MOVES + number]


@njit(_VALUE, **NJIT_OPTIONS)
def alpha_beta(own, enemy, depth, alpha, beta, weights, scales, room, ply):
    """The alpha-beta score, `depth` plies deep; a pass is no ply.

    `room`: from `work_arrays`, overwritten from `ply` on.
    """
    squares = legal_squares(own, enemy)
    if not squares:
        if not legal_squares(enemy, own):
            return final_score(own, enemy)
        if depth <= 0:
            return evaluate(own, enemy, 0, weights, scales, room)
        return -alpha_beta(enemy, own, depth, -beta, -alpha, weights, scales, room, ply)
    if depth <= 0:
        return evaluate(own, enemy, popcount(squares), weights, scales, room)
    best = -INFINITY
    if depth == 1:
        while squares:
            bit = squares & (~squares + ONE)
            squares ^= bit
            flips = flipped_discs(own, enemy, bit)
            mine, other = enemy ^ flips, own | flips | bit
            replies = legal_squares(mine, other)
            if replies:
                found = -evaluate(mine, other, popcount(replies), weights, scales, room)
            else:
                found = -alpha_beta(
                    mine, other, depth - 1, -beta, -alpha, weights, scales, room, ply
                )
            if found > best:
                best = found
                if best >= beta:
                    break
        return best
    begin, count = ply * 3 * _MAX_MOVES, 0
    while squares:
        bit = squares & (~squares + ONE)
        squares ^= bit
        flips = flipped_discs(own, enemy, bit)
        mine, other = enemy ^ flips, own | flips | bit
        if depth == 2:
            replies = legal_squares(mine, other)
            hope = popcount(replies) + popcount(replies & _CORNERS)
        else:
            ahead = min(depth - 3, 1)
            hope = alpha_beta(
                mine, other, ahead, -INFINITY, INFINITY, weights, scales, room, ply + 1
            )
        room[1][begin + count], room[1][begin + _MAX_MOVES + count] = mine, other
        room[1][begin + 2 * _MAX_MOVES + count] = _U(hope + INFINITY)
        count += 1
    for number in range(count):
        mine, other = _best_first(room[1], begin, number, count)
        low = max(alpha, best)
        high = low + 1 if number else beta
        found = -alpha_beta(mine, other, depth - 1, -high, -low, weights, scales, room, ply + 1)
        if high <= found < beta:
            found = -alpha_beta(mine, other, depth - 1, -beta, -low, weights, scales, room, ply + 1)
        if found > best:
            best = found
            if best >= beta:
                break
    return best


@njit(**NJIT_OPTIONS)
def values_at_depths(owns, enemies, depths, weights, scales):
    """The scores of positions at each depth, int64, shape (len(depths), n).

    `owns`, `enemies`: uint64, shape (n,).
    """
    room = work_arrays()
    found = np.empty((len(depths), len(owns)), np.int64)
    for number in range(len(depths)):
        for at in range(len(owns)):
            own, enemy, depth = owns[at], enemies[at], depths[number]
            found[number, at] = alpha_beta(
                own, enemy, depth, -INFINITY, INFINITY, weights, scales, room, 0
            )
    return found


# -- exact scores --------------------------------------------------------------------------------


@njit(types.int64(types.uint64, types.uint64, types.uint64), **NJIT_OPTIONS)
def _last(own, enemy, bit):
    """The exact score with one empty square."""
    flips = flipped_discs(own, enemy, bit)
    if flips:
        return final_score(own | flips | bit, enemy ^ flips)
    flips = flipped_discs(enemy, own, bit)
    if flips:
        return final_score(own ^ flips, enemy | flips | bit)
    return final_score(own, enemy)


@njit(_SOLVED, **NJIT_OPTIONS)
def _few(own, enemy, alpha, beta, room, ply):
    """The exact score with few empty squares.

    Moves in quarters of the board with an odd number of empty squares come first (parity).
    """
    empty = ~(own | enemy)
    left = popcount(empty)
    if left == 1:
        return _last(own, enemy, empty)
    if left == 0:
        return final_score(own, enemy)
    odd = NONE
    for quarter in range(4):
        if popcount(empty & _QUARTERS[quarter]) & 1:
            odd |= _QUARTERS[quarter]
    best = -INFINITY
    for turn in range(2):
        squares = empty & (odd if turn == 0 else ~odd)
        while squares:
            bit = squares & (~squares + ONE)
            squares ^= bit
            flips = flipped_discs(own, enemy, bit)
            if flips:
                found = -_few(enemy ^ flips, own | flips | bit, -beta, -max(alpha, best), room, ply)
                if found > best:
                    best = found
                    if best >= beta:
                        return best
    if best == -INFINITY:
        if not legal_squares(enemy, own):
            return final_score(own, enemy)
        return -_few(enemy, own, -beta, -alpha, room, ply)
    return best


@njit(_SOLVED, **NJIT_OPTIONS)
def exact_score(own, enemy, alpha, beta, room, ply):
    """The exact score with best play.

    `room`: the second array of `work_arrays`, overwritten from `ply` on.
    """
    empty = ~(own | enemy)
    if popcount(empty) <= _PARITY_SQUARES:
        return _few(own, enemy, alpha, beta, room, ply)
    squares = legal_squares(own, enemy)
    if not squares:
        if not legal_squares(enemy, own):
            return final_score(own, enemy)
        return -exact_score(enemy, own, -beta, -alpha, room, ply)
    odd = NONE
    for quarter in range(4):
        if popcount(empty & _QUARTERS[quarter]) & 1:
            odd |= _QUARTERS[quarter]
    begin, count = ply * 3 * _MAX_MOVES, 0
    while squares:
        bit = squares & (~squares + ONE)
        squares ^= bit
        flips = flipped_discs(own, enemy, bit)
        mine, other = enemy ^ flips, own | flips | bit
        replies = legal_squares(mine, other)
        hope = 4 * (popcount(replies) + popcount(replies & _CORNERS)) + 2
        if bit & odd:
            hope -= 2
        room[begin + count], room[begin + _MAX_MOVES + count] = mine, other
        room[begin + 2 * _MAX_MOVES + count] = _U(hope)
        count += 1
    best = -INFINITY
    for number in range(count):
        mine, other = _best_first(room, begin, number, count)
        low = max(alpha, best)
        high = low + 1 if number else beta
        found = -exact_score(mine, other, -high, -low, room, ply + 1)
        if high <= found < beta:
            found = -exact_score(mine, other, -beta, -low, room, ply + 1)
        if found > best:
            best = found
            if best >= beta:
                break
    return best


@njit(**NJIT_OPTIONS)
def exact_scores(owns, enemies):
    """The exact scores of positions, int64, shape (n,); `owns`, `enemies`: uint64, shape (n,)."""
    room = work_arrays()[1]
    found = np.empty(len(owns), np.int64)
    for at in range(len(owns)):
        found[at] = exact_score(owns[at], enemies[at], -6400, 6400, room, 0)
    return found
