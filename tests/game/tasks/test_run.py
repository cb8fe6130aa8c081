"""The order of the problems in a run."""

from itertools import pairwise
from random import Random

from flipside.game.saves.runs import Selection
from flipside.game.tasks.run import EVERY_PROBLEM, Run, problems_in
from flipside.rules.catalogue import GAMES

ONLY_OTHELLO = Selection(("othello",), 1)


def made(selection: Selection, solved_before: set[tuple[str, str]] | None = None) -> Run:
    return Run(selection, problems_in(selection), solved_before or set(), Random(1), "")


def test_problems_get_harder_and_none_comes_twice() -> None:
    run, problems = made(ONLY_OTHELLO), []
    for _ in range(30):
        problems.append(run.next_problem())
        run.note(problems[-1], solved=True)
    assert len({problem.key for problem in problems}) == 30
    ratings = [problem.rating for problem in problems]
    assert all(later > former for former, later in pairwise(ratings[:12:2]))
    assert ratings[11] > ratings[0] + 300


def test_problems_get_easier_after_a_mistake() -> None:
    run = made(ONLY_OTHELLO)
    for _ in range(8):
        run.note(run.next_problem(), solved=True)
    before = run.next_problem().rating
    for _ in range(4):
        run.note(run.next_problem(), solved=False)
    assert run.next_problem().rating < before


def test_solved_problems_come_only_if_no_other_is_near() -> None:
    selection = Selection(("flipflop",), 1)  # it has many problems with near ratings
    before = {("flipflop", problem.key) for problem in problems_in(selection)[::2]}
    run = made(selection, before)
    for _ in range(8):
        problem = run.next_problem()
        assert ("flipflop", problem.key) not in before
        run.note(problem, solved=True)


def test_the_first_problems_are_of_all_games() -> None:
    run = made(EVERY_PROBLEM)
    keys = set()
    for _ in range(5):
        problem = run.next_problem()
        keys.add(problem.game.key)
        run.note(problem, solved=True)
    assert keys == {game.key for game in GAMES}


def test_a_run_has_only_problems_of_its_selection() -> None:
    selection = Selection(("switch", "flipop"), 4)
    problems = problems_in(selection)
    assert {problem.game.key for problem in problems} == {"switch", "flipop"}
    assert {problem.grade for problem in problems} == {4, 5}
