"""How Othello's patterns are trained: matches in compiled code, labels by TD, ridge regression."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.command.pool import Workers
from rules.game import AnyGame
from rules.games.othello import OTHELLO, learned_judge
from rules.games.othello import patterns as form
from rules.games.othello.batch import OthelloBatch
from rules.games.othello.judge import judge as by_hand
from rules.games.othello.learned import PATH
from rules.thinking.packed import packed, unpacked
from rules.thought import Limit
from tests.workshop.training.course import Arrays
from tests.workshop.training.othello_book import made

MATCHES = 2000
"""In a shard."""

DEPTH, EXACT, CHANCE, FADE = 3, 11, 0.04, 0.9
"""Plies looked ahead; empty fields that are solved; chance of any move; lambda of TD."""

DEPTH_FIRST, FADE_FIRST = 2, 1.0
"""With the hand-made judge: labels are the ends of matches."""

RIDGE = 50.0
"""Positions that a weight must be seen in to move half-way from what it was."""

STEPS = 15
"""Of the conjugate gradients."""

OVERLAP = 2
"""Empty fields by which the positions of a stage reach into its neighbours."""

MEASURED, DEEPEST = 300, 8
"""Positions of each stage in which ProbCut's margins are measured, and plies looked ahead."""

WIDER = 1.1
"""Deviations of deeper values, as times those of two plies less."""

CLEAR = 3000
"""Hundredths of a disc beyond which a position is left out of that, being decided."""

WIDEST = 8
"""Hundredths of a disc: the coarsest scale of a stage."""

Floats = NDArray[np.float64]


class OthelloCourse:
    """The Course of Othello."""

    game: AnyGame = OTHELLO
    weights = PATH
    moves = PATH.with_name("book_moves.py")
    shards = 24
    recent = 2
    pace = Limit(depth=2)

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """Positions as `own` and `enemy`, and their labels in hundredths of a disc."""
        from tests.workshop.training import othello_engine as engine

        chance = int(np.random.SeedSequence([seed, number]).generate_state(1)[0])
        if weights is None:
            judge = np.zeros((form.STAGES, engine.ROW), np.int16), np.zeros(form.STAGES, np.int64)
            ways = DEPTH_FIRST, EXACT, CHANCE, FADE_FIRST
        else:
            judge, ways = spread(weights.read_bytes()), (DEPTH, EXACT, CHANCE, FADE)
        own, enemy, labels = engine.matches(MATCHES, chance, *ways, *judge)
        return {"own": own, "enemy": enemy, "label": labels}

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """Stage by stage from the end; a weight that is seldom seen stays what it was, or what it
        is in the later stage."""
        data = [dict(np.load(path)) for path in shards]
        own, enemy, labels = (
            np.concatenate([one[name] for one in data]) for name in ("own", "enemy", "label")
        )
        empty = np.bitwise_count(~(own | enemy)).astype(np.int32)
        found = np.zeros((form.STAGES, sum(form.COUNTS)))
        prior = found[0]
        before = None if weights is None else learned(weights.read_bytes())
        for stage in range(form.STAGES - 1, -1, -1):
            high = 60 - form.PLIES * stage
            near = (empty > high - form.PLIES - OVERLAP) & (empty <= high + OVERLAP)
            if before is not None:
                prior = before[stage]
            prior = found[stage] = fitted(own[near], enemy[near], labels[near], prior)
        old = None if weights is None else form.parsed(bytes_of(weights.read_bytes()))[1]
        return written(
            found, np.zeros((form.STAGES, 2, form.DEPTHS), np.int32) if old is None else old
        )

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Othello with those patterns."""
        if data is None:
            return replace(
                OTHELLO,
                thinking=replace(OTHELLO.thinking, judge=by_hand, batch=OthelloBatch, prepare=None),
            )
        patterns = form.Patterns(bytes_of(data))
        for _ in patterns.build():
            pass
        rules = OthelloBatch(patterns)
        judge = partial(learned_judge, patterns)
        return replace(
            OTHELLO,
            thinking=replace(OTHELLO.thinking, judge=judge, batch=lambda: rules, prepare=None),
        )

    def margins(self, data: bytes) -> bytes:
        """The same file with the leans and deviations for ProbCut: in each stage the mean and the
        standard deviation of what the values of a depth lie above those of its look."""
        from tests.workshop.training import othello_engine as engine

        judge = spread(data)
        own, enemy, _ = engine.matches(MEASURED, 1, 2, 0, 0.1, 1.0, *judge)
        stages = form.STAGE_OF.take(np.bitwise_count(own | enemy))
        depths = np.arange(1, DEEPEST + 1)
        found = np.zeros((form.STAGES, 2, form.DEPTHS))
        for stage in range(form.STAGES - 1, -1, -1):
            some = np.flatnonzero(stages == stage)[:MEASURED]
            if not len(some):  # so early all plies were random: as in the next stage
                found[stage] = found[stage + 1]
                continue
            values = engine.looked(own[some], enemy[some], depths, *judge)
            for depth in depths[1:].tolist():
                looked = values[form.look(depth) - 1]
                above = (values[depth - 1] - looked)[np.abs(looked) < CLEAR]
                if len(above):
                    found[stage, :, depth - 2] = above.mean(), above.std()
            print(f"stage {stage}: {np.round(found[stage, :, : DEEPEST - 1])}", flush=True)
        for column in range(DEEPEST - 1, form.DEPTHS):
            found[:, :, column] = found[:, :, column - 2] * (1.0, WIDER)
        scales, _, weights = form.parsed(bytes_of(data))
        return packed(form.LINE, form.raw(scales, np.round(found).astype(np.int32), weights))

    def book(self, workers: Workers) -> str:
        """Good first moves by the judge in the folder of Othello."""
        return made(self.weights, workers)


def spread(data: bytes) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """The weights of a file by index, kinds in a row, and the scales: the engine's judge."""
    scales, _, weights = form.parsed(bytes_of(data))
    return weights.astype(np.int16).take(numbers(), axis=1), scales.astype(np.int64)


