"""The rules of Flipop with default options in compiled code, for its rival.

Written from the rule sheet, not from rules/games/flipop; a test compares both. A position is six
int64: the balls of white and of black (bit = pit, a1 is bit 0), the doors (bit = 4 * hinge +
direction), two words of steps that FP-11 bans (bit = step, fifty in each), and the mover (0 white).
A step is 4 * pit + direction; N, E, S, W are 0 to 3.

A path is (first pit + 25) followed, to base 5, by a digit 1 to 4 for each direction.
"""

import numpy as np
from numba import njit
from numba.core import types

SIDE_PITS, PITS, _STEPS = 5, 25, 100
NJIT_OPTIONS = {"cache": True, "nogil": True}
NO, YES = np.array([0, 1], np.int64)
"""Numbers as int64. With integers of Python numba would not use its cache."""
EXITS = np.array([0b01110 << 20, 0b01110], np.int64)
_DELTA = ((0, -1), (1, 0), (0, 1), (-1, 0))

MAX_LEGAL_MOVES, MOVE_WORDS = 256, 7
"""The maximum number of moves of a position, and the words of a move: position after it (5), path,
order."""


def _tables():
    """Return by step the target pit or -1, the doors in the passage, and both doors before and
    after it. All are int64, shapes (100,), (100,), (2, 100) and (2, 100)."""
    target = np.full(_STEPS, -1, np.int64)
    lying, lies, swings = np.zeros(_STEPS, np.int64), *np.zeros((2, 2, _STEPS), np.int64)

    def bit(column, row, points):
        if not (0 <= column < SIDE_PITS - 1 and 0 <= row < SIDE_PITS - 1):
            return 0
        return int(np.uint64(1 << 4 * (row * (SIDE_PITS - 1) + column) + points).astype(np.int64))

    for step in range(_STEPS):
        pit, heading = divmod(step, 4)
        column, row = pit % SIDE_PITS, pit // SIDE_PITS
        across, down = _DELTA[heading]
        if not (0 <= column + across < SIDE_PITS and 0 <= row + down < SIDE_PITS):
            continue
        target[step] = pit + across + SIDE_PITS * down
        if across:
            line = column + min(across, 0)
            ends = ((line, row - 1, 2), (line, row, 0))
        else:
            line = row + min(down, 0)
            ends = ((column - 1, line, 1), (column, line, 3))
        for number, (at, of, points) in enumerate(ends):
            lies[number, step], swings[number, step] = bit(at, of, points), bit(at, of, heading)
        lying[step] = lies[0, step] | lies[1, step]
    return target, lying, lies, swings


STEP_TARGET, PASSAGE_DOORS, _DOOR_BEFORE, _DOOR_AFTER = _tables()
_LOW_BAN = np.array([1 << step if step < 50 else 0 for step in range(_STEPS)], np.int64)
_HIGH_BAN = np.array([1 << step - 50 if step >= 50 else 0 for step in range(_STEPS)], np.int64)


