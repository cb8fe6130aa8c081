"""Flipop in compiled code for training: the moves and ends of the default game.

A position is the four words of engine/paths.py. Moves are those of rules/games/flipop,
written a second time; tests hold them together.
"""

import numpy as np
from numba import njit
from numba.core import types

from rules.contract.board import cells
from rules.contract.value import WIN
from rules.games.flipop.doors import BOARD_SIDE, EXIT_PITS, PIT_COUNT, WAY_BY_PITS
from rules.games.flipop.engine.paths import BLACK_TURN, ban_bit

_U = np.uint64
NONE, ONE, HALF, _FIVE = _U(0), _U(1), _U(32), _U(BOARD_SIDE)
LOWER = _U((1 << 32) - 1)
ALL = _U((1 << PIT_COUNT) - 1)
_HINGES = _U(sum(1 << BOARD_SIDE * row + column for row in range(4) for column in range(4)))
TURN = _U(BLACK_TURN)
"""Black is on turn."""

_EXITS = np.array([EXIT_PITS[0] | EXIT_PITS[1] << 32, EXIT_PITS[1] | EXIT_PITS[0] << 32], np.uint64)
"""Of the mover and the enemy, by who moves."""


def _by_way(what, kind):
    """What is said of every way, by its number; 0 where there is no way."""
    found = np.zeros(4 * PIT_COUNT, kind)
    for way in WAY_BY_PITS.values():
        found[way.number] = what(way)
    return found


def _doors(way):
    """The hinges of a passage as bits, and the doors that lie in it, as the words have them."""
    hinges = points = 0
    for door in cells(way.doors):
        hinge, direction = divmod(door, 4)
        bit = 1 << BOARD_SIDE * (hinge // 4) + hinge % 4
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
    _by_way(lambda way, half=half: ban_bit(way.back.bit_length() - 1, half), np.uint64)
    for half in (0, 1)
)
"""What bans the way back, in the two words for that."""
_TARGET = _by_way(lambda way: way.target + 1, np.int64) - 1
"""The pit behind a way; -1 where there is no way."""

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
    return popcount((x & (~x + ONE)) - ONE)


@njit(**FLAGS)
def open_ways(doors):
    low, high = doors & _HINGES, (doors >> HALF) & _HINGES
    both = low & high
    east = (_HINGES & ~(low | high)) | ((high ^ both) << _FIVE)
    south = both | ((low ^ both) << ONE)
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
    bit = ONE << _U((way >> 2) + 32 * (way & 1))
    return ((south_west if way & 2 else north_east) & bit) != NONE


@njit(**FLAGS)
def rolled(balls, way):
    """The ball that leaves by this way, as a bit of its half, and where it arrives."""
    gone = balls & _SOURCE[way]
    return gone, (gone << _UP[way]) >> _DOWN[way]


@njit(**FLAGS)
def put(out, count, balls, doors, north_east, south_west):
    """A position for the other player; how many there are."""
    out[count, 0] = (balls >> HALF) | (balls << HALF)
    out[count, 1] = doors ^ TURN
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
    exits = _EXITS[1 if before[1] & TURN else 0]
    for side in range(2):
        onward = 4 * pit + ((direction + 1 + 2 * side) & 3)
        if _TARGET[onward] < 0 or banned(before[2], before[3], onward):
            continue
        entered, hinges = _ENTERED[onward], swinging(before[1], onward)
        ends = (free & entered) != NONE
        if not ends and ((others & entered) == NONE or hinges == NONE):
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
    taken = (balls | (balls >> HALF)) & ALL
    own = balls & LOWER
    own |= own << HALF
    ways = open_ways(doors)
    exits = _EXITS[1 if doors & TURN else 0]
    count = 0
    for half in range(2):
        left = ways[half] & own & ~one[2 + half]
        while left:
            bit = lowest(left)
            left &= left - ONE
            way = 4 * (bit & 31) + 2 * half + (bit >> 5)
            gone, there = rolled(balls, way)
            there &= ~exits
            rest, turned = balls ^ gone, swung(doors, swinging(doors, way), way)
            if taken & _ENTERED[way]:
                start = gone & ALL
                ban_one = _BACK[way] if there else NONE
                ban_two = _BACK_TOO[way] if there else NONE
                count = push(
                    one, way, rest, there, turned, ban_one, ban_two,
                    (~taken & ALL) | start, taken & ~(start | _ENTERED[way]), out, count,
                )  # fmt: skip
            else:
                count = put(out, count, rest | there, turned, NONE, NONE)
    return count


@njit(**FLAGS)
def singles(one):
    """Whether the mover has a move that pushes nothing."""
    balls = one[0]
    empty = ~(balls | (balls >> HALF)) & ALL
    own = balls & LOWER
    own |= own << HALF
    north_east, south_west = open_ways(one[1])
    north_east &= own & ~one[2] & ((empty << _FIVE) | ((empty >> ONE) << HALF))
    south_west &= own & ~one[3] & ((empty >> _FIVE) | (empty << _U(33)))
    return (north_east | south_west) != NONE


@njit(**FLAGS)
def verdict(one):
    """Who is ahead by balls left: WIN, 0 or -WIN for the mover."""
    own, enemy = popcount(one[0] & LOWER), popcount(one[0] >> HALF)
    return WIN if own < enemy else -WIN if own > enemy else 0


@njit(**FLAGS)
def passed(one, out):
    """The position after a pass."""
    put(out, 0, one[0], one[1], NONE, NONE)


@njit(**FLAGS)
def put_down(one, out):
    """Copy the words of a position; an assignment of arrays would take seconds to compile."""
    for word in range(4):
        out[word] = one[word]


@njit(**FLAGS)
def stuck(one, spare, out):
    """Whether neither player can move."""
    put_down(one, spare[0])
    for _ in range(2):
        if singles(spare[0]) or children(spare[0], out):
            return False
        passed(spare[0], spare)
    return True


@njit(**FLAGS)
def perft(one, depth, work):
    """How many lines of so many plies there are, forced passes counted as plies."""
    if depth == 0:
        return 1
    if not one[0] >> HALF or not one[0] & LOWER:
        return 0
    count = children(one, work[depth])
    if count == 0:
        if stuck(one, work[depth], work[depth - 1]):
            return 0
        passed(one, work[depth])
        count = 1
    total = 0
    for number in range(count):
        total += perft(work[depth, number], depth - 1, work)
    return total
