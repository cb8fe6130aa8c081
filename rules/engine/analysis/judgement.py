"""How good the moves of a player were: accuracy, and classes of mistakes.

Both compare the expected results after the best move and after the move in the match, as heights in
the graph of a review, -1 to 1. So all numbers have the same meaning in all games. The accuracy
follows Lichess: https://lichess.org/page/accuracy, and `AccuracyPercent.scala` in
https://github.com/lichess-org/lila.
"""

import math
from collections.abc import Collection
from typing import Literal, get_args

MistakeClass = Literal["inaccuracy", "mistake", "blunder"]

MISTAKE_CLASSES: tuple[MistakeClass, ...] = get_args(MistakeClass)

_LEAST_DROPS = 0.2, 0.4, 0.6
"""The minimum drop in the graph, 0 to 2, of each class, 10, 20 and 30 % of the expected result.
From slightly ahead to slightly behind is less than a blunder; from a win to a draw is one."""

_LEAST_MOVES = 3
"""The accuracy of fewer moves with a choice would mean nothing."""


def winning_chances(value: int, chance_points: float) -> float:
    """Return the expected result, -1 to 1, of a player with this score in points.

    `chance_points` is that of the game (`EngineSpec`).
    """
    return math.tanh(value / (2 * chance_points))


def class_of(drop: float) -> MistakeClass | None:
    """Return the class of a move that lowers the graph by `drop`, or None if it loses little."""
    reached = sum(drop >= least for least in _LEAST_DROPS)
    return MISTAKE_CLASSES[reached - 1] if reached else None


def class_counts(drops: Collection[float]) -> dict[MistakeClass, int]:
    """Return how many moves are in each class."""
    classes = [class_of(drop) for drop in drops]
    return {each: classes.count(each) for each in MISTAKE_CLASSES}


def move_accuracy(drop: float) -> float:
    """Return the accuracy of a move, 0 to 100 %; it is 100 % without a drop."""
    percent_lost = 50 * drop
    return max(0.0, 100 - 103.1668 * (1 - math.exp(-0.04354 * percent_lost)))


def accuracy(drops: Collection[float]) -> float | None:
    """Return the accuracy of a player, 0 to 100 %; None for too few moves with a choice.

    It is the arithmetic mean over these moves. Lichess averages a mean that is weighted by the
    volatility of the scores and a harmonic mean.
    """
    if len(drops) < _LEAST_MOVES:
        return None
    return sum(map(move_accuracy, drops)) / len(drops)
