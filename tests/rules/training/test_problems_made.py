"""Tests of making problems: reproducible, resumable, and current problems are kept."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from flipside.rules.arena.pool import Workers
from flipside.rules.contract.game import AnyGame
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.switch import SWITCH
from flipside.rules.teaching import GRADES, problems_of
from flipside.rules.training.problems import choose, players
from flipside.rules.training.problems import make as maker
from flipside.rules.training.problems.choose import Assessment, twin_key
from flipside.rules.training.problems.proofs import candidates
from tests.rules.teaching.problem_proofs import faults

HERE = Workers(1)
MakeFew = Callable[..., tuple[Path, bytes]]
MATCHES = 40


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeFew:
    """Return a function that makes problems from some matches, and returns the path of the results
    and the content of the game's file."""
    monkeypatch.setattr(choose, "GRADE_PROBLEMS", (2, 1, 1, 1, 1))
    monkeypatch.setattr(choose, "THEME_SHARE", 1.0)
    monkeypatch.setattr(choose, "DAYS_OF_YEAR", 2)
    monkeypatch.setattr(players, "_TRIES", 1)
    path = tmp_path / "problems.bin"
    for module in ("flipside.rules.teaching", "flipside.rules.training.problems.make"):
        monkeypatch.setattr(f"{module}.problems_path", lambda game: path)

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


def test_the_share_solved_falls_from_grade_to_grade(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shares differ by at least 0.1, although many problems are equally hard."""
    monkeypatch.setattr(choose, "GRADE_PROBLEMS", (16, 11, 11, 11, 8))
    problems = problems_of(FLIPFLOP)[: sum(choose.GRADE_PROBLEMS)]
    shares = [1.0] * 8 + [0.72] * 8 + [0.6] * 24 + [0.4] * 9 + [0.2] * 8
    told = [
        Assessment(problem, problem.answers, 0, {key: [share] for key in players.PLAYERS}, ("gap",))
        for problem, share in zip(problems, shares, strict=True)
    ]
    of_key = {one.problem.key: one.share for one in told}
    ordered = choose.select(told, [])
    assert len(ordered) == len(told)
    means = []
    for grade in GRADES:
        some = [of_key[problem.key] for problem in ordered if problem.grade == grade]
        means.append(sum(some) / len(some))
    assert all(easy >= hard + 0.1 for easy, hard in pairwise(means))
