"""Trains the weights of Flipop's evaluation by temporal differences in self-play."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import AnyBatchRules
from rules.contract.game import AnyGame
from rules.contract.search_api import Limit
from rules.engine.data.packed import packed_file
from rules.games.flipop import FLIPOP
from rules.games.flipop.engine.batch import FlipopBatch
from rules.games.flipop.engine.blocks import FILE_BYTES, FILE_HEADER, Blocks
from rules.games.flipop.engine.blocks_file import BLOCKS_PATH
from rules.training.course import Arrays, random_opening, unpacked_bytes

SHARD_MATCHES = 20_000
"""Matches of a shard. Weights change much at first, and take thousands of matches to become better.
After many more they play better among themselves, and worse against others."""

MAX_DEPTH = 3
"""Most plies of a search."""

SHARD_OPENINGS, _MAX_OPENING_PLIES = 5000, 16
"""Start positions of a shard; most random plies before one."""

_MAX_WEIGHT_POINTS = 32_000
"""Most points of a weight in the file."""

Float32s = NDArray[np.float32]


class FlipopCourse:
    """The Course of Flipop."""

    game: AnyGame = FLIPOP
    weights = BLOCKS_PATH
    shards = 4
    pace = Limit(depth=4, oversight_rate=0.1)
    """Without oversights most matches are drawn."""

    def play(self, number: int, seed: int, weights: bytes | None) -> Arrays:
        """Play a shard; `numbers` are the weights after it, float32, in the order of the file."""
        from rules.training.flipop.self_play import learn

        opens = Random(f"flipop {seed} {number}")
        lot = opens.randrange(2**31)
        rules: AnyBatchRules = FlipopBatch()
        starts = rules.pack(
            [random_opening(FLIPOP, _MAX_OPENING_PLIES, opens) for _ in range(SHARD_OPENINGS)]
        )
        found = read_weights(weights)
        learn(lot, SHARD_MATCHES, starts.T.copy(), MAX_DEPTH, found)
        return {"numbers": found}

    def fit(self, shards: Sequence[Path], weights: bytes | None) -> bytes:
        """The mean weights of the shards as the content of a file."""
        from rules.training.flipop.evaluation import fill_mirrored

        found = np.mean([np.load(path)["numbers"] for path in shards], axis=0)
        rounded = np.clip(np.round(fill_mirrored(found)), -_MAX_WEIGHT_POINTS, _MAX_WEIGHT_POINTS)  # type: ignore[no-untyped-call]
        return packed_file(FILE_HEADER, rounded.astype("<i2").tobytes())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flipop that evaluates with the blocks in `data`; None: with `weights.txt`.

        Raises ValueError if `data` is damaged.
        """
        rules: AnyBatchRules = FlipopBatch(None if data is None else _blocks(data))
        spec = replace(FLIPOP.engine, batch_rules=lambda: rules, warm_up=None, data_files=())
        return replace(FLIPOP, engine=spec)


def read_weights(weights: bytes | None) -> Float32s:
    """The weights in points, float32, shape (WEIGHT_COUNT,); zeros if `weights` is None.

    `weights` is the content of a file. Raises ValueError if it is damaged.
    """
    if weights is None:
        return np.zeros(FILE_BYTES // 2, np.float32)
    return np.frombuffer(unpacked_bytes(FILE_HEADER, FILE_BYTES, weights), "<i2").astype(np.float32)


def _blocks(data: bytes) -> Blocks:
    blocks = Blocks(unpacked_bytes(FILE_HEADER, FILE_BYTES, data))
    for _ in blocks.build():
        pass
    return blocks
