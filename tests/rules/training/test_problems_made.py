"""Tests of making problems: reproducible, resumable, and current problems are kept."""

import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
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
from flipside.rules.rating import expected_score
from flipside.rules.teaching import GRADES, Problem, problems_of, problems_path
from flipside.rules.training.problems import choose, players
from flipside.rules.training.problems import make as maker
from flipside.rules.training.problems.choose import Assessment
from flipside.rules.training.problems.proofs import candidates
from flipside.rules.training.problems.ratings import (
    SCALES,
    Scale,
    fitted_scale,
    grade_sizes,
    problem_rating,
)
from flipside.rules.training.problems.twins import near_twins, twin_key
from tests.of_type import of_type
from tests.rules.teaching.problem_proofs import faults
from tests.rules.training.naive_players import STRANGERS, by_grade, first_share

HERE = Workers(1)
MakeFew = Callable[..., tuple[Path, bytes]]
MATCHES = 40

LEAST_STEP = 0.08
"""The minimum difference of the shares of two grades."""


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeFew:
    """Return a function that makes problems from some matches, and returns the path of the results
    and the content of the game's file."""
    monkeypatch.setattr(choose, "PROBLEM_COUNT", 10)
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

    def watched(key: str, seed: int, number: int, shares: maker.Range) -> list[dict[str, object]]:
        played.append(number)
        return of_match(key, seed, number, shares)

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


def told(problem: Problem, share: float) -> Assessment:
    """Return an assessment in which every player finds the only move in that share of tries."""
    right = {str(number): [share] for number in range(4)}
    return Assessment(problem, problem.answers, 0, right, ("gap",))


def test_grades_follow_the_ratings_of_what_players_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    """Problems that players solve more often have lower ratings and grades; days stay."""
    monkeypatch.setattr(choose, "PROBLEM_COUNT", 60)
    monkeypatch.setattr(choose, "THEME_SHARE", 1.0)
    problems = problems_of(FLIPFLOP)[:60][::-1]
    entries = [told(problem, number / 60) for number, problem in enumerate(problems, 1)]
    ordered = choose.select(entries, [])
    assert [problem.key for problem in ordered] == [problem.key for problem in problems[::-1]]
    assert [problem.rating for problem in ordered] == sorted({one.rating for one in ordered})
    assert [problem.grade for problem in ordered] == sorted(problem.grade for problem in ordered)
    assert {problem.grade for problem in ordered} == set(GRADES)
    days = {problem.key: problem.day for problem in problems if problem.day}
    assert all(days.get(problem.key, problem.day) == problem.day for problem in ordered)


def test_new_problems_fill_shares_that_lack_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each tenth of the shares has as many problems, if there are enough."""
    monkeypatch.setattr(choose, "PROBLEM_COUNT", 20)
    monkeypatch.setattr(choose, "THEME_SHARE", 1.0)
    problems = problems_of(FLIPFLOP)
    shares = [0.9, 0.7, 0.5, 0.3, 0.1]
    current = [told(problem, 0.9 if at < 4 else 0.1) for at, problem in enumerate(problems[:20])]
    new = [told(problem, shares[at % 5]) for at, problem in enumerate(problems[20:60])]
    share = {entry.problem.key: entry.right["0"][0] for entry in (*current, *new)}
    chosen = choose.select(current, new)
    assert Counter(share[problem.key] for problem in chosen) == dict.fromkeys(shares, 4)
    old = {entry.problem.key for entry in current}
    assert sum(problem.key in old for problem in chosen) == 8


def test_a_second_choice_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose, "PROBLEM_COUNT", 30)
    monkeypatch.setattr(choose, "THEME_SHARE", 1.0)
    problems = problems_of(FLIPFLOP)
    entries = [told(problem, at % 11 / 10) for at, problem in enumerate(problems[:60])]
    chosen = choose.select(entries[:20], entries[20:])
    share = {entry.problem.key: entry.right["0"][0] for entry in entries}
    again = [told(problem, share[problem.key]) for problem in chosen]
    assert choose.select(again, []) == chosen


@pytest.mark.parametrize("key", STRANGERS)
def test_grades_follow_from_ratings(key: str) -> None:
    """The sizes of the grades in the file are those that its ratings require."""
    problems = problems_of(BY_KEY[key])
    sizes = grade_sizes(SCALES[key], [problem.rating for problem in problems])
    assert [problem.grade for problem in problems] == [
        grade for grade, size in zip(GRADES, sizes, strict=True) for _ in range(size)
    ]


@pytest.mark.parametrize("key", STRANGERS)
def test_a_problem_has_the_rating_in_the_file(key: str, tmp_path: Path) -> None:
    """Raters who try a random problem again give it the same rating, and it has the same theme."""
    short = [problem for problem in problems_of(BY_KEY[key]) if problem.plies < 6]
    (entry,) = choose.assessments([Random().choice(short)], tmp_path / "assessments.jsonl")
    assert (entry.rating, entry.themes[0]) == (entry.problem.rating, entry.problem.theme)


@pytest.mark.long
@pytest.mark.parametrize("key", STRANGERS)
def test_the_file_is_made_from_its_positions(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Making problems without new matches rates and grades all of them, and changes nothing."""
    before = problems_path(BY_KEY[key]).read_bytes()
    path = tmp_path / "problems.bin"
    path.write_bytes(before)
    monkeypatch.setattr("flipside.rules.teaching.problems_path", lambda game: path)
    maker.make(BY_KEY[key], tmp_path, 0, 0, HERE)
    assert zlib.decompress(path.read_bytes()) == zlib.decompress(before)


def test_the_best_scale_predicts_what_levels_solve() -> None:
    """The fit finds the scale with which made-up levels solve problems."""
    scale, means = Scale(1200, 1.5), [number / 50 for number in range(1, 50)]
    solved = {
        level: [expected_score(level, problem_rating(scale, mean)) for mean in means]
        for level in (400, 1000, 1500, 2000)
    }
    assert fitted_scale(means, solved) == scale


def test_grades_have_large_steps() -> None:
    """Even shares give grades of similar sizes; many hard problems give large hard grades."""
    scale = Scale(1500, 1.0)
    even = [problem_rating(scale, share / 94) for share in range(93, 0, -1)]
    sizes = grade_sizes(scale, even)
    assert sum(sizes) == 93
    assert max(sizes) < 2 * min(sizes)
    hard = sorted([*even[::3], *[problem_rating(scale, 0.02)] * 62])
    assert grade_sizes(scale, hard)[-1] > 31


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


@pytest.mark.long
@pytest.mark.parametrize("key", STRANGERS)
def test_naive_players_solve_each_grade_less_often(key: str) -> None:
    """Three players who take no part in the rating find fewer first moves of a harder grade."""
    problems = problems_of(BY_KEY[key])
    shares = [
        fmean(first_share(problem, value) for value in STRANGERS[key]) for problem in problems
    ]
    means = by_grade(problems, shares)
    assert all(easy >= hard + LEAST_STEP for easy, hard in pairwise(means)), means
