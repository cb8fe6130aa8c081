"""Analysis of one position in short steps: score, principal variation, cost of a move, proofs.

A proof is a search to a given depth without ProbCut. Its forced ends are certain. If it reaches the
end of the match, all its scores are certain. So are the results of `EngineSpec.exact_solvers`.
"""

import math
from collections.abc import Generator, Iterator
from dataclasses import replace
from random import Random

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import (
    FORCED_WIN,
    PASS,
    WIN,
    Certainty,
    History,
    Move,
    Player,
    Position,
    Result,
    ply_adjusted,
    result_score,
    score_for,
)
from flipside.rules.contract.search_api import Limit, SearchInfo, SearchInfos
from flipside.rules.engine import data_files, search

REFERENCE_KEY, REFERENCE_LEVEL = "analysis", "level6"
"""The key of the limit for analysis, and the level whose limit is used in games without one. It is
the highest level that is the same on every machine."""

SOLVED_PLIES, HINT_SOLVED_PLIES = 16, 20
"""Reviews and hints search to the end of the match if it is at most so many plies away."""

_CAP_PLIES, _CAP_LINES = 6, 10**8
"""Hints and reviews search to the cap if at most so many plies are left, and if the number of legal
moves to the power of these plies is not higher than the second value."""

_SHORTEN_NODES = 400_000
"""The maximum number of positions searched for the exact number of plies to a forced end."""


ROUGH_LIMIT = Limit(depth=2, nodes=600, uses_tablebase=True)
"""The limit of the first pass of a review."""

_MAX_DEALS = 12
"""The maximum number of deals of hidden information in which two moves are compared."""

_DOUBT_STANDARD_ERRORS = 2.0
"""The number of standard errors subtracted from the mean cost of a move."""


def reference_limit(game: AnyGame) -> Limit:
    """Return the limit of hints and reviews. It gives the same result on every machine."""
    limit = game.engine.limits.get(
        REFERENCE_KEY, search.LEVEL_BY_KEY[REFERENCE_LEVEL].fitted(game).limit
    )
    return replace(limit, uses_tablebase=True, noise=0)


def missing_files(game: AnyGame) -> tuple[str, ...]:
    """Return the names of missing data files that hints and reviews use."""
    return data_files.missing(game, search.LEVELS[-1].key)


def value_of_end(
    game: AnyGame, position: Position, player: Player, plies: int, result: Result | None = None
) -> int:
    """Return the score for `player`, in points, of a finished position `plies` after the root.

    `result` is the result of the match, needed if repetition or cap ended it.
    """
    result = result or position.result()
    assert result is not None, "the position is not over"
    if game.engine.terminal_score is not None:
        return score_for(player, position.turn, game.engine.terminal_score(position))
    return result_score(result, player, WIN - plies)


def _reaches_cap(history: History) -> bool:
    """Return whether the cap is near enough to search all lines to it."""
    left, moves = history.plies_to_cap, len(history[-1].moves())
    return left is not None and left <= _CAP_PLIES and moves**left <= _CAP_LINES


class PositionAnalysis:
    """The analysis of one position. It may be a finished position."""

    def __init__(
        self,
        game: AnyGame,
        position: Position,
        history: History,
        limit: Limit | None = None,
        solved_plies: int = SOLVED_PLIES,
    ) -> None:
        """Prepare the analysis of `position`, the last of `history`; by default `reference_limit`.

        If the end is at most `solved_plies` away, the search goes to the end.
        """
        # The fixed seed gives the same result for the same position.
        self._game, self._turn, self._random = game, position.turn, Random(0)
        self._prefix: tuple[Move, ...] = ()
        """Forced moves from `position`. A search stops at them without a score."""
        here, result = position, history.result()
        while result is None and len(here.moves()) == 1:
            (move,) = here.moves()
            self._prefix += (move,)
            here = here.determinize(self._random).play(move)
            history = history.extended(move, here)
            result = history.result()
        self._here, self._history, self._result = here, history, result
        self._limit, self._solved_plies = limit or reference_limit(game), solved_plies
        self._thorough = self._limit.uses_tablebase and self._limit.nodes is None
        """Whether the limit is one of hints and reviews, which prove forced ends."""
        self.solves = False
        """Whether the search goes to the end of the match, so that its score is exact."""

    def infos(self) -> SearchInfos:
        """Yield a result after each short step, scored for the mover; the last one counts."""
        game, here, history, limit = self._game, self._here, self._history, self._limit
        if self._result is not None:
            plies = len(self._prefix)
            value = value_of_end(game, here, self._turn, plies, self._result)
            yield SearchInfo((*self._prefix, PASS)[0], value, plies, 0, self._prefix, exact=True)
            return
        to_cap = limit == reference_limit(game) and _reaches_cap(history)
        to_end = self._thorough and search.plies_left(game, here) <= self._solved_plies
        self.solves = to_end or to_cap
        depth = Limit.depth if to_end else max(limit.depth, _CAP_PLIES) if to_cap else limit.depth
        limit = replace(limit, depth=depth)
        infos = search.search(here, game, limit, self._random, history)
        info = best = next(infos)
        yield self._with_prefix(best)
        losing: SearchInfo | None = None
        for info in infos:
            if info.score <= -FORCED_WIN:
                losing = info  # moves not searched yet may be better
            else:
                best, losing = info, None
            yield self._with_prefix(best)
        if losing is not None and (limit.nodes is None or losing.nodes < limit.nodes):
            best = losing
            yield self._with_prefix(best)
        if self._thorough and info.certainty == Certainty.SIDE:
            for shorter in search.exact_end(here, game, history, info):
                best = shorter or best
                yield self._with_prefix(best)
                if best.nodes - info.nodes > _SHORTEN_NODES:
                    return

    def _with_prefix(self, info: SearchInfo) -> SearchInfo:
        if not self._prefix:
            return info
        plies = len(self._prefix)
        value = score_for(self._turn, self._here.turn, ply_adjusted(info.score, plies))
        line = (*self._prefix, *info.pv)
        return SearchInfo(line[0], value, info.depth + plies, info.nodes, line, info.exact)


