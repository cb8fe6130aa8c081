"""Trains Othello's patterns: positions of compiled self-play, then a fit of stage after stage."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.arena.pool import Workers
from rules.contract.game import AnyGame
from rules.contract.search_api import Limit
from rules.engine.data.packed import packed_file
from rules.games.othello import OTHELLO, evaluate_with_patterns
from rules.games.othello.engine import patterns as form
from rules.games.othello.engine.batch import OthelloBatch
from rules.games.othello.engine.book import BOOK_PATH
from rules.games.othello.engine.evaluation import evaluate as by_hand
from rules.games.othello.engine.weights import PATH
from rules.training.course import Arrays
from rules.training.othello.opening_book import book_text
from rules.training.othello.unpacked import (
    Floats,
    compiled_weights,
    file_bytes,
    pattern_bytes,
    pattern_images,
    stage_weights,
    weight_numbers,
)

SHARD_MATCHES = 20_000
"""Matches of a shard; each gives up to four positions to a stage."""

MARGIN_POSITIONS, MARGIN_DEPTH = 300, 8
"""Positions of each stage for measuring ProbCut's margins, and the greatest depth in plies."""

_DEVIATION_GROWTH = 1.1
"""The factor from the deviation of a depth to that of two plies more, for greater depths."""

_DECIDED_POINTS = 3000
"""Points (100 is one disc) above which a position is decided and left out of the margins."""

_MAX_SCALE = 10
"""Points: the coarsest scale of a stage."""


class OthelloCourse:
    """The Course of Othello."""

    game: AnyGame = OTHELLO
    weights = PATH
    moves = BOOK_PATH
    shards = 16
    pace = Limit(depth=2)

    def play(self, number: int, seed: int, weights: bytes | None) -> Arrays:
        """Play a shard: `own` and `enemy`, uint64, shape (matches, 60), as in `varied_positions`.

        Positions have no labels yet.
        """
        from rules.training.othello.self_play import varied_positions

        chance = int(np.random.SeedSequence([seed, number]).generate_state(1)[0])
        own, enemy = varied_positions(SHARD_MATCHES, chance, *_evaluation(weights))
        return {"own": own, "enemy": enemy}

    def fit(self, shards: Sequence[Path], weights: bytes | None) -> bytes:
        """Label and fit, stage by stage from the end; returns the content of a weights file."""
        from rules.training.othello import stages

        data = [dict(np.load(path)) for path in shards]
        own, enemy = (np.concatenate([one[name] for one in data]) for name in ("own", "enemy"))
        before = np.zeros((form.PATTERN_STAGES, sum(form.WEIGHT_COUNTS)))
        margins = np.zeros((form.PATTERN_STAGES, 2, form.PROBCUT_DEPTHS), np.int32)
        if weights is not None:
            before = stage_weights(weights)
            margins = form.parse_patterns(file_bytes(weights))[1]
        return weights_file(stages.fit_stages(own, enemy, before, weight_numbers()), margins)

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Othello that evaluates with the patterns in `data`; made by hand if None.

        Raises ValueError if `data` is damaged.
        """
        evaluate, rules = by_hand, OthelloBatch()
        if data is not None:
            patterns = form.Patterns(file_bytes(data))
            for _ in patterns.build():
                pass
            evaluate, rules = partial(evaluate_with_patterns, patterns), OthelloBatch(patterns)
        spec = replace(OTHELLO.engine, evaluate=evaluate, batch_rules=lambda: rules, warm_up=None)
        return replace(OTHELLO, engine=spec)

    def margins(self, data: bytes) -> bytes:
        """Measure ProbCut's margins for the evaluation in `data`; returns the file with them.

        They are, by stage and depth, mean and standard deviation of the differences between the
        scores of a depth and of its shallow search, in points (M. Buro, ProbCut, 1995).
        """
        from rules.training.othello.search import values_at_depths
        from rules.training.othello.self_play import varied_positions

        evaluation = compiled_weights(data)
        columns = varied_positions(MARGIN_POSITIONS, 1, *evaluation)
        there = columns[0] | columns[1] != 0
        own, enemy = (words[there] for words in columns)
        stages = form.STAGE_BY_DISCS.take(np.bitwise_count(own | enemy))
        depths = np.arange(1, MARGIN_DEPTH + 1)
        found = np.zeros((form.PATTERN_STAGES, 2, form.PROBCUT_DEPTHS))
        for stage in range(form.PATTERN_STAGES - 1, -1, -1):
            some = np.flatnonzero(stages == stage)[:MARGIN_POSITIONS]
            if not len(some):  # so early all plies were random: as in the next stage
                found[stage] = found[stage + 1]
                continue
            values = values_at_depths(own[some], enemy[some], depths, *evaluation)
            for depth in depths[1:].tolist():
                look = values[form.probcut_plies(depth) - 1]
                above = (values[depth - 1] - look)[np.abs(look) < _DECIDED_POINTS]
                if len(above):
                    found[stage, :, depth - 2] = above.mean(), above.std()
            print(f"stage {stage}: {np.round(found[stage, :, : MARGIN_DEPTH - 1])}", flush=True)
        for column in range(MARGIN_DEPTH - 1, form.PROBCUT_DEPTHS):
            found[:, :, column] = found[:, :, column - 2] * (1.0, _DEVIATION_GROWTH)
        scales, _, weights = form.parse_patterns(file_bytes(data))
        return packed_file(
            form.HEADER_LINE, pattern_bytes(scales, np.round(found).astype(np.int32), weights)
        )

    def book(self, workers: Workers) -> str:
        """Make the opening book with the evaluation in Othello's folder; returns its text."""
        return book_text(self.weights.read_bytes(), workers)


def _evaluation(weights: bytes | None) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """The compiled evaluation with the weights of a file, or the one made by hand."""
    from rules.training.othello.evaluation import STAGE_WEIGHTS

    if weights is None:
        return np.zeros(form.PATTERN_STAGES * STAGE_WEIGHTS, np.int16), np.zeros(
            form.PATTERN_STAGES, np.int64
        )
    return compiled_weights(weights)


def weights_file(weights: Floats, margins: NDArray[np.int32]) -> bytes:
    """The content of a weights file.

    `weights`: in points, float64, shape (STAGES, sum(COUNTS)); `margins`: int32, shape (STAGES, 2,
    DEPTHS). Each position has one weight of mobility. The middle of these weights moves into the
    patterns: all weights become small, and no evaluation changes.
    """
    mobility = weights[:, -2 * form.MOBILITY_WEIGHT_COUNT :]
    middle = (mobility.max(axis=1, keepdims=True) + mobility.min(axis=1, keepdims=True)) / 2
    patterns = sum(len(pattern_images(kind)) for kind in form.PATTERN_CELLS)
    weights = weights + middle / patterns
    weights[:, -2 * form.MOBILITY_WEIGHT_COUNT :] -= middle * (1 + 1 / patterns)
    most = np.abs(weights).max(axis=1)
    scales = np.clip(np.ceil(most / 127), 1, _MAX_SCALE).astype(np.int32)
    small = np.clip(np.round(weights / scales[:, None]), -127, 127).astype(np.int8)
    return packed_file(form.HEADER_LINE, pattern_bytes(scales, margins, small))
