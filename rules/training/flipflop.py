"""Trains Flip-Flop's weights of the laying, by `learning.py`, on players who overlook moves.
Players who search two plies and overlook nothing draw every match, and draws teach nothing. The
weights therefore tell how likely a line wins against a player who errs."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import AnyBatchRules, Batch
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.data_files import parse_weights, weights_bytes
from flipside.rules.engine.vector.bits import transposed
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipflop.engine.batch import (
    LIGHT_FLAG,
    LINE_COUNTS,
    SIZE,
    WEIGHTS,
    WEIGHTS_PER_COLOUR,
    WIN_NEXT_POINTS,
    FlipFlopBatch,
)
from flipside.rules.games.flipflop.position import ALL
from flipside.rules.training.learning import BatchCourse
from flipside.rules.training.self_play import SelfPlay

_LAYING_POINTS = {
    (3, 0): 20, (4, 0): 60, (4, 1): 20, (5, 0): 380, (5, 1): 80,
    (6, 0): 510, (6, 1): 300, (7, 0): 350, (7, 1): 820, (0, 7): -170,
}  # fmt: skip
"""Points for dark of a line while laying, by the dark and the light stones in it: made by hand.
Dark switches first, so lines with few gaps and hardly any light stone are dark's chances, and those
of light only get in his way."""

HAND_MADE = (
    *(_LAYING_POINTS.get((own, enemy), 0) for own, enemy in LINE_COUNTS),
    0,
    *(-_LAYING_POINTS.get((enemy, own), 0) for own, enemy in LINE_COUNTS),
    0,
)
"""The same in the order of the weights."""

_PLACES = np.zeros((9, 9), np.int32)
for _place, _counts in enumerate(LINE_COUNTS):
    _PLACES[_counts] = _place


class FlipFlopCourse(BatchCourse):
    """The Course of Flip-Flop."""

    game = FLIPFLOP
    weights = WEIGHTS.path
    shards = 12
    pace = Limit(depth=1, oversight_rate=0.2)
    self_play = SelfPlay(logit_points=1000.0, oversight_rate=0.3, td_lambda=0.9)
    shard_matches = 2000
    opening_plies = 14
    step_points = 8.0

    def read(self, data: bytes | None) -> NDArray[Any]:
        return np.array(_numbers(data))

    def written(self, weights: NDArray[Any]) -> bytes:
        return weights_bytes(np.round(weights).astype(np.int64).tolist())

    def rules(self, data: bytes | None) -> AnyBatchRules:
        return FlipFlopBatch(_numbers(data))

    def teaches(self, rules: AnyBatchRules, batch: Batch) -> Any:
        """Positions of the laying in which nobody wins next."""
        laying = (batch[0] | batch[1]) != np.uint64(ALL)
        return laying & (np.abs(rules.evaluate(batch)) < WIN_NEXT_POINTS)

    def used_weights(self, batch: Batch) -> NDArray[np.int32]:
        """Rows, columns, the turn: shape (17, n)."""
        own, enemy = (
            np.bitwise_count(np.stack((side, transposed(side)), axis=1).view(np.uint8))
            for side in (batch[0], batch[1])
        )
        turn = np.full((1, len(own)), WEIGHTS_PER_COLOUR - 1, np.int32)
        light = (batch[2] & np.uint64(LIGHT_FLAG) != 0).astype(np.int32)
        return np.concatenate((_PLACES[own, enemy].T, turn)) + WEIGHTS_PER_COLOUR * light


def _numbers(data: bytes | None) -> Sequence[int]:
    return HAND_MADE if data is None else parse_weights(data, SIZE)
