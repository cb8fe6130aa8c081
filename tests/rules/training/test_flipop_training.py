"""Tests of training Flipop: it uses the weights of the evaluation and learns from matches."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.blocks import FILE_WEIGHTS
from flipside.rules.games.flipop.engine.chains import ways_with_door
from flipside.rules.games.flipop.engine.weight_tables import (
    MOBILITY_WEIGHTS,
    PIT_WEIGHTS,
    STATE_WEIGHTS,
)
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.match.match import Match
from flipside.rules.training import courses
from flipside.rules.training.learning import SelfPlay, search_scores
from tests.rules.games.flipop.boards import LAST, drawn

COURSE = courses.FlipopCourse()


def positions(matches: int, every: int) -> Iterator[Flipop]:
    """Yield unfinished positions of random matches."""
    for seed in range(matches):
        match, random = Match(FLIPOP, {}), Random(seed)
        while match.result() is None:
            if match.ply % every == 0:
                position = match.position
                assert isinstance(position, Flipop)
                yield position
            match.play(random.choice(match.legal()))


def some_weights() -> np.ndarray:
    """Return random weights, equal for mirror images and 0 for single pits."""
    weights = np.random.default_rng(3).integers(-200, 200, FILE_WEIGHTS).astype(np.int16)
    weights[STATE_WEIGHTS + MOBILITY_WEIGHTS :][:PIT_WEIGHTS] = 0
    return weights[courses.shared_numbers()]


def test_the_weights_used_are_those_that_are_added() -> None:
    weights, batch = some_weights(), FlipopBatch().pack(list(positions(8, 5)))
    ways = ways_with_door(batch[1])
    used = COURSE.used_weights(batch)
    points = courses.laid_out(weights).points(batch, ways)
    assert np.array_equal(weights[used].sum(axis=0, dtype=np.int32), points)


def test_what_is_learned_is_learned_for_the_mirror() -> None:
    """Mirror images share their weights."""
    numbers = courses.shared_numbers()
    assert np.array_equal(numbers[numbers], numbers)
    assert (numbers <= np.arange(FILE_WEIGHTS)).all()
    assert 0 < (numbers < np.arange(FILE_WEIGHTS)).sum() < FILE_WEIGHTS // 4


def test_looking_ahead_finds_what_the_rules_allow() -> None:
    """The score of depth 2 is the minimax score by the moves of the rules."""
    rules = FlipopBatch(courses.laid_out(some_weights()))

    def score(position: Flipop, depth: int) -> int:
        if depth == 0 or position.result() is not None:
            return int(rules.evaluate(rules.pack([position]))[0])
        return max(-score(position.play(move), depth - 1) for move in position.moves())

    some = list(positions(3, 17))
    found = search_scores(rules, rules.pack(some), 2)
    assert found.tolist() == [score(one, 2) for one in some]


def test_a_position_for_the_third_time_ends_a_match() -> None:
    """FP-13: the player with fewer balls wins, so labels of lambda 1 are 0, 0.5 or 1."""
    rules, lots = FlipopBatch(), np.random.default_rng(1)
    batch = rules.pack([next(positions(1, 1))] * 30)
    way = SelfPlay(600.0, 0.0, td_lambda=1.0, max_plies=300)
    seen, labels = way.matches(rules, batch, lots)
    assert seen.shape[1] == len(labels) < 30 * 200
    assert set(np.round(labels, 3).tolist()) <= {0.0, 0.5, 1.0}


@pytest.mark.long
def test_matches_teach(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player whose last ball can leave at once wins. Zero weights learn this."""
    nothing = np.zeros(FILE_WEIGHTS, np.int16)
    rules = FlipopBatch(courses.laid_out(nothing))
    batch = rules.pack([drawn(LAST, turn) for turn in (0, 1)] * 100)
    seen, labels = COURSE.self_play.matches(rules, batch, np.random.default_rng(5))
    monkeypatch.setattr(COURSE, "epochs", 100)
    change = COURSE.learned_change(nothing, seen, labels)
    used = COURSE.used_weights(batch[:, :1])
    assert change[used].sum() > COURSE.self_play.logit_points


def test_a_fit_begins_with_the_weights_that_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, shard = COURSE.weights.read_bytes(), tmp_path / "shard.npz"
    monkeypatch.setattr(COURSE, "shard_matches", 5)
    np.savez(shard, allow_pickle=False, **COURSE.play(1, 1, before))
    monkeypatch.setattr(COURSE, "epochs", 0)
    weights = COURSE.read(before)
    assert np.array_equal(COURSE.read(COURSE.fit([shard], before)), weights)
    monkeypatch.setattr(COURSE, "epochs", 1)
    assert not np.array_equal(COURSE.read(COURSE.fit([shard], before)), weights)
