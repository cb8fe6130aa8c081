"""Is each of these positions worth at least its bound? Answered for many at once.

All open questions lie in a pool, by plies from where the test began. The deepest questions of
which there are enough are taken first, a batch at a time, so that arrays are long whatever the
tree looks like. A position asks about its children wave by wave, the most hopeful first, until
one of them settles it or none is left. Yields after every batch; knows no single game, no clock.
"""

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch, Index, Points
from rules.engine.vector.bits import firsts
from rules.engine.vector.evaluator import Evaluator, Work
from rules.engine.vector.frontier import Frontier
from rules.engine.vector.transposition import INFINITY, Keys, TranspositionTable

CHUNK_POSITIONS = 3_000
"""Children made at once: enough to keep the overhead small, few enough to be done within two or
three milliseconds."""

BATCH_POSITIONS = 48
"""Questions that are worth a batch while others, less deep, could still add to them."""

MAX_PLY_POSITIONS = 1 << 15
"""Positions kept of one ply before the pool is emptied from below."""

LAST_PLIES_POSITIONS = 384
"""Positions of which the last plies are followed at once."""

FULL_WIDTH_LEAVES = 2_500
"""Leaves up to which all lines are followed at once without choosing among them."""

PROBCUT_FREE_PLIES = 2
"""Plies before the horizon at which nothing is cut away by a look, for there all lines may be
followed at once, and the size of a batch shall not change a value."""

LEAST_WAVE = (64, 64, 32, 16, 8)
"""By the depth of the children, how many are asked about at least by a batch of few positions."""

SECOND_WAVE, LAST_WAVE = 4, 1_000
"""Children asked about where the most hopeful one has failed, and where none is hopeful."""

EXACT_DEPTH = 1_000
"""A depth at which no position is judged: every line is followed to its end."""


