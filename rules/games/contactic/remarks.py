"""Remarks on the tiles, squares and moves of Contactic for the readout."""

from collections.abc import Iterator

from rules.contract.board import Cell
from rules.contract.position import Move, Remark
from rules.games.contactic.position import Contactic
from rules.games.contactic.tile_map import NEUTRAL_BYTE
from rules.games.contactic.tiles import Tile


def remarks(position: Contactic, cell: Cell) -> Iterator[Remark]:
    """Yield the coloured edges of a tile and the size of its island, or what an empty square
    demands."""
    tile_map, geometry = position.tile_map, position.setup.geometry
    if cell in geometry.hand:
        if position.hand is not None and cell == geometry.hand[position.turn]:
            yield edges(position.hand)
        return
    if cell >= geometry.squares or tile_map.tiles[cell] == NEUTRAL_BYTE:
        return
    if tile_map.tiles[cell]:
        yield edges(tile_map.tiles[cell] & 15)
        islands = (island for own in tile_map.islands for island in own)
        island = next(island for island in islands if island >> cell & 1)
        yield Remark("island", island.bit_count())
        return
    demand = tile_map.demands[cell]
    met, coloured = demand >> 4, demand & 15
    if coloured:
        yield Remark("asks_colour", sides=_sides(coloured))
    if met & ~coloured:
        yield Remark("asks_white", sides=_sides(met & ~coloured))


def move_remarks(position: Contactic, move: Move) -> Iterator[Remark]:
    """Yield the coloured edges of a tile as the move lays it."""
    if len(move) > 1:
        yield edges(position.tile_laid(move))


def edges(tile: Tile) -> Remark:
    """The coloured edges of a tile."""
    sides = _sides(tile)
    key = {0: "all_white", 4: "all_coloured"}.get(len(sides), "coloured")
    return Remark(key, sides=sides)


def _sides(edges: Tile) -> tuple[int, ...]:
    """Directions of these edges, clockwise from north (0, 2, 4, 6)."""
    return tuple(2 * side for side in range(4) if edges & 8 >> side)
