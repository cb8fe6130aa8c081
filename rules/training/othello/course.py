"""How Othello's patterns are trained: positions of many matches in compiled code, then a fit stage
after stage."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rules.arena.pool import Workers
from rules.contract.game import AnyGame
from rules.contract.search_api import Limit
from rules.engine.data.packed import packed_file
from rules.games.othello import OTHELLO, learned_judge
from rules.games.othello.engine import patterns as form
from rules.games.othello.engine.batch import OthelloBatch
from rules.games.othello.engine.evaluation import evaluate as by_hand
from rules.games.othello.engine.weights import PATH
from rules.training.course import Arrays
from rules.training.othello.opening_book import made
from rules.training.othello.unpacked import Floats, bytes_of, learned, numbers, spread

MATCHES = 20_000
"""In a shard; each gives up to four positions to a stage."""

MEASURED, DEEPEST = 300, 8
"""Positions of each stage in which ProbCut's margins are measured, and plies looked ahead."""

WIDER = 1.1
"""Deviations of deeper values, as times those of two plies less."""

CLEAR = 3000
"""Hundredths of a disc beyond which a position is left out of that, being decided."""

WIDEST = 10
"""Hundredths of a disc: the coarsest scale of a stage."""


class OthelloCourse:
    """The Course of Othello."""

    game: AnyGame = OTHELLO
    weights = PATH
    moves = PATH.parent / "engine" / "book_moves.py"
    shards = 16
    recent = 1
    pace = Limit(depth=2)

    def play(self, number: int, seed: int, weights: Path | None) -> Arrays:
        """Positions of matches as `own` and `enemy`, a column for a number of discs; without
        labels."""
        from rules.training.othello.self_play import various

        chance = int(np.random.SeedSequence([seed, number]).generate_state(1)[0])
        own, enemy = various(MATCHES, chance, *_judge(weights))
        return {"own": own, "enemy": enemy}

    def fit(self, shards: Sequence[Path], weights: Path | None) -> bytes:
        """Labels and weights, stage by stage from the end."""
        from rules.training.othello import stages

        data = [dict(np.load(path)) for path in shards]
        own, enemy = (np.concatenate([one[name] for one in data]) for name in ("own", "enemy"))
        before = np.zeros((form.STAGES, sum(form.COUNTS)))
        margins = np.zeros((form.STAGES, 2, form.DEPTHS), np.int32)
        if weights is not None:
            before = learned(weights.read_bytes())
            margins = form.parsed(bytes_of(weights.read_bytes()))[1]
        return written(stages.found(own, enemy, before, numbers()), margins)

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Othello with those patterns."""
        if data is None:
            return replace(
                OTHELLO,
                engine=replace(
                    OTHELLO.engine, evaluate=by_hand, batch_rules=OthelloBatch, warm_up=None
                ),
            )
        patterns = form.Patterns(bytes_of(data))
        for _ in patterns.build():
            pass
        rules = OthelloBatch(patterns)
        judge = partial(learned_judge, patterns)
        return replace(
            OTHELLO,
            engine=replace(OTHELLO.engine, evaluate=judge, batch_rules=lambda: rules, warm_up=None),
        )

    def margins(self, data: bytes) -> bytes:
        """The same file with the leans and deviations for ProbCut: in each stage the mean and the
        standard deviation of what the values of a depth lie above those of its look."""
        from rules.training.othello.search import looked
        from rules.training.othello.self_play import matches

        judge = spread(data)
        own, enemy, _ = matches(MEASURED, 1, 2, 0, 0.1, 1.0, *judge)
        stages = form.STAGE_OF.take(np.bitwise_count(own | enemy))
        depths = np.arange(1, DEEPEST + 1)
        found = np.zeros((form.STAGES, 2, form.DEPTHS))
        for stage in range(form.STAGES - 1, -1, -1):
            some = np.flatnonzero(stages == stage)[:MEASURED]
            if not len(some):  # so early all plies were random: as in the next stage
                found[stage] = found[stage + 1]
                continue
            values = looked(own[some], enemy[some], depths, *judge)
            for depth in depths[1:].tolist():
                look = values[form.look(depth) - 1]
                above = (values[depth - 1] - look)[np.abs(look) < CLEAR]
                if len(above):
                    found[stage, :, depth - 2] = above.mean(), above.std()
            print(f"stage {stage}: {np.round(found[stage, :, : DEEPEST - 1])}", flush=True)
        for column in range(DEEPEST - 1, form.DEPTHS):
            found[:, :, column] = found[:, :, column - 2] * (1.0, WIDER)
        scales, _, weights = form.parsed(bytes_of(data))
        return packed_file(form.LINE, form.raw(scales, np.round(found).astype(np.int32), weights))

    def book(self, workers: Workers) -> str:
        """Good first moves by the judge in the folder of Othello."""
        return made(self.weights, workers)


def _judge(weights: Path | None) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """The compiled judge with the weights of a file, or the one by hand."""
    from rules.training.othello.evaluation import ROW

    if weights is None:
        return np.zeros(form.STAGES * ROW, np.int16), np.zeros(form.STAGES, np.int64)
    return spread(weights.read_bytes())


def written(weights: Floats, margins: NDArray[np.int32]) -> bytes:
    """The file of these weights, in hundredths of a disc, and margins.

    Mobility, of which each position has one weight, gives what lies in the middle of its weights to
    the patterns: so all of them are small, and no value changes.
    """
    mobility = weights[:, -2 * form.MOVES :]
    middle = (mobility.max(axis=1, keepdims=True) + mobility.min(axis=1, keepdims=True)) / 2
    patterns = sum(len(form.images(kind)) for kind in form.KINDS)
    weights = weights + middle / patterns
    weights[:, -2 * form.MOVES :] -= middle * (1 + 1 / patterns)
    most = np.abs(weights).max(axis=1)
    scales = np.clip(np.ceil(most / 127), 1, WIDEST).astype(np.int32)
    small = np.clip(np.round(weights / scales[:, None]), -127, 127).astype(np.int8)
    return packed_file(form.LINE, form.raw(scales, margins, small))
