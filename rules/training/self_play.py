"""Self-play of many matches at once on arrays; gives labelled positions."""

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

_MAX_LEAVES = 60_000
"""Most leaves searched at once."""


@dataclass(frozen=True)
class LabelledBatch:
    """Positions of matches with the scores of a search and with labels."""

    batch: Batch
    values: Points
    """The search's scores for the mover in points, shape (n,)."""
    labels: NDArray[np.float32]
    """The mover's chance to win, 0 to 1; a draw is half a win. Shape (n,)."""

    def quiet(self) -> Arrays:
        """The `batch` and `labels` of positions in which the search saw no forced end."""
        quiet = np.abs(self.values) < FORCED
        return {"batch": self.batch[:, quiet], "labels": self.labels[quiet]}


def joined_shards(shards: Sequence[Path]) -> tuple[Batch, NDArray[np.float32]]:
    """Load shards; returns their batches, shape (words, n), and labels, shape (n,), joined."""
    data = [dict(np.load(path)) for path in shards]
    return (
        np.concatenate([one["batch"] for one in data], axis=1),
        np.concatenate([one["labels"] for one in data]),
    )


def random_opening(game: AnyGame, choices: Choices, plies: int, random: Random) -> Position:
    """A position after 0 to `plies` random plies, none of which ends the match."""
    match = Match(game, choices, seed=int(random.random() * 2**31))
    open_at_random(match, int(random.random() * (plies + 1)), random)
    return match.position


def win_chance(values: Points, scale: float) -> NDArray[np.float32]:
    """The chance to win of scores in points, shape (n,); `scale` points are odds of e to 1.

    Forced ends give 0 or 1.
    """
    sure = np.abs(values) >= FORCED
    soft = 1 / (1 + np.exp(-np.clip(values / scale, -30, 30)))
    return np.where(sure, values > 0, soft).astype(np.float32)


def searched_values(game: AnyGame, rules: AnyBatchRules, batch: Batch, depth: int) -> Points:
    """Search each position `depth` plies deep; scores for the mover in points, shape (n,)."""
    if depth == 0:
        return rules.evaluate(batch)
    evaluator, found, start = Evaluator(game, rules, (), False), [], 0
    width = max(1.0, rules.children(batch[:, :64]).batch.shape[1] / min(64, batch.shape[1]))
    size = max(1, int(_MAX_LEAVES / width**depth))
    while start < batch.shape[1]:
        found.append(_whole(evaluator.full_width(batch[:, start : start + size], 0, depth)))
        start += size
    return np.concatenate(found)


def _whole(work: Work) -> Points:
    """Run a search to its end and return its points."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            points: Points = done.value
            return points


def play_matches(
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
) -> LabelledBatch:
    """Play one match from each of `starts`, all at once, searching `depth` plies.

    Labels are those of TD(lambda) with `decay` as lambda and `scale` as in `win_chance`. With the
    chance `strays` a move is random; labels before it ignore what follows. With the chance `misses`
    a move is overlooked, unless all are. A match over `longest` plies ends with its last score.
    """
    lots = np.random.default_rng(int(random.random() * 2**53))
    batch, who = rules.pack(starts), np.arange(len(starts), dtype=np.int64)
    plies: list[tuple[NDArray[np.int64], Batch, Points, NDArray[np.bool_]]] = []
    last = np.zeros(len(starts), np.float32)
    """Per match the chance of the player on turn at its end."""
    for _ in range(longest):
        ends = rules.ends(batch)
        over = ends != UNFINISHED
        last[who[over]] = win_chance(np.where(ends[over] == 0, 0, ends[over]), scale)
        batch, who = batch[:, ~over], who[~over]
        if not len(who):
            break
        children = rules.children(batch)
        values = -searched_values(game, rules, children.batch, depth - 1)
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
        last[who] = win_chance(searched_values(game, rules, batch, depth), scale)
    labels = []
    for who, _, best, stray in reversed(plies):
        soft = win_chance(best, scale)
        sure = (np.abs(best) >= FORCED) | stray
        last[who] = np.where(sure, soft, (1 - decay) * soft + decay * (1 - last[who]))
        labels.append(last[who])
    return LabelledBatch(
        np.concatenate([batch for _, batch, _, _ in plies], axis=1),
        np.concatenate([best for _, _, best, _ in plies]),
        np.concatenate(labels[::-1]),
    )
