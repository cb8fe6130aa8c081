"""Flipop in compiled code for training: the moves and ends of the default game.

A position `one` is the four words of engine/paths.py, uint64, shape (4,). `out` has one position a
row, shape (MAX_LEGAL_MOVES, 4). The moves repeat rules/games/flipop; tests compare both.
"""

import numpy as np
from numba import njit
from numba.core import types

from rules.contract.board import cells
from rules.contract.value import WIN
from rules.games.flipop.doors import BOARD_SIDE, EXIT_PITS, PIT_COUNT, WAY_BY_PITS
from rules.games.flipop.engine.paths import BLACK_TURN, ban_bit
from rules.training.compiled import NJIT_OPTIONS, NONE, ONE, popcount

_U = np.uint64
HALF_BITS, _FIVE = _U(32), _U(BOARD_SIDE)
LOWER_HALF = _U((1 << 32) - 1)
ALL_PITS = _U((1 << PIT_COUNT) - 1)
_HINGES = _U(sum(1 << BOARD_SIDE * row + column for row in range(4) for column in range(4)))
BLACK_TO_MOVE = _U(BLACK_TURN)
"""The bit of a position's second word that says that black moves."""

_EXITS = np.array([EXIT_PITS[0] | EXIT_PITS[1] << 32, EXIT_PITS[1] | EXIT_PITS[0] << 32], np.uint64)
"""The exits of mover and enemy as bits in both halves, by player on turn."""


def _by_way(what, kind):
    """An array of `what` of every way, by its number; 0 if there is no such way."""
    found = np.zeros(4 * PIT_COUNT, kind)
    for way in WAY_BY_PITS.values():
        found[way.number] = what(way)
    return found


def _doors(way):
    """The hinges of a passage as bits, and how doors lie that are in it, as in the words."""
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
"""The bits that ban the way back (FP-11), for the third and the fourth word."""
_TARGET = _by_way(lambda way: way.target + 1, np.int64) - 1
"""The pit that a way leads to; -1 if there is no such way."""

MAX_LEGAL_MOVES, MAX_SEARCH_PLIES = 160, 40
"""Most moves of a position and most plies of a search."""


@njit(**NJIT_OPTIONS)
def lowest_bit(x):
    """The index of the lowest set bit."""
    return popcount((x & (~x + ONE)) - ONE)


@njit(**NJIT_OPTIONS)
def open_ways(doors):
    """The open ways as two words of bits: north and east, south and west."""
    low, high = doors & _HINGES, (doors >> HALF_BITS) & _HINGES
    both = low & high
    east = (_HINGES & ~(low | high)) | ((high ^ both) << _FIVE)
    south = both | ((low ^ both) << ONE)
    return (south << _FIVE) | (east << HALF_BITS), south | (east << _U(33))


@njit(**NJIT_OPTIONS)
def passage_hinges(doors, way):
    """The hinges, as bits, whose doors lie in the passage of `way`."""
    fitting = ~(doors ^ _POINTS[way])
    return fitting & (fitting >> HALF_BITS) & _PASSAGE[way]


@njit(**NJIT_OPTIONS)
def swung_doors(doors, hinges, way):
    """The doors after those at `hinges` have swung open for `way`."""
    high = hinges << HALF_BITS
    doors = (doors ^ hinges) & ~high
    if way & 2:
        doors |= high
    return doors


@njit(**NJIT_OPTIONS)
def is_banned(north_east, south_west, way):
    """Whether the bans (FP-11), as in the third and fourth word, hold for `way`."""
    bit = ONE << _U((way >> 2) + 32 * (way & 1))
    return ((south_west if way & 2 else north_east) & bit) != NONE


@njit(**NJIT_OPTIONS)
def roll(balls, way):
    """The bits, in its half of a word, of the ball that leaves by `way` and of its target."""
    gone = balls & _SOURCE[way]
    return gone, (gone << _UP[way]) >> _DOWN[way]


@njit(**NJIT_OPTIONS)
def write_child(out, count, balls, doors, north_east, south_west):
    """Write the position after a move to row `count`, for the other player; returns `count` + 1."""
    out[count, 0] = (balls >> HALF_BITS) | (balls << HALF_BITS)
    out[count, 1] = doors ^ BLACK_TO_MOVE
    out[count, 2], out[count, 3] = north_east, south_west
    return count + 1


_PUSH = types.int64(
    types.uint64[::1], types.int64, types.uint64, types.uint64, types.uint64, types.uint64,
    types.uint64, types.uint64, types.uint64, types.uint64[:, ::1], types.int64,
)  # fmt: skip


