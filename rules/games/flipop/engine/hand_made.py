"""Hand-made evaluation of evaluation.py for arrays of Flipop positions."""

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch, Points
from rules.engine.vector.bits import lookup
from rules.games.flipop.doors import PIT_COUNT, WAY_BY_PITS
from rules.games.flipop.engine.evaluation import (
    ASIDE_DOOR_POINTS,
    CORNER_DOOR_POINTS,
    EXIT_DOOR_POINTS,
    NEARER_DOOR_POINTS,
    TEMPO_POINTS,
    ball_cost,
    door_points,
)
from rules.games.flipop.engine.paths import BLACK_TURN, Ways, ban_bit

_HALF, _LOWER = np.uint64(32), np.uint64((1 << 32) - 1)
_BLACK = np.uint64(BLACK_TURN)

_FIRST = 13
_LOW_PITS = np.uint64((1 << _FIRST) - 1)


def _costs() -> NDArray[np.int32]:
    """Costs of the balls in the first thirteen pits by their bits, then in the others, for each
    player.

    Shape (4 * 8192,), in points.
    """
    bits = np.arange(1 << _FIRST)[:, None] >> np.arange(_FIRST) & 1
    scores = np.zeros((2, 2, _FIRST), np.int32)
    for player in (0, 1):
        for pit in range(PIT_COUNT):
            scores[player, pit // _FIRST, pit % _FIRST] = ball_cost(player, pit)
    return (scores.reshape(4, _FIRST) @ bits.T.astype(np.int32)).reshape(-1)


_COSTS = _costs()
_DOORS = (EXIT_DOOR_POINTS, NEARER_DOOR_POINTS, CORNER_DOOR_POINTS)
_WEIGHTS = np.array(
    [
        [
            sum(
                ban_bit(way.number, half)
                for way in WAY_BY_PITS.values()
                if door_points(player, way) == scores
            )
            for player in (0, 1)
        ]
        for scores in _DOORS
        for half in (0, 1)
    ],
    np.uint64,
)
"""Ways of each score, north and east, south and west, by player: shape (6, 2), dtype uint64."""


def evaluate_by_hand(batch: Batch, open_: Ways) -> Points:
    """Score of each position for its mover, shape (n,), dtype int32; `open_` are its open ways."""
    black = (batch[1] & _BLACK != 0).astype(np.intp)
    balls = np.stack((batch[0] & _LOWER, batch[0] >> _HALF))
    player = np.stack((black, 1 - black))
    weights = _WEIGHTS.take(player, axis=1)
    table = player << _FIRST + 1
    low, high = balls & _LOW_PITS, balls >> np.uint64(_FIRST)
    scores = -lookup(_COSTS, low.astype(np.intp) + table)
    scores -= lookup(_COSTS, high.astype(np.intp) + table + (1 << _FIRST))
    balls |= balls << _HALF
    for half, ways in enumerate(open_):
        passable = balls & ways
        scores += ASIDE_DOOR_POINTS * np.bitwise_count(passable).astype(np.int32)
        for number, each in enumerate(_DOORS):
            scores += (each - ASIDE_DOOR_POINTS) * np.bitwise_count(
                passable & weights[2 * number + half]
            ).astype(np.int32)
    points: Points = TEMPO_POINTS + scores[0] - scores[1]
    return points
