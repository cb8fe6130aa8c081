"""A strong opponent for Flipop in compiled code: its own rules, its own judge, a patient alpha-beta.

Written from the rule sheet (default options), not from rules/games/flipop. A position is seven
whole numbers: the balls of white and of black (bit = pit, a1 is bit 0), the doors (bit = 4 x hinge
+ direction), two of steps that FP-11 bans (bit = step, fifty in each), who moves, and the plies
since a ball left. A step is 4 x pit + direction; N, E, S, W are 0 to 3.
"""

import numpy as np
from numba import njit
from numba.core import types

SIDE, PITS, STEPS = 5, 25, 100
_FLAGS = {"cache": True, "nogil": True}
_EXITS = np.array([0b01110 << 20, 0b01110], np.int64)
_DELTA = ((0, -1), (1, 0), (0, 1), (-1, 0))

WIN, REPEATED = 30_000, 5_000
"""Worth of a won match, less the plies to it, and of one that goes in circles and is then won."""

CAP = 100
PLIES, MOVES, FIELDS = 100, 256, 7
"""Of the stack of moves. A move is the position after it (5), its path and its place in the order;
a path is the first pit + 25 and then, times 5, a digit 1 to 4 for each heading."""

ENTRIES, PATHS = 1 << 20, 1 << 16
"""Places of the table of positions and of what is remembered of paths."""


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
CELLS = np.array([3 * (pit // SIDE) + min(pit % SIDE, 4 - pit % SIDE) for pit in range(PITS)])
"""Pits by rows and by columns from the side, for white."""

OFF, WAYS, CELL, OUT, TEMPO, FEATURES = 0, 6, 11, 26, 27, 28
"""Places of the weights: by balls off, by open ways of a ball, by pit, a ball that can leave at
once, being on turn."""

WEIGHTS = np.array(
    [0, 4, 32, 56, 49, 49]
    + [-56, 0, 3, 5, 6]
    + [0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 3, 0, 0]
    + [8, 3],
    np.int64,
)


@njit(**_FLAGS)
def count(bits):
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@njit(**_FLAGS)
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


@njit(**_FLAGS)
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
    **_FLAGS,
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
            landed = bit & ~_EXITS[0]
            ours |= landed
        else:
            right ^= own
            landed = bit & ~_EXITS[1]
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


@njit(**_FLAGS)
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
            landed = there & ~_EXITS[turn]
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


@njit(**_FLAGS)
def hashed(white, black, doors, low, high, turn):
    """A key of the position, never 0."""
    found = (white | black << 25 | turn << 50) * -7046029254386353131
    found ^= (found >> 32) & 0xFFFFFFFF
    found = (found + doors) * -4417276706812531889
    found ^= (found >> 32) & 0xFFFFFFFF
    found = (found + low * 31 + high) * -7046029254386353131
    found ^= (found >> 29) & 0x7FFFFFFFF
    return found | 1


@njit(**_FLAGS)
def features(white, black, doors, turn, found):
    """Count for the mover what the weights weigh, less the same for the enemy."""
    found[:] = 0
    found[TEMPO] = 1
    for player in range(2):
        sign = 1 if player == turn else -1
        balls = black if player else white
        found[OFF + 5 - count(balls)] += sign
        while balls:
            bit = balls & -balls
            balls ^= bit
            pit = pit_of(bit)
            open_ways, out = 0, 0
            for step in range(4 * pit, 4 * pit + 4):
                if doors & LYING[step]:
                    open_ways += 1
                    if 1 << TARGET[step] & _EXITS[player]:
                        out = 1
            found[WAYS + open_ways] += sign
            found[CELL + CELLS[24 - pit if player else pit]] += sign
            found[OUT] += sign * out


@njit(**_FLAGS)
def judged(white, black, doors, turn, weights):
    """How good the position is for the mover."""
    value = weights[TEMPO]
    for player in range(2):
        balls = black if player else white
        worth = weights[OFF + 5 - count(balls)]
        while balls:
            bit = balls & -balls
            balls ^= bit
            pit = pit_of(bit)
            open_ways, out = 0, 0
            for step in range(4 * pit, 4 * pit + 4):
                if doors & LYING[step]:
                    open_ways += 1
                    if 1 << TARGET[step] & _EXITS[player]:
                        out = 1
            worth += weights[WAYS + open_ways] + out * weights[OUT]
            worth += weights[CELL + CELLS[24 - pit if player else pit]]
        value += worth if player == turn else -worth
    return value


@njit(**_FLAGS)
def verdict(white, black, turn, worth):
    """Fewer balls on the board win (FP-12)."""
    lead = count(white) - count(black) if turn else count(black) - count(white)
    return worth if lead > 0 else -worth if lead < 0 else 0


NODES, LIMIT, STOPPED, BEST, STATE = range(5)
"""Places in `state`: positions looked at, how many may be, whether that was reached, the path of
the best move at the root (0: none yet)."""


@njit(
    types.int64(
        *[types.int64] * 12,
        types.int64[:, :, ::1], types.int64[:, ::1], types.int64[::1], types.int64[::1],
        types.int64[:, ::1], types.int64[:, ::1], types.int64[::1], types.int64[::1],
    ),
    **_FLAGS,
)  # fmt: skip
def search(
    white, black, doors, low, high, turn, quiet, passed, depth, ply, alpha, beta,
    stack, table, line, seen, killers, history, weights, state,
):  # fmt: skip
    """The value of a position for its mover within (alpha, beta); 0 once it was stopped."""
    own, enemy = (black, white) if turn else (white, black)
    if not enemy:
        return ply - WIN
    if not own:
        return WIN - ply
    state[NODES] += 1
    if state[NODES] >= state[LIMIT]:
        state[STOPPED] = 1
        return 0
    key = hashed(white, black, doors, low, high, turn)
    line[ply] = key
    if ply:
        again = False
        for above in range(ply - 2, -1, -2):
            again |= line[above] == key
        for one in seen:
            again |= one == key
        if again or quiet >= CAP:
            return verdict(white, black, turn, REPEATED)
    if depth <= 0 or ply >= PLIES - 1:
        return judged(white, black, doors, turn, weights)
    entry = table[key & (ENTRIES - 1)]
    hint = -1
    if entry[0] == key:
        hint = entry[1]
        if ply and entry[3] >> 2 >= depth and beta - alpha == 1:
            value = entry[2]
            if value > WIN - 500:
                value -= ply
            elif value < 500 - WIN:
                value += ply
            kind = entry[3] & 3
            if kind == 0 or (kind == 1 and value >= beta) or (kind == 2 and value <= alpha):
                return value
    out = stack[ply]
    made = moves(out, white, black, doors, low, high, turn)
    if not made:
        if passed:
            return verdict(white, black, turn, WIN - ply)
        return -search(
            white, black, doors, 0, 0, 1 - turn, quiet + 1, 1, depth, ply + 1, -beta, -alpha,
            stack, table, line, seen, killers, history, weights, state,
        )  # fmt: skip
    before = count(own)
    others = count(enemy)
    for number in range(made):
        path = out[number, 5]
        if path == hint:
            out[number, 6] = 1 << 40
            continue
        gone = before - count(out[number, turn])
        given = others - count(out[number, 1 - turn])
        score = history[turn, path % PATHS] + ((gone - given) << 28)
        if path == killers[ply, 0] or path == killers[ply, 1]:
            score += 1 << 27
        out[number, 6] = score
    best, chosen, first = -WIN, -1, alpha
    for number in range(made):
        top = number
        for other in range(number + 1, made):
            if out[other, 6] > out[top, 6]:
                top = other
        if top != number:
            for field in range(FIELDS):
                out[number, field], out[top, field] = out[top, field], out[number, field]
        ours, theirs = out[number, 0], out[number, 1]
        left = count(ours) + count(theirs) != before + others
        after = 0 if left else quiet + 1
        less = 1
        if depth >= 3 and number >= 3 and out[number, 6] < 1 << 26:
            less = 2 + (number >= 8) + (depth >= 7 and number >= 5)
        value = 0
        if number:
            value = -search(
                ours, theirs, out[number, 2], out[number, 3], out[number, 4], 1 - turn, after, 0,
                depth - less, ply + 1, -alpha - 1, -alpha,
                stack, table, line, seen, killers, history, weights, state,
            )  # fmt: skip
            if value > alpha and less > 1 and not state[STOPPED]:
                value = -search(
                    ours, theirs, out[number, 2], out[number, 3], out[number, 4], 1 - turn, after,
                    0, depth - 1, ply + 1, -alpha - 1, -alpha,
                    stack, table, line, seen, killers, history, weights, state,
                )  # fmt: skip
        if not number or (alpha < value < beta and beta - alpha > 1):
            value = -search(
                ours, theirs, out[number, 2], out[number, 3], out[number, 4], 1 - turn, after, 0,
                depth - 1, ply + 1, -beta, -alpha,
                stack, table, line, seen, killers, history, weights, state,
            )  # fmt: skip
        if state[STOPPED]:
            return 0
        if value > best:
            best, chosen = value, out[number, 5]
            if not ply and (value > alpha or not number):
                state[BEST] = chosen
        if value > alpha:
            alpha = value
        if alpha >= beta:
            if out[number, 6] < 1 << 40 and killers[ply, 0] != chosen:
                killers[ply, 1] = killers[ply, 0]
                killers[ply, 0] = chosen
            place = chosen % PATHS
            history[turn, place] += depth * depth
            if history[turn, place] > 1 << 24:
                history[:, :] >>= 4
            break
    kind = 1 if best >= beta else 2 if best <= first else 0
    value = best
    if value > WIN - 500:
        value += ply
    elif value < 500 - WIN:
        value -= ply
    entry[0], entry[1], entry[2], entry[3] = key, chosen, value, depth << 2 | kind
    return best


@njit(**_FLAGS)
def sequences(white, black, doors, low, high, turn, depth, passed):
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
        return sequences(white, black, doors, 0, 0, 1 - turn, depth - 1, 1)
    found = 0
    for number in range(made):
        one = out[number]
        found += sequences(one[0], one[1], one[2], one[3], one[4], 1 - turn, depth - 1, 0)
    return found
