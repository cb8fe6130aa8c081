"""BatchRules of Othello: moves and evaluation for arrays of positions.

A batch has shape (2, n), dtype uint64: bitboards of the mover and of the enemy, bit 8*row+column.
If the fewest discs win (OT-11), the shape is (3, n), and the third word is 0. While the opening
discs are laid (OT-7), the shape is (4, n), and the third word is 1 if the fewest discs win.
Bitboard arguments have shape (n,). A disc counts 100 points.
"""

from collections.abc import Sequence

import numpy as np

from flipside.rules.contract import batch_rules
from flipside.rules.contract.batch_rules import Batch, BatchRules, Children, Points
from flipside.rules.contract.position import Move
from flipside.rules.engine.vector import bits
from flipside.rules.games.othello.engine.evaluation import hand_made_points
from flipside.rules.games.othello.engine.flips import last_turned, turned_discs
from flipside.rules.games.othello.engine.patterns import (
    GAME_PHASES,
    PHASE_BY_DISCS,
    PROBCUT_DEPTHS,
    Patterns,
    probcut_plies,
)
from flipside.rules.games.othello.position import CENTRE_CELLS, INNER_COLUMNS, Othello

_BIT_0 = np.uint64(1)
_SHIFTS = np.array([[1], [8], [7], [9]], np.uint64)
_TWICE = _SHIFTS + _SHIFTS
_THROUGH = np.array([[INNER_COLUMNS], [2**64 - 1], [INNER_COLUMNS], [INNER_COLUMNS]], np.uint64)
"""Per direction, the squares where enemy discs may continue a line, shape (4, 1)."""

_BIT = _BIT_0 << np.arange(64, dtype=np.uint64)

_CENTRE = np.uint64(sum(1 << cell for cell in CENTRE_CELLS))

_LAYING_WORDS = 4
"""Number of words of a position while the opening discs are laid."""

_TRIED_SQUARES = 5
"""Maximum number of empty squares at which trying all of them is faster than `legal`."""

_CHUNK_POSITIONS = 3072
"""Positions whose moves are generated at once; larger arrays would leave the processor's cache."""


def legal(own: bits.Bitboards, enemy: bits.Bitboards) -> bits.Bitboards:
    """Return bitboards of the squares where `own` may lay a disc (OT-2), shape (n,)."""
    if len(own) <= _CHUNK_POSITIONS:
        return _legal(own, enemy)
    squares = np.empty(len(own), np.uint64)
    for start in range(0, len(own), _CHUNK_POSITIONS):
        part = slice(start, start + _CHUNK_POSITIONS)
        squares[part] = _legal(own[part], enemy[part])
    return squares


def _legal(own: bits.Bitboards, enemy: bits.Bitboards) -> bits.Bitboards:
    """Return `legal` for at most a chunk; each array operation handles four directions.

    Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
    """
    through = enemy & _THROUGH
    up, down = own << _SHIFTS, own >> _SHIFTS
    up &= through
    down &= through
    up |= through & (up << _SHIFTS)
    down |= through & (down >> _SHIFTS)
    through_up = through & (through << _SHIFTS)
    through_down = through_up >> _SHIFTS
    for _ in range(2):
        up |= through_up & (up << _TWICE)
        down |= through_down & (down >> _TWICE)
    up <<= _SHIFTS
    down >>= _SHIFTS
    up |= down
    squares: bits.Bitboards = np.bitwise_or.reduce(up, axis=0)
    squares &= ~(own | enemy)
    return squares


_CORNERS = np.uint64(0x8100000000000081)

PROBCUT_DEVIATIONS, _PROBCUT_DEVIATIONS_BY_HAND = 1.6, 1.0
"""Standard deviations within which ProbCut expects the value of the deep search, with patterns and
with the evaluation made by hand. Source: Michael Buro, ProbCut (1995);
https://www.chessprogramming.org/ProbCut"""

_STATIC_DEVIATIONS, STATIC_PLIES = 2.0, 5
"""Standard deviations for cuts by the static evaluation alone, and the maximum depth of such cuts
in plies. The deviation used for depth d is between searches of one ply and of d + 1 plies. After
any move, good or bad, the true deviation is 1.3 to 1.5 times as great."""

