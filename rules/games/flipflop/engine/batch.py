"""BatchRules of Flip-Flop: moves and evaluation for arrays of positions. A batch has shape (3, n),
dtype uint64: bitboards of the mover and of the enemy, bit 8*row+column, and a word of state. That
word is the cell of the banned stone plus the flags below. Other arrays of words have shape (n,).

While stones are laid the evaluation takes weights from self-play. It is by hand for switching, and
for laying where it is decided or lines count late.

A line counts by its numbers of stones of the mover and of the enemy. Its empty squares do not
matter, since rows may be exchanged and so may columns. `weights.txt` holds, for dark on turn, the
points of a line in the order of LINE_COUNTS and the points of being on turn. The same follows for
light.

By hand: nearly full lines, odd lines on one's turn, safe switches. A switch changes every other
line by one stone. A mover whose lines hold odd numbers of his stones can fill sevens; with even
numbers he cannot. These weights were chosen by hand and confirmed in matches.

Points: 100 is about one stone.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import (
    UNFINISHED,
    Batch,
    BatchRules,
    Children,
    Flags,
    Points,
)
from flipside.rules.contract.position import WIN
from flipside.rules.engine.data_files import WeightsFile, path
from flipside.rules.engine.vector import bits
from flipside.rules.engine.vector.bits import Bitboards, lookup
from flipside.rules.games.flipflop.position import ALL, CROSS, LONG_LINE_STONES, FlipFlop

LINE_COUNTS = tuple((own, enemy) for own in range(9) for enemy in range(9 - own))
"""Own and enemy stones in a line, in the order of the weights."""

WEIGHTS_PER_COLOUR = len(LINE_COUNTS) + 1
"""Weights for one colour on turn, that of being on turn last."""

SIZE = 2 * WEIGHTS_PER_COLOUR

MAX_SUM_POINTS = 7000
"""Limit of every sum of weights, below WIN_NEXT_POINTS."""

WEIGHTS = WeightsFile(path("flipflop", "weights.txt"), SIZE)

_LINE_POINTS = (0, 20, -40, 40, -50, 60, -30, 30, 0)
"""Points of a complete line by the number of the mover's stones in it, while switching."""

_RISK_POINTS = 3000
"""Points lost without a safe switch; half of it with one, a third with two, and so on."""

WIN_NEXT_POINTS = 10_000
"""Points for filling a line with the next tap, or for a full line that will count."""

_LATE_POINTS = (0, 5, 15, 35, 70, 130, 240, 500, WIN_NEXT_POINTS)
"""Points of a line with stones of one colour only, where lines count late (FF-7)."""

_LATE_CHANCE_POINTS = (0, 0, 0, 0, 20, 80, 300, 820, 0)
"""Points for dark, who switches first, of a line with one light stone there, by the dark stones."""

_BANNED_FLAG, _LATE_FLAG, LIGHT_FLAG, _TIE_FLAG = 64, 128, 256, 512
"""Bits of the word of state: a stone is banned; lines count late (FF-7); light is on turn; long
lines break ties (FF-12)."""

_BANNED, _LATE, _LIGHT, _TIE, _CELL, _SIX, _NONE = (
    np.uint64(word) for word in (_BANNED_FLAG, _LATE_FLAG, LIGHT_FLAG, _TIE_FLAG, 63, 6, 0)
)
_STAYING = _LATE | _LIGHT | _TIE
_CELLS = np.array([1 << cell for cell in range(64)], np.uint64)
_CROSSES = np.array(CROSS, np.uint64)

