"""Principal variation search over arrays of positions, for games with BatchRules.

Iterative deepening. Positions of the principal variation are searched one at a time with an open
window. Then one null-window search tests all siblings of the best move. Yields after every batch.

Sources: https://www.chessprogramming.org/Principal_Variation_Search, .../Iterative_Deepening and
.../Aspiration_Windows.
"""

import math
from collections.abc import Generator, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from flipside.rules.contract import batch_rules, search_api
from flipside.rules.contract.batch_rules import Batch, Children, Index, Points
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, History, Move, Position, plies_to_end
from flipside.rules.engine.vector.evaluator import INFINITY, Evaluator, Noise, TranspositionTable
from flipside.rules.engine.vector.null_window import (
    EXACT_DEPTH,
    FULL_WIDTH_LEAVES,
    NullWindowSearch,
    full_width_ply,
)
from flipside.rules.engine.vector.solve import drawing_move

_COUNT_MIX = np.uint64(0x9E3779B97F4A7C15)
"""A multiplier that spreads the count over the bits of a key."""


class CappedRules(batch_rules.BatchRules[Position]):
    """The rules of a game with batches that have one more word: the plies left to the cap."""

    def __init__(self, rules: batch_rules.AnyBatchRules, cap: int | None) -> None:
        """Wrap `rules` for the cap of the match; None for the general limit of plies."""
        self._rules, self._cap = rules, cap

    def pack(self, positions: Sequence[Position]) -> Batch:
        """Return positions as a batch, with counts of 0."""
        return _with_counts(self._rules.pack(positions), np.zeros(len(positions), np.int32))

    def pack_last(self, history: History) -> Batch:
        """Return the last position of a match as a batch (words, 1), with its count."""
        left = np.array([history.plies_to_cap], np.int32)
        return _with_counts(self._rules.pack([history[-1]]), left)

    def children(self, batch: Batch) -> Children:
        """Return the children with their counts. A position at the cap has no children."""
        rows, left = batch[:-1], batch[-1].astype(np.int32)
        columns = left.nonzero()[0]
        family = self._rules.children(rows[:, columns])
        parent = columns.take(family.parent)
        left = left.take(parent)
        if self._cap is None:
            left -= 1
        else:
            left = self._rules.counted_down(left, self._cap, rows[:, parent], family.batch)
        return Children(parent, _with_counts(family.batch, left))

    def terminal_scores(self, batch: Batch) -> Points:
        """Return the scores of finished positions, including positions at the cap."""
        points = self._rules.terminal_scores(batch[:-1])
        self._mark_capped(batch, points, points)
        return points

    def evaluate(self, batch: Batch) -> Points:
        """Return evaluations; positions at the cap have the score of the match's end there."""
        points = self._rules.evaluate(batch[:-1])
        if not batch[-1].all():
            self._mark_capped(batch, points, self._rules.terminal_scores(batch[:-1]))
        return points

    def _mark_capped(self, batch: Batch, points: Points, ends: Points) -> None:
        """Overwrite the points (n,) of positions at the cap that are not in `ends`."""
        columns = ((ends == batch_rules.NOT_OVER) & (batch[-1] == 0)).nonzero()[0]
        if len(columns):
            draw = self._cap is None
            points[columns] = 0 if draw else self._rules.cap_scores(batch[:-1, columns])

    def mobility(self, batch: Batch) -> Points:
        """Return the number of legal moves."""
        return self._rules.mobility(batch[:-1])

    def keys(self, batch: Batch) -> batch_rules.HashKeys:
        """Return hash keys that include the counts."""
        keys: batch_rules.HashKeys = self._rules.keys(batch[:-1]) ^ batch[-1] * _COUNT_MIX
        return keys

    def position_keys(self, batch: Batch) -> batch_rules.HashKeys:
        """Return hash keys without the counts."""
        return self._rules.keys(batch[:-1])


def _with_counts(rows: Batch, left: Points) -> Batch:
    return np.concatenate((rows, left.astype(np.uint64)[np.newaxis]))


_SOLVE_PLIES, _NEAR_END_PLIES, _NEAR_SOLVE_PLIES = 2, 13, 5
"""If an iteration ends at most so many plies before the end, the search goes to the end instead:
the first number in general, the third one if at most the second number of plies are left."""

_FULL_WIDTH_PV_PLIES = 2
"""The last plies of the principal variation are searched without pruning."""

