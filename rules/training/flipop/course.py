"""How Flipop's blocks are trained: numbers learn while they play against themselves."""

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
from rules.games.flipop.engine.evaluation import evaluate as by_hand
from rules.games.flipop.engine.weights import evaluate as learned
from rules.training.course import Arrays, bytes_of
from rules.training.self_play import opened

MATCHES = 20_000
"""In a shard: at first numbers change much, whatever they were, and it takes thousands until they
are better than before; those of many more matches play better among themselves, and worse against
others."""

DEPTH = 3
"""Plies that they look ahead at most."""

STARTS, RANDOM = 5000, 16
"""Positions that matches of a shard begin with; random plies before them, at most."""

MOST = 32_000
"""Points a number may say."""

Numbers = NDArray[np.float32]


class FlipopCourse:
    """The Course of Flipop."""

    game: AnyGame = FLIPOP
    weights = BLOCKS_PATH
    shards = 4
    recent = 1
    pace = Limit(depth=4, oversight_rate=0.1)
    """Something is overlooked, or most matches are drawn."""

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """The `numbers` as they are after the matches, in the order of the file."""
        from rules.training.flipop.self_play import learn

        opens = Random(f"flipop {seed} {number}")
        lot = opens.randrange(2**31)
        rules: AnyBatchRules = FlipopBatch()
        starts = rules.pack([opened(FLIPOP, {}, RANDOM, opens) for _ in range(STARTS)])
        found = numbers(weights)
        learn(lot, MATCHES, starts.T.copy(), DEPTH, found)
        return {"numbers": found}

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """The mean of what was learned."""
        from rules.training.flipop.evaluation import whole

        found = np.mean([np.load(path)["numbers"] for path in shards], axis=0)
        rounded = np.clip(np.round(whole(found)), -MOST, MOST)  # type: ignore[no-untyped-call]
        return packed_file(FILE_HEADER, rounded.astype("<i2").tobytes())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flipop with those numbers."""
        rules: AnyBatchRules = FlipopBatch(blocks=None if data is None else _blocks(data))
        judge = by_hand if data is None else learned
        thinking = replace(
            FLIPOP.engine, evaluate=judge, batch_rules=lambda: rules, warm_up=None, data_files=()
        )
        return replace(FLIPOP, engine=thinking)


def numbers(weights: Path | None) -> Numbers:
    """The numbers of a file; zeros if there is none."""
    if weights is None:
        return np.zeros(FILE_BYTES // 2, np.float32)
    return np.frombuffer(bytes_of(FILE_HEADER, FILE_BYTES, weights.read_bytes()), "<i2").astype(
        np.float32
    )


def _blocks(data: bytes) -> Blocks:
    blocks = Blocks(bytes_of(FILE_HEADER, FILE_BYTES, data))
    for _ in blocks.build():
        pass
    return blocks
