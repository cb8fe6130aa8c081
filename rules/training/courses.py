"""COURSES, which defines how each game is trained, and the courses of Flip-Flop and Flipop.

In Flip-Flop, weights are trained for the laying of stones. The players of the matches overlook some
moves. Otherwise they would draw every match, and nothing could be learned.

In Flipop, the weights of blocks are trained. The label of a draw is 0.5. Weights of single pits are
not trained, because the weights of pits with their doors contain them.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import AnyBatchRules, Batch
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.data_files import packed_file, parse_weights, weights_bytes
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
from flipside.rules.games.flipop import BLOCKS, FLIPOP
from flipside.rules.games.flipop.doors import BOARD_SIDE
from flipside.rules.games.flipop.engine import blocks as form
from flipside.rules.games.flipop.engine import weight_tables
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.blocks import Blocks
from flipside.rules.games.flipop.engine.chains import ways_with_door
from flipside.rules.training import learning
from flipside.rules.training.contactic import ContacticCourse
from flipside.rules.training.othello import OthelloCourse

_LAYING_POINTS = {
    (3, 0): 20, (4, 0): 60, (4, 1): 20, (5, 0): 380, (5, 1): 80,
    (6, 0): 510, (6, 1): 300, (7, 0): 350, (7, 1): 820, (0, 7): -170,
}  # fmt: skip
"""Hand-made points for dark of a line during the laying, by its numbers of dark and light stones.
Dark switches first, so nearly full lines with few light stones are good for dark."""

FLIPFLOP_HAND_MADE = (
    *(_LAYING_POINTS.get((own, enemy), 0) for own, enemy in LINE_COUNTS),
    0,
    *(-_LAYING_POINTS.get((enemy, own), 0) for own, enemy in LINE_COUNTS),
    0,
)
"""`_LAYING_POINTS` in the order of the weights."""

_PLACES = np.zeros((9, 9), np.int32)
for _place, _counts in enumerate(LINE_COUNTS):
    _PLACES[_counts] = _place


class FlipFlopCourse(learning.BatchCourse):
    """The Course of Flip-Flop."""

    game = FLIPFLOP
    weights = WEIGHTS.path
    shards = 12
    pace = Limit(depth=1, blunder_rate=0.2)
    self_play = learning.SelfPlay(logit_points=1000.0, blunder_rate=0.3, td_lambda=0.9)
    shard_matches = 2000
    opening_plies = 14
    step_points = 8.0

    def read(self, data: bytes | None) -> NDArray[Any]:
        """Return the weights in a weights file."""
        return np.array(_numbers(data))

    def written(self, weights: NDArray[Any]) -> bytes:
        """Return the bytes of a weights file."""
        return weights_bytes(np.round(weights).astype(np.int64).tolist())

    def rules(self, data: bytes | None) -> AnyBatchRules:
        """Return the rules of Flip-Flop with the weights of a file."""
        return FlipFlopBatch(_numbers(data))

    def teaches(self, rules: AnyBatchRules, batch: Batch) -> Any:
        """Return the mask of positions of the laying without a win at the next ply."""
        laying = (batch[0] | batch[1]) != np.uint64(ALL)
        return laying & (np.abs(rules.evaluate(batch)) < WIN_NEXT_POINTS)

    def used_weights(self, batch: Batch) -> NDArray[np.int32]:
        """Return the indices of the weights of rows, columns and the turn, shape (17, n)."""
        own, enemy = (
            np.bitwise_count(np.stack((side, transposed(side)), axis=1).view(np.uint8))
            for side in (batch[0], batch[1])
        )
        turn = np.full((1, len(own)), WEIGHTS_PER_COLOUR - 1, np.int32)
        light = (batch[2] & np.uint64(LIGHT_FLAG) != 0).astype(np.int32)
        return np.concatenate((_PLACES[own, enemy].T, turn)) + WEIGHTS_PER_COLOUR * light


def _numbers(data: bytes | None) -> Sequence[int]:
    return FLIPFLOP_HAND_MADE if data is None else parse_weights(data, SIZE)


_MAX_WEIGHT_POINTS = 32_000
"""The maximum of a weight in the file."""


class FlipopCourse(learning.BatchCourse):
    """The Course of Flipop. `weights.txt` has the hand-made weights."""

    game = FLIPOP
    weights = BLOCKS.path
    shards = 4
    pace = Limit(depth=4, blunder_rate=0.1)
    """With a blunder rate of 0 most matches are drawn."""
    self_play = learning.SelfPlay(
        logit_points=600.0, blunder_rate=0.1, td_lambda=0.7, depth=2, max_plies=200
    )  # fmt: skip
    opening_plies = 16

    def read(self, data: bytes | None) -> NDArray[np.int16]:
        """Return the weights in a packed file."""
        if data is None:
            pits = np.array(weight_tables.WEIGHTS.numbers, np.int16)
            return np.pad(pits, (0, form.FILE_WEIGHTS - len(pits)))
        raw = learning.unpacked_bytes(form.FILE_HEADER, form.FILE_BYTES, data)
        return np.frombuffer(raw, "<i2").astype(np.int16)

    def written(self, weights: NDArray[Any]) -> bytes:
        """Return the bytes of a packed file with the weights."""
        numbers = np.clip(np.round(weights), -_MAX_WEIGHT_POINTS, _MAX_WEIGHT_POINTS)
        return packed_file(form.FILE_HEADER, numbers.astype("<i2").tobytes())

    def rules(self, data: bytes | None) -> AnyBatchRules:
        """Return the rules of Flipop with the weights of a file."""
        return FlipopBatch(None if data is None else laid_out(self.read(data)))

    def used_weights(self, batch: Batch) -> NDArray[np.int32]:
        """Return the indices of the weights of pits, rows and blocks, shape (weights, n)."""
        blocks, ways = _numbered(), ways_with_door(batch[1])
        stands, room, rows, _ = blocks.tables.entries(batch, ways)
        return np.concatenate((stands[None], room[None], rows, *blocks.entries(batch[0], batch[1])))

    def learned_change(
        self, weights: NDArray[Any], batch: Batch, labels: learning.Chances
    ) -> learning.Floats:
        """Return the change of `weights`, the same for mirror images."""
        return super().learned_change(weights, batch, labels)[shared_numbers()]


def laid_out(weights: NDArray[np.integer]) -> Blocks:
    """Return the evaluation with these weights."""
    return learning.built(Blocks(weights))


@cache
def _numbered() -> Blocks:
    """Return an evaluation in which every weight is its own index, to look up used weights."""
    return laid_out(shared_numbers())


def shared_numbers() -> NDArray[np.int32]:
    """Return the index of every weight; if two weights are mirror images, the lower index."""
    numbers = np.arange(form.FILE_WEIGHTS, dtype=np.int32)
    for phase in numbers[weight_tables.SIZE :].reshape(form.PHASE_COUNT, form.PHASE_FILE_WEIGHTS):
        blocks, pits = np.split(phase, [len(form.FILE_BLOCKS) * form.BLOCK_PATTERNS])
        for number, place in enumerate(form.FILE_BLOCKS):
            if place < len(form.WIDE_BLOCKS) and form.WIDE_BLOCKS[place][1] == 1:
                part = blocks[number * form.BLOCK_PATTERNS :][: form.BLOCK_PATTERNS]
                part[:] = np.minimum(part, part[form.MIRRORED_PATTERNS[0]])
        for number, pit in enumerate(form.FILE_PITS):
            if pit % BOARD_SIDE == BOARD_SIDE // 2:
                part = pits[number * form.PIT_PATTERNS :][: form.PIT_PATTERNS]
                part[:] = np.minimum(part, part[form.MIRRORED_PATTERNS[2]])
    return numbers


Course = learning.BatchCourse | ContacticCourse
"""How the evaluation of a game is trained. `run.py` has the steps that all games share."""

COURSES: dict[str, Course] = {
    "othello": OthelloCourse(),
    "flipflop": FlipFlopCourse(),
    "flipop": FlipopCourse(),
    "contactic": ContacticCourse(),
}
"""The courses of the games that can be trained, by key."""
