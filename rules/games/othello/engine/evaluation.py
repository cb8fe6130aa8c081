"""Evaluation of Othello by hand: edges, corners, mobility, few discs beside empty squares.

The features are chosen by hand, their weights were fitted to results of self-play. 100 points are
about one disc at the end. Bitboards have shape (n,), dtype uint64, bit 8*row+column.
"""

import numpy as np
from numpy.typing import NDArray

from flipside.rules.contract.batch_rules import Points
from flipside.rules.engine.vector.bits import Bitboards, bit_counts, lookup
from flipside.rules.games.othello.position import with_neighbours

_CORNER_POINTS, _SAFE_POINTS, _RISKY_POINTS, _THIRD_POINTS = 400, 280, 150, 70
"""Points of an edge: for a corner; for a disc that is connected to an own corner or on a full edge;
lost for a disc next to an empty corner; for a disc on the third square."""

EMPTIES_PER_PHASE = 8
"""Number of empty squares per phase; the weights below are by phase, the fullest boards first."""

EDGE_PERCENT = (25, 40, 60, 75, 100, 120, 130, 130)
"""Percentage of the points of the edges that counts."""

DIAGONAL_POINTS = (200, 500, 600, 900, 1000, 1200, 1200, 1000)
"""Points lost for a disc diagonally next to an empty corner (X-square)."""

MOBILITY_POINTS = (180, 55, 50, 58, 50, 30, 25, 25)
"""Points for each legal square."""

OUTER_POINTS = (90, 100, 90, 85, 90, 90, 70, 40)
"""Points lost for each disc next to an empty square (frontier disc)."""

DISC_POINTS = (70, 50, 25, 5, 0, 0, -15, -15)
"""Points for each disc."""

TEMPO_POINTS = (0, 0, -20, -80, -95, -115, -115, -100)
"""Points for being on turn."""


_COLUMN = 0x0101010101010101
_GATHER = 0x0102040810204080
"""Multiplied by the first column of a board, it gives its rows as the highest eight bits."""


def _edge_discs(discs: Bitboards) -> NDArray[np.uint64]:
    """Return the discs on the upper, lower, left and right edge as eight bits, shape (4, n)."""
    left, right = discs & _COLUMN, discs >> 7 & _COLUMN
    edges = np.empty((4, len(discs)), np.uint64)
    edges[0], edges[1] = discs & 255, discs >> 56
    edges[2], edges[3] = left * _GATHER >> 56, right * _GATHER >> 56
    return edges


def edge_points(own: NDArray[np.int64], enemy: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the points of edges for `own`; both arguments are the discs on them as eight bits."""
    return _half_edge(own, enemy) - _half_edge(enemy, own)


def _half_edge(own: NDArray[np.int64], enemy: NDArray[np.int64]) -> NDArray[np.int64]:
    taken = own | enemy
    safe = np.where(taken == 255, own, _from_corners(own))
    loose = own & ~safe
    risky = np.where(taken & 1, 0, 2) | np.where(taken & 128, 0, 64)
    points: NDArray[np.int64] = (
        _CORNER_POINTS * _counts(own & 0x81)
        + _SAFE_POINTS * _counts(safe & 0x7E)
        - _RISKY_POINTS * _counts(loose & risky)
        + _THIRD_POINTS * _counts(loose & 0x24)
    )
    return points


def _counts(discs: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.bitwise_count(discs).astype(np.int64)


def _from_corners(own: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the discs in unbroken rows from a corner, as eight bits."""
    rising, falling = own & 1, own & 128
    for _ in range(7):
        rising = rising | rising << 1 & own
        falling = falling | falling >> 1 & own
    return rising | falling


def _next_to_corners(empty: Bitboards) -> Bitboards:
    """Return bitboards of the squares diagonally next to empty corners (X-squares)."""
    squares: Bitboards = (empty & np.uint64(1)) << np.uint64(9)
    squares |= (empty & 1 << 7) << 7
    squares |= (empty & 1 << 56) >> 7
    squares |= (empty & 1 << 63) >> 9
    return squares


def _edge_table() -> NDArray[np.int16]:
    """Return the points of an edge by 256 * own discs + enemy discs, shape (65536,)."""
    own, enemy = np.divmod(np.arange(65536), 256)
    return np.where(own & enemy, 0, edge_points(own, enemy)).astype(np.int16)


_EDGE_TABLE = _edge_table()

_WEIGHTS = np.array(
    (EDGE_PERCENT, DIAGONAL_POINTS, DISC_POINTS, MOBILITY_POINTS, OUTER_POINTS, TEMPO_POINTS),
    np.int32,
)
"""The weights by kind and by empty squares // EMPTIES_PER_PHASE, shape (6, 8)."""


def hand_made_points(
    own: Bitboards, enemy: Bitboards, mine: Points, theirs: Points, fewest: bool
) -> Points:
    """Return the movers' points, shape (n,), dtype int32.

    `mine` and `theirs` are the numbers of legal squares of movers and enemies, shape (n,). `fewest`
    is True if the fewest discs win.
    """
    empty = ~(own | enemy)
    weights = _WEIGHTS.take(bit_counts(empty) // EMPTIES_PER_PHASE, axis=1)
    index = _edge_discs(own)
    index <<= 8
    index |= _edge_discs(enemy)
    place: Points = lookup(_EDGE_TABLE, index.view(np.int64)).sum(axis=0, dtype=np.int32)
    place *= weights[0]
    place //= 100
    danger, outer = _next_to_corners(empty), with_neighbours(empty)
    place -= weights[1] * (bit_counts(own & danger) - bit_counts(enemy & danger))
    place += weights[2] * (bit_counts(own) - bit_counts(enemy))
    if fewest:
        place = -place
    place += weights[3] * (mine - theirs) + weights[5]
    place += weights[4] * (bit_counts(enemy & outer) - bit_counts(own & outer))
    return place
