"""How Flipop's numbers are trained: many matches at once by arrays, labels by TD, regression."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.batch import Batch
from rules.game import AnyGame
from rules.games.flipop import FLIPOP
from rules.games.flipop.batch import FlipopBatch
from rules.games.flipop.doors import PITS, SIDE
from rules.games.flipop.judge import judge as by_hand
from rules.games.flipop.learned import LEAD, LEVEL, SIZE, UPRIGHT, WEIGHTS, learned
from rules.games.flipop.paths import BLACK, open_ways
from rules.thinking.weights import parsed, written
from rules.thought import Limit
from tests.workshop.training.course import Arrays
from tests.workshop.training.matches import opened, played, together

MATCHES, DEPTH, OPENING = 800, 2, 24
"""In a shard; plies looked ahead; random plies at the start, at most."""

SCALE = 180.0
"""Points that are odds of e to one."""

FADE = 0.9
"""The lambda of TD."""

PASSES, RATE, PULL = 12, 0.1, 3e-4
"""Of the regression."""


class FlipopCourse:
    """The Course of Flipop."""

    game: AnyGame = FLIPOP
    weights = WEIGHTS.path
    shards = 12
    recent = 2
    pace = Limit(depth=3)

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """Positions as `batch`, whose labels are chances to win."""
        random = Random(f"flipop {seed} {number}")
        starts = [opened(FLIPOP, {}, OPENING, random) for _ in range(MATCHES)]
        game = self.with_weights(None if weights is None else weights.read_bytes())
        assert game.thinking.batch is not None
        record = played(game, game.thinking.batch(), starts, DEPTH, random, scale=SCALE, decay=FADE)
        return record.quiet()

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """Regression on the odds; a number that is seldom seen stays what it was."""
        from tests.workshop.training.descent import fitted

        batch, labels = together(shards)
        places, begin = features(batch), np.zeros(SIZE)
        if weights is not None:
            begin += np.array(parsed(weights.read_bytes(), SIZE)) / SCALE
        found = fitted(places, SIGNS, labels, begin, PULL, PASSES, RATE, len(shards))
        return written(np.round(SCALE * found[FOLDED]).astype(np.int64).tolist())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flipop with those numbers."""
        numbers = None if data is None else parsed(data, SIZE)
        rules = FlipopBatch(numbers)
        judge = by_hand if numbers is None else partial(learned, numbers)
        return replace(FLIPOP, thinking=replace(FLIPOP.thinking, judge=judge, batch=lambda: rules))


SIGNS = np.array([1] * (2 * PITS) + [-1] * (2 * PITS) + [1] * (SIDE + 1), np.int64)
"""Of the columns of `features`: own balls, enemy balls, rows, the lead."""


def features(batch: Batch) -> NDArray[np.int32]:
    """The places of all numbers that count, left and right folded together; -1 for none."""
    black = batch[1] & np.uint64(BLACK) != 0
    own, enemy = (batch[0] >> np.uint64(shift) & np.uint64((1 << 32) - 1) for shift in (0, 32))
    north_east, south_west = open_ways(batch[1])
    ways = [
        (word >> np.uint64(32 * half)) & np.uint64((1 << PITS) - 1)
        for half in (0, 1)
        for word in (north_east, south_west)
    ]
    columns = []
    for up, mine, theirs in ((black, own, enemy), (~black, enemy, own)):
        north, south, east, west = (
            np.where(up, _turned(there), here)
            for here, there in zip(ways, (ways[1], ways[0], ways[3], ways[2]), strict=True)
        )
        mine, theirs = (np.where(up, _turned(balls), balls) for balls in (mine, theirs))
        number = np.bitwise_count(mine).astype(np.int32) - 1
        for start, first, second in ((LEAD, north, south), (LEAD + UPRIGHT, east, west)):
            for pit in range(PITS):
                code = _bit(first, pit) + 2 * _bit(second, pit)
                place = start + (number * PITS + pit) * 4 + code
                columns.append(np.where(_bit(mine, pit) == 1, FOLDED[place], -1))
    mine, theirs = (np.where(black, _turned(balls), balls) for balls in (own, enemy))
    for row in range(SIDE):
        balls = [(side >> np.uint64(SIDE * row) & np.uint64(31)) for side in (mine, theirs)]
        place = 1024 * row + (balls[0] << np.uint64(5) | balls[1]).astype(np.int32)
        columns.append(FOLDED[LEAD + UPRIGHT + LEVEL + place])
    lead = 6 * np.bitwise_count(own).astype(np.int32) + np.bitwise_count(enemy)
    return np.stack([*columns, lead], axis=1).astype(np.int32)


def _bit(word: Any, place: int) -> NDArray[np.int32]:
    bit: NDArray[np.int32] = (word >> np.uint64(place) & np.uint64(1)).astype(np.int32)
    return bit


def _turned(word: Any) -> Any:
    """The board turned round."""
    parts = (
        (word >> np.uint64(pit) & np.uint64(1)) << np.uint64(PITS - 1 - pit) for pit in range(PITS)
    )
    return sum(parts, np.zeros_like(word))


def _folded() -> NDArray[np.int32]:
    """Per number the first of those that mean the same, left and right exchanged."""
    index = np.arange(SIZE, dtype=np.int32)
    mirrored = index.copy()
    pits = np.arange(PITS)
    other = pits // SIDE * SIDE + SIDE - 1 - pits % SIDE
    by_ball = index[LEAD : LEAD + UPRIGHT].reshape(-1, PITS, 4)
    mirrored[LEAD : LEAD + UPRIGHT] = by_ball[:, other].reshape(-1)
    by_ball = index[LEAD + UPRIGHT :][:LEVEL].reshape(-1, PITS, 4)
    mirrored[LEAD + UPRIGHT :][:LEVEL] = by_ball[:, other][..., (0, 2, 1, 3)].reshape(-1)
    bits = np.array([int(f"{balls:05b}"[::-1], 2) for balls in range(32)])
    rows = index[LEAD + UPRIGHT + LEVEL :].reshape(SIDE, 32, 32)
    mirrored[LEAD + UPRIGHT + LEVEL :] = rows[:, bits][:, :, bits].reshape(-1)
    return np.minimum(index, mirrored)


FOLDED = _folded()