@njit(_PUSH, **NJIT_OPTIONS)
def write_pushes(before, way, rest, moved, doors, north_east, south_west, free, others, out, count):
    """Write all positions after chains that go on from step `way` into a taken pit (FP-6 to FP-8).

    `rest` are balls that have not moved, `others` their pits, `moved` balls that have. Returns the
    new number of rows.
    """
    pit, direction = _TARGET[way], way & 3
    exits = _EXITS[1 if before[1] & BLACK_TO_MOVE else 0]
    for side in range(2):
        onward = 4 * pit + ((direction + 1 + 2 * side) & 3)
        if _TARGET[onward] < 0 or is_banned(before[2], before[3], onward):
            continue
        entered, hinges = _ENTERED[onward], passage_hinges(before[1], onward)
        ends = (free & entered) != NONE
        if not ends and ((others & entered) == NONE or hinges == NONE):
            continue
        gone, there = roll(rest, onward)
        there &= ~exits
        ban_one, ban_two = north_east, south_west
        if there:
            ban_one |= _BACK[onward]
            ban_two |= _BACK_TOO[onward]
        turned = swung_doors(doors, hinges, onward)
        if ends:
            count = write_child(out, count, (rest ^ gone) | moved | there, turned, ban_one, ban_two)
        else:
            count = write_pushes(
                before, onward, rest ^ gone, moved | there, turned, ban_one, ban_two, free,
                others & ~entered, out, count,
            )  # fmt: skip
    return count


@njit(**NJIT_OPTIONS)
def write_children(one, out):
    """Write the positions after all moves except a forced pass to `out`; returns their number."""
    balls, doors = one[0], one[1]
    taken = (balls | (balls >> HALF_BITS)) & ALL_PITS
    own = balls & LOWER_HALF
    own |= own << HALF_BITS
    ways = open_ways(doors)
    exits = _EXITS[1 if doors & BLACK_TO_MOVE else 0]
    count = 0
    for half in range(2):
        left = ways[half] & own & ~one[2 + half]
        while left:
            bit = lowest_bit(left)
            left &= left - ONE
            way = 4 * (bit & 31) + 2 * half + (bit >> 5)
            gone, there = roll(balls, way)
            there &= ~exits
            rest, turned = balls ^ gone, swung_doors(doors, passage_hinges(doors, way), way)
            if taken & _ENTERED[way]:
                start = gone & ALL_PITS
                ban_one = _BACK[way] if there else NONE
                ban_two = _BACK_TOO[way] if there else NONE
                count = write_pushes(
                    one, way, rest, there, turned, ban_one, ban_two,
                    (~taken & ALL_PITS) | start, taken & ~(start | _ENTERED[way]), out, count,
                )  # fmt: skip
            else:
                count = write_child(out, count, rest | there, turned, NONE, NONE)
    return count


@njit(**NJIT_OPTIONS)
def has_plain_move(one):
    """Whether the mover has a move that pushes no ball."""
    balls = one[0]
    empty = ~(balls | (balls >> HALF_BITS)) & ALL_PITS
    own = balls & LOWER_HALF
    own |= own << HALF_BITS
    north_east, south_west = open_ways(one[1])
    north_east &= own & ~one[2] & ((empty << _FIVE) | ((empty >> ONE) << HALF_BITS))
    south_west &= own & ~one[3] & ((empty >> _FIVE) | (empty << _U(33)))
    return (north_east | south_west) != NONE


@njit(**NJIT_OPTIONS)
def lead_score(one):
    """The score by balls left (FP-12): WIN, 0 or -WIN for the mover."""
    own, enemy = popcount(one[0] & LOWER_HALF), popcount(one[0] >> HALF_BITS)
    return WIN if own < enemy else -WIN if own > enemy else 0


@njit(**NJIT_OPTIONS)
def write_pass(one, out):
    """Write the position after a pass to the first row of `out`."""
    write_child(out, 0, one[0], one[1], NONE, NONE)


@njit(**NJIT_OPTIONS)
def copy_position(one, out):
    """Copy the words of a position to `out`; slices would take seconds to compile."""
    for word in range(4):
        out[word] = one[word]


@njit(**NJIT_OPTIONS)
def is_stuck(one, spare, out):
    """Whether neither player can move; `spare` and `out` are overwritten."""
    copy_position(one, spare[0])
    for _ in range(2):
        if has_plain_move(spare[0]) or write_children(spare[0], out):
            return False
        write_pass(spare[0], spare)
    return True
