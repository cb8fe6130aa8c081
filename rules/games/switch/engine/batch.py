"""BatchRules of Switch once all stones lie: moves and evaluation for arrays of positions.

A batch has shape (1, n), dtype uint64. The low 32 bits are the mover's bitboard and the flags
below, the high 32 bits the enemy's bitboard. Bits 5*row+column as in stones.py. Halves are arrays
of shape (n,), dtype uint32. Points as in evaluation.py.

Laying and choosing (SW-10) are left out: there a player may have two plies in a row.
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
    Index,
    Points,
)
from flipside.rules.contract.position import WIN
from flipside.rules.engine.vector.bits import Bitboards, bit_counts, hash_columns, set_bits
from flipside.rules.games.switch.engine.evaluation import (
    COUNTER_POINTS,
    MAJORITY_POINTS,
    PAIR_POINTS,
    SQUARE_POINTS,
    THREAT_POINTS,
)
from flipside.rules.games.switch.position import PlayingPhase, Switch
from flipside.rules.games.switch.stones import (
    ALL,
    COLUMN_MASKS,
    LINES,
    NEIGHBOURS,
    NOT_LEFT,
    NOT_RIGHT,
    ROW_MASKS,
    STONES,
)

_TURN_FLAG, _ADJACENT_FLAG, _OFF_FLAG, _MUST_FLAG, _WON_FLAG, _LOST_FLAG = (
    1 << bit for bit in range(25, 31)
)
"""Bits beside the mover's stones: player 1 moves; `swap=adjacent`; `counter=off`; the mover must
counter; he has won; he has lost."""

Half = NDArray[np.uint32]
"""Stones of one side, or flags, of each position: shape (n,)."""

_ALL, _TURN, _ADJACENT, _OFF, _MUST, _WON, _LOST = (
    np.uint32(bits)
    for bits in (ALL, _TURN_FLAG, _ADJACENT_FLAG, _OFF_FLAG, _MUST_FLAG, _WON_FLAG, _LOST_FLAG)
)
_HALF, _NONE, _ONE, _FIVE = np.uint64(32), np.uint32(0), np.uint32(1), np.uint32(5)
_NOT_LEFT, _NOT_RIGHT = np.uint32(NOT_LEFT), np.uint32(NOT_RIGHT)
_ROWS = np.array([ROW_MASKS[cell // 5] for cell in range(25)], np.uint32)
_COLUMNS = np.array([COLUMN_MASKS[cell % 5] for cell in range(25)], np.uint32)
_NEIGHBOURS = np.array(NEIGHBOURS, np.uint32)
_CELLS = np.array([1 << cell for cell in range(25)], np.uint32)
_LINES = tuple(np.uint32(line) for line in LINES)


class SwitchBatch(BatchRules[Switch]):
    """The BatchRules of Switch without laying, with all its options."""

    def covers(self, position: Switch) -> bool:
        return isinstance(position, PlayingPhase)

    def pack(self, positions: Sequence[Switch]) -> Batch:
        return np.array([[_word(now) for now in positions]], np.uint64)

    def children(self, batch: Batch) -> Children:
        """One child per own stone and target, both in bit order."""
        low, enemy = _halves(batch)
        going = np.flatnonzero(low & (_WON | _LOST) == 0)
        if len(going) < len(low):
            low, enemy = low.take(going), enemy.take(going)
        parent, own, enemy = after_moves(low, enemy)
        flags = low.take(parent) & ~_ALL
        flags = flags & (_ADJACENT | _OFF | _TURN) ^ _TURN | _outcome(own, enemy, flags)
        words = (own.astype(np.uint64) << _HALF | (enemy | flags)).reshape(1, -1)
        return Children(going.take(parent), words)

    def ends(self, batch: Batch) -> Points:
        points = np.full(batch.shape[1], UNFINISHED, np.int32)
        _mark_ends(_halves(batch)[0], points)
        return points

    def evaluate(self, batch: Batch) -> Points:
        low, enemy = _halves(batch)
        own = low & _ALL
        points = _shape(own) - _shape(enemy) + MAJORITY_POINTS * _lines(own, enemy)
        threats = np.flatnonzero(_can_join(own, ~(own | enemy) & _ALL))
        points[threats] += THREAT_POINTS
        points[low & _MUST != 0] = COUNTER_POINTS
        _mark_ends(low, points)
        return points

    def mobility(self, batch: Batch) -> Points:
        """The number of enemy stones that may be exchanged."""
        low, enemy = _halves(batch)
        return bit_counts(_majorities(low, enemy, _LINES))

    def keys(self, batch: Batch) -> Bitboards:
        return hash_columns(batch)

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """A counter that is due is still played after the cap (SW-12)."""
        return np.maximum(left - 1, _halves(children)[0] & _MUST != 0)


def _word(now: Switch) -> int:
    assert isinstance(now, PlayingPhase), "stones are still being laid"
    own, enemy = now.sides
    flags = (
        _TURN_FLAG * now.turn
        | _ADJACENT_FLAG * now.setup.adjacent
        | _OFF_FLAG * (not now.setup.counter)
    )
    flags |= _MUST_FLAG * now.must_counter
    if now.outcome is not None:
        flags |= _WON_FLAG if now.outcome.winner == now.turn else _LOST_FLAG
    return own | flags | enemy << 32


def _halves(batch: Batch) -> tuple[Half, Half]:
    return batch[0].astype(np.uint32), (batch[0] >> _HALF).astype(np.uint32)


def _mark_ends(low: Half, points: Points) -> None:
    points[low & _WON != 0] = WIN
    points[low & _LOST != 0] = -WIN


def _majority(own: Half, enemy: Half, line: np.uint32) -> Flags:
    """Whether a line holds more own stones than enemy ones, and at least one of these (SW-4)."""
    theirs = np.bitwise_count(enemy & line)
    return (np.bitwise_count(own & line) > theirs) & (theirs > 0)


def _majorities(own: Half, enemy: Half, lines: tuple[np.uint32, ...]) -> Half:
    found = np.zeros_like(own)
    for line in lines:
        found |= np.where(_majority(own, enemy, line), enemy & line, _NONE)
    return found


def after_moves(low: Half, enemy: Half, exchanges_only: bool = False) -> tuple[Index, Half, Half]:
    """Parent, own and enemy stones after every move (SW-2 to SW-4), or every exchange: shape (m,).
    `low` are the mover's stones with all flags, `enemy` the enemy's stones, shape (n,)."""
    in_rows, in_columns = _majorities(low, enemy, _LINES[:5]), _majorities(low, enemy, _LINES[5:])
    stone_of, cell = set_bits(low & _ALL)
    places = in_rows.take(stone_of) & _ROWS.take(cell)
    places |= in_columns.take(stone_of) & _COLUMNS.take(cell)
    places &= np.where(low & _ADJACENT != 0, _NONE, _ALL).take(stone_of) | _NEIGHBOURS.take(cell)
    if not exchanges_only:
        places |= (~(low | enemy) & _ALL).take(stone_of)
    stone, place = set_bits(places)
    parent = stone_of.take(stone)
    both = _CELLS.take(cell).take(stone) | _CELLS.take(place)
    own, enemy = low.take(parent) & _ALL ^ both, enemy.take(parent)
    enemy ^= np.where(enemy & both != 0, both, _NONE)
    return parent, own, enemy


def _outcome(own: Half, enemy: Half, flags: Half) -> Half:
    """The flag of the next mover after a move to these stones (SW-6 to SW-8): shape (n,). It is
    _WON, _LOST, _MUST or none; `flags` are those before the move."""
    mine, other = joined(own), joined(enemy)
    must = flags & _MUST != 0
    outcome = np.where(other | (must & ~mine), _WON, _NONE)
    outcome[must & mine & ~other] = _LOST
    alone = np.flatnonzero(mine & ~other & ~must)
    if len(alone):
        flags = flags.take(alone)
        saved = (flags & _OFF == 0) & countered(enemy.take(alone) | flags, own.take(alone))
        outcome[alone] = np.where(saved, _MUST, _LOST)
    return outcome


def countered(low: Half, enemy: Half) -> Flags:
    """Whether the mover can break the enemy's connection and make his own (SW-7): shape (n,)."""
    parent, own, enemy = after_moves(low, enemy, exchanges_only=True)
    found = np.zeros(len(low), np.bool_)
    found[parent[joined(own) & ~joined(enemy)]] = True
    return found


