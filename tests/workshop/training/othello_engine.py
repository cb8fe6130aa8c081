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
_CORNERS = _U(0x8100000000000081)
_QUARTERS = np.array([0x0F0F0F0F, 0xF0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000], np.uint64)

INSTANCES = [(number, cells) for number, kind in enumerate(KINDS) for cells in images(kind)]
COUNT = len(INSTANCES)
WIDE = 48
"""Instances and two that are always empty, so that a position's indices are whole vectors."""

STARTS = np.array([sum(SIZES[:number]) for number, _ in INSTANCES], np.int32)
"""Per instance where its kind's weights begin, all kinds and at last the moves in one row."""
MOVES_AT = sum(SIZES)
ROW = MOVES_AT + 2 * MOVES

PLIES, MOST = 64, 34
"""Of a search, and moves of a position."""

FEW = 6
"""Empty fields up to which the order of moves is by parity alone."""

WORST = np.int64(100_000)
"""Beyond all values, and its sign changed."""

CLEAR, HOPELESS = np.int64(3000), np.int64(4500)
"""Hundredths of a disc beyond which a position is decided and teaches nothing."""

PASSED = np.int64(100_001)
"""Instead of the value of a position in which the mover passes."""


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


@njit(inline="always")
def _runs(through, start, shift):
    """The discs of unbroken rows through these that begin beside the start, up and down."""
    twice = shift + shift
    up, down = through & (start << shift), through & (start >> shift)
    up |= through & (up << shift)
    down |= through & (down >> shift)
    through_up = through & (through << shift)
    through_down = through_up >> shift
    up |= through_up & (up << twice)
    down |= through_down & (down >> twice)
    up |= through_up & (up << twice)
    down |= through_down & (down >> twice)
    return up, down


@njit(inline="always")
def _reached(through, own, shift):
    up, down = _runs(through, own, shift)
    return (up << shift) | (down >> shift)


@njit(inline="always")
def _enclosed(through, own, bit, shift):
    up, down = _runs(through, bit, shift)
    found = _NONE
    if (up << shift) & own:
        found = up
    if (down >> shift) & own:
        found |= down
    return found


@njit(**_FLAGS)
def legal(own, enemy):
    """The fields on which the mover may lay a disc."""
    inner = enemy & _INNER
    found = _reached(inner, own, _U(1)) | _reached(enemy, own, _U(8))
    found |= _reached(inner, own, _U(7)) | _reached(inner, own, _U(9))
    return found & ~(own | enemy)


@njit(**_FLAGS)
def turned(own, enemy, bit):
    """The discs that a disc laid there turns."""
    inner = enemy & _INNER
    found = _enclosed(inner, own, bit, _U(1)) | _enclosed(enemy, own, bit, _U(8))
    return found | _enclosed(inner, own, bit, _U(7)) | _enclosed(inner, own, bit, _U(9))


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
def judged(own, enemy, moves, weights, scales, room):
    """Hundredths of a disc for the mover, who has so many legal fields: by patterns, or by hand
    where the scale is zero. `weights` are those of all stages in one row."""
    empty = popcount(~(own | enemy))
    stage = stage_of(empty)
    if scales[stage] == 0:
        near = _U(0x0042000000004200)
        value = 60 * (moves - popcount(legal(enemy, own)))
        value += 900 * (popcount(own & _CORNERS) - popcount(enemy & _CORNERS))
        return value - 400 * (popcount(own & near) - popcount(enemy & near))
    indices(own, enemy, room[0])
    begin = _U(stage * ROW)
    total = np.int32(weights[begin + _U(MOVES_AT + MOVES * (empty & 1) + min(moves, MOVES - 1))])
    for i in range(COUNT):
        total += np.int32(weights[begin + _U(STARTS[i]) + _U(room[0][i])])
    return np.int64(total) * scales[stage]


@njit(**_FLAGS)
def final(own, enemy):
    """The margin at the end, empty fields to the winner."""
    mine, other = popcount(own), popcount(enemy)
    if mine > other:
        return 100 * (64 - 2 * other)
    if mine < other:
        return 100 * (2 * mine - 64)
    return 0


