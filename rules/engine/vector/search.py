"""Principal variation search over whole arrays of positions, for games that give BatchRules.

Iterative deepening; the principal variation is searched one position at a time with an open
window, then all siblings of a move on it are tested at once against the null window it leaves.
Yields after every batch; knows no single game and no clock.
"""

from collections.abc import Generator, Sequence
from dataclasses import replace
from random import Random

import numpy as np

from rules.contract.batch_rules import UNFINISHED, AnyBatchRules, Batch, Index, Points
from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.rng import drop_overlooked
from rules.contract.search_api import Limit, SearchCache, SearchInfo, SearchInfos
from rules.contract.value import FORCED
from rules.engine.vector.evaluator import Evaluator
from rules.engine.vector.null_window import EXACT_DEPTH, FULL_WIDTH_LEAVES, NullWindowSearch
from rules.engine.vector.transposition import INFINITY, TranspositionTable

_SOLVE_PLIES, _NEAR_END_PLIES, _NEAR_SOLVE_PLIES = 2, 13, 5
"""The search solves the rest of the match once its horizon is ENDGAME plies before the end; SOONER
plies where no more than SOON plies are left, for there that costs little."""

_FULL_WIDTH_PLIES = 5
"""Plies before the end from which on the search is full-width, without pruning."""

_EVALUATED_PLIES = 5
"""Plies before the end up to which static evaluations decide the move ordering."""

_FULL_WIDTH_PV_PLIES = 2
"""Plies left at which the principal variation is found full-width, however many lines there are."""

_TWO_PLY_DEPTH, _CHEAP_FACTOR = 6, 12
"""The depth up to which the search deepens by two plies; and from there on how many times as many
positions as before a step of two plies may take so that the next is one of two again."""

_WINDOW_POINTS, _LAST_WINDOW_POINTS = 200, 101
"""Aspiration window: points around the last value within which the next one is expected, and the
one at the end of the match."""


def vector_search(
    position: Position,
    game: AnyGame,
    rules: AnyBatchRules,
    limit: Limit,
    random: Random,
    seen: Sequence[Position] = (),
    selective: bool = True,
    kept: SearchCache | None = None,
) -> SearchInfos:
    """As `rules.engine.search.search`, for positions that the rules cover. Without `selective`
    there is no ProbCut, so that values are those of plain alpha-beta."""
    return _Search(position, game, rules, limit, random, seen, selective, kept).thoughts()


