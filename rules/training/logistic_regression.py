"""Logistic regression by AdaGrad (Duchi, Hazan, Singer 2011) in compiled code."""

from typing import Any

import numpy as np
from numba import njit


def fit_chances(
    features: Any,
    signs: Any,
    chances: Any,
    begin: Any,
    pulls: Any,
    passes: int,
    rate: float,
    seed: int,
) -> Any:
    """Fit weights to nine tenths of the positions; print the loss of the rest, before and after.

    Arguments and result as in `descend`; `chances` is the labels, 0 to 1.
    """
    apart = len(chances) // 10
    found = descend(features[apart:], signs, chances[apart:], begin, pulls, passes, rate, seed)
    before, after = (
        mean_loss(features[:apart], signs, chances[:apart], one) for one in (begin, found)
    )
    print(f"loss {before:.5f} to {after:.5f}", flush=True)
    return found


@njit
def descend(features, signs, chances, begin, pulls, passes, rate, seed):
    """Fit weights whose sums are the log odds of `chances`; returns them, float64, shape (m,).

    `features`: indices of weights, integers, shape (n, k), -1 for none. `signs`: factors of the
    columns, shape (k,). `chances`: shape (n,). `begin`: start weights, shape (m,), toward which
    weights are pulled by `pulls`, shape (m,). Each of `passes` visits all positions in random
    order. `rate` is the learning rate.
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
def mean_loss(features, signs, chances, weights):
    """The mean logarithmic loss of `weights`; arrays as in `descend`."""
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
