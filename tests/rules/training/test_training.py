"""Tests of the rounds of training, with a course that learns nothing."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from flipside.rules.arena.pool import Workers
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.search_api import Limit
from flipside.rules.games.othello import OTHELLO
from flipside.rules.training import run
from flipside.rules.training.courses import COURSES
from flipside.rules.training.learning import Arrays
from tests.rules.games.othello.reference_evaluation import evaluate

HERE = Workers(1)


class Course:
    """A course whose candidates are good in the rounds `good`, and bad in others."""

    game: AnyGame = OTHELLO
    shards = 3
    pace = Limit(depth=1)

    def __init__(self, folder: Path, good: set[int]) -> None:
        self.weights = folder / "weights.bin"
        self.good = good
        self.played: list[tuple[int, int, bytes | None]] = []
        self.fitted: list[list[str]] = []
        self.fails = False

    def play(self, number: int, seed: int, weights: bytes | None) -> Arrays:
        if self.fails and number == 2:
            raise KeyboardInterrupt
        self.played.append((number, seed, weights))
        return {"number": np.array([number, seed])}

    def fit(self, shards: Sequence[Path], weights: bytes | None) -> bytes:
        self.fitted.append([f"{path.parent.name}/{path.stem}" for path in shards])
        return b"good" if len(self.fitted) in self.good else b"bad"

    def with_weights(self, data: bytes | None) -> AnyGame:
        if data == b"bad":
            return replace(
                OTHELLO,
                engine=replace(
                    OTHELLO.engine, evaluate=lambda position: -evaluate(position), batch_rules=None
                ),
            )
        return replace(OTHELLO, engine=replace(OTHELLO.engine, evaluate=evaluate, batch_rules=None))


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    found = Course(tmp_path, good=set())
    monkeypatch.setitem(COURSES, "othello", found)
    monkeypatch.setattr(run, "GATE_MATCHES", 12)
    run.games_of.cache_clear()
    return found


def rounds(folder: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((folder / "othello/state.json").read_text())[
        "rounds"
    ]
    return found


def test_the_gate_refuses_a_worse_evaluation(course: Course, tmp_path: Path) -> None:
    """Nothing is replaced, and the hand-made evaluation also plays the next round."""
    assert run.train("othello", tmp_path, 2, workers=HERE) == 0
    assert [one["taken"] for one in rounds(tmp_path)] == [False, False]
    assert all(int(str(one["lost"])) > 6 for one in rounds(tmp_path))
    assert not course.weights.exists()
    assert {weights for _, _, weights in course.played} == {None}
    assert course.fitted[1] == [f"2/shard-{shard}" for shard in range(3)]


def test_the_gate_takes_a_better_evaluation(course: Course, tmp_path: Path) -> None:
    """The candidate is then in the game's folder and plays the next round."""
    course.weights.write_bytes(b"bad")
    course.good = {1}
    run.train("othello", tmp_path, 2, workers=HERE)
    assert [one["taken"] for one in rounds(tmp_path)] == [True, False]
    assert course.weights.read_bytes() == b"good"
    assert [weights for *_, weights in course.played] == [b"bad"] * 3 + [b"good"] * 3


def test_anew_begins_with_the_evaluation_by_hand(course: Course, tmp_path: Path) -> None:
    course.weights.write_bytes(b"bad")
    run.train("othello", tmp_path, 1, workers=HERE, anew=True)
    assert {weights for _, _, weights in course.played} == {None}


def test_a_stopped_run_goes_on(course: Course, tmp_path: Path) -> None:
    """No shard is played twice, and the seeds are those of an uninterrupted run."""
    course.fails = True
    run.train("othello", tmp_path, 1, seed=7, workers=HERE)
    assert rounds(tmp_path) == []
    course.fails = False
    run.train("othello", tmp_path, 2, workers=HERE)
    assert [number for number, *_ in course.played] == [0, 1, 2, 0, 1, 2]
    assert [seed for _, seed, _ in course.played] == [7001] * 3 + [7002] * 3
    run.train("othello", tmp_path, 2, workers=HERE)
    assert len(rounds(tmp_path)) == len(course.fitted) == 2
    assert not list(tmp_path.rglob("*.fresh*"))


def test_comparing(course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The players change seats, and a second run plays nothing again."""
    assert run.compare("othello", tmp_path, 4, None, workers=HERE) == 1
    course.weights.write_bytes(b"bad")
    for _ in range(2):
        assert run.compare("othello", tmp_path, 4, None, workers=HERE) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["matches"] == 4
        assert found["losses"] >= 3
