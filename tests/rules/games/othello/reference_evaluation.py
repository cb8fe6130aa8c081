"""The hand-made evaluation of Othello for one position, to test that of arrays with the same
weights. Bitboards are integers, bit 8*row+column."""

from functools import cache

import numpy as np

from flipside.rules.games.othello.engine import evaluation as by_hand
from flipside.rules.games.othello.engine.evaluation import (
    DIAGONAL_POINTS,
    DISC_POINTS,
    EDGE_PERCENT,
    EMPTIES_PER_PHASE,
    MOBILITY_POINTS,
    OUTER_POINTS,
    TEMPO_POINTS,
)
from flipside.rules.games.othello.position import ALL, Othello, legal, with_neighbours


@cache
def edge_points(own: int, enemy: int) -> int:
    """Return the points of one edge, by the discs on it as eight bits."""
    return int(by_hand.edge_points(np.array(own), np.array(enemy)))


def evaluate(position: Othello) -> int:
    """Return the evaluation for the mover in points; 0 while the opening discs are laid."""
    if position.laying:
        return 0
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    empty = ~(own | enemy) & ALL
    phase = empty.bit_count() // EMPTIES_PER_PHASE
    place = EDGE_PERCENT[phase] * sum(map(edge_points, edge_discs(own), edge_discs(enemy))) // 100
    danger = next_to_corners(empty)
    place -= DIAGONAL_POINTS[phase] * ((own & danger).bit_count() - (enemy & danger).bit_count())
    place += DISC_POINTS[phase] * (own.bit_count() - enemy.bit_count())
    if position.setup.fewest:
        place = -place
    mobility = position.legal_squares.bit_count() - legal(enemy, own).bit_count()
    outer = with_neighbours(empty)
    around = (enemy & outer).bit_count() - (own & outer).bit_count()
    return (
        place
        + MOBILITY_POINTS[phase] * mobility
        + OUTER_POINTS[phase] * around
        + TEMPO_POINTS[phase]
    )


_COLUMN = 0x0101010101010101
_GATHER = 0x0102040810204080
"""A multiplier that moves the first column of a board to its highest eight bits."""


def edge_discs(discs: int) -> tuple[int, int, int, int]:
    """Return the discs on the upper, lower, left and right edge as eight bits each."""
    left, right = discs & _COLUMN, discs >> 7 & _COLUMN
    return discs & 255, discs >> 56, left * _GATHER >> 56 & 255, right * _GATHER >> 56 & 255


def next_to_corners(empty: int) -> int:
    """Return the squares diagonally next to empty corners (X-squares)."""
    upper = (empty & 1) << 9 | (empty & 1 << 7) << 7
    return upper | (empty & 1 << 56) >> 7 | (empty & 1 << 63) >> 9
