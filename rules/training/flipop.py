"""Trains Flipop's blocks: logistic regression on self-play, by gradient descent.

Labels are chances to win by TD(lambda); half of a point is a draw. The descent is Adam (Kingma, Ba,
2015). It leaves the weights of single pits alone, which the pits with their doors repeat.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import AnyBatchRules, Batch
from rules.contract.game import AnyGame
from rules.contract.search_api import Limit
from rules.engine.data.packed import packed_file
from rules.games.flipop import FLIPOP
from rules.games.flipop.doors import BOARD_SIDE
from rules.games.flipop.engine.batch import FlipopBatch
from rules.games.flipop.engine.blocks import (
    BLOCK_PATTERNS,
    FILE_BLOCKS,
    FILE_BYTES,
    FILE_HEADER,
    FILE_PITS,
    FILE_WEIGHTS,
    MIRRORED_PATTERNS,
    PIT_PATTERNS,
    STAGE_COUNT,
    STAGE_FILE_WEIGHTS,
    WIDE_BLOCKS,
    Blocks,
)
from rules.games.flipop.engine.blocks_file import BLOCKS_PATH
from rules.games.flipop.engine.paths import Ways, ways_with_door
from rules.games.flipop.engine.weights import SIZE, WEIGHTS
from rules.training.course import Arrays, random_opening, unpacked_bytes
from rules.training.self_play import Chances, SelfPlay

SHARD_MATCHES, _MATCHES_AT_ONCE, _MAX_OPENING_PLIES = 10_000, 1000, 16
"""Matches of a shard; those played at once; most random plies at the start."""

SELF_PLAY = SelfPlay(
    logit_points=600.0, oversight_rate=0.1, td_lambda=0.7, depth=2, max_plies=200
)  # fmt: skip

EPOCHS, _CHUNK_POSITIONS = 3, 8192
"""How often the descent looks at every position, and the positions of one of its steps."""

_STEP_POINTS, _MEAN_DECAY, _SQUARE_DECAY = 2.0, 0.9, 0.999
"""Parameters of Adam: the first step of a weight in points, falling to 0; the decay of the mean of
gradients and of the mean of their squares."""

_MAX_WEIGHT_POINTS = 32_000
"""Most points of a weight in the file."""

Floats = NDArray[np.float32]


class FlipopCourse:
    """The Course of Flipop."""

    game: AnyGame = FLIPOP
    weights = BLOCKS_PATH
    shards = 4
    pace = Limit(depth=4, oversight_rate=0.1)
    """Without oversights most matches are drawn."""

    def play(self, number: int, seed: int, weights: bytes | None) -> Arrays:
        """Play a shard: `batch`, positions that are not over; `labels`, chances to win."""
        random = Random(f"flipop {seed} {number}")
        rules, lots = _rules(weights), np.random.default_rng(random.randrange(2**53))
        batches, labels = [], []
        for begin in range(0, SHARD_MATCHES, _MATCHES_AT_ONCE):
            many = min(_MATCHES_AT_ONCE, SHARD_MATCHES - begin)
            starts = [random_opening(FLIPOP, _MAX_OPENING_PLIES, random) for _ in range(many)]
            batch, chances = SELF_PLAY.matches(rules, rules.pack(starts), lots)
            batches.append(batch)
            labels.append(chances)
        return {"batch": np.concatenate(batches, axis=1), "labels": np.concatenate(labels)}

    def fit(self, shards: Sequence[Path], weights: bytes | None) -> bytes:
        """Change the weights that played the shards; returns the content of a file."""
        data = [dict(np.load(path)) for path in shards]
        batch = np.concatenate([one["batch"] for one in data], axis=1)
        labels = np.concatenate([one["labels"] for one in data])
        before = read_weights(weights)
        found = before + learned_change(before, batch, labels)
        rounded = np.clip(np.round(found), -_MAX_WEIGHT_POINTS, _MAX_WEIGHT_POINTS)
        return packed_file(FILE_HEADER, rounded.astype("<i2").tobytes())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flipop that evaluates with the blocks in `data`; None: with `weights.txt`.

        Raises ValueError if `data` is damaged.
        """
        rules = _rules(data)
        spec = replace(FLIPOP.engine, batch_rules=lambda: rules, warm_up=None, data_files=())
        return replace(FLIPOP, engine=spec)


