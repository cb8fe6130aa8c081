"""The BatchRules of Switch: moves and evaluation for arrays of positions.

A batch has shape (1, n), dtype uint64. The low half of a word has the mover's bitboard and flags,
the high half the enemy's bitboard and flags. Before the players have colours, the bitboards are
those of dark and light. Bits are 5*row+column as in stones.py. Halves are arrays of shape (n,),
dtype uint32.

The evaluation counts lines of majority, neighbouring stones, and a connection through the gap. Its
weights follow features of won positions in the tablebase and were confirmed by matches. 100 points
are one pair of neighbouring stones.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract import batch_rules
from flipside.rules.contract.batch_rules import Batch, BatchRules, Children, Points
from flipside.rules.contract.position import WIN
from flipside.rules.engine.vector.bits import Bitboards, bit_counts, hash_columns, set_bits
from flipside.rules.games.switch.position import ChoosingPhase, LayingPhase, PlayingPhase, Switch
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
"""Points for two neighbouring stones of a colour; points lost for a full square of four stones,
because three of its four pairs would connect them."""

MAJORITY_POINTS = 150
"""Points for a line of majority with enemy stones in it."""

THREAT_POINTS = 2000
"""Points for a connection that the mover can make through the gap."""

COUNTER_POINTS = 9000
"""Points for a counter that the mover can make (SW-8)."""

FIRST_MOVE_POINTS = 100
"""Points for moving first, before the players have colours."""

_TURN_FLAG, _ADJACENT_FLAG, _OFF_FLAG, _MUST_FLAG, _WIN_FLAG, _LOSS_FLAG, _PLACING_FLAG = (
    1 << bit for bit in range(25, 32)
)
"""Flags in the low half: player 1 is on turn; `swap=adjacent`; `counter=off`; the mover must
counter, has won, has lost; the players have no colours yet."""

_STARTER_FLAG, _HAS_STARTER_FLAG, _CHOOSING_FLAG, _WAITING_FLAG, _TIE_FLAG = (
    1 << bit for bit in range(25, 30)
)
"""Flags in the high half. The first four are for the time without colours: player 1 starts, on the
same bit as _TURN_FLAG; the starter is known; a colour is to be chosen; the mover waits, because the
opponent laid the last stone and also chooses. The last flag: groups break ties (SW-13)."""

Half = NDArray[np.uint32]
"""Bitboards with or without flags, shape (n,)."""

_ALL, _TURN, _ADJACENT, _OFF, _MUST, _WIN, _LOSS, _PLACING = (
    np.uint32(bits)
    for bits in (
        *(ALL, _TURN_FLAG, _ADJACENT_FLAG, _OFF_FLAG),
        *(_MUST_FLAG, _WIN_FLAG, _LOSS_FLAG, _PLACING_FLAG),
    )
)
_HAS_STARTER, _CHOOSING, _WAITING, _TIE = map(
    np.uint32, (_HAS_STARTER_FLAG, _CHOOSING_FLAG, _WAITING_FLAG, _TIE_FLAG)
)
_HALF, _NONE = np.uint64(32), np.uint32(0)
_NOT_LEFT, _NOT_RIGHT = np.uint32(NOT_LEFT), np.uint32(NOT_RIGHT)
_ROWS = np.array([ROW_MASKS[cell // 5] for cell in range(25)], np.uint32)
_COLUMNS = np.array([COLUMN_MASKS[cell % 5] for cell in range(25)], np.uint32)
_NEIGHBOURS = np.array(NEIGHBOURS, np.uint32)
_CELLS = np.array([1 << cell for cell in range(25)], np.uint32)
_LINES = tuple(np.uint32(line) for line in LINES)


class SwitchBatch(BatchRules[Switch]):
    """The BatchRules of Switch, with all its options."""

    def pack(self, positions: Sequence[Switch]) -> Batch:
        """Return positions as a batch, shape (1, n)."""
        return np.array([[_word(now) for now in positions]], np.uint64)

    def children(self, batch: Batch) -> Children:
        """Return a child for each legal move, in bit order; a waiting mover has a single child."""
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
            parent, children = after(low.take(some), high.take(some))
            parents.append(some.take(parent))
            words.append(children)
        all_parents = np.concatenate(parents)
        order = np.argsort(all_parents, kind="stable")
        return Children(all_parents[order], np.concatenate(words, axis=1)[:, order])

    def terminal_scores(self, batch: Batch) -> Points:
        """Return WIN, 0 or -WIN for the mover, or NOT_OVER, shape (n,)."""
        points = np.full(batch.shape[1], batch_rules.NOT_OVER, np.int32)
        _mark_ends(*_halves(batch), points)
        return points

    def evaluate(self, batch: Batch) -> Points:
        """Return the static evaluations for the movers, shape (n,)."""
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
        """Return the number of enemy stones that may be exchanged, shape (n,)."""
        low, enemy = _halves(batch)
        return bit_counts(_majorities(low, enemy, _LINES))

    def keys(self, batch: Batch) -> Bitboards:
        """Return hashes of the words, shape (n,)."""
        return hash_columns(batch)

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """Return the plies left until the cap.

        Waiting is not counted. A pending counter leaves at least one ply (SW-12).
        """
        (low, high), due = _halves(parents), _halves(children)[0] & _MUST != 0
        waiting = (low & _PLACING != 0) & (high & _WAITING != 0)
        return np.maximum(left - ~waiting, due)

    def cap_scores(self, batch: Batch) -> Points:
        """Return draws, or with `tie=groups` wins of the player with the better groups (SW-13)."""
        low, high = _halves(batch)
        points = np.zeros(batch.shape[1], np.int32)
        some = np.flatnonzero((high & _TIE != 0) & (low & _PLACING == 0))
        own, enemy = low.take(some) & _ALL, high.take(some) & _ALL
        points[some] = WIN * np.sign(_group_ranks(own) - _group_ranks(enemy))
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
            state = _HAS_STARTER_FLAG | _STARTER_FLAG * now.starter
        return now.stones[0] | flags | _PLACING_FLAG | (now.stones[1] | state | tie) << 32
    own, enemy = now.sides
    flags |= _MUST_FLAG * now.must_counter
    if now.outcome is not None:
        flags |= _WIN_FLAG if now.outcome.winner == now.turn else _LOSS_FLAG
    return own | flags | (enemy | tie) << 32


def _halves(batch: Batch) -> tuple[Half, Half]:
    return batch[0].astype(np.uint32), (batch[0] >> _HALF).astype(np.uint32)


def _words(low: Half, high: Half) -> Batch:
    return (high.astype(np.uint64) << _HALF | low).reshape(1, -1)


def _mark_ends(low: Half, high: Half, points: Points) -> None:
    points[low & _WIN != 0] = WIN
    points[low & _LOSS != 0] = -WIN
    placing = np.flatnonzero((low & _PLACING != 0) & (high & _CHOOSING == 0))
    if len(placing):
        dark, light = low[placing] & _ALL, high[placing] & _ALL
        points[placing[_free(dark, light) | _free(light, dark) == 0]] = 0


# -- laying and choosing (SW-10) -------------------------------------------------------------------


def _free(stones: Half, others: Half) -> Half:
    """Return the squares where a stone of the colour of `stones` may be laid (SW-10, SW-11)."""
    left = STONES - np.bitwise_count(stones)
    free = np.where(left > 0, ~(stones | others) & _ALL, _NONE)
    last = np.flatnonzero(left == 1)
    if len(last):
        row, cell = set_bits(free.take(last))
        joins = joined(stones.take(last).take(row) | _CELLS.take(cell))
        np.bitwise_xor.at(free, last[row[joins]], _CELLS.take(cell[joins]))
    return free


def _laid(low: Half, high: Half) -> tuple[batch_rules.Index, Batch]:
    """Return parents and children for each new stone, squares in bit order, dark before light."""
    dark, light = low & _ALL, high & _ALL
    places = [set_bits(free) for free in (_free(dark, light), _free(light, dark))]
    parent, cell = (np.concatenate(part) for part in zip(*places, strict=True))
    is_light = np.repeat((False, True), [len(rows) for rows, _ in places])
    order = np.lexsort((is_light, cell, parent))
    parent, stone, is_light = parent[order], _CELLS.take(cell[order]), is_light[order]
    dark = dark.take(parent) | np.where(is_light, _NONE, stone)
    light = light.take(parent) | np.where(is_light, stone, _NONE)
    flags, state = low.take(parent) & ~_ALL, high.take(parent) & ~_ALL
    tie = state & _TIE
    is_last = ~is_light & (np.bitwise_count(dark) == STONES)
    state = np.where(is_last, _HAS_STARTER | flags & _TURN | tie, state)
    both = np.bitwise_count(dark) + np.bitwise_count(light) == 2 * STONES
    waiting = np.where((state ^ flags) & _TURN, _WAITING, _NONE)
    state = np.where(both, _CHOOSING | waiting | tie, state)
    return parent, _words(dark | flags ^ _TURN, light | state)


def _chosen(low: Half, high: Half) -> tuple[batch_rules.Index, Batch]:
    """Return parents and children for each choice of a colour, dark before light."""
    parent = np.repeat(np.arange(len(low)), 2)
    flags = low & (_ADJACENT | _OFF | _TURN) ^ _TURN
    dark, light, tie = low & _ALL, high & _ALL, high & _TIE
    after = np.concatenate((_words(light | flags, dark | tie), _words(dark | flags, light | tie)))
    return parent, after.T.reshape(1, -1)


def _waited(low: Half, high: Half) -> tuple[batch_rules.Index, Batch]:
    """Return parents and children for a ply in which the mover waits."""
    return np.arange(len(low)), _words(low ^ _TURN, high ^ _WAITING)


def _placing_points(low: Half, high: Half, balance: Points) -> Points:
    """Return the points before the players have colours, shape (n,); `balance` is dark's lead."""
    # The opponent of the starter chooses the better side.
    edge = np.abs(balance) - np.int32(FIRST_MOVE_POINTS)
    choosing = high & _CHOOSING != 0
    chooses = np.where(choosing, high & _WAITING == 0, (high ^ low) & _TURN != 0)
    has_starter = choosing | (high & _HAS_STARTER != 0)
    return np.where(has_starter, np.where(chooses, edge, -edge), np.int32(0))


