"""Alpha-beta search over single positions, for games without arrays.

Principal variation search with iterative deepening and a transposition table. The third occurrence
of a position in the match ends a line. The cap is ignored: games with a cap have BatchRules.

Sources: https://www.chessprogramming.org/Alpha-Beta, .../Principal_Variation_Search,
.../Iterative_Deepening and .../Transposition_Table.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import replace
from random import Random

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import (
    FORCED_WIN,
    WIN,
    History,
    Move,
    Position,
    plies_to_end,
    ply_adjusted,
    result_score,
)
from flipside.rules.contract.search_api import Limit, SearchInfo, SearchInfos, drop_overlooked

STEP_NODES = 16
"""Positions searched between two yields: well under 5 ms in every game."""

_INFINITY = 2 * WIN

EXACT_DEPTH = 1_000
"""The depth stored for a score that depends only on finished positions: valid at every depth."""

LOWER_BOUND, EXACT_BOUND, UPPER_BOUND = 0, 1, 2
"""Whether the true value is at least, exactly or at most the stored value."""

TTEntry = tuple[int, int, int, Move]
"""The depth, value, kind of bound and best move of a position."""

_TABLE_SIZE = 8_000
"""The maximum number of entries. A full table is cleared. More entries hardly help."""


class AlphaBetaSearch:
    """A search of an unfinished position: its root, its limit and its tables."""

    def __init__(
        self,
        root: Position,
        game: AnyGame,
        limit: Limit,
        random: Random,
        history: History | None = None,
    ) -> None:
        """Prepare the search; `history` is the match so far."""
        self.root, self.limit, self.random = root.determinize(random), limit, random
        self.proves = self.root is root and not limit.blunder_rate
        """Whether a forced score is exact: no information is hidden and no root move is dropped."""
        self.evaluate = game.engine.static_score
        self.terminal_score = game.engine.terminal_score
        self.moves = drop_overlooked(self.root.moves(), limit.blunder_rate, random)
        assert self.moves, "a search begins before the end of the match"
        self.table: dict[int, TTEntry] = {}
        """The transposition table by hash. If the keys were positions, the garbage collector would
        pause for up to a tenth of a second. Hash collisions are too improbable to matter."""
        self.history = history or History(game.repetition, [root])
        self.verdict = None if game.repetition is None else game.repetition.verdict
        """Returns the result of a repetition (ALL-3); None in games without this rule."""
        self.occurrences = Counter(() if self.verdict is None else self.history)
        self.noise: dict[int, int] = {}
        self.nodes = 0
        self.open_scores = 0
        """The number of scores so far that a deeper search could change."""
        self.pvs: list[tuple[Move, ...]] = [()] * (limit.depth + 2)
        self.best = SearchInfo(self.moves[0], self.evaluate(self.root), 0, 0, (self.moves[0],))

    def search_infos(self) -> SearchInfos:
        """Deepen iteratively to the limit or a forced end; yield a SearchInfo after each step."""
        yield self.best
        if len(self.moves) == 1:
            return
        for depth in range(1, self.limit.depth + 1):
            open_before = self.open_scores
            for _ in self._visit(self.root, depth, -_INFINITY, _INFINITY, 0):
                yield replace(self.best, nodes=self.nodes)
                if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
                    return
            before_cap = not self.history.may_end_within(depth - 1)
            forced_end = plies_to_end(self.best.score) is not None
            if before_cap and (forced_end or self.open_scores == open_before):
                yield replace(self.best, nodes=self.nodes, exact=self.proves)
                return
            yield replace(self.best, nodes=self.nodes)

    def _visit(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int
    ) -> Generator[None, None, int]:
        """Return the alpha-beta value of an unfinished position for its mover; `depth` >= 1.

        The value is exact between alpha and beta, otherwise a bound. The first move is searched
        with the full window, the others first with a null window. Yields after each step.
        """
        self.pvs[ply] = ()
        key = hash(position)
        entry = self._entry(key, ply)
        if entry is not None and beta - alpha == 1 and _cuts_off(entry, depth, alpha, beta):
            self.open_scores += entry[0] != EXACT_DEPTH
            return entry[1]
        open_before, alpha_before = self.open_scores, alpha
        turn, best, best_move = position.turn, -_INFINITY, None
        for move in self._ordered(position, ply, entry):
            child = position.play(move)
            self.nodes += 1
            if self.nodes % STEP_NODES == 0:
                yield
            sign = 1 if child.turn == turn else -1
            leaf = self._leaf_score(child, depth - 1, ply + 1)
            if leaf is not None:
                value = sign * leaf
            else:
                upper = beta if best_move is None else alpha + 1
                value = yield from self._visit_child(child, sign, depth, alpha, upper, ply)
                if alpha < value < beta and upper < beta:
                    value = yield from self._visit_child(child, sign, depth, alpha, beta, ply)
            if value > best:
                best, best_move = value, move
                if value > alpha:
                    alpha = value
                    self.pvs[ply] = (move, *self.pvs[ply + 1])
                    if ply == 0:
                        self.best = SearchInfo(move, value, depth, self.nodes, self.pvs[0])
                    if alpha >= beta:
                        break
        assert best_move is not None
        valid_depth = depth if self.open_scores != open_before else EXACT_DEPTH
        kind = LOWER_BOUND if best >= beta else EXACT_BOUND
        if best <= alpha_before:
            kind = UPPER_BOUND
        self._store(key, ply, (valid_depth, best, kind, best_move))
        return best

    def _visit_child(
        self, child: Position, sign: int, depth: int, alpha: int, beta: int, ply: int
    ) -> Generator[None, None, int]:
        """Return the value of a child for the mover of its parent; so are `alpha` and `beta`."""
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        return sign * (yield from self._visit(child, depth - 1, low, high, ply + 1))

    def _ordered(self, position: Position, ply: int, entry: TTEntry | None) -> Sequence[Move]:
        """Return the moves, with the best move of an earlier search first."""
        moves = position.moves() if ply else self.moves
        first = None if entry is None else entry[3]
        if ply == 0 and self.best.depth:
            first = self.best.move
        if first is None or first not in moves:
            return moves
        return [first, *(move for move in moves if move != first)]

    def _entry(self, key: int, ply: int) -> TTEntry | None:
        """Return the table entry of a position, or None; forced ends count from the root."""
        entry = self.table.get(key)
        if entry is None or abs(entry[1]) < FORCED_WIN:
            return entry
        depth, value, kind, move = entry
        return depth, ply_adjusted(value, ply), kind, move

    def _store(self, key: int, ply: int, entry: TTEntry) -> None:
        depth, value, kind, move = entry
        if abs(value) >= FORCED_WIN:
            entry = depth, ply_adjusted(value, -ply), kind, move
        if len(self.table) >= _TABLE_SIZE:
            self.table.clear()
        self.table[key] = entry

    def _leaf_score(self, position: Position, depth: int, ply: int) -> int | None:
        """Return the score of a leaf for its mover; None if the position must be searched."""
        self.pvs[ply] = ()
        result = position.result()
        if result is not None and self.terminal_score is not None:
            return self.terminal_score(position)
        if result is None and self.verdict is not None and self.occurrences.get(position, 0) >= 2:
            result = self.verdict(position, "repetition")
        if result is not None:
            return result_score(result, position.turn, WIN - ply)
        return None if depth else self._static_score(position)

    def _static_score(self, position: Position) -> int:
        self.open_scores += 1
        value = self.evaluate(position)
        if self.limit.noise:
            key = hash(position)
            if key not in self.noise:
                self.noise[key] = round((2 * self.random.random() - 1) * self.limit.noise)
            value += self.noise[key]
        return value


def _cuts_off(entry: TTEntry, depth: int, alpha: int, beta: int) -> bool:
    """Return whether a table entry gives a cutoff at this depth with this null window."""
    valid_depth, value, kind, _ = entry
    return valid_depth in (depth, EXACT_DEPTH) and (
        (kind != UPPER_BOUND and value >= beta) or (kind != LOWER_BOUND and value <= alpha)
    )
