"""Othello in compiled code for training: moves, judge, alpha-beta, exact ends, self-play.

A position is two words, the mover's discs and the enemy's, bits as in
rules/games/othello/position.py. The judge is that of rules/games/othello/patterns.py, written a
second time; a test holds them together.
"""

import numpy as np
from numba import njit
from numba.core import types

from rules.games.othello.patterns import KINDS, MOVES, SIZES, STAGES, images

_U = np.uint64
_NONE = _U(0)
_ONE = _U(1)
_INNER = _U(0x7E7E7E7E7E7E7E7E)
_ALL = _U(0xFFFFFFFFFFFFFFFF)
_SHIFTS = np.array([1, 8, 7, 9], np.uint64)
_MASKS = np.array([_INNER, _ALL, _INNER, _INNER], np.uint64)

INSTANCES = [(number, cells) for number, kind in enumerate(KINDS) for cells in images(kind)]
COUNT = len(INSTANCES)
WIDE = 48
"""Instances and two that are always empty, so that a position's indices are whole vectors."""

STARTS = np.array([sum(SIZES[:number]) for number, _ in INSTANCES], np.int32)
"""Per instance where its kind's weights begin, all kinds and at last the moves in one row."""
MOVES_AT = sum(SIZES)
ROW = MOVES_AT + MOVES


def _places() -> np.ndarray:
    """By row of the board and the eight bits on it: what they add to each index, for one colour."""
    found = np.zeros((8, 256, WIDE), np.uint16)
    for instance, (_, cells) in enumerate(INSTANCES):
        for digit, cell in enumerate(cells):
            row, column = divmod(cell, 8)
            for byte in range(256):
                if byte >> column & 1:
                    found[row, byte, instance] += 3**digit
    return found


PLACES = _places()

_FLAGS = {"cache": True, "nogil": True}


@njit(**_FLAGS)
def popcount(x):
    x = x - ((x >> _U(1)) & _U(0x5555555555555555))
    x = (x & _U(0x3333333333333333)) + ((x >> _U(2)) & _U(0x3333333333333333))
    x = (x + (x >> _U(4))) & _U(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * _U(0x0101010101010101)) >> _U(56))


@njit(**_FLAGS)
def legal(own, enemy):
    """The fields on which the mover may lay a disc."""
    found = _NONE
    for line in range(4):
        shift = _SHIFTS[line]
        through = enemy & _MASKS[line]
        up = through & (own << shift)
        down = through & (own >> shift)
        for _ in range(5):
            up |= through & (up << shift)
            down |= through & (down >> shift)
        found |= (up << shift) | (down >> shift)
    return found & ~(own | enemy)


@njit(**_FLAGS)
def turned(own, enemy, bit):
    """The discs that a disc laid there turns."""
    found = _NONE
    for line in range(4):
        shift = _SHIFTS[line]
        through = enemy & _MASKS[line]
        up = through & (bit << shift)
        down = through & (bit >> shift)
        for _ in range(5):
            up |= through & (up << shift)
            down |= through & (down >> shift)
        if (up << shift) & own:
            found |= up
        if (down >> shift) & own:
            found |= down
    return found


@njit(**_FLAGS)
def indices(own, enemy, out):
    """The index of every instance, base 3: 0 empty, 1 own, 2 enemy."""
    for i in range(WIDE):
        out[i] = 0
    for row in range(8):
        mine = PLACES[row, np.int64((own >> _U(8 * row)) & _U(255))]
        other = PLACES[row, np.int64((enemy >> _U(8 * row)) & _U(255))]
        for i in range(WIDE):
            out[i] += mine[i] + np.uint16(2) * other[i]


