"""Alpha-beta search (principal variation search, iterative deepening) over single positions.

Knows no single game, no clock and no screen.
"""

from collections.abc import Generator, Iterator, Sequence
from random import Random

from rules.contract.game import AnyGame
from rules.contract.position import Move, Player, Position, Result
from rules.contract.rng import drop_overlooked
from rules.contract.search_api import Limit, SearchInfo, SearchInfos
from rules.contract.value import FORCED, WIN
from rules.engine.transposition import (
    EXACT_BOUND,
    EXACT_DEPTH,
    LOWER_BOUND,
    UPPER_BOUND,
    RepetitionHistory,
    TranspositionTable,
    TTEntry,
)

STEP_NODES = 16
"""Positions searched between two yields: well under 5 ms in every game."""

_AGAIN = WIN // 2
"""The score of a win by repetition: less than a forced win, as the opponent may deviate."""

_BEYOND = 2 * WIN
_NOISE_SIZE = 4_000
"""Evaluations whose noise is stored; later ones are given without noise."""


def alpha_beta_search(
    position: Position,
    game: AnyGame,
    limit: Limit,
    random: Random,
    seen: Sequence[Position] = (),
) -> SearchInfos:
    """Search an unfinished position by alpha-beta; yields a SearchInfo at once and after each step.

    Ends by itself at the depth of the limit, at a forced end, or when only one move is legal.
    `seen` are the positions of the match so far. The same Random gives the same SearchInfos.
    """
    return _Search(position.imagine(random), game, limit, random, seen).thoughts()


class _Search:
    """One search: its root, its limit and everything it remembers."""

    def __init__(
        self,
        root: Position,
        game: AnyGame,
        limit: Limit,
        random: Random,
        seen: Sequence[Position],
    ) -> None:
        self.root, self.judge, self.limit, self.random = root, game.engine.evaluate, limit, random
        self.worth = game.engine.terminal_score
        self.moves = drop_overlooked(root.moves(), limit.oversight_rate, random)
        assert self.moves, "a search begins before the end of the match"
        self.memory = TranspositionTable()
        self.circles = (
            None
            if game.repetition is None
            else RepetitionHistory(game.repetition.verdict, root, seen)
        )
        self.noise: dict[int, int] = {}
        self.positions = 0
        self.open = 0
        """Values so far that a deeper search could change."""
        self.circled = 0
        """Values so far that depend on the path to them, by repetition."""
        self.lines: list[tuple[Move, ...]] = [()] * (limit.depth + 2)
        self.best = SearchInfo(self.moves[0], game.engine.evaluate(root), 0, 0, (self.moves[0],))

    def thoughts(self) -> Iterator[SearchInfo]:
        """Iterative deepening until nothing more can be learned or the limit is reached."""
        yield self.best
        if len(self.moves) == 1:
            return
        for depth in range(1, self.limit.depth + 1):
            open_before = self.open
            for _ in self._visit(self.root, depth, -_BEYOND, _BEYOND, 0):
                yield self._now()
                if self.limit.nodes is not None and self.positions >= self.limit.nodes:
                    return
            yield self._now()
            if abs(self.best.score) >= FORCED or self.open == open_before:
                return

    def _now(self) -> SearchInfo:
        best = self.best
        return SearchInfo(best.move, best.score, best.depth, self.positions, best.pv)

    def _visit(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int
    ) -> Generator[None, None, int]:
        """The alpha-beta value of an unfinished position for its mover, `depth` >= 1 plies deep.

        Within (alpha, beta) it is exact, outside it is a bound. The first move gets the full
        window, the others a null window first. Yields after each step.
        """
        self.lines[ply] = ()
        known = self.memory.get(position, ply)
        if known is not None and beta - alpha == 1 and _settles(known, depth, alpha, beta):
            self.open += known[0] != EXACT_DEPTH
            return known[1]
        open_before, circled_before, lowest = self.open, self.circled, alpha
        turn, best, choice = position.turn, -_BEYOND, None
        if self.circles is not None:
            self.circles.enter(position)
        for move in self._ordered(position, turn, ply, known):
            child = position.play(move)
            self.positions += 1
            if self.positions % STEP_NODES == 0:
                yield
            same = child.turn == turn
            value = self._leaf(child, depth - 1, ply + 1)
            if value is None:
                reach = beta if choice is None else alpha + 1
                window = (alpha, reach) if same else (-reach, -alpha)
                value = yield from self._visit(child, depth - 1, *window, ply + 1)
                if alpha < (value if same else -value) < beta and reach < beta:
                    window = (alpha, beta) if same else (-beta, -alpha)
                    value = yield from self._visit(child, depth - 1, *window, ply + 1)
            if not same:
                value = -value
            if value > best:
                best, choice = value, move
                if value > alpha:
                    alpha = value
                    self.lines[ply] = (move, *self.lines[ply + 1])
                    if ply == 0:
                        self.best = SearchInfo(move, value, depth, self.positions, self.lines[0])
                    if alpha >= beta:
                        self.memory.reward(move, turn, depth, ply)
                        break
        if self.circles is not None:
            self.circles.leave(position)
        assert choice is not None
        if self.circled != circled_before:
            self.memory.put_move(position, choice)
        else:
            reached = depth if self.open != open_before else EXACT_DEPTH
            kind = UPPER_BOUND if best <= lowest else LOWER_BOUND if best >= beta else EXACT_BOUND
            self.memory.put(position, ply, (reached, best, kind, choice))
        return best

    def _ordered(
        self, position: Position, turn: Player, ply: int, known: TTEntry | None
    ) -> Sequence[Move]:
        """All legal moves after move ordering: those first that are likely to be best."""
        moves = position.moves() if ply else self.moves
        if len(moves) < 2:
            return moves
        first = None if known is None else known[3]
        if ply == 0 and self.best.depth:
            first = self.best.move
        return self.memory.ordered(moves, turn, ply, first)

    def _leaf(self, position: Position, depth: int, ply: int) -> int | None:
        """The value of a leaf for its mover; None where the tree goes on."""
        self.lines[ply] = ()
        result = position.result()
        if result is not None:
            if self.worth is not None:
                return self.worth(position)
            return _worth(result, position.turn, WIN - ply)
        if self.circles is not None:
            if self.circles.times(position) >= 2:
                return _worth(self.circles.verdict(position), position.turn, WIN - ply)
            if self.circles.on_line(position):
                self.open += 1
                self.circled += 1
                return _worth(self.circles.verdict(position), position.turn, _AGAIN - ply)
        return None if depth else self._judged(position)

    def _judged(self, position: Position) -> int:
        """The static evaluation of the position, plus its noise."""
        self.open += 1
        value = self.judge(position)
        if self.limit.noise:
            key = hash(position)
            noise = self.noise.get(key)
            if noise is None:
                if len(self.noise) >= _NOISE_SIZE:
                    return value
                noise = round((2 * self.random.random() - 1) * self.limit.noise)
                self.noise[key] = noise
            value += noise
        return value


def _worth(result: Result, player: Player, win: int) -> int:
    if result.winner is None:
        return 0
    return win if result.winner == player else -win


def _settles(known: TTEntry, depth: int, alpha: int, beta: int) -> bool:
    """Whether a transposition table entry gives a cutoff at this depth and window."""
    reached, value, kind, _ = known
    if reached not in (depth, EXACT_DEPTH):
        return False
    return (kind != UPPER_BOUND and value >= beta) or (kind != LOWER_BOUND and value <= alpha)
