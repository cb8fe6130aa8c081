"""Tests of making problems: reproducible, resumable, and current problems are kept."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest

from flipside.rules.arena.pool import Workers
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.board import cells
from flipside.rules.contract.game import AnyGame
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.switch import SWITCH
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.teaching import GRADES, Problem, problems_of
from flipside.rules.training.problems import choose, players
from flipside.rules.training.problems import make as maker
from flipside.rules.training.problems.choose import Assessment, near_twins, twin_key
from flipside.rules.training.problems.proofs import candidates
from flipside.rules.training.problems.ratings import (
    HIGHEST_RATING,
    LOWEST_RATING,
    MEAN_RATING,
    fitted_ratings,
)
from tests.of_type import of_type
from tests.rules.teaching.problem_proofs import faults
from tests.rules.training.naive_players import STRANGERS, shares_by_grade

HERE = Workers(1)
MakeFew = Callable[..., tuple[Path, bytes]]
MATCHES = 40


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeFew:
    """Return a function that makes problems from some matches, and returns the path of the results
    and the content of the game's file."""
    monkeypatch.setattr(choose, "GRADE_PROBLEMS", {"switch": (2, 1, 1, 1, 1)})
    monkeypatch.setattr(choose, "THEME_SHARE", 1.0)
    monkeypatch.setattr(choose, "DAYS_OF_YEAR", 2)
    monkeypatch.setattr(players, "_TRIES", 1)
    path = tmp_path / "problems.bin"
    monkeypatch.setattr("flipside.rules.teaching.problems_path", lambda game: path)

    def made(name: str, matches: int = MATCHES) -> tuple[Path, bytes]:
        maker.make(SWITCH, tmp_path / name, 5, matches, HERE)
        return tmp_path / name / "switch-5.jsonl", path.read_bytes()

    return made


@pytest.mark.long
def test_the_same_and_resumed(
    few: MakeFew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second run finds the same problems, also after an interrupted run."""
    path, content = few("whole")
    found = path.read_bytes()
    problems = problems_of(SWITCH)
    assert {problem.grade for problem in problems} <= set(GRADES)
    assert not [said for problem in problems for said in faults(problem)]
    keys = {twin_key(SWITCH, problem.match().position) for problem in problems}
    assert len(keys) == len(problems) > 0
    lines = found.splitlines(keepends=True)
    torn = tmp_path / "torn" / path.name
    torn.parent.mkdir()
    torn.write_bytes(b"".join(lines[:2]) + lines[2][:-1])
    played = []
    of_match = maker.problems_of_match

    def watched(key: str, seed: int, number: int) -> list[dict[str, object]]:
        played.append(number)
        return of_match(key, seed, number)

    monkeypatch.setattr(maker, "problems_of_match", watched)
    (tmp_path / "problems.bin").unlink()
    assert few("torn") == (torn, content)
    assert torn.read_bytes() == found
    assert played == list(range(2, MATCHES))


@pytest.mark.long
def test_what_ships_stays(few: MakeFew) -> None:
    """Current problems keep their days when more problems are found."""
    few("more")
    before = problems_of(SWITCH)
    few("more", MATCHES + 8)
    after = {problem.key: problem for problem in problems_of(SWITCH)}
    kept = [problem for problem in before if problem.key in after]
    assert kept
    assert all(after[problem.key].day == problem.day for problem in kept if problem.day)


@pytest.mark.long
@pytest.mark.parametrize("game", [FLIPOP, FLIPFLOP], ids=["flipop", "flipflop"])
def test_forced_ends_are_found(game: AnyGame) -> None:
    """`candidates` finds the goals of current problems again, except some long ones."""
    wrong = []
    for problem in [one for one in problems_of(game) if one.plies <= 5][::9]:
        match = problem.match()
        found = [(one.goal, one.plies) for one in candidates(match, [match.ply])]
        if found != [(problem.goal, problem.plies)]:
            wrong.append((problem.key, found))
    assert wrong == []


def told(problem: Problem, share: float, players: int = 4) -> Assessment:
    """Return an assessment in which every player finds the only move in that share of tries."""
    right = {str(number): [share] for number in range(players)}
    return Assessment(problem, problem.answers, 0, right, ("gap",))


def test_grades_follow_the_ratings_of_what_players_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Problems that players solve more often have lower ratings and grades; days stay."""
    sizes = 16, 11, 11, 11, 8
    monkeypatch.setattr(choose, "GRADE_PROBLEMS", {"flipflop": sizes})
    monkeypatch.setattr(choose, "THEME_SHARE", 1.0)
    problems = problems_of(FLIPFLOP)[: sum(sizes)][::-1]
    entries = [told(problem, number / 60) for number, problem in enumerate(problems, 1)]
    ordered = choose.select(entries, [])
    assert [problem.key for problem in ordered] == [problem.key for problem in problems[::-1]]
    assert [problem.rating for problem in ordered] == sorted({one.rating for one in ordered})
    assert Counter(problem.grade for problem in ordered) == dict(zip(GRADES, sizes, strict=True))
    days = {problem.key: problem.day for problem in problems if problem.day}
    assert all(days.get(problem.key, problem.day) == problem.day for problem in ordered)


def test_new_problems_fill_grades_that_lack_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "GRADE_PROBLEMS", {"flipflop": (4,) * 5})
    monkeypatch.setattr(choose, "THEME_SHARE", 1.0)
    problems = problems_of(FLIPFLOP)
    shares = [0.9, 0.7, 0.5, 0.3, 0.1]
    current = [told(problem, 0.9 if at < 4 else 0.1) for at, problem in enumerate(problems[:20])]
    new = [told(problem, shares[at % 5]) for at, problem in enumerate(problems[20:60])]
    share = {entry.problem.key: entry.share for entry in (*current, *new)}
    for problem in choose.select(current, new):
        assert share[problem.key] == shares[problem.grade - 1]


