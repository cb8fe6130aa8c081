"""Othello's alpha-beta in compiled code for training, and exact scores."""

import numpy as np
from numba import njit
from numba.core import types

from rules.training.othello.evaluation import WIDE, judged
from rules.training.othello.moves import (
    FLAGS,
    NONE,
    ONE,
    final,
    legal,
    popcount,
    turned,
)

_U = np.uint64
_CORNERS = _U(0x8100000000000081)
_QUARTERS = np.array([0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000], np.uint64)

PLIES, MOST = 64, 34
"""Of a search, and moves of a position."""

FEW = 6
"""Empty fields up to which the order of moves is by parity alone."""

WORST = np.int64(100_000)
"""Beyond all values, and its sign changed."""

_ROOM = types.Tuple((types.uint16[::1], types.uint64[::1]))
_VALUE = types.int64(
    types.uint64, types.uint64, types.int64, types.int64, types.int64,
    types.int16[::1], types.int64[::1], _ROOM, types.int64,
)  # fmt: skip
_SOLVED = types.int64(
    types.uint64, types.uint64, types.int64, types.int64, types.uint64[::1], types.int64
)


@njit(**FLAGS)
def rooms():
    """What a search writes on: the indices of a position; the children of every ply."""
    return np.empty(WIDE, np.uint16), np.empty(PLIES * 3 * MOST, np.uint64)


@njit(**FLAGS)
def _best_first(room, begin, number, count):
    """Bring the child with the lowest hope to this place among those that are left."""
    top, lowest = number, room[begin + 2 * MOST + number]
    for later in range(number + 1, count):
        if room[begin + 2 * MOST + later] < lowest:
            top, lowest = later, room[begin + 2 * MOST + later]
    if top != number:
        for row in range(3):
            at = begin + row * MOST
            room[at + top], room[at + number] = room[at + number], room[at + top]
    return room[begin + number], room[begin + MOST + number]


@njit(_VALUE, **FLAGS)
def value(own, enemy, depth, alpha, beta, weights, scales, room, ply):
    """Alpha-beta so many plies deep; a pass is no ply. `ply` says what of the room is free."""
    fields = legal(own, enemy)
    if not fields:
        if not legal(enemy, own):
            return final(own, enemy)
        if depth <= 0:
            return judged(own, enemy, 0, weights, scales, room)
        return -value(enemy, own, depth, -beta, -alpha, weights, scales, room, ply)
    if depth <= 0:
        return judged(own, enemy, popcount(fields), weights, scales, room)
    best = -WORST
    if depth == 1:
        while fields:
            bit = fields & (~fields + ONE)
            fields ^= bit
            flips = turned(own, enemy, bit)
            mine, other = enemy ^ flips, own | flips | bit
            replies = legal(mine, other)
            if replies:
                found = -judged(mine, other, popcount(replies), weights, scales, room)
            else:
                found = -value(mine, other, depth - 1, -beta, -alpha, weights, scales, room, ply)
            if found > best:
                best = found
                if best >= beta:
                    break
        return best
    begin, count = ply * 3 * MOST, 0
    while fields:
        bit = fields & (~fields + ONE)
        fields ^= bit
        flips = turned(own, enemy, bit)
        mine, other = enemy ^ flips, own | flips | bit
        if depth == 2:
            replies = legal(mine, other)
            hope = popcount(replies) + popcount(replies & _CORNERS)
        else:
            ahead = min(depth - 3, 1)
            hope = value(mine, other, ahead, -WORST, WORST, weights, scales, room, ply + 1)
        room[1][begin + count], room[1][begin + MOST + count] = mine, other
        room[1][begin + 2 * MOST + count] = _U(hope + WORST)
        count += 1
    for number in range(count):
        mine, other = _best_first(room[1], begin, number, count)
        low = max(alpha, best)
        high = low + 1 if number else beta
        found = -value(mine, other, depth - 1, -high, -low, weights, scales, room, ply + 1)
        if high <= found < beta:
            found = -value(mine, other, depth - 1, -beta, -low, weights, scales, room, ply + 1)
        if found > best:
            best = found
            if best >= beta:
                break
    return best


