"""Null-window search of many sibling positions at once, each against its bound.

There is one Frontier with open positions for each ply from the root of the search. The next batch
is taken from the deepest ply with enough positions, so that arrays are long. The children of a
position are searched in waves, best first, until one causes a cutoff. Yields after every batch.

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
    """Positions of one ply in parallel arrays. `pending` is a stack of indices, called places."""

    def __init__(self, words: int) -> None:
        self.length = 0
        self.pending: array[int] = array(_PLACE)
        self.batch = np.zeros((words, 64), np.uint64)
        self.keys = np.zeros(64, np.uint64)
        self.bound, self.value = np.zeros(64, np.int32), np.zeros(64, np.int32)
        self.parent = np.zeros(64, np.intp)
        self.first, self.count, self.visits = (np.zeros(64, np.int32) for _ in range(3))
        """The place of the first child, the number of children, and of those searched so far."""
        self.likely = np.ones(64, bool)
        """Whether the value is expected to be at least the bound."""
        self.wave = np.zeros(64, np.int32)
        """The number of children to search in the next wave."""
        self.waiting = np.zeros(64, np.int32)
        """The number of children of the current wave that have no final value yet."""
        self.number = np.zeros(64, np.int16)
        """The index of the position among the children of its parent, in the order of the rules."""
        self.best = np.zeros(64, np.int16)
        self.done = np.zeros(64, bool)

    def add(self, batch: Batch, bounds: Points, parents: Index, numbers: Index) -> int:
        """Append positions `batch` (words, n) with their data (n,); return the first place."""
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
        """Pop up to `size` places (n,) from the top of the stack."""
        places = self.pending[-size:]
        del self.pending[-size:]
        return np.frombuffer(places, np.intp)


_CHUNK_POSITIONS, _EXACT_CHUNK_POSITIONS = 3_000, 6_000
"""The expected number of children of a batch, in general and in a search to the end. The first one
takes two or three milliseconds. In a search to the end there are fewer children than expected."""

_BATCH_POSITIONS, _EXACT_BATCH_POSITIONS = 48, 256
"""The minimum batch if several plies have open positions, in general and in a search to the end."""

_MAX_PLY_POSITIONS = 1 << 15
"""If a ply has more positions, the deepest ply is searched first."""

_LAST_PLIES_POSITIONS = 768
"""The maximum size of a batch from `full_width_ply` on."""

_FULL_WIDTH_POSITIONS = 128
"""For at most so many positions of the last plies, searching all children is faster than trying the
most likely child first."""

FULL_WIDTH_PLIES = 5
"""The number of last plies of the match that are searched without move ordering by evaluations."""

FULL_WIDTH_LEAVES = 2_500
"""Subtrees of at most so many leaves are searched without pruning."""

_PROBCUT_FREE_PLIES = 2
"""The number of plies before the horizon without ProbCut. Small batches are searched there without
pruning, so with ProbCut values would depend on the size of a batch."""

_LEAST_WAVE = (64, 64, 32, 16, 8)
"""The minimum number of children in the waves of a batch, by depth of the children."""

_SECOND_WAVE, _LAST_WAVE = 4, 1_000
"""The number of children in the second wave; and in later waves, or if no cutoff is expected."""

EXACT_DEPTH = 1_000
"""The depth of a search to the end of the match, without evaluations."""


def full_width_ply(plies_left: int | None) -> int:
    """Return the first ply without pruning, if the match ends after `plies_left` plies."""
    return EXACT_DEPTH if plies_left is None else plies_left - FULL_WIDTH_PLIES


class _Family(NamedTuple):
    """The children of a batch: by column parent, position, ordering score, index among siblings."""

    parent: Index
    children: Batch
    ordering: Points
    numbers: Index

    def take(self, columns: Index) -> "_Family":
        """Return the children at these columns."""
        parts: list[Any] = [part[..., columns] for part in self]
        return _Family(*parts)


class NullWindowSearch:
    """A null-window search of sibling positions. It compares each value with its bound."""

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

        `ply` is the ply of the batch from the root of the whole search. `path` has the keys of the
        positions from there. `width` is the expected number of children of a position.
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
        """Run the search; return lower bounds if at least `bounds`, else upper bounds (n,)."""
        while (number := self._next()) is not None:
            yield from self._search_batch(number)
            yield
        return self.plies[0].value[: self.size]

    def refuted(self) -> Index:
        """Return the positions with values certainly below their bounds so far, lowest first."""
        root = self.plies[0]
        places = (root.done & (root.value < root.bound))[: self.size].nonzero()[0]
        return places[np.argsort(root.value[places], kind="stable")]

    def _next(self) -> int | None:
        """Return the index of the Frontier to search next; None when all positions are settled."""
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
        """Take a batch from Frontier `number`, and settle or expand each of its positions."""
        ply, depth = self.plies[number], self.depth - number
        last_plies = self.ply + number >= self.full_width_ply
        places = self._undecided(
            number, ply.pop(_LAST_PLIES_POSITIONS if last_plies else self.batch)
        )
        few = depth == 1 and len(places) * self.width <= FULL_WIDTH_LEAVES
        if last_plies or few:
            batch, near = ply.batch[:, places], np.ones(len(places), np.bool_)
            if depth > FULL_WIDTH_PLIES:  # after passes more plies are left
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
        """Return the places that still matter, because none of their ancestors is settled."""
        dead, above = self.plies[number].done[places], places
        for higher in range(number, 0, -1):
            above = self.plies[higher].parent[above]
            dead = dead | self.plies[higher - 1].done[above]
        return places[~dead]

    def _probe_table(self, number: int, places: Index, keys: HashKeys, depth: int) -> Index:
        """Settle positions by transposition table and repetition; return the other places."""
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
        """Settle positions that repeat an ancestor; return the places and keys of the others."""
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
        """Return whether each child, with its key in `keys` (n,), repeats an ancestor."""
        repeats = _among(keys, self.path)
        above = parents
        for back in range(2, number + 2):
            above = self.plies[number + 2 - back].parent[above]
            if back > 2 and back % 2 == 0:
                repeats |= self.plies[number + 1 - back].keys[above] == keys
        return repeats

    def _expand(self, number: int, places: Index, depth: int) -> Generator[None, None, None]:
        """Generate all children of the places, settle what is certain, and push the first wave."""
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
        """Return the children of the positions at `places`, and their evaluations (m,) or None."""
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
        """Append children in the order of the search; return the first place for each parent."""
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
        """Decide children far from their bounds by static margins.

        Return the best score of these by parent (n,), and the columns of the other children.
        """
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
        """Return expected values (n,) of depth `depth`, and whether each causes a cutoff (n,).

        `highest` (n,) are the values of depth 1. If such a value is beyond the bound by half the
        margin, a shallower null-window search decides.
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
        """Push the next wave of children of each of these positions."""
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
        """Store final values, and settle the parents or push the next wave of their children."""
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
    """Return whether each of `keys` (n,) is in `path` (m,)."""
    return (keys == path[:, np.newaxis]).any(axis=0)
