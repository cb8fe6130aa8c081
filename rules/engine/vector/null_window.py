"""Null-window search of many sibling positions at once, each against its bound.

The open positions are in one Frontier for each ply from the root of the search. The deepest ply
that fills a batch is searched first, which keeps arrays long. Children are searched in waves, in
the order of the move ordering, until one causes a cutoff. Yields after every batch.

Sources: https://www.chessprogramming.org/Null_Window and .../ProbCut (Buro 1995).
"""

from array import array
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

import numpy as np

from flipside.rules.contract.batch_rules import Batch, Flags, HashKeys, Index, Points
from flipside.rules.engine.vector.bits import first_indices
from flipside.rules.engine.vector.evaluator import INFINITY, Evaluator, Work

_PLACE = np.dtype(np.intp).char


class Frontier:
    """Positions of one ply in parallel arrays; `pending` is a stack of indices ("places")."""

    def __init__(self, words: int) -> None:
        self.length = 0
        self.pending: array[int] = array(_PLACE)
        self.batch = np.zeros((words, 64), np.uint64)
        self.keys = np.zeros(64, np.uint64)
        self.bound, self.value = np.zeros(64, np.int32), np.zeros(64, np.int32)
        self.parent = np.zeros(64, np.intp)
        self.first, self.count, self.visits = (np.zeros(64, np.int32) for _ in range(3))
        """Place of the first child one ply deeper, number of children, and of those searched."""
        self.likely = np.ones(64, bool)
        """Whether the position is expected to reach its bound."""
        self.wave = np.zeros(64, np.int32)
        """Number of children to search next."""
        self.waiting = np.zeros(64, np.int32)
        """Number of children that are being searched."""
        self.number = np.zeros(64, np.int16)
        """The position's number among the children of its parent, in the order of the rules."""
        self.best = np.zeros(64, np.int16)
        self.done = np.zeros(64, bool)

    def add(self, batch: Batch, bounds: Points, parents: Index, numbers: Index) -> int:
        """Append positions, `batch` (words, n) and the others (n,); return the first place."""
        start, self.length = self.length, self.length + batch.shape[1]
        if self.length > len(self.bound):
            self._grow(max(self.length, 2 * len(self.bound)))
        new = slice(start, self.length)
        self.batch[:, new] = batch
        self.bound[new], self.parent[new], self.number[new] = bounds, parents, numbers
        self.value[new] = -INFINITY
        self.waiting[new] = self.visits[new] = self.count[new] = 0
        self.done[new], self.likely[new] = False, True
        return start

    def _grow(self, size: int) -> None:
        for name, old in vars(self).items():
            if isinstance(old, np.ndarray):
                larger = np.zeros((*old.shape[:-1], size), old.dtype)
                larger[..., : old.shape[-1]] = old
                setattr(self, name, larger)

    def push(self, places: Index) -> None:
        """Push `places` (n,) on the stack."""
        self.pending.frombytes(places.tobytes())

    def push_below(self, places: Index) -> None:
        """Put `places` (n,) at the bottom of the stack."""
        self.pending[:0] = array(_PLACE, places.tobytes())

    def pop(self, size: int) -> Index:
        """Pop up to `size` places, shape (n,), those pushed last."""
        places = self.pending[-size:]
        del self.pending[-size:]
        return np.frombuffer(places, np.intp)


_CHUNK_POSITIONS, _EXACT_CHUNK_POSITIONS = 3_000, 6_000
"""Children generated at once: two or three milliseconds of work. To the end of the match there are
fewer than expected."""

_BATCH_POSITIONS, _EXACT_BATCH_POSITIONS = 48, 256
"""Least open positions of a ply that make a batch while shallower plies have some too: in general,
and in a search to the end of the match, whose last plies take long arrays."""

_MAX_PLY_POSITIONS = 1 << 15
"""Positions stored of one ply before the deepest ply goes first."""

_LAST_PLIES_POSITIONS = 768
"""Positions searched at once from `full_width_ply` on."""

_FULL_WIDTH_POSITIONS = 128
"""Positions of the last plies up to which searching all their children takes less time than trying
the likely best ones first."""

FULL_WIDTH_PLIES = 5
"""Last plies of the match, searched without ordering by evaluations."""

FULL_WIDTH_LEAVES = 2_500
"""Leaves up to which a subtree is searched full-width, without pruning."""

_PROBCUT_FREE_PLIES = 2
"""Plies before the horizon without ProbCut. They may be searched full-width, and the size of a
batch must not change a value."""

_LEAST_WAVE = (64, 64, 32, 16, 8)
"""Least children that a batch searches, by their depth; shared among its positions."""

_SECOND_WAVE, _LAST_WAVE = 4, 1_000
"""Children searched after the first one failed, and where no cutoff is expected."""

