"""Matches of a game with itself, all at once by its BatchRules, and labels of their positions."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import UNFINISHED, AnyBatchRules, Batch, Points
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import FORCED, WIN
from flipside.rules.engine.vector.evaluator import INFINITY, Evaluator
from flipside.rules.engine.vector.null_window import NullWindowSearch

T = TypeVar("T")

Chances = NDArray[np.float32]
"""Chances of the mover to win, 0 to 1, shape (n,)."""


@dataclass(frozen=True)
class SelfPlay:
    """How matches are played and labelled."""

    logit_points: float
    """Points that equal odds of e to 1."""
    oversight_rate: float
    """The chance, 0 to 1, that a move is overlooked, unless all are."""
    td_lambda: float
    """The lambda of TD(lambda); 1: labels are results alone."""
    depth: int = 1
    """Plies that are searched for a move."""
    max_plies: int = 140
    """Most plies of a match, which then ends as if a position had occurred for the third time."""

    def matches(
        self, rules: AnyBatchRules, batch: Batch, lots: np.random.Generator
    ) -> tuple[Batch, Chances]:
        """Play one match from each position; return its positions, shape (words, n), and labels."""
        who, last = np.arange(batch.shape[1]), np.zeros(batch.shape[1], np.float32)
        past = np.zeros((self.max_plies + 1, batch.shape[1]), np.uint64)
        plies: list[tuple[NDArray[np.int64], Batch, Points]] = []
        for ply in range(self.max_plies + 1):
            ends, keys = rules.ends(batch), rules.keys(batch)
            again = np.count_nonzero(past[ply - 2 :: -2, who] == keys, axis=0) if ply > 1 else 0
            circling = (ends == UNFINISHED) & ((again >= 2) | (ply == self.max_plies))
            if circling.any():
                scores = rules.cycle_scores(batch[:, circling])
                ends[circling] = 0 if scores is None else scores
            past[ply, who] = keys
            over = ends != UNFINISHED
            last[who[over]] = self.win_chances(ends[over])
            batch, who = batch[:, ~over], who[~over]
            if not len(who):
                break
            children = rules.children(batch)
            values = -search_scores(rules, children.batch, self.depth - 1)
            first = _first_children(children.parent)
            plies.append((who, batch, np.maximum.reduceat(values, first)))
            oversights = lots.random(len(values)) < self.oversight_rate
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
            last[who] = np.where(np.abs(best) >= FORCED, soft, mix)
            labels.append(last[who])
        return np.concatenate(labels[::-1])

    def win_chances(self, scores: Points) -> Chances:
        """Return the chances of scores in points; 0 or 1 where the end is forced."""
        soft = 1 / (1 + np.exp(-np.clip(scores / self.logit_points, -30, 30)))
        return np.where(np.abs(scores) >= FORCED, scores > 0, soft).astype(np.float32)


def search_scores(rules: AnyBatchRules, batch: Batch, depth: int) -> Points:
    """Return scores of positions searched `depth` plies deep, all lines in full, shape (n,)."""
    scores = rules.evaluate(batch)
    if depth > 0:
        children = rules.children(batch)
        first = _first_children(children.parent)
        values = -search_scores(rules, children.batch, depth - 1)
        scores[children.parent[first]] = np.maximum.reduceat(values, first)
    return scores


def _first_children(parent: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the index of the first child of each parent that has any."""
    return np.flatnonzero(np.diff(parent, prepend=-1))


def deep_scores(game: AnyGame, rules: AnyBatchRules, batch: Batch, depth: int) -> Points:
    """Return scores of positions `depth` plies deep, shape (n,), without ProbCut: MTD(f)."""
    evaluator, guess = Evaluator(game, rules, (), selective=False), rules.evaluate(batch)
    low, high = np.full_like(guess, -INFINITY), np.full_like(guess, INFINITY)
    while len(left := (low < high).nonzero()[0]):
        tests = np.maximum(guess[left], low[left] + 1)
        search = NullWindowSearch(evaluator, batch[:, left], tests, depth, 0, 10)
        guess[left] = returned(search.values())
        above = guess[left] >= tests
        low[left[above]], high[left[~above]] = guess[left[above]], guess[left[~above]]
    return guess


def returned(slices: Generator[None, None, T]) -> T:
    """Return the value of a generator at its end."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: T = end.value
            return result