_COUNTS = np.bitwise_count(np.arange(256, dtype=np.uint8)).astype(np.intp)
_RISKS = np.array([_RISK_POINTS // (1 + number) for number in range(65)], np.int32)
_LOWER, _UPPER = np.uint64(0x00FF00FF00FF00FF), np.uint64(0xFF00FF00FF00FF00)
"""Bitboards of every other row."""


_LINE_TABLE = np.array(_LINE_POINTS, np.int32)[_COUNTS]
_COMPLETE_TABLE = np.add.outer(_LINE_TABLE, _LINE_TABLE).reshape(-1)
"""Points of two complete lines by the mover's stones in both, a byte each: shape (65536,)."""


def _late_line_points(dark: int, light: int) -> int:
    """Points for dark of one such line, by the numbers of stones in it."""
    if dark and light:
        return _LATE_CHANCE_POINTS[dark] if light == 1 else 0
    return _LATE_POINTS[dark] - _LATE_POINTS[light]


_LATE_LINES = [[_late_line_points(dark, light) for light in range(9)] for dark in range(9)]
_LATE_TABLE = np.array(_LATE_LINES, np.int32)[_COUNTS[:, None], _COUNTS].reshape(-1)
"""Points of a line for dark where lines count late, by 256 * dark stones + light stones. Stones
are the eight bits of the line; shape (65536,)."""


def _weights_table(numbers: Sequence[int]) -> NDArray[np.int32]:
    """Points of a line for the mover by 256 * own stones + enemy stones: shape (2, 65536). The
    first row is for dark on turn, the second for light."""
    points = np.zeros((2, 9, 9), np.int32)
    for place, (own, enemy) in enumerate(LINE_COUNTS):
        points[:, own, enemy] = numbers[place], numbers[WEIGHTS_PER_COLOUR + place]
    return points[:, _COUNTS[:, None], _COUNTS].reshape(2, -1)


class FlipFlopBatch(BatchRules[FlipFlop]):
    """The BatchRules of Flip-Flop, with all its options; `numbers` are SIZE weights."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._lines = _weights_table(numbers)
        self._on_turn = numbers[WEIGHTS_PER_COLOUR - 1], numbers[SIZE - 1]

    def pack(self, positions: Sequence[FlipFlop]) -> Batch:
        words = [(now.stones[now.turn], now.stones[1 - now.turn], _third(now)) for now in positions]
        return np.array(words, np.uint64).reshape(-1, 3).T.copy()

    def children(self, batch: Batch) -> Children:
        """One child per empty square while laying, else per unbanned enemy stone, in bit order."""
        own, enemy, third = batch
        laying = _laying(batch)
        choice = _choice(batch, laying)
        choice[self.ends(batch) != UNFINISHED] = 0
        parent, cell = bits.set_bits(choice)
        before, banned = third.take(parent) & _STAYING ^ _LIGHT, cell.astype(np.uint64)
        banned |= _BANNED
        crossed = laid = lookup(_CROSSES, cell)
        if laying.any():
            lays = laying.take(parent)
            laid = np.where(lays, lookup(_CELLS, cell), crossed)
            crossed = np.where(lays, _NONE, crossed)
            banned[lays] = 0
        rows = np.empty((3, len(parent)), np.uint64)
        np.bitwise_xor(enemy.take(parent), crossed, out=rows[0])
        np.bitwise_xor(own.take(parent), laid, out=rows[1])
        np.bitwise_or(before, banned, out=rows[2])
        return Children(parent, rows)

    def ends(self, batch: Batch) -> Points:
        """WIN or -WIN where a line counts, else UNFINISHED. Lines of both colours lose for the
        mover (FF-6)."""
        points = np.full(batch.shape[1], UNFINISHED, np.int32)
        _mark_ends(batch, points)
        return points

    def evaluate(self, batch: Batch) -> Points:
        laying = _laying(batch)
        if not laying.any():
            points = _while_switching(batch)
        elif laying.all():
            points = self._while_laying(batch)
        else:
            points = np.where(laying, self._while_laying(batch), _while_switching(batch))
        _mark_ends(batch, points)
        return points

    def mobility(self, batch: Batch) -> Points:
        """The number of squares or stones that may be tapped."""
        return bits.bit_counts(_choice(batch, _laying(batch)))

    def keys(self, batch: Batch) -> Bitboards:
        return bits.hash_columns(batch)

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """Switches alone count towards the cap (FF-9)."""
        return left - ~_laying(parents)

    def cap_scores(self, batch: Batch) -> Points:
        """Return draws, or by FF-12 wins of the player with more long lines."""
        lead = _long_lines(batch[0]) - _long_lines(batch[1])
        lead[batch[2] & _TIE == 0] = 0
        return WIN * np.sign(lead)

    def _while_laying(self, batch: Batch) -> Points:
        """Points while laying; the columns of other positions hold no meaning."""
        own, enemy, third = batch
        light, late = third & _LIGHT != 0, third & _LATE != 0
        own_aside, enemy_aside = bits.transposed(own), bits.transposed(enemy)
        points = self._growth(batch, light, own_aside, enemy_aside)
        if late.any():
            both = _full_line(own) & _full_line(enemy)
            points[both] = np.where(
                light[both], np.int32(WIN_NEXT_POINTS), np.int32(-WIN_NEXT_POINTS)
            )
            return points
        empty, empty_aside = ~(own | enemy), ~(own_aside | enemy_aside)
        fatal = _lonely(~enemy) & empty
        fatal |= bits.transposed(_lonely(~enemy_aside) & empty_aside)
        points[fatal & (fatal - 1) != 0] = -WIN_NEXT_POINTS
        fills = (_lonely(~own) & empty) | (_lonely(~own_aside) & empty_aside)
        points[fills != 0] = WIN_NEXT_POINTS
        return points

    def _growth(
        self, batch: Batch, light: Flags, own_aside: Bitboards, enemy_aside: Bitboards
    ) -> Points:
        """Points of all lines for the mover while laying."""
        own, enemy, third = batch
        if (third & _LATE != 0).any():
            dark, other = np.where(light, enemy, own), np.where(light, own, enemy)
            points = _growth(_LATE_TABLE, dark, other)
            dark = np.where(light, enemy_aside, own_aside)
            other = np.where(light, own_aside, enemy_aside)
            points += _growth(_LATE_TABLE, dark, other)
            return np.where(light, -points, points)
        points = np.zeros(len(own), np.int32)
        for turn, moving in enumerate((~light, light)):
            if moving.any():
                found = _growth(self._lines[turn], own, enemy)
                found += _growth(self._lines[turn], own_aside, enemy_aside)
                found += np.int32(self._on_turn[turn])
                points = np.where(moving, found, points)
        return np.clip(points, -MAX_SUM_POINTS, MAX_SUM_POINTS)


def _third(now: FlipFlop) -> int:
    flags = _LATE_FLAG * now.setup.late | LIGHT_FLAG * now.turn | _TIE_FLAG * now.setup.tie_break
    return flags if now.banned is None else flags | _BANNED_FLAG | now.banned


def _laying(batch: Batch) -> Flags:
    return batch[0] | batch[1] != ALL


def _choice(batch: Batch, laying: Flags) -> Bitboards:
    """Bitboards of the cells that may be tapped if no line stands."""
    own, enemy, third = batch
    choice: Bitboards = enemy & ~_banned(third)
    return np.where(laying, ~(own | enemy), choice) if laying.any() else choice


def _banned(third: Bitboards) -> Bitboards:
    return (third & _BANNED) >> _SIX << (third & _CELL)


def _mark_ends(batch: Batch, points: Points) -> None:
    won, lost = _full_line(batch[0]), _full_line(batch[1])
    over = won | lost
    if over.any():
        over &= ~((batch[2] & _LATE != 0) & _laying(batch))
        points[over] = np.where(lost[over], np.int32(-WIN), np.int32(WIN))


def _full_line(stones: Bitboards) -> Flags:
    rows: Bitboards = stones & ~bits.LAST_COLUMN
    rows += bits.FIRST_COLUMN
    rows &= stones
    rows &= bits.LAST_COLUMN
    columns: Bitboards = stones >> np.uint64(32)
    columns &= stones
    columns &= columns >> 16
    columns &= columns >> 8
    columns &= 255
    rows |= columns
    return rows != 0


def _long_lines(stones: Bitboards) -> Points:
    lines = np.stack((stones, bits.transposed(stones)), axis=1).view(np.uint8)
    return (np.bitwise_count(lines) >= LONG_LINE_STONES).sum(axis=1, dtype=np.int32)


def _while_switching(batch: Batch) -> Points:
    """Points while switching; the columns of other positions hold no meaning."""
    own, enemy, third = batch
    aside = bits.transposed(own)
    choice = enemy & ~_banned(third)
    safe = (
        choice
        & ~bits.columns_with(_up_to_two(own))
        & ~bits.columns_as_rows(bits.columns_with(_up_to_two(aside)))
    )
    points = _sum_of(_COMPLETE_TABLE, own) + _sum_of(_COMPLETE_TABLE, aside)
    points -= lookup(_RISKS, np.bitwise_count(safe))
    filled = _fills_row(enemy, choice) | _fills_row(~aside, bits.transposed(choice))
    points[filled] = WIN_NEXT_POINTS
    return points


def _fills_row(enemy: Bitboards, choice: Bitboards) -> Flags:
    """Whether a switch turns the only enemy stone of a row: another stone in its column."""
    last = _lonely(enemy)
    last &= bits.columns_with_two(choice) | (bits.columns_with(choice) & ~choice)
    return last != 0


def _lonely(stones: Bitboards) -> Bitboards:
    return stones & ~bits.rows_with(bits.without_first(stones))


def _up_to_two(stones: Bitboards) -> Bitboards:
    return stones & ~bits.rows_with(bits.without_first(bits.without_first(stones)))


def _sum_of(table: NDArray[np.int32], words: Bitboards) -> Points:
    """The sum of the table's entries for the four 16-bit parts of each word, shape (n,)."""
    parts = lookup(table, np.ascontiguousarray(words).view(np.uint16).reshape(-1, 4).T)
    return parts.sum(axis=0, dtype=np.int32)


def _growth(table: NDArray[np.int32], first: Bitboards, second: Bitboards) -> Points:
    """Points of all rows while laying, by the stones of two sides."""
    pairs: Bitboards = first & _LOWER
    pairs <<= 8
    pairs |= second & _LOWER
    points = _sum_of(table, pairs)
    pairs = second & _UPPER
    pairs >>= 8
    pairs |= first & _UPPER
    points += _sum_of(table, pairs)
    return points
