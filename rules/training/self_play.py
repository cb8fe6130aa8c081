"""Many matches played at once by arrays: the positions of self-play and what they are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.arena.contest import open_at_random
from rules.contract.batch_rules import UNFINISHED, AnyBatchRules, Batch, Points
from rules.contract.game import AnyGame, Choices
from rules.contract.position import Position
from rules.contract.value import FORCED, WIN
from rules.engine.vector.evaluator import Evaluator, Work
from rules.match.match import Match
from rules.training.course import Arrays

LEAVES = 60_000
"""Leaves of the looks ahead made at once."""


@dataclass(frozen=True)
class Record:
    """Positions of matches, each with what a look ahead said and what became of it."""

    batch: Batch
    values: Points
    """What the look ahead said for the mover."""
    labels: NDArray[np.float32]
    """The chance of the mover to win, 0 to 1, a draw being half a win."""

    def quiet(self) -> Arrays:
        """Batch and labels of the positions in which the look ahead saw no forced end."""
        quiet = np.abs(self.values) < FORCED
        return {"batch": self.batch[:, quiet], "labels": self.labels[quiet]}


def together(shards: Sequence[Path]) -> tuple[Batch, NDArray[np.float32]]:
    """Batch and labels of all shards."""
    data = [dict(np.load(path)) for path in shards]
    return (
        np.concatenate([one["batch"] for one in data], axis=1),
        np.concatenate([one["labels"] for one in data]),
    )


def opened(game: AnyGame, choices: Choices, plies: int, random: Random) -> Position:
    """An opening position after up to so many random plies, none of which ends the match."""
    match = Match(game, choices, seed=int(random.random() * 2**31))
    open_at_random(match, int(random.random() * (plies + 1)), random)
    return match.position


def chance(values: Points, scale: float) -> NDArray[np.float32]:
    """How likely points win a match, `scale` of them being odds of e to one; ends are certain."""
    sure = np.abs(values) >= FORCED
    soft = 1 / (1 + np.exp(-np.clip(values / scale, -30, 30)))
    return np.where(sure, values > 0, soft).astype(np.float32)


def looked(game: AnyGame, rules: AnyBatchRules, batch: Batch, depth: int) -> Points:
    """What each position is worth so many plies deep."""
    if depth == 0:
        return rules.evaluate(batch)
    sight, found, start = Evaluator(game, rules, (), False), [], 0
    width = max(1.0, rules.children(batch[:, :64]).batch.shape[1] / min(64, batch.shape[1]))
    size = max(1, int(LEAVES / width**depth))
    while start < batch.shape[1]:
        found.append(_whole(sight.full_width(batch[:, start : start + size], 0, depth)))
        start += size
    return np.concatenate(found)


def _whole(work: Work) -> Points:
    """What comes of it, all at one go."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            points: Points = done.value
            return points


def played(
    game: AnyGame,
    rules: AnyBatchRules,
    starts: list[Any],
    depth: int,
    random: Random,
    *,
    scale: float,
    strays: float = 0.05,
    misses: float = 0.0,
    decay: float = 0.9,
    longest: int = 180,
) -> Record:
    """Play matches from these positions to their ends, all at once, looking `depth` plies ahead.

    After `longest` plies a match is broken off, and its last look counts.

    Now and then (`strays`) a move is made at random; what was hoped before does not rest on what
    follows it. Each move is overlooked with the chance of `misses`, unless all are.
    Labels are those of TD(lambda), lambda being `decay`, `scale` as in `chance`.
    """
    lots = np.random.default_rng(int(random.random() * 2**53))
    batch, who = rules.pack(starts), np.arange(len(starts), dtype=np.int64)
    plies: list[tuple[NDArray[np.int64], Batch, Points, NDArray[np.bool_]]] = []
    last = np.zeros(len(starts), np.float32)
    """Per match the chance of whoever would move at its end."""
    for _ in range(longest):
        ends = rules.ends(batch)
        over = ends != UNFINISHED
        last[who[over]] = chance(np.where(ends[over] == 0, 0, ends[over]), scale)
        batch, who = batch[:, ~over], who[~over]
        if not len(who):
            break
        children = rules.children(batch)
        values = -looked(game, rules, children.batch, depth - 1)
        counts = np.bincount(children.parent, minlength=len(who))
        starts_at = np.cumsum(counts) - counts
        best = np.maximum.reduceat(values, starts_at)
        hopes = values + lots.random(len(values)) - 4 * WIN * (lots.random(len(values)) < misses)
        order = np.lexsort((hopes, children.parent))
        chosen = order[starts_at + counts - 1]
        stray = lots.random(len(who)) < strays
        chosen[stray] = (starts_at + lots.random(len(who)) * counts).astype(np.int64)[stray]
        stray &= values[chosen] < best
        plies.append((who, batch, best, stray))
        batch = children.batch[:, chosen]
    else:
        last[who] = chance(looked(game, rules, batch, depth), scale)
    labels = []
    for who, _, best, stray in reversed(plies):
        soft = chance(best, scale)
        sure = (np.abs(best) >= FORCED) | stray
        last[who] = np.where(sure, soft, (1 - decay) * soft + decay * (1 - last[who]))
        labels.append(last[who])
    return Record(
        np.concatenate([batch for _, batch, _, _ in plies], axis=1),
        np.concatenate([best for _, _, best, _ in plies]),
        np.concatenate(labels[::-1]),
    )
