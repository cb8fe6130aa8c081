"""What is good in Contactic: a large island, others it can still join, and room to grow into that
the enemy reaches later."""

from rules.contract.position import Player
from rules.games.contactic.position import Contactic
from rules.games.contactic.table import Table, largest

STEPS, JOINS = 4, 2
"""Fields laid on in turn to get further from the largest island, and tiles of other own islands
walked over for nothing after each."""

TILE = (25, 25, 25, 25)
"""Worth of an own tile that is reached after so many steps, once more for each further one; 100 is
one point at the end."""

ROOM, LOST = 30, 100
"""Worth of an empty field reached in fewer steps than by the enemy, and the loss of a leftover or
dead tile. The figures come from a regression of the margin at the end of quick matches."""

POINT, FULL = 100, 8
"""Worth of a tile of the largest island when no tile is to come. With FULL tiles to come or more
the figures above hold, in between both in proportion."""


def evaluate(position: Contactic) -> int:
    """How good the position is for the mover, in hundredths of a point."""
    table, islands = position.setup.table, position.landscape.islands
    own = (sum(islands[0]), sum(islands[1]))
    empty = table.all & ~own[0] & ~own[1] & ~(1 << table.neutral)
    found = [reached(table, largest(islands[p]), own[p], empty, STEPS) for p in (0, 1)]

    def worth(player: Player) -> int:
        first, hope = 0, 0
        for step, mine in enumerate(found[player]):
            first |= mine & ~found[1 - player][step]
            if step < len(TILE):
                hope += TILE[step] * (mine & own[player]).bit_count()
        hope += ROOM * (first & empty).bit_count()
        sure = POINT * found[player][0].bit_count()
        piles, part = position.piles[player], min(to_come(position, player), FULL)
        lost = LOST * (len(piles.leftover) + len(piles.dead))
        return (hope * part + sure * (FULL - part)) // FULL - lost

    return worth(position.turn) - worth(1 - position.turn)


def to_come(position: Contactic, player: Player) -> int:
    """The number of tiles the player may still lay."""
    piles, holds = position.piles[player], player == position.turn and position.hand is not None
    return len(piles.main) + len(piles.leftover) + holds


def reached(table: Table, island: int, own: int, empty: int, steps: int) -> list[int]:
    """The fields reached from an island after 0, 1 and so on up to so many steps."""
    found, around, free = [island], table.around, empty | own
    for _ in range(steps):
        island |= around(island) & free
        for _ in range(JOINS):
            island |= around(island) & own
        found.append(island)
    return found
