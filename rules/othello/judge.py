"""What is good in Othello: mobility, corners and the fields beside them; discs count at the end."""

from rules.othello.position import ALL, INNER, Othello, legal

CORNERS = 1 << 0 | 1 << 7 | 1 << 56 | 1 << 63
BESIDE_CORNERS = (
    (1 << 0, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
)
"""Per corner: the corner, its diagonal neighbour, its two neighbours on the edge."""

MOBILITY, POTENTIAL, CORNER, DIAGONAL, EDGE = 70, 25, 900, 260, 90
"""Worth of one legal field, one open neighbour of an enemy disc, a corner, and (as a loss) the
fields beside an empty corner; 100 is about one disc at the end."""


def judge(position: Othello) -> int:
    """How good the position is for the mover, in hundredths of a disc; a guess made by hand."""
    own, enemy = position.discs[position.turn], position.discs[1 - position.turn]
    if position.laying:
        return 0
    empty = ~(own | enemy) & ALL
    left = empty.bit_count()
    value = 0
    weight = CORNER
    if position.setup.fewest:
        weight = -CORNER
    value += weight * ((own & CORNERS).bit_count() - (enemy & CORNERS).bit_count())
    for corner, diagonal, edges in BESIDE_CORNERS:
        if corner & empty:
            risk = DIAGONAL * (bool(own & diagonal) - bool(enemy & diagonal))
            risk += EDGE * ((own & edges).bit_count() - (enemy & edges).bit_count())
            value += risk if position.setup.fewest else -risk
    value += MOBILITY * (position.fields.bit_count() - legal(enemy, own).bit_count())
    value += POTENTIAL * (_open_sides(enemy, empty) - _open_sides(own, empty))
    if left < 16:
        discs = own.bit_count() - enemy.bit_count()
        value += discs * (16 - left) * (-6 if position.setup.fewest else 6)
    return value


def _open_sides(discs: int, empty: int) -> int:
    """Empty fields next to these discs: where the other player may find moves later."""
    sideways = discs | (discs & INNER) << 1 | (discs & INNER) >> 1
    sideways |= (discs & ~INNER & ALL) << 1 & 0x0202020202020202
    sideways |= (discs & ~INNER & ALL) >> 1 & 0x4040404040404040
    return ((sideways | sideways << 8 | sideways >> 8) & empty).bit_count()
