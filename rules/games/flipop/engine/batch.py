"""Flipop for whole arrays of positions: rules and judge; the words are laid out in paths.py."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import UNFINISHED, Batch, BatchRules, Children, Margins, Points
from rules.contract.value import WIN
from rules.engine.vector.bits import Bitboards, hash_columns, lookup
from rules.games.flipop.doors import COMPASS, PITS, SIDE, WAYS, written
from rules.games.flipop.engine.blocks import Blocks
from rules.games.flipop.engine.chains import nearing, paths
from rules.games.flipop.engine.evaluation import ASIDE, FREED, NEARER, OUT, TEMPO, cost, door
from rules.games.flipop.engine.paths import (
    BLACK,
    ENDS,
    EXIT,
    FREE,
    HINGE,
    Flags,
    Ways,
    anybody,
    as_ban,
    open_ways,
    pushes,
    singles,
    steps,
)
from rules.games.flipop.engine.tables import Tables
from rules.games.flipop.position import CAP, Flipop

_HALF, _LOWER, _ONE = np.uint64(32), np.uint64((1 << 32) - 1), np.uint64(1)
_BLACK, _ENDS, _EXIT = (np.uint64(bits) for bits in (BLACK, ENDS, EXIT))

NEAR = 16
"""Plies before the cap from which on positions count them; earlier no line gets there."""

_CLOCK = np.uint64(56)
"""Bits of the doors from here on: 0 while the cap is farther, else the plies before it and one."""

CIRCLE = np.int32(10_000)
"""Points of a circle that wins if nobody leaves it: more than any judgement."""

_DEEPEST = 12
_MARGINS = np.round(1.3 * (20 + 2 * np.arange(_DEEPEST + 1))).astype(np.int32)
"""By depth: how far a value may be expected to lie from a look of one ply, in which 1.3 standard
deviations are counted."""

_FEW = 2
"""Balls of a side with which an end may be so near that nothing is expected; nor near the cap."""

_FIRST = 13
_LOW_PITS = np.uint64((1 << _FIRST) - 1)


def _costs() -> NDArray[np.int32]:
    """What the balls in the first thirteen pits cost by their bits, then those in the others, for
    player 0 and then for player 1, shape (4 * 8192,)."""
    bits = np.arange(1 << _FIRST)[:, None] >> np.arange(_FIRST) & 1
    worth = np.zeros((2, 2, _FIRST), np.int32)
    for player in (0, 1):
        for pit in range(PITS):
            worth[player, pit // _FIRST, pit % _FIRST] = cost(player, pit)
    return (worth.reshape(4, _FIRST) @ bits.T.astype(np.int32)).reshape(-1)


_COSTS = _costs()
_DOORS = (OUT, NEARER, FREED)
_WEIGHTS = np.array(
    [
        [
            sum(as_ban(way.number, half) for way in WAYS.values() if door(player, way) == worth)
            for player in (0, 1)
        ]
        for worth in _DOORS
        for half in (0, 1)
    ],
    np.uint64,
)
"""The ways of each worth, north and east, south and west, by player: shape (6, 2)."""


class FlipopBatch(BatchRules[Flipop]):
    """The BatchRules of Flipop, with all its options."""

    def __init__(self, numbers: Sequence[int] | None = None, blocks: Blocks | None = None) -> None:
        """Judges by these blocks, else by these numbers of `learned.py`, else by hand."""
        self.blocks = blocks
        self._points: Callable[[Batch, Ways], Points] = _by_hand
        if blocks is not None:
            self._points = blocks.points
        elif numbers is not None:
            self._points = Tables(numbers).points

    def covers(self, position: Flipop) -> bool:
        """Every position fits."""
        return True

    def pack(self, positions: Sequence[Flipop]) -> Batch:
        """Balls, doors and banned steps."""
        return np.array([_words(now) for now in positions], np.uint64).reshape(-1, 4).T.copy()

    def pack_root(self, position: Flipop, seen: Sequence[Flipop]) -> Batch:
        """The plies before the cap are counted if it is near (FP-13)."""
        batch, left = self.pack([position]), CAP - quiet(position, seen)
        if left <= NEAR:
            batch[1] |= np.uint64(max(0, left) + 1) << _CLOCK
        return batch

    def children(self, batch: Batch) -> Children:
        """A child per path, or one for a forced pass."""
        going = (_unfinished(batch) & ~_blocked(batch)).nonzero()[0]
        owner, rows = paths(batch if len(going) == batch.shape[1] else batch[:, going])
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
        clock = batch[1] >> _CLOCK
        if clock.any():
            stayed = np.bitwise_count(rows[0]) == np.bitwise_count(batch[0]).take(parent)
            rows[1] &= (_ONE << _CLOCK) - _ONE
            clock = np.maximum(clock, _ONE) - _ONE
            rows[1] |= np.where(stayed, clock.take(parent), np.uint64(0)) << _CLOCK
        return Children(parent, rows)

    def _stuck(self, batch: Batch) -> Flags:
        """Whether the game ends where the mover has no move (FP-12)."""
        stuck: Flags = batch[1] & _ENDS != 0
        return stuck | ~_can_move(_passed(batch))

    def ends(self, batch: Batch) -> Points:
        """WIN, 0 or -WIN where a colour has no ball left, nobody can move, no ball can come nearer
        to its exits, or the cap is reached."""
        points = np.full(batch.shape[1], UNFINISHED, np.int32)
        self._mark_ends(batch, open_ways(batch[1]), points)
        return points

    def _mark_ends(self, batch: Batch, ways: Ways, points: Points) -> None:
        """Put in the worth of positions that are over (FP-10, FP-12, FP-13)."""
        over = ~_unfinished(batch) | _blocked(batch)
        # Mostly one of both can move at once, and the others are looked at more closely.
        one_is_enough = batch.shape[1] > 0 and not int(batch[1, 0]) & ENDS
        look = anybody if one_is_enough else singles
        stuck = (~(over | look(batch, ways))).nonzero()[0]
        if len(stuck):
            stuck = stuck[~self._goes_on(batch[:, stuck])]
            part = batch[:, stuck]
            over[stuck] = ~_can_move(part) & self._stuck(part)
        if over.any():
            balls = batch[0, over]
            own = np.bitwise_count(balls & _LOWER).astype(np.int32)
            enemy = np.bitwise_count(balls >> _HALF).astype(np.int32)
            lead = np.where(enemy == 0, -1, enemy - own)
            points[over] = WIN * np.sign(lead)

    def _goes_on(self, batch: Batch) -> Flags:
        """Whether a look that takes little tells that somebody moves; False where it tells nothing,
        too."""
        found = pushes(batch)
        others = (~found & (batch[1] & _ENDS == 0)).nonzero()[0]
        if len(others):
            passed = _passed(batch[:, others])
            found[others] = singles(passed) | pushes(passed)
        return found

    def evaluate(self, batch: Batch) -> Points:
        """The judge's points, or the end."""
        ways = open_ways(batch[1])
        points = self._points(batch, ways)
        self._mark_ends(batch, ways, points)
        return points

    def mobility(self, batch: Batch) -> Points:
        """Ways open to the balls of the mover, pushes included."""
        north_east, south_west = steps(batch)
        return _counts(north_east) + _counts(south_west)

    def keys(self, batch: Batch) -> Bitboards:
        """A hash of all four words."""
        return hash_columns(batch)

    def probcut_margins(self, batch: Batch, depth: int) -> Margins | None:
        """As measured for the blocks; for others nothing was."""
        if self.blocks is None:
            return None
        margins = np.where(_near(batch), np.int32(WIN), _MARGINS[min(depth, _DEEPEST)])
        return Margins(1, -margins, margins)

    def cycle_scores(self, batch: Batch) -> Points:
        """Fewer balls win where nobody leaves a circle (FP-13)."""
        own, enemy = (np.bitwise_count(half).astype(np.int32) for half in _halves(batch))
        points: Points = CIRCLE * np.sign(enemy - own)
        return points