def joined(stones: Half) -> Flags:
    """Whether all stones of each bitboard are connected (SW-5): shape (n,)."""
    found = _pieces(stones) <= 1
    likely = np.flatnonzero(found)
    stones = stones.take(likely)
    found[likely] = _group(stones & (~stones + _ONE), stones) == stones
    return found


def _pieces(stones: Half) -> NDArray[np.int8]:
    """The number of groups less that of holes (Euler number), shape (n,)."""
    pairs, squares = _pairs(stones)
    return (np.bitwise_count(stones) + squares - pairs).view(np.int8)


def _pairs(stones: Half) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    across = stones & stones >> _ONE & _NOT_RIGHT
    down = stones & stones >> _FIVE
    squares = np.bitwise_count(across & across >> _FIVE)
    return np.bitwise_count(across) + np.bitwise_count(down), squares


def _neighbours_of(stones: Half) -> Half:
    found = (stones & _NOT_RIGHT) << _ONE
    found |= (stones & _NOT_LEFT) >> _ONE
    found |= stones << _FIVE
    found |= stones >> _FIVE
    found &= _ALL
    return found


def _group(seeds: Half, stones: Half) -> Half:
    found = seeds
    while True:
        more = _neighbours_of(found)
        more &= stones
        more |= found
        if np.array_equal(more, found):
            return found
        found = more


def _can_join(stones: Half, gap: Half) -> Flags:
    area = stones | gap
    found = _pieces(area) <= 2
    likely = np.flatnonzero(found)
    found[likely] = np.bitwise_count(_group(gap.take(likely), area.take(likely))) >= STONES
    return found


def _shape(stones: Half) -> Points:
    pairs, squares = _pairs(stones)
    return PAIR_POINTS * pairs.astype(np.int32) - SQUARE_POINTS * squares.astype(np.int32)


def _lines(own: Half, enemy: Half) -> Points:
    found = np.zeros(len(own), np.int32)
    for line in _LINES:
        found += _majority(own, enemy, line)
        found -= _majority(enemy, own, line)
    return found
