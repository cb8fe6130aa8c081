"""What one vector search knows: static scores, ends of matches, repetition, transpositions."""

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from flipside.rules.contract.batch_rules import (
    UNFINISHED,
    AnyBatchRules,
    Batch,
    HashKeys,
    Index,
    Points,
)
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import WIN, Position
from flipside.rules.engine.vector.bits import hash_columns
from flipside.rules.engine.vector.transposition import (
    INFINITY,
    TranspositionTable,
    ply_adjusted_each,
)

_CACHE_POSITIONS = 1024
"""Positions evaluated at once; larger arrays do not fit the processor's cache."""

_REPLY_POINTS = 300
"""Points that each reply of the opponent takes from a move in the move ordering of endgames."""

_UNEVALUATED_PLIES, _UNSEARCHED_PLIES = 5, 9
"""Last plies of the match whose positions the move ordering of endgames does not evaluate, and
those that it evaluates without looking one ply ahead."""

Work = Generator[None, None, Points]
"""Yields after each short step; returns scores in points, int32, shape (n,)."""


@dataclass(frozen=True)
class Noise:
    """Random errors in the evaluations of one search, the same whenever a position is met."""

    points: int = 0
    """The largest error."""
    seed: int = 0
    """64 bits; another seed gives other errors."""

    def errors(self, keys: HashKeys) -> Points:
        """An error of -points to points for each key, all equally likely, shape (n,)."""
        mixed = hash_columns(np.stack((keys, np.full_like(keys, self.seed))))
        mixed >>= 32
        mixed *= 2 * self.points + 1
        mixed >>= 32
        return mixed.astype(np.int32) - np.int32(self.points)


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
        """`history`: positions of the match."""
        self.game, self.rules, self.selective, self.noise = game, rules, selective, noise
        self.has_cycles = False
        """Whether a line that returns to one of its positions scores as an endless cycle."""
        self.has_static_margins = False
        """Whether static evaluations far beyond the bound cut (static ProbCut)."""
        self.open_points = 0
        """Points added to positions that are not over, for the player at the root; see
        `solve.drawing_move`."""
        self.nodes = 0
        self.plies_left: int | None = None
        """Plies from the root to the end, where the search may reach it."""
        self.table = TranspositionTable()
        scores: dict[int, int] = {}
        for position, count in Counter(history).items():
            if count >= 2 and game.repetition is not None:
                winner = game.repetition.verdict(position, "repetition").winner
                key = int(rules.position_keys(rules.pack([position]))[0])
                scores[key] = 0 if winner is None else WIN if winner == position.turn else -WIN
        keys = sorted(scores)
        self._repeated = np.array(keys, np.uint64)
        self._verdicts = np.array([scores[key] for key in keys], np.int32)

    @property
    def has_repetitions(self) -> bool:
        """Whether any position could occur for the third time."""
        return len(self._repeated) > 0

    def endgame_ordering(
        self, children: Batch, ply: int
    ) -> Generator[None, None, tuple[Points, Points | None]]:
        """Move ordering in the endgame: scores (n,), highest for few replies, and the evaluations
        (n,) in them; None near the end. Far from it, those evaluations look one ply ahead."""
        assert self.plies_left is not None, "the end is near"
        replies, left = -_REPLY_POINTS * self.rules.mobility(children), self.plies_left - ply
        if left <= _UNEVALUATED_PLIES:
            self.nodes += children.shape[1]
            return replies, None
        scores = -(yield from self.full_width(children, ply, int(left > _UNSEARCHED_PLIES)))
        return replies + scores, scores

    def static_scores(self, batch: Batch, ply: int) -> Points:
        """Static evaluations in points, shape (n,); exact for ends and third occurrences."""
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
            unfinished = (self.rules.ends(batch) == UNFINISHED).nonzero()[0]
            values[unfinished] += self.open_points * (-1) ** ply
            if self.noise.points:
                keys = self.rules.position_keys(batch[:, unfinished])
                values[unfinished] += self.noise.errors(keys)
        values = ply_adjusted_each(values, ply)
        self._mark_repetitions(batch, values, ply)
        return values

    def full_width(self, batch: Batch, ply: int, depth: int) -> Work:
        """Minimax values `depth` plies deep without pruning, shape (n,); yields after every ply."""
        if depth == 0 or not batch.shape[1]:
            return self.static_scores(batch, ply)
        known = self.rules.exact_scores(batch) if depth > 1 else None
        if known is None:
            values = yield from self._full_width_children(batch, ply, depth)
        else:
            values = ply_adjusted_each(known, ply)
            left = (known == UNFINISHED).nonzero()[0]
            if len(left):
                values[left] = yield from self._full_width_children(batch[:, left], ply, depth)
            self.nodes += len(values) - len(left)
        self._mark_repetitions(batch, values, ply)
        return values

    def _full_width_children(self, parents: Batch, ply: int, depth: int) -> Work:
        """As `full_width`, from the children of unfinished positions."""
        self.nodes += parents.shape[1]
        children = self.rules.children(parents)
        counts = np.bincount(children.parent, minlength=parents.shape[1])
        yield
        below = yield from self.full_width(children.batch, ply + 1, depth - 1)
        return self.best_child_scores(parents, counts, -below, ply)

    def last_plies(self, batch: Batch, bounds: Points, ply: int, depth: int) -> Work:
        """As `full_width`, to the end of the match, but against `bounds` (n,): a lower bound of
        each value that reaches its bound, an upper bound of the others. The child that leaves the
        fewest replies goes first, its siblings where it fails."""
        size = batch.shape[1]
        self.nodes += size
        generated = self.rules.children(batch)
        parent, children = generated.parent, generated.batch
        counts = np.bincount(parent, minlength=size)
        scores, number = np.full(len(parent), -INFINITY, np.int32), np.arange(len(parent))
        order = self.rules.mobility(children).astype(np.int64) * len(parent) + number
        starts = (np.cumsum(counts) - counts)[counts > 0]
        yield
        chosen = np.minimum.reduceat(order, starts) % len(parent) if len(parent) else number
        values = np.full(size, -INFINITY, np.int32)
        for _ in range(2):
            found = yield from self.full_width(children[:, chosen], ply + 1, depth - 1)
            scores[chosen] = -found
            values = self.best_child_scores(batch, counts, scores, ply)
            chosen = ((values < bounds)[parent] & (scores == -INFINITY)).nonzero()[0]
        return values

    def end_scores(self, batch: Batch, ply: int) -> Points:
        """Scores (n,) of positions that are over or occur a third time; UNFINISHED for others."""
        values = ply_adjusted_each(self.rules.ends(batch), ply)
        self._mark_repetitions(batch, values, ply)
        return values

    def _mark_repetitions(self, batch: Batch, values: Points, ply: int) -> None:
        """Overwrite `values` (n,) where a position would occur for the third time."""
        if self.has_repetitions:
            repeated, scores = self.repetition_scores(batch, ply)
            values[repeated] = scores

    def cycle_scores(self, batch: Batch) -> Points:
        """The scores of lines that return to these positions, shape (n,)."""
        points = self.rules.cycle_scores(batch)
        assert points is not None
        return points

    def repetition_scores(self, batch: Batch, ply: int) -> tuple[Index, Points]:
        """Indices (m,) in a batch (words, n) of third occurrences, and their scores (m,); not asked
        unless `has_repetitions`."""
        keys = self.rules.position_keys(batch)
        place = np.minimum(np.searchsorted(self._repeated, keys), len(self._repeated) - 1)
        repeated = (self._repeated[place] == keys).nonzero()[0]
        return repeated, ply_adjusted_each(self._verdicts[place[repeated]], ply)

    def best_child_scores(
        self, batch: Batch, counts: Index, child_scores: Points, ply: int
    ) -> Points:
        """Per position (n,) the highest of its children's scores, or its own if it has none.
        `counts` (n,) are numbers of children; `child_scores` (m,) lie parent by parent."""
        starts = np.cumsum(counts) - counts
        has_children = counts > 0
        if has_children.all():
            return np.maximum.reduceat(child_scores, starts)
        values = np.zeros(len(counts), np.int32)
        values[~has_children] = ply_adjusted_each(self.rules.ends(batch[:, ~has_children]), ply)
        if has_children.any():
            values[has_children] = np.maximum.reduceat(child_scores, starts[has_children])
        return values