@njit(**NJIT_OPTIONS)
def popcount(bits):
    """Return the number of set bits."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@njit(**NJIT_OPTIONS)
def pit_of(bit):
    """Return the pit of a single set bit."""
    pit = 0
    if bit & 0x1FF0000:
        pit += 16
        bit >>= 16
    if bit & 0xFF00:
        pit += 8
        bit >>= 8
    if bit & 0xF0:
        pit += 4
        bit >>= 4
    if bit & 0xC:
        pit += 2
        bit >>= 2
    return pit + (bit >> 1)


@njit(**NJIT_OPTIONS)
def swung_doors(doors, before, step):
    """Return the doors after a ball has made `step`. `before` are the doors before the move."""
    lying = before & PASSAGE_DOORS[step]
    doors &= ~lying
    if lying & _DOOR_BEFORE[0, step]:
        doors |= _DOOR_AFTER[0, step]
    if lying & _DOOR_BEFORE[1, step]:
        doors |= _DOOR_AFTER[1, step]
    return doors


@njit(
    types.int64(
        types.int64[:, ::1], types.int64, *[types.int64] * 5,
        *[types.int64] * 9,
    ),
    **NJIT_OPTIONS,
)  # fmt: skip
def write_chains(
    out, made, white, black, before, low, high,
    whites, blacks, doors, new_low, new_high, step, free, rest, path,
):  # fmt: skip
    """Write to `out` every chain that continues after `step` into an occupied pit (FP-6 to FP-8).

    `out` is int64, shape (MAX_LEGAL_MOVES, MOVE_WORDS). `white` and `black` are the balls before
    the move, `whites` and `blacks` those after `step`. Return the new number of moves.
    """
    pit = STEP_TARGET[step]
    own = 1 << pit
    for side in (1, 3):
        heading = (step + side) & 3
        onward = 4 * pit + heading
        end = STEP_TARGET[onward]
        if end < 0 or low & _LOW_BAN[onward] or high & _HIGH_BAN[onward]:
            continue
        bit = 1 << end
        last = free & bit != 0
        if not last and not (rest & bit and before & PASSAGE_DOORS[onward]):
            continue
        ours, theirs, left, right = whites, blacks, white, black
        if white & own:
            left ^= own
            landed = bit & ~EXITS[0]
            ours |= landed
        else:
            right ^= own
            landed = bit & ~EXITS[1]
            theirs |= landed
        back = 4 * end + (heading ^ 2)
        more_low = new_low | (_LOW_BAN[back] if landed else 0)
        more_high = new_high | (_HIGH_BAN[back] if landed else 0)
        after = swung_doors(doors, before, onward)
        longer = 5 * path + heading + 1
        if last:
            if made < MAX_LEGAL_MOVES:
                out[made, 0], out[made, 1] = left | ours, right | theirs
                out[made, 2], out[made, 3], out[made, 4] = after, more_low, more_high
                out[made, 5] = longer
                made += 1
        else:
            made = write_chains(
                out, made, left, right, before, low, high,
                ours, theirs, after, more_low, more_high, onward, free, rest & ~bit, longer,
            )  # fmt: skip
    return made


@njit(**NJIT_OPTIONS)
def write_moves(out, white, black, doors, low, high, turn):
    """Write every move except a pass to `out`; returns their number.

    `out`: int64, shape (MAX_LEGAL_MOVES, MOVE_WORDS).
    """
    taken = white | black
    own = black if turn else white
    made = 0
    while own:
        bit = own & -own
        own ^= bit
        pit = pit_of(bit)
        for heading in range(4):
            step = 4 * pit + heading
            target = STEP_TARGET[step]
            if (
                target < 0
                or not doors & PASSAGE_DOORS[step]
                or low & _LOW_BAN[step]
                or high & _HIGH_BAN[step]
            ):
                continue
            there = 1 << target
            landed = there & ~EXITS[turn]
            after = swung_doors(doors, doors, step)
            path = 5 * (PITS + pit) + heading + 1
            left, right = white, black
            if turn:
                right ^= bit
            else:
                left ^= bit
            if not taken & there:
                out[made, 0] = left if turn else left | landed
                out[made, 1] = right | landed if turn else right
                out[made, 2], out[made, 3], out[made, 4] = after, 0, 0
                out[made, 5] = path
                made += 1
                continue
            back = 4 * target + (heading ^ 2)
            made = write_chains(
                out, made, left, right, doors, low, high,
                0 if turn else landed, landed if turn else 0, after,
                _LOW_BAN[back] if landed else 0, _HIGH_BAN[back] if landed else 0,
                step, ~taken | bit, taken & ~(bit | there), path,
            )  # fmt: skip
    return made


@njit(**NJIT_OPTIONS)
def position_key(white, black, doors, low, high, turn):
    """Return a hash of the position, int64, never 0."""
    found = (white | black << 25 | turn << 50) * -7046029254386353131
    found ^= (found >> 32) & 0xFFFFFFFF
    found = (found + doors) * -4417276706812531889
    found ^= (found >> 32) & 0xFFFFFFFF
    found = (found + low * 31 + high) * -7046029254386353131
    found ^= (found >> 29) & 0x7FFFFFFFF
    return found | 1


@njit(types.int64(*[types.int64] * 7), **NJIT_OPTIONS)
def perft(white, black, doors, low, high, turn, depth):
    """Return the number of lines of `depth` plies. A forced pass is a ply."""
    if not depth:
        return 1
    if not white or not black:
        return 0
    out = np.zeros((MAX_LEGAL_MOVES, MOVE_WORDS), np.int64)
    made = write_moves(out, white, black, doors, low, high, turn)
    if not made:
        spare = np.zeros((MAX_LEGAL_MOVES, MOVE_WORDS), np.int64)
        if not write_moves(spare, white, black, doors, 0, 0, 1 - turn):
            return 0
        return perft(white, black, doors, NO, NO, 1 - turn, depth - 1)
    found = 0
    for number in range(made):
        one = out[number]
        found += perft(one[0], one[1], one[2], one[3], one[4], 1 - turn, depth - 1)
    return found
