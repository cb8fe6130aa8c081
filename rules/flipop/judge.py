"""What is good in Flipop: balls off, balls near their exits, and doors that let them on."""

from collections.abc import Mapping

from rules.board import Cell
from rules.flipop.doors import AROUND, EXITS, OPEN, PITS, SIDE
from rules.flipop.position import Flipop
from rules.position import Player

REST, STEP = 30, 15
"""What a ball on the board costs its owner, at an exit and for each step away from it."""

OUT, NEARER, ASIDE = 24, 22, 12
"""Worth of a door on the way into an exit, on a way nearer to one, on any other way."""

TEMPO = 12
"""Worth of being on turn."""


def distance(player: Player, pit: Cell) -> int:
    """Steps from a pit to the nearest exit of a player, doors left aside."""
    exits = [other for other in range(PITS) if EXITS[player] >> other & 1]
    column, row = pit % SIDE, pit // SIDE
    return min(abs(column - other % SIDE) + abs(row - other // SIDE) for other in exits)


def _worth(player: Player, pit: Cell) -> Mapping[int, int]:
    """What a ball in a pit is worth, by the doors around it."""
    here = distance(player, pit)
    worth = {}
    for doors, ways in OPEN[pit].items():
        value = -REST - STEP * here
        for way in ways:
            there = distance(player, way.target)
            value += OUT if there == 0 else NEARER if there < here else ASIDE
        worth[doors] = value
    return worth


WORTH = tuple(tuple(_worth(player, pit) for pit in range(PITS)) for player in (0, 1))
"""By player, pit and the doors around the pit."""


def judge(position: Flipop) -> int:
    """How good the position is for the mover, in hundredths of a ball; a guess made by hand."""
    own, enemy = position.turn, 1 - position.turn
    return TEMPO + _side(position, own) - _side(position, enemy)


def _side(position: Flipop, player: Player) -> int:
    balls, doors, worth = position.balls[player], position.doors, WORTH[player]
    value = 0
    while balls:
        ball = balls & -balls
        balls ^= ball
        pit = ball.bit_length() - 1
        value += worth[pit][doors & AROUND[pit]]
    return value
