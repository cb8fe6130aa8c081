"""Trains Flipop's blocks, by `learning.py`; half of a point is a draw. The weights of single pits
stay, which the pits with their doors repeat."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import AnyBatchRules, Batch
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.data_files import packed_file
from flipside.rules.games.flipop import BLOCKS, FLIPOP
from flipside.rules.games.flipop.doors import BOARD_SIDE
from flipside.rules.games.flipop.engine import blocks as form
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.blocks import Blocks
from flipside.rules.games.flipop.engine.paths import ways_with_door
from flipside.rules.games.flipop.engine.weight_tables import SIZE, WEIGHTS
from flipside.rules.training.learning import BatchCourse, Floats, built, unpacked_bytes
from flipside.rules.training.self_play import Chances, SelfPlay

_MAX_WEIGHT_POINTS = 32_000
"""Most points of a weight in the file."""


class FlipopCourse(BatchCourse):
    """The Course of Flipop; by hand are the weights in `weights.txt`."""

    game = FLIPOP
    weights = BLOCKS.path
    shards = 4
    pace = Limit(depth=4, oversight_rate=0.1)
    """Without oversights most matches are drawn."""
    self_play = SelfPlay(
        logit_points=600.0, oversight_rate=0.1, td_lambda=0.7, depth=2, max_plies=200
    )  # fmt: skip
    opening_plies = 16

    def read(self, data: bytes | None) -> NDArray[np.int16]:
        if data is None:
            return np.pad(np.array(WEIGHTS.numbers, np.int16), (0, form.FILE_WEIGHTS - SIZE))
        found = unpacked_bytes(form.FILE_HEADER, form.FILE_BYTES, data)
        return np.frombuffer(found, "<i2").astype(np.int16)

    def written(self, weights: NDArray[Any]) -> bytes:
        rounded = np.clip(np.round(weights), -_MAX_WEIGHT_POINTS, _MAX_WEIGHT_POINTS)
        return packed_file(form.FILE_HEADER, rounded.astype("<i2").tobytes())

    def rules(self, data: bytes | None) -> AnyBatchRules:
        return FlipopBatch(None if data is None else laid_out(self.read(data)))

    def used_weights(self, batch: Batch) -> NDArray[np.int32]:
        blocks, ways = _numbered(), ways_with_door(batch[1])
        stands, room, rows, _ = blocks.tables.entries(batch, ways)
        return np.concatenate((stands[None], room[None], rows, *blocks.entries(batch[0], batch[1])))

    def learned_change(self, weights: NDArray[Any], batch: Batch, labels: Chances) -> Floats:
        """As for other games; mirror images change alike."""
        return super().learned_change(weights, batch, labels)[shared_numbers()]


def laid_out(weights: NDArray[np.integer]) -> Blocks:
    """The evaluation by these weights."""
    return built(Blocks(weights))


@cache
def _numbered() -> Blocks:
    """The evaluation whose weights are the numbers of weights."""
    return laid_out(shared_numbers())


def shared_numbers() -> NDArray[np.int32]:
    """The number of every weight, the lower one of both where two are mirror images."""
    numbers = np.arange(form.FILE_WEIGHTS, dtype=np.int32)
    for stage in numbers[SIZE:].reshape(form.STAGE_COUNT, form.STAGE_FILE_WEIGHTS):
        blocks, pits = np.split(stage, [len(form.FILE_BLOCKS) * form.BLOCK_PATTERNS])
        for number, place in enumerate(form.FILE_BLOCKS):
            if place < len(form.WIDE_BLOCKS) and form.WIDE_BLOCKS[place][1] == 1:
                one = blocks[number * form.BLOCK_PATTERNS :][: form.BLOCK_PATTERNS]
                one[:] = np.minimum(one, one[form.MIRRORED_PATTERNS[0]])
        for number, pit in enumerate(form.FILE_PITS):
            if pit % BOARD_SIDE == BOARD_SIDE // 2:
                one = pits[number * form.PIT_PATTERNS :][: form.PIT_PATTERNS]
                one[:] = np.minimum(one, one[form.MIRRORED_PATTERNS[2]])
    return numbers
