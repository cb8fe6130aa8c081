"""Analysis of one position in time slices: score and principal variation, and what one move loses
against another. Callers ask, then call `work` in every frame. Knows no pixels."""

import math
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from random import Random

from rules.contract.game import AnyGame
from rules.contract.position import PASS, Move, Player, Position, Result
from rules.contract.search_api import Limit, SearchInfo
from rules.contract.value import FORCED, WIN, Known, ply_adjusted, result_score, score_for
from rules.engine.data import locate
from rules.engine.levels import LEVEL_BY_KEY, LEVELS
from rules.engine.search import end_of, exact_end, plies_left, search
from rules.engine.time_slices import DEFAULT_CLOCK, SecondsClock, TimeSliced

REFERENCE_KEY, REFERENCE_LEVEL = "steady", "level6"
"""Key of a game's own limit for analysis, and the level whose limit the others use: the highest
level that is the same on every machine."""

_SOLVED_PLIES = 16
"""Plies before the end from which on hints and reviews search to the end."""

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
    return locate.missing(game, LEVELS[-1].key)


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


class Analyst:
    """Analyses one position at a time; another question drops the one before."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.info: SearchInfo | None = None
        """The result so far, with the score for the mover; None before the first."""
        self.done = True
        """Whether the last question is answered as far as its limit goes."""
        self.solves = False
        """Whether the search goes to the end of the match, so that its score is exact."""
        self._slices: TimeSliced[None] = TimeSliced(iter(()))
        self._limit, self._thorough = Limit(), False
        """The limit, and whether it is that of hints and reviews, for which ends are proved."""
        self._lost: SearchInfo | None = None
        """A losing result, while some moves may not have been searched yet."""
        self._forced: tuple[Move, ...] = ()
        self._same_player = True
        """Whether the same player moves after the forced plies as now."""

    def ask(
        self, position: Position, history: Sequence[Position], limit: Limit | None = None
    ) -> None:
        """Start the analysis of a position, which may be over; the default is `reference_limit`.
        `history`: the positions of the match so far, this one last."""
        # The same seed every time, so that the same question has the same answer.
        random = Random(0)
        here, path = position, list(history) or [position]
        forced: list[Move] = []
        result = end_of(self.game, path)
        # A search gives no score where there is only one move.
        while result is None and len(here.moves()) == 1:
            forced.append(here.moves()[0])
            here = here.imagine(random).play(forced[-1])
            path.append(here)
            result = end_of(self.game, path)
        self._forced, self._same_player = tuple(forced), here.turn == position.turn
        self.info, self.done = None, False
        if result is not None:
            value = value_of_end(self.game, here, position.turn, len(forced), result)
            move = (*forced, PASS)[0]
            self.info = SearchInfo(move, value, len(forced), 0, self._forced, exact=True)
            self.done = True
        else:
            limit, self._lost = limit or reference_limit(self.game), None
            self._thorough = limit.tablebase and limit.nodes is None
            self.solves = self._thorough and plies_left(self.game, here) <= _SOLVED_PLIES
            self._limit = replace(limit, depth=Limit.depth) if self.solves else limit
            self._slices = TimeSliced(self._search(here, random, path))

    def work(self, budget: float, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Search for about `budget` seconds; return whether the question is answered."""
        self.done = self.done or self._slices.work(budget, clock)
        return self.done

    def _search(
        self, here: Position, random: Random, history: Sequence[Position]
    ) -> Iterator[None]:
        for info in search(here, self.game, self._limit, random, history):
            if info.score <= -FORCED and self.info is not None:
                self._lost = info  # perhaps only the best of a few losing moves
            else:
                self.info, self._lost = self._before_forced(info), None
            yield
        whole = self._limit.nodes
        if self._lost is not None and (whole is None or self._lost.nodes < whole):
            self.info = self._before_forced(self._lost)  # every move was searched
        if self._thorough and info.known == Known.SIDE:
            yield from self._prove(here, history, info)

    def _prove(
        self, here: Position, history: Sequence[Position], info: SearchInfo
    ) -> Iterator[None]:
        for better in exact_end(here, self.game, history, info):
            if better is not None:
                self.info = self._before_forced(better)
                if better.nodes - info.nodes > _SHORTEN_NODES:
                    return
            yield

    def _before_forced(self, info: SearchInfo) -> SearchInfo:
        if not self._forced:
            return info
        plies = len(self._forced)
        value = ply_adjusted(info.score, plies)
        line = (*self._forced, *info.pv)
        value = value if self._same_player else -value
        return SearchInfo(line[0], value, info.depth + plies, info.nodes, line, info.exact)

    def forget(self) -> None:
        """Drop the question."""
        self._slices, self.info, self.done = TimeSliced(iter(())), None, True


# -- in short steps -------------------------------------------------------------------------------


def analyse(
    analyst: Analyst, position: Position, history: Sequence[Position], limit: Limit
) -> Generator[None, None, SearchInfo]:
    """The final search result of a position; `history` are the positions of the match so far."""
    analyst.ask(position, history, limit)
    while not analyst.work(0.0):
        yield
    info = analyst.info
    assert info is not None, "a search yields at least one thought"
    return info


def move_cost(
    analyst: Analyst, position: Position, best: Move, played: Move
) -> Generator[None, None, int]:
    """A lower estimate of the cost of `played` against `best`, in points. Both moves are searched
    in the same deals of the information hidden from the mover."""
    costs: list[int] = []
    for number in range(_MAX_DEALS):
        dealt = position.imagine(Random(number))
        here = yield from dealt_points(analyst, dealt, best, ROUGH_LIMIT)
        there = yield from dealt_points(analyst, dealt, played, ROUGH_LIMIT)
        costs.append(here - there)
        if number >= _MAX_DEALS // 3 and sum(costs) <= 0:
            return 0
    count, mean = len(costs), sum(costs) / len(costs)
    error = math.sqrt(sum((cost - mean) ** 2 for cost in costs)) / count
    return max(0, round(mean - _DOUBT_STANDARD_ERRORS * error))


def dealt_points(
    analyst: Analyst, dealt: Position, move: Move, limit: Limit, history: Sequence[Position] = ()
) -> Generator[None, None, int]:
    """The points of a move for its mover in one deal of what is hidden; `history` up to it. An end
    counts by its margin: the score of a win is no number of points and would outweigh all other
    deals."""
    here = dealt.play(move)
    info = yield from analyse(analyst, here, [*history, here], limit)
    if abs(info.score) < FORCED:
        return score_for(dealt.turn, here.turn, info.score)
    for reply in info.pv:
        if reply not in here.moves():
            break
        here = here.play(reply)
    points = here.score()
    assert points is not None, "a game with something hidden counts points"
    return 100 * (points[dealt.turn] - points[1 - dealt.turn])
