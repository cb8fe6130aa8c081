"""Hand-made evaluation of Flipop: balls off, balls near their exits, and doors that let them on.

Training begins with it, and compares with it.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.contract.batch_rules import Batch, Points
from rules.contract.board import Cell
from rules.contract.position import Player
from rules.engine.vector.bits import lookup
from rules.games.flipop.doors import (
    BOARD_SIDE,
    DOORS_AROUND,
    OPEN_WAYS,
    PIT_COUNT,
    WAY_BY_PITS,
    PitWay,
    exit_distance,
)
from rules.games.flipop.engine.paths import BLACK_TURN, Ways, ban_bit
from rules.games.flipop.position import Flipop

_ROW_COSTS = (
    (0, 0, 0),
    (80, 75, 65),
    (100, 100, 95),
    (170, 115, 115),
    (260, 155, 155),
)
"""Penalty of a ball by rows from its exits and by columns from the side, in points."""

EXIT_DOOR_POINTS = 28
"""Score of a door on a way into an exit."""
NEARER_DOOR_POINTS = 25
"""Score of a door on a way nearer to an exit."""
ASIDE_DOOR_POINTS = 10
"""Score of a door on any other way."""

CORNER_DOOR_POINTS = 100
"""Score of a door on the way ahead out of a corner of the first row, empty at the start."""
_CORNER_STEPS = 5
"""Steps from such a corner to the nearest exit."""

TEMPO_POINTS = 12
"""Score of being on turn."""


def ball_cost(player: Player, pit: Cell) -> int:
    """Penalty of a player's ball in a pit, regardless of doors."""
    column, row = pit % BOARD_SIDE, pit // BOARD_SIDE
    return _ROW_COSTS[BOARD_SIDE - 1 - row if player == 0 else row][
        min(column, BOARD_SIDE - 1 - column)
    ]


def door_points(player: Player, way: PitWay) -> int:
    """Score of a door on a way that a ball of the player can take."""
    here, there = exit_distance(player, way.source), exit_distance(player, way.target)
    if there == 0:
        return EXIT_DOOR_POINTS
    if there < here:
        return CORNER_DOOR_POINTS if here == _CORNER_STEPS else NEARER_DOOR_POINTS
    return ASIDE_DOOR_POINTS


def _ball_scores(player: Player, pit: Cell) -> Mapping[int, int]:
    """Score of a ball in a pit, by the doors around the pit."""
    base = -ball_cost(player, pit)
    return {
        doors: base + sum(door_points(player, way) for way in ways)
        for doors, ways in OPEN_WAYS[pit].items()
    }


@cache
def _all_ball_scores() -> tuple[tuple[Mapping[int, int], ...], ...]:
    """Scores by player, pit and the doors around the pit; made on first use, which takes long."""
    return tuple(tuple(_ball_scores(player, pit) for pit in range(PIT_COUNT)) for player in (0, 1))


def evaluate(position: Flipop) -> int:
    """Score of the position for the mover in points, hundredths of a ball."""
    own, enemy = position.turn, 1 - position.turn
    return TEMPO_POINTS + _side_score(position, own) - _side_score(position, enemy)


def _side_score(position: Flipop, player: Player) -> int:
    balls, doors, scores = position.balls[player], position.doors, _all_ball_scores()[player]
    value = 0
    while balls:
        ball = balls & -balls
        balls ^= ball
        pit = ball.bit_length() - 1
        value += scores[pit][doors & DOORS_AROUND[pit]]
    return value


# -- arrays ---------------------------------------------------------------------------------------

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


def points(batch: Batch, open_: Ways) -> Points:
    """As `evaluate` for arrays, shape (n,), dtype int32; `open_` are the open ways."""
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
    found: Points = TEMPO_POINTS + scores[0] - scores[1]
    return found
