"""Null-window search of many sibling positions at once: does each reach its bound? With ProbCut.

All open positions lie in a pool, by ply from the root of the test. The deepest ply that fills a
batch is searched first, so that arrays are long whatever the shape of the tree. A position
searches its children wave by wave, in the order of the move ordering, until one causes a cutoff
or none is left. Yields after every batch; knows no single game, no clock.
"""

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch, Index, Points
from rules.engine.vector.bits import first_indices
from rules.engine.vector.evaluator import Evaluator, Work
from rules.engine.vector.frontier import Frontier
from rules.engine.vector.transposition import INFINITY, HashKeys, TranspositionTable

_CHUNK_POSITIONS = 3_000
"""Children made at once: enough to keep the overhead small, few enough to be done within two or
three milliseconds."""

_BATCH_POSITIONS = 48
"""Open positions that make a batch while others, less deep, could still add to them."""

_MAX_PLY_POSITIONS = 1 << 15
"""Positions stored of one ply before the pool is emptied from below."""

_LAST_PLIES_POSITIONS = 384
"""Positions whose last plies are searched at once, full-width."""

FULL_WIDTH_LEAVES = 2_500
"""Leaves up to which a subtree is searched full-width, without pruning."""

_PROBCUT_FREE_PLIES = 2
"""Plies before the horizon without ProbCut: they may be searched full-width, and the size of a
batch shall not change a value."""

_LEAST_WAVE = (64, 64, 32, 16, 8)
"""By the depth of the children, how many of them a batch of few positions searches at least."""

_SECOND_WAVE, _LAST_WAVE = 4, 1_000
"""Children searched next where the first one failed, and where no cutoff is expected."""

EXACT_DEPTH = 1_000
"""A depth at which no position is evaluated: every line is searched to the end of the match."""


