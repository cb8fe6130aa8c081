"""The maker of problems: the same seed gives the same, and nothing is looked for twice."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rules.arena.pool import Workers
from rules.games.switch import SWITCH
from rules.teaching.problems import GRADES, problems_of
from rules.training.problems import make as maker
from rules.training.problems.difficulty import ProblemLine
from tests.rules.teaching.problem_proofs import faults

HERE = Workers(1)
MakeFew = Callable[..., tuple[Path, bytes]]


@pytest.fixture
def few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakeFew:
    """Makes a problem of each grade, in a folder of that name; gives the lines that it found and
    the content of the game's file."""
    monkeypatch.setattr(maker, "GRADE_PROBLEMS", 1)
    monkeypatch.setattr(maker, "SURPLUS", 1.2)
    monkeypatch.setattr(maker, "MATCHES_AT_ONCE", 3)
    path = tmp_path / "problems.bin"
    for module in ("rules.teaching.problems", "rules.training.problems.make"):
        monkeypatch.setattr(f"{module}.problems_path", lambda game: path)

    def made(name: str, seed: int = 5) -> tuple[Path, bytes]:
        assert maker.make(SWITCH, tmp_path / name, seed, HERE) == len(GRADES)
        return tmp_path / name / f"switch-{seed}.jsonl", path.read_bytes()

    return made


@pytest.mark.long
def test_the_same_and_resumed(
    few: MakeFew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs it again has the same problems, also after a run that was torn off."""
    path, content = few("whole")
    found = path.read_bytes()
    problems = problems_of(SWITCH)
    assert [problem.grade for problem in problems] == list(GRADES)
    assert not [said for problem in problems for said in faults(problem)]
    lines = found.splitlines(keepends=True)
    torn = tmp_path / "torn" / path.name
    torn.parent.mkdir()
    torn.write_bytes(b"".join(lines[:2]) + lines[2][:-1])
    played = []
    of_match = maker.problems_of_match

    def watched(key: str, seed: int, number: int) -> list[ProblemLine]:
        played.append(number)
        return of_match(key, seed, number)

    monkeypatch.setattr(maker, "problems_of_match", watched)
    assert few("torn") == (torn, content)
    assert set(torn.read_bytes().splitlines()) <= set(found.splitlines())
    assert played[0] == 2
    assert len(played) == len(set(played))
