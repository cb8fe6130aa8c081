"""The BatchRules of Flip-Flop: moves and evaluation for arrays of positions.

A batch has shape (3, n), dtype uint64. Its rows are the mover's bitboard, the enemy's bitboard (bit
8*row+column), and words of state. A word of state is the cell of the last switch plus the flags
below.

While stones are laid, the evaluation uses weights from self-play. The points of a line depend on
its numbers of own and enemy stones, not on their places, because rows may be exchanged, and so may
columns. `weights.txt` has the weights for dark on turn: the points of a line in the order of
LINE_COUNTS, then the points for being on turn. The weights for light follow.

While stones are switched, and while they are laid with `lines=late`, the weights were chosen by
hand and confirmed in matches. A switch changes every other line by one stone. A mover whose lines
have odd numbers of own stones can fill lines of seven; with even numbers he cannot.

100 points are about one stone.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract import batch_rules
from flipside.rules.contract.batch_rules import Batch, BatchRules, Children, Points
from flipside.rules.contract.position import WIN
from flipside.rules.engine.data_files import WeightsFile, path
from flipside.rules.engine.vector import bits
from flipside.rules.engine.vector.bits import Bitboards, lookup
from flipside.rules.games.flipflop.position import ALL, CROSS, LONG_LINE_STONES, FlipFlop

LINE_COUNTS = tuple((own, enemy) for own in range(9) for enemy in range(9 - own))
"""Own and enemy stones in a line, in the order of the weights."""

WEIGHTS_PER_COLOUR = len(LINE_COUNTS) + 1
"""Number of weights for one colour on turn; the last is the one for being on turn."""

SIZE = 2 * WEIGHTS_PER_COLOUR

MAX_SUM_POINTS = 7000
"""Limit of the sum of the weights of a position, below WIN_NEXT_POINTS."""

WEIGHTS = WeightsFile(path("flipflop", "weights.txt"), SIZE)

_LINE_POINTS = (0, 20, -40, 40, -50, 60, -30, 30, 0)
"""Points of a line on a full board, by the number of the mover's stones in it."""

_RISK_POINTS = 3000
"""Points lost without a safe switch; half of them with one safe switch, a third with two."""

WIN_NEXT_POINTS = 10_000
"""Points for filling a line with the next tap, or for a full line if lines count late."""

_LATE_POINTS = (0, 5, 15, 35, 70, 130, 240, 500, WIN_NEXT_POINTS)
"""Points of a line with stones of one colour only, by their number, if lines count late (FF-7)."""

_LATE_CHANCE_POINTS = (0, 0, 0, 0, 20, 80, 300, 820, 0)
"""Points for dark, who switches first, of a line with one light stone, by the number of dark
stones."""

_BAN_FLAG, _LATE_FLAG, LIGHT_FLAG, _TIE_FLAG = 64, 128, 256, 512
"""Bits of the word of state: a switch was made; lines count late (FF-7); light is on turn; long
lines break ties (FF-12)."""

_BAN, _LATE, _LIGHT, _TIE, _CELL, _SIX, _NONE = (
    np.uint64(word) for word in (_BAN_FLAG, _LATE_FLAG, LIGHT_FLAG, _TIE_FLAG, 63, 6, 0)
)
_OPTIONS_AND_TURN = _LATE | _LIGHT | _TIE
_CELLS = np.array([1 << cell for cell in range(64)], np.uint64)
_CROSSES = np.array(CROSS, np.uint64)

