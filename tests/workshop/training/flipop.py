"""How Flipop's numbers are trained: players that differ at random meet, and who wins tells what is
worth more."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.batch import AnyBatchRules
from rules.game import AnyGame
from rules.games.flipop import FLIPOP
from rules.games.flipop import learned as form
from rules.games.flipop.batch import FlipopBatch
from rules.games.flipop.judge import judge as by_hand
from rules.thinking.weights import parsed, written
from rules.thought import Limit
from tests.workshop.training.course import Arrays
from tests.workshop.training.flipop_values import (
    BEGIN,
    BLOCKER,
    NUMBERS,
    RACER,
    TRIED,
    VALUES,
    Floats,
    waiter,
)
from tests.workshop.training.matches import opened

PAIRS = 4200
"""Of matches, in a shard."""

DEPTH, RANDOM = 4, 10
"""Plies looked ahead; random plies at the start, at most."""

FEW = 2
"""Plies that both look ahead in some matches, or what is learned needs a search to be of use."""


class Meeting(NamedTuple):
    """Whom a player meets who differs from the present one."""

    share: float
    """Of the pairs."""
    other: Callable[[np.random.Generator], Floats] | None
    """Numbers; None for a player like him."""
    depths: tuple[int, int] = (DEPTH, DEPTH)
    """Plies that he and the other look ahead."""


MEETINGS = (
    Meeting(0.45, None),
    Meeting(0.12, waiter),
    Meeting(0.03, waiter, (DEPTH, DEPTH + 1)),
    Meeting(0.12, lambda random: RACER),
    Meeting(0.08, lambda random: BLOCKER),
    Meeting(0.2, lambda random: RACER, (FEW, FEW)),
)

STEP = 8.0
"""Deviations by which a value moves that wins every match where it is one deviation higher."""

PULL = 20.0
"""Pairs without a winner that are added for every value, so that few matches move little."""

MOST = 32_000
"""Points a number may say."""


class FlipopCourse:
    """The Course of Flipop."""

    game: AnyGame = FLIPOP
    weights = form.WEIGHTS.path
    shards = 12
    recent = 1
    pace = Limit(depth=DEPTH, misses=0.1)
    """As deep as matches are, for one ply less shows little of what was learned; something is
    overlooked, or two of three matches are drawn."""

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """Per pair of matches how far the first player's values lie above the other's, in
        deviations as `differences`; what he made of it, -1 to 1, as `scores`; and whom he met as
        `opponents`, the place in MEETINGS."""
        from tests.workshop.training.flipop_matches import pair

        random, opens = np.random.default_rng([seed, number]), Random(f"flipop {seed} {number}")
        present = numbers(weights)
        rules: AnyBatchRules = FlipopBatch()
        starts = rules.pack([opened(FLIPOP, {}, RANDOM, opens) for _ in range(PAIRS)])
        differences, scores, opponents = [], [], []
        shares = [meeting.share for meeting in MEETINGS]
        for start in starts.T.copy():
            one, other = random.normal(size=(2, len(VALUES)))
            met, lot = int(random.choice(len(MEETINGS), p=shares)), int(random.integers(2**31))
            _, steady, depths = MEETINGS[met]
            second = changed(present, other) if steady is None else _whole(steady(random))
            scores.append(pair(lot, start, changed(present, one), second, depths))
            differences.append(one - other if steady is None else one)
            opponents.append(met)
        return {
            "differences": np.array(differences, np.float32),
            "scores": np.array(scores, np.float32),
            "opponents": np.array(opponents, np.int8),
        }

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """The present numbers, every value moved by as much as it has won."""
        data = [dict(np.load(path)) for path in shards]
        differences, scores, opponents = (
            np.concatenate([one[name] for one in data])
            for name in ("differences", "scores", "opponents")
        )
        found = changed(numbers(weights), STEP * slopes(differences, scores, opponents))
        return written(found.tolist())

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Flipop with those numbers."""
        found = None if data is None else parsed(data, form.SIZE)
        rules = FlipopBatch(found)
        judge = by_hand if found is None else partial(form.learned, found)
        return replace(FLIPOP, thinking=replace(FLIPOP.thinking, judge=judge, batch=lambda: rules))


def numbers(weights: Path | None) -> Floats:
    """The numbers of a file; those with which everything begins if there is none."""
    if weights is None:
        found: Floats = BEGIN @ NUMBERS
        return found
    return np.array(parsed(weights.read_bytes(), form.SIZE), np.float64)


def changed(present: Floats, deviations: Floats) -> NDArray[np.int32]:
    """Numbers whose values lie so many deviations above the present ones."""
    return _whole(present + deviations * TRIED @ NUMBERS)


def _whole(numbers: Floats) -> NDArray[np.int32]:
    """As a file has them."""
    found: NDArray[np.int32] = np.clip(np.round(numbers), -MOST, MOST).astype(np.int32)
    return found


def slopes(differences: Floats, scores: Floats, opponents: NDArray[np.int8]) -> Floats:
    """How much a pair of matches is worth more for each value by a deviation: least squares, what
    an opponent loses to everybody left aside."""
    beyond, tried = scores.astype(np.float64), differences.astype(np.float64)
    for met in np.unique(opponents):
        beyond[opponents == met] -= beyond[opponents == met].mean()
    square = tried.T @ tried + PULL * np.eye(tried.shape[1])
    return np.asarray(np.linalg.solve(square, tried.T @ beyond), np.float64)
