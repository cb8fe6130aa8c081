"""The evaluation of Contactic for one position, to test the evaluation of arrays."""

from collections.abc import Sequence

from flipside.rules.contract.position import Player
from flipside.rules.games.contactic.engine.batch import TERM_COUNT, WEIGHTS
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import largest_island

LEARNED_STEPS = 3
"""The maximum number of squares by which the largest island grows."""

JOINS_PER_STEP = 2
"""The number of adjacent own tiles that join the island for free after each step."""


def evaluate(position: Contactic) -> int:
    """Return the score for the mover in hundredths of a point."""
    return learned(WEIGHTS.numbers, position)


def learned(weights: Sequence[int], position: Contactic) -> int:
    """Return the score for the mover in hundredths of a point, with `weights` as in the file."""
    own, empty, found = reach(position, LEARNED_STEPS)
    start = TERM_COUNT * (tiles_to_come(position, 0) + tiles_to_come(position, 1))
    row = weights[start : start + TERM_COUNT]
    value = 0
    for player, sign in ((position.turn, 1), (1 - position.turn, -1)):
        mine, other, piles = found[player], found[1 - player], position.piles[player]
        lost = len(piles.leftover) + len(piles.dead)
        value += sign * (row[0] * mine[0].bit_count() - row[TERM_COUNT - 1] * lost)
        for step in range(1, LEARNED_STEPS + 1):
            new = mine[step] & ~mine[step - 1]
            joined, first = new & own[player], new & ~other[step] & empty
            value += sign * row[step] * joined.bit_count()
            value += sign * row[LEARNED_STEPS + step] * first.bit_count()
    return value


def tiles_to_come(position: Contactic, player: Player) -> int:
    """Return the number of tiles that the player may still place."""
    piles, holds = position.piles[player], player == position.turn and position.hand is not None
    return len(piles.main) + len(piles.leftover) + holds


def reach(position: Contactic, steps: int) -> tuple[tuple[int, int], int, list[list[int]]]:
    """Return bitboards (bit = square): the tiles of both players, the empty squares, and the reach
    of each player. The reach has the squares within 0 to `steps` steps of the largest island."""
    geometry, islands = position.setup.geometry, position.tile_map.islands
    own, around = (sum(islands[0]), sum(islands[1])), geometry.around
    empty = geometry.all & ~own[0] & ~own[1] & ~(1 << geometry.neutral)
    found = []
    for player in (0, 1):
        island, free = largest_island(islands[player]), empty | own[player]
        found.append([island])
        for _ in range(steps):
            island |= around(island) & free
            for _ in range(JOINS_PER_STEP):
                island |= around(island) & own[player]
            found[player].append(island)
    return own, empty, found