@njit(**FLAGS)
def looked(owns, enemies, depths, weights, scales):
    """The values of positions at each of these depths, shape (depths, n)."""
    room = rooms()
    found = np.empty((len(depths), len(owns)), np.int64)
    for number in range(len(depths)):
        for at in range(len(owns)):
            own, enemy, depth = owns[at], enemies[at], depths[number]
            found[number, at] = value(own, enemy, depth, -WORST, WORST, weights, scales, room, 0)
    return found


# -- exact scores --------------------------------------------------------------------------------


@njit(types.int64(types.uint64, types.uint64, types.uint64), **FLAGS)
def _last(own, enemy, bit):
    """The exact score where one field is empty."""
    flips = turned(own, enemy, bit)
    if flips:
        return final(own | flips | bit, enemy ^ flips)
    flips = turned(enemy, own, bit)
    if flips:
        return final(own ^ flips, enemy | flips | bit)
    return final(own, enemy)


@njit(_SOLVED, **FLAGS)
def _few(own, enemy, alpha, beta, room, ply):
    """The exact score with a handful of empty fields: those first whose quarter of the board has
    an odd number of them."""
    empty = ~(own | enemy)
    left = popcount(empty)
    if left == 1:
        return _last(own, enemy, empty)
    if left == 0:
        return final(own, enemy)
    odd = NONE
    for quarter in range(4):
        if popcount(empty & _QUARTERS[quarter]) & 1:
            odd |= _QUARTERS[quarter]
    best = -WORST
    for turn in range(2):
        fields = empty & (odd if turn == 0 else ~odd)
        while fields:
            bit = fields & (~fields + ONE)
            fields ^= bit
            flips = turned(own, enemy, bit)
            if flips:
                found = -_few(enemy ^ flips, own | flips | bit, -beta, -max(alpha, best), room, ply)
                if found > best:
                    best = found
                    if best >= beta:
                        return best
    if best == -WORST:
        if not legal(enemy, own):
            return final(own, enemy)
        return -_few(enemy, own, -beta, -alpha, room, ply)
    return best


@njit(_SOLVED, **FLAGS)
def solved(own, enemy, alpha, beta, room, ply):
    """The exact score with best play, in hundredths."""
    empty = ~(own | enemy)
    if popcount(empty) <= FEW:
        return _few(own, enemy, alpha, beta, room, ply)
    fields = legal(own, enemy)
    if not fields:
        if not legal(enemy, own):
            return final(own, enemy)
        return -solved(enemy, own, -beta, -alpha, room, ply)
    odd = NONE
    for quarter in range(4):
        if popcount(empty & _QUARTERS[quarter]) & 1:
            odd |= _QUARTERS[quarter]
    begin, count = ply * 3 * MOST, 0
    while fields:
        bit = fields & (~fields + ONE)
        fields ^= bit
        flips = turned(own, enemy, bit)
        mine, other = enemy ^ flips, own | flips | bit
        replies = legal(mine, other)
        hope = 4 * (popcount(replies) + popcount(replies & _CORNERS)) + 2
        if bit & odd:
            hope -= 2
        room[begin + count], room[begin + MOST + count] = mine, other
        room[begin + 2 * MOST + count] = _U(hope)
        count += 1
    best = -WORST
    for number in range(count):
        mine, other = _best_first(room, begin, number, count)
        low = max(alpha, best)
        high = low + 1 if number else beta
        found = -solved(mine, other, -high, -low, room, ply + 1)
        if high <= found < beta:
            found = -solved(mine, other, -beta, -low, room, ply + 1)
        if found > best:
            best = found
            if best >= beta:
                break
    return best


@njit(**FLAGS)
def exact(owns, enemies):
    """The exact scores of positions."""
    room = rooms()[1]
    found = np.empty(len(owns), np.int64)
    for at in range(len(owns)):
        found[at] = solved(owns[at], enemies[at], -6400, 6400, room, 0)
    return found
