"""Flip-Flop for whole arrays: words are the mover's stones, the enemy's, and what else holds.

The third word is the number of the banned stone beside BANNED, LATE and LIGHT. Bits as in
position.py.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import UNFINISHED, Batch, BatchRules, Children, Points
from rules.contract.value import WIN
from rules.engine.vector.bits import (
    FIRST_COLUMN,
    LAST_COLUMN,
    Bitboards,
    columns_as_rows,
    columns_with,
    columns_with_two,
    hash_columns,
    lookup,
    rows_with,
    set_bits,
    transposed,
    without_first,
)
from rules.games.flipflop.engine.evaluation import NEXT, RISK, WORTH, growing
from rules.games.flipflop.engine.weights import COUNTS, EACH, MAX_SUM, SIZE
from rules.games.flipflop.position import ALL, CROSS, FlipFlop

BANNED, LATE, LIGHT = 64, 128, 256
"""There is a banned stone; lines do not count while laying; light is on turn."""

Flags = NDArray[np.bool_]
"""One answer per position, shape (n,)."""

_BANNED, _LATE, _LIGHT, _STAYING, _CELL, _SIX, _NONE = (
    np.uint64(bits) for bits in (BANNED, LATE, LIGHT, LATE | LIGHT, 63, 6, 0)
)
_CELLS = np.array([1 << cell for cell in range(64)], np.uint64)
_CROSSES = np.array(CROSS, np.uint64)

_COUNTS = np.bitwise_count(np.arange(256, dtype=np.uint8)).astype(np.intp)
_RISKS = np.array([RISK // (1 + number) for number in range(65)], np.int32)
_LOWER, _UPPER = np.uint64(0x00FF00FF00FF00FF), np.uint64(0xFF00FF00FF00FF00)
"""Every other row."""


def _complete() -> NDArray[np.int32]:
    """Worth of two complete lines by the mover's stones in both, a byte each, shape (65536,)."""
    worth = np.array(WORTH, np.int32)[_COUNTS]
    return (worth[:, None] + worth).reshape(-1)


def _growing(late: bool) -> NDArray[np.int32]:
    """Worth of a line for dark while laying: by 256 x dark stones + light stones."""
    worth = np.array(
        [[growing(dark, light, late) for light in range(9)] for dark in range(9)], np.int32
    )
    return worth[_COUNTS[:, None], _COUNTS].reshape(-1)


_COMPLETE, _GROWING, _GROWING_LATE = _complete(), _growing(False), _growing(True)


def _learned(numbers: Sequence[int]) -> NDArray[np.int32]:
    """Worth of a line for the mover by 256 x own stones + enemy stones, one row for dark on turn
    and one for light."""
    worth = np.zeros((2, 9, 9), np.int32)
    for place, (own, enemy) in enumerate(COUNTS):
        worth[:, own, enemy] = numbers[place], numbers[EACH + place]
    return worth[:, _COUNTS[:, None], _COUNTS].reshape(2, -1)


class FlipFlopBatch(BatchRules[FlipFlop]):
    """The BatchRules of Flip-Flop, with all its options; without numbers it judges by hand."""

    def __init__(self, numbers: Sequence[int] | None = None) -> None:
        self.lines: NDArray[np.int32] | None = None
        """What lines are worth while they grow, if that was learned."""
        self._on_turn = (0, 0)
        if numbers is not None:
            self.lines = _learned(numbers)
            self._on_turn = numbers[EACH - 1], numbers[SIZE - 1]

    def covers(self, position: FlipFlop) -> bool:
        """Every position fits."""
        return True

    def pack(self, positions: Sequence[FlipFlop]) -> Batch:
        """Own stones, enemy stones, the banned one or what holds while laying."""
        words = [(now.stones[now.turn], now.stones[1 - now.turn], _third(now)) for now in positions]
        return np.array(words, np.uint64).reshape(-1, 3).T.copy()

    def children(self, batch: Batch) -> Children:
        """A child per empty field while laying, else per enemy stone that is not banned."""
        own, enemy, third = batch
        laying = _laying(batch)
        choice = _choice(batch, laying)
        choice[self.ends(batch) != UNFINISHED] = 0
        parent, cell = set_bits(choice)
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
        """WIN or -WIN where a line stands that counts; both at once win for who moved last."""
        points = np.full(batch.shape[1], UNFINISHED, np.int32)
        _mark_ends(batch, points)
        return points

    def evaluate(self, batch: Batch) -> Points:
        """The judge's points, or the end."""
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
        """The fields or stones that may be tapped."""
        return np.bitwise_count(_choice(batch, _laying(batch))).astype(np.int32)

    def keys(self, batch: Batch) -> Bitboards:
        """A hash of all three words."""
        return hash_columns(batch)

    def _while_laying(self, batch: Batch) -> Points:
        """The judge's points of boards that are being filled."""
        own, enemy, third = batch
        light, late = third & _LIGHT != 0, third & _LATE != 0
        own_aside, enemy_aside = transposed(own), transposed(enemy)
        points = self._growth(batch, light, own_aside, enemy_aside)
        if late.any():
            both = full_line(own) & full_line(enemy)
            points[both] = np.where(light[both], np.int32(NEXT), np.int32(-NEXT))
            return points
        empty, empty_aside = ~(own | enemy), ~(own_aside | enemy_aside)
        fatal = _lonely(~enemy) & empty
        fatal |= transposed(_lonely(~enemy_aside) & empty_aside)
        points[fatal & (fatal - 1) != 0] = -NEXT
        fills = (_lonely(~own) & empty) | (_lonely(~own_aside) & empty_aside)
        points[fills != 0] = NEXT
        return points

    def _growth(
        self, batch: Batch, light: Flags, own_aside: Bitboards, enemy_aside: Bitboards
    ) -> Points:
        """Worth of all lines for the mover while laying."""
        own, enemy, third = batch
        late = (third & _LATE != 0).any()
        if self.lines is None or late:
            table = _GROWING_LATE if late else _GROWING
            dark, other = np.where(light, enemy, own), np.where(light, own, enemy)
            points = _growth(table, dark, other)
            dark = np.where(light, enemy_aside, own_aside)
            other = np.where(light, own_aside, enemy_aside)
            points += _growth(table, dark, other)
            return np.where(light, -points, points)
        points = np.zeros(len(own), np.int32)
        for turn, moving in enumerate((~light, light)):
            if moving.any():
                found = _growth(self.lines[turn], own, enemy)
                found += _growth(self.lines[turn], own_aside, enemy_aside)
                found += np.int32(self._on_turn[turn])
                points = np.where(moving, found, points)
        return np.clip(points, -MAX_SUM, MAX_SUM)


