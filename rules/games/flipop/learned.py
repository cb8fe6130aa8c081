"""What self-play has taught about Flipop: numbers by pit and open ways, by rows, by balls left.

The numbers are for a player who goes down to row 5; the other looks at the board turned round.
They lie in `weights.txt` in the order LEAD, UPRIGHT, LEVEL, ROWS; left and right are alike.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from rules.board import cells
from rules.games.flipop import judge as by_hand
from rules.games.flipop.doors import AROUND, EAST, OPEN, PITS, SIDE, SOUTH, WEST
from rules.games.flipop.position import EACH, Flipop
from rules.thinking.strength import path
from rules.thinking.weights import Weights

LEAD, UPRIGHT, LEVEL, ROWS = 36, EACH * PITS * 4, EACH * PITS * 4, SIDE * 32 * 32
"""How many numbers there are by own and enemy balls; by own balls, pit, and whether ways are open
up (1) and down (2), or right (1) and left (2); by row and the own and enemy balls in it."""

SIZE = LEAD + UPRIGHT + LEVEL + ROWS

WEIGHTS = Weights(path("flipop", "weights.txt"), SIZE)


def judge(position: Flipop) -> int:
    """How good the position is for the mover: as learned, or by hand without the numbers."""
    numbers = WEIGHTS.numbers()
    return by_hand.judge(position) if numbers is None else learned(numbers, position)


def learned(numbers: Sequence[int], position: Flipop) -> int:
    """How good the position is for the mover, in hundredths of a ball, by these numbers."""
    own, enemy = position.turn, 1 - position.turn
    mine, theirs = position.balls[own], position.balls[enemy]
    lead = 6 * mine.bit_count() + theirs.bit_count()
    value = numbers[lead]
    for player, sign in ((own, 1), (enemy, -1)):
        balls = position.balls[player]
        start = LEAD + 4 * PITS * (balls.bit_count() - 1)
        for pit in cells(balls):
            upright, level = _codes()[player][pit][position.doors & AROUND[pit]]
            value += sign * numbers[start + upright]
            value += sign * numbers[start + UPRIGHT + level]
    start = LEAD + UPRIGHT + LEVEL
    if own == 1:
        mine, theirs = _turned(mine), _turned(theirs)
    for row in range(SIDE):
        shift = SIDE * row
        value += numbers[start + 1024 * row + 32 * (mine >> shift & 31) + (theirs >> shift & 31)]
    return value


@cache
def _codes() -> tuple[tuple[Mapping[int, tuple[int, int]], ...], ...]:
    """By player, pit and doors around it: the places in UPRIGHT and LEVEL for one ball."""
    return tuple(
        tuple(
            {doors: _code(player, pit, {way.number % 4 for way in ways})
             for doors, ways in OPEN[pit].items()}
            for pit in range(PITS)
        )
        for player in (0, 1)
    )  # fmt: skip


def _code(player: int, pit: int, open_to: set[int]) -> tuple[int, int]:
    if player == 1:
        pit, open_to = PITS - 1 - pit, {(direction + 2) % 4 for direction in open_to}
    upright = (0 in open_to) | (SOUTH in open_to) << 1
    level = (EAST in open_to) | (WEST in open_to) << 1
    return 4 * pit + upright, 4 * pit + level


def _turned(balls: int) -> int:
    """The board turned round."""
    return sum(1 << PITS - 1 - pit for pit in cells(balls))
