"""The course of a game with BatchRules: self-play, then logistic regression by gradient descent.

Labels are probabilities of a win, computed by TD(lambda). The weights are fitted so that a score
divided by `SelfPlay.logit_points` is the logit of its label. The descent is Adam (Kingma, Ba 2015).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flipside.rules.arena.contest import open_at_random
from flipside.rules.contract.batch_rules import NOT_OVER, AnyBatchRules, Batch, Points
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED_WIN, WIN
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.data_files import unpack
from flipside.rules.engine.vector.evaluator import INFINITY, Evaluator
from flipside.rules.engine.vector.null_window import NullWindowSearch
from flipside.rules.match.match import Match
from flipside.rules.match.reading import finished

Arrays = Mapping[str, NDArray[Any]]
"""One shard: arrays of labelled positions from self-play. Each game defines their names."""

Floats = NDArray[np.float32]

_MATCHES_AT_ONCE, _CHUNK_POSITIONS = 1000, 8192
"""The number of matches played at once, and of positions in one step of the descent."""

_MEAN_DECAY, _SQUARE_DECAY = 0.9, 0.999
"""The decay of the mean of gradients and of the mean of their squares."""


Chances = NDArray[np.float32]
"""The probabilities, 0 to 1, that the mover wins, shape (n,)."""


@dataclass(frozen=True)
class SelfPlay:
    """How the matches of self-play are played and labelled."""

    logit_points: float
    """The score whose probability of winning has the logit 1: 73 %."""
    blunder_rate: float
    """The probability, 0 to 1, that a player overlooks a move."""
    td_lambda: float
    """The lambda of TD(lambda). With 1, labels depend only on results."""
    depth: int = 1
    """The search depth for a move."""
    max_plies: int = 140
    """The maximum number of plies of a match. It then ends like a match with a repetition."""

    def matches(
        self, rules: AnyBatchRules, batch: Batch, lots: np.random.Generator
    ) -> tuple[Batch, Chances]:
        """Play one match from each position; return all positions (words, n) and their labels."""
        who, last = np.arange(batch.shape[1]), np.zeros(batch.shape[1], np.float32)
        past = np.zeros((self.max_plies + 1, batch.shape[1]), np.uint64)
        plies: list[tuple[NDArray[np.int64], Batch, Points]] = []
        for ply in range(self.max_plies + 1):
            ends, keys = rules.terminal_scores(batch), rules.keys(batch)
            again = np.count_nonzero(past[ply - 2 :: -2, who] == keys, axis=0) if ply > 1 else 0
            repeats = (ends == NOT_OVER) & ((again >= 2) | (ply == self.max_plies))
            if repeats.any():
                scores = rules.cycle_scores(batch[:, repeats])
                ends[repeats] = 0 if scores is None else scores
            past[ply, who] = keys
            over = ends != NOT_OVER
            last[who[over]] = self.win_chances(ends[over])
            batch, who = batch[:, ~over], who[~over]
            if not len(who):
                break
            children = rules.children(batch)
            values = -search_scores(rules, children.batch, self.depth - 1)
            first = _first_children(children.parent)
            plies.append((who, batch, np.maximum.reduceat(values, first)))
            oversights = lots.random(len(values)) < self.blunder_rate
            hopes = values + lots.random(len(values)) - 4 * WIN * oversights
            order = np.lexsort((hopes, children.parent))
            batch = children.batch[:, order[np.append(first[1:], len(order)) - 1]]
        return np.concatenate([boards for _, boards, _ in plies], axis=1), self._labels(plies, last)

    def _labels(
        self, plies: Sequence[tuple[NDArray[np.int64], Batch, Points]], last: Chances
    ) -> Chances:
        labels = []
        for who, _, best in reversed(plies):
            soft = self.win_chances(best)
            mix = (1 - self.td_lambda) * soft + self.td_lambda * (1 - last[who])
            last[who] = np.where(np.abs(best) >= FORCED_WIN, soft, mix)
            labels.append(last[who])
        return np.concatenate(labels[::-1])

    def win_chances(self, scores: Points) -> Chances:
        """Return the probability of a win for each score; 0 or 1 for forced ends."""
        soft = 1 / (1 + np.exp(-np.clip(scores / self.logit_points, -30, 30)))
        return np.where(np.abs(scores) >= FORCED_WIN, scores > 0, soft).astype(np.float32)


def search_scores(rules: AnyBatchRules, batch: Batch, depth: int) -> Points:
    """Return minimax scores (n,) of depth `depth`, without pruning."""
    scores = rules.evaluate(batch)
    if depth > 0:
        children = rules.children(batch)
        first = _first_children(children.parent)
        values = -search_scores(rules, children.batch, depth - 1)
        scores[children.parent[first]] = np.maximum.reduceat(values, first)
    return scores


def _first_children(parent: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the index of the first child of each parent with children."""
    return np.flatnonzero(np.diff(parent, prepend=-1))


def deep_scores(game: AnyGame, rules: AnyBatchRules, batch: Batch, depth: int) -> Points:
    """Return scores (n,) of depth `depth`, computed by MTD(f) without ProbCut."""
    evaluator, guess = Evaluator(game, rules, (), selective=False), rules.evaluate(batch)
    low, high = np.full_like(guess, -INFINITY), np.full_like(guess, INFINITY)
    while len(left := (low < high).nonzero()[0]):
        tests = np.maximum(guess[left], low[left] + 1)
        search = NullWindowSearch(evaluator, batch[:, left], tests, depth, 0, 10)
        guess[left] = finished(search.values())
        above = guess[left] >= tests
        low[left[above]], high[left[~above]] = guess[left[above]], guess[left[~above]]
    return guess


