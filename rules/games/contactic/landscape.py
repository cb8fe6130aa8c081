"""The tiles that lie on the table of Contactic, and what follows from them: demands and islands."""

from dataclasses import dataclass, field

from rules.contract.board import Cell
from rules.contract.position import Player
from rules.games.contactic.table import Table
from rules.games.contactic.tiles import Tile, fits

OWNED = (16, 32)
"""What is added to a tile of player 0 and 1 on a field."""

NEUTRAL = 48
"""What lies on the neutral field: four white edges, nobody's."""

Islands = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Landscape:
    """One byte per field: OWNED + tile, NEUTRAL, or 0 for an empty one."""

    tiles: bytes
    demands: bytes = field(compare=False)
    """What each field asks for; follows from `tiles`."""
    islands: tuple[Islands, Islands] = field(compare=False)
    """Of player 0 and 1, as sets of fields; follow from `tiles`."""
    table: Table = field(compare=False)

    def with_tile(self, cell: Cell, tile: Tile, player: Player) -> "Landscape":
        """One more tile lies on an empty field."""
        tiles, demands = bytearray(self.tiles), bytearray(self.demands)
        tiles[cell] = OWNED[player] + tile
        demands[cell] = 0
        for other, here, there in self.table.beside[cell]:
            if not tiles[other]:
                demands[other] |= there << 4 | (0 if tile & here else there)
        first, second = self.islands
        if player == 0:
            first = self.table.joined(first, cell)
        else:
            second = self.table.joined(second, cell)
        return Landscape(bytes(tiles), bytes(demands), (first, second), self.table)

    def without(self, cell: Cell) -> "Landscape":
        """The tile of a field is taken off."""
        return surveyed(self.table, self.tiles[:cell] + b"\0" + self.tiles[cell + 1 :])

    def lies_well(self, cell: Cell) -> bool:
        """Whether the tile on a field fits all its neighbours (CT-5)."""
        return fits(self.tiles[cell] & 15, _demand(self.table, self.tiles, cell))


def surveyed(table: Table, tiles: bytes) -> Landscape:
    """The landscape of these tiles, everything worked out anew."""
    demands = bytes(0 if tile else _demand(table, tiles, cell) for cell, tile in enumerate(tiles))
    first, second = (
        table.islands(sum(1 << cell for cell, tile in enumerate(tiles) if tile & NEUTRAL == owner))
        for owner in OWNED
    )
    return Landscape(tiles, demands, (first, second), table)


def bare(table: Table) -> Landscape:
    """Nothing lies but the neutral field (CT-4)."""
    tiles = bytearray(table.fields)
    tiles[table.neutral] = NEUTRAL
    return surveyed(table, bytes(tiles))


def _demand(table: Table, tiles: bytes, cell: Cell) -> int:
    """What a field asks of a tile on it, whether or not one lies there."""
    asked = 0
    for other, here, there in table.beside[cell]:
        if tiles[other]:
            asked |= here << 4 | (0 if tiles[other] & there else here)
    return asked
