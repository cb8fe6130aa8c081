"""Ratings of problems, fitted to the tries of players.

The model is that of G. Rasch (https://en.wikipedia.org/wiki/Rasch_model) on the scale of Elo: a
player solves a problem with probability 1 / (1 + 10 ** ((problem - player) / 400)), where `problem`
and `player` are their ratings.
"""

import math
from collections.abc import Sequence

import numpy as np

MEAN_RATING, DEVIATION = 1500, 350
"""The mean of the ratings of a game's problems, and the deviation that is expected before any try,
as for a new player in Glicko."""

LOWEST_RATING, HIGHEST_RATING = 600, 2400

_SCALE = 400 / math.log(10)
_PRIOR = (_SCALE / DEVIATION) ** 2
_ROUNDS, _MAX_STEP = 100, 1.0


def fitted_ratings(solved: Sequence[Sequence[float]]) -> list[int]:
    """Return the rating of each problem, from the shares of right tries by problem and player.

    At this rating, the model expects as many successes of the players as were measured, apart from
    a slight pull to the mean. The ratings of the players are fitted, too.
    """
    shares = np.array(solved, float)
    problems, players = np.zeros(len(shares)), np.zeros(shares.shape[1])
    for _ in range(_ROUNDS):
        for of_problems in (True, False):
            expected = 1 / (1 + np.exp(problems[:, None] - players))
            slopes = expected * (1 - expected)
            if of_problems:
                excess, slope = (expected - shares).sum(axis=1), slopes.sum(axis=1)
                step = (excess - _PRIOR * problems) / (slope + _PRIOR)
                problems += np.clip(step, -_MAX_STEP, _MAX_STEP)
                problems -= problems.mean()
            else:
                excess, slope = (shares - expected).sum(axis=0), slopes.sum(axis=0)
                step = (excess - _PRIOR * players) / (slope + _PRIOR)
                players += np.clip(step, -_MAX_STEP, _MAX_STEP)
    ratings = np.clip(MEAN_RATING + _SCALE * problems, LOWEST_RATING, HIGHEST_RATING)
    return [round(float(rating)) for rating in ratings]
