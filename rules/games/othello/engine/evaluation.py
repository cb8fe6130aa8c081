"""What is good in Othello: safe discs on the edge, corners, mobility, few discs on the outside.

The features are chosen by hand, their weights measured by the ends of matches of the computer with
itself. 100 is about one disc at the end.
"""

from functools import cache

from rules.games.othello.position import ALL, Othello, legal

CORNER, SAFE, BESIDE, OUTSIDE = 400, 280, 150, 70
"""On an edge: worth of a corner, of a disc joined to an own corner or on a full edge; loss for a
disc beside an empty corner; worth of a disc on the third field."""

STAGE = 8
"""Empty fields from one column to the next of the weights that follow, none at first."""

EDGES = (25, 40, 60, 75, 100, 120, 130, 130)
"""How much the edges count, in hundredths."""

DIAGONAL = (200, 500, 600, 900, 1000, 1200, 1200, 1000)
"""Loss for a disc diagonally beside an empty corner."""

MOBILITY = (180, 55, 50, 58, 50, 30, 25, 25)
"""Worth of a legal field."""

OUTER = (90, 100, 90, 85, 90, 90, 70, 40)
"""Loss for a disc with an empty field beside it, where the enemy may find moves."""

DISC = (70, 50, 25, 5, 0, 0, -15, -15)
"""Worth of a disc."""

TEMPO = (0, 0, -20, -80, -95, -115, -115, -100)
"""Worth of being on turn."""


def evaluate(position: Othello) -> int:
    """How good the position is for the mover, in hundredths of a disc."""
    if position.laying:
        return 0
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    empty = ~(own | enemy) & ALL
    stage = empty.bit_count() // STAGE
    place = EDGES[stage] * sum(map(edge, edges(own), edges(enemy))) // 100
    danger = next_to_corners(empty)
    place -= DIAGONAL[stage] * ((own & danger).bit_count() - (enemy & danger).bit_count())
    place += DISC[stage] * (own.bit_count() - enemy.bit_count())
    if position.setup.fewest:
        place = -place
    mobility = position.fields.bit_count() - legal(enemy, own).bit_count()
    outer = beside(empty)
    around = (enemy & outer).bit_count() - (own & outer).bit_count()
    return place + MOBILITY[stage] * mobility + OUTER[stage] * around + TEMPO[stage]


def worth(position: Othello) -> int:
    """The margin at the end for the mover, 100 a disc, empty fields going to the winner (OT-9)."""
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    discs = own.bit_count() - enemy.bit_count()
    if position.setup.fewest:
        return -100 * discs
    empty = 64 - (own | enemy).bit_count()
    return 100 * (discs + empty if discs > 0 else discs - empty if discs < 0 else 0)


_COLUMN = 0x0101010101010101
_LAST = _COLUMN << 7
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
    loose = own & ~safe
    risky = (0 if taken & 1 else 2) | (0 if taken & 128 else 64)
    value = CORNER * (own & 0x81).bit_count() + SAFE * (safe & 0x7E).bit_count()
    return value - BESIDE * (loose & risky).bit_count() + OUTSIDE * (loose & 0x24).bit_count()


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


def beside(fields: int) -> int:
    """These fields and those next to them, not wrapping round the board's sides."""
    sideways = fields | (fields & ~_LAST) << 1 | (fields & ~_COLUMN) >> 1
    return (sideways | sideways << 8 | sideways >> 8) & ALL
