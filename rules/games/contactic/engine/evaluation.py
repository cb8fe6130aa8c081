"""Hand-made evaluation of Contactic: the largest island, tiles it can join, and room to grow."""

from rules.contract.position import Player
from rules.games.contactic.geometry import largest_island
from rules.games.contactic.position import Contactic

GROWTH_STEPS = 4
"""Squares laid in turn to grow from the largest island, at most."""
JOINS_PER_STEP = 2
"""Own tiles next to the island that join it for free after each step."""

REACHED_TILE_POINTS = (25, 25, 25, 25)
"""Score of an own tile for each step count, from 0, within which it is reached; 100 is one point.
"""

FIRST_SQUARE_POINTS = 30
"""Score of an empty square reached in fewer steps than by the enemy."""
LOST_TILE_POINTS = 100
"""Penalty of a leftover or dead tile."""

ISLAND_TILE_POINTS = 100
"""Score of a tile of the largest island when no tile is to come."""
BLEND_TILES = 8
"""Tiles to come from which on only growth counts; below, it blends with `ISLAND_TILE_POINTS`."""


def evaluate(position: Contactic) -> int:
    """Score of the position for the mover in hundredths of a point."""
    own, empty, found = reach(position, GROWTH_STEPS)

    def side_score(player: Player) -> int:
        first, growth = 0, 0
        for step, mine in enumerate(found[player]):
            first |= mine & ~found[1 - player][step]
            if step < len(REACHED_TILE_POINTS):
                growth += REACHED_TILE_POINTS[step] * (mine & own[player]).bit_count()
        growth += FIRST_SQUARE_POINTS * (first & empty).bit_count()
        tiles = ISLAND_TILE_POINTS * found[player][0].bit_count()
        piles, part = position.piles[player], min(tiles_to_come(position, player), BLEND_TILES)
        lost = LOST_TILE_POINTS * (len(piles.leftover) + len(piles.dead))
        return (growth * part + tiles * (BLEND_TILES - part)) // BLEND_TILES - lost

    return side_score(position.turn) - side_score(1 - position.turn)


def tiles_to_come(position: Contactic, player: Player) -> int:
    """Number of tiles the player may still lay."""
    piles, holds = position.piles[player], player == position.turn and position.hand is not None
    return len(piles.main) + len(piles.leftover) + holds


def reach(position: Contactic, steps: int) -> tuple[tuple[int, int], int, list[list[int]]]:
    """Bitboards (bit = square): both players' tiles, the empty squares, and each player's reach.

    The reach has the squares that grow from the largest island in 0 to `steps` steps.
    """
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
