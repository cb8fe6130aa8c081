"""Othello for whole arrays: words are the mover's discs and the enemy's, bits as in position.py.

A third, empty word stands for the game in which the fewest discs win (OT-11).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import UNFINISHED, Batch, BatchRules, Children, Margins, Points
from rules.engine.vector.bits import hash_columns, lookup, set_bits
from rules.games.othello.engine.evaluation import (
    DIAGONAL,
    DISC,
    EDGES,
    MOBILITY,
    OUTER,
    STAGE,
    TEMPO,
    edge,
)
from rules.games.othello.engine.lines import turned
from rules.games.othello.engine.patterns import DEPTHS, STAGE_OF, STAGES, Patterns, look
from rules.games.othello.position import INNER, Othello

Bits = NDArray[np.uint64]

_ALL = np.uint64(2**64 - 1)
_ONE = np.uint64(1)
_SHIFTS = np.array([[1], [8], [7], [9]], np.uint64)
_TWICE = _SHIFTS + _SHIFTS
_THROUGH = np.array([[INNER], [2**64 - 1], [INNER], [INNER]], np.uint64)
"""Per direction the enemy discs through which a line may run without leaving the board's side."""

_BIT = _ONE << np.arange(64, dtype=np.uint64)

PORTION = 3072
"""Positions whose moves are found in one go; larger arrays would leave the processor's cache."""


def legal(own: Bits, enemy: Bits) -> Bits:
    """The fields on which a disc of `own` would turn something (OT-2)."""
    if len(own) <= PORTION:
        return _legal(own, enemy)
    found = np.empty(len(own), np.uint64)
    for start in range(0, len(own), PORTION):
        part = slice(start, start + PORTION)
        found[part] = _legal(own[part], enemy[part])
    return found


def _legal(own: Bits, enemy: Bits) -> Bits:
    """All four lines at once."""
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
    found: Bits = np.bitwise_or.reduce(up, axis=0)
    found &= ~(own | enemy)
    return found


def _edge_table() -> NDArray[np.int16]:
    """What an edge is worth, by own discs x 256 + enemy discs, shape (65536,)."""
    table = np.zeros(65536, np.int16)
    for own in range(256):
        enemy = free = 255 ^ own
        while True:
            table[own << 8 | enemy] = edge(own, enemy)
            if not enemy:
                break
            enemy = (enemy - 1) & free
    return table


_EDGES = _edge_table()
_COLUMN = np.uint64(0x0101010101010101)
_GATHER = np.uint64(0x0102040810204080)
_NOT_LAST = ~(_COLUMN << np.uint64(7))
_CORNERS = np.uint64(0x8100000000000081)
_BYTE, _SEVEN, _EIGHT, _LAST = (np.uint64(number) for number in (255, 7, 8, 56))


def _edges(discs: Bits) -> Bits:
    """The discs on the four edges as eight bits each, shape (4, n)."""
    found = np.empty((4, len(discs)), np.uint64)
    found[0], found[1] = discs & _BYTE, discs >> _LAST
    found[2] = (discs & _COLUMN) * _GATHER >> _LAST
    found[3] = (discs >> _SEVEN & _COLUMN) * _GATHER >> _LAST
    return found


def _next_to_corners(empty: Bits) -> Bits:
    """The fields diagonally beside empty corners."""
    found: Bits = (empty & _BIT[0]) << np.uint64(9)
    found |= (empty & _BIT[7]) << _SEVEN
    found |= (empty & _BIT[56]) >> _SEVEN
    found |= (empty & _BIT[63]) >> np.uint64(9)
    return found


def _beside(fields: Bits) -> Bits:
    """These fields and those next to them, not wrapping round the board's sides."""
    sideways = fields | (fields & _NOT_LAST) << _ONE | (fields & ~_COLUMN) >> _ONE
    found: Bits = sideways | sideways << _EIGHT | sideways >> _EIGHT
    return found


def count(bits: Bits) -> Points:
    """The number of bits that are set."""
    found: Points = np.bitwise_count(bits).astype(np.int32)
    return found


