"""Flipop in compiled code for training: moves, judge, alpha-beta; the default game.

A position is the four words of rules/games/flipop/paths.py. Moves and judge are those of
rules/games/flipop, written a second time; tests hold them together.
"""

import numpy as np
from numba import njit
from numba.core import types

from rules.board import cells
from rules.games.flipop.doors import EXITS, PITS, SIDE, WAYS
from rules.games.flipop.learned import KINDS, MOST, PLACES, ROOM, STANDS, STATES
from rules.games.flipop.paths import BLACK, as_ban
from rules.games.flipop.position import EACH
from rules.value import WIN

_U = np.uint64
_NONE, _ONE, HALF, _FIVE = _U(0), _U(1), _U(32), _U(SIDE)
LOWER = _U((1 << 32) - 1)
_PITS = _U((1 << PITS) - 1)
_HINGES = _U(sum(1 << SIDE * row + column for row in range(4) for column in range(4)))
_BLACK = _U(BLACK)
_EXITS = np.array([EXITS[0] | EXITS[1] << 32, EXITS[1] | EXITS[0] << 32], np.uint64)
"""Of the mover and the enemy, by who moves."""

_LEFT, _RIGHT = (
    _U(sum(1 << pit for pit in range(PITS) if pit % SIDE == column) * (1 | 1 << 32))
    for column in (0, SIDE - 1)
)
"""The columns at the sides, in both halves."""


def _by_way(what, kind):
    """What is said of every way, by its number; 0 where there is no way."""
    found = np.zeros(4 * PITS, kind)
    for way in WAYS.values():
        found[way.number] = what(way)
    return found