def test_at_its_rating_a_problem_is_solved_as_often_as_measured() -> None:
    """The model expects the measured number of successes, apart from a slight pull to the mean."""
    strengths, levels = range(900, 2101, 20), range(1000, 2001, 20)
    solved = [[1 / (1 + 10 ** ((level - own) / 400)) for own in strengths] for level in levels]
    ratings = fitted_ratings(solved)
    for rating, level in zip(ratings, levels, strict=True):
        assert rating - MEAN_RATING == pytest.approx(level - 1500, rel=0.1, abs=5)
    extreme = fitted_ratings([[1.0] * 4, [0.0] * 4])
    assert LOWEST_RATING <= extreme[0] < MEAN_RATING < extreme[1] <= HIGHEST_RATING


def exchanged(position: PlayingPhase, first: int, second: int) -> PlayingPhase:
    """Return the position with the contents of two squares exchanged."""
    both = 1 << first | 1 << second
    dark, light = (
        side ^ both if (side & both).bit_count() == 1 else side for side in position.stones
    )
    return replace(position, stones=(dark, light))


def test_near_twins_differ_by_one_exchange() -> None:
    """A rotated position after an exchange of two squares is a near twin; after two, it is not."""
    position = of_type(PlayingPhase, problems_of(SWITCH)[0].match().position)
    dark, light = position.stones
    (a, b, *_), (c, d, *_) = cells(dark), cells(light)
    near = exchanged(position, a, c)
    far = exchanged(near, b, d)
    first, second = (int(f"{side:025b}"[::-1], 2) for side in near.stones)
    turned = replace(near, stones=(first, second))
    assert near_twins({"one": position, "two": near}) == {("one", "two")}
    assert near_twins({"one": position, "two": turned}) == {("one", "two")}
    assert near_twins({"one": position, "two": far}) == set()


LEAST_STEPS = dict.fromkeys(STRANGERS, 0.08) | {"switch": 0.01}
"""The minimum difference of the shares of two grades. In Switch, naive players find hardly any
moves but wins in one."""


@pytest.mark.long
@pytest.mark.parametrize("key", STRANGERS)
def test_naive_players_solve_each_grade_less_often(key: str) -> None:
    """Three players who take no part in the rating find fewer first moves of a harder grade."""
    shares = [shares_by_grade(BY_KEY[key], value) for value in STRANGERS[key]]
    means = [fmean(of_grade) for of_grade in zip(*shares, strict=True)]
    assert all(easy >= hard + LEAST_STEPS[key] for easy, hard in pairwise(means)), means