def read_weights(data: bytes | None) -> NDArray[np.int16]:
    """The weights of a file's content, shape (FILE_WEIGHTS,); None: those of `weights.txt` and 0.

    Raises ValueError if `data` is damaged.
    """
    if data is None:
        return np.pad(np.array(WEIGHTS.numbers, np.int16), (0, FILE_WEIGHTS - SIZE))
    return np.frombuffer(unpacked_bytes(FILE_HEADER, FILE_BYTES, data), "<i2").astype(np.int16)


def laid_out(weights: NDArray[np.integer]) -> Blocks:
    """The evaluation by these weights."""
    blocks = Blocks(weights)
    for _ in blocks.build():
        pass
    return blocks


def _rules(data: bytes | None) -> AnyBatchRules:
    return FlipopBatch(None if data is None else laid_out(read_weights(data)))


def learned_change(weights: NDArray[np.int16], batch: Batch, labels: Chances) -> Floats:
    """What to add to `weights`, float32, shape (FILE_WEIGHTS,), so that scores fit the labels.

    The odds of a label are to be e to the power of the score over `SELF_PLAY.logit_points`.
    """
    before = laid_out(weights)
    change, mean, square = np.zeros((3, FILE_WEIGHTS), np.float32)
    starts = range(0, len(labels), _CHUNK_POSITIONS)
    steps, step = EPOCHS * len(starts), 0
    for epoch in range(EPOCHS):
        order = np.random.default_rng(epoch).permutation(len(labels))
        for start in starts:
            some = order[start : start + _CHUNK_POSITIONS]
            part = batch[:, some]
            ways = ways_with_door(part[1])
            used = used_weights(part, ways)
            scores = before.points(part, ways) + change[used].sum(axis=0)
            error = 1 / (1 + np.exp(-scores / SELF_PLAY.logit_points)) - labels[some]
            errors = np.broadcast_to(error / len(some), used.shape).ravel()
            slope = np.bincount(used.ravel(), errors, FILE_WEIGHTS).astype(np.float32)
            step += 1
            mean += (1 - _MEAN_DECAY) * (slope - mean)
            square += (1 - _SQUARE_DECAY) * (slope * slope - square)
            size = np.sqrt(square / (1 - _SQUARE_DECAY**step)) + 1e-9
            rate = _STEP_POINTS * (1 - (step - 1) / steps) / (1 - _MEAN_DECAY**step)
            change -= np.float32(rate) * mean / size
    return change[shared_numbers()]


def used_weights(batch: Batch, ways: Ways) -> NDArray[np.int32]:
    """The number in the file of every weight that a position uses, shape (weights, n).

    The weights of single pits are left out, and mirror images have one number (`shared_numbers`).
    """
    blocks = _numbered()
    stands, room, rows, _ = blocks.tables.entries(batch, ways)
    return np.concatenate((stands[None], room[None], rows, *blocks.entries(batch[0], batch[1])))


@cache
def _numbered() -> Blocks:
    """The evaluation whose weights are the numbers of weights."""
    return laid_out(shared_numbers())


def shared_numbers() -> NDArray[np.int32]:
    """The number of every weight, the lower one of both where two are mirror images."""
    numbers = np.arange(FILE_WEIGHTS, dtype=np.int32)
    for stage in numbers[SIZE:].reshape(STAGE_COUNT, STAGE_FILE_WEIGHTS):
        blocks, pits = np.split(stage, [len(FILE_BLOCKS) * BLOCK_PATTERNS])
        for number, place in enumerate(FILE_BLOCKS):
            if place < len(WIDE_BLOCKS) and WIDE_BLOCKS[place][1] == 1:
                one = blocks[number * BLOCK_PATTERNS :][:BLOCK_PATTERNS]
                one[:] = np.minimum(one, one[MIRRORED_PATTERNS[0]])
        for number, pit in enumerate(FILE_PITS):
            if pit % BOARD_SIDE == BOARD_SIDE // 2:
                one = pits[number * PIT_PATTERNS :][:PIT_PATTERNS]
                one[:] = np.minimum(one, one[MIRRORED_PATTERNS[2]])
    return numbers
