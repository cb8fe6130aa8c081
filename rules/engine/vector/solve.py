"""Exact scores by null windows: margins of all moves near the end, and the plies to a forced end.

For margins, all moves are searched at once, each against its own null window. The first windows
determine who wins, the next ones the margin of the best moves. Yields after every batch.

Source: MTD(f), https://www.chessprogramming.org/MTD(f), for each move.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import replace

import numpy as np

from flipside.rules.contract import batch_rules
from flipside.rules.contract.batch_rules import Batch, Index, Points
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, WIN, History, Move, Position, plies_to_end
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.engine.vector.evaluator import INFINITY, Evaluator, TranspositionTable
from flipside.rules.engine.vector.null_window import EXACT_DEPTH, NullWindowSearch

_STEP_POINTS = 200
"""The points by which the next guess differs from a tested score. They double if two tests in a row
have the same result. Margins of Othello differ by at least two discs."""

_GUESS_PLIES, _UNGUESSED_PLIES = 10, 10
"""The maximum depth of the search with pruning that improves guesses; and the number of last plies
that it must not reach, because the exact search is faster there."""

_GUESS_TESTS, _GUESS_POINTS = 4, 200
"""The maximum number of tests with pruning per move, and the difference of bounds to stop at."""

_OPEN_POINTS = FORCED_WIN // 2
"""A number of points above every evaluation and below every forced win."""

_ENTRIES = 1 << 19
"""The number of slots of the transposition table for the margins of all moves."""

Bounds = tuple[int, int]
"""The lowest and highest possible score for the mover; equal if the score is exact."""


def solve_moves(
    position: Position, game: AnyGame, rules: batch_rules.AnyBatchRules, guesses: Mapping[Move, int]
) -> Iterator[dict[Move, Bounds] | None]:
    """Compute the exact scores of all moves of an unfinished position with bounded plies left.

    Yields the bounds of all scores after each test, and None after other steps. Ends when all
    scores are exact. `guesses` are scores in points. Good guesses save time.
    """
    left = rules.plies_left(position)
    assert left is not None, "the end is near"
    moves = position.moves()
    children = rules.children(rules.pack([position])).batch
    pruning, plain = (Evaluator(game, rules, (), selective) for selective in (True, False))
    pruning.plies_left = plain.plies_left = left
    pruning.table = plain.table = TranspositionTable(entries=_ENTRIES)
    guess = np.array([guesses[move] for move in moves], np.int32)
    about = _ScoreBounds(pruning, children, guess)
    guess_depth = max(1, min(left - _UNGUESSED_PLIES, _GUESS_PLIES))
    for _ in range(_GUESS_TESTS):
        wide = (about.high - about.low > _GUESS_POINTS).nonzero()[0]
        if len(wide):
            tests = np.clip(about.guess, about.low + 1, about.high)[wide]
            for _ in about.test(wide, tests, guess_depth):
                yield None
    guess = np.clip(about.guess, about.low, about.high)
    exact = _ScoreBounds(plain, children, guess)
    low, high = exact.low, exact.high
    while (low < high).any():
        unknown = np.sign(low) != np.sign(high)
        pending = unknown if unknown.any() else (low < high) & (high > low.max())
        first = low + 1
        if pending.any():  # first test only for scores above the best lower bound
            first = np.maximum(first, low.max() + 1)
        else:
            pending = low < high
        numbers = pending.nonzero()[0]
        tests = np.minimum(np.maximum(exact.guess, first), high)
        tests[unknown] = np.where(high <= 0, 0, np.where(low >= 0, 1, guess > 0))[unknown]
        for _ in exact.test(numbers, tests[numbers], EXACT_DEPTH - 1, aims=not unknown.any()):
            yield None
        yield {
            move: (int(least), int(most))
            for move, least, most in zip(moves, low, high, strict=True)
        }


class _ScoreBounds:
    """Bounds `low` and `high` (n,) of the scores of all moves, and the next guesses (n,)."""

    def __init__(self, evaluator: Evaluator, children: Batch, guess: Points) -> None:
        self.evaluator, self.children, self.guess = evaluator, children, guess.copy()
        size = len(guess)
        self.low, self.high = np.full(size, -INFINITY, np.int32), np.full(size, INFINITY, np.int32)
        ends = evaluator.rules.terminal_scores(children)
        over = ends != batch_rules.NOT_OVER
        self.low[over] = self.high[over] = -ends[over]
        self._step = np.full(size, _STEP_POINTS, np.int32)
        self._direction = np.zeros(size, np.int32)

    def test(
        self, numbers: Index, tests: Points, depth: int, aims: bool = True
    ) -> Generator[None, None, None]:
        """Search whether the scores of moves are at least `tests`; with `aims`, change guesses."""
        children, width = self.children[:, numbers], max(2, len(self.guess))
        search = NullWindowSearch(self.evaluator, children, 1 - tests, depth, 1, width)
        scores = -(yield from search.values())
        above = scores >= tests
        low, high = self.low[numbers], self.high[numbers]
        self.low[numbers] = np.where(above, np.maximum(low, scores), low)
        self.high[numbers] = np.where(above, high, np.minimum(high, scores))
        if aims:
            direction = np.where(above, 1, -1)
            again = self._direction[numbers] == direction
            self._step[numbers] = np.where(again, 2 * self._step[numbers], _STEP_POINTS)
            self._direction[numbers] = direction
            self.guess[numbers] = scores + direction * self._step[numbers] + ~above


def find_exact_end(
    position: Position,
    game: AnyGame,
    rules: batch_rules.AnyBatchRules,
    history: History,
    info: SearchInfo,
) -> Iterator[SearchInfo | None]:
    """Find the exact number of plies to the forced end in `info`, testing short ones first.

    Yields `info` after each number that is ruled out, None after other steps, and finally the exact
    result. The forced end must come before the cap.
    """
    plies, won = plies_to_end(info.score), info.score > 0
    assert plies is not None, "the end is forced"
    evaluator = Evaluator(game, rules, history, selective=False)
    root = rules.pack([position])
    for depth in range(1, plies):
        number = yield from _deciding_move(evaluator, root, depth, won, 0)
        if number is not None:
            numbers = yield from _forced_line(evaluator, root, number, depth, won)
            moves = []
            for number in numbers:
                moves.append(position.moves()[number])
                position = position.play(moves[-1])
            score = WIN - depth if won else depth - WIN
            nodes = info.nodes + evaluator.nodes
            yield SearchInfo(moves[0], score, depth, nodes, tuple(moves), exact=True)
            return
        yield replace(info, nodes=info.nodes + evaluator.nodes)
    yield replace(info, nodes=info.nodes + evaluator.nodes, exact=True)


def drawing_move(
    evaluator: Evaluator, root: Batch, likely: int, depth: int
) -> Generator[None, None, int | None]:
    """Return the number of a move that proves a draw of one position (words, 1), or None.

    The proof does not use evaluations. It shows that neither player can force a win, whatever the
    positions after `depth` plies, and after a pending ply, are worth. `likely` is tried first.
    """
    children = evaluator.rules.children(root).batch
    everything = np.arange(children.shape[1])
    worth: Points = yield from _with_open_ends(evaluator, children, depth, won=True)
    if (worth > 0).any():
        return None
    for numbers in (everything[likely : likely + 1], everything):
        worth = yield from _with_open_ends(evaluator, children[:, numbers], depth, won=False)
        if (worth >= 0).any():
            return int(numbers[(worth >= 0).argmax()])
    return None


def _with_open_ends(
    evaluator: Evaluator, children: Batch, depth: int, won: bool
) -> Generator[None, None, Points]:
    """Return bounds of the scores, for the player at the root, of moves to these children.

    Unfinished positions count as won for this player if `won`, else as lost. The bounds decide
    whether a score is above 0 if `won`, else whether it is at least 0.
    """
    table, evaluator.table = evaluator.table, TranspositionTable()
    evaluator.open_points = _OPEN_POINTS if won else -_OPEN_POINTS
    bounds = np.full(children.shape[1], 0 if won else 1, np.int32)
    width = max(2, children.shape[1])
    scores = -(yield from NullWindowSearch(evaluator, children, bounds, depth, 1, width).values())
    evaluator.table, evaluator.open_points = table, 0
    return scores


def _decided(
    evaluator: Evaluator, batch: Batch, depth: int, ply: int, won: bool
) -> Generator[None, None, batch_rules.Flags]:
    """Return whether the mover of each position (n,) loses within `depth` plies.

    Without `won`, return whether the mover wins. The batch is `ply` plies after the root.
    """
    if depth:
        bounds = np.full(batch.shape[1], 1 - FORCED_WIN if won else FORCED_WIN, np.int32)
        scores = yield from NullWindowSearch(evaluator, batch, bounds, depth, ply, 8).values()
    else:
        scores = evaluator.end_scores(batch, ply)
        scores = np.where(scores == batch_rules.NOT_OVER, np.int32(0), scores)
    return scores <= -FORCED_WIN if won else scores >= FORCED_WIN


def _deciding_move(
    evaluator: Evaluator, batch: Batch, depth: int, won: bool, ply: int
) -> Generator[None, None, int | None]:
    """Return the number of a move of one position (words, 1) that wins within `depth` plies.

    Without `won`, return the move that loses latest, if all moves lose within `depth` plies. Return
    None if there is no such move.
    """
    children = evaluator.rules.children(batch).batch
    certain = yield from _decided(evaluator, children, depth - 1, ply + 1, won)
    if won:
        return int(certain.argmax()) if certain.any() else None
    if not certain.all():
        return None
    sooner = ~certain
    if depth > 1:
        sooner = yield from _decided(evaluator, children, depth - 2, ply + 1, won)
    return int(sooner.argmin())


def _forced_line(
    evaluator: Evaluator, batch: Batch, number: int, plies: int, won: bool
) -> Generator[None, None, list[int]]:
    """Return the numbers of the moves to the forced end of one position, with `number` first."""
    numbers = [number]
    while len(numbers) < plies:
        batch, won = evaluator.rules.children(batch).batch[:, [numbers[-1]]], not won
        left = plies - len(numbers)
        reply = yield from _deciding_move(evaluator, batch, left, won, len(numbers))
        if reply is None:
            break
        numbers.append(reply)
    return numbers