def quiet(position: Flipop, seen: Sequence[Flipop]) -> int:
    """The plies until a position in which no ball left; `seen` are the positions of the match."""
    plies = 0
    for before in reversed(seen[:-1] if seen and seen[-1] == position else seen):
        if before.score() != position.score():
            break
        plies += 1
    return plies


def _words(now: Flipop) -> tuple[int, int, int, int]:
    own, enemy = now.balls[now.turn], now.balls[1 - now.turn]
    low = high = 0
    for hinge, letter in enumerate(written(now.doors)):
        bit = 1 << SIDE * (hinge // 4) + hinge % 4
        low |= bit * (COMPASS.index(letter) & 1)
        high |= bit * (COMPASS.index(letter) >> 1)
    more = BLACK * now.turn | {"side": 0, "hinge": HINGE, "free": FREE}[now.setup.chain]
    more |= {"pass": 0, "ends": ENDS, "exit": EXIT}[now.setup.stuck]
    north_east, south_west = (
        sum(as_ban(way.number, half) for way in WAYS.values() if way.forth & now.banned)
        for half in (0, 1)
    )
    return own | enemy << 32, low | high << 32 | more, north_east, south_west


def _halves(batch: Batch) -> tuple[Bitboards, Bitboards]:
    """The balls of the mover and of the enemy."""
    return batch[0] & _LOWER, batch[0] >> _HALF


def _by_hand(batch: Batch, open_: Ways) -> Points:
    """What the hand-made judge says of each."""
    black = (batch[1] & _BLACK != 0).astype(np.intp)
    balls = np.stack((batch[0] & _LOWER, batch[0] >> _HALF))
    player = np.stack((black, 1 - black))
    weights = _WEIGHTS.take(player, axis=1)
    table = player << _FIRST + 1
    low, high = balls & _LOW_PITS, balls >> np.uint64(_FIRST)
    worth = -lookup(_COSTS, low.astype(np.intp) + table)
    worth -= lookup(_COSTS, high.astype(np.intp) + table + (1 << _FIRST))
    balls |= balls << _HALF
    for half, ways in enumerate(open_):
        passable = balls & ways
        worth += ASIDE * _counts(passable)
        for number, each in enumerate(_DOORS):
            worth += (each - ASIDE) * _counts(passable & weights[2 * number + half])
    points: Points = TEMPO + worth[0] - worth[1]
    return points


def _turn(batch: Batch) -> None:
    """The other player moves."""
    batch[0] = batch[0] >> _HALF | batch[0] << _HALF
    batch[1] ^= _BLACK


def _passed(batch: Batch) -> Batch:
    """The positions after a pass."""
    after = batch.copy()
    after[2:] = 0
    _turn(after)
    return after


def _unfinished(batch: Batch) -> Flags:
    """Whether both colours have a ball left, and the cap is not reached."""
    both: Flags = (batch[0] & _LOWER != 0) & (batch[0] > _LOWER) & (batch[1] >> _CLOCK != _ONE)
    return both


def _blocked(batch: Batch) -> Flags:
    """Where `stuck=exit` ends the game: no ball can come nearer to its exits (FP-12)."""
    blocked: Flags = batch[1] & _EXIT != 0
    if not blocked.any():
        return blocked
    for turned in (False, True):
        left = blocked.nonzero()[0]
        if len(left):
            part = batch[:, left]
            blocked[left] = ~nearing(_passed(part) if turned else part)
    return blocked


def _can_move(batch: Batch) -> Flags:
    """Whether the mover has a move."""
    found = singles(batch)
    for look in (pushes, _has_path):
        others = (~found).nonzero()[0]
        if len(others):
            found[others] = look(batch[:, others])
    return found


def _has_path(batch: Batch) -> Flags:
    found = np.zeros(batch.shape[1], np.bool_)
    found[paths(batch)[0]] = True
    return found


def _near(batch: Batch) -> Flags:
    """Where an end may be so near that nothing is expected."""
    left = np.minimum(*(np.bitwise_count(half) for half in _halves(batch)))
    near: Flags = (left <= _FEW) | (batch[1] >> _CLOCK != 0)
    return near


def _counts(words: Bitboards) -> Points:
    return np.bitwise_count(words).astype(np.int32)
