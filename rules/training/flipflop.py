"""Trains Flip-Flop's weights: logistic regression on matches of players who overlook moves.

Players who search two plies and overlook nothing draw every match, and draws teach nothing. The
weights therefore tell how likely a line wins against a player who errs.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import AnyBatchRules, Batch
from rules.contract.game import AnyGame
from rules.contract.search_api import Limit
from rules.engine.data.weights import parse_weights, weights_bytes
from rules.engine.vector.bits import transposed
from rules.games.flipflop import FLIPFLOP
from rules.games.flipflop.engine.batch import LIGHT_FLAG, FlipFlopBatch
from rules.games.flipflop.engine.evaluation import WIN_NEXT_POINTS
from rules.games.flipflop.engine.weights import (
    LINE_COUNTS,
    SIZE,
    WEIGHTS,
    WEIGHTS_PER_COLOUR,
    learned,
)
from rules.games.flipflop.position import ALL
from rules.training.course import Arrays, random_opening
from rules.training.self_play import SelfPlay

SHARD_MATCHES, _MAX_OPENING_PLIES = 2000, 14
"""Matches of a shard; most random plies at the start."""

_SELF_PLAY = SelfPlay(logit_points=1000.0, oversight_rate=0.3, td_lambda=0.9)
"""Results alone are the labels while the evaluation made by hand plays."""

_NEWTON_STEPS, _RIDGE, _CHUNK_POSITIONS = 8, 1.0, 50_000
"""Steps of the regression; pull of a weight toward 0; positions worked on at once."""


_LAYING_POINTS = {
    (3, 0): 20,
    (4, 0): 60,
    (4, 1): 20,
    (5, 0): 380,
    (5, 1): 80,
    (6, 0): 510,
    (6, 1): 300,
    (7, 0): 350,
    (7, 1): 820,
    (0, 7): -170,
}
"""Points for dark of a line while laying, by the dark and the light stones in it: made by hand.

Dark switches first, so lines with few gaps and hardly any light stone are dark's chances, and those
of light only get in his way.
"""

HAND_MADE = (
    *(_LAYING_POINTS.get((own, enemy), 0) for own, enemy in LINE_COUNTS),
    0,
    *(-_LAYING_POINTS.get((enemy, own), 0) for own, enemy in LINE_COUNTS),
    0,
)
"""The same in the order of the weights."""


class FlipFlopCourse:
    """The Course of Flip-Flop."""

    game: AnyGame = FLIPFLOP
    weights = WEIGHTS.path
    shards = 12
    pace = Limit(depth=1, oversight_rate=0.2)

    def play(self, number: int, seed: int, weights: bytes | None) -> Arrays:
        """Play a shard: `batch`, positions of the laying; `labels`, chances to win."""
        random = Random(f"flipflop {seed} {number}")
        starts = [
            random_opening(FLIPFLOP, _MAX_OPENING_PLIES, random) for _ in range(SHARD_MATCHES)
        ]
        rules: AnyBatchRules = FlipFlopBatch(_numbers(weights))
        lots = np.random.default_rng(int(random.random() * 2**53))
        way = replace(_SELF_PLAY, td_lambda=1.0) if weights is None else _SELF_PLAY
        batch, labels = way.matches(rules, rules.pack(starts), lots)
        laying = (batch[0] | batch[1]) != np.uint64(ALL)
        quiet = laying & (np.abs(rules.evaluate(batch)) < WIN_NEXT_POINTS)
        return {"batch": batch[:, quiet], "labels": labels[quiet]}

    def fit(self, shards: Sequence[Path], weights: bytes | None) -> bytes:
        """Fit the weights by logistic regression; returns the content of a weights file."""
        data = [dict(np.load(path)) for path in shards]
        places = feature_places(np.concatenate([one["batch"] for one in data], axis=1))
        found = fit_chances(places, np.concatenate([one["labels"] for one in data]))
        return weights_bytes(np.round(_SELF_PLAY.logit_points * found).astype(np.int64).tolist())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flip-Flop that evaluates with the weights in `data`; made by hand if None.

        Raises ValueError if `data` is damaged.
        """
        numbers = _numbers(data)
        rules, evaluate = FlipFlopBatch(numbers), partial(learned, numbers)
        return replace(
            FLIPFLOP, engine=replace(FLIPFLOP.engine, evaluate=evaluate, batch_rules=lambda: rules)
        )


def _numbers(data: bytes | None) -> Sequence[int]:
    return HAND_MADE if data is None else parse_weights(data, SIZE)


def fit_chances(places: NDArray[np.int32], labels: NDArray[np.float32]) -> NDArray[np.float64]:
    """Weights whose sums are the log odds of labels, float64, shape (SIZE,).

    `places`: as from `feature_places`; `labels`: shape (n,). Logistic regression by Newton's
    method.
    """
    weights = np.zeros(SIZE)
    for _ in range(_NEWTON_STEPS):
        slope, bend = -_RIDGE * weights, _RIDGE * np.eye(SIZE)
        for begin in range(0, len(labels), _CHUNK_POSITIONS):
            part = places[begin : begin + _CHUNK_POSITIONS]
            cells = part + SIZE * np.arange(len(part))[:, None]
            used = np.bincount(cells.ravel(), minlength=SIZE * len(part)).astype(np.float64)
            used = used.reshape(-1, SIZE)
            chance = 1 / (1 + np.exp(-used @ weights))
            slope += (labels[begin : begin + _CHUNK_POSITIONS] - chance) @ used
            bend += (used * (chance * (1 - chance))[:, None]).T @ used
        weights += np.linalg.solve(bend, slope)
    return weights


def feature_places(batch: Batch) -> NDArray[np.int32]:
    """The indices of active weights, int32, shape (n, 17): rows, columns, the turn."""
    places = np.zeros((9, 9), np.int32)
    for place, counts in enumerate(LINE_COUNTS):
        places[counts] = place
    own, enemy = (
        np.bitwise_count(np.stack((side, transposed(side)), axis=1).view(np.uint8))
        for side in (batch[0], batch[1])
    )
    turn = np.full((len(own), 1), WEIGHTS_PER_COLOUR - 1, np.int32)
    start = np.where(
        batch[2] & np.uint64(LIGHT_FLAG) != 0, np.int32(WEIGHTS_PER_COLOUR), np.int32(0)
    )
    return np.concatenate((places[own, enemy], turn), axis=1) + start[:, None]