def learned(data: bytes) -> Floats:
    """The weights of a file in hundredths of a disc, by stage and number."""
    scales, _, weights = form.parsed(bytes_of(data))
    found: Floats = weights.astype(np.float64) * scales[:, None]
    return found


def bytes_of(data: bytes) -> bytearray:
    """What the content of a file unpacks to."""
    slices = unpacked(form.LINE, form.SIZE, data)
    while True:
        try:
            next(slices)
        except StopIteration as end:
            if end.value is None:
                raise ValueError("these are no patterns") from None
            found: bytearray = end.value
            return found


def numbers() -> NDArray[np.int32]:
    """The number of the weight of every index of every kind in a row, and of every mobility."""
    parts, begin = [], 0
    for kind, count in zip(form.KINDS, form.COUNTS, strict=False):
        parts.append(begin + form.numbers(kind))
        begin += count
    parts.append(begin + np.arange(form.MOVES))
    return np.concatenate(parts).astype(np.int32)


def fitted(own: Any, enemy: Any, labels: Any, prior: Floats) -> Floats:
    """The weights of one stage: least squares, each pulled towards its prior."""
    from tests.workshop.training import othello_engine as engine

    size = len(prior)
    found = engine.used(own, enemy, numbers())
    halves = np.array_split(found, 2)

    def image(way: Floats) -> Floats:
        parts = threads.map(lambda half: engine.image(half, way.astype(np.float32), size), halves)
        total: Floats = sum(parts, RIDGE * way)
        return total

    counts = engine.shares(found, np.ones(len(own)), size)
    weights = prior.copy()
    rest = engine.shares(found, labels - engine.sums(found, weights), size)
    ease = 1 / (counts + RIDGE)
    way = ease * rest
    strength = rest @ way
    with ThreadPoolExecutor(len(halves)) as threads:
        for _ in range(STEPS):
            change = image(way)
            step = strength / (way @ change)
            weights += step * way
            rest -= step * change
            before, strength = strength, rest @ (ease * rest)
            way = ease * rest + strength / before * way
    return weights


def written(weights: Floats, margins: NDArray[np.int32]) -> bytes:
    """The file of these weights, in hundredths of a disc, and margins."""
    most = np.abs(weights).max(axis=1)
    scales = np.clip(np.ceil(most / 127), 1, WIDEST).astype(np.int32)
    small = np.clip(np.round(weights / scales[:, None]), -127, 127).astype(np.int8)
    return packed(form.LINE, form.raw(scales, margins, small))
