"""Proofs of problems: positions with exactly one right move, and their main lines."""

import math
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, History, Move, Position, plies_to_end
from flipside.rules.engine.analysis.analyst import prove, prove_move
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.search import plies_left, solved_moves
from flipside.rules.match.match import Match
from flipside.rules.teaching import Problem, least_value

_EXACT_PLIES = range(5, 14)
"""The distances from the end, in plies, at which margins are solved."""

_FORCED_PLIES = (3, 5, 7, 9)
"""The depths at which forced ends are searched, one after the other."""

_MAX_LINES = 2 * 10**8
"""The maximum number of lines in a proof: the number of legal moves to the power of the plies."""

_MAX_LEAD_POINTS = 2_400
"""The maximum margin with best play, in points."""

_MAX_WIN_PLIES = 19
"""The maximum number of plies to a win in a tablebase."""

_COUNTED_GOAL = "block"
"""The goal of problems with hidden information. "join" is too easy: naive players find it."""

_LEAST_MARGIN_POINTS = 200
"""Minimum lead of the best score over the second best, or over the median if tiles are hidden."""

_LEAST_MOVES = 3

_UNDECIDED_GOALS = ("draw", "hold")
"""Goals for which the score of the problem is 0."""


def candidates(match: Match, plies: Iterable[int]) -> Iterator[Problem]:
    """Yield a problem for each of these plies with one right move; `match` goes to that ply."""
    for at in plies:
        match.goto_ply(at)
        if match.result() is None and _is_fair(match):
            problem = _by_proof(match)
            if problem is not None:
                yield problem


def _is_fair(match: Match) -> bool:
    """Return whether there are enough moves, and neither a repetition nor the cap is near."""
    left = match.plies_left()
    return (
        len(match.legal()) >= _LEAST_MOVES
        and len(set(match.history())) == len(match.history())
        and (left is None or left > max(_FORCED_PLIES))
    )


def _by_proof(match: Match) -> Problem | None:
    game, position = match.game, match.position
    if game.engine.exact_solvers:
        return _by_solvers(match)
    if hides_information(position):
        return None
    if game.engine.tablebase is not None:
        scores = game.engine.tablebase(position)
        return None if scores is None else _by_tablebase(match, scores)
    if game.engine.terminal_score is None:
        return _by_forced_end(match)
    if plies_left(game, position) in _EXACT_PLIES:
        return _by_margin(match, prove_moves(position, game, 0, match.history()))
    return None


def _by_tablebase(match: Match, scores: Mapping[Move, int]) -> Problem | None:
    """Return a problem with the goal "win" or "draw", or None if several moves reach it."""
    best = max(scores.values())
    plies = plies_to_end(best) if best > 0 else None
    if plies is not None and plies <= _MAX_WIN_PLIES:
        return _if_unique(match, "win", plies, scores)
    return _if_unique(match, "draw", 0, scores) if abs(best) < FORCED_WIN else None


def _by_solvers(match: Match) -> Problem | None:
    """Return a problem of the game's solvers; with hidden tiles its goal is "block"."""
    game, position = match.game, match.position
    if not hides_information(position):
        after = (position.play(move) for move in match.legal())
        if _covered(position) or all(then.result() is not None for then in after):
            return None
        values = prove_moves(position, game, 0, match.history(), "most")
        best, second = sorted(values.values(), reverse=True)[:2]
        return _by_margin(match, values) if best - second >= _LEAST_MARGIN_POINTS else None
    values = prove_moves(position, game, 1, match.history(), _COUNTED_GOAL)
    if max(values.values()) < median(values.values()) + _LEAST_MARGIN_POINTS:
        return None
    return _if_unique(match, _COUNTED_GOAL, 1, values)


def _covered(position: Position) -> bool:
    """Return whether there are tiles on a leftover pile. The screen does not show which."""
    tallies = (tally for side in position.tallies() for tally in side)
    return any(tally.key == "leftover" and tally.number for tally in tallies)


def _by_margin(match: Match, values: Mapping[Move, int]) -> Problem | None:
    """Return a problem with the goal "win", "draw" or "most", or None if several moves reach it."""
    best, second = sorted(values.values(), reverse=True)[:2]
    goal = "win" if best > 0 >= second else "most" if best else "draw"
    return _if_unique(match, goal, 0, values) if abs(best) <= _MAX_LEAD_POINTS else None