class NullWindowSearch:
    """One null-window test of sibling positions against their bounds."""

    def __init__(
        self,
        sight: Evaluator,
        table: TranspositionTable,
        batch: Batch,
        bounds: Points,
        depth: int,
        ply: int,
        width: int,
        last: int,
        line: HashKeys,
    ) -> None:
        """`batch` (words, n), `bounds` (n,) in points; `line` (m,): the keys on the path here."""
        self.line = line
        self.evaluator, self.rules, self.table = sight, sight.rules, table
        self.depth, self.ply, self.last, self.size = depth, ply, last, batch.shape[1]
        self.width = width
        """Children that a position is expected to have."""
        self.batch = max(1, _CHUNK_POSITIONS // width)
        self.plies = [Frontier(len(batch))]
        none = np.zeros(self.size, np.intp)
        self.plies[0].add(batch, bounds, none, none)
        self.plies[0].push(np.arange(self.size, dtype=np.intp)[::-1])

    def values(self) -> Work:
        """Run the test; per position a lower bound of its value where that reaches its bound, else
        an upper bound, int32, shape (n,)."""
        while (chosen := self._next()) is not None:
            yield from self._look(chosen)
            yield
        return self.plies[0].value[: self.size]

    def _next(self) -> int | None:
        """The ply to search next; None when all positions are settled."""
        waiting = [ply.top for ply in self.plies]
        asking = [number for number, top in enumerate(waiting) if top]
        if not asking:
            return None
        deepest = asking[-1]
        for ply in self.plies[deepest + 1 :]:
            ply.length = 0
        if max(ply.length for ply in self.plies) > _MAX_PLY_POSITIONS:
            return deepest
        enough = [number for number in asking if waiting[number] >= _BATCH_POSITIONS]
        return enough[-1] if enough else max(asking, key=waiting.__getitem__)

    # -- asking ----------------------------------------------------------------------------------

    def _look(self, number: int) -> Generator[None, None, None]:
        """Settle the positions of one batch, or expand them."""
        ply, depth = self.plies[number], self.depth - number
        last = self.ply + number >= self.last
        places = self._alive(
            number, ply.pop(min(self.batch, _LAST_PLIES_POSITIONS) if last else self.batch)
        )
        batch, bounds = ply.batch[:, places], ply.bound[places]
        few = depth == 1 and len(places) * self.width <= FULL_WIDTH_LEAVES
        if last or few:
            values = yield from self.evaluator.full_width(batch, self.ply + number, depth)
            self._answer(number, places, values)
            return
        keys = self.rules.keys(batch)
        different = first_indices(keys ^ bounds.astype(np.uint64))
        if len(different) < len(places):
            same = np.ones(len(places), bool)
            same[different] = False
            ply.push_below(places[same])
            places, keys = places[different], keys[different]
        ply.keys[places] = keys
        if self.evaluator.has_cycles:
            places, keys = self._settled_circles(number, places, keys)
        if depth > 1:
            places = self._remembered(number, places, keys, depth)
        if len(places):
            yield from self._expand(number, places, depth)

    def _alive(self, number: int, places: Index) -> Index:
        """Those whose value still matters."""
        dead, above = self.plies[number].done[places], places
        for higher in range(number, 0, -1):
            above = self.plies[higher].parent[above]
            dead = dead | self.plies[higher - 1].done[above]
        return places[~dead]

    def _remembered(self, number: int, places: Index, keys: HashKeys, depth: int) -> Index:
        """Settle by transposition table and repetitions of the match; the places that are left."""
        low, high = self.table.bounds(keys, min(depth, EXACT_DEPTH // 2), self.ply + number)
        again, worth = self.evaluator.repetition_scores(keys, self.ply + number)
        low[again] = high[again] = worth
        bounds = self.plies[number].bound[places]
        known = (low >= bounds) | (high < bounds)
        if known.any():
            values = np.where(low >= bounds, low, high)
            self._answer(number, places[known], values[known])
            return places[~known]
        return places

    def _settled_circles(
        self, number: int, places: Index, keys: HashKeys
    ) -> tuple[Index, HashKeys]:
        """Settle positions that repeat one on their own path; the places that are left."""
        ply = self.plies[number]
        if number:
            again = self._circling(number - 1, ply.parent[places], keys)
        else:
            again = _among(keys, self.line)
        if again.any():
            found = places[again]
            self._answer(number, found, self.evaluator.cycle_scores(ply.batch[:, found]))
            places, keys = places[~again], keys[~again]
        return places, keys

    def _circling(self, number: int, parents: Index, keys: HashKeys) -> NDArray[np.bool_]:
        """Which children with these keys repeat a position on the path, bool, shape (n,)."""
        found = _among(keys, self.line)
        above = parents
        for back in range(2, number + 2):
            above = self.plies[number + 2 - back].parent[above]
            if back > 2 and back % 2 == 0:
                found |= self.plies[number + 1 - back].keys[above] == keys
        return found

    def _expand(self, number: int, places: Index, depth: int) -> Generator[None, None, None]:
        """Make all children; evaluate them at the last ply, else search them."""
        ply, at = self.plies[number], self.ply + number
        batch, bounds = ply.batch[:, places], ply.bound[places]
        children = self.rules.children(batch)
        owner, family = children.parent, children.batch
        exact = depth > EXACT_DEPTH // 2
        promised: Points | None
        if exact:
            hopes, promised = self.evaluator.endgame_ordering(family, at + 1)
        else:
            hopes = promised = self.evaluator.ordering_scores(family, at + 1)
        if self.evaluator.has_cycles and promised is not None:
            circling = self._circling(number, places[owner], self.rules.keys(family))
            promised[circling] = -self.evaluator.cycle_scores(family[:, circling])
        counts = np.bincount(owner, minlength=len(places))
        highest = self.evaluator.best_child_scores(
            batch, counts, hopes if promised is None else promised, at
        )
        settled = counts == 0
        values = highest
        if depth == 1:
            settled[:] = True
        elif not exact and self.evaluator.selective and depth > _PROBCUT_FREE_PLIES:
            foreseen, cut = yield from self._foreseen(batch, bounds, highest, depth, at)
            cut &= ~settled
            values = np.where(cut, foreseen, highest)
            settled |= cut
        starts = np.cumsum(counts) - counts
        numbers = np.arange(len(owner)) - starts[owner]
        known = np.full(len(places), -INFINITY, np.int32)
        if settled.any():
            self._answer(number, places[settled], values[settled])
            if settled.all():
                return
            kept = (~settled[owner]).nonzero()[0]
            owner, family, hopes, numbers = owner[kept], family[:, kept], hopes[kept], numbers[kept]
        if not exact and self.evaluator.has_static_margins:
            known, kept = self._glanced(family, hopes, bounds, owner, depth)
            owner, family, hopes, numbers = owner[kept], family[:, kept], hopes[kept], numbers[kept]
            if depth == 2 and len(owner) * self.width <= FULL_WIDTH_LEAVES:
                found = yield from self.evaluator.full_width(family, at + 1, 1)
                np.maximum.at(known, owner, -found)
                owner = owner[:0]
            over = ~settled
            over[owner] = False
            if over.any():
                self._answer(number, places[over], known[over])
                settled |= over
                if settled.all():
                    return
        starts = self._line_up(number, places, owner, family, hopes, numbers)
        left = ~settled
        places = places[left]
        ply.value[places] = known[left]
        ply.best[places] = self.plies[number + 1].number[starts]
        if promised is not None:
            ply.likely[places] = highest[left] >= bounds[left]
        elif number:
            ply.likely[places] = ~self.plies[number - 1].likely[ply.parent[places]]
        ply.wave[places] = np.where(ply.likely[places], 1, _LAST_WAVE)
        self._ask(number, places)

    def _line_up(
        self,
        number: int,
        places: Index,
        owner: Index,
        family: Batch,
        hopes: Points,
        numbers: Index,
    ) -> Index:
        """Put children into the next ply by move ordering; where those of each parent begin there.

        The hash move, the best child in the transposition table, comes first.
        """
        ply = self.plies[number]
        best = self.table.best(ply.keys[places])
        hopes[numbers == best[owner]] = INFINITY
        order = np.argsort((owner.astype(np.int64) << 32) - hopes, kind="stable")
        owner, above = owner[order], places[owner[order]]
        if number + 1 == len(self.plies):
            self.plies.append(Frontier(len(family)))
        start = self.plies[number + 1].add(
            family[:, order], 1 - ply.bound[above], above, numbers[order]
        )
        counts = np.bincount(owner, minlength=len(places))
        starts = start + np.cumsum(counts) - counts
        parents = counts.nonzero()[0]
        ply.first[places[parents]], ply.count[places[parents]] = starts[parents], counts[parents]
        return starts[parents]

    def _glanced(
        self, family: Batch, hopes: Points, bounds: Points, owner: Index, depth: int
    ) -> tuple[Points, Index]:
        """Static ProbCut: per parent the highest score of the children whose static evaluation is
        far enough from its bound to settle them; and the children that need a search."""
        known = np.full(len(bounds), -INFINITY, np.int32)
        margins = self.rules.static_margins(family, depth - 1)
        if margins is None:
            return known, np.arange(len(owner))
        limits = bounds[owner]
        low, high = hopes - margins.most, hopes - margins.least
        clear = (low >= limits) | (high < limits)
        np.maximum.at(known, owner[clear], np.where(low >= limits, low, high)[clear])
        return known, (~clear & (known < bounds)[owner]).nonzero()[0]

    def _foreseen(
        self, batch: Batch, bounds: Points, highest: Points, depth: int, ply: int
    ) -> Generator[None, None, tuple[Points, NDArray[np.bool_]]]:
        """ProbCut: the values expected at that depth, and where they give a cutoff. `highest` are
        values one ply deep; a deeper test follows where they lie half a margin beyond the bound."""
        margins = self.rules.probcut_margins(batch, depth)
        if margins is None:
            return highest, np.zeros(len(bounds), bool)
        least, most = margins.least, margins.most
        if margins.plies == 1:
            above = highest + least >= bounds
            values = highest + np.where(above, least, most)
            return values, above | (values < bounds)
        above = highest >= bounds - least // 2
        likely = (above | (highest < bounds - most // 2)).nonzero()[0]
        cut = np.zeros(len(bounds), bool)
        if len(likely):
            above = above[likely]
            off = np.where(above, least[likely], most[likely])
            asked = bounds[likely] - off
            look = NullWindowSearch(
                self.evaluator,
                self.table,
                batch[:, likely],
                asked,
                margins.plies,
                ply,
                self.width,
                self.last,
                self.line,
            )
            found = yield from look.values()
            cut[likely] = (found >= asked) == above
            highest = highest.copy()
            highest[likely] = found + off
        return highest, cut

    def _ask(self, number: int, places: Index) -> None:
        """Search the next wave of children of these positions."""
        ply = self.plies[number]
        begin = ply.first[places] + ply.tried[places]
        depth = min(self.depth, self.last - self.ply) - number - 1
        spare = _LEAST_WAVE[depth] // len(places) if depth < len(_LEAST_WAVE) else 0
        wave = np.maximum(ply.wave[places], spare)
        wave = np.minimum(wave, ply.count[places] - ply.tried[places]).astype(np.intp)
        ply.waiting[places] = wave
        ply.tried[places] += wave
        ply.wave[places] = np.where(ply.wave[places] == 1, _SECOND_WAVE, _LAST_WAVE)
        ends = np.cumsum(wave)
        asked = np.arange(ends[-1]) + np.repeat(begin - (ends - wave), wave)
        self.plies[number + 1].push(asked[::-1])

    # -- answering -------------------------------------------------------------------------------

    def _answer(self, number: int, places: Index, values: Points) -> None:
        """Settle these positions, then their parents, or search the parents' next wave."""
        while len(places):
            ply = self.plies[number]
            ply.value[places], ply.done[places] = values, True
            if number == 0:
                return
            above = self.plies[number - 1]
            parents = ply.parent[places]
            np.maximum.at(above.value, parents, -values)
            np.subtract.at(above.waiting, parents, 1)
            good = -values >= above.bound[parents]
            above.best[parents[good]] = ply.number[places[good]]
            parents = parents[~above.done[parents]]
            parents = parents[first_indices(parents)]
            values = above.value[parents]
            idle = above.waiting[parents] == 0
            spent = idle & (above.tried[parents] == above.count[parents])
            settled = spent | (values >= above.bound[parents])
            more = parents[idle & ~settled]
            number -= 1
            places, values = parents[settled], values[settled]
            if len(places):
                self.table.put(
                    above.keys[places],
                    min(self.depth - number, EXACT_DEPTH // 2),
                    self.ply + number,
                    above.bound[places],
                    values,
                    above.best[places],
                )
            if len(more):
                self._ask(number, more)


def _among(keys: HashKeys, line: HashKeys) -> NDArray[np.bool_]:
    """Which of the keys are among a few others, bool, shape (n,)."""
    found: NDArray[np.bool_] = (keys == line[:, np.newaxis]).any(axis=0)
    return found