_WEIGHTS = np.array((EDGES, DIAGONAL, DISC, MOBILITY, OUTER, TEMPO), np.int32)
"""The judge's weights by empty fields // STAGE."""

SURE, SURE_BY_HAND = 1.6, 1.0
"""Standard deviations that count as certain enough (ProbCut): by the patterns and by hand."""

SURE_AT_A_GLANCE, GLANCES = 2.0, 5
"""The same where nothing is looked at but the judgement itself, and plies for which that is done.
The deviations are those of values as many plies beyond one ply; after any move, good or bad, they
are 1.3 to 1.5 times as great.
"""

GRAIN = 20
"""Points by which a move has to be better than another to be looked into, by the patterns."""

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
"""Points between the values of depth 1 and of depth 2, 3 and so on by hand, by empty fields // 12;
measured up to depth 7, continued beyond."""

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
"""What those of depth 2, 3 and so on lie above those of depth 1 on average; measured likewise."""

_BY_HAND = np.arange(STAGES, 0, -1) // 3
_LEANS, _MARGINS = _LEAN[_BY_HAND], (SURE_BY_HAND * _DEVIATION).astype(np.int32)[_BY_HAND]
"""Both by stage, as the learned ones are."""


class OthelloBatch(BatchRules[Othello]):
    """The BatchRules of Othello; without patterns, or where the fewest discs win, it judges by
    hand."""

    def __init__(self, patterns: Patterns | None = None) -> None:
        self.patterns = patterns
        self._least, self._most = _LEANS - _MARGINS, _LEANS + _MARGINS
        self._measured = patterns is not None and bool(patterns.deviations.any())
        if patterns is not None and self._measured:
            margins = (SURE * patterns.deviations).astype(np.int32)
            self._least, self._most = patterns.leans - margins, patterns.leans + margins
            margins = (SURE_AT_A_GLANCE * patterns.deviations).astype(np.int32)
            self._glance = patterns.leans - margins, patterns.leans + margins

    def covers(self, position: Othello) -> bool:
        """All but the laying of the four opening discs."""
        return not position.laying

    def pack(self, positions: Sequence[Othello]) -> Batch:
        """Own discs, enemy discs."""
        words = [
            (position.discs[position.turn], position.discs[1 - position.turn])
            + ((0,) if position.setup.fewest else ())
            for position in positions
        ]
        return np.array(words, np.uint64).T.copy()

    def children(self, batch: Batch) -> Children:
        """One child per legal field, row by row; a pass while only the enemy can move."""
        own, enemy = batch[0], batch[1]
        fields = legal(own, enemy)
        stuck = (fields == 0).nonzero()[0]
        if len(stuck):
            stuck = stuck[legal(enemy[stuck], own[stuck]) != 0]
            fields[stuck] = own[stuck] & -own[stuck]
        parent, cell = set_bits(fields)
        mine, other, laid = own[parent], enemy[parent], _BIT[cell]
        flips = turned(mine, other, cell)
        if len(stuck):
            passing = np.searchsorted(parent, stuck)
            flips[passing] = 0
            laid[passing] = 0
        laid |= flips
        rows = np.empty((len(batch), len(parent)), np.uint64)
        np.bitwise_xor(other, flips, out=rows[0])
        np.bitwise_or(mine, laid, out=rows[1])
        rows[2:] = 0
        return Children(parent, rows)

    def ends(self, batch: Batch) -> Points:
        """Points of the margin where neither player can move (OT-4, OT-5)."""
        own, enemy = batch[0], batch[1]
        over = (legal(own, enemy) | legal(enemy, own)) == 0
        ends: Points = np.where(over, self._margin(batch), np.int32(UNFINISHED))
        return ends

    def exact_scores(self, batch: Batch) -> Points | None:
        """The margin where one field is empty or none: whoever can lays the last disc."""
        empty = ~(batch[0] | batch[1])
        left = np.bitwise_count(empty)
        few = (left <= 1).nonzero()[0]
        if not len(few):
            return None
        points = np.full(len(empty), UNFINISHED, np.int32)
        last = few[left[few] == 1]
        if len(last):
            board = batch[:, last]
            cell = np.bitwise_count(empty[last] - _ONE).astype(np.intp)
            flips = turned(board[0], board[1], cell)
            stuck = flips == 0
            other = stuck.nonzero()[0]
            flips[other] = turned(board[1, other], board[0, other], cell[other])
            laid = np.where(flips != 0, flips | _BIT[cell], flips)
            board[0] = np.where(stuck, board[0] & ~laid, board[0] | laid)
            board[1] = np.where(stuck, board[1] | laid, board[1] & ~laid)
            points[last] = self._margin(board)
        full = few[left[few] == 0]
        if len(full):
            points[full] = self._margin(batch[:, full])
        return points

    def evaluate(self, batch: Batch) -> Points:
        """The judge's points, or the margin where the game is over."""
        if self.patterns is None or len(batch) > 2:
            return self._by_hand(batch)
        own, enemy = batch[0], batch[1]
        moves = count(legal(own, enemy))
        values = self.patterns.values(own, enemy, moves)
        stuck = (moves == 0).nonzero()[0]
        if len(stuck):
            over = stuck[legal(enemy[stuck], own[stuck]) == 0]
            values[over] = self._margin(batch[:, over])
        return values

    def _by_hand(self, batch: Batch) -> Points:
        own, enemy = batch[0], batch[1]
        size = len(own)
        empty = ~(own | enemy)
        place: Points
        moves = count(legal(np.concatenate((own, enemy)), np.concatenate((enemy, own))))
        mine, theirs = moves[:size], moves[size:]
        weights = _WEIGHTS.take(count(empty) // STAGE, axis=1)
        index = _edges(own)
        index <<= _EIGHT
        index |= _edges(enemy)
        place = lookup(_EDGES, index.view(np.int64)).sum(axis=0, dtype=np.int32)
        place *= weights[0]
        place //= 100
        danger, outer = _next_to_corners(empty), _beside(empty)
        place -= weights[1] * (count(own & danger) - count(enemy & danger))
        place += weights[2] * (count(own) - count(enemy))
        if len(batch) > 2:
            place = -place
        place += weights[3] * (mine - theirs) + weights[5]
        place += weights[4] * (count(enemy & outer) - count(own & outer))
        over = ((mine | theirs) == 0).nonzero()[0]
        if len(over):
            place[over] = self._margin(batch[:, over])
        return place

    def _margin(self, batch: Batch) -> Points:
        own, enemy = count(batch[0]), count(batch[1])
        points: Points = own - enemy
        if len(batch) > 2:
            points = -points
        else:
            points += np.sign(points) * (64 - own - enemy)
        points *= 100
        return points

    def keys(self, batch: Batch) -> Bits:
        """Own and enemy discs mixed."""
        return hash_columns(batch[:2])

    def mobility(self, batch: Batch) -> Points:
        """The number of legal fields, corners counted twice."""
        fields = legal(batch[0], batch[1])
        return count(fields) + count(fields & _CORNERS)

    def probcut_margins(self, batch: Batch, depth: int) -> Margins:
        """By the empty fields of each position."""
        stage, row = STAGE_OF[np.bitwise_count(batch[0] | batch[1])], min(depth - 2, DEPTHS - 1)
        if len(batch) > 2:
            return Margins(1, -_MARGINS[stage, row], _MARGINS[stage, row])
        plies = look(depth) if self._measured else 1
        return Margins(plies, self._least[stage, row], self._most[stage, row])

    def static_margins(self, batch: Batch, depth: int) -> Margins | None:
        """By the empty fields of each position."""
        if len(batch) > 2 or not self._measured or depth > GLANCES:
            return None
        stage, (least, most) = STAGE_OF[np.bitwise_count(batch[0] | batch[1])], self._glance
        return Margins(0, least[stage, depth - 1], most[stage, depth - 1])

    def improvement_margin(self, batch: Batch) -> int:
        """A fifth of a disc by the patterns, none by hand."""
        return 0 if len(batch) > 2 or not self._measured else GRAIN

    def plies_left(self, position: Othello) -> int:
        """The empty fields."""
        return 64 - (position.discs[0] | position.discs[1]).bit_count()
