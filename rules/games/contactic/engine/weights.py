"""What self-play has taught about Contactic: the worth of islands and of room, by tiles to come.

A row of `weights.txt` holds, in hundredths of a point, what one of each of `PARTS` is worth to its
player while so many tiles of both are to come: 0, 1, 2 and so on. Knows nothing hidden.
"""

from collections.abc import Sequence

from rules.engine.data.locate import path
from rules.engine.data.weights import WeightsFile
from rules.games.contactic.engine import evaluation as by_hand
from rules.games.contactic.engine.evaluation import reached, to_come
from rules.games.contactic.position import Contactic
from rules.games.contactic.table import largest

STEPS = 3
"""Fields laid on in turn to get further from the largest island."""

PARTS = 2 + 2 * STEPS
"""Tiles of the largest island; own tiles that can be joined in one step, two, three; empty fields
reached first, and in so many steps; leftover and dead tiles, which cost."""

MAX_TILES_TO_COME = 120
"""Tiles to come, at the most."""

SIZE = (MAX_TILES_TO_COME + 1) * PARTS

WEIGHTS = WeightsFile(path("contactic", "weights.txt"), SIZE)


def evaluate(position: Contactic) -> int:
    """How good the position is for the mover: as learned, or by hand without the numbers."""
    numbers = WEIGHTS.numbers()
    return by_hand.evaluate(position) if numbers is None else learned(numbers, position)


def learned(numbers: Sequence[int], position: Contactic) -> int:
    """How good the position is for the mover, in hundredths of a point, by these numbers."""
    table, islands = position.setup.table, position.landscape.islands
    own = (sum(islands[0]), sum(islands[1]))
    empty = table.all & ~own[0] & ~own[1] & ~(1 << table.neutral)
    found = [reached(table, largest(islands[p]), own[p], empty, STEPS) for p in (0, 1)]
    start = PARTS * (to_come(position, 0) + to_come(position, 1))
    worth = numbers[start : start + PARTS]
    value = 0
    for player, sign in ((position.turn, 1), (1 - position.turn, -1)):
        mine, other, piles = found[player], found[1 - player], position.piles[player]
        lost = len(piles.leftover) + len(piles.dead)
        value += sign * (worth[0] * mine[0].bit_count() - worth[PARTS - 1] * lost)
        for step in range(1, STEPS + 1):
            new = mine[step] & ~mine[step - 1]
            joined, first = new & own[player], new & ~other[step] & empty
            value += sign * worth[step] * joined.bit_count()
            value += sign * worth[STEPS + step] * first.bit_count()
    return value
