"""How difficult a problem is: which level finds it, which moves tempt, how far one has to look."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.arena.contest import level_move
from rules.contract.game import AnyGame
from rules.contract.position import Move, Position
from rules.contract.value import FORCED
from rules.engine.analysis.proof import prove
from rules.engine.levels import LEVEL_BY_KEY
from rules.match.match import Match
from rules.teaching.problems import Problem

ProblemLine = dict[str, Any]
"""A problem as in the file of the maker, with the facts for grading."""

_GRADING_LEVELS = tuple(LEVEL_BY_KEY[f"level{number}"] for number in range(1, 7))
"""The levels that play alike on every machine, the weakest first."""

_GRADING_TRIES = 3
"""Searches of a level for a problem; it finds the answer if most of them are right."""

_FAR_END_PLIES = 6
"""The length, in plies, of a problem whose proof goes to a far end of the match."""

_GOAL_PLIES = {"block": 8}
"""The length, in plies, of a problem of one move, by goal."""

_NEAR_POINTS, _MAX_NEAR_SQUARES = 100, 6
"""Points below the right move within which a wrong move is near; most squares of such moves."""


def searched_level(
    match: Match, problem: Problem, random: Random, values: Mapping[Move, int], wanted: int
) -> int:
    """How high a level the problem needs, from 1.

    `values` are the scores of all moves in points; a right one reaches `wanted`.
    """
    if _is_level_goal(problem):
        return _lowest_level(match, problem, random)
    return _near_squares(values, wanted)


def _lowest_level(match: Match, problem: Problem, random: Random) -> int:
    """The lowest level that finds the answer, from 1; one above the highest if none does."""
    for number, level in enumerate(_GRADING_LEVELS, start=1):
        fitted = level.fitted(match.game)
        # Without noise a level hardly ever thinks otherwise the next time.
        tries = _GRADING_TRIES if fitted.limit.noise else 1
        names = [match.position.name(level_move(match, fitted, random)) for _ in range(tries)]
        if sum(name in problem.answers for name in names) * 2 > tries:
            return number
    return len(_GRADING_LEVELS) + 1


def _near_squares(values: Mapping[Move, int], wanted: int) -> int:
    """The number of squares with near wrong moves, plus one; used in place of a level."""
    near = {move[:1] for move, value in values.items() if wanted - _NEAR_POINTS <= value < wanted}
    return 1 + min(len(near), _MAX_NEAR_SQUARES)


def _is_level_goal(problem: Problem) -> bool:
    """Whether levels aim for the goal itself, not only for a won match."""
    return problem.goal in ("win", "draw") or problem.goal not in problem.game.engine.exact_solvers


def tempting_moves(match: Match, values: Mapping[Move, int], wanted: int) -> int:
    """The number of wrong moves that the evaluation, one ply deep, prefers to the right one."""
    position, evaluate = match.position, match.game.engine.evaluate
    scores = {}
    for move in values:
        after = position.play(move)
        worth = FORCED if after.result() is not None else -evaluate(after)
        scores[move] = worth if after.turn != position.turn else -worth
    right = min(scores[move] for move in values if values[move] >= wanted)
    return sum(scores[move] >= right for move in values if values[move] < wanted)


def difficulty(game: AnyGame, line: ProblemLine) -> tuple[int, int, str]:
    """The sort key of a problem by difficulty: level, tempting moves and length; then its id."""
    data = line["problem"]
    points = 3 * line["level"] + 2 * min(line["tempting"], 5) + _length(game, data)
    return points, len(data["moves"]), data["id"]


def _length(game: AnyGame, problem: ProblemLine) -> int:
    """The plies that a player has to look ahead, to the end of the match if that is near."""
    position, goal = position_of(game, problem), problem["goal"]
    if goal in _GOAL_PLIES:
        return _GOAL_PLIES[goal]
    if goal in game.engine.exact_solvers and not problem["plies"]:
        *_, thought = prove(position, game, 0, (position,), goal)
        return thought.depth
    rules = game.engine.batch_rules() if game.engine.batch_rules is not None else None
    left = rules.plies_left(position) if rules is not None and rules.covers(position) else None
    return int(problem["plies"]) or (_FAR_END_PLIES if left is None else left)


def position_of(game: AnyGame, problem: ProblemLine) -> Position:
    """The position of a problem, as in its line of the file."""
    match = Match(game, problem["options"], problem["seed"])
    match.read_moves(problem["moves"])
    return match.position


def lead_points(line: ProblemLine) -> int:
    """The margin in points by which a counted match is decided; otherwise 0."""
    problem = line["problem"]
    value = abs(problem["value"])
    return value if value < FORCED and not problem["plies"] else 0
