"""Search results for a review, and the cost of a move under hidden information, in short steps."""

import math
from collections.abc import Generator, Sequence
from random import Random

from rules.contract.position import Move, Position
from rules.contract.search_api import Limit, SearchInfo
from rules.contract.value import score_for
from rules.engine.analysis.analyst import Analyst

ROUGH_LIMIT = Limit(depth=2, nodes=600, tablebase=True)
"""The limit of the first, rough pass."""

_MAX_DEALS = 12
"""Most deals of the hidden information in which two moves are compared."""

_DOUBT_STANDARD_ERRORS = 2.0
"""Standard errors subtracted from the mean cost, in favour of the move."""


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
        here = yield from _after(analyst, dealt, best)
        costs.append(here - (yield from _after(analyst, dealt, played)))
        if number >= _MAX_DEALS // 3 and sum(costs) <= 0:
            return 0
    count, mean = len(costs), sum(costs) / len(costs)
    error = math.sqrt(sum((cost - mean) ** 2 for cost in costs)) / count
    return max(0, round(mean - _DOUBT_STANDARD_ERRORS * error))


def _after(analyst: Analyst, position: Position, move: Move) -> Generator[None, None, int]:
    """The score of a move for its mover, in points, by a rough search of what follows."""
    after = position.play(move)
    score = after.score()
    if after.result() is not None:
        assert score is not None, "a game with something hidden counts points"
        return 100 * (score[position.turn] - score[1 - position.turn])
    info = yield from analyse(analyst, after, [after], ROUGH_LIMIT)
    return score_for(position.turn, after.turn, info.score)
