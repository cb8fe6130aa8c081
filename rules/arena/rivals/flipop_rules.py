"""The rules of Flipop in compiled code, for its rival; default options.

Written from the rule sheet, not from rules/games/flipop; a test holds the two together. A position
is six whole numbers: the balls of white and of black (bit = pit, a1 is bit 0), the doors (bit =
4 x hinge + direction), two of steps that FP-11 bans (bit = step, fifty in each), and who moves. A
step is 4 x pit + direction; N, E, S, W are 0 to 3.
"""

import numpy as np
from numba import njit
from numba.core import types

SIDE, PITS, STEPS = 5, 25, 100
FLAGS = {"cache": True, "nogil": True}
NO, YES = np.array([0, 1], np.int64)
"""Not plain numbers: numba would compile a recursion anew for those, and lose it in its cache."""
EXITS = np.array([0b01110 << 20, 0b01110], np.int64)
_DELTA = ((0, -1), (1, 0), (0, 1), (-1, 0))

MOVES, FIELDS = 256, 7
"""Most moves of a position, and their numbers: the position after it (5), its path and its place in
the order; a path is the first pit + 25 and then, times 5, a digit 1 to 4 for each heading."""


def _tables():
    """Per step: its target (or -1), the doors in its passage, and those two doors as they may lie
    and as they are left; per pit all doors at its sides."""
    target = np.full(STEPS, -1, np.int64)
    lying, lies, swings = np.zeros(STEPS, np.int64), *np.zeros((2, 2, STEPS), np.int64)

    def bit(column, row, points):
        if not (0 <= column < SIDE - 1 and 0 <= row < SIDE - 1):
            return 0
        return int(np.uint64(1 << 4 * (row * (SIDE - 1) + column) + points).astype(np.int64))

    for step in range(STEPS):
        pit, heading = divmod(step, 4)
        column, row = pit % SIDE, pit // SIDE
        across, down = _DELTA[heading]
        if not (0 <= column + across < SIDE and 0 <= row + down < SIDE):
            continue
        target[step] = pit + across + SIDE * down
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


TARGET, LYING, LIES, SWINGS = _tables()
LOW = np.array([1 << step if step < 50 else 0 for step in range(STEPS)], np.int64)
HIGH = np.array([1 << step - 50 if step >= 50 else 0 for step in range(STEPS)], np.int64)


@njit(**FLAGS)
def count(bits):
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@njit(**FLAGS)
def pit_of(bit):
    """The number of a single bit."""
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


@njit(**FLAGS)
def swung(doors, before, step):
    """The doors after a ball has gone this step, by what lay in its passage before the move."""
    lying = before & LYING[step]
    doors &= ~lying
    if lying & LIES[0, step]:
        doors |= SWINGS[0, step]
    if lying & LIES[1, step]:
        doors |= SWINGS[1, step]
    return doors


@njit(
    types.int64(
        types.int64[:, ::1], types.int64, *[types.int64] * 5,
        *[types.int64] * 9,
    ),
    **FLAGS,
)  # fmt: skip
def chains(
    out, made, white, black, before, low, high,
    whites, blacks, doors, new_low, new_high, step, free, rest, path,
):  # fmt: skip
    """Add every move that goes on from this step into a taken pit (FP-6 to FP-8); how many there
    are. `white` and `black` have not moved, `whites` and `blacks` have."""
    pit = TARGET[step]
    own = 1 << pit
    for side in (1, 3):
        heading = (step + side) & 3
        onward = 4 * pit + heading
        end = TARGET[onward]
        if end < 0 or low & LOW[onward] or high & HIGH[onward]:
            continue
        bit = 1 << end
        last = free & bit != 0
        if not last and not (rest & bit and before & LYING[onward]):
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
        more_low = new_low | (LOW[back] if landed else 0)
        more_high = new_high | (HIGH[back] if landed else 0)
        after = swung(doors, before, onward)
        longer = 5 * path + heading + 1
        if last:
            if made < MOVES:
                out[made, 0], out[made, 1] = left | ours, right | theirs
                out[made, 2], out[made, 3], out[made, 4] = after, more_low, more_high
                out[made, 5] = longer
                made += 1
        else:
            made = chains(
                out, made, left, right, before, low, high,
                ours, theirs, after, more_low, more_high, onward, free, rest & ~bit, longer,
            )  # fmt: skip
    return made


@njit(**FLAGS)
def moves(out, white, black, doors, low, high, turn):
    """Write every move but a pass into `out`; how many there are."""
    taken = white | black
    own = black if turn else white
    made = 0
    while own:
        bit = own & -own
        own ^= bit
        pit = pit_of(bit)
        for heading in range(4):
            step = 4 * pit + heading
            target = TARGET[step]
            if target < 0 or not doors & LYING[step] or low & LOW[step] or high & HIGH[step]:
                continue
            there = 1 << target
            landed = there & ~EXITS[turn]
            after = swung(doors, doors, step)
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
            made = chains(
                out, made, left, right, doors, low, high,
                0 if turn else landed, landed if turn else 0, after,
                LOW[back] if landed else 0, HIGH[back] if landed else 0,
                step, ~taken | bit, taken & ~(bit | there), path,
            )  # fmt: skip
    return made


@njit(**FLAGS)
def hashed(white, black, doors, low, high, turn):
    """A key of the position, never 0."""
    found = (white | black << 25 | turn << 50) * -7046029254386353131
    found ^= (found >> 32) & 0xFFFFFFFF
    found = (found + doors) * -4417276706812531889
    found ^= (found >> 32) & 0xFFFFFFFF
    found = (found + low * 31 + high) * -7046029254386353131
    found ^= (found >> 29) & 0x7FFFFFFFF
    return found | 1


@njit(types.int64(*[types.int64] * 7), **FLAGS)
def sequences(white, black, doors, low, high, turn, depth):
    """How many sequences of so many moves there are (perft)."""
    if not depth:
        return 1
    if not white or not black:
        return 0
    out = np.zeros((MOVES, FIELDS), np.int64)
    made = moves(out, white, black, doors, low, high, turn)
    if not made:
        spare = np.zeros((MOVES, FIELDS), np.int64)
        if not moves(spare, white, black, doors, 0, 0, 1 - turn):
            return 0
        return sequences(white, black, doors, NO, NO, 1 - turn, depth - 1)
    found = 0
    for number in range(made):
        one = out[number]
        found += sequences(one[0], one[1], one[2], one[3], one[4], 1 - turn, depth - 1)
    return found