# -- in short steps -------------------------------------------------------------------------------


def analyse(
    game: AnyGame, position: Position, history: History, limit: Limit
) -> Generator[None, None, SearchInfo]:
    """Run a `PositionAnalysis` in short steps; return its last result."""
    for info in PositionAnalysis(game, position, history, limit).infos():
        last = info
        yield
    return last


def analyse_move(
    game: AnyGame, position: Position, move: Move, history: History, limit: Limit
) -> Generator[None, None, SearchInfo]:
    """Analyse the position after a move, in short steps; return the result for its mover."""
    after = position.play(move)
    info = yield from analyse(game, after, history.extended(move), limit)
    return replace(info, score=ply_adjusted(score_for(position.turn, after.turn, info.score), 1))


def move_cost(
    game: AnyGame, position: Position, best: Move, move: Move
) -> Generator[None, None, int]:
    """Return a low estimate, in points, of how much worse `move` is than `best`, at least 0.

    Both moves are scored in the same random deals of the hidden information, in short steps.
    """
    costs: list[int] = []
    for number in range(_MAX_DEALS):
        dealt = position.determinize(Random(number))
        here = yield from dealt_points(game, dealt, best, ROUGH_LIMIT)
        there = yield from dealt_points(game, dealt, move, ROUGH_LIMIT)
        costs.append(here - there)
        if number >= _MAX_DEALS // 3 and sum(costs) <= 0:
            return 0
    count, mean = len(costs), sum(costs) / len(costs)
    error = math.sqrt(sum((cost - mean) ** 2 for cost in costs)) / count
    return max(0, round(mean - _DOUBT_STANDARD_ERRORS * error))


def dealt_points(
    game: AnyGame, dealt: Position, move: Move, limit: Limit
) -> Generator[None, None, int]:
    """Return the points of a move for its mover in one deal of the hidden information.

    A forced end counts by its margin, because the score of a win would outweigh all other deals.
    """
    info = yield from analyse_move(game, dealt, move, History(game.repetition, [dealt]), limit)
    if abs(info.score) < FORCED_WIN:
        return info.score
    here = dealt.play(move)
    for reply in info.pv:
        if reply not in here.moves():
            break
        here = here.play(reply)
    points = here.points()
    assert points is not None, "a game with something hidden counts points"
    return 100 * (points[dealt.turn] - points[1 - dealt.turn])


def prove(
    position: Position, game: AnyGame, plies: int, history: History, goal: str = ""
) -> SearchInfos:
    """Prove the score of an unfinished position; yield a SearchInfo at once and after each step.

    The last SearchInfo is certain for `plies` plies, or to the end of the match if `plies` is 0.
    No information may be hidden, unless the game has a solver for `goal`.
    """
    moves, limit = position.moves(), Limit(depth=plies or Limit.depth, uses_tablebase=True)
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if goal in game.engine.exact_solvers:
        yield from game.engine.exact_solvers[goal](position, moves)
        return
    for _ in search.warm_up(game, limit):
        yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    exact = search.tablebase_info(game, position, moves, history)
    if exact is not None:
        yield exact
        return
    if len(moves) == 1:  # a search would stop without a score
        yield from prove_move(position, moves[0], game, plies, history)
        return
    # A search to the end of the match is exact even with ProbCut, and then faster.
    yield from search.tree_search(position, game, limit, Random(0), history, selective=not plies)


def prove_move(
    position: Position, move: Move, game: AnyGame, plies: int, history: History, goal: str = ""
) -> Iterator[SearchInfo]:
    """Prove the score of a legal move for its mover; `plies` include the move, 0 means all."""
    if goal in game.engine.exact_solvers:
        yield from game.engine.exact_solvers[goal](position, (move,))
        return
    child, after = position.play(move), history.extended(move)
    result = after.result()
    if result is not None:
        value = value_of_end(game, child, position.turn, 1, result)
        yield SearchInfo(move, value, 1, 1, (move,))
        return
    if plies == 1:
        value = score_for(position.turn, child.turn, game.engine.static_score(child))
        yield SearchInfo(move, value, 1, 1, (move,))
        return
    left = plies - 1 if plies else 0
    for info in prove(child, game, left, after):
        value = score_for(position.turn, child.turn, info.score)
        pv = (move, *info.pv)
        yield SearchInfo(move, ply_adjusted(value, 1), info.depth + 1, info.nodes, pv)
