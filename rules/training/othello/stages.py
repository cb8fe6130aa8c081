"""The weights of Othello's patterns, stage after stage from the end of the match.

A label is the exact score in the last stages, and before them the value some plies ahead, whose
leaves lie in a stage that is fitted already. Hopes add up over the stages: by how much the labels
of a stage lean towards the movers is seen in how matches end that go on from there, and taken from
the stage in which the leaves lie, of odd and even numbers of empty fields each its own.

Which positions teach is decided by the weights before, never by the labels: a fit to labels from
which the far ones are left out, on both sides, draws all values towards zero.
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
from rules.training.othello import fit
from rules.training.othello.search import exact, looked
from rules.training.othello.self_play import outcomes

DEPTH = 4
"""Plies that a label looks ahead: as many as a stage has, so that leaves lie in the next one."""

EXACT, SOLVED = 12, 133_000
"""The first stage whose labels are exact scores, and how many positions of it are solved."""

PLAYED, AHEAD = 40_000, 2
"""Positions of a stage from which matches go on, and plies that these look ahead."""

CLOSE, DECIDED = 1100, 2200
"""Hundredths of a disc by the weights before: positions beyond count for nothing in that lean; and
in the fit."""

ENOUGH = 400_000
"""Positions of a stage at most."""

RIDGE, RIDGE_EXACT = 60.0, 400.0
"""Positions that a weight must be seen in to move half-way from what was expected; and where labels
are exact scores, which scatter far."""

ANCHORED = 2
"""The first stage whose lean is measured; before it there are too few positions."""

STEPS = 20
"""Of the conjugate gradients."""

OVERLAP = 2
"""Empty fields by which the positions of the next stage reach into a stage."""

HELD = 20
"""One position of so many is held out of the fit and shows its error."""

PARTS = 64
"""Into which the work on a stage is cut for the threads."""

Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Judge = tuple[NDArray[np.int16], NDArray[np.int64]]


class Labelled(NamedTuple):
    """Positions and their labels in hundredths of a disc for the mover, each of shape (n,)."""

    own: Words
    enemy: Words
    label: Floats

    def some(self, which: Any) -> "Labelled":
        """Those that are chosen."""
        return Labelled(self.own[which], self.enemy[which], self.label[which])

    def and_more(self, other: "Labelled") -> "Labelled":
        """Both."""
        return Labelled(
            np.concatenate((self.own, other.own)),
            np.concatenate((self.enemy, other.enemy)),
            np.concatenate((self.label, other.label)),
        )


def found(own: Words, enemy: Words, before: Floats, numbers: NDArray[np.int32]) -> Floats:
    """The weights of all stages in hundredths of a disc, shape (STAGES, n).

    `own` and `enemy` are as othello_matches.various gives them.
    `before` are the weights that played them; `numbers` says which weight an index has.
    """
    weights = before.copy()
    later: Labelled | None = None
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for stage in range(form.PATTERN_STAGES - 1, -1, -1):
            columns = slice(form.DISCS_PER_STAGE * stage, form.DISCS_PER_STAGE * (stage + 1))
            there = np.stack((own[:, columns].ravel(), enemy[:, columns].ravel()))
            words = np.unique(there[:, (there[0] | there[1]) != 0], axis=1)
            words = np.random.default_rng(stage).permutation(words, axis=1)
            hopes = fit.sums(fit.used(*words, numbers), before[stage])
            most = SOLVED if stage == EXACT else ENOUGH
            near = np.flatnonzero(np.abs(hopes) < DECIDED)[:most]
            words, hopes = words[:, near], hopes[near]
            judge = small(weights, numbers)
            labels, leans = labelled(words[0], words[1], hopes, stage, judge, threads)
            if leans:
                weights[stage + 1, -2 * form.MOBILITY_WEIGHT_COUNT :] -= np.repeat(
                    leans, form.MOBILITY_WEIGHT_COUNT
                )
            held = np.arange(len(labels.label)) % HELD == 0
            fresh = labels.some(~held)
            if later is not None:
                empty = np.bitwise_count(~(later.own | later.enemy)).astype(np.int64)
                fresh = fresh.and_more(
                    later.some(empty > 60 - form.DISCS_PER_STAGE * (stage + 1) - OVERLAP)
                )
            spread = hopes @ hopes
            stretch = hopes @ labels.label / spread if spread else 1.0
            expected = (
                stretch * before[stage] + weights[min(stage + 1, form.PATTERN_STAGES - 1)]
            ) / 2
            ridge = RIDGE if stage < EXACT else RIDGE_EXACT
            weights[stage] = fitted(fresh, expected, ridge, numbers, threads)
            left = labels.some(held)
            sums = fit.sums(fit.used(left.own, left.enemy, numbers), weights[stage])
            error = np.sqrt(np.mean((sums - left.label) ** 2)) / 100 if held.any() else 0.0
            _tell(f"stage {stage}: {len(labels.label)} positions, off by {error:.2f} discs")
            later = labels
    return weights


def small(weights: Floats, numbers: NDArray[np.int32]) -> Judge:
    """The compiled judge with these weights, to a hundredth of a disc."""
    whole = np.clip(np.round(weights), -32767, 32767).astype(np.int16)
    return whole.take(numbers, axis=1).ravel(), np.ones(form.PATTERN_STAGES, np.int64)


def labelled(
    own: Words,
    enemy: Words,
    hopes: Floats,
    stage: int,
    judge: Judge,
    threads: ThreadPoolExecutor,
) -> tuple[Labelled, tuple[float, ...]]:
    """The positions of a stage with their labels, and the leans that were taken from these: with an
    even number of empty fields, and with an odd one. `hopes` are their values by the weights
    before."""
    if stage >= EXACT:
        return Labelled(own, enemy, _shared(exact, own, enemy, threads)), ()

    def ahead(own: Words, enemy: Words) -> Any:
        return looked(own, enemy, np.array([DEPTH]), *judge)[0]

    def played(first: bool) -> Floats:
        task = partial(_played, first, judge)
        return _shared(task, own[:PLAYED], enemy[:PLAYED], threads)

    labels = _shared(ahead, own, enemy, threads)
    if stage < ANCHORED:
        return Labelled(own, enemy, labels), ()
    ends = (played(True) + played(False)) / 2
    odd = np.bitwise_count(own | enemy) & 1
    leans = []
    for parity in (0, 1):
        some = (np.abs(hopes) < CLOSE) & (odd == parity)
        few = np.flatnonzero(some[:PLAYED])
        lean = float((labels[few] - ends[few]).mean()) if len(few) else 0.0
        labels[odd == parity] -= lean
        leans.append(lean)
    _tell(f"stage {stage}: labels lean by {leans[0] / 100:+.2f} and {leans[1] / 100:+.2f} discs")
    return Labelled(own, enemy, labels), tuple(leans)


def _played(first: bool, judge: Judge, own: Words, enemy: Words) -> Any:
    return outcomes(own, enemy, AHEAD, first, *judge)


def fitted(
    positions: Labelled,
    expected: Floats,
    ridge: float,
    numbers: NDArray[np.int32],
    threads: ThreadPoolExecutor,
) -> Floats:
    """The weights of a stage: least squares, each pulled towards what is expected of it."""
    size = len(expected)
    used = fit.used(positions.own, positions.enemy, numbers)
    parts = np.array_split(used, os.cpu_count() or 1)

    def image(way: Floats) -> Floats:
        sums = threads.map(lambda part: fit.image(part, way.astype(np.float32), size), parts)
        total: Floats = sum(sums, ridge * way)
        return total

    weights = expected.copy()
    rest = fit.shares(used, positions.label - fit.sums(used, weights), size)
    ease = 1 / (fit.shares(used, np.ones(len(used)), size) + ridge)
    way = ease * rest
    strength = rest @ way
    for _ in range(STEPS if strength else 0):
        change = image(way)
        step = strength / (way @ change)
        weights += step * way
        rest -= step * change
        before, strength = strength, rest @ (ease * rest)
        if not strength:
            break
        way = ease * rest + strength / before * way
    return weights


def _shared(
    task: Callable[[Words, Words], Any], own: Words, enemy: Words, threads: ThreadPoolExecutor
) -> Floats:
    """What a task says of all positions, some on every core."""
    halves = (np.array_split(words, PARTS) for words in (own, enemy))
    return np.concatenate(list(threads.map(task, *halves))).astype(np.float64)


def _tell(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)
