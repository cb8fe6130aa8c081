"""What self-play has taught about Flipop: numbers by balls left and shut in, ways, pits, rows.

The numbers are for a player who goes down to row 5; the other looks at the board turned round.
They lie in `weights.txt` in the order STANDS, ROOM, PLACES, ROWS; left and right are alike. A ball
is shut in while no door lies at the sides of its pit. Only a ball that goes through a door from the
pit diagonally opposite can swing one there, so shut balls with an own one there can be freed.
"""

from collections.abc import Sequence
from functools import cache

from rules.contract.board import cells
from rules.engine.data.locate import path
from rules.engine.data.weights import WeightsFile
from rules.games.flipop.doors import AHEAD, AROUND, OPEN, PITS, SIDE
from rules.games.flipop.engine import evaluation as by_hand
from rules.games.flipop.position import EACH, Flipop

STATES = tuple(
    (balls, shut, freed)
    for balls in range(1, EACH + 1)
    for shut in range(balls + 1)
    for freed in range(shut + 1)
)
"""How a side can stand: its balls, those that are shut in, those of them that can be freed."""

MAX_WAYS = 11
"""Open ways of a side beyond which more make no difference."""

KINDS = 3
"""What is said of a pit in PLACES: that a ball is there, that it can go ahead, that it is shut."""

STANDS, ROOM = len(STATES) ** 2, EACH * EACH * (MAX_WAYS + 1) ** 2
PLACES, ROWS = EACH * KINDS * PITS, SIDE * 32 * 32
"""How many numbers there are by own and enemy state; by own and enemy balls less one and the ways
open to each side's balls; by balls less one, kind and pit; by row and the own and enemy balls in
it."""

SIZE = STANDS + ROOM + PLACES + ROWS

WEIGHTS = WeightsFile(path("flipop", "weights.txt"), SIZE)


def evaluate(position: Flipop) -> int:
    """How good the position is for the mover: as learned, or by hand without the numbers."""
    numbers = WEIGHTS.numbers()
    return by_hand.evaluate(position) if numbers is None else learned(numbers, position)


def learned(numbers: Sequence[int], position: Flipop) -> int:
    """How good the position is for the mover, in hundredths of a ball, by these numbers."""
    value, states, ways = 0, [], []
    for player, sign in ((position.turn, 1), (1 - position.turn, -1)):
        balls = position.balls[player]
        start = STANDS + ROOM + (balls.bit_count() - 1) * KINDS * PITS
        shut = freed = room = 0
        for pit in cells(balls):
            seen = pit if player == 0 else PITS - 1 - pit
            open_ways = OPEN[pit][position.doors & AROUND[pit]]
            room += len(open_ways)
            value += sign * numbers[start + seen]
            if any(way.number % 4 == AHEAD[player] for way in open_ways):
                value += sign * numbers[start + PITS + seen]
            if not open_ways:
                value += sign * numbers[start + 2 * PITS + seen]
                shut += 1
                freed += _opposite()[pit] & balls != 0
        states.append(_numbers()[balls.bit_count(), shut, freed])
        ways.append(min(room, MAX_WAYS))
    value += numbers[len(STATES) * states[0] + states[1]]
    own, enemy = (position.balls[player].bit_count() - 1 for player in _both(position))
    value += numbers[
        STANDS + ((own * EACH + enemy) * (MAX_WAYS + 1) + ways[0]) * (MAX_WAYS + 1) + ways[1]
    ]
    mine, theirs = (position.balls[player] for player in _both(position))
    if position.turn == 1:
        mine, theirs = _turned(mine), _turned(theirs)
    start = STANDS + ROOM + PLACES
    for row in range(SIDE):
        shift = SIDE * row
        value += numbers[start + 1024 * row + 32 * (mine >> shift & 31) + (theirs >> shift & 31)]
    return value


def _both(position: Flipop) -> tuple[int, int]:
    """The mover and the enemy."""
    return position.turn, 1 - position.turn


@cache
def _numbers() -> dict[tuple[int, int, int], int]:
    """The number of each state."""
    return {state: number for number, state in enumerate(STATES)}


@cache
def _opposite() -> tuple[int, ...]:
    """Per pit those that touch its corners, as bits."""
    return tuple(
        sum(
            1 << other
            for other in range(PITS)
            if abs(other % SIDE - pit % SIDE) == 1 == abs(other // SIDE - pit // SIDE)
        )
        for pit in range(PITS)
    )


def _turned(balls: int) -> int:
    """The board turned round."""
    return sum(1 << PITS - 1 - pit for pit in cells(balls))