class NullWindowSearch:
    """One test of sibling positions against their bounds."""

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
        line: Keys,
    ) -> None:
        """`line` are the keys of the positions on the way to these."""
        self.line = line
        self.evaluator, self.rules, self.table = sight, sight.rules, table
        self.depth, self.ply, self.last, self.size = depth, ply, last, batch.shape[1]
        self.width = width
        """Children that a position is expected to have."""
        self.batch = max(1, CHUNK_POSITIONS // width)
        self.plies = [Frontier(len(batch))]
        none = np.zeros(self.size, np.intp)
        self.plies[0].add(batch, bounds, none, none)
        self.plies[0].push(np.arange(self.size, dtype=np.intp)[::-1])

    def values(self) -> Work:
        """Per position a lower bound of its value if that reaches its bound, else an upper one."""
        while (chosen := self._next()) is not None:
            yield from self._look(chosen)
            yield
        return self.plies[0].value[: self.size]

    def _next(self) -> int | None:
        """The ply whose questions are looked at next; None when all are answered."""
        waiting = [ply.top for ply in self.plies]
        asking = [number for number, top in enumerate(waiting) if top]
        if not asking:
            return None
        deepest = asking[-1]
        for ply in self.plies[deepest + 1 :]:
            ply.length = 0
        if max(ply.length for ply in self.plies) > MAX_PLY_POSITIONS:
            return deepest
        enough = [number for number in asking if waiting[number] >= BATCH_POSITIONS]
        return enough[-1] if enough else max(asking, key=waiting.__getitem__)

    # -- asking ----------------------------------------------------------------------------------

    def _look(self, number: int) -> Generator[None, None, None]:
        """Answer the questions of one batch, or ask about their children."""
        ply, depth = self.plies[number], self.depth - number
        last = self.ply + number >= self.last
        places = self._alive(
            number, ply.pop(min(self.batch, LAST_PLIES_POSITIONS) if last else self.batch)
        )
        batch, bounds = ply.batch[:, places], ply.bound[places]
        few = depth == 1 and len(places) * self.width <= FULL_WIDTH_LEAVES
        if last or few:
            values = yield from self.evaluator.full_width(batch, self.ply + number, depth)
            self._answer(number, places, values)
            return
        keys = self.rules.keys(batch)
        different = firsts(keys ^ bounds.astype(np.uint64))
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
        """Those whose answer still matters."""
        dead, above = self.plies[number].done[places], places
        for higher in range(number, 0, -1):
            above = self.plies[higher].parent[above]
            dead = dead | self.plies[higher - 1].done[above]
        return places[~dead]

    def _remembered(self, number: int, places: Index, keys: Keys, depth: int) -> Index:
        """Answer what the table or the history of the match knows; the places that are left."""
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

    def _settled_circles(self, number: int, places: Index, keys: Keys) -> tuple[Index, Keys]:
        """Answer for positions that have stood on the way to themselves; the others."""
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

    def _circling(self, number: int, parents: Index, keys: Keys) -> NDArray[np.bool_]:
        """Which children with these keys have stood on the way to their parents."""
        found = _among(keys, self.line)
        above = parents
        for back in range(2, number + 2):
            above = self.plies[number + 2 - back].parent[above]
            if back > 2 and back % 2 == 0:
                found |= self.plies[number + 1 - back].keys[above] == keys
        return found

    def _expand(self, number: int, places: Index, depth: int) -> Generator[None, None, None]:
        """Make all children; answer at the last ply, else ask about them."""
        ply, at = self.plies[number], self.ply + number
        batch, bounds = ply.batch[:, places], ply.bound[places]
        children = self.rules.children(batch)
        owner, family = children.parent, children.batch
        exact = depth > EXACT_DEPTH // 2
        promised: Points | None
        if exact:
            hopes, promised = self.evaluator.forcing(family, at + 1)
        else:
            hopes = promised = self.evaluator.ordering_scores(family, at + 1)
        if self.evaluator.has_cycles and promised is not None:
            circling = self._circling(number, places[owner], self.rules.keys(family))
            promised[circling] = -self.evaluator.cycle_scores(family[:, circling])
        counts = np.bincount(owner, minlength=len(places))
        highest = self.evaluator.highest(batch, counts, hopes if promised is None else promised, at)
        settled = counts == 0
        values = highest
        if depth == 1:
            settled[:] = True
        elif not exact and self.evaluator.selective and depth > PROBCUT_FREE_PLIES:
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
        ply.wave[places] = np.where(ply.likely[places], 1, LAST_WAVE)
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
        """Put children into the next ply, best first; where those of each parent begin there.

        Before all others comes the one that was best when the parent was last looked at.
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
        """Per parent the highest worth of those children that promise so much or so little that
        they are not expected to change sides of its bound; and the children to be asked about."""
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
        """ProbCut: what the values of that depth are expected to be, and where that settles the
        question. `highest` are those of one ply; a deeper look is taken where they lie half a
        margin beyond the bound."""
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
        """Ask about the next children of these positions."""
        ply = self.plies[number]
        begin = ply.first[places] + ply.tried[places]
        depth = min(self.depth, self.last - self.ply) - number - 1
        spare = LEAST_WAVE[depth] // len(places) if depth < len(LEAST_WAVE) else 0
        wave = np.maximum(ply.wave[places], spare)
        wave = np.minimum(wave, ply.count[places] - ply.tried[places]).astype(np.intp)
        ply.waiting[places] = wave
        ply.tried[places] += wave
        ply.wave[places] = np.where(ply.wave[places] == 1, SECOND_WAVE, LAST_WAVE)
        ends = np.cumsum(wave)
        asked = np.arange(ends[-1]) + np.repeat(begin - (ends - wave), wave)
        self.plies[number + 1].push(asked[::-1])

    # -- answering -------------------------------------------------------------------------------

    def _answer(self, number: int, places: Index, values: Points) -> None:
        """These positions are settled; so their parents may be, or may have to ask again."""
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
            parents = parents[firsts(parents)]
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


def _among(keys: Keys, line: Keys) -> NDArray[np.bool_]:
    """Which of the keys stand in a short row of others."""
    found: NDArray[np.bool_] = (keys == line[:, np.newaxis]).any(axis=0)
    return found