class BatchCourse(ABC):
    """A Course of a game whose evaluation is the sum of the weights that a position uses."""

    game: AnyGame
    weights: Path
    """The weights file in the game's folder. A round may replace it."""
    shards: int
    """The number of shards in a round."""
    pace: Limit
    """The limit of searches in the matches of the gate."""
    self_play: SelfPlay
    shard_matches = 10_000
    opening_plies: int
    """The maximum number of random plies at the start of a match."""
    epochs = 3
    """The number of passes of the descent over all positions."""
    step_points = 2.0
    """The size of the first step of a weight, in points. Steps decrease to 0."""

    @abstractmethod
    def read(self, data: bytes | None) -> NDArray[Any]:
        """Return the weights in `data`, by default initial ones; ValueError if damaged."""

    @abstractmethod
    def written(self, weights: NDArray[Any]) -> bytes:
        """Return the content of a file with these weights, rounded to its precision."""

    @abstractmethod
    def rules(self, data: bytes | None) -> AnyBatchRules:
        """Return the rules with the evaluation in a file's content, or with the initial one."""

    @abstractmethod
    def used_weights(self, batch: Batch) -> NDArray[np.int32]:
        """Return the indices of the trained weights that each position uses, (weights, n)."""

    def teaches(self, rules: AnyBatchRules, batch: Batch) -> Any:
        """Return a mask or slice of the columns from which the weights are learned."""
        return slice(None)

    def play(self, number: int, seed: int, weights: bytes | None) -> Arrays:
        """Play a shard; return `batch`, unfinished positions, and `labels`, their Chances."""
        random, rules = Random(f"{self.game.key} {seed} {number}"), self.rules(weights)
        lots = np.random.default_rng(random.randrange(2**53))
        self_play = replace(self.self_play, td_lambda=1.0) if weights is None else self.self_play
        batches, labels = [], []
        for begin in range(0, self.shard_matches, _MATCHES_AT_ONCE):
            starts = [
                random_opening(self.game, self.opening_plies, random)
                for _ in range(min(_MATCHES_AT_ONCE, self.shard_matches - begin))
            ]
            batch, chances = self_play.matches(rules, rules.pack(starts), lots)
            which = self.teaches(rules, batch)
            batches.append(batch[:, which])
            labels.append(chances[which])
        return {"batch": np.concatenate(batches, axis=1), "labels": np.concatenate(labels)}

    def fit(self, shards: Sequence[Path], weights: bytes | None) -> bytes:
        """Fit `weights` to the positions of the shards; return the content of a new file."""
        data = [dict(np.load(path)) for path in shards]
        batch = np.concatenate([shard["batch"] for shard in data], axis=1)
        labels = np.concatenate([shard["labels"] for shard in data])
        before = self.read(weights)
        return self.written(before + self.learned_change(before, batch, labels))

    def learned_change(self, weights: NDArray[Any], batch: Batch, labels: Chances) -> Floats:
        """Return the change of `weights` that fits scores to labels, in the shape of `weights`."""
        before, size = self.rules(self.written(weights)), len(weights)
        change, mean, square = np.zeros((3, size), np.float32)
        starts = range(0, len(labels), _CHUNK_POSITIONS)
        steps, step = self.epochs * len(starts), 0
        for epoch in range(self.epochs):
            order = np.random.default_rng(epoch).permutation(len(labels))
            for start in starts:
                some = order[start : start + _CHUNK_POSITIONS]
                active = self.used_weights(batch[:, some])
                scores = before.evaluate(batch[:, some]) + change[active].sum(axis=0)
                error = 1 / (1 + np.exp(-scores / self.self_play.logit_points)) - labels[some]
                errors = np.broadcast_to(error / len(some), active.shape).ravel()
                slope = np.bincount(active.ravel(), errors, size).astype(np.float32)
                step += 1
                mean += (1 - _MEAN_DECAY) * (slope - mean)
                square += (1 - _SQUARE_DECAY) * (slope * slope - square)
                length = np.sqrt(square / (1 - _SQUARE_DECAY**step)) + 1e-9
                rate = self.step_points * (1 - (step - 1) / steps) / (1 - _MEAN_DECAY**step)
                change -= np.float32(rate) * mean / length
        return change

    def with_weights(self, data: bytes | None) -> AnyGame:
        """Return the game with the evaluation in `data`, or with the initial evaluation."""
        rules = self.rules(data)
        engine = self.game.engine
        spec = replace(engine, batch_rules=lambda: rules, warm_up=None, data_files=())
        return replace(self.game, engine=spec)


def random_opening(game: AnyGame, plies: int, random: Random) -> Any:
    """Return a position after 0 to `plies` random plies that do not end the match."""
    match = Match(game, {}, seed=int(random.random() * 2**31))
    open_at_random(match, int(random.random() * (plies + 1)), random)
    return match.position


def unpacked_bytes(line: bytes, size: int, content: bytes) -> bytearray:
    """Return the `size` bytes in a packed file with header `line`; ValueError if damaged."""
    raw = finished(unpack(line, size, content))
    if raw is None:
        raise ValueError(f"this is no {line.decode().strip()}")
    return raw


def built(evaluation: Any) -> Any:
    """Run all steps of `evaluation.build`; return the evaluation."""
    for _ in evaluation.build():
        pass
    return evaluation
