"""What is good in Othello: mobility, corners, discs on the edge that are safe; discs at the end.

The numbers are made by hand; 100 is about one disc at the end.
"""

from functools import cache

from rules.othello.position import ALL, INNER, Othello, legal

MOBILITY, POTENTIAL = 65, 22
"""Worth of one legal field, and of one open neighbour of an enemy disc."""

CORNER, SAFE, BESIDE, OUTSIDE, MIDDLE = 350, 160, 170, 40, 8
"""On an edge: worth of a corner, of a disc joined to an own corner or on a full edge; loss for a
disc beside an empty corner; worth of a disc on the third and on the fourth field."""

DIAGONAL = 240
"""Loss for a disc diagonally beside an empty corner."""

LATE = 16
"""Empty fields below which discs begin to count, each this much more for every field filled."""
DISC = 6


def judge(position: Othello) -> int:
    """How good the position is for the mover, in hundredths of a disc; a guess made by hand."""
    if position.laying:
        return 0
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    empty = ~(own | enemy) & ALL
    discs = own.bit_count() - enemy.bit_count()
    place = sum(map(edge, edges(own), edges(enemy)))
    danger = next_to_corners(empty)
    place -= DIAGONAL * ((own & danger).bit_count() - (enemy & danger).bit_count())
    place += DISC * discs * max(0, LATE - empty.bit_count())
    if position.setup.fewest:
        place = -place
    mobility = position.fields.bit_count() - legal(enemy, own).bit_count()
    around = _open_sides(enemy, empty) - _open_sides(own, empty)
    return place + MOBILITY * mobility + POTENTIAL * around


def worth(position: Othello) -> int:
    """The margin at the end for the mover, 100 a disc, empty fields going to the winner (OT-9)."""
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    discs = own.bit_count() - enemy.bit_count()
    if position.setup.fewest:
        return -100 * discs
    empty = 64 - (own | enemy).bit_count()
    return 100 * (discs + empty if discs > 0 else discs - empty if discs < 0 else 0)


_COLUMN = 0x0101010101010101
_GATHER = 0x0102040810204080
"""Times a column that lies in the lowest bits: its discs in the highest eight bits, in order."""


def edges(discs: int) -> tuple[int, int, int, int]:
    """The discs on the four edges as eight bits each: upper, lower, left, right."""
    left, right = discs & _COLUMN, discs >> 7 & _COLUMN
    return discs & 255, discs >> 56, left * _GATHER >> 56 & 255, right * _GATHER >> 56 & 255


@cache
def edge(own: int, enemy: int) -> int:
    """What one edge is worth, by the discs on it as eight bits."""
    return _half_edge(own, enemy) - _half_edge(enemy, own)


def _half_edge(own: int, enemy: int) -> int:
    taken = own | enemy
    safe = own if taken == 255 else _from_corners(own)
    value = CORNER * (own & 0x81).bit_count() + SAFE * (safe & 0x7E).bit_count()
    loose = own & ~safe
    risky = (0 if taken & 1 else 2) | (0 if taken & 128 else 64)
    value -= BESIDE * (loose & risky).bit_count()
    value += OUTSIDE * (loose & 0x24).bit_count() + MIDDLE * (loose & 0x18).bit_count()
    return value


def _from_corners(own: int) -> int:
    """The discs of an unbroken row that begins at a corner."""
    rising = own & ~(own + 1)
    falling, bit = 0, 128
    while own & bit:
        falling |= bit
        bit >>= 1
    return rising | falling


def next_to_corners(empty: int) -> int:
    """The fields diagonally beside empty corners."""
    upper = (empty & 1) << 9 | (empty & 1 << 7) << 7
    return upper | (empty & 1 << 56) >> 7 | (empty & 1 << 63) >> 9


def _open_sides(discs: int, empty: int) -> int:
    """Empty fields next to these discs, not wrapping round the board's sides: where the other
    player may find moves later."""
    inner = discs & INNER
    sideways = discs | inner << 1 | inner >> 1
    return ((sideways | sideways << 8 | sideways >> 8) & empty).bit_count()