_IMPROVEMENT_POINTS = 20
"""Improvement in points that a move needs to interest selective search, if patterns evaluate."""

_DEVIATION = np.array(
    [
        [317, 370, 450, 550, 610, 740, 800, 860, 920, 980, 1040, 1100],
        [317, 370, 450, 550, 610, 740, 800, 860, 920, 980, 1040, 1100],
        [224, 333, 388, 470, 480, 515, 550, 585, 620, 650, 680, 700],
        [94, 193, 205, 290, 300, 350, 380, 410, 440, 470, 490, 510],
        [94, 193, 205, 290, 300, 350, 380, 410, 440, 470, 490, 510],
        [94, 193, 205, 290, 300, 350, 380, 410, 440, 470, 490, 510],
    ],
    np.float32,
)
"""Standard deviation in points of the difference between searches of depth 2, 3, ... and of depth
1, with the evaluation made by hand. By empty squares // 12 and by depth, shape (6, 12). Measured up
to depth 7, extrapolated beyond."""

_LEAN = np.array(
    [
        [-100, 60, -80, 100, -40, 150, 0, 150, 0, 150, 0, 150],
        [-60, 95, -60, 130, 0, 190, 0, 190, 0, 190, 0, 190],
        [30, 95, 85, 95, 110, 135, 110, 135, 110, 135, 110, 135],
        [50, 50, 70, 45, 60, 35, 60, 35, 60, 35, 60, 35],
        [15, 20, 20, 30, 30, 40, 30, 40, 30, 40, 30, 40],
        [15, 20, 20, 30, 30, 40, 30, 40, 30, 40, 30, 40],
    ],
    np.int32,
)
"""Mean of the same difference in points."""

_BY_HAND = np.arange(GAME_PHASES, 0, -1) // 3
_LEANS = _LEAN[_BY_HAND]
_MARGINS = (_PROBCUT_DEVIATIONS_BY_HAND * _DEVIATION).astype(np.int32)[_BY_HAND]
"""`_LEANS` and `_MARGINS` by phase of patterns.py, shape (GAME_PHASES, 12), in points."""


def _cell(squares: bits.Bitboards) -> batch_rules.Index:
    """Return the numbers of single squares, shape (n,)."""
    return np.bitwise_count(squares - _BIT_0).astype(np.intp)


def _one_empty(own: bits.Bitboards, empty: bits.Bitboards, fewest: bool) -> Points:
    """Return the margin in points of boards with one empty square, shape (n,).

    The mover lays the last disc if possible, otherwise the enemy if possible.
    """
    mine, other = last_turned(own, _cell(empty))
    lead = 2 * bits.bit_counts(own) - 63
    left_over = 0 if fewest else np.sign(lead)
    lead += np.where(mine, 2 * mine + 1, np.where(other, -2 * other - 1, left_over))
    lead *= -100 if fewest else 100
    return lead


