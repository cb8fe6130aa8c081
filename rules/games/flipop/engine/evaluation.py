"""Hand-made evaluation of Flipop: balls off, balls near their exits, and doors that let them on."""

from collections.abc import Mapping
from functools import cache

from rules.contract.board import Cell
from rules.contract.position import Player
from rules.games.flipop.doors import (
    BOARD_SIDE,
    DOORS_AROUND,
    EXIT_PITS,
    OPEN_WAYS,
    PIT_COUNT,
    PitWay,
)
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


def exit_distance(player: Player, pit: Cell) -> int:
    """Steps from a pit to the nearest exit of a player, regardless of doors."""
    exits = [other for other in range(PIT_COUNT) if EXIT_PITS[player] >> other & 1]
    column, row = pit % BOARD_SIDE, pit // BOARD_SIDE
    return min(abs(column - other % BOARD_SIDE) + abs(row - other // BOARD_SIDE) for other in exits)


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