class _Search:
    """One search: its root, its limit and everything it remembers."""

    def __init__(
        self,
        root: Position,
        game: AnyGame,
        rules: AnyBatchRules,
        limit: Limit,
        random: Random,
        seen: Sequence[Position],
        selective: bool,
        kept: SearchCache | None,
    ) -> None:
        self.root, self.rules, self.limit = root, rules, limit
        self.begun = rules.pack_root(root, seen)
        self.moves: list[Move] = list(root.moves())
        looked_at = drop_overlooked(self.moves, limit.oversight_rate, random)
        self.order = np.array([self.moves.index(move) for move in looked_at], np.intp)
        """The root moves that are searched, by number, equal ones in a random order."""
        salt = int(random.random() * (1 << 53))
        self.sight = Evaluator(game, rules, seen, selective, limit.noise, salt)
        self.sight.has_cycles = selective and rules.cycle_scores(self.begun) is not None
        self.sight.has_static_margins = (
            selective and rules.static_margins(self.begun, 1) is not None
        )
        self.grain = rules.improvement_margin(self.begun) if selective else 0
        self.table, self.first = self._begun_with(kept)
        """The transposition table; and by key, the best child of positions on the principal
        variation."""
        self.families: dict[tuple[int, int], tuple[Batch, Index, Points]] = {}
        """By key and ply on principal variations: children, their numbers and ordering scores."""
        self.best = SearchInfo(looked_at[0], game.engine.evaluate(root), 0, 0, (looked_at[0],))

    def _begun_with(self, kept: SearchCache | None) -> tuple[TranspositionTable, dict[int, int]]:
        """The tables of earlier searches, if they hold here too. Where a position would occur for
        the third time, values depend on the match so far and are not shared."""
        if kept is None or self.sight.has_repetitions or self.limit.noise:
            return TranspositionTable(), {}
        about = self.rules, self.begun.shape[0], self.sight.selective
        if kept.context != about:
            kept.context, kept.tables = about, (TranspositionTable(deeper=True), {})
        found: tuple[TranspositionTable, dict[int, int]] = kept.tables
        return found

    # -- deepening -------------------------------------------------------------------------------

    def thoughts(self) -> SearchInfos:
        """Iterative deepening until nothing more can be learned or the limit is reached."""
        yield self.best
        if len(self.moves) == 1:
            return
        left = self.rules.plies_left(self.root)
        self.last = EXACT_DEPTH if left is None else left - _FULL_WIDTH_PLIES
        self.sight.evaluated_plies = 0 if left is None else left - _EVALUATED_PLIES
        depth, cheap, rest = 0, True, 0
        if left is not None:
            rest = left - (_NEAR_SOLVE_PLIES if left <= _NEAR_END_PLIES else _SOLVE_PLIES)
        while depth < self.limit.depth:
            depth, before = _next_depth(depth, self.limit.depth, cheap), self.sight.nodes
            if left is not None and depth >= rest and self.limit.depth >= left:
                depth = EXACT_DEPTH
            for _ in self._deepen(depth):
                yield self._now()
                if self.limit.nodes is not None and self.sight.nodes >= self.limit.nodes:
                    return
            cheap = depth < _TWO_PLY_DEPTH or self.sight.nodes <= _CHEAP_FACTOR * before
            yield self._now()
            if depth == EXACT_DEPTH or abs(self.best.score) >= FORCED:
                return

    def _now(self) -> SearchInfo:
        best = self.best
        return SearchInfo(best.move, best.score, best.depth, self.sight.nodes, best.pv)

    def _deepen(self, depth: int) -> Generator[None, None, None]:
        """One iteration with an aspiration window round the last value; at the end of the match,
        win or loss is searched before the margin."""
        alpha, beta, expected = -INFINITY, INFINITY, self.best.score
        self.depth = depth
        if depth == EXACT_DEPTH:
            value, _ = yield from self._line(self.begun, depth, -1, 1, 0, ())
            if value == 0:
                return
            alpha, beta = expected - _LAST_WINDOW_POINTS, expected + _LAST_WINDOW_POINTS
            if value > 0:
                alpha, beta = max(alpha, 0), max(beta, _LAST_WINDOW_POINTS)
            else:
                alpha, beta = min(alpha, -_LAST_WINDOW_POINTS), min(beta, 0)
        elif depth > 3 and abs(expected) < FORCED:
            alpha, beta = expected - _WINDOW_POINTS, expected + _WINDOW_POINTS
        while True:
            value, _ = yield from self._line(self.begun, depth, alpha, beta, 0, ())
            if value <= alpha > -INFINITY:
                alpha = -INFINITY
            elif value >= beta < INFINITY:
                beta = INFINITY
            else:
                return

    def _better(self, value: int, line: list[int]) -> None:
        """The root has a new best move."""
        position, moves = self.root, []
        for number in line:
            if position.result() is not None:
                break
            moves.append(position.moves()[number])
            position = position.play(moves[-1])
        depth = len(moves) if self.depth == EXACT_DEPTH else self.depth
        self.best = SearchInfo(moves[0], value, depth, self.sight.nodes, tuple(moves))

    def _doubted(self, number: int) -> None:
        """The best move so far loses; until more is known, this other one is best."""
        move = self.moves[number]
        self.best = replace(self.best, move=move, pv=(move,))

    # -- the principal variation -----------------------------------------------------------------

    def _line(
        self, one: Batch, depth: int, alpha: int, beta: int, ply: int, before: tuple[int, ...]
    ) -> Generator[None, None, tuple[int, list[int]]]:
        """The value of one position, shape (words, 1), exact within (alpha, beta), and its
        principal variation as numbers of moves."""
        key = int(self.rules.keys(one)[0])
        if key in before and self.sight.has_cycles:
            return int(self.sight.cycle_scores(one)[0]), []
        before = (*before, key)
        if (key, ply) not in self.families:
            children = self.rules.children(one).batch
            if not children.shape[1] or (ply and self.sight.has_repetitions):
                known = int((self.sight.end_scores(one, ply) if ply else self.rules.ends(one))[0])
                if known != UNFINISHED:
                    return known, []
            numbers = np.arange(children.shape[1]) if ply else self.order
            children = children[:, numbers]
            self.families[key, ply] = (
                children,
                numbers,
                self.sight.ordering_scores(children, ply + 1),
            )
            yield
        children, numbers, hopes = self.families[key, ply]
        hopes = hopes.copy()
        hopes[numbers == self.first.get(key, -1)] = INFINITY
        turn = np.argsort(-hopes, kind="stable")
        children, numbers = children[:, turn], numbers[turn]
        best, line = -INFINITY, [int(numbers[0])]
        few = depth <= _FULL_WIDTH_PV_PLIES or (
            depth == _FULL_WIDTH_PV_PLIES + 1 and len(numbers) ** depth <= FULL_WIDTH_LEAVES
        )
        if few or ply >= self.last:
            values = -(yield from self.sight.full_width(children, ply + 1, depth - 1))
            yield
            chosen = int(np.argmax(values))
            best, line = int(values[chosen]), [int(numbers[chosen])]
            self.first[key] = line[0]
            if ply == 0:
                self._better(best, line)
            return best, line
        left = np.arange(len(numbers))
        while len(left):
            chosen, left = int(left[0]), left[1:]
            value, after = yield from self._line(
                children[:, [chosen]], depth - 1, -beta, -alpha, ply + 1, before
            )
            value = -value
            if value > alpha or best == -INFINITY:
                line = [int(numbers[chosen]), *after]
                self.first[key] = line[0]
            best = max(best, value)
            if value > alpha:
                alpha = value
                if ply == 0 and value <= -FORCED and len(left):
                    self._doubted(int(numbers[left[0]]))
                elif ply == 0:
                    self._better(value, line)
                if alpha >= beta:
                    break
            if len(left):
                exact = depth > EXACT_DEPTH // 2 or abs(alpha) >= FORCED
                limit = alpha if exact else alpha + self.grain
                bounds = np.full(len(left), -limit, np.int32)
                rest, width = children[:, left], max(2, len(numbers))
                test = NullWindowSearch(
                    self.sight,
                    self.table,
                    rest,
                    bounds,
                    depth - 1,
                    ply + 1,
                    width,
                    self.last,
                    np.array(before, np.uint64),
                )
                values = yield from test.values()
                best = max(best, min(alpha, int(-values.min())))
                better = np.flatnonzero(values < -limit)
                left = left[better[np.argsort(values[better], kind="stable")]]
        if ply == 0 and -INFINITY < alpha <= -FORCED:
            self._better(alpha, line)
        return best, line


def _next_depth(depth: int, most: int, cheap: bool) -> int:
    """Two plies at a time as long as that costs little, such that the last depth is reached."""
    return min(most, depth + 1 if not cheap or (depth == 0 and most % 2) else depth + 2)
