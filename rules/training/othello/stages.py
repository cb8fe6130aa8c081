"""Fits the weights of Othello's patterns, stage after stage from the end of the match.

Labels are exact scores in the last stages. Before them, a label is the score of a search whose
leaves lie in a stage that is already fitted. Optimism adds up over the stages: matches played on
show by how much labels favour the mover. That lean is subtracted from the stage of the leaves,
separately for odd and even numbers of empty squares.

The weights before select the positions to learn from, never the labels. Leaving out positions with
far labels would draw all evaluations toward zero.

Scores are in points (100 is one disc) for the mover.
"""

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.games.othello.engine import patterns as form
from rules.training.othello.evaluation import used_weights
from rules.training.othello.search import exact_scores, values_at_depths
from rules.training.othello.self_play import outcomes

_LABEL_PLIES = 4
"""Search depth of labels: the plies of a stage, so that leaves lie in the next stage."""

_EXACT_STAGE, _SOLVED_POSITIONS = 12, 133_000
"""The first stage with exact scores as labels, and the most of its positions that are solved."""

_PLAYED_POSITIONS, _PLAYED_DEPTH = 40_000, 2
"""Positions of a stage from which matches are played on, and their search depth in plies."""

_LEAN_POINTS, _FIT_POINTS = 1100, 2200
"""Points by the weights before: positions above do not count for the lean; nor in the fit."""

_MAX_POSITIONS = 400_000
"""Most positions of a stage."""

_RIDGE_POSITIONS, _EXACT_RIDGE_POSITIONS = 60.0, 400.0
"""Positions with a weight after which it is half-way between expectation and least squares.
The second is for exact scores, which scatter more."""

_FIRST_LEAN_STAGE = 2
"""The first stage whose lean is measured; earlier ones have too few positions."""

_GRADIENT_STEPS = 20
"""Steps of the conjugate gradient method."""

_OVERLAP_SQUARES = 2
"""Positions of the next stage with up to so many more discs than this stage are fitted too."""

_HELD_OUT = 20
"""One of so many positions is held out of the fit and shows its error."""

_THREAD_PARTS = 64
"""Parts into which the work on a stage is split for the threads."""

Floats = NDArray[np.float64]
Bitboards = NDArray[np.uint64]
Evaluation = tuple[NDArray[np.int16], NDArray[np.int64]]


class Labelled(NamedTuple):
    """Positions and their labels in points for the mover; each array has shape (n,)."""

    own: Bitboards
    enemy: Bitboards
    label: Floats

    def some(self, which: Any) -> "Labelled":
        """The positions selected by `which`, an index array, mask or slice."""
        return Labelled(self.own[which], self.enemy[which], self.label[which])

    def and_more(self, other: "Labelled") -> "Labelled":
        """The positions of both."""
        return Labelled(
            np.concatenate((self.own, other.own)),
            np.concatenate((self.enemy, other.enemy)),
            np.concatenate((self.label, other.label)),
        )


def fit_stages(
    own: Bitboards, enemy: Bitboards, before: Floats, numbers: NDArray[np.int32]
) -> Floats:
    """Fit the weights of all stages in points, float64, shape (STAGES, n).

    `own`, `enemy`: from `varied_positions`; `before`: the weights that played them, of the same
    shape as the result; `numbers`: from `weight_numbers`.
    """
    weights = before.copy()
    later: Labelled | None = None
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for stage in range(form.PATTERN_STAGES - 1, -1, -1):
            columns = slice(form.DISCS_PER_STAGE * stage, form.DISCS_PER_STAGE * (stage + 1))
            there = np.stack((own[:, columns].ravel(), enemy[:, columns].ravel()))
            words = np.unique(there[:, (there[0] | there[1]) != 0], axis=1)
            words = np.random.default_rng(stage).permutation(words, axis=1)
            hopes = weight_sums(used_weights(*words, numbers), before[stage])
            most = _SOLVED_POSITIONS if stage == _EXACT_STAGE else _MAX_POSITIONS
            near = np.flatnonzero(np.abs(hopes) < _FIT_POINTS)[:most]
            words, hopes = words[:, near], hopes[near]
            evaluation = rounded_weights(weights, numbers)
            labels, leans = label_stage(words[0], words[1], hopes, stage, evaluation, threads)
            if leans:
                weights[stage + 1, -2 * form.MOBILITY_WEIGHT_COUNT :] -= np.repeat(
                    leans, form.MOBILITY_WEIGHT_COUNT
                )
            held = np.arange(len(labels.label)) % _HELD_OUT == 0
            fresh = labels.some(~held)
            if later is not None:
                empty = np.bitwise_count(~(later.own | later.enemy)).astype(np.int64)
                fresh = fresh.and_more(
                    later.some(empty > 60 - form.DISCS_PER_STAGE * (stage + 1) - _OVERLAP_SQUARES)
                )
            spread = hopes @ hopes
            stretch = hopes @ labels.label / spread if spread else 1.0
            expected = (
                stretch * before[stage] + weights[min(stage + 1, form.PATTERN_STAGES - 1)]
            ) / 2
            ridge = _RIDGE_POSITIONS if stage < _EXACT_STAGE else _EXACT_RIDGE_POSITIONS
            weights[stage] = fit_stage(fresh, expected, ridge, numbers)
            left = labels.some(held)
            sums = weight_sums(used_weights(left.own, left.enemy, numbers), weights[stage])
            error = np.sqrt(np.mean((sums - left.label) ** 2)) / 100 if held.any() else 0.0
            _tell(f"stage {stage}: {len(labels.label)} positions, off by {error:.2f} discs")
            later = labels
    return weights