@njit(**_FLAGS)
def stage_of(empty):
    return min(max((60 - empty) // 4, 0), STAGES - 1)


@njit(**_FLAGS)
def judged(own, enemy, weights, scales, room):
    """Hundredths of a disc for the mover: by patterns, or by hand where the scale is zero."""
    empty = popcount(~(own | enemy))
    stage = stage_of(empty)
    moves = popcount(legal(own, enemy))
    if scales[stage] == 0:
        corners = _U(0x8100000000000081)
        near = _U(0x0042000000004200)
        value = 60 * (moves - popcount(legal(enemy, own)))
        value += 900 * (popcount(own & corners) - popcount(enemy & corners))
        return value - 400 * (popcount(own & near) - popcount(enemy & near))
    indices(own, enemy, room)
    row = weights[stage]
    value = np.int64(row[MOVES_AT + min(moves, MOVES - 1)])
    for i in range(COUNT):
        value += row[STARTS[i] + np.int32(room[i])]
    return value * scales[stage]


@njit(**_FLAGS)
def final(own, enemy):
    """The margin at the end, empty fields to the winner."""
    mine, other = popcount(own), popcount(enemy)
    if mine > other:
        return 100 * (64 - 2 * other)
    if mine < other:
        return 100 * (2 * mine - 64)
    return 0


_VALUE = types.int64(
    types.uint64, types.uint64, types.int64, types.int64, types.int64,
    types.int16[:, ::1], types.int64[::1], types.uint16[::1],
)  # fmt: skip


@njit(_VALUE, **_FLAGS)
def value(own, enemy, depth, alpha, beta, weights, scales, room):
    """Alpha-beta so many plies deep; a pass is no ply."""
    fields = legal(own, enemy)
    if not fields:
        if not legal(enemy, own):
            return final(own, enemy)
        if depth <= 0:
            return judged(own, enemy, weights, scales, room)
        return -value(enemy, own, depth, -beta, -alpha, weights, scales, room)
    if depth <= 0:
        return judged(own, enemy, weights, scales, room)
    mine = np.empty(34, np.uint64)
    other = np.empty(34, np.uint64)
    hopes = np.empty(34, np.int64)
    count = 0
    while fields:
        bit = fields & (~fields + _ONE)
        fields ^= bit
        flips = turned(own, enemy, bit)
        mine[count], other[count] = enemy ^ flips, own | flips | bit
        if depth > 1:
            hopes[count] = judged(mine[count], other[count], weights, scales, room)
        else:
            hopes[count] = count
        count += 1
    best = -100000
    for number in range(count):
        if depth > 1:
            for later in range(number + 1, count):
                if hopes[later] < hopes[number]:
                    hopes[number], hopes[later] = hopes[later], hopes[number]
                    mine[number], mine[later] = mine[later], mine[number]
                    other[number], other[later] = other[later], other[number]
        found = -value(
            mine[number], other[number], depth - 1, -beta, -max(alpha, best), weights, scales, room
        )
        if found > best:
            best = found
            if best >= beta:
                break
    return best


@njit(types.int64(types.uint64, types.uint64, types.int64, types.int64), **_FLAGS)
def solved(own, enemy, alpha, beta):
    """The exact score with best play, in hundredths."""
    fields = legal(own, enemy)
    if not fields:
        if not legal(enemy, own):
            return final(own, enemy)
        return -solved(enemy, own, -beta, -alpha)
    best = -100000
    if popcount(~(own | enemy)) <= 4:
        while fields:
            bit = fields & (~fields + _ONE)
            fields ^= bit
            flips = turned(own, enemy, bit)
            found = -solved(enemy ^ flips, own | flips | bit, -beta, -max(alpha, best))
            if found > best:
                best = found
                if best >= beta:
                    break
        return best
    mine = np.empty(34, np.uint64)
    other = np.empty(34, np.uint64)
    hopes = np.empty(34, np.int64)
    count = 0
    while fields:
        bit = fields & (~fields + _ONE)
        fields ^= bit
        flips = turned(own, enemy, bit)
        mine[count], other[count] = enemy ^ flips, own | flips | bit
        replies = legal(mine[count], other[count])
        hopes[count] = popcount(replies) + popcount(replies & _U(0x8100000000000081))
        count += 1
    for number in range(count):
        for later in range(number + 1, count):
            if hopes[later] < hopes[number]:
                hopes[number], hopes[later] = hopes[later], hopes[number]
                mine[number], mine[later] = mine[later], mine[number]
                other[number], other[later] = other[later], other[number]
        found = -solved(mine[number], other[number], -beta, -max(alpha, best))
        if found > best:
            best = found
            if best >= beta:
                break
    return best


@njit(**_FLAGS)
def _child(own, enemy, number):
    """The position after the move of that number, in the order of the fields."""
    fields = legal(own, enemy)
    for _ in range(number):
        fields &= fields - _ONE
    bit = fields & (~fields + _ONE)
    flips = turned(own, enemy, bit)
    return enemy ^ flips, own | flips | bit


@njit(**_FLAGS)
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
    room = np.empty(WIDE, np.uint16)
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
                own, enemy = _child(own, enemy, np.random.randint(popcount(fields)))
                continue
            mine[length], other[length], cut[length] = own, enemy, False
            ending = popcount(~(own | enemy)) <= exact
            if not fields:
                seen[length] = 100001
                length += 1
                own, enemy = enemy, own
                continue
            choices = popcount(fields)
            best, chosen = -100000, 0
            for number in range(choices):
                one, two = _child(own, enemy, number)
                if ending:
                    found = -solved(one, two, -6400, -best)
                else:
                    found = -value(one, two, depth - 1, -100000, -best, weights, scales, room)
                if found > best:
                    best, chosen = found, number
            seen[length] = best
            if not ending and np.random.random() < chance:
                chosen = np.random.randint(choices)
                cut[length] = True
            length += 1
            own, enemy = _child(own, enemy, chosen)
        label = float(final(own, enemy))
        for at in range(length - 1, -1, -1):
            label = -label
            if seen[at] != 100001:
                label = float(seen[at]) if cut[at] else (1.0 - fade) * seen[at] + fade * label
            owns[filled], enemies[filled], labels[filled] = mine[at], other[at], label
            filled += 1
    return owns[:filled], enemies[:filled], labels[:filled]


@njit(**_FLAGS)
def used(owns, enemies, numbers):
    """The weights that each position uses, by number, shape (n, COUNT + 1)."""
    room = np.empty(WIDE, np.uint16)
    found = np.empty((len(owns), COUNT + 1), np.int32)
    for at in range(len(owns)):
        own, enemy = owns[at], enemies[at]
        indices(own, enemy, room)
        for i in range(COUNT):
            found[at, i] = numbers[STARTS[i] + np.int32(room[i])]
        found[at, COUNT] = numbers[MOVES_AT + min(popcount(legal(own, enemy)), MOVES - 1)]
    return found


@njit(**_FLAGS)
def sums(found, weights):
    """The sum of the weights of each position."""
    total = np.zeros(len(found), np.float64)
    for at in range(len(found)):
        for i in range(found.shape[1]):
            total[at] += weights[found[at, i]]
    return total


@njit(**_FLAGS)
def shares(found, errors, size):
    """The sum of the errors of the positions that use each weight."""
    total = np.zeros(size, np.float64)
    for at in range(len(found)):
        for i in range(found.shape[1]):
            total[found[at, i]] += errors[at]
    return total


@njit(**_FLAGS)
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


@njit(**_FLAGS)
def looked(owns, enemies, depths, weights, scales):
    """The values of positions at each of these depths, shape (depths, n)."""
    room = np.empty(WIDE, np.uint16)
    found = np.empty((len(depths), len(owns)), np.int64)
    for number in range(len(depths)):
        for at in range(len(owns)):
            own, enemy, depth = owns[at], enemies[at], depths[number]
            found[number, at] = value(own, enemy, depth, -100000, 100000, weights, scales, room)
    return found