EXACT_DEPTH = 1_000
"""Depth of a search to the end of the match, without evaluations."""


def full_width_ply(plies_left: int | None) -> int:
    """Return the ply from which on nothing is pruned, where the end comes after so many plies."""
    return EXACT_DEPTH if plies_left is None else plies_left - FULL_WIDTH_PLIES


class _Family(NamedTuple):
    """Children of a batch, by column: parent, position, ordering score, number among siblings."""

    parent: Index
    children: Batch
    ordering: Points
    numbers: Index

    def take(self, columns: Index) -> "_Family":
        """Return the children at these columns."""
        parts: list[Any] = [part[..., columns] for part in self]
        return _Family(*parts)


class NullWindowSearch:
    """A null-window search of sibling positions against their bounds."""

    def __init__(
        self,
        evaluator: Evaluator,
        batch: Batch,
        bounds: Points,
        depth: int,
        ply: int,
        width: int,
        path: Sequence[int] = (),
    ) -> None:
        """Prepare the search of `batch` (words, n) against `bounds` (n,) in points.

        `ply` counts from the root of the whole search, `path` holds the keys from there. `width` is
        the expected number of children.
        """
        self.evaluator, self.rules, self.table = evaluator, evaluator.rules, evaluator.table
        self.depth, self.ply, self.width = depth, ply, width
        self.path, self.size = np.array(path, np.uint64), batch.shape[1]
        self.full_width_ply = full_width_ply(evaluator.plies_left)
        self.exact = depth > EXACT_DEPTH // 2
        """Whether the search goes to the end of the match."""
        self.batch = max(1, (_EXACT_CHUNK_POSITIONS if self.exact else _CHUNK_POSITIONS) // width)
        self.least_batch = _EXACT_BATCH_POSITIONS if self.exact else _BATCH_POSITIONS
        self.plies = [Frontier(len(batch))]
        none = np.zeros(self.size, np.intp)
        self.plies[0].add(batch, bounds, none, none)
        self.plies[0].push(np.arange(self.size, dtype=np.intp)[::-1])

    def values(self) -> Work:
        """Run the search; return lower bounds of values that reach their bound, else upper ones."""
        while (number := self._next()) is not None:
            yield from self._search_batch(number)
            yield
        return self.plies[0].value[: self.size]

    def refuted(self) -> Index:
        """Return the positions that are settled below their bounds so far, the lowest first."""
        root = self.plies[0]
        places = (root.done & (root.value < root.bound))[: self.size].nonzero()[0]
        return places[np.argsort(root.value[places], kind="stable")]

    def _next(self) -> int | None:
        """Return the ply to search next, counted from here; None when all positions are settled."""
        waiting = [len(ply.pending) for ply in self.plies]
        open_plies = [number for number, many in enumerate(waiting) if many]
        if not open_plies:
            return None
        deepest = open_plies[-1]
        for ply in self.plies[deepest + 1 :]:
            ply.length = 0
        if max(ply.length for ply in self.plies) > _MAX_PLY_POSITIONS:
            return deepest
        full = [number for number in open_plies if waiting[number] >= self.least_batch]
        return full[-1] if full else max(open_plies, key=waiting.__getitem__)

    # -- downwards: search and expand --------------------------------------------------------------

    def _search_batch(self, number: int) -> Generator[None, None, None]:
        """Search one batch of a ply: settle its positions, or expand them."""
        ply, depth = self.plies[number], self.depth - number
        last_plies = self.ply + number >= self.full_width_ply
        places = self._undecided(
            number, ply.pop(_LAST_PLIES_POSITIONS if last_plies else self.batch)
        )
        few = depth == 1 and len(places) * self.width <= FULL_WIDTH_LEAVES
        if last_plies or few:
            batch, near = ply.batch[:, places], np.ones(len(places), np.bool_)
            if depth > FULL_WIDTH_PLIES:  # after passes more is left to play
                near = self.rules.plies_left_each(batch) <= FULL_WIDTH_PLIES
            batch, at = batch[:, near], self.ply + number
            if self.exact and len(places) > _FULL_WIDTH_POSITIONS:
                bounds = ply.bound[places[near]]
                values = yield from self.evaluator.last_plies(batch, bounds, at, depth)
            else:
                values = yield from self.evaluator.full_width(batch, at, depth)
            self._settle(number, places[near], values)
            places = self._undecided(number, places[~near])
            if not len(places):
                return
        batch, bounds = ply.batch[:, places], ply.bound[places]
        keys = self.rules.keys(batch)
        different = first_indices(keys ^ bounds.astype(np.uint64))
        if len(different) < len(places):
            same = np.ones(len(places), bool)
            same[different] = False
            ply.push_below(places[same])
            places, keys = places[different], keys[different]
        ply.keys[places] = keys
        if self.evaluator.has_cycles:
            places, keys = self._settle_cycles(number, places, keys)
        if depth > 1:
            places = self._probe_table(number, places, keys, depth)
        if len(places):
            yield from self._expand(number, places, depth)

    def _undecided(self, number: int, places: Index) -> Index:
        """Return the places whose value can still matter: none of their ancestors is settled."""
        dead, above = self.plies[number].done[places], places
        for higher in range(number, 0, -1):
            above = self.plies[higher].parent[above]
            dead = dead | self.plies[higher - 1].done[above]
        return places[~dead]

    def _probe_table(self, number: int, places: Index, keys: HashKeys, depth: int) -> Index:
        """Settle by transposition table and third occurrences; return the places left."""
        low, high = self.table.bounds(keys, min(depth, EXACT_DEPTH // 2), self.ply + number)
        ply = self.plies[number]
        if self.evaluator.has_repetitions:
            batch = ply.batch[:, places]
            repeats, scores = self.evaluator.repetition_scores(batch, self.ply + number)
            low[repeats] = high[repeats] = scores
        bounds = ply.bound[places]
        decisive = (low >= bounds) | (high < bounds)
        if decisive.any():
            values = np.where(low >= bounds, low, high)
            self._settle(number, places[decisive], values[decisive])
            return places[~decisive]
        return places

    def _settle_cycles(self, number: int, places: Index, keys: HashKeys) -> tuple[Index, HashKeys]:
        """Settle positions that repeat one on their path; return places and keys left."""
        ply = self.plies[number]
        if number:
            repeats = self._repeats_path(number - 1, ply.parent[places], keys)
        else:
            repeats = _among(keys, self.path)
        if repeats.any():
            cycles = places[repeats]
            self._settle(number, cycles, self.evaluator.cycle_scores(ply.batch[:, cycles]))
            places, keys = places[~repeats], keys[~repeats]
        return places, keys

    def _repeats_path(self, number: int, parents: Index, keys: HashKeys) -> Flags:
        """Return whether children with these `keys` repeat a position on their path, shape (n,)."""
        repeats = _among(keys, self.path)
        above = parents
        for back in range(2, number + 2):
            above = self.plies[number + 2 - back].parent[above]
            if back > 2 and back % 2 == 0:
                repeats |= self.plies[number + 1 - back].keys[above] == keys
        return repeats

    def _expand(self, number: int, places: Index, depth: int) -> Generator[None, None, None]:
        """Generate all children; evaluate them at the last ply, else push the first wave."""
        ply, at = self.plies[number], self.ply + number
        batch, bounds = ply.batch[:, places], ply.bound[places]
        family, static = yield from self._generate(number, places)
        counts = np.bincount(family.parent, minlength=len(places))
        highest = self.evaluator.best_child_scores(
            batch, counts, family.ordering if static is None else static, at
        )
        final, values = counts == 0, highest
        if depth == 1:
            final[:] = True
        elif not self.exact and self.evaluator.selective and depth > _PROBCUT_FREE_PLIES:
            estimates, cut = yield from self._probcut(batch, bounds, highest, depth, at)
            cut &= ~final
            values = np.where(cut, estimates, highest)
            final |= cut
        best = np.full(len(places), -INFINITY, np.int32)
        if final.any():
            self._settle(number, places[final], values[final])
            if final.all():
                return
            family = family.take((~final[family.parent]).nonzero()[0])
        if not self.exact and self.evaluator.has_static_margins:
            best, columns = self._static_probcut(family, bounds, depth)
            family = family.take(columns)
            over = ~final
            if depth == 2 and len(columns) * self.width <= FULL_WIDTH_LEAVES:
                replies = yield from self.evaluator.full_width(family.children, at + 1, 1)
                np.maximum.at(best, family.parent, -replies)
            else:
                over[family.parent] = False
            if over.any():
                self._settle(number, places[over], best[over])
                final |= over
                if final.all():
                    return
        starts = self._append_children(number, places, family)
        left = ~final
        places = places[left]
        ply.value[places] = best[left]
        ply.best[places] = self.plies[number + 1].number[starts]
        if static is not None:
            ply.likely[places] = highest[left] >= bounds[left]
        elif number:
            ply.likely[places] = ~self.plies[number - 1].likely[ply.parent[places]]
        ply.wave[places] = np.where(ply.likely[places], 1, _LAST_WAVE)
        self._search_wave(number, places)

    def _generate(
        self, number: int, places: Index
    ) -> Generator[None, None, tuple[_Family, Points | None]]:
        """Return all children of the positions at `places`, and evaluations (m,) if needed."""
        at = self.ply + number + 1
        family = self.rules.children(self.plies[number].batch[:, places])
        parent, children = family.parent, family.batch
        static: Points | None
        if self.exact:
            ordering, static = yield from self.evaluator.endgame_ordering(children, at)
        else:
            ordering = static = -self.evaluator.static_scores(children, at)
        if self.evaluator.has_cycles and static is not None:
            repeating = self._repeats_path(number, places[parent], self.rules.keys(children))
            static[repeating] = -self.evaluator.cycle_scores(children[:, repeating])
        counts = np.bincount(parent, minlength=len(places))
        starts = np.cumsum(counts) - counts
        numbers = np.arange(len(parent)) - starts[parent]
        return _Family(parent, children, ordering, numbers), static

    def _append_children(self, number: int, places: Index, family: _Family) -> Index:
        """Append children, the hash move first; return the first one of each parent."""
        ply, (parent, children, ordering, numbers) = self.plies[number], family
        best = self.table.best_moves(ply.keys[places])
        ordering[numbers == best[parent]] = INFINITY
        order = np.argsort((parent.astype(np.int64) << 32) - ordering, kind="stable")
        parent, above = parent[order], places[parent[order]]
        if number + 1 == len(self.plies):
            self.plies.append(Frontier(len(children)))
        start = self.plies[number + 1].add(
            children[:, order], 1 - ply.bound[above], above, numbers[order]
        )
        counts = np.bincount(parent, minlength=len(places))
        starts = start + np.cumsum(counts) - counts
        parents = counts.nonzero()[0]
        ply.first[places[parents]], ply.count[places[parents]] = starts[parents], counts[parents]
        return starts[parents]

    def _static_probcut(self, family: _Family, bounds: Points, depth: int) -> tuple[Points, Index]:
        """Return the best score by parent of children far beyond the bound, and other columns."""
        best = np.full(len(bounds), -INFINITY, np.int32)
        parent, ordering = family.parent, family.ordering
        margins = self.rules.static_margins(family.children, depth - 1)
        if margins is None:
            return best, np.arange(len(parent))
        limits = bounds[parent]
        low, high = ordering - margins.most, ordering - margins.least
        decisive = (low >= limits) | (high < limits)
        np.maximum.at(best, parent[decisive], np.where(low >= limits, low, high)[decisive])
        return best, (~decisive & (best < bounds)[parent]).nonzero()[0]

    def _probcut(
        self, batch: Batch, bounds: Points, highest: Points, depth: int, ply: int
    ) -> Generator[None, None, tuple[Points, Flags]]:
        """Return expected values (n,) at that depth, and where they cut (n,).

        `highest` (n,) are values one ply deep. Where they are half a margin beyond the bound, a
        shallower null-window search decides.
        """
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
            tests = bounds[likely] - off
            likely_batch, plies, path = batch[:, likely], margins.plies, self.path.tolist()
            scores = yield from NullWindowSearch(
                self.evaluator, likely_batch, tests, plies, ply, self.width, path
            ).values()
            cut[likely] = (scores >= tests) == above
            highest = highest.copy()
            highest[likely] = scores + off
        return highest, cut

    def _search_wave(self, number: int, places: Index) -> None:
        """Push the next wave of children of these positions."""
        ply = self.plies[number]
        begin = ply.first[places] + ply.visits[places]
        depth = min(self.depth, self.full_width_ply - self.ply) - number - 1
        spare = _LEAST_WAVE[depth] // len(places) if 0 <= depth < len(_LEAST_WAVE) else 0
        wave = np.maximum(ply.wave[places], spare)
        wave = np.minimum(wave, ply.count[places] - ply.visits[places]).astype(np.intp)
        ply.waiting[places] = wave
        ply.visits[places] += wave
        ply.wave[places] = np.where(ply.wave[places] == 1, _SECOND_WAVE, _LAST_WAVE)
        ends = np.cumsum(wave)
        children = np.arange(ends[-1]) + np.repeat(begin - (ends - wave), wave)
        self.plies[number + 1].push(children[::-1])

    # -- upwards: settle ---------------------------------------------------------------------------

    def _settle(self, number: int, places: Index, values: Points) -> None:
        """Settle positions and then their parents, or push the parents' next wave."""
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
            complete = idle & (above.visits[parents] == above.count[parents])
            final = complete | (values >= above.bound[parents])
            more = parents[idle & ~final]
            number -= 1
            places, values = parents[final], values[final]
            if len(places):
                keys, bounds, best = above.keys[places], above.bound[places], above.best[places]
                depth = min(self.depth - number, EXACT_DEPTH // 2)
                self.table.put(keys, depth, self.ply + number, bounds, values, best)
            if len(more):
                self._search_wave(number, more)


def _among(keys: HashKeys, path: HashKeys) -> Flags:
    """Return whether each of `keys` (n,) is in `path` (m,), shape (n,)."""
    return (keys == path[:, np.newaxis]).any(axis=0)