def _doors(way):
    """The hinges of a passage as bits, and the doors that lie in it, as the words have them."""
    hinges = points = 0
    for door in cells(way.doors):
        hinge, direction = divmod(door, 4)
        bit = 1 << SIDE * (hinge // 4) + hinge % 4
        hinges |= bit
        points |= bit * (direction & 1) | (bit << 32) * (direction >> 1)
    return hinges, points


_PASSAGE = _by_way(lambda way: _doors(way)[0], np.uint64)
_POINTS = _by_way(lambda way: _doors(way)[1], np.uint64)
_ENTERED = _by_way(lambda way: way.entered, np.uint64)
_SOURCE = _by_way(lambda way: way.left | way.left << 32, np.uint64)
_UP = _by_way(lambda way: max(0, way.target - way.source), np.uint64)
_DOWN = _by_way(lambda way: max(0, way.source - way.target), np.uint64)
_BACK, _BACK_TOO = (
    _by_way(lambda way, half=half: as_ban(way.back.bit_length() - 1, half), np.uint64)
    for half in (0, 1)
)
"""What bans the way back, in the two words for that."""
_TARGET = _by_way(lambda way: way.target + 1, np.int64) - 1
"""The pit behind a way; -1 where there is no way."""

_CODES = np.full((EACH + 1, EACH + 1, EACH + 1), -1, np.int64)
for _number, _state in enumerate(STATES):
    _CODES[_state] = _number
_MIRRORED = np.array([int(f"{row:05b}"[::-1], 2) for row in range(32)], np.int64)

WIDE = 2 + SIDE + 4 * EACH
"""Places of a position among the numbers, at most."""

MOVES, PLIES = 160, 40
"""Moves of a position and plies of a search, at most."""

FLAGS = {"cache": True, "nogil": True}


@njit(**FLAGS)
def popcount(x):
    x = x - ((x >> _U(1)) & _U(0x5555555555555555))
    x = (x & _U(0x3333333333333333)) + ((x >> _U(2)) & _U(0x3333333333333333))
    x = (x + (x >> _U(4))) & _U(0x0F0F0F0F0F0F0F0F)
    return np.int64((x * _U(0x0101010101010101)) >> _U(56))


@njit(**FLAGS)
def lowest(x):
    """The number of the lowest bit."""
    return popcount((x & (~x + _ONE)) - _ONE)


@njit(**FLAGS)
def open_ways(doors):
    low, high = doors & _HINGES, (doors >> HALF) & _HINGES
    both = low & high
    east = (_HINGES & ~(low | high)) | ((high ^ both) << _FIVE)
    south = both | ((low ^ both) << _ONE)
    return (south << _FIVE) | (east << HALF), south | (east << _U(33))


@njit(**FLAGS)
def swinging(doors, way):
    """The hinges whose doors lie in the passage, as bits."""
    fitting = ~(doors ^ _POINTS[way])
    return fitting & (fitting >> HALF) & _PASSAGE[way]


@njit(**FLAGS)
def swung(doors, hinges, way):
    """The doors after these have swung open for that way."""
    high = hinges << HALF
    doors = (doors ^ hinges) & ~high
    if way & 2:
        doors |= high
    return doors


@njit(**FLAGS)
def banned(north_east, south_west, way):
    bit = _ONE << _U((way >> 2) + 32 * (way & 1))
    return ((south_west if way & 2 else north_east) & bit) != _NONE


@njit(**FLAGS)
def rolled(balls, way):
    """The ball that leaves by this way, as a bit of its half, and where it arrives."""
    gone = balls & _SOURCE[way]
    return gone, (gone << _UP[way]) >> _DOWN[way]


@njit(**FLAGS)
def put(out, count, balls, doors, north_east, south_west):
    """A position for the other player; how many there are."""
    out[count, 0] = (balls >> HALF) | (balls << HALF)
    out[count, 1] = doors ^ _BLACK
    out[count, 2], out[count, 3] = north_east, south_west
    return count + 1


_PUSH = types.int64(
    types.uint64[::1], types.int64, types.uint64, types.uint64, types.uint64, types.uint64,
    types.uint64, types.uint64, types.uint64, types.uint64[:, ::1], types.int64,
)  # fmt: skip


@njit(_PUSH, **FLAGS)
def push(before, way, rest, moved, doors, north_east, south_west, free, others, out, count):
    """Add every chain that goes on after the step `way` into a taken pit: `rest` are balls that
    have not moved, `moved` those that have, `others` the pits of the former."""
    pit, direction = _TARGET[way], way & 3
    exits = _EXITS[1 if before[1] & _BLACK else 0]
    for side in range(2):
        onward = 4 * pit + ((direction + 1 + 2 * side) & 3)
        if _TARGET[onward] < 0 or banned(before[2], before[3], onward):
            continue
        entered, hinges = _ENTERED[onward], swinging(before[1], onward)
        ends = (free & entered) != _NONE
        if not ends and ((others & entered) == _NONE or hinges == _NONE):
            continue
        gone, there = rolled(rest, onward)
        there &= ~exits
        ban_one, ban_two = north_east, south_west
        if there:
            ban_one |= _BACK[onward]
            ban_two |= _BACK_TOO[onward]
        turned = swung(doors, hinges, onward)
        if ends:
            count = put(out, count, (rest ^ gone) | moved | there, turned, ban_one, ban_two)
        else:
            count = push(
                before, onward, rest ^ gone, moved | there, turned, ban_one, ban_two, free,
                others & ~entered, out, count,
            )  # fmt: skip
    return count


@njit(**FLAGS)
def children(one, out):
    """The positions after all moves but a forced pass; how many there are."""
    balls, doors = one[0], one[1]
    taken = (balls | (balls >> HALF)) & _PITS
    own = balls & LOWER
    own |= own << HALF
    ways = open_ways(doors)
    exits = _EXITS[1 if doors & _BLACK else 0]
    count = 0
    for half in range(2):
        left = ways[half] & own & ~one[2 + half]
        while left:
            bit = lowest(left)
            left &= left - _ONE
            way = 4 * (bit & 31) + 2 * half + (bit >> 5)
            gone, there = rolled(balls, way)
            there &= ~exits
            rest, turned = balls ^ gone, swung(doors, swinging(doors, way), way)
            if taken & _ENTERED[way]:
                start = gone & _PITS
                ban_one = _BACK[way] if there else _NONE
                ban_two = _BACK_TOO[way] if there else _NONE
                count = push(
                    one, way, rest, there, turned, ban_one, ban_two,
                    (~taken & _PITS) | start, taken & ~(start | _ENTERED[way]), out, count,
                )  # fmt: skip
            else:
                count = put(out, count, rest | there, turned, _NONE, _NONE)
    return count


@njit(**FLAGS)
def singles(one):
    """Whether the mover has a move that pushes nothing."""
    balls = one[0]
    empty = ~(balls | (balls >> HALF)) & _PITS
    own = balls & LOWER
    own |= own << HALF
    north_east, south_west = open_ways(one[1])
    north_east &= own & ~one[2] & ((empty << _FIVE) | ((empty >> _ONE) << HALF))
    south_west &= own & ~one[3] & ((empty >> _FIVE) | (empty << _U(33)))
    return (north_east | south_west) != _NONE


@njit(**FLAGS)
def verdict(one):
    """Who is ahead by balls left: WIN, 0 or -WIN for the mover."""
    own, enemy = popcount(one[0] & LOWER), popcount(one[0] >> HALF)
    return WIN if own < enemy else -WIN if own > enemy else 0


@njit(**FLAGS)
def passed(one, out):
    """The position after a pass."""
    put(out, 0, one[0], one[1], _NONE, _NONE)


@njit(**FLAGS)
def opposite(balls):
    """The pits that touch a corner of a ball's pit, by halves."""
    inner_left, inner_right = balls & ~_LEFT, balls & ~_RIGHT
    return (
        (inner_right << _U(6))
        | (inner_left << _U(4))
        | (inner_right >> _U(4))
        | (inner_left >> _U(6))
    )


@njit(**FLAGS)
def places(one, out):
    """The places among the numbers of all that counts; how many are the mover's, how many in all.

    The first so many are added, the others are taken away.
    """
    black = (one[1] & _BLACK) != _NONE
    balls, (north_east, south_west) = one[0], open_ways(one[1])
    somewhere = north_east | south_west
    somewhere = (somewhere | (somewhere >> HALF)) & _PITS
    shut = balls & ~(somewhere | (somewhere << HALF))
    freed = shut & opposite(balls)
    north, south = north_east & _PITS, south_west & _PITS
    own, enemy = popcount(balls & LOWER), popcount(balls >> HALF)
    states = (
        _CODES[own, popcount(shut & LOWER), popcount(freed & LOWER)],
        _CODES[enemy, popcount(shut >> HALF), popcount(freed >> HALF)],
    )
    out[0] = len(STATES) * states[0] + states[1]
    count = 1
    mine, theirs = balls & LOWER, balls >> HALF
    row = mine | (mine << HALF)
    ways = min(popcount(north_east & row) + popcount(south_west & row), MOST)
    row = theirs | (theirs << HALF)
    replies = min(popcount(north_east & row) + popcount(south_west & row), MOST)
    out[1] = STANDS + (((own - 1) * EACH + enemy - 1) * (MOST + 1) + ways) * (MOST + 1) + replies
    count = 2
    for line in range(SIDE):
        first, second = (
            np.int64((mine >> _U(5 * line)) & _U(31)),
            np.int64((theirs >> _U(5 * line)) & _U(31)),
        )
        at = line
        if black:
            at, first, second = SIDE - 1 - line, _MIRRORED[first], _MIRRORED[second]
        out[count] = STANDS + ROOM + PLACES + 1024 * at + 32 * first + second
        count += 1
    plus = 0
    for side in range(2):
        up = black != (side == 1)
        start = STANDS + ROOM + ((enemy if side else own) - 1) * KINDS * PITS
        left = theirs if side else mine
        ahead, closed = north if up else south, shut >> _U(32 * side)
        while left:
            pit = lowest(left)
            left &= left - _ONE
            seen = PITS - 1 - pit if up else pit
            out[count] = start + seen
            count += 1
            if (ahead >> _U(pit)) & _ONE:
                out[count] = start + PITS + seen
                count += 1
            elif (closed >> _U(pit)) & _ONE:
                out[count] = start + 2 * PITS + seen
                count += 1
        if side == 0:
            plus = count
    return plus, count


@njit(**FLAGS)
def judged(one, weights, room):
    """Points for the mover of a position that is not over."""
    plus, count = places(one, room)
    total = np.int64(0)
    for at in range(plus):
        total += weights[room[at]]
    for at in range(plus, count):
        total -= weights[room[at]]
    return total


_VALUE = types.int64(
    types.uint64[::1], types.int64, types.int64, types.int64, types.int64,
    types.int32[::1], types.uint64[:, :, ::1], types.int64[::1],
)  # fmt: skip


@njit(**FLAGS)
def at_rest(one, ply, weights, room, spare, out):
    """The judge's points, or what an end is worth."""
    if not one[0] >> HALF:
        return -WIN + ply
    if not one[0] & LOWER:
        return WIN - ply
    if not singles(one) and children(one, out) == 0:
        passed(one, spare)
        if not singles(spare[0]) and children(spare[0], out) == 0:
            end = verdict(one)
            return end - ply if end > 0 else end + ply if end < 0 else 0
    return judged(one, weights, room)


@njit(_VALUE, **FLAGS)
def value(one, depth, ply, alpha, beta, weights, work, room):
    """Alpha-beta so many plies deep; a pass is no ply."""
    out = work[ply]
    if depth <= 0:
        return at_rest(one, ply, weights, room, work[ply + 1], out)
    if not one[0] >> HALF:
        return -WIN + ply
    if not one[0] & LOWER:
        return WIN - ply
    count = children(one, out)
    if count == 0:
        passed(one, out)
        if not singles(out[0]) and children(out[0], work[ply + 1]) == 0:
            end = verdict(one)
            return end - ply if end > 0 else end + ply if end < 0 else 0
        return -value(out[0], depth, ply + 1, -beta, -alpha, weights, work, room)
    hopes = np.empty(count, np.int64)
    order = np.arange(count)
    if depth > 1:
        for number in range(count):
            if not out[number, 0] & LOWER or not out[number, 0] >> HALF:
                hopes[number] = WIN if not out[number, 0] >> HALF else -WIN
            else:
                hopes[number] = judged(out[number], weights, room)
    best = np.int64(-2 * WIN)
    for at in range(count):
        if depth > 1:
            for later in range(at + 1, count):
                if hopes[order[later]] < hopes[order[at]]:
                    order[at], order[later] = order[later], order[at]
        found = -value(
            out[order[at]], depth - 1, ply + 1, -beta, -max(alpha, best), weights, work, room
        )
        if found > best:
            best = found
            if best >= beta:
                break
    return best


@njit(**FLAGS)
def perft(one, depth, work):
    """How many lines of so many plies there are, forced passes counted as plies."""
    if depth == 0:
        return 1
    if not one[0] >> HALF or not one[0] & LOWER:
        return 0
    count = children(one, work[depth])
    if count == 0:
        passed(one, work[depth])
        if not singles(work[depth, 0]) and children(work[depth, 0], work[depth - 1]) == 0:
            return 0
        count = 1
    total = 0
    for number in range(count):
        total += perft(work[depth, number], depth - 1, work)
    return total