class OthelloBatch(BatchRules[Othello]):
    """The BatchRules of Othello.

    Without patterns, or if the fewest discs win, `evaluate` uses the evaluation made by hand.
    """

    def __init__(self, patterns: Patterns | None = None) -> None:
        self.patterns = patterns
        self._least, self._most = _LEANS - _MARGINS, _LEANS + _MARGINS
        self._has_margins = patterns is not None and bool(patterns.deviations.any())
        if patterns is not None and self._has_margins:
            margins = (PROBCUT_DEVIATIONS * patterns.deviations).astype(np.int32)
            self._least, self._most = patterns.leans - margins, patterns.leans + margins
            margins = (_STATIC_DEVIATIONS * patterns.deviations).astype(np.int32)
            self._static = patterns.leans - margins, patterns.leans + margins

    def pack(self, positions: Sequence[Othello]) -> Batch:
        """Return the positions as a batch; all must have the same number of words."""
        words = [
            (now.discs[now.turn], now.discs[1 - now.turn], *_more_words(now)) for now in positions
        ]
        return np.array(words, np.uint64).T.copy()

    def children(self, batch: Batch) -> Children:
        """Return a child per legal square, in bit order; or a pass if only the enemy can move."""
        if len(batch) == _LAYING_WORDS:
            return _laid(batch)
        own, enemy = batch[0], batch[1]
        squares = ~(own | enemy)
        if np.bitwise_count(squares[:1]).sum() > _TRIED_SQUARES:
            moves = legal(own, enemy)
            squares = np.where(moves, moves, squares)
        parent, cell = bits.set_bits(squares)
        flips = turned_discs(own[parent], enemy[parent], cell)
        additions, is_move = flips | _BIT[cell], flips != 0
        if not is_move.all():
            stuck = (np.bincount(parent[is_move], minlength=len(own)) == 0).nonzero()[0]
            stuck = stuck[legal(enemy[stuck], own[stuck]) != 0]
            passing = parent.searchsorted(stuck)
            is_move[passing], additions[passing] = True, 0
            parent, flips, additions = parent[is_move], flips[is_move], additions[is_move]
        rows = np.empty((len(batch), len(parent)), np.uint64)
        np.bitwise_xor(enemy[parent], flips, out=rows[0])
        np.bitwise_or(own[parent], additions, out=rows[1])
        rows[2:] = 0
        return Children(parent, rows)

    def terminal_scores(self, batch: Batch) -> Points:
        """Return the margin in points if neither player can move (OT-4, OT-5), else NOT_OVER."""
        if len(batch) == _LAYING_WORDS:
            return np.full(batch.shape[1], batch_rules.NOT_OVER, np.int32)
        own, enemy = batch[0], batch[1]
        over = (legal(own, enemy) | legal(enemy, own)) == 0
        ends: Points = np.where(over, self._margin(batch), np.int32(batch_rules.NOT_OVER))
        return ends

    def exact_scores(self, batch: Batch) -> Points | None:
        """Return the margins in points of boards with at most two empty squares; None without any.

        Other entries are NOT_OVER.
        """
        left = np.bitwise_count(~(batch[0] | batch[1]))
        few = (left <= 2).nonzero()[0]
        if not len(few):
            return None
        points = np.full(len(left), batch_rules.NOT_OVER, np.int32)
        pairs, last, full = (few[left[few] == squares] for squares in (2, 1, 0))
        if len(pairs):
            points[pairs] = self._two_empty(batch[:, pairs])
        if len(last):
            points[last] = _one_empty(
                batch[0, last], ~(batch[0, last] | batch[1, last]), len(batch) > 2
            )
        if len(full):
            points[full] = self._margin(batch[:, full])
        return points

    def _two_empty(self, batch: Batch, passed: bool = False) -> Points:
        """Return the margin in points of boards with two empty squares, shape (n,).

        `passed` is True if the enemy has no move.
        """
        own, enemy = batch[:2]
        empty = ~(own | enemy)
        first = empty & -empty
        cells = np.concatenate((first, empty ^ first))
        flips = turned_discs(np.tile(own, 2), np.tile(enemy, 2), _cell(cells))
        after = flips ^ np.tile(enemy, 2)
        scores = -_one_empty(after, np.tile(empty, 2) ^ cells, len(batch) > 2)
        scores[flips == 0] = -batch_rules.NOT_OVER
        points: Points = scores.reshape(2, -1).max(axis=0)
        stuck = (points == -batch_rules.NOT_OVER).nonzero()[0]
        if len(stuck):
            there = batch[:, stuck]
            there[:2] = there[1::-1]
            points[stuck] = (
                self._margin(batch[:, stuck]) if passed else -self._two_empty(there, True)
            )
        return points

    def evaluate(self, batch: Batch) -> Points:
        """Return points by patterns or by hand, the margin after the end, 0 while laying (OT-7)."""
        if len(batch) == _LAYING_WORDS:
            return np.zeros(batch.shape[1], np.int32)
        own, enemy = batch[0], batch[1]
        moves = bits.bit_counts(legal(own, enemy))
        if self.patterns is None or len(batch) > 2:
            replies = bits.bit_counts(legal(enemy, own))
            values = hand_made_points(own, enemy, moves, replies, len(batch) > 2)
        else:
            values = self.patterns.values(own, enemy, moves)
        stuck = (moves == 0).nonzero()[0]
        if len(stuck):
            over = stuck[legal(enemy[stuck], own[stuck]) == 0]
            values[over] = self._margin(batch[:, over])
        return values

    def _margin(self, batch: Batch) -> Points:
        own, enemy = bits.bit_counts(batch[0]), bits.bit_counts(batch[1])
        points: Points = own - enemy
        if len(batch) > 2:
            points = -points
        else:
            points += np.sign(points) * (64 - own - enemy)
        points *= 100
        return points

    def keys(self, batch: Batch) -> bits.Bitboards:
        """Return hashes of the discs, shape (n,)."""
        return bits.hash_columns(batch[:2])

    def mobility(self, batch: Batch) -> Points:
        """Return each mover's number of legal squares, with corners counted twice."""
        squares = legal(batch[0], batch[1])
        return bits.bit_counts(squares) + bits.bit_counts(squares & _CORNERS)

    def probcut_margins(self, batch: Batch, depth: int) -> batch_rules.Margins:
        """Return ProbCut margins by the number of empty squares of each position."""
        phase = PHASE_BY_DISCS[np.bitwise_count(batch[0] | batch[1])]
        row = min(depth - 2, PROBCUT_DEPTHS - 1)
        if len(batch) > 2:
            return batch_rules.Margins(1, -_MARGINS[phase, row], _MARGINS[phase, row])
        plies = probcut_plies(depth) if self._has_margins else 1
        return batch_rules.Margins(plies, self._least[phase, row], self._most[phase, row])

    def static_margins(self, batch: Batch, depth: int) -> batch_rules.Margins | None:
        """Return margins of the static evaluation up to STATIC_PLIES; None if evaluated by hand."""
        if len(batch) > 2 or not self._has_margins or depth > STATIC_PLIES:
            return None
        phase, (least, most) = PHASE_BY_DISCS[np.bitwise_count(batch[0] | batch[1])], self._static
        return batch_rules.Margins(0, least[phase, depth - 1], most[phase, depth - 1])

    def improvement_margin(self, batch: Batch) -> int:
        """Return 20 points if patterns evaluate, otherwise 0."""
        return 0 if len(batch) > 2 or not self._has_margins else _IMPROVEMENT_POINTS

    def plies_left(self, position: Othello) -> int:
        """Return the number of empty squares."""
        return 64 - (position.discs[0] | position.discs[1]).bit_count()

    def plies_left_each(self, batch: Batch) -> Points:
        """Return the number of empty squares of each position, shape (n,)."""
        return bits.bit_counts(~(batch[0] | batch[1]))


