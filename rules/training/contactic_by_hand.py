"""Hand-made evaluation of Contactic: the largest island, tiles it can join, and room to grow.

Training begins with it, and compares with it.
"""

import numpy as np

from rules.games.contactic.engine.batch import (
    Array,
    Boards,
    board_reach,
    boards_of,
    square_counts,
)
from rules.games.contactic.position import Contactic

GROWTH_STEPS = 4
"""Squares laid in turn to grow from the largest island, at most."""

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
    return (1 - 2 * position.turn) * int(evaluate_boards(boards_of(position))[0])


def evaluate_boards(boards: Boards) -> Array:
    """Scores for player 0 in hundredths of a point, shape (n,), dtype int32."""
    reached = [board_reach(boards, p, GROWTH_STEPS) for p in (0, 1)]
    weights = []
    for player in (0, 1):
        own, first = boards.own[player], np.zeros_like(boards.empty)
        growth = np.zeros(len(boards), np.int32)
        for step, mine in enumerate(reached[player]):
            first |= mine & ~reached[1 - player][step]
            if step < len(REACHED_TILE_POINTS):
                growth += REACHED_TILE_POINTS[step] * square_counts(mine & own)
        growth += FIRST_SQUARE_POINTS * square_counts(first & boards.empty)
        tiles = ISLAND_TILE_POINTS * square_counts(boards.big[player])
        part = np.minimum(boards.tiles_to_come[player], BLEND_TILES)
        value = (growth * part + tiles * (BLEND_TILES - part)) // BLEND_TILES
        weights.append(value - LOST_TILE_POINTS * boards.lost_tiles[player])
    difference: Array = weights[0] - weights[1]
    return difference
