"""Evaluation of batches for the vector search: static values, ends of matches and repetitions."""

from collections.abc import Generator, Sequence

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import UNFINISHED, AnyBatchRules, Batch, Index, Points
from rules.contract.game import AnyGame
from rules.contract.position import Position
from rules.contract.value import WIN
from rules.engine.vector.bits import hash_columns

_CACHE_POSITIONS = 1024
"""Positions evaluated in one go; larger arrays would not fit the processor's cache."""

_REPLY_POINTS = 200
"""Points that each reply of the opponent takes from a move in the move ordering of endgames."""

Work = Generator[None, None, Points]
"""Yields after each short step; returns points in the end."""


class Evaluator:
    """Evaluates batches for one search of one match, and counts the positions."""

    def __init__(
        self,
        game: AnyGame,
        rules: AnyBatchRules,
        seen: Sequence[Position],
        selective: bool,
        noise: int = 0,
        salt: int = 0,
    ) -> None:
        """`noise` is in points; `salt`, any 64 bits, seeds the noise of each evaluation."""
        self.rules, self.selective = rules, selective
        self._noise, self._salt = np.uint64(noise), np.uint64(salt)
        self.has_cycles = False
        """Whether a line that returns to one of its positions is scored as an endless cycle."""
        self.has_static_margins = False
        """Whether a static evaluation far beyond the bound settles the value of a deeper search."""
        self.nodes = 0
        self.evaluated_plies = 0
        """Plies from the root up to which positions are evaluated for move ordering even where no
        evaluation counts."""
        times: dict[Position, int] = {}
        for position in seen:
            times[position] = times.get(position, 0) + 1
        worth: dict[int, int] = {}
        for position, count in times.items():
            if count >= 2 and game.repetition is not None and rules.covers(position):
                winner = game.repetition.verdict(position, "repetition").winner
                key = int(rules.keys(rules.pack([position]))[0])
                worth[key] = 0 if winner is None else WIN if winner == position.turn else -WIN
        keys = sorted(worth)
        self._repeated = np.array(keys, np.uint64)
        self._verdicts = np.array([worth[key] for key in keys], np.int32)

    @property
    def has_repetitions(self) -> bool:
        """Whether some positions would occur for the third time."""
        return len(self._repeated) > 0

    def ordering_scores(self, children: Batch, ply: int) -> Points:
        """Move ordering by static evaluation: points for the parent's mover, shape (n,)."""
        return -self.static_scores(children, ply)

    def endgame_ordering(self, children: Batch, ply: int) -> tuple[Points, Points | None]:
        """Move ordering in the endgame, where few replies come first: scores, shape (n,), and the
        static evaluations in them, or None where positions are not evaluated."""
        few = -_REPLY_POINTS * self.rules.mobility(children)
        if ply >= self.evaluated_plies:
            self.nodes += children.shape[1]
            return few, None
        hopes = self.ordering_scores(children, ply)
        return few + hopes, hopes

    def static_scores(self, batch: Batch, ply: int) -> Points:
        """Static evaluations, int32, shape (n,); exact for ends and third occurrences."""
        size = batch.shape[1]
        self.nodes += size
        if size <= _CACHE_POSITIONS:
            values = self.rules.evaluate(batch)
        else:
            values = np.empty(size, np.int32)
            for start in range(0, size, _CACHE_POSITIONS):
                part = slice(start, start + _CACHE_POSITIONS)
                values[part] = self.rules.evaluate(batch[:, part])
        if self._noise:
            values = np.where(np.abs(values) == WIN, values, values + self._off(batch))
        values = _ply_adjusted_ends(values, ply)
        self._mark_again(batch, values, ply)
        return values

    def _off(self, batch: Batch) -> Points:
        """The noise of each evaluation: the same for a position wherever it turns up."""
        drawn = hash_columns((self.rules.keys(batch) ^ self._salt)[np.newaxis]) >> np.uint64(32)
        return (drawn % (2 * self._noise + np.uint64(1))).astype(np.int32) - np.int32(self._noise)

    def full_width(self, batch: Batch, ply: int, depth: int) -> Work:
        """Minimax values `depth` plies deep without pruning, shape (n,); yields after every ply."""
        if depth == 0 or not batch.shape[1]:
            return self.static_scores(batch, ply)
        known = self.rules.exact_scores(batch) if depth > 1 else None
        if known is None:
            values = yield from self._swept_on(batch, ply, depth)
        else:
            values = _ply_adjusted_ends(known, ply)
            left = (known == UNFINISHED).nonzero()[0]
            if len(left):
                values[left] = yield from self._swept_on(batch[:, left], ply, depth)
            self.nodes += len(values) - len(left)
        self._mark_again(batch, values, ply)
        return values

    def _swept_on(self, parents: Batch, ply: int, depth: int) -> Work:
        """The same through all children."""
        self.nodes += parents.shape[1]
        children = self.rules.children(parents)
        counts = np.bincount(children.parent, minlength=parents.shape[1])
        yield
        below = yield from self.full_width(children.batch, ply + 1, depth - 1)
        return self.best_child_scores(parents, counts, -below, ply)

    def end_scores(self, batch: Batch, ply: int) -> Points:
        """UNFINISHED, or the score of positions that are over or would occur a third time."""
        values = _ply_adjusted_ends(self.rules.ends(batch), ply)
        self._mark_again(batch, values, ply)
        return values

    def _mark_again(self, batch: Batch, values: Points, ply: int) -> None:
        """Put in the scores of positions that would occur for the third time."""
        if self.has_repetitions:
            again, worth = self.repetition_scores(self.rules.keys(batch), ply)
            values[again] = worth

    def cycle_scores(self, batch: Batch) -> Points:
        """The scores of lines that return to these positions, shape (n,)."""
        points = self.rules.cycle_scores(batch)
        assert points is not None
        return points

    def repetition_scores(self, keys: NDArray[np.uint64], ply: int) -> tuple[Index, Points]:
        """The indices of positions that would occur for the third time, and their scores."""
        if not self.has_repetitions:
            return np.zeros(0, np.intp), self._verdicts
        place = np.minimum(np.searchsorted(self._repeated, keys), len(self._repeated) - 1)
        again = (self._repeated[place] == keys).nonzero()[0]
        return again, _ply_adjusted_ends(self._verdicts[place[again]], ply)

    def best_child_scores(self, batch: Batch, counts: Index, hopes: Points, ply: int) -> Points:
        """Per position the highest of its children's values `hopes`, or its own score if it has no
        children; `counts` are the numbers of children, shape (n,)."""
        starts = np.cumsum(counts) - counts
        some = counts > 0
        if some.all():
            return np.maximum.reduceat(hopes, starts)
        values = np.zeros(len(counts), np.int32)
        values[~some] = _ply_adjusted_ends(self.rules.ends(batch[:, ~some]), ply)
        if some.any():
            values[some] = np.maximum.reduceat(hopes, starts[some])
        return values


def _ply_adjusted_ends(values: Points, ply: int) -> Points:
    """The values, wins and losses reduced by the plies to them."""
    forced = np.abs(values) == WIN
    if forced.any():
        values = np.where(forced, values - np.sign(values) * np.int32(ply), values)
    return values