_TWO_PLY_DEPTH, _CHEAP_FACTOR = 6, 12
"""Iterations deepen by two plies up to the first number. Beyond, they do so if the last iteration
multiplied the nodes by at most the second number."""

_WINDOW_POINTS, _LAST_WINDOW_POINTS = 200, 101
"""Half the width of the aspiration window in points: in general, and to the end of the match."""


class VectorSearch:
    """A search of one position: its root, its limit and its tables."""

    def __init__(
        self,
        root: Position,
        game: AnyGame,
        rules: batch_rules.AnyBatchRules,
        limit: search_api.Limit,
        random: Random,
        history: History | None = None,
        selective: bool = True,
        cache: search_api.SearchCache | None = None,
    ) -> None:
        """Prepare the search; `selective` allows pruning by margins."""
        self.root, self.rules, self.limit = root, rules, limit
        self.history = history or History(game.repetition, [root])
        self.root_batch = rules.pack([root])
        self.capped: bool = False
        """Whether `rules` are `CappedRules`, because an iteration may reach the cap."""
        self.moves: list[Move] = list(root.moves())
        root_moves = search_api.drop_overlooked(self.moves, limit.blunder_rate, random)
        self.order = np.array([self.moves.index(move) for move in root_moves], np.intp)
        """The numbers (n,) of the root moves to search, in random order."""
        noise = Noise(limit.noise, int(random.random() * 2**53))
        selective &= not limit.noise  # margins are valid only for evaluations without noise
        self.evaluator = Evaluator(game, rules, self.history, selective, noise)
        self.evaluator.has_cycles = selective and rules.cycle_scores(self.root_batch) is not None
        self.evaluator.has_static_margins = (
            selective and rules.static_margins(self.root_batch, 1) is not None
        )
        self.least_improvement = rules.improvement_margin(self.root_batch) if selective else 0
        self.evaluator.table, self.pv_children = self._shared_tables(cache)
        """`pv_children`: the number of the best child, by key of the position."""
        self.children_cache: dict[tuple[int, int], tuple[Batch, Index, Points]] = {}
        """The children (words, n), their numbers (n,) and ordering scores (n,), by key and ply."""
        value = int(rules.evaluate(self.root_batch)[0])
        self.best = search_api.SearchInfo(root_moves[0], value, 0, 0, (root_moves[0],))

    def _shared_tables(
        self, cache: search_api.SearchCache | None
    ) -> tuple[TranspositionTable, dict[int, int]]:
        """Return the tables of earlier searches if their scores are valid; else new tables."""
        if cache is None or self.evaluator.has_repetitions or self.limit.noise:
            return self.evaluator.table, {}
        context = self.rules, self.root_batch.shape[0], self.evaluator.selective
        if cache.context != context:
            cache.context, cache.tables = context, (TranspositionTable(deeper=True), {})
        return cache.tables

    # -- deepening -------------------------------------------------------------------------------

    def search_infos(self) -> search_api.SearchInfos:
        """Deepen iteratively until the score is exact or the limit is reached; yield the best."""
        yield self.best
        if len(self.moves) == 1:
            return
        plies_left = self.rules.plies_left(self.root)
        self.evaluator.plies_left, self.full_width_ply = plies_left, full_width_ply(plies_left)
        depth, cheap, solve_depth = 0, True, math.inf
        if plies_left is not None and self.limit.depth >= plies_left:
            near_end = plies_left <= _NEAR_END_PLIES
            solve_depth = plies_left - (_NEAR_SOLVE_PLIES if near_end else _SOLVE_PLIES)
        while depth < self.limit.depth:
            nodes_before = self.evaluator.nodes
            plies = 1 if not cheap or (depth == 0 and self.limit.depth % 2) else 2
            depth = min(self.limit.depth, depth + plies)
            if depth >= solve_depth:
                depth = EXACT_DEPTH
            if not self.capped and self.history.may_end_within(depth):
                self._count_to_cap()
            for _ in self._deepen(depth):
                yield self._now()
                if self.limit.nodes is not None and self.evaluator.nodes >= self.limit.nodes:
                    return
            cheap = depth < _TWO_PLY_DEPTH or self.evaluator.nodes <= _CHEAP_FACTOR * nodes_before
            if depth == EXACT_DEPTH or self._ends_by_force():
                yield replace(self._now(), exact=self._proves(depth))
                return
            if self.capped and self.best.score == 0 and not self.limit.blunder_rate:
                for _ in self._prove_draw(depth):
                    yield self._now()
            yield self._now()
            if self.best.exact:
                return

    def _prove_draw(self, depth: int) -> Generator[None, None, None]:
        """Look for a move that proves a draw; if there is one, make it the best move."""
        likely = self.moves.index(self.best.move)
        number = yield from drawing_move(self.evaluator, self.root_batch, likely, depth)
        if number is not None:
            move = self.moves[number]
            pv = self.best.pv if move == self.best.move else (move,)
            self.best = replace(self.best, move=move, pv=pv, exact=True)

    def _count_to_cap(self) -> None:
        """Replace the rules by `CappedRules`, with a new evaluator and empty caches."""
        rules, before = CappedRules(self.rules, self.history.cap), self.evaluator
        self.capped, self.rules = True, rules
        self.root_batch = rules.pack_last(self.history)
        self.evaluator = Evaluator(before.game, rules, self.history, before.selective, before.noise)
        self.evaluator.nodes, self.least_improvement = before.nodes, 0
        self.children_cache, self.pv_children = {}, {}

    def _ends_by_force(self) -> bool:
        """Return whether the best score is a forced end that comes before the cap."""
        plies = plies_to_end(self.best.score)
        return plies is not None and (self.capped or not self.history.may_end_within(plies - 1))

    def _proves(self, depth: int) -> bool:
        """Return whether a forced score of a search to `depth` is exact: nothing was pruned."""
        evaluator = self.evaluator
        prunes = evaluator.has_cycles or (
            evaluator.selective and self.rules.probcut_margins(self.root_batch, 2) is not None
        )
        return not self.limit.blunder_rate and (depth == EXACT_DEPTH or not prunes)

    def _now(self) -> search_api.SearchInfo:
        return replace(self.best, nodes=self.evaluator.nodes)

    def _deepen(self, depth: int) -> Generator[None, None, None]:
        """Run one iteration with an aspiration window. To the end, first search who wins."""
        alpha, beta, guess = -INFINITY, INFINITY, self.best.score
        self.depth = depth
        if depth == EXACT_DEPTH:
            value, _ = yield from self._search_pv(self.root_batch, depth, -1, 1, 0, ())
            if value == 0:
                return
            alpha, beta = guess - _LAST_WINDOW_POINTS, guess + _LAST_WINDOW_POINTS
            if value > 0:
                alpha, beta = max(alpha, 0), max(beta, _LAST_WINDOW_POINTS)
            else:
                alpha, beta = min(alpha, -_LAST_WINDOW_POINTS), min(beta, 0)
        elif depth > 3 and abs(guess) < FORCED_WIN:
            alpha, beta = guess - _WINDOW_POINTS, guess + _WINDOW_POINTS
        while True:
            value, _ = yield from self._search_pv(self.root_batch, depth, alpha, beta, 0, ())
            if value <= alpha > -INFINITY:
                alpha = -INFINITY
            elif value >= beta < INFINITY:
                beta = INFINITY
            else:
                return

    def _set_best(self, value: int, pv: list[int]) -> None:
        position, moves = self.root, []
        for ply, number in enumerate(pv):
            if position.result() is not None:
                break
            if position.turn != self.root.turn ^ ply & 1:
                continue  # a ply inserted between two plies of one player
            moves.append(position.moves()[number])
            position = position.play(moves[-1])
        depth = len(moves) if self.depth == EXACT_DEPTH else self.depth
        self.best = search_api.SearchInfo(
            moves[0], value, depth, self.evaluator.nodes, tuple(moves)
        )

    # -- the principal variation -----------------------------------------------------------------

    def _search_pv(
        self, batch: Batch, depth: int, alpha: int, beta: int, ply: int, path: tuple[int, ...]
    ) -> Generator[None, None, tuple[int, list[int]]]:
        """Search one position (words, 1); return its score and principal variation.

        The score is exact between alpha and beta. The principal variation consists of numbers of
        moves. `path` has the keys of the positions from the root.
        """
        key = int(self.rules.keys(batch)[0])
        if key in path and self.evaluator.has_cycles:
            return int(self.evaluator.cycle_scores(batch)[0]), []
        path = (*path, key)
        if (key, ply) not in self.children_cache:
            score = self._generate(batch, key, ply)
            if score is not None:
                return score, []
            yield
        children, numbers = self._ordered(key, ply)
        full_width = depth <= _FULL_WIDTH_PV_PLIES or (
            depth == _FULL_WIDTH_PV_PLIES + 1 and len(numbers) ** depth <= FULL_WIDTH_LEAVES
        )
        if full_width or ply >= self.full_width_ply:
            return (yield from self._search_full_width(children, numbers, key, depth, ply))
        best, pv, left = -INFINITY, [int(numbers[0])], np.arange(len(numbers))
        while len(left):
            column, left = int(left[0]), left[1:]
            value, after = yield from self._search_pv(
                children[:, [column]], depth - 1, -beta, -alpha, ply + 1, path
            )
            value = -value
            if value > alpha or best == -INFINITY:
                pv = [int(numbers[column]), *after]
                self.pv_children[key] = pv[0]
            best = max(best, value)
            if value > alpha:
                alpha = value
                if ply == 0:
                    self._take_root_move(value, pv, numbers[left])
                if alpha >= beta:
                    break
            if len(left):
                exact = depth > EXACT_DEPTH // 2 or abs(alpha) >= FORCED_WIN
                limit = alpha if exact else alpha + self.least_improvement
                bounds, width = np.full(len(left), -limit, np.int32), max(2, len(numbers))
                search = NullWindowSearch(
                    self.evaluator, children[:, left], bounds, depth - 1, ply + 1, width, path
                )
                for _ in search.values():
                    if ply == 0 and depth == EXACT_DEPTH:
                        refuted = search.refuted()
                        scores = -search.plies[0].value[refuted]
                        self._prefer(numbers[left[refuted]], scores)
                    yield
                values = search.plies[0].value[: len(left)]
                best = max(best, min(alpha, int(-values.min())))
                improving = np.flatnonzero(values < -limit)
                left = left[improving[np.argsort(values[improving], kind="stable")]]
        if ply == 0 and -INFINITY < alpha <= -FORCED_WIN:
            self._set_best(alpha, pv)
        return best, pv

    def _take_root_move(self, value: int, pv: list[int], others: Index) -> None:
        """Make a better root move the best; if it loses, use the first untested move instead."""
        if value <= -FORCED_WIN and len(others):
            doubt = self.moves[int(others[0])]
            self.best = replace(self.best, move=doubt, pv=(doubt,))
        else:
            self._set_best(value, pv)

    def _prefer(self, better: Index, scores: Points) -> None:
        """Make the first root move in `better` the best, with its lower bound in `scores`.

        The time may end before the exact scores of these better moves are known.
        """
        if len(better) and self.best.move != (move := self.moves[int(better[0])]):
            self.best = replace(self.best, move=move, score=int(scores[0]), pv=(move,))

    def _search_full_width(
        self, children: Batch, numbers: Index, key: int, depth: int, ply: int
    ) -> Generator[None, None, tuple[int, list[int]]]:
        """Search without pruning; return score and principal variation like `_search_pv`."""
        values = -(yield from self.evaluator.full_width(children, ply + 1, depth - 1))
        yield
        column = int(np.argmax(values))
        best, pv = int(values[column]), [int(numbers[column])]
        self.pv_children[key] = pv[0]
        if ply == 0:
            self._set_best(best, pv)
        return best, pv

    def _generate(self, batch: Batch, key: int, ply: int) -> int | None:
        """Store the children of one position (words, 1); if it is over, return its score."""
        children = self.rules.children(batch).batch
        if not children.shape[1] or (ply and self.evaluator.has_repetitions):
            ends = (
                self.evaluator.end_scores(batch, ply) if ply else self.rules.terminal_scores(batch)
            )
            if ends[0] != batch_rules.NOT_OVER:
                return int(ends[0])
        numbers = np.arange(children.shape[1]) if ply else self.order
        children = children[:, numbers]
        ordering = -self.evaluator.static_scores(children, ply + 1)
        self.children_cache[key, ply] = children, numbers, ordering
        return None

    def _ordered(self, key: int, ply: int) -> tuple[Batch, Index]:
        """Return children (words, n) and their numbers (n,) in the order of the search."""
        children, numbers, ordering = self.children_cache[key, ply]
        ordering = np.where(numbers == self.pv_children.get(key, -1), INFINITY, ordering)
        order = np.argsort(-ordering, kind="stable")
        return children[:, order], numbers[order]
