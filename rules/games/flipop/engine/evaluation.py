"""What is good in Flipop: balls off, balls near their exits, and doors that let them on."""

from collections.abc import Mapping
from functools import cache

from rules.contract.board import Cell
from rules.contract.position import Player
from rules.games.flipop.doors import AROUND, EXITS, OPEN, PITS, SIDE, Way
from rules.games.flipop.position import Flipop

COST = (
    (0, 0, 0),
    (80, 75, 65),
    (100, 100, 95),
    (170, 115, 115),
    (260, 155, 155),
)
"""What a ball costs its owner: by rows from its exits, and by columns from the side."""

OUT, NEARER, ASIDE = 28, 25, 10
"""Worth of a door on the way into an exit, on a way nearer to one, on any other way."""

FREED, FARTHEST = 100, 5
"""Worth of a door on the way nearer to an exit out of a corner of the first row, so many steps
away: no door lies there at the start."""

TEMPO = 12
"""Worth of being on turn."""


def distance(player: Player, pit: Cell) -> int:
    """Steps from a pit to the nearest exit of a player, doors left aside."""
    exits = [other for other in range(PITS) if EXITS[player] >> other & 1]
    column, row = pit % SIDE, pit // SIDE
    return min(abs(column - other % SIDE) + abs(row - other // SIDE) for other in exits)


def cost(player: Player, pit: Cell) -> int:
    """What a ball in a pit costs its owner, doors left aside."""
    column, row = pit % SIDE, pit // SIDE
    return COST[SIDE - 1 - row if player == 0 else row][min(column, SIDE - 1 - column)]


def door(player: Player, way: Way) -> int:
    """Worth of a door on a way that a ball of the player can take."""
    here, there = distance(player, way.source), distance(player, way.target)
    if there == 0:
        return OUT
    if there < here:
        return FREED if here == FARTHEST else NEARER
    return ASIDE


def _worth(player: Player, pit: Cell) -> Mapping[int, int]:
    """What a ball in a pit is worth, by the doors around it."""
    base = -cost(player, pit)
    return {
        doors: base + sum(door(player, way) for way in ways) for doors, ways in OPEN[pit].items()
    }


@cache
def _worths() -> tuple[tuple[Mapping[int, int], ...], ...]:
    """By player, pit and the doors around the pit; made when first asked for, which takes long."""
    return tuple(tuple(_worth(player, pit) for pit in range(PITS)) for player in (0, 1))


def evaluate(position: Flipop) -> int:
    """How good the position is for the mover, in hundredths of a ball; a guess made by hand."""
    own, enemy = position.turn, 1 - position.turn
    return TEMPO + _side(position, own) - _side(position, enemy)


def _side(position: Flipop, player: Player) -> int:
    balls, doors, worth = position.balls[player], position.doors, _worths()[player]
    value = 0
    while balls:
        ball = balls & -balls
        balls ^= ball
        pit = ball.bit_length() - 1
        value += worth[pit][doors & AROUND[pit]]
    return value