def _third(now: FlipFlop) -> int:
    flags = LATE * now.late | LIGHT * now.turn
    return flags if now.banned is None else flags | BANNED | now.banned


def _laying(batch: Batch) -> Flags:
    laying: Flags = batch[0] | batch[1] != ALL
    return laying


def _choice(batch: Batch, laying: Flags) -> Bitboards:
    """The cells that may be tapped if no line stands."""
    own, enemy, third = batch
    choice: Bitboards = enemy & ~_banned(third)
    return np.where(laying, ~(own | enemy), choice) if laying.any() else choice


def _banned(third: Bitboards) -> Bitboards:
    """The banned stone as a bit."""
    banned: Bitboards = (third & _BANNED) >> _SIX << (third & _CELL)
    return banned


def _mark_ends(batch: Batch, points: Points) -> None:
    """Put in the worth of positions that are over (FF-5 to FF-7)."""
    won, lost = full_line(batch[0]), full_line(batch[1])
    over = won | lost
    if over.any():
        over &= ~((batch[2] & _LATE != 0) & _laying(batch))
        points[over] = np.where(lost[over], np.int32(-WIN), np.int32(WIN))


def full_line(stones: Bitboards) -> Flags:
    """Whether these stones fill a row or a column."""
    rows: Bitboards = stones & ~LAST_COLUMN
    rows += FIRST_COLUMN
    rows &= stones
    rows &= LAST_COLUMN
    columns: Bitboards = stones >> np.uint64(32)
    columns &= stones
    columns &= columns >> 16
    columns &= columns >> 8
    columns &= 255
    rows |= columns
    full: Flags = rows != 0
    return full


def _while_switching(batch: Batch) -> Points:
    """The judge's points of complete boards."""
    own, enemy, third = batch
    aside = transposed(own)
    choice = enemy & ~_banned(third)
    safe = (
        choice & ~columns_with(_up_to_two(own)) & ~columns_as_rows(columns_with(_up_to_two(aside)))
    )
    points = _sum_of(_COMPLETE, own) + _sum_of(_COMPLETE, aside)
    points -= lookup(_RISKS, np.bitwise_count(safe))
    filled = _fills_row(enemy, choice) | _fills_row(~aside, transposed(choice))
    points[filled] = NEXT
    return points


def _fills_row(enemy: Bitboards, choice: Bitboards) -> Flags:
    """Whether a switch may turn the only enemy stone of a row: another one in its column."""
    last = _lonely(enemy)
    last &= columns_with_two(choice) | (columns_with(choice) & ~choice)
    filled: Flags = last != 0
    return filled


def _lonely(stones: Bitboards) -> Bitboards:
    """Those that are alone in their row."""
    return stones & ~rows_with(without_first(stones))


def _up_to_two(stones: Bitboards) -> Bitboards:
    """Those that are alone or two in their row."""
    return stones & ~rows_with(without_first(without_first(stones)))


def _sum_of(table: NDArray[np.int32], words: Bitboards) -> Points:
    """What the table says of the four 16-bit parts of each word, added."""
    parts = lookup(table, np.ascontiguousarray(words).view(np.uint16).reshape(-1, 4).T)
    total: Points = parts.sum(axis=0, dtype=np.int32)
    return total


def _growth(table: NDArray[np.int32], first: Bitboards, second: Bitboards) -> Points:
    """Worth of all rows while laying, each looked up by its stones of two sides."""
    pairs: Bitboards = first & _LOWER
    pairs <<= 8
    pairs |= second & _LOWER
    points = _sum_of(table, pairs)
    pairs = second & _UPPER
    pairs >>= 8
    pairs |= first & _UPPER
    points += _sum_of(table, pairs)
    return points
