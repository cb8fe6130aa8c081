"""What is good in Contactic: the largest island, what can still join it, and few lost tiles."""

from rules.board import cells
from rules.contactic.position import Contactic
from rules.contactic.table import largest
from rules.contactic.tiles import DEMANDS, KIND, KINDS, TURNS, fits
from rules.position import Player

TILE, DEAD, LEFTOVER = 100, 100, 30
"""Worth of a tile of the largest island and, as losses, of a dead and of a leftover tile; 100 is
one point at the end."""

WAY, JOIN = 6, 60
"""Worth of one kind still to come on one field beside the largest island, with HALF_WAY tiles to
come, and of each tile of an island that one more tile would join to it."""

HALF_WAY = 30


def _kinds_fitting() -> tuple[int, ...]:
    """Per demand the kinds that fit in some turn, as bits in the order of KINDS."""
    row = [0] * 256
    for demand in DEMANDS:
        for place, kind in enumerate(KINDS):
            if any(fits(tile, demand) for tile in TURNS[kind]):
                row[demand] |= 1 << place
    return tuple(row)


_KINDS_FITTING = _kinds_fitting()


def judge(position: Contactic) -> int:
    """How good the position is for the mover, in hundredths of a point; a guess made by hand."""
    return _worth(position, position.turn) - _worth(position, 1 - position.turn)


def _worth(position: Contactic, player: Player) -> int:
    piles, islands = position.piles[player], position.landscape.islands[player]
    around = position.setup.table.around
    island = largest(islands)
    to_come = _to_come(position, player)
    kinds = 0
    for tile in to_come:
        kinds |= 1 << KIND[tile]
    ways, reached = 0, 0
    for cell in cells(around(island)):
        fitting = _KINDS_FITTING[position.landscape.demands[cell]] & kinds
        if fitting:
            ways += fitting.bit_count()
            reached |= 1 << cell
    joined = sum(
        other.bit_count() for other in islands if other != island and around(other) & reached
    )
    lost = DEAD * len(piles.dead) + LEFTOVER * len(piles.leftover)
    return TILE * island.bit_count() + JOIN * joined + WAY * ways * len(to_come) // HALF_WAY - lost


def _to_come(position: Contactic, player: Player) -> bytes:
    """The tiles the player may still lay; who looks at them must not look at their order."""
    piles = position.piles[player]
    tiles = piles.main + piles.leftover
    if player == position.turn and position.hand is not None:
        tiles += bytes((position.hand,))
    return tiles
