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

from rules.contract.batch_rules import Batch
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
from rules.training.course import Arrays
from rules.training.self_play import joined_shards, play_matches, random_opening

SHARD_MATCHES, PLAY_DEPTH, _MAX_OPENING_PLIES = 2000, 1, 14
"""Matches of a shard; search depth in plies; most random plies at the start."""

_OVERSIGHT_RATE = 0.3
"""The chance, 0 to 1, that a move is overlooked."""

_LOGIT_POINTS = 1000.0
"""Points that mean odds of e to 1."""

_TD_LAMBDA = 0.9
"""The lambda of TD(lambda); 1 (results alone) while the evaluation made by hand plays."""

_PASSES, _LEARNING_RATE, _RIDGE = 12, 0.1, 1e-6
"""Parameters of the regression, see `fit_chances`."""


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
    recent = 1
    pace = Limit(depth=1, oversight_rate=0.2)

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """Play a shard: `batch`, positions of the laying; `labels`, chances to win."""
        random = Random(f"flipflop {seed} {number}")
        starts = [
            random_opening(FLIPFLOP, {}, _MAX_OPENING_PLIES, random) for _ in range(SHARD_MATCHES)
        ]
        game = self.with_weights(None if weights is None else weights.read_bytes())
        assert game.engine.batch_rules is not None
        rules = game.engine.batch_rules()
        decay = 1.0 if weights is None else _TD_LAMBDA
        record = play_matches(
            game, rules, starts, PLAY_DEPTH, random,
            scale=_LOGIT_POINTS, strays=0.0, misses=_OVERSIGHT_RATE, decay=decay, longest=140,
        )  # fmt: skip
        laying = (record.batch[0] | record.batch[1]) != np.uint64(ALL)
        quiet = laying & (np.abs(rules.evaluate(record.batch)) < WIN_NEXT_POINTS)
        return {"batch": record.batch[:, quiet], "labels": record.labels[quiet]}

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """Fit the weights by logistic regression; returns the content of a weights file."""
        from rules.training.logistic_regression import fit_chances

        batch, labels = joined_shards(shards)
        places, begin = feature_places(batch), np.zeros(SIZE)
        signs = np.ones(places.shape[1], np.int64)
        found = fit_chances(
            places,
            signs,
            labels,
            begin,
            np.full(len(begin), _RIDGE),
            _PASSES,
            _LEARNING_RATE,
            len(shards),
        )
        return weights_bytes(np.round(_LOGIT_POINTS * found).astype(np.int64).tolist())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flip-Flop that evaluates with the weights in `data`; made by hand if None.

        Raises ValueError if `data` is damaged.
        """
        numbers = HAND_MADE if data is None else parse_weights(data, SIZE)
        rules, evaluate = FlipFlopBatch(numbers), partial(learned, numbers)
        return replace(
            FLIPFLOP, engine=replace(FLIPFLOP.engine, evaluate=evaluate, batch_rules=lambda: rules)
        )


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