def _by_forced_end(match: Match) -> Problem | None:
    """Return a problem with the goal "win" or "hold", or None if several moves reach it."""
    position, game, history = match.position, match.game, match.history()
    for plies in _FORCED_PLIES:
        if len(match.legal()) ** plies > _MAX_LINES:
            return None
        values = prove_moves(position, game, plies, history)
        best = max(values, key=values.__getitem__)
        losses = [plies_to_end(value) or 0 for value in values.values() if value <= -FORCED_WIN]
        if values[best] >= FORCED_WIN:
            return _if_unique(match, "win", plies_to_end(values[best]) or 0, values)
        if len(losses) >= len(values) - 1:
            *_, info = prove_move(position, best, game, max(losses) + 2, history)
            if info.score <= -FORCED_WIN:  # it also loses, only a little later
                return None
            return _if_unique(match, "hold", max(losses), values)
    return None


def _if_unique(match: Match, goal: str, plies: int, values: Mapping[Move, int]) -> Problem | None:
    best = max(values.values())
    threshold = least_value(match.game, goal, best)
    right = [match.position.name(move) for move, value in values.items() if value >= threshold]
    if len(right) > 1:
        return None
    usual, moves = match.game.choices({}), " ".join(match.names()[: match.ply])
    options = {key: word for key, word in match.choices.items() if word != usual[key]}
    return Problem(
        key=f"{zlib.crc32(f'{options} {match.seed} {moves}'.encode()):08x}",
        game=match.game,
        choices=options,
        seed=match.seed,
        moves=moves,
        goal=goal,
        plies=plies,
        value=0 if goal in _UNDECIDED_GOALS else best,
        answers=tuple(right),
        grade=1,
        rating=0,
    )


@dataclass(frozen=True)
class LinePly:
    """One ply of a main line."""

    legal: int
    """The number of legal moves."""
    right: frozenset[Move]
    """The moves after which the goal can be reached; empty if the opponent is to move."""

    @property
    def decides(self) -> bool:
        """Whether the solver can make a wrong move here."""
        return 0 < len(self.right) < self.legal


def main_line(problem: Problem) -> tuple[Match, list[LinePly]]:
    """Return the match up to the solver's last decision, and the plies after the first position."""
    match = problem.match()
    start, solver = match.ply, match.position.turn
    line: list[LinePly] = []
    while match.result() is None and not _decided(problem, len(line)):
        legal, right = match.legal(), frozenset[Move]()
        left = max(1, problem.plies - len(line)) if problem.plies else 0
        if len(legal) == 1:
            move, right = legal[0], frozenset(legal if match.position.turn == solver else ())
        elif match.position.turn == solver:
            values = prove_moves(match.position, match.game, left, match.history(), problem.goal)
            right = frozenset(m for m in values if problem.reaches_goal(values[m], len(line)))
            if not right:
                raise ValueError(f"problem {problem.key}: no right move at ply {match.ply}")
            move = max(right, key=lambda option: (values[option], -legal.index(option)))
        else:
            *_, info = prove(match.position, match.game, left, match.history(), problem.goal)
            move = info.move
        line.append(LinePly(len(legal), right))
        match.play(move)
    while line and not line[-1].decides:
        line.pop()
    match.goto_ply(start + len(line))
    match.clear_redo()
    return match, line


def _decided(problem: Problem, plies: int) -> bool:
    """Return whether the goal is reached after `plies` plies of right moves."""
    if problem.plies:
        return plies + (problem.goal == "hold") >= problem.plies
    engine = problem.game.engine
    points = engine.terminal_score is not None or problem.goal in engine.exact_solvers
    return not points and plies >= 1


def prove_moves(
    position: Position, game: AnyGame, plies: int, history: History, goal: str = ""
) -> dict[Move, int]:
    """Return the scores of all legal moves for the mover, certain for `plies` plies."""
    if not plies and not goal and plies_left(game, position) < math.inf:
        *_, bounds = solved_moves(game, position, dict.fromkeys(position.moves(), 0))
        assert bounds is not None
        return {move: low for move, (low, _) in bounds.items()}
    values = {}
    for move in position.moves():
        for info in prove_move(position, move, game, plies, history, goal):
            values[move] = info.score
    return values
