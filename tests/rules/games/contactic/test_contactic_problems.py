"""Tests of the exact solvers of Contactic, and of its problems."""

from collections import Counter

import pytest

from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.analysis.analyst import prove
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.engine.counting import solve_block, solve_end
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.teaching import problems_of
from flipside.rules.training.problems.proofs import prove_moves
from tests.rules.games.contactic.positions import moment, walk

PROBLEMS = problems_of(CONTACTIC)

GAME: AnyGame = CONTACTIC

CLOSING = [{"board": "13x13"}, {}, {"board": "13x13", "turn": "off"}, {"board": "13x9"}]

each_tenth = pytest.mark.parametrize(
    "tenth", [0, *(pytest.param(tenth, marks=pytest.mark.long) for tenth in range(1, 10))]
)


@each_tenth
def test_a_player_of_a_problem_is_told_the_same(tenth: int) -> None:
    """During a problem, only the right move is accepted, with the right score."""
    for problem in PROBLEMS[tenth::10]:
        position, seen = problem.match().position, problem.match().history()
        *_, best = prove(position, GAME, problem.plies, seen, problem.goal)
        assert best.score == problem.value
        values = prove_moves(position, GAME, problem.plies, seen, problem.goal)
        right = {
            position.name(move) for move, value in values.items() if problem.reaches_goal(value, 0)
        }
        assert right == set(problem.answers) == {position.name(best.move)}


def test_there_is_something_of_each_kind() -> None:
    """There are problems of each goal, each with one right move."""
    goals = Counter(problem.goal for problem in PROBLEMS)
    assert goals["join"] >= 25 <= goals["block"]
    assert goals["win"] + goals["draw"] + goals["most"] >= 40
    assert all(goals[goal] for goal in ("win", "draw", "most"))
    assert all(len(problem.answers) == 1 for problem in PROBLEMS)


@pytest.mark.parametrize("given", CLOSING, ids=str)
def test_ends_are_counted_with_leftover_tiles_and_passes(given: dict[str, str]) -> None:
    """The score and every move of the line agree with a search of all lines."""
    checked = 0
    for seed in range(12):
        for position in [position for position, _ in walk(seed, **given)][-9:]:
            if position.nothing_hidden() and len(position.moves()) <= 12:
                *_, best = solve_end(position, position.moves())
                assert best.score == 100 * _margin(position, {})
                at_last = position
                for move in best.pv:
                    assert move in at_last.moves()
                    at_last = at_last.play(move)
                assert at_last.result() is not None
                assert best.score == 100 * _more(at_last, position.turn)
                checked += 1
    assert checked > 10


def _more(position: Contactic, player: int) -> int:
    """Return the lead of a player in points."""
    return position.points()[player] - position.points()[1 - player]


def _margin(position: Contactic, known: dict[Contactic, int]) -> int:
    """Return the final lead of the mover with best play, by a search of all lines."""
    if position not in known:
        if position.result() is not None:
            known[position] = _more(position, position.turn)
        else:
            children = [position.play(move) for move in position.moves()]
            known[position] = max(
                _margin(then, known) * (1 if then.turn == position.turn else -1)
                for then in children
            )
    return known[position]


TO_COME = [
    ("1111 0000", "", 3, 2),
    ("0000", "", 2, 2),
    ("", "1111", 3, 2),
    ("", "1110 1000", 2, 2),
    ("", "", 1, 1),
]
"""Green's main and leftover piles, and the size of green's largest island after the best reply: to
a tile far away, and to a tile between the two green tiles."""


@pytest.mark.parametrize(("main", "leftover", "far", "between"), TO_COME)
def test_a_block_counts_the_tiles_that_may_come(
    main: str, leftover: str, far: int, between: int
) -> None:
    """Green may draw any tile of the main pile; without one, the top of the leftover pile; else
    none."""
    piles, left = ("", main), ("", leftover)
    position = moment("G:f7:1000 G:h7:1000", hand="1111", piles=piles, leftover=left)
    for move in position.moves():
        *_, thought = solve_block(position, [move])
        near = position.name(move) in ("g7:1111", "g6:1111")
        assert thought.score == -100 * (between if near else far)
    *_, best = solve_block(position, position.moves())
    assert best.score == -100 * between
