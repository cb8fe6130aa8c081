"""The evaluation of Othello by hand for one position, against which arrays are tested: edges,
corners, mobility, few discs beside empty squares. Bitboards are integers, bit 8*row+column."""

from functools import cache

from flipside.rules.games.othello.position import ALL, Othello, legal, with_neighbours

_CORNER_POINTS, _SAFE_POINTS, _RISKY_POINTS, _THIRD_POINTS = 400, 280, 150, 70
"""Points on an edge: for a corner, and for a disc joined to an own corner or on a full edge; lost
for a disc next to an empty corner; and for a disc on the third square."""

EMPTIES_PER_STAGE = 8
"""Empty squares per stage: the weights below stand by stage, the fullest boards first."""

EDGE_PERCENT = (25, 40, 60, 75, 100, 120, 130, 130)
"""Percent to which the points of the edges count."""

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


def evaluate(position: Othello) -> int:
    """Return the evaluation for the mover in points; 0 while the opening discs are laid."""
    if position.laying:
        return 0
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    empty = ~(own | enemy) & ALL
    stage = empty.bit_count() // EMPTIES_PER_STAGE
    place = EDGE_PERCENT[stage] * sum(map(edge_points, edge_discs(own), edge_discs(enemy))) // 100
    danger = next_to_corners(empty)
    place -= DIAGONAL_POINTS[stage] * ((own & danger).bit_count() - (enemy & danger).bit_count())
    place += DISC_POINTS[stage] * (own.bit_count() - enemy.bit_count())
    if position.setup.fewest:
        place = -place
    mobility = position.legal_squares.bit_count() - legal(enemy, own).bit_count()
    outer = with_neighbours(empty)
    around = (enemy & outer).bit_count() - (own & outer).bit_count()
    return (
        place
        + MOBILITY_POINTS[stage] * mobility
        + OUTER_POINTS[stage] * around
        + TEMPO_POINTS[stage]
    )


_COLUMN = 0x0101010101010101
_GATHER = 0x0102040810204080
"""Multiplied by the first column of a board, gives its rows as the highest eight bits."""


def edge_discs(discs: int) -> tuple[int, int, int, int]:
    """The discs on the upper, lower, left and right edge as eight bits each."""
    left, right = discs & _COLUMN, discs >> 7 & _COLUMN
    return discs & 255, discs >> 56, left * _GATHER >> 56 & 255, right * _GATHER >> 56 & 255


@cache
def edge_points(own: int, enemy: int) -> int:
    """Points of one edge for `own`, by the discs on it as eight bits."""
    return _half_edge(own, enemy) - _half_edge(enemy, own)


def _half_edge(own: int, enemy: int) -> int:
    taken = own | enemy
    safe = own if taken == 255 else _from_corners(own)
    loose = own & ~safe
    risky = (0 if taken & 1 else 2) | (0 if taken & 128 else 64)
    value = _CORNER_POINTS * (own & 0x81).bit_count() + _SAFE_POINTS * (safe & 0x7E).bit_count()
    return (
        value
        - _RISKY_POINTS * (loose & risky).bit_count()
        + _THIRD_POINTS * (loose & 0x24).bit_count()
    )


def _from_corners(own: int) -> int:
    """The discs of unbroken rows that begin at a corner, as eight bits."""
    rising = own & ~(own + 1)
    falling, bit = 0, 128
    while own & bit:
        falling |= bit
        bit >>= 1
    return rising | falling


def next_to_corners(empty: int) -> int:
    """Bitboard of the squares diagonally next to empty corners (X-squares)."""
    upper = (empty & 1) << 9 | (empty & 1 << 7) << 7
    return upper | (empty & 1 << 56) >> 7 | (empty & 1 << 63) >> 9
