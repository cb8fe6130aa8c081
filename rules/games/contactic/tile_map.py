"""The tiles on the board of Contactic, their islands, and the demands of empty squares."""

from dataclasses import dataclass, field

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player
from flipside.rules.games.contactic.geometry import Geometry
from flipside.rules.games.contactic.tiles import Tile, tile_fits

OWNER_BITS = (16, 32)
"""Added to a tile of player 0 and of player 1 in `TileMap.tiles`."""

NEUTRAL_BYTE = 48
"""Byte of the neutral square in `TileMap.tiles`: four white edges, no owner (CT-4)."""

_Islands = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TileMap:
    """Tiles by square, with the demands and islands that follow from them."""

    tiles: bytes
    """One byte per square: `OWNER_BITS` + tile, `NEUTRAL_BYTE`, or 0 if it is empty."""
    demands: bytes = field(compare=False)
    """Demand of each square, as in tiles.py; derived from `tiles`."""
    islands: tuple[_Islands, _Islands] = field(compare=False)
    """Islands of player 0 and 1 as bitboards (bit = square); derived from `tiles`."""
    geometry: Geometry = field(compare=False)

    def with_tile(self, cell: Cell, tile: Tile, player: Player) -> "TileMap":
        """Return the map with one more tile, on an empty square."""
        tiles, demands = bytearray(self.tiles), bytearray(self.demands)
        tiles[cell] = OWNER_BITS[player] + tile
        demands[cell] = 0
        for other, edge, facing in self.geometry.beside[cell]:
            if not tiles[other]:
                demands[other] |= facing << 4 | (0 if tile & edge else facing)
        first, second = self.islands
        if player == 0:
            first = self.geometry.joined(first, cell)
        else:
            second = self.geometry.joined(second, cell)
        return TileMap(bytes(tiles), bytes(demands), (first, second), self.geometry)

    def fits_at(self, cell: Cell) -> bool:
        """Return whether the tile on a square fits all its neighbours (CT-5)."""
        return tile_fits(self.tiles[cell] & 15, _demand(self.geometry, self.tiles, cell))


def tile_map_of(geometry: Geometry, tiles: bytes) -> TileMap:
    """Return the map of these tiles, a byte per square as in `TileMap.tiles`."""
    demands = bytes(
        0 if tile else _demand(geometry, tiles, cell) for cell, tile in enumerate(tiles)
    )
    first, second = (
        geometry.islands_of(
            sum(1 << cell for cell, tile in enumerate(tiles) if tile & NEUTRAL_BYTE == owner)
        )
        for owner in OWNER_BITS
    )
    return TileMap(tiles, demands, (first, second), geometry)


def empty_tile_map(geometry: Geometry) -> TileMap:
    """Return the map at the start, where only the neutral square is taken (CT-4)."""
    tiles = bytearray(geometry.squares)
    tiles[geometry.neutral] = NEUTRAL_BYTE
    return tile_map_of(geometry, bytes(tiles))


def _demand(geometry: Geometry, tiles: bytes, cell: Cell) -> int:
    demand = 0
    for other, edge, facing in geometry.beside[cell]:
        if tiles[other]:
            demand |= edge << 4 | (0 if tiles[other] & facing else edge)
    return demand