_ROOM = types.Tuple((types.uint16[::1], types.uint64[::1]))
_VALUE = types.int64(
    types.uint64, types.uint64, types.int64, types.int64, types.int64,
    types.int16[::1], types.int64[::1], _ROOM, types.int64,
)  # fmt: skip
_SOLVED = types.int64(
    types.uint64, types.uint64, types.int64, types.int64, types.uint64[::1], types.int64
)


@njit(**_FLAGS)
def rooms():
    """What a search writes on: the indices of a position; the children of every ply."""
    return np.empty(WIDE, np.uint16), np.empty(PLIES * 3 * MOST, np.uint64)


@njit(**_FLAGS)
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


@njit(_VALUE, **_FLAGS)
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
            bit = fields & (~fields + _ONE)
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
        bit = fields & (~fields + _ONE)
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


@njit(types.int64(types.uint64, types.uint64, types.uint64), **_FLAGS)
def _last(own, enemy, bit):
    """The exact score where one field is empty."""
    flips = turned(own, enemy, bit)
    if flips:
        return final(own | flips | bit, enemy ^ flips)
    flips = turned(enemy, own, bit)
    if flips:
        return final(own ^ flips, enemy | flips | bit)
    return final(own, enemy)


@njit(_SOLVED, **_FLAGS)
def _few(own, enemy, alpha, beta, room, ply):
    """The exact score with a handful of empty fields: those first whose quarter of the board has
    an odd number of them."""
    empty = ~(own | enemy)
    left = popcount(empty)
    if left == 1:
        return _last(own, enemy, empty)
    if left == 0:
        return final(own, enemy)
    odd = _NONE
    for quarter in range(4):
        if popcount(empty & _QUARTERS[quarter]) & 1:
            odd |= _QUARTERS[quarter]
    best = -WORST
    for turn in range(2):
        fields = empty & (odd if turn == 0 else ~odd)
        while fields:
            bit = fields & (~fields + _ONE)
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


@njit(_SOLVED, **_FLAGS)
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
    odd = _NONE
    for quarter in range(4):
        if popcount(empty & _QUARTERS[quarter]) & 1:
            odd |= _QUARTERS[quarter]
    begin, count = ply * 3 * MOST, 0
    while fields:
        bit = fields & (~fields + _ONE)
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
                own, enemy = _child(own, enemy, np.random.randint(popcount(fields)))
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
                one, two = _child(own, enemy, number)
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
            own, enemy = _child(own, enemy, chosen)
        label = float(final(own, enemy))
        for at in range(length - 1, -1, -1):
            label = -label
            if seen[at] != PASSED:
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
        moves = min(popcount(legal(own, enemy)), MOVES - 1)
        found[at, COUNT] = numbers[MOVES_AT + MOVES * (popcount(~(own | enemy)) & 1) + moves]
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
    room = rooms()
    found = np.empty((len(depths), len(owns)), np.int64)
    for number in range(len(depths)):
        for at in range(len(owns)):
            own, enemy, depth = owns[at], enemies[at], depths[number]
            found[number, at] = value(own, enemy, depth, -WORST, WORST, weights, scales, room, 0)
    return found


@njit(**_FLAGS)
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
                own, enemy = _child(own, enemy, np.random.randint(choices))
                continue
            best, chosen = _best(own, enemy, depth, weights, scales, room)
            if abs(best) < CLEAR:
                owns[at, column], enemies[at, column] = own, enemy
            elif abs(best) > HOPELESS:
                break
            own, enemy = _child(own, enemy, chosen)
    return owns, enemies


@njit(**_FLAGS)
def _best(own, enemy, depth, weights, scales, room):
    """The value of the best move that far ahead, and its number."""
    best, chosen = -WORST, 0
    for number in range(popcount(legal(own, enemy))):
        one, two = _child(own, enemy, number)
        found = -value(one, two, depth - 1, -WORST, -best, weights, scales, room, 0)
        if found > best:
            best, chosen = found, number
    return best, chosen


@njit(**_FLAGS)
def exact(owns, enemies):
    """The exact scores of positions."""
    room = rooms()[1]
    found = np.empty(len(owns), np.int64)
    for at in range(len(owns)):
        found[at] = solved(owns[at], enemies[at], -6400, 6400, room, 0)
    return found


@njit(**_FLAGS)
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
            own, enemy = _child(own, enemy, chosen)
            ahead = depth
    return found
