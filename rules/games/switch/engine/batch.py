"""BatchRules of Switch: moves and evaluation for arrays of positions.

A batch has shape (1, n), dtype uint64. The low 32 bits are the mover's bitboard and flags, the high
32 bits the enemy's bitboard. While stones are laid (SW-10) they are the dark stones and the light
ones, with flags in both halves. Bits 5*row+column as in stones.py. Halves are arrays of shape (n,),
dtype uint32.

Evaluation: lines of majority, neighbouring stones, a way to connect. The weights follow the
features of won positions in the solved game and were confirmed by matches. 100 points are one pair
of neighbouring stones.
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
from flipside.rules.games.switch.placing import ChoosingPhase, LayingPhase
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

PAIR_POINTS, SQUARE_POINTS = 100, 50
"""Points for two stones of a colour side by side; points lost for a full square of four, whose
stones three pairs would join as well."""

MAJORITY_POINTS = 150
"""Points for a line of majority with enemy stones in it."""

THREAT_POINTS = 2000
"""Points for a connection that the mover can make through the gap."""

COUNTER_POINTS = 9000
"""Points for a counter that the mover can make (SW-8)."""

FIRST_MOVE_POINTS = 100
"""Points for moving first, before the players have colours."""

_TURN_FLAG, _ADJACENT_FLAG, _OFF_FLAG, _MUST_FLAG, _WON_FLAG, _LOST_FLAG, _PLACING_FLAG = (
    1 << bit for bit in range(25, 32)
)
"""Bits beside the mover's stones: player 1 moves; `swap=adjacent`; `counter=off`; the mover must
counter; he has won; he has lost; nobody has a colour yet."""

_STARTER_FLAG, _KNOWN_FLAG, _CHOOSING_FLAG, _WAITING_FLAG, _TIE_FLAG = (
    1 << bit for bit in range(25, 30)
)
"""Bits beside the enemy's stones: groups break ties (SW-13). Beside the light stones while nobody
has a colour also: player 1 starts, the same bit as that of his turn; it is known who starts; a
colour is chosen; the mover passes, as his opponent has two plies in a row: he lays the last stone
and chooses."""

Half = NDArray[np.uint32]
"""Stones of one side, or flags, of each position: shape (n,)."""

_ALL, _TURN, _ADJACENT, _OFF, _MUST, _WON, _LOST, _PLACING = (
    np.uint32(bits)
    for bits in (
        *(ALL, _TURN_FLAG, _ADJACENT_FLAG, _OFF_FLAG),
        *(_MUST_FLAG, _WON_FLAG, _LOST_FLAG, _PLACING_FLAG),
    )
)
_KNOWN, _CHOOSING, _WAITING, _TIE = map(
    np.uint32, (_KNOWN_FLAG, _CHOOSING_FLAG, _WAITING_FLAG, _TIE_FLAG)
)
_HALF, _NONE, _ONE, _FIVE = np.uint64(32), np.uint32(0), np.uint32(1), np.uint32(5)
_NOT_LEFT, _NOT_RIGHT = np.uint32(NOT_LEFT), np.uint32(NOT_RIGHT)
_ROWS = np.array([ROW_MASKS[cell // 5] for cell in range(25)], np.uint32)
_COLUMNS = np.array([COLUMN_MASKS[cell % 5] for cell in range(25)], np.uint32)
_NEIGHBOURS = np.array(NEIGHBOURS, np.uint32)
_CELLS = np.array([1 << cell for cell in range(25)], np.uint32)
_LINES = tuple(np.uint32(line) for line in LINES)


class SwitchBatch(BatchRules[Switch]):
    """The BatchRules of Switch, with all its options."""

    def pack(self, positions: Sequence[Switch]) -> Batch:
        return np.array([[_word(now) for now in positions]], np.uint64)

    def children(self, batch: Batch) -> Children:
        """One child per own stone and target, per square and colour, or per colour; in bit order.
        One where the mover waits."""
        low, high = _halves(batch)
        placing = low & _PLACING != 0
        if not placing.any():
            return Children(*_moved(low, high))
        choosing, waiting = high & _CHOOSING != 0, high & _WAITING != 0
        parents, words = [], []
        for kind, after in (
            (~placing, _moved),
            (placing & ~choosing, _laid),
            (placing & choosing & ~waiting, _chosen),
            (placing & waiting, _waited),
        ):
            some = np.flatnonzero(kind)
            parent, found = after(low.take(some), high.take(some))
            parents.append(some.take(parent))
            words.append(found)
        every = np.concatenate(parents)
        order = np.argsort(every, kind="stable")
        return Children(every[order], np.concatenate(words, axis=1)[:, order])

    def ends(self, batch: Batch) -> Points:
        points = np.full(batch.shape[1], UNFINISHED, np.int32)
        _mark_ends(*_halves(batch), points)
        return points

    def evaluate(self, batch: Batch) -> Points:
        low, high = _halves(batch)
        own, enemy = low & _ALL, high & _ALL
        points = _shape(own) - _shape(enemy) + MAJORITY_POINTS * _lines(own, enemy)
        placing = np.flatnonzero(low & _PLACING)
        if len(placing):
            points[placing] = _placing_points(low[placing], high[placing], points[placing])
        threats = np.flatnonzero(_can_join(own, ~(own | enemy) & _ALL) & (low & _PLACING == 0))
        points[threats] += THREAT_POINTS
        points[low & _MUST != 0] = COUNTER_POINTS
        _mark_ends(low, high, points)
        return points

    def mobility(self, batch: Batch) -> Points:
        """The number of enemy stones that may be exchanged."""
        low, enemy = _halves(batch)
        return bit_counts(_majorities(low, enemy, _LINES))

    def keys(self, batch: Batch) -> Bitboards:
        return hash_columns(batch)

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """A counter that is due is still played after the cap (SW-12). To wait is no ply."""
        (low, high), due = _halves(parents), _halves(children)[0] & _MUST != 0
        waiting = (low & _PLACING != 0) & (high & _WAITING != 0)
        return np.maximum(left - ~waiting, due)

    def cap_scores(self, batch: Batch) -> Points:
        """Return draws, or by SW-13 wins of the player with the better groups."""
        low, high = _halves(batch)
        points = np.zeros(batch.shape[1], np.int32)
        decided = np.flatnonzero((high & _TIE != 0) & (low & _PLACING == 0))
        own, enemy = low.take(decided) & _ALL, high.take(decided) & _ALL
        points[decided] = WIN * np.sign(_group_ranks(own) - _group_ranks(enemy))
        return points


def _word(now: Switch) -> int:
    tie = _TIE_FLAG * now.setup.tie_break
    flags = (
        _TURN_FLAG * now.turn
        | _ADJACENT_FLAG * now.setup.adjacent
        | _OFF_FLAG * (not now.setup.counter)
    )
    if not isinstance(now, PlayingPhase):
        state = _CHOOSING_FLAG * isinstance(now, ChoosingPhase)
        if isinstance(now, LayingPhase) and now.starter is not None:
            state = _KNOWN_FLAG | _STARTER_FLAG * now.starter
        return now.stones[0] | flags | _PLACING_FLAG | (now.stones[1] | state | tie) << 32
    own, enemy = now.sides
    flags |= _MUST_FLAG * now.must_counter
    if now.outcome is not None:
        flags |= _WON_FLAG if now.outcome.winner == now.turn else _LOST_FLAG
    return own | flags | (enemy | tie) << 32


def _halves(batch: Batch) -> tuple[Half, Half]:
    return batch[0].astype(np.uint32), (batch[0] >> _HALF).astype(np.uint32)


def _words(low: Half, high: Half) -> Batch:
    return (high.astype(np.uint64) << _HALF | low).reshape(1, -1)


def _mark_ends(low: Half, high: Half, points: Points) -> None:
    points[low & _WON != 0] = WIN
    points[low & _LOST != 0] = -WIN
    placing = np.flatnonzero((low & _PLACING != 0) & (high & _CHOOSING == 0))
    if len(placing):
        dark, light = low[placing] & _ALL, high[placing] & _ALL
        points[placing[_free(dark, light) | _free(light, dark) == 0]] = 0


# -- laying and choosing (SW-10) -------------------------------------------------------------------


def _free(stones: Half, others: Half) -> Half:
    """Bitboards of the squares where one more of these stones may lie; none completes a connected
    twelve (SW-11)."""
    left = STONES - np.bitwise_count(stones)
    free = np.where(left > 0, ~(stones | others) & _ALL, _NONE)
    last = np.flatnonzero(left == 1)
    if len(last):
        row, cell = set_bits(free.take(last))
        joins = joined(stones.take(last).take(row) | _CELLS.take(cell))
        np.bitwise_xor.at(free, last[row[joins]], _CELLS.take(cell[joins]))
    return free


def _laid(low: Half, high: Half) -> tuple[Index, Batch]:
    """Parent and child after each stone that is laid, squares in bit order, dark before light."""
    dark, light = low & _ALL, high & _ALL
    found = [set_bits(free) for free in (_free(dark, light), _free(light, dark))]
    parent, cell = (np.concatenate(part) for part in zip(*found, strict=True))
    is_light = np.repeat((False, True), [len(rows) for rows, _ in found])
    order = np.lexsort((is_light, cell, parent))
    parent, stone, is_light = parent[order], _CELLS.take(cell[order]), is_light[order]
    dark = dark.take(parent) | np.where(is_light, _NONE, stone)
    light = light.take(parent) | np.where(is_light, stone, _NONE)
    flags, state = low.take(parent) & ~_ALL, high.take(parent) & ~_ALL
    tie = state & _TIE
    is_last = ~is_light & (np.bitwise_count(dark) == STONES)
    state = np.where(is_last, _KNOWN | flags & _TURN | tie, state)
    both = np.bitwise_count(dark) + np.bitwise_count(light) == 2 * STONES
    waiting = np.where((state ^ flags) & _TURN, _WAITING, _NONE)
    state = np.where(both, _CHOOSING | waiting | tie, state)
    return parent, _words(dark | flags ^ _TURN, light | state)


def _chosen(low: Half, high: Half) -> tuple[Index, Batch]:
    """Parent and child after each choice of a colour, dark before light."""
    parent = np.repeat(np.arange(len(low)), 2)
    flags = low & (_ADJACENT | _OFF | _TURN) ^ _TURN
    dark, light, tie = low & _ALL, high & _ALL, high & _TIE
    after = np.concatenate((_words(light | flags, dark | tie), _words(dark | flags, light | tie)))
    return parent, after.T.reshape(1, -1)


def _waited(low: Half, high: Half) -> tuple[Index, Batch]:
    """Parent and child after a ply in which the mover waits."""
    return np.arange(len(low)), _words(low ^ _TURN, high ^ _WAITING)


def _placing_points(low: Half, high: Half, balance: Points) -> Points:
    """Points before the players have colours: the starter's opponent chooses the better side.
    `balance`: the points by which dark leads, shape (n,)."""
    edge = np.abs(balance) - np.int32(FIRST_MOVE_POINTS)
    choosing = high & _CHOOSING != 0
    chooses = np.where(choosing, high & _WAITING == 0, (high ^ low) & _TURN != 0)
    known = choosing | (high & _KNOWN != 0)  # else it is open who will choose
    return np.where(known, np.where(chooses, edge, -edge), np.int32(0))


# -- playing ---------------------------------------------------------------------------------------


def _moved(low: Half, high: Half) -> tuple[Index, Batch]:
    """Parent and child after every move of own stones."""
    going = np.flatnonzero(low & (_WON | _LOST) == 0)
    if len(going) < len(low):
        low, high = low.take(going), high.take(going)
    parent, own, enemy = after_moves(low, high & _ALL)
    flags = low.take(parent) & ~_ALL
    flags = flags & (_ADJACENT | _OFF | _TURN) ^ _TURN | _outcome(own, enemy, flags)
    return going.take(parent), _words(enemy | flags, own | (high & _TIE).take(parent))


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


def _group_ranks(stones: Half) -> Points:
    """Return ranks that a larger largest group raises most, then fewer groups (SW-13): (n,)."""
    ranks, largest = np.zeros(len(stones), np.int32), np.zeros(len(stones), np.int32)
    left = stones
    while left.any():
        group = _group(left & (~left + _ONE), left)
        largest = np.maximum(largest, np.bitwise_count(group))
        ranks -= group != 0
        left = left ^ group
    return ranks + (STONES + 1) * largest


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
