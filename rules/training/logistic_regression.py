"""Fits sums of weights to chances: logistic regression by AdaGrad, in compiled code."""

from typing import Any

import numpy as np
from numba import njit


def fitted(
    features: Any,
    signs: Any,
    chances: Any,
    begin: Any,
    pulls: Any,
    passes: int,
    rate: float,
    seed: int,
) -> Any:
    """Weights descended on nine tenths of the positions; prints the loss of the rest, before and
    after."""
    apart = len(chances) // 10
    found = descended(features[apart:], signs, chances[apart:], begin, pulls, passes, rate, seed)
    before, after = (loss(features[:apart], signs, chances[:apart], one) for one in (begin, found))
    print(f"loss {before:.5f} to {after:.5f}", flush=True)
    return found


@njit
def descended(features, signs, chances, begin, pulls, passes, rate, seed):
    """Weights such that their sums are the logarithms of the odds of these chances.

    `features`, shape (n, k), are places among the weights, -1 for none; a column counts with its
    sign. Every pass goes through all positions in a random order; weights start from `begin` and
    are pulled back there, each by its own of `pulls`, whenever they are seen. Gives the weights,
    dtype float64.
    """
    np.random.seed(seed)
    weights = begin.copy()
    squares = np.full(len(weights), 0.1)
    count, width = features.shape
    for _ in range(passes):
        for at in np.random.permutation(count):
            total = 0.0
            for column in range(width):
                place = features[at, column]
                if place >= 0:
                    total += signs[column] * weights[place]
            wrong = 1.0 / (1.0 + np.exp(-total)) - chances[at]
            for column in range(width):
                place = features[at, column]
                if place >= 0:
                    slope = wrong * signs[column] + pulls[place] * (weights[place] - begin[place])
                    squares[place] += slope * slope
                    weights[place] -= rate * slope / np.sqrt(squares[place])
    return weights


@njit
def loss(features, signs, chances, weights):
    """The mean of the logarithmic loss of these weights."""
    total = 0.0
    count, width = features.shape
    for at in range(count):
        found = 0.0
        for column in range(width):
            place = features[at, column]
            if place >= 0:
                found += signs[column] * weights[place]
        total += np.log1p(np.exp(-abs(found))) + max(found, 0.0) - chances[at] * found
    return total / count
