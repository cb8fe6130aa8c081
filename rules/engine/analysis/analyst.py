"""Analysis of one position in short steps: score and principal variation, what one move loses
against another, and proofs.

A proof is an exact search to a given depth, without ProbCut. Forced ends within the depth are
certain; so is every value at the end of the match, and the result of a game's own solver for a
goal (`EngineSpec.exact_solvers`). Knows no single game and no pixels.
"""

import math
from collections.abc import Generator, Iterator
from dataclasses import replace
from random import Random

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.history import History
from flipside.rules.contract.position import (
    FORCED,
    PASS,
    WIN,
    Known,
    Move,
    Player,
    Position,
    Result,
    ply_adjusted,
    result_score,
    score_for,
)
from flipside.rules.contract.search_api import Limit, SearchInfo, SearchInfos
from flipside.rules.engine import data_files
from flipside.rules.engine.search import (
    LEVEL_BY_KEY,
    LEVELS,
    exact_end,
    plies_left,
    search,
    tablebase_info,
    tree_search,
    warm_up,
)

REFERENCE_KEY, REFERENCE_LEVEL = "steady", "level6"
"""Key of a game's own limit for analysis, and the level whose limit the others use: the highest
level that is the same on every machine."""

SOLVED_PLIES, HINT_SOLVED_PLIES = 16, 20
"""Plies before the end from which on reviews and hints search to the end. A hint has a time
limit."""

_CAP_PLIES, _CAP_LINES = 6, 10**8
"""Plies before the cap from which on hints and reviews search to it, and the most lines of moves
there may be to it: their number now to the power of those plies."""

_SHORTEN_NODES = 400_000
"""Positions searched for the exact number of plies to a forced end."""


ROUGH_LIMIT = Limit(depth=2, nodes=600, tablebase=True)
"""The limit of the first, rough pass."""

_MAX_DEALS = 12
"""Most deals of the hidden information in which two moves are compared."""

_DOUBT_STANDARD_ERRORS = 2.0
"""Standard errors subtracted from the mean cost, in favour of the move."""


def reference_limit(game: AnyGame) -> Limit:
    """The limit of hints and reviews; it gives the same result on every machine."""
    limit = game.engine.limits.get(REFERENCE_KEY, LEVEL_BY_KEY[REFERENCE_LEVEL].fitted(game).limit)
    return replace(limit, tablebase=True, noise=0)


def missing_files(game: AnyGame) -> tuple[str, ...]:
    """Names of the data files of hints, values and reviews that are not here yet."""
    return data_files.missing(game, LEVELS[-1].key)


def value_of_end(
    game: AnyGame, position: Position, player: Player, plies: int, result: Result | None = None
) -> int:
    """The score for `player`, in points, of a finished position `plies` after the root. `result` is
    that of the match, if the position itself is not over; raises AssertionError if both are
    None."""
    result = result or position.result()
    assert result is not None, "the position is not over"
    if game.engine.terminal_score is not None:
        return score_for(player, position.turn, game.engine.terminal_score(position))
    return result_score(result, player, WIN - plies)


def _reaches_cap(history: History) -> bool:
    """Whether the cap is so near that a search can look at all lines to it."""
    left, moves = history.plies_to_cap, len(history[-1].moves())
    return left is not None and left <= _CAP_PLIES and moves**left <= _CAP_LINES


class PositionAnalysis:
    """The analysis of one position, which may be over."""

    def __init__(
        self,
        game: AnyGame,
        position: Position,
        history: History,
        limit: Limit | None = None,
        solved_plies: int = SOLVED_PLIES,
    ) -> None:
        """`history`: the match so far, this position last. The default of `limit` is
        `reference_limit`. `solved_plies`: plies before the end from which on the search goes to the
        end."""
        # The same seed every time, so that the same question has the same answer.
        self._game, self._turn, self._random = game, position.turn, Random(0)
        here, forced = position, list[Move]()
        result = history.result()
        # A search gives no score where there is only one move.
        while result is None and len(here.moves()) == 1:
            forced.append(here.moves()[0])
            here = here.imagine(self._random).play(forced[-1])
            history = history.after(forced[-1], here)
            result = history.result()
        self._here, self._history = here, history
        self._forced, self._result = tuple(forced), result
        self._limit, self._solved_plies = limit or reference_limit(game), solved_plies
        self._thorough = self._limit.tablebase and self._limit.nodes is None
        """Whether the limit is that of hints and reviews, for which ends are proved."""
        self.solves = False
        """Whether the search, once begun, goes to the end of the match, so that its score is
        exact."""

    def infos(self) -> SearchInfos:
        """The results, with the score for the mover; one after each short step, the last counts."""
        game, here, history, limit = self._game, self._here, self._history, self._limit
        if self._result is not None:
            plies = len(self._forced)
            value = value_of_end(game, here, self._turn, plies, self._result)
            yield SearchInfo((*self._forced, PASS)[0], value, plies, 0, self._forced, exact=True)
            return
        to_cap = limit == reference_limit(game) and _reaches_cap(history)
        solved = self._thorough and plies_left(game, here) <= self._solved_plies
        self.solves = solved or to_cap
        depth = Limit.depth if solved else max(limit.depth, _CAP_PLIES) if to_cap else limit.depth
        limit = replace(limit, depth=depth)
        infos = search(here, game, limit, self._random, history)
        info = shown = next(infos)
        yield self._before_forced(shown)
        lost: SearchInfo | None = None
        for info in infos:
            if info.score <= -FORCED:
                lost = info  # perhaps only the best of a few losing moves
            else:
                shown, lost = info, None
            yield self._before_forced(shown)
        if lost is not None and (limit.nodes is None or lost.nodes < limit.nodes):
            shown = lost  # every move was searched
            yield self._before_forced(shown)
        if self._thorough and info.known == Known.SIDE:
            for better in exact_end(here, game, history, info):
                shown = better or shown
                yield self._before_forced(shown)
                if shown.nodes - info.nodes > _SHORTEN_NODES:
                    return

    def _before_forced(self, info: SearchInfo) -> SearchInfo:
        if not self._forced:
            return info
        plies = len(self._forced)
        value = score_for(self._turn, self._here.turn, ply_adjusted(info.score, plies))
        line = (*self._forced, *info.pv)
        return SearchInfo(line[0], value, info.depth + plies, info.nodes, line, info.exact)