def rounded_weights(weights: Floats, numbers: NDArray[np.int32]) -> Evaluation:
    """The compiled evaluation with `weights`, shape (STAGES, n), rounded to a point."""
    whole = np.clip(np.round(weights), -32767, 32767).astype(np.int16)
    return whole.take(numbers, axis=1).ravel(), np.ones(form.PATTERN_STAGES, np.int64)


def label_stage(
    own: Bitboards,
    enemy: Bitboards,
    hopes: Floats,
    stage: int,
    evaluation: Evaluation,
    threads: ThreadPoolExecutor,
) -> tuple[Labelled, tuple[float, ...]]:
    """Label the positions of a stage; returns them and the leans that were subtracted.

    `own`, `enemy`, `hopes`: shape (n,); `hopes` are evaluations by the weights before. The leans
    are in points for an even and an odd number of empty squares; none in exact and early stages.
    """
    if stage >= _EXACT_STAGE:
        return Labelled(own, enemy, _shared(exact_scores, own, enemy, threads)), ()

    def ahead(own: Bitboards, enemy: Bitboards) -> Any:
        return values_at_depths(own, enemy, np.array([_LABEL_PLIES]), *evaluation)[0]

    def played(first: bool) -> Floats:
        task = partial(_played, first, evaluation)
        return _shared(task, own[:_PLAYED_POSITIONS], enemy[:_PLAYED_POSITIONS], threads)

    labels = _shared(ahead, own, enemy, threads)
    if stage < _FIRST_LEAN_STAGE:
        return Labelled(own, enemy, labels), ()
    ends = (played(True) + played(False)) / 2
    odd = np.bitwise_count(own | enemy) & 1
    leans = []
    for parity in (0, 1):
        some = (np.abs(hopes) < _LEAN_POINTS) & (odd == parity)
        few = np.flatnonzero(some[:_PLAYED_POSITIONS])
        lean = float((labels[few] - ends[few]).mean()) if len(few) else 0.0
        labels[odd == parity] -= lean
        leans.append(lean)
    _tell(f"stage {stage}: labels lean by {leans[0] / 100:+.2f} and {leans[1] / 100:+.2f} discs")
    return Labelled(own, enemy, labels), tuple(leans)


def _played(first: bool, evaluation: Evaluation, own: Bitboards, enemy: Bitboards) -> Any:
    return outcomes(own, enemy, _PLAYED_DEPTH, first, *evaluation)


def fit_stage(
    positions: Labelled,
    expected: Floats,
    ridge: float,
    numbers: NDArray[np.int32],
) -> Floats:
    """Fit the weights of a stage by least squares, float64, shape (n,): ridge regression.

    Weights are pulled toward `expected`, shape (n,), with the strength `ridge`. Solved by
    conjugate gradients with a diagonal preconditioner.
    """
    size = len(expected)
    used = used_weights(positions.own, positions.enemy, numbers)
    weights = expected.copy()
    rest = error_sums(used, positions.label - weight_sums(used, weights), size)
    ease = 1 / (error_sums(used, np.ones(len(used)), size) + ridge)
    way = ease * rest
    strength = rest @ way
    for _ in range(_GRADIENT_STEPS if strength else 0):
        change = error_sums(used, weight_sums(used, way), size) + ridge * way
        step = strength / (way @ change)
        weights += step * way
        rest -= step * change
        before, strength = strength, rest @ (ease * rest)
        if not strength:
            break
        way = ease * rest + strength / before * way
    return weights


def weight_sums(used: NDArray[np.int32], weights: Floats) -> Floats:
    """The sum of the weights that each position uses, float64, shape (n,).

    The feature matrix has a 1 for each of them; this is the matrix times `weights`.
    """
    total = np.zeros(len(used))
    for column in used.T:
        total += weights[column]
    return total


def error_sums(used: NDArray[np.int32], errors: Floats, size: int) -> Floats:
    """The sum of the errors of positions that use each weight, float64, shape (size,).

    That is the transposed matrix times `errors`.
    """
    total = np.zeros(size)
    for column in used.T:
        total += np.bincount(column, errors, size)
    return total


def _shared(
    task: Callable[[Bitboards, Bitboards], Any],
    own: Bitboards,
    enemy: Bitboards,
    threads: ThreadPoolExecutor,
) -> Floats:
    """Run a task on parts of the positions in threads; joins its results, shape (n,)."""
    halves = (np.array_split(words, _THREAD_PARTS) for words in (own, enemy))
    return np.concatenate(list(threads.map(task, *halves))).astype(np.float64)


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
