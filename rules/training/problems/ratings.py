"""Ratings of problems, and the grades that follow from them.

A problem's rating follows from the mean score of the raters, who are naive players and the levels 1
and 2, by the formula of Elo: https://en.wikipedia.org/wiki/Elo_rating_system. A scale for each game
makes the ratings of problems comparable with those of the levels in matches.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from flipside.rules.teaching import GRADES


class Scale(NamedTuple):
    """How mean scores of raters become ratings."""

    middle: int
    """The rating of a problem in which the raters score 0.5."""
    stretch: float
    """The factor of the differences from `middle`."""


SCALES: Mapping[str, Scale] = {
    "othello": Scale(1080, 2.25),
    "flipflop": Scale(860, 0.75),
    "switch": Scale(1250, 2.5),
    "flipop": Scale(960, 1.25),
    "contactic": Scale(1170, 3),
}
"""The scales by game. `build.py problems GAME --report` fits them to what levels 1 to 4 solve."""


_UNITS, _LEAST_UNITS = 31, 3
"""The units in which the sizes of grades are counted, and the minimum size of a grade in units."""

_FAIR_STEP = 0.9
"""The minimum step between grades, as a share of the largest step that all can have."""


def rater_score(rates: Sequence[float]) -> float:
    """Return the score of a player, 0 to 1, from the shares of right tries by decision.

    Half counts for the first move, half for all right moves.
    """
    return (rates[0] + math.prod(rates)) / 2


def mean_score(scores: Sequence[float]) -> float:
    """Return the mean of the scores and of one more player who scores 0.5, so that it is not 0."""
    return (sum(scores) + 0.5) / (len(scores) + 1)


def problem_rating(scale: Scale, mean: float) -> int:
    """Return the rating of a problem from the mean score of the raters."""
    return round(scale.middle + scale.stretch * 400 * math.log10(1 / mean - 1))


def grade_sizes(scale: Scale, ratings: Sequence[int]) -> list[int]:
    """Return the numbers of problems of the grades, from the ratings in ascending order.

    Each step of the mean score from grade to grade is at least nine tenths of the largest step that
    all can have. Among such sizes, the most even ones are returned.
    """
    count = len(ratings)
    unit = max(1, count // _UNITS)
    least = min(_LEAST_UNITS * unit, count // len(GRADES))
    means = 1 / (1 + 10 ** ((np.array(ratings) - scale.middle) / (400 * scale.stretch)))
    totals = np.concatenate(([0.0], np.cumsum(means)))
    borders = combinations(range(unit, count, unit), len(GRADES) - 1)
    cuts = np.array([(0, *some, count) for some in borders])
    cuts = cuts[(np.diff(cuts) >= least).all(axis=1)]
    sizes = np.diff(cuts)
    steps = -np.diff(np.diff(totals[cuts]) / sizes).max(axis=1)
    fair = sizes[steps >= _FAIR_STEP * steps.max()]
    return [int(size) for size in fair[(fair**2).sum(axis=1).argmin()]]


def fitted_scale(means: Sequence[float], solved: Mapping[int, Sequence[float]]) -> Scale:
    """Return the scale by which the ratings of levels best predict what they solve.

    `means` are the mean scores of the raters by problem, `solved` the shares solved by the rating
    of a level and problem. The likelihood is highest among stretches from 0.5 to 3.
    """
    differences = 400 * np.log10(1 / np.array(means) - 1)[:, None]
    shares = np.array(list(solved.values())).T

    def likelihood(scale: Scale) -> float:
        points = scale.middle + scale.stretch * differences - np.array(list(solved))
        expected = 1 / (1 + 10 ** (points / 400))
        logs = shares * np.log(expected) + (1 - shares) * np.log(1 - expected)
        return float(logs.sum())

    scales = (Scale(10 * tens, quarters / 4) for tens in range(260) for quarters in range(2, 13))
    return max(scales, key=likelihood)
