"""The themes of a problem: the ideas of its solution, found in the main line.

The names of the themes are the texts `theme.<theme>` of the game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flipside.rules.contract.board import cells
from flipside.rules.contract.position import PASS, Move, Player
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import largest_island
from flipside.rules.games.flipop.doors import AHEAD_DIRECTIONS, WAY_BY_PITS
from flipside.rules.games.othello.position import BOARD, Othello
from flipside.rules.games.switch.stones import LINES, joined, largest_group, legal, majority, moved
from flipside.rules.match.match import Match
from flipside.rules.teaching import Problem


@dataclass(frozen=True)
class Solution:
    """A problem and its main line."""

    problem: Problem
    line: tuple[Move, ...]
    positions: tuple[Any, ...]
    """The positions before the first move and after each move."""

    @property
    def solver(self) -> Player:
        """The player who solves the problem."""
        return self.positions[0].turn

    @property
    def move(self) -> Move:
        """The right first move."""
        return self.line[0]

    def replies(self) -> list[Move]:
        """Return the moves of the opponent in the main line."""
        plies = zip(self.line, self.positions, strict=False)
        return [move for move, position in plies if position.turn != self.solver]


def themes_of(problem: Problem, match: Match, start: int) -> list[str]:
    """Return the themes of the moves of `match` from ply `start` on, the most specific first."""
    positions = tuple(match.position_at(ply) for ply in range(start, len(match.moves) + 1))
    solution = Solution(problem, tuple(match.moves[start:]), positions)
    return list(dict.fromkeys(_THEMES[problem.game.key](solution)))


# -- othello ---------------------------------------------------------------------------------------

_CORNERS, _X_SQUARES = 0x8100000000000081, 0x0042000000004200
_RIM = 0xFF818181818181FF
_QUIET_DISCS = 2
"""The maximum number of discs that a quiet move flips."""


def _othello(solution: Solution) -> Iterator[str]:
    before, after = solution.positions[:2]
    bit, solver = 1 << solution.move[0], solution.solver
    replies = solution.replies()
    if replies and replies[0] != PASS and 1 << replies[0][0] & _CORNERS and not bit & _CORNERS:
        yield "sacrifice"
    if PASS in replies:
        yield "pass"
    if before.legal_squares & _CORNERS and not bit & _CORNERS:
        yield "leave_corner"
    regions = _regions(after)
    if len(regions) > 1 and all(len(region) % 2 == 0 for region in regions):
        yield "parity"
    if bit & _X_SQUARES:
        yield "x_square"
    flips = (after.discs[solver] & before.discs[1 - solver]).bit_count()
    if flips <= _QUIET_DISCS:
        yield "quiet"
    if bit & _CORNERS:
        yield "corner"
    yield "edge" if bit & _RIM else "inside"


def _regions(position: Othello) -> list[list[int]]:
    """Return the groups of empty squares that are connected by edges or corners."""
    left = set(cells(~(position.discs[0] | position.discs[1]) & (1 << 64) - 1))
    regions = []
    while left:
        flood = [left.pop()]
        for cell in flood:
            near = {other for other in left if BOARD.distance(other, cell) == 1}
            left -= near
            flood += near
        regions.append(flood)
    return regions


# -- flipflop --------------------------------------------------------------------------------------

_LAST_SQUARES = 4
"""The number of empty squares with which the laying ends."""


def _flipflop(solution: Solution) -> Iterator[str]:
    before, after = solution.positions[:2]
    problem, solver, last = solution.problem, solution.solver, solution.positions[-1]
    threats = len(after.finishing(solver)) if after.result() is None else 0
    near = (before.stones[0] | before.stones[1]).bit_count() >= 64 - _LAST_SQUARES
    if problem.goal == "hold":
        if before.laying:
            yield "gap" if problem.plies == 2 else "last_squares" if near else "foresight"
        else:
            yield "parry"
        return
    if problem.plies == 1:
        yield "gap" if before.laying else "switch"
        return
    if before.laying and not last.laying:
        yield "last_squares" if near else "first_switch" if solver == 0 else "second_switch"
    if not threats:
        yield "quiet"
    if not before.laying:
        # Every reply changes all lines, so a nearly full line is not a threat.
        yield "no_switch"
    yield "fork" if threats > 1 else "threats"


# -- switch ----------------------------------------------------------------------------------------

_LONG_PLIES = 11
"""The minimum number of plies of a long win."""


def _switch(solution: Solution) -> Iterator[str]:
    before, after = solution.positions[:2]
    problem = solution.problem
    own, enemy = before.sides
    enemy_now, own_now = after.sides
    exchange = "exchange" if before.colour_on(solution.move[1]) is not None else "gap"
    if before.must_counter:
        yield "counter"
    if after.result() is not None:
        yield from ("connect", exchange)
        return
    if problem.plies >= _LONG_PLIES:
        yield "long"
    if largest_group(own_now) < largest_group(own):
        yield "step_back"
    if not any(majority(enemy_now, own_now, line) for line in LINES):
        yield "no_exchange"
    wins = _wins_at_once(own_now, enemy_now)
    if problem.goal == "draw":
        yield "counterthreat" if wins else "threatened"
        return
    if not wins:
        yield "quiet"
    if _wins_at_once(enemy, own):
        yield "counterattack"
    if largest_group(enemy_now) > largest_group(enemy):
        yield "sacrifice"
    if wins:
        yield "fork" if problem.plies == 3 else "threats"
    yield exchange


def _wins_at_once(own: int, enemy: int) -> int:
    """Return the number of moves by which a side would connect its stones if it were to move."""
    after = (moved(own, enemy, move) for move in legal(own, enemy, False))
    return sum(joined(mine) and not joined(other) for mine, other in after)


# -- flipop ----------------------------------------------------------------------------------------


def _flipop(solution: Solution) -> Iterator[str]:
    before, last = solution.positions[0], solution.positions[-1]
    problem, solver, move = solution.problem, solution.solver, solution.move
    if problem.plies == 1:
        yield "exit"
        return
    if last.points()[1 - solver] > before.points()[1 - solver]:
        yield "sacrifice"
    ways = [WAY_BY_PITS[step] for step in pairwise(move)]
    ahead = AHEAD_DIRECTIONS[solver]
    directions = [(way.number - ahead) % 4 for way in ways]
    if directions[0] == 2:
        yield "step_back"
    if PASS in solution.replies():
        yield "shut_in"
    if problem.goal == "hold":
        yield "defence"
        return
    if len(ways) > 2:
        yield "chain"
    if len(ways) == 2:
        own = before.balls[solver] & ways[1].source_bit
        yield "push_own" if own else "push"
    if directions[0] in (1, 3):
        yield "sidestep"
    yield "race"


# -- contactic -------------------------------------------------------------------------------------


def _contactic(solution: Solution) -> Iterator[str]:
    before, after = solution.positions[:2]
    problem, solver, square = solution.problem, solution.solver, solution.move[0]
    around, islands = before.tile_map.geometry.around, before.tile_map.islands
    neighbours, others = (
        [island for island in islands[player] if around(island) >> square & 1]
        for player in (solver, 1 - solver)
    )
    own, enemy = (largest_island(islands[player]) for player in (solver, 1 - solver))
    grows = largest_island(after.tile_map.islands[solver]).bit_count() > own.bit_count()
    blocks = enemy in others
    if problem.goal == "join":
        yield "join"
        return
    if problem.goal == "block":
        if grows:
            yield "both"
        if not blocks:
            yield "overtake"
        if len(others) > 2:
            yield "junction"
        yield "block"
        return
    dead = [len(position.piles[1 - solver].dead) for position in _with_passes(solution)]
    if dead[-1] > dead[0]:
        yield "dead_tile"
    if grows and own not in neighbours:
        yield "overtake"
    if grows and blocks:
        yield "both"
    same = {m for m in before.moves() if len(m) > 1 and m[0] == square}
    if len(same) > 1:
        yield "turning"
    if blocks:
        yield "obstruct"
    if grows:
        yield "bridge" if len(neighbours) > 1 else "grow"
    yield "prepare"


def _with_passes(solution: Solution) -> Sequence[Contactic]:
    """Return the positions of the main line and of forced passes after it."""
    positions = list(solution.positions)
    while positions[-1].result() is None and list(positions[-1].moves()) == [PASS]:
        positions.append(positions[-1].play(PASS))
    return positions


_THEMES: Mapping[str, Callable[[Solution], Iterator[str]]] = {
    "othello": _othello,
    "flipflop": _flipflop,
    "switch": _switch,
    "flipop": _flipop,
    "contactic": _contactic,
}