# -- playing ---------------------------------------------------------------------------------------


def _moved(low: Half, high: Half) -> tuple[batch_rules.Index, Batch]:
    """Return parents and children for every legal move."""
    going = np.flatnonzero(low & (_WIN | _LOSS) == 0)
    if len(going) < len(low):
        low, high = low.take(going), high.take(going)
    parent, own, enemy = after_moves(low, high & _ALL)
    flags = low.take(parent) & ~_ALL
    flags = flags & (_ADJACENT | _OFF | _TURN) ^ _TURN | _outcome(own, enemy, flags)
    return going.take(parent), _words(enemy | flags, own | (high & _TIE).take(parent))


def _majority(own: Half, enemy: Half, line: np.uint32) -> batch_rules.Flags:
    """Return whether a line has enemy stones and more own stones (SW-4), shape (n,)."""
    enemies = np.bitwise_count(enemy & line)
    return (np.bitwise_count(own & line) > enemies) & (enemies > 0)


def _majorities(own: Half, enemy: Half, lines: tuple[np.uint32, ...]) -> Half:
    stones = np.zeros_like(own)
    for line in lines:
        stones |= np.where(_majority(own, enemy, line), enemy & line, _NONE)
    return stones


def after_moves(
    low: Half, enemy: Half, exchanges_only: bool = False
) -> tuple[batch_rules.Index, Half, Half]:
    """Return parents, own and enemy stones after every move or exchange (SW-2 to SW-4): (m,).

    `low` has the mover's stones with flags, `enemy` the enemy's stones; both of shape (n,).
    """
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
    """Return _WIN, _LOSS, _MUST or no flag for the next mover (SW-6 to SW-8), shape (n,).

    `own` and `enemy` are the stones after a move, `flags` the flags before it.
    """
    mine, other = joined(own), joined(enemy)
    must = flags & _MUST != 0
    outcome = np.where(other | (must & ~mine), _WIN, _NONE)
    outcome[must & mine & ~other] = _LOSS
    alone = np.flatnonzero(mine & ~other & ~must)
    if len(alone):
        flags = flags.take(alone)
        pending = (flags & _OFF == 0) & countered(enemy.take(alone) | flags, own.take(alone))
        outcome[alone] = np.where(pending, _MUST, _LOSS)
    return outcome