_COUNTS = np.bitwise_count(np.arange(256, dtype=np.uint8)).astype(np.intp)
_RISKS = np.array([_RISK_POINTS // (1 + number) for number in range(65)], np.int32)
_LOWER, _UPPER = np.uint64(0x00FF00FF00FF00FF), np.uint64(0xFF00FF00FF00FF00)
"""Bitboards of every other row."""


_LINE_TABLE = np.array(_LINE_POINTS, np.int32)[_COUNTS]
_COMPLETE_TABLE = np.add.outer(_LINE_TABLE, _LINE_TABLE).reshape(-1)
"""Points of two full lines by the mover's stones in them, one byte per line: shape (65536,)."""


def _late_line_points(dark: int, light: int) -> int:
    """Return dark's points for a line with these numbers of stones, if lines count late."""
    if dark and light:
        return _LATE_CHANCE_POINTS[dark] if light == 1 else 0
    return _LATE_POINTS[dark] - _LATE_POINTS[light]


_LATE_LINES = [[_late_line_points(dark, light) for light in range(9)] for dark in range(9)]
_LATE_TABLE = np.array(_LATE_LINES, np.int32)[_COUNTS[:, None], _COUNTS].reshape(-1)
"""Dark's points for a line if lines count late, by 256 * dark bits + light bits. The bits are the
eight squares of the line; shape (65536,)."""


def _weights_table(numbers: Sequence[int]) -> NDArray[np.int32]:
    """Return the points of a line by 256 * own bits + enemy bits, shape (2, 65536).

    The bits are the squares of the line. The first row is for dark on turn, the second for light.
    """
    points = np.zeros((2, 9, 9), np.int32)
    for place, (own, enemy) in enumerate(LINE_COUNTS):
        points[:, own, enemy] = numbers[place], numbers[WEIGHTS_PER_COLOUR + place]
    return points[:, _COUNTS[:, None], _COUNTS].reshape(2, -1)


class FlipFlopBatch(BatchRules[FlipFlop]):
    """The BatchRules of Flip-Flop, with all its options."""

    def __init__(self, numbers: Sequence[int]) -> None:
        """Evaluate with the SIZE weights `numbers`."""
        self._lines = _weights_table(numbers)
        self._on_turn = numbers[WEIGHTS_PER_COLOUR - 1], numbers[SIZE - 1]

    def pack(self, positions: Sequence[FlipFlop]) -> Batch:
        """Return positions as a batch, shape (3, n)."""
        words = [(now.stones[now.turn], now.stones[1 - now.turn], _state(now)) for now in positions]
        return np.array(words, np.uint64).reshape(-1, 3).T.copy()

    def children(self, batch: Batch) -> Children:
        """Return a child for each empty square or legal switch, in bit order."""
        own, enemy, state = batch
        laying = _laying(batch)
        choice = _choice(batch, laying)
        choice[self.terminal_scores(batch) != batch_rules.NOT_OVER] = 0
        parent, cell = bits.set_bits(choice)
        flags, ban = state.take(parent) & _OPTIONS_AND_TURN ^ _LIGHT, cell.astype(np.uint64)
        ban |= _BAN
        cross = own_change = lookup(_CROSSES, cell)
        if laying.any():
            lays = laying.take(parent)
            own_change = np.where(lays, lookup(_CELLS, cell), cross)
            cross = np.where(lays, _NONE, cross)
            ban[lays] = 0
        rows = np.empty((3, len(parent)), np.uint64)
        np.bitwise_xor(enemy.take(parent), cross, out=rows[0])
        np.bitwise_xor(own.take(parent), own_change, out=rows[1])
        np.bitwise_or(flags, ban, out=rows[2])
        return Children(parent, rows)

    def terminal_scores(self, batch: Batch) -> Points:
        """Return WIN or -WIN if a full line counts, else NOT_OVER; shape (n,)."""
        points = np.full(batch.shape[1], batch_rules.NOT_OVER, np.int32)
        _mark_ends(batch, points)
        return points

    def evaluate(self, batch: Batch) -> Points:
        """Return the static evaluations, shape (n,)."""
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
        """Return the number of legal moves, shape (n,)."""
        return bits.bit_counts(_choice(batch, _laying(batch)))

    def keys(self, batch: Batch) -> Bitboards:
        """Return hashes of the words, shape (n,)."""
        return bits.hash_columns(batch)

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """Return the plies left until the cap; only switches are counted (FF-9)."""
        return left - ~_laying(parents)

    def cap_scores(self, batch: Batch) -> Points:
        """Return draws, or with `tie=lines` wins of the player with more long lines (FF-12)."""
        lead = _long_lines(batch[0]) - _long_lines(batch[1])
        lead[batch[2] & _TIE == 0] = 0
        return WIN * np.sign(lead)

    def _while_laying(self, batch: Batch) -> Points:
        """Return the points of positions in phase 1, shape (n,); others get undefined points."""
        own, enemy, state = batch
        light, late = state & _LIGHT != 0, state & _LATE != 0
        own_columns, enemy_columns = bits.transposed(own), bits.transposed(enemy)
        points = self._growth(batch, light, own_columns, enemy_columns)
        if late.any():
            both = _full_line(own) & _full_line(enemy)
            points[both] = np.where(
                light[both], np.int32(WIN_NEXT_POINTS), np.int32(-WIN_NEXT_POINTS)
            )
            return points
        empty, empty_columns = ~(own | enemy), ~(own_columns | enemy_columns)
        fatal = _lonely(~enemy) & empty
        fatal |= bits.transposed(_lonely(~enemy_columns) & empty_columns)
        points[fatal & (fatal - 1) != 0] = -WIN_NEXT_POINTS
        fills = (_lonely(~own) & empty) | (_lonely(~own_columns) & empty_columns)
        points[fills != 0] = WIN_NEXT_POINTS
        return points

    def _growth(
        self,
        batch: Batch,
        light: batch_rules.Flags,
        own_columns: Bitboards,
        enemy_columns: Bitboards,
    ) -> Points:
        """Return the mover's points for all lines in phase 1, shape (n,)."""
        own, enemy, state = batch
        if (state & _LATE != 0).any():
            dark, other = np.where(light, enemy, own), np.where(light, own, enemy)
            points = _growth(_LATE_TABLE, dark, other)
            dark = np.where(light, enemy_columns, own_columns)
            other = np.where(light, own_columns, enemy_columns)
            points += _growth(_LATE_TABLE, dark, other)
            return np.where(light, -points, points)
        points = np.zeros(len(own), np.int32)
        for turn, on_turn in enumerate((~light, light)):
            if on_turn.any():
                line_points = _growth(self._lines[turn], own, enemy)
                line_points += _growth(self._lines[turn], own_columns, enemy_columns)
                line_points += np.int32(self._on_turn[turn])
                points = np.where(on_turn, line_points, points)
        return np.clip(points, -MAX_SUM_POINTS, MAX_SUM_POINTS)


def _state(now: FlipFlop) -> int:
    flags = _LATE_FLAG * now.setup.late | LIGHT_FLAG * now.turn | _TIE_FLAG * now.setup.tie_break
    return flags if now.ban is None else flags | _BAN_FLAG | now.ban


def _laying(batch: Batch) -> batch_rules.Flags:
    return batch[0] | batch[1] != ALL


def _choice(batch: Batch, laying: batch_rules.Flags) -> Bitboards:
    """Return bitboards of the cells that may be tapped if no line is full, shape (n,)."""
    own, enemy, state = batch
    choice: Bitboards = enemy & ~_ban_bits(state)
    return np.where(laying, ~(own | enemy), choice) if laying.any() else choice


def _ban_bits(state: Bitboards) -> Bitboards:
    return (state & _BAN) >> _SIX << (state & _CELL)


def _mark_ends(batch: Batch, points: Points) -> None:
    own_line, enemy_line = _full_line(batch[0]), _full_line(batch[1])
    over = own_line | enemy_line
    if over.any():
        over &= ~((batch[2] & _LATE != 0) & _laying(batch))
        # If both colours have full lines, the mover has lost (FF-6).
        points[over] = np.where(enemy_line[over], np.int32(-WIN), np.int32(WIN))


def _full_line(stones: Bitboards) -> batch_rules.Flags:
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
    """Return the points of positions in phase 2, shape (n,); others get undefined points."""
    own, enemy, state = batch
    own_columns = bits.transposed(own)
    choice = enemy & ~_ban_bits(state)
    safe = (
        choice
        & ~bits.columns_with(_up_to_two(own))
        & ~bits.columns_as_rows(bits.columns_with(_up_to_two(own_columns)))
    )
    points = _sum_of(_COMPLETE_TABLE, own) + _sum_of(_COMPLETE_TABLE, own_columns)
    points -= lookup(_RISKS, np.bitwise_count(safe))
    fills = _fills_row(enemy, choice) | _fills_row(~own_columns, bits.transposed(choice))
    points[fills] = WIN_NEXT_POINTS
    return points


def _fills_row(enemy: Bitboards, choice: Bitboards) -> batch_rules.Flags:
    """Return whether a switch turns the only enemy stone of a row, shape (n,)."""
    last = _lonely(enemy)
    # The switch must be on another enemy stone in the same column.
    last &= bits.columns_with_two(choice) | (bits.columns_with(choice) & ~choice)
    return last != 0


def _lonely(stones: Bitboards) -> Bitboards:
    return stones & ~bits.rows_with(bits.without_first(stones))


def _up_to_two(stones: Bitboards) -> Bitboards:
    return stones & ~bits.rows_with(bits.without_first(bits.without_first(stones)))


def _sum_of(table: NDArray[np.int32], words: Bitboards) -> Points:
    """Return the sum of the table entries of the four 16-bit parts of each word, shape (n,)."""
    parts = lookup(table, np.ascontiguousarray(words).view(np.uint16).reshape(-1, 4).T)
    return parts.sum(axis=0, dtype=np.int32)


def _growth(table: NDArray[np.int32], first: Bitboards, second: Bitboards) -> Points:
    """Return the points of all rows of each board, shape (n,).

    `first` and `second` are bitboards. `table` has points by 256 * row of `first` + row of
    `second`.
    """
    pairs: Bitboards = first & _LOWER
    pairs <<= 8
    pairs |= second & _LOWER
    points = _sum_of(table, pairs)
    pairs = second & _UPPER
    pairs >>= 8
    pairs |= first & _UPPER
    points += _sum_of(table, pairs)
    return points