def _more_words(position: Othello) -> tuple[int, ...]:
    if position.laying:
        return int(position.setup.fewest), 0
    return (0,) if position.setup.fewest else ()


def _laid(batch: Batch) -> Children:
    """Return a child per empty square in the centre while the opening discs are laid (OT-7)."""
    own, enemy = batch[0], batch[1]
    parent, cell = bits.set_bits(~(own | enemy) & _CENTRE)
    rows = batch[:, parent]
    rows[0], rows[1] = enemy[parent], own[parent] | _BIT[cell]
    if np.bitwise_count(rows[:2, :1]).sum() == len(CENTRE_CELLS):
        rows = rows[: 2 + int(rows[2, 0])]
        rows[2:] = 0
    return Children(parent, rows)


def move_keys(positions: Sequence[Othello], moves: Sequence[Move]) -> batch_rules.HashKeys:
    """Return a hash of each move together with its position, shape (n,).

    All eight symmetric forms have the same hash, so that moves can be counted in many matches.
    """
    words = [
        (
            position.discs[position.turn],
            position.discs[1 - position.turn],
            1 << move[0] if move else 0,
        )
        for position, move in zip(positions, moves, strict=True)
    ]
    image = np.array(words, np.uint64).reshape(-1, 3).T.copy()
    keys = bits.hash_columns(image)
    for _ in range(4):
        mirror = bits.transposed(image)
        np.minimum(keys, bits.hash_columns(mirror), out=keys)
        image = mirror.byteswap()  # exchanges the rows: together a quarter turn
        np.minimum(keys, bits.hash_columns(image), out=keys)
    return keys
