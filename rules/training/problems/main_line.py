"""The main line of a problem: the right moves of the solver and the best replies to them."""

import math
from dataclasses import dataclass

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.history import History
from flipside.rules.contract.position import Move, Position
from flipside.rules.engine.analysis.analyst import prove, prove_move
from flipside.rules.engine.search import plies_left, solved_moves
from flipside.rules.match.match import Match
from flipside.rules.teaching.problems import Problem


@dataclass(frozen=True)
class LinePly:
    """One ply of a main line."""

    legal: int
    """The number of legal moves."""
    right: frozenset[Move]
    """The moves that keep the goal; empty where the opponent moves."""

    @property
    def decides(self) -> bool:
        """Whether the solver can go wrong here."""
        return 0 < len(self.right) < self.legal


def main_line(problem: Problem) -> tuple[Match, list[LinePly]]:
    """The match played on to the solver's last decision, and the plies from the problem's
    position."""
    match = problem.match()
    start, solver = match.ply, match.position.turn
    found: list[LinePly] = []
    while match.result() is None and not _decided(problem, len(found)):
        legal, right = match.legal(), frozenset[Move]()
        left = max(1, problem.plies - len(found)) if problem.plies else 0
        if len(legal) == 1:
            move, right = legal[0], frozenset(legal if match.position.turn == solver else ())
        elif match.position.turn == solver:
            values = prove_moves(match.position, match.game, left, match.history(), problem.goal)
            right = frozenset(m for m in values if problem.reaches_goal(values[m], len(found)))
            if not right:
                raise ValueError(f"problem {problem.key}: no right move at ply {match.ply}")
            move = max(right, key=lambda one: (values[one], -legal.index(one)))
        else:
            *_, info = prove(match.position, match.game, left, match.history(), problem.goal)
            move = info.move
        found.append(LinePly(len(legal), right))
        match.play(move)
    while found and not found[-1].decides:
        found.pop()
    match.go(start + len(found))
    match.forget_undone()
    return match, found


def _decided(problem: Problem, played: int) -> bool:
    """Whether the solver's moves so far reach the goal, as for the player of the program."""
    if problem.plies:
        return played + (problem.goal == "hold") >= problem.plies
    engine = problem.game.engine
    points = engine.terminal_score is not None or problem.goal in engine.exact_solvers
    return not points and played >= 1


def prove_moves(
    position: Position, game: AnyGame, plies: int, history: History, goal: str = ""
) -> dict[Move, int]:
    """The scores of all legal moves for the mover, certain for `plies` plies."""
    if not plies and not goal and plies_left(game, position) < math.inf:
        *_, bounds = solved_moves(game, position, dict.fromkeys(position.moves(), 0))
        assert bounds is not None
        return {move: low for move, (low, _) in bounds.items()}
    values = {}
    for move in position.moves():
        for info in prove_move(position, move, game, plies, history, goal):
            values[move] = info.score
    return values