def countered(low: Half, enemy: Half) -> batch_rules.Flags:
    """Return whether the mover can break the enemy's connection and connect (SW-7): (n,)."""
    parent, own, enemy = after_moves(low, enemy, exchanges_only=True)
    has_counter = np.zeros(len(low), np.bool_)
    has_counter[parent[joined(own) & ~joined(enemy)]] = True
    return has_counter


def joined(stones: Half) -> batch_rules.Flags:
    """Return whether all stones of each bitboard are connected (SW-5), shape (n,)."""
    connected: batch_rules.Flags = _euler_numbers(stones) <= 1
    likely = np.flatnonzero(connected)
    stones = stones.take(likely)
    connected[likely] = _group(stones & (~stones + 1), stones) == stones
    return connected


def _euler_numbers(stones: Half) -> NDArray[np.int8]:
    """Return the number of groups minus the number of holes, shape (n,)."""
    pairs, squares = _pairs(stones)
    return (np.bitwise_count(stones) + squares - pairs).view(np.int8)


def _pairs(stones: Half) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    across = stones & stones >> 1 & _NOT_RIGHT
    down = stones & stones >> 5
    squares = np.bitwise_count(across & across >> 5)
    return np.bitwise_count(across) + np.bitwise_count(down), squares


def _neighbours_of(stones: Half) -> Half:
    cells: Half = stones & _NOT_RIGHT
    cells <<= 1
    cells |= (stones & _NOT_LEFT) >> 1
    cells |= stones << 5
    cells |= stones >> 5
    cells &= _ALL
    return cells


