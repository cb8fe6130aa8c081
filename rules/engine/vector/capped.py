"""BatchRules near the cap of a match: each position of a batch counts the plies that are left until
the cap in one more word, its last. Knows no single game and no clock."""

from collections.abc import Sequence

import numpy as np

from flipside.rules.contract.batch_rules import (
    UNFINISHED,
    AnyBatchRules,
    Batch,
    BatchRules,
    Children,
    HashKeys,
    Points,
)
from flipside.rules.contract.history import History
from flipside.rules.contract.position import Position

_COUNT_MIX = np.uint64(0x9E3779B97F4A7C15)
"""Spreads the count over the bits of a key."""


class CappedRules(BatchRules[Position]):
    """The rules of a game in a match with a cap, or with the general limit of plies. Nothing is
    pruned by margins, and a line that returns is nothing special: it ends like every other."""

    def __init__(self, rules: AnyBatchRules, cap: int | None) -> None:
        """`cap`: that of the match, None for the general limit."""
        self._rules, self._cap = rules, cap

    def pack(self, positions: Sequence[Position]) -> Batch:
        """Pack positions without their counts."""
        return _counted(self._rules.pack(positions), np.zeros(len(positions), np.int32))

    def pack_last(self, history: History) -> Batch:
        """Pack the last position of a match, shape (words, 1)."""
        left = np.array([history.plies_to_cap], np.int32)
        return _counted(self._rules.pack([history[-1]]), left)

    def children(self, batch: Batch) -> Children:
        rows, left = batch[:-1], _left(batch)
        going = left.nonzero()[0]
        made = self._rules.children(rows[:, going])
        parent = going.take(made.parent)
        left = left.take(parent)
        if self._cap is None:
            left -= 1
        else:
            left = self._rules.counted_down(left, self._cap, rows[:, parent], made.batch)
        return Children(parent, _counted(made.batch, left))

    def ends(self, batch: Batch) -> Points:
        points = self._rules.ends(batch[:-1])
        self._mark_capped(batch, points, points == UNFINISHED)
        return points

    def evaluate(self, batch: Batch) -> Points:
        points = self._rules.evaluate(batch[:-1])
        if not batch[-1].all():
            self._mark_capped(batch, points, self._rules.ends(batch[:-1]) == UNFINISHED)
        return points

    def _mark_capped(self, batch: Batch, points: Points, unfinished: Points) -> None:
        """Overwrite the points (n,) of positions in which the cap ends the match."""
        capped = (unfinished & (batch[-1] == 0)).nonzero()[0]
        if len(capped):
            drawn = self._cap is None
            points[capped] = 0 if drawn else self._rules.cap_scores(batch[:-1, capped])

    def mobility(self, batch: Batch) -> Points:
        return self._rules.mobility(batch[:-1])

    def keys(self, batch: Batch) -> HashKeys:
        keys: HashKeys = self._rules.keys(batch[:-1]) ^ batch[-1] * _COUNT_MIX
        return keys

    def position_keys(self, batch: Batch) -> HashKeys:
        return self._rules.keys(batch[:-1])


def _left(batch: Batch) -> Points:
    return batch[-1].astype(np.int32)


def _counted(rows: Batch, left: Points) -> Batch:
    return np.concatenate((rows, left.astype(np.uint64)[np.newaxis]))
