"""The state of one vector search: static scores, ends, repetitions and a transposition table.

Source: https://www.chessprogramming.org/Transposition_Table.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract import batch_rules
from flipside.rules.contract.batch_rules import AnyBatchRules, Batch, Index, Points
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, WIN, Position
from flipside.rules.engine.vector.bits import hash_columns

_ENTRIES = 1 << 17
"""The default number of slots. A new position replaces the position in its slot."""

INFINITY = 2 * WIN
"""A number of points above every score."""


class TranspositionTable:
    """A transposition table as arrays: key, depth, bounds of the score, and best child by slot."""

    def __init__(self, deeper: bool = False, entries: int = _ENTRIES) -> None:
        """Create an empty table of `entries` slots, a power of two.

        With `deeper`, bounds of searches 2, 4 ... plies deeper are also valid, and shallower bounds
        do not replace deeper ones. Searches of one match share such a table.
        """
        self._deeper = deeper
        self._keys = np.zeros(entries, np.uint64)
        self._depths = np.full(entries, -1, np.int16)
        self._lows = np.zeros(entries, np.int32)
        self._highs = np.zeros(entries, np.int32)
        self._best = np.zeros(entries, np.int16)

    def _place(self, keys: batch_rules.HashKeys) -> Index:
        return (keys >> np.uint64(40)).astype(np.intp) & (len(self._keys) - 1)

    def bounds(self, keys: batch_rules.HashKeys, depth: int, ply: int) -> tuple[Points, Points]:
        """Return lower and upper bounds (n,) of scores at the root; infinite if unknown."""
        place = self._place(keys)
        more = self._depths[place] - np.int16(depth)
        valid = (more >= 0) & (more & 1 == 0) if self._deeper else more == 0
        valid &= self._keys[place] == keys
        low = np.where(valid, self._lows[place], np.int32(-INFINITY))
        high = np.where(valid, self._highs[place], np.int32(INFINITY))
        return ply_adjusted_each(low, ply), ply_adjusted_each(high, ply)

    def best_moves(self, keys: batch_rules.HashKeys) -> NDArray[np.int16]:
        """Return the numbers of the best children (n,), found at any depth; -1 if unknown."""
        place = self._place(keys)
        return np.where(self._keys[place] == keys, self._best[place], np.int16(-1))

    def put(
        self,
        keys: batch_rules.HashKeys,
        depth: int,
        ply: int,
        bounds: Points,
        values: Points,
        best: NDArray[np.int16],
    ) -> None:
        """Store `values` (n,) as lower bounds if at least `bounds`, else as upper bounds."""
        place, above = self._place(keys), values >= bounds
        same_key = self._keys[place] == keys
        if self._deeper:
            news = (~same_key | (self._depths[place] <= depth)).nonzero()[0]
            if len(news) < len(keys):
                keys, place, same_key = keys[news], place[news], same_key[news]
                above, values, best = above[news], values[news], best[news]
        values = ply_adjusted_each(values, -ply)
        same = same_key & (self._depths[place] == depth)
        low = np.where(same, self._lows[place], np.int32(-INFINITY))
        high = np.where(same, self._highs[place], np.int32(INFINITY))
        self._lows[place] = np.where(above, np.maximum(low, values), low)
        self._highs[place] = np.where(above, high, np.minimum(high, values))
        self._depths[place] = depth
        self._best[place] = best
        self._keys[place] = keys


def ply_adjusted_each(values: Points, plies: int) -> Points:
    """Return `position.ply_adjusted` of each value (n,); infinite values do not change."""
    size = np.abs(values)
    is_forced = (size >= FORCED_WIN) & (size < INFINITY)
    if not is_forced.any():
        return values
    return np.where(is_forced, values - np.sign(values) * np.int32(plies), values)


_CACHE_POSITIONS = 1024
"""The number of positions evaluated at once. Larger arrays do not fit in the processor's cache."""

_REPLY_POINTS = 300
"""The points subtracted for each reply of the opponent in the move ordering of endgames."""

_UNEVALUATED_PLIES, _UNSEARCHED_PLIES = 5, 9
"""The numbers of last plies in which the move ordering of endgames does not evaluate positions; and
in which it evaluates them without searching one ply."""