def _group(seeds: Half, stones: Half) -> Half:
    group = seeds
    while True:
        more = _neighbours_of(group)
        more &= stones
        more |= group
        if np.array_equal(more, group):
            return group
        group = more


def _group_ranks(stones: Half) -> Points:
    """Return ranks by the size of the largest group, then by fewer groups (SW-13), shape (n,)."""
    ranks, largest = np.zeros(len(stones), np.int32), np.zeros(len(stones), np.int32)
    left = stones
    while left.any():
        group = _group(left & (~left + 1), left)
        largest = np.maximum(largest, np.bitwise_count(group))
        ranks -= group != 0
        left = left ^ group
    return ranks + (STONES + 1) * largest


def _can_join(stones: Half, gap: Half) -> batch_rules.Flags:
    area = stones | gap
    can_join: batch_rules.Flags = _euler_numbers(area) <= 2
    likely = np.flatnonzero(can_join)
    can_join[likely] = np.bitwise_count(_group(gap.take(likely), area.take(likely))) >= STONES
    return can_join


def _shape(stones: Half) -> Points:
    pairs, squares = _pairs(stones)
    return PAIR_POINTS * pairs.astype(np.int32) - SQUARE_POINTS * squares.astype(np.int32)


def _lines(own: Half, enemy: Half) -> Points:
    lead = np.zeros(len(own), np.int32)
    for line in _LINES:
        lead += _majority(own, enemy, line)
        lead -= _majority(enemy, own, line)
    return lead
