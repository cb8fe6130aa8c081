"""Tests of the training of Othello: used weights, learning from matches, and files."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from flipside.rules.contract.batch_rules import NOT_OVER, AnyBatchRules, Batch, Points
from flipside.rules.engine.data_files import packed_file
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.engine import patterns
from flipside.rules.training import othello
from flipside.rules.training.learning import deep_scores, random_opening, search_scores

COURSE = othello.OthelloCourse()
SHAPE = patterns.GAME_PHASES, sum(patterns.WEIGHT_COUNTS)


def some_weights() -> bytes:
    random = np.random.default_rng(1)
    weights = random.integers(-60, 60, SHAPE[0] * SHAPE[1])
    return COURSE.written(weights.astype(np.float32))


def openings(count: int, plies: int, seed: int = 3) -> Batch:
    """Return positions after random plies."""
    random = Random(seed)
    return COURSE.rules(None).pack([random_opening(OTHELLO, plies, random) for _ in range(count)])


def leads(rivals: tuple[AnyBatchRules, AnyBatchRules], batch: Batch) -> Points:
    """Return the margin of the first player from each position; both search one ply."""
    found, who, mover = np.zeros(batch.shape[1], np.int32), np.arange(batch.shape[1]), 0
    while len(who):
        rules = rivals[mover]
        ends = rules.terminal_scores(batch)
        over = ends != NOT_OVER
        found[who[over]] = ends[over] * (1 - 2 * mover)
        batch, who = batch[:, ~over], who[~over]
        children = rules.children(batch)
        order = np.lexsort((-rules.evaluate(children.batch), children.parent))
        last = np.flatnonzero(np.diff(children.parent, append=len(who)))
        batch, mover = children.batch[:, order[last]], 1 - mover
    return found


def test_the_weights_used_are_those_that_are_added() -> None:
    """The weights agree in every phase."""
    data, batch = some_weights(), openings(300, 59)
    rules = COURSE.rules(data)
    batch = batch[:, rules.terminal_scores(batch) == NOT_OVER]
    points = COURSE.read(data)[COURSE.used_weights(batch)].sum(axis=0)
    assert np.array_equal(np.clip(points, -6400, 6400), rules.evaluate(batch))


def test_files_go_round() -> None:
    """Weights are rounded to their scale. A damaged file is refused."""
    weights = np.random.default_rng(2).normal(0, 100, SHAPE[0] * SHAPE[1])
    data = COURSE.written(weights)
    scales = patterns.parse_patterns(othello.file_bytes(data))[0]
    assert np.abs(COURSE.read(data) - weights).max() <= scales.max() / 2
    with pytest.raises(ValueError, match="this is no Flipside othello"):
        COURSE.read(packed_file(b"Flipside flipop 1\n", data))


def test_a_deep_score_is_that_of_all_lines() -> None:
    rules, batch = COURSE.rules(some_weights()), openings(20, 50)
    for depth in (1, 2, 3):
        found = deep_scores(OTHELLO, rules, batch, depth)
        assert np.array_equal(found, search_scores(rules, batch, depth))


@pytest.mark.long
def test_matches_teach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights trained on 500 matches beat zero weights."""
    monkeypatch.setattr(COURSE, "shard_matches", 500)
    monkeypatch.setattr(COURSE, "step_points", 20.0)
    nothing, shard = COURSE.written(np.zeros(SHAPE[0] * SHAPE[1])), tmp_path / "shard.npz"
    np.savez(shard, allow_pickle=False, **COURSE.play(1, 1, None))
    learned, before = COURSE.rules(COURSE.fit([shard], nothing)), COURSE.rules(nothing)
    starts = openings(100, 8)
    won = np.concatenate((leads((learned, before), starts), -leads((before, learned), starts))) > 0
    assert won.mean() > 0.6


def test_margins_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """The weights stay the same. Margins exist for all measured depths and beyond."""
    monkeypatch.setattr(COURSE, "shard_matches", 20)
    monkeypatch.setattr(othello, "MARGIN_POSITIONS", 8)
    monkeypatch.setattr(othello, "MARGIN_DEPTH", 3)
    data = some_weights()
    _, margins, weights = patterns.parse_patterns(othello.file_bytes(COURSE.margins(data)))
    assert np.array_equal(weights, patterns.parse_patterns(othello.file_bytes(data))[2])
    assert (margins[2:, 1] > 0).all()