Work = Generator[None, None, Points]
"""Yields after each short step; returns scores (n,)."""


@dataclass(frozen=True)
class Noise:
    """Random errors of the evaluations of one search. A position always has the same error."""

    points: int = 0
    """The maximum error."""
    seed: int = 0
    """A number of 64 bits."""

    def errors(self, keys: batch_rules.HashKeys) -> Points:
        """Return an error from -points to points for each key (n,), uniformly distributed."""
        bits = hash_columns(np.stack((keys, np.full_like(keys, self.seed))))
        bits >>= 32
        bits *= 2 * self.points + 1
        bits >>= 32
        return bits.astype(np.int32) - np.int32(self.points)


NO_NOISE = Noise()


class Evaluator:
    """Evaluates batches for one search of one match, and counts nodes."""

    def __init__(
        self,
        game: AnyGame,
        rules: AnyBatchRules,
        history: Sequence[Position],
        selective: bool,
        noise: Noise = NO_NOISE,
    ) -> None:
        """Prepare the evaluation; `history` has the positions of the match so far."""
        self.game, self.rules, self.selective, self.noise = game, rules, selective, noise
        self.has_cycles = False
        """Whether a line that returns to one of its own positions gets a score for cycles."""
        self.has_static_margins = False
        """Whether static evaluations far from the bound cause cutoffs (static ProbCut)."""
        self.open_points = 0
        """Points added to evaluations for the player at the root (`solve.drawing_move`)."""
        self.nodes = 0
        self.plies_left: int | None = None
        """The maximum number of plies from the root to the end; None if unbounded."""
        self.table = TranspositionTable()
        scores: dict[int, int] = {}
        for position, count in Counter(history).items():
            if count >= 2 and game.repetition is not None:
                winner = game.repetition.verdict(position, "repetition").winner
                key = int(rules.position_keys(rules.pack([position]))[0])
                scores[key] = 0 if winner is None else WIN if winner == position.turn else -WIN
        keys = sorted(scores)
        self._repetition_keys = np.array(keys, np.uint64)
        self._verdicts = np.array([scores[key] for key in keys], np.int32)

    @property
    def has_repetitions(self) -> bool:
        """Whether a position has occurred twice, so that it may occur for the third time."""
        return len(self._repetition_keys) > 0

    def endgame_ordering(
        self, children: Batch, ply: int
    ) -> Generator[None, None, tuple[Points, Points | None]]:
        """Return ordering scores (n,) of an endgame, and evaluations (n,); near the end None."""
        assert self.plies_left is not None, "the end is near"
        replies, left = -_REPLY_POINTS * self.rules.mobility(children), self.plies_left - ply
        if left <= _UNEVALUATED_PLIES:
            self.nodes += children.shape[1]
            return replies, None
        scores = -(yield from self.full_width(children, ply, int(left > _UNSEARCHED_PLIES)))
        return replies + scores, scores

    def static_scores(self, batch: Batch, ply: int) -> Points:
        """Return static evaluations (n,), exact for finished positions and third occurrences."""
        size = batch.shape[1]
        self.nodes += size
        if size <= _CACHE_POSITIONS:
            values = self.rules.evaluate(batch)
        else:
            values = np.empty(size, np.int32)
            for start in range(0, size, _CACHE_POSITIONS):
                part = slice(start, start + _CACHE_POSITIONS)
                values[part] = self.rules.evaluate(batch[:, part])
        if self.open_points or self.noise.points:
            columns = (self.rules.terminal_scores(batch) == batch_rules.NOT_OVER).nonzero()[0]
            values[columns] += self.open_points * (-1) ** ply
            if self.noise.points:
                keys = self.rules.position_keys(batch[:, columns])
                values[columns] += self.noise.errors(keys)
        values = ply_adjusted_each(values, ply)
        self._mark_repetitions(batch, values, ply)
        return values

    def full_width(self, batch: Batch, ply: int, depth: int) -> Work:
        """Return minimax values (n,) of depth `depth`, without pruning; yield after every ply."""
        if depth == 0 or not batch.shape[1]:
            return self.static_scores(batch, ply)
        exact = self.rules.exact_scores(batch) if depth > 1 else None
        if exact is None:
            values = yield from self._full_width_children(batch, ply, depth)
        else:
            values = ply_adjusted_each(exact, ply)
            left = (exact == batch_rules.NOT_OVER).nonzero()[0]
            if len(left):
                values[left] = yield from self._full_width_children(batch[:, left], ply, depth)
            self.nodes += len(values) - len(left)
        self._mark_repetitions(batch, values, ply)
        return values

    def _full_width_children(self, parents: Batch, ply: int, depth: int) -> Work:
        """Return the `full_width` values of unfinished positions, computed from their children."""
        self.nodes += parents.shape[1]
        children = self.rules.children(parents)
        counts = np.bincount(children.parent, minlength=parents.shape[1])
        yield
        below = yield from self.full_width(children.batch, ply + 1, depth - 1)
        return self.best_child_scores(parents, counts, -below, ply)

    def last_plies(self, batch: Batch, bounds: Points, ply: int, depth: int) -> Work:
        """Search to the end of the match against `bounds` (n,); return bounds of the values (n,).

        A result is a lower bound if it is at least its bound, else an upper bound. The child with
        the fewest replies is searched first. Its siblings are searched if it causes no cutoff.
        """
        size = batch.shape[1]
        self.nodes += size
        family = self.rules.children(batch)
        parent, children = family.parent, family.batch
        counts = np.bincount(parent, minlength=size)
        scores, number = np.full(len(parent), -INFINITY, np.int32), np.arange(len(parent))
        order = self.rules.mobility(children).astype(np.int64) * len(parent) + number
        starts = (np.cumsum(counts) - counts)[counts > 0]
        yield
        columns = np.minimum.reduceat(order, starts) % len(parent) if len(parent) else number
        values = np.full(size, -INFINITY, np.int32)
        for _ in range(2):
            replies = yield from self.full_width(children[:, columns], ply + 1, depth - 1)
            scores[columns] = -replies
            values = self.best_child_scores(batch, counts, scores, ply)
            columns = ((values < bounds)[parent] & (scores == -INFINITY)).nonzero()[0]
        return values

    def end_scores(self, batch: Batch, ply: int) -> Points:
        """Return scores (n,) of finished positions and third occurrences, NOT_OVER of others."""
        values = ply_adjusted_each(self.rules.terminal_scores(batch), ply)
        self._mark_repetitions(batch, values, ply)
        return values

    def _mark_repetitions(self, batch: Batch, values: Points, ply: int) -> None:
        """Overwrite the `values` (n,) of positions that occur for the third time."""
        if self.has_repetitions:
            columns, scores = self.repetition_scores(batch, ply)
            values[columns] = scores

    def cycle_scores(self, batch: Batch) -> Points:
        """Return the scores (n,) of returning to these positions."""
        points = self.rules.cycle_scores(batch)
        assert points is not None
        return points

    def repetition_scores(self, batch: Batch, ply: int) -> tuple[Index, Points]:
        """Return the columns (m,) of a batch with third occurrences, and their scores (m,)."""
        keys = self.rules.position_keys(batch)
        place = np.minimum(
            np.searchsorted(self._repetition_keys, keys), len(self._repetition_keys) - 1
        )
        columns = (self._repetition_keys[place] == keys).nonzero()[0]
        return columns, ply_adjusted_each(self._verdicts[place[columns]], ply)

    def best_child_scores(
        self, batch: Batch, counts: Index, child_scores: Points, ply: int
    ) -> Points:
        """Return the highest score of each position's children; without any, its terminal score.

        `counts` (n,) are the numbers of children. `child_scores` (m,) are ordered by parent.
        """
        starts = np.cumsum(counts) - counts
        has_children = counts > 0
        if has_children.all():
            return np.maximum.reduceat(child_scores, starts)
        values = np.zeros(len(counts), np.int32)
        values[~has_children] = ply_adjusted_each(
            self.rules.terminal_scores(batch[:, ~has_children]), ply
        )
        if has_children.any():
            values[has_children] = np.maximum.reduceat(child_scores, starts[has_children])
        return values
