"""How Flip-Flop's numbers are trained: matches of players who overlook moves, and regression.

Players who see two plies and overlook nothing draw every match, so that nothing could be learned
from them. What is learned is how likely a line wins against somebody who errs.
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
from rules.games.flipflop.engine.batch import LIGHT, FlipFlopBatch
from rules.games.flipflop.engine.evaluation import NEXT
from rules.games.flipflop.engine.evaluation import evaluate as by_hand
from rules.games.flipflop.engine.weights import COUNTS, EACH, SIZE, WEIGHTS, learned
from rules.games.flipflop.position import ALL
from rules.training.course import Arrays
from rules.training.self_play import opened, played, together

MATCHES, DEPTH, OPENING = 2000, 1, 14
"""In a shard; plies looked ahead; random plies at the start, at most."""

MISSES = 0.3
"""The chance that a move is overlooked."""

SCALE = 1000.0
"""Points that are odds of e to one."""

FADE = 0.9
"""The lambda of TD; labels are the ends of matches while the hand-made judge plays."""

PASSES, RATE, PULL = 12, 0.1, 1e-6
"""Of the regression."""


class FlipFlopCourse:
    """The Course of Flip-Flop."""

    game: AnyGame = FLIPFLOP
    weights = WEIGHTS.path
    shards = 12
    recent = 1
    pace = Limit(depth=1, oversight_rate=0.2)

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """Positions of the laying as `batch`, whose labels are chances to win."""
        random = Random(f"flipflop {seed} {number}")
        starts = [opened(FLIPFLOP, {}, OPENING, random) for _ in range(MATCHES)]
        game = self.with_weights(None if weights is None else weights.read_bytes())
        assert game.engine.batch_rules is not None
        rules = game.engine.batch_rules()
        decay = 1.0 if weights is None else FADE
        record = played(
            game, rules, starts, DEPTH, random,
            scale=SCALE, strays=0.0, misses=MISSES, decay=decay, longest=140,
        )  # fmt: skip
        laying = (record.batch[0] | record.batch[1]) != np.uint64(ALL)
        quiet = laying & (np.abs(rules.evaluate(record.batch)) < NEXT)
        return {"batch": record.batch[:, quiet], "labels": record.labels[quiet]}

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """Regression on the odds."""
        from rules.training.logistic_regression import fitted

        batch, labels = together(shards)
        places, begin = features(batch), np.zeros(SIZE)
        signs = np.ones(places.shape[1], np.int64)
        found = fitted(
            places, signs, labels, begin, np.full(len(begin), PULL), PASSES, RATE, len(shards)
        )
        return weights_bytes(np.round(SCALE * found).astype(np.int64).tolist())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flip-Flop with those numbers."""
        numbers = None if data is None else parse_weights(data, SIZE)
        rules = FlipFlopBatch(numbers)
        judge = by_hand if numbers is None else partial(learned, numbers)
        return replace(
            FLIPFLOP, engine=replace(FLIPFLOP.engine, evaluate=judge, batch_rules=lambda: rules)
        )


def features(batch: Batch) -> NDArray[np.int32]:
    """The places of all numbers that count: of eight rows, of eight columns, of being on turn."""
    places = np.zeros((9, 9), np.int32)
    for place, counts in enumerate(COUNTS):
        places[counts] = place
    own, enemy = (
        np.bitwise_count(np.stack((side, transposed(side)), axis=1).view(np.uint8))
        for side in (batch[0], batch[1])
    )
    turn = np.full((len(own), 1), EACH - 1, np.int32)
    start = np.where(batch[2] & np.uint64(LIGHT) != 0, np.int32(EACH), np.int32(0))
    return np.concatenate((places[own, enemy], turn), axis=1) + start[:, None]
