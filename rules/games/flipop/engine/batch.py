"""The BatchRules of Flipop: rules and evaluation for arrays; chains.py describes their words."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from flipside.rules.contract import batch_rules
from flipside.rules.contract.batch_rules import Batch, BatchRules, Children, Points
from flipside.rules.contract.position import WIN
from flipside.rules.engine.vector.bits import Bitboards, bit_counts, hash_columns
from flipside.rules.games.flipop import doors
from flipside.rules.games.flipop.engine import chains
from flipside.rules.games.flipop.engine.blocks import Blocks
from flipside.rules.games.flipop.engine.weight_tables import WEIGHTS, WeightTables
from flipside.rules.games.flipop.position import Flipop

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_BLACK, _ENDS, _EXIT, _TIE = (
    np.uint64(bits)
    for bits in (chains.BLACK_TURN, chains.STUCK_ENDS, chains.STUCK_EXIT, chains.TIE_DISTANCE)
)

CYCLE_POINTS = np.int32(10_000)
"""Score of a repetition that wins (FP-13): more than any evaluation."""

_DEEPEST = 12
_MARGINS = np.round(1.3 * (20 + 2 * np.arange(_DEEPEST + 1))).astype(np.int32)
"""ProbCut margins by depth, in points: 1.3 standard deviations from a search of one ply."""

_FEW_BALLS = 2
"""Nothing is pruned if a side has at most this many balls, since the end may be near."""


class FlipopBatch(BatchRules[Flipop]):
    """The BatchRules of Flipop, for all its options."""

    def __init__(self, evaluation: Blocks | WeightTables | None = None) -> None:
        """Evaluate with `evaluation`; None means the weights of `weights.txt`."""
        self.evaluation = evaluation or WeightTables(WEIGHTS.numbers)

    def noisy(self) -> "FlipopBatch":
        """Return rules that evaluate with `weights.txt`, even if the blocks are loaded."""
        return by_weights()

    def pack(self, positions: Sequence[Flipop]) -> Batch:
        """Return positions as a batch, shape (4, n)."""
        return np.array([_words(now) for now in positions], np.uint64).reshape(-1, 4).T.copy()

    def children(self, batch: Batch) -> Children:
        """Return a child for each path or forced pass, in the order of Flipop.moves()."""
        going = (_have_balls(batch) & ~_blocked(batch)).nonzero()[0]
        owner, rows = chains.legal_paths(batch if len(going) == batch.shape[1] else batch[:, going])
        parent = going.take(owner)
        _turn(rows)
        alone = np.bincount(owner, minlength=len(going)) == 0
        if alone.any():
            passing = going[alone]
            passing = passing[~self._stuck(batch[:, passing])]
            parent = np.concatenate((parent, passing))
            rows = np.concatenate((rows, _passed(batch[:, passing])), axis=1)
            order = np.argsort(parent, kind="stable")
            parent, rows = parent[order], rows[:, order]
        return Children(parent, rows)

    def _stuck(self, batch: Batch) -> batch_rules.Flags:
        """Return whether the match ends if the mover has no move (FP-12), shape (n,)."""
        stuck: batch_rules.Flags = batch[1] & _ENDS != 0
        return stuck | ~_can_move(_passed(batch))

    def terminal_scores(self, batch: Batch) -> Points:
        """Return WIN, 0 or -WIN for the mover, or NOT_OVER (FP-10, FP-12, FP-14), shape (n,)."""
        points = np.full(batch.shape[1], batch_rules.NOT_OVER, np.int32)
        self._mark_ends(batch, chains.ways_with_door(batch[1]), points)
        return points

    def _mark_ends(self, batch: Batch, ways: chains.Ways, points: Points) -> None:
        over = ~_have_balls(batch) | _blocked(batch)
        # In most positions a player can roll a ball; only the others are examined further.
        by_both = batch.shape[1] > 0 and not int(batch[1, 0]) & chains.STUCK_ENDS
        moves = (chains.can_anyone_roll if by_both else chains.can_roll)(batch, ways)
        stuck = (~(over | moves)).nonzero()[0]
        if len(stuck):
            stuck = stuck[self._stuck(batch[:, stuck])]
            over[stuck] = ~_can_move(batch[:, stuck])
        if over.any():
            part = batch[:, over]
            points[over] = np.where(part[0] > _LOWER, WIN * _leads(part), np.int32(-WIN))

    def evaluate(self, batch: Batch) -> Points:
        """Return the static evaluations for the movers, shape (n,)."""
        ways = chains.ways_with_door(batch[1])
        points = self.evaluation.points(batch, ways)
        self._mark_ends(batch, ways, points)
        return points

    def mobility(self, batch: Batch) -> Points:
        """Return the number of the mover's open ways, pushes included, shape (n,)."""
        north_east, south_west = chains.first_steps(batch)
        return bit_counts(north_east) + bit_counts(south_west)

    def keys(self, batch: Batch) -> Bitboards:
        """Return hashes of the words, shape (n,)."""
        return hash_columns(batch)

    def probcut_margins(self, batch: Batch, depth: int) -> batch_rules.Margins | None:
        """Return the margins measured for the blocks; None for other evaluations."""
        if not isinstance(self.evaluation, Blocks):
            return None
        left = np.minimum(*map(np.bitwise_count, _halves(batch)))
        margins = np.where(left <= _FEW_BALLS, np.int32(WIN), _MARGINS[min(depth, _DEEPEST)])
        return batch_rules.Margins(1, -margins, margins)

    def counted_down(self, left: Points, cap: int, parents: Batch, children: Batch) -> Points:
        """Return the plies left until the cap; the count restarts when a ball leaves (FP-13)."""
        counts = np.bitwise_count(children[0]) == np.bitwise_count(parents[0])
        return np.where(counts, left - 1, np.int32(cap))

    def cap_scores(self, batch: Batch) -> Points:
        """Return wins of the player with fewer balls on the board or, by FP-14, nearer balls."""
        return WIN * _leads(batch)

    def cycle_scores(self, batch: Batch) -> Points:
        """Return the mover's scores of repetitions; the balls decide, as at the cap (FP-13)."""
        return CYCLE_POINTS * _leads(batch)