# -- in short steps -------------------------------------------------------------------------------


def analyse(
    game: AnyGame, position: Position, history: History, limit: Limit
) -> Generator[None, None, SearchInfo]:
    """The final result of a `PositionAnalysis`."""
    for info in PositionAnalysis(game, position, history, limit).infos():
        found = info
        yield
    return found


def analyse_move(
    game: AnyGame, position: Position, move: Move, history: History, limit: Limit
) -> Generator[None, None, SearchInfo]:
    """The final result of the analysis after a move, with the score for its mover; `history` up to
    it."""
    after = position.play(move)
    info = yield from analyse(game, after, history.after(move), limit)
    return replace(info, score=ply_adjusted(score_for(position.turn, after.turn, info.score), 1))


def move_cost(
    game: AnyGame, position: Position, best: Move, played: Move
) -> Generator[None, None, int]:
    """A lower estimate of the cost of `played` against `best`, in points. Both moves are searched
    in the same deals of the information hidden from the mover."""
    costs: list[int] = []
    for number in range(_MAX_DEALS):
        dealt = position.imagine(Random(number))
        here = yield from dealt_points(game, dealt, best, ROUGH_LIMIT)
        there = yield from dealt_points(game, dealt, played, ROUGH_LIMIT)
        costs.append(here - there)
        if number >= _MAX_DEALS // 3 and sum(costs) <= 0:
            return 0
    count, mean = len(costs), sum(costs) / len(costs)
    error = math.sqrt(sum((cost - mean) ** 2 for cost in costs)) / count
    return max(0, round(mean - _DOUBT_STANDARD_ERRORS * error))


def dealt_points(
    game: AnyGame, dealt: Position, move: Move, limit: Limit
) -> Generator[None, None, int]:
    """The points of a move for its mover in one deal of what is hidden. An end counts by its
    margin: the score of a win is no number of points and would outweigh all other deals."""
    info = yield from analyse_move(game, dealt, move, History(game.repetition, [dealt]), limit)
    if abs(info.score) < FORCED:
        return info.score
    here = dealt.play(move)
    for reply in info.pv:
        if reply not in here.moves():
            break
        here = here.play(reply)
    points = here.score()
    assert points is not None, "a game with something hidden counts points"
    return 100 * (points[dealt.turn] - points[1 - dealt.turn])


def prove(
    position: Position, game: AnyGame, plies: int, history: History, goal: str = ""
) -> SearchInfos:
    """Search an unfinished position; yields a SearchInfo at once and after each step. The last one
    is certain for `plies` plies; 0: to the end of the match. Nothing may be hidden, unless the game
    has a solver for the `goal`."""
    moves, limit = position.moves(), Limit(depth=plies or Limit.depth, tablebase=True)
    yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    if goal in game.engine.exact_solvers:
        yield from game.engine.exact_solvers[goal](position, moves)
        return
    for _ in warm_up(game, limit):
        yield SearchInfo(moves[0], 0, 0, 0, (moves[0],))
    known = tablebase_info(game, position, moves, history)
    if known is not None:
        yield known
        return
    if len(moves) == 1:  # for which a search gives no score
        yield from prove_move(position, moves[0], game, plies, history)
        return
    # At the end of the match values are exact in any case, and ProbCut gets there sooner.
    yield from tree_search(position, game, limit, Random(0), history, selective=not plies)


def prove_move(
    position: Position,
    move: Move,
    game: AnyGame,
    plies: int,
    history: History,
    goal: str = "",
) -> Iterator[SearchInfo]:
    """As `prove`, for the score of one legal move for its mover; `plies` include that move."""
    if goal in game.engine.exact_solvers:
        yield from game.engine.exact_solvers[goal](position, (move,))
        return
    child, after = position.play(move), history.after(move)
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
    for found in prove(child, game, left, after):
        value = score_for(position.turn, child.turn, found.score)
        pv = (move, *found.pv)
        yield SearchInfo(move, ply_adjusted(value, 1), found.depth + 1, found.nodes, pv)
