"""Training: what all games share, with a course that learns nothing; then compiled Othello."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rules.arena.pool import Workers
from rules.contract.game import AnyGame
from rules.contract.search_api import Limit
from rules.games.othello import OTHELLO
from rules.games.othello.engine import patterns
from rules.games.othello.engine.evaluation import evaluate
from rules.games.othello.position import Othello
from rules.match.match import Match
from rules.training import COURSES, run
from rules.training.course import Arrays
from rules.training.othello.course import weights_file
from rules.training.othello.unpacked import compiled_weights, file_bytes, weight_numbers
from tests.of_type import of_type

# What one of these tests compiles the others need not compile again.
pytestmark = pytest.mark.xdist_group("compiled")

HERE = Workers(1)


class Course:
    """a course whose candidates evaluate well in the rounds that are named, and badly else."""

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
    """Nothing is replaced, and the evaluation made by hand plays the next round too."""
    assert run.train("othello", tmp_path, 2, workers=HERE) == 0
    assert [one["taken"] for one in rounds(tmp_path)] == [False, False]
    assert all(int(str(one["lost"])) > 6 for one in rounds(tmp_path))
    assert not course.weights.exists()
    assert {weights for _, _, weights in course.played} == {None}
    assert course.fitted[1] == [f"2/shard-{shard}" for shard in range(3)]


def test_the_gate_takes_a_better_evaluation(course: Course, tmp_path: Path) -> None:
    """It lies in the game's folder then, and plays the next round."""
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
    """No shard is played twice; seeds are those of a run that was not stopped."""
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
    """Colours change, and what was played is not played again."""
    assert run.compare("othello", tmp_path, 4, None, workers=HERE) == 1
    course.weights.write_bytes(b"bad")
    for _ in range(2):
        assert run.compare("othello", tmp_path, 4, None, workers=HERE) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["matches"] == 4
        assert found["losses"] >= 3


# -- Othello -------------------------------------------------------------------------------------


def some_weights() -> bytes:
    random = np.random.default_rng(1)
    weights = random.integers(
        -90, 90, (patterns.PATTERN_STAGES, sum(patterns.WEIGHT_COUNTS))
    ).astype(float)
    return weights_file(
        weights, np.zeros((patterns.PATTERN_STAGES, 2, patterns.PROBCUT_DEPTHS), np.int32)
    )


def test_files_go_round() -> None:
    """Weights are rounded to their scale; what all mobilities share goes to the patterns."""
    random = np.random.default_rng(2)
    weights = random.normal(0, 100, (patterns.PATTERN_STAGES, sum(patterns.WEIGHT_COUNTS)))
    mobility = weights[:, -2 * patterns.MOBILITY_WEIGHT_COUNT :]
    mobility -= (mobility.max(axis=1, keepdims=True) + mobility.min(axis=1, keepdims=True)) / 2
    margins = random.integers(
        -3000, 3000, (patterns.PATTERN_STAGES, 2, patterns.PROBCUT_DEPTHS)
    ).astype(np.int32)
    scales, found, small = patterns.parse_patterns(file_bytes(weights_file(weights, margins)))
    assert np.array_equal(found, margins)
    assert (np.abs(small * scales[:, None] - weights) <= scales[:, None] / 2).all()
    mobility += 4600
    scales, _, small = patterns.parse_patterns(file_bytes(weights_file(weights, margins)))
    weights += 100
    mobility -= 4700
    assert (np.abs(small * scales[:, None] - weights) <= scales[:, None] / 2).all()


@pytest.fixture
def search() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from rules.training.othello import search as othello_search

    return othello_search


@pytest.fixture
def matches() -> Callable[..., Any]:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from rules.training.othello import self_play

    return self_play.varied_positions


def test_compiled_code_evaluates_and_ends_as_the_rules_do(search: ModuleType) -> None:
    """Random matches, position by position."""
    from rules.training.othello.evaluation import evaluate
    from rules.training.othello.moves import final_score, flipped_discs, legal_squares

    game = COURSES["othello"].with_weights(some_weights())
    weights, scales = compiled_weights(some_weights())
    room = search.work_arrays()
    random = np.random.default_rng(3)
    for _ in range(10):
        match = Match(game)
        while True:
            now = of_type(Othello, match.position)
            own, enemy = (np.uint64(now.discs[now.turn ^ side]) for side in (0, 1))
            assert int(legal_squares(own, enemy)) == now.legal_squares
            if now.result() is not None:
                assert final_score(own, enemy) == OTHELLO.engine.terminal_score(now)
                break
            value = evaluate(own, enemy, now.legal_squares.bit_count(), weights, scales, room)
            assert max(-6400, min(6400, value)) == game.engine.evaluate(now)
            moves = now.moves()
            move = moves[int(random.integers(len(moves)))]
            if move:
                flips = int(flipped_discs(own, enemy, np.uint64(1 << move[0])))
                after = of_type(Othello, now.play(move))
                assert int(own) | flips | 1 << move[0] == after.discs[now.turn]
            match.play(move)


def test_compiled_code_looks_ahead(search: ModuleType, matches: Callable[..., Any]) -> None:
    """As far as it is asked, and to the end the same as the exact score."""
    weights, scales = compiled_weights(some_weights())
    room = search.work_arrays()
    own, enemy = (words.ravel() for words in matches(12, 5, weights, scales))
    empty = np.bitwise_count(~(own | enemy))
    some = np.flatnonzero(empty == 6).tolist()
    assert some
    for at in some:
        found = search.alpha_beta(own[at], enemy[at], 6, -100000, 100000, weights, scales, room, 0)
        assert found == search.exact_score(own[at], enemy[at], -100000, 100000, room[1], 0)


def test_the_same_seed_plays_the_same(matches: Callable[..., Any]) -> None:
    """Other seeds give other matches; each position has the discs of its column."""
    weights, scales = compiled_weights(some_weights())
    first, again, other = (matches(4, seed, weights, scales) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first[0], other[0])
    discs = np.bitwise_count(first[0] | first[1])
    assert set(np.unique((discs - np.arange(4, 64))[discs > 0])) == {0}
    assert (first[0] & first[1] == 0).all()


def test_a_fit_comes_near_what_labelled_the_positions(matches: Callable[..., Any]) -> None:
    from rules.training.othello import stages
    from rules.training.othello.evaluation import used_weights

    numbers = weight_numbers()
    own, enemy = (words.ravel() for words in matches(40, 5, *compiled_weights(some_weights())))
    own, enemy = own[own | enemy > 0], enemy[own | enemy > 0]
    used = used_weights(own, enemy, numbers)
    truth = np.random.default_rng(1).normal(0, 100, sum(patterns.WEIGHT_COUNTS))
    labels = stages.weight_sums(used, truth)
    assert np.allclose(labels, truth[used].sum(axis=1))
    positions = stages.Labelled(own, enemy, labels)
    found = stages.fit_stage(positions, np.zeros(len(truth)), 0.01, numbers)
    assert np.std(stages.weight_sums(used, found) - labels) < 0.1 * np.std(labels)