@cache
def by_weights() -> FlipopBatch:
    """Return the rules with the evaluation of `weights.txt`."""
    return FlipopBatch()


def _words(now: Flipop) -> tuple[int, int, int, int]:
    """Return the four words of a position, as in chains.py."""
    own, enemy = now.balls[now.turn], now.balls[1 - now.turn]
    low = high = 0
    for hinge, letter in enumerate(doors.doors_text(now.doors)):
        bit = 1 << doors.BOARD_SIDE * (hinge // 4) + hinge % 4
        low |= bit * (doors.COMPASS.index(letter) & 1)
        high |= bit * (doors.COMPASS.index(letter) >> 1)
    more = (
        chains.BLACK_TURN * now.turn
        | {"side": 0, "hinge": chains.CHAIN_HINGE, "free": chains.CHAIN_FREE}[now.setup.chain]
    )
    more |= {"pass": 0, "ends": chains.STUCK_ENDS, "exit": chains.STUCK_EXIT}[now.setup.stuck]
    more |= {"draw": 0, "distance": chains.TIE_DISTANCE}[now.setup.tie]
    north_east, south_west = (
        sum(
            chains.ban_bit(way.number, half)
            for way in doors.WAY_BY_PITS.values()
            if way.forth & now.ban
        )
        for half in (0, 1)
    )
    return own | enemy << 32, low | high << 32 | more, north_east, south_west


def _halves(batch: Batch) -> tuple[Bitboards, Bitboards]:
    return batch[0] & _LOWER, batch[0] >> _HALF


_FARTHER_PITS = np.array(
    [
        [
            sum(
                1 << pit
                for pit in range(doors.PIT_COUNT)
                if doors.exit_distance(player, pit) >= steps
            )
            for steps in range(1, doors.BOARD_SIDE + 1)
        ]
        for player in (0, 1)
    ],
    np.uint64,
)
"""Bitboards of the pits at least 1 to 5 steps from the exits of each player, shape (2, 5)."""


def _leads(batch: Batch) -> Points:
    """Return 1, 0 or -1 if the mover wins, draws or loses by FP-12 and FP-14, shape (n,)."""
    halves = _halves(batch)
    own, enemy = map(bit_counts, halves)
    leads = np.sign(enemy - own)
    equal = np.flatnonzero((leads == 0) & (batch[1] & _TIE != 0))
    if len(equal):
        black = (batch[1, equal] & _BLACK != 0).astype(np.intp)
        own, enemy = (
            np.bitwise_count(half.take(equal)[:, np.newaxis] & _FARTHER_PITS[player]).sum(
                axis=1, dtype=np.int32
            )
            for half, player in zip(halves, (black, 1 - black), strict=True)
        )
        leads[equal] = np.sign(enemy - own)
    return leads


def _turn(batch: Batch) -> None:
    batch[0] = batch[0] >> _HALF | batch[0] << _HALF
    batch[1] ^= _BLACK


def _passed(batch: Batch) -> Batch:
    after = batch.copy()
    after[2:] = 0
    _turn(after)
    return after


def _have_balls(batch: Batch) -> batch_rules.Flags:
    """Return whether both colours have balls, shape (n,)."""
    return (batch[0] & _LOWER != 0) & (batch[0] > _LOWER)


def _blocked(batch: Batch) -> batch_rules.Flags:
    """Return whether `stuck=exit` ends the match, because no ball can advance (FP-12): (n,)."""
    ends: batch_rules.Flags = batch[1] & _EXIT != 0
    if not ends.any():
        return ends
    for enemy in (False, True):
        left = ends.nonzero()[0]
        if len(left):
            part = batch[:, left]
            ends[left] = ~chains.can_advance(_passed(part) if enemy else part)
    return ends


def _can_move(batch: Batch) -> batch_rules.Flags:
    moves = chains.can_roll(batch)
    for test in (chains.can_push, _has_path):
        others = (~moves).nonzero()[0]
        if len(others):
            moves[others] = test(batch[:, others])
    return moves


def _has_path(batch: Batch) -> batch_rules.Flags:
    has_path = np.zeros(batch.shape[1], np.bool_)
    has_path[chains.legal_paths(batch)[0]] = True
    return has_path
