"""Words for the tiles and squares of Contactic that a screen reader says, and for its moves."""

from collections.abc import Iterator

from rules.contract.board import Cell
from rules.contract.position import Move, Remark
from rules.games.contactic.landscape import NEUTRAL
from rules.games.contactic.position import Contactic
from rules.games.contactic.tiles import Tile


def remarks(position: Contactic, cell: Cell) -> Iterator[Remark]:
    """The coloured edges of a tile, and how large its island is; what an empty field asks for."""
    landscape, table = position.landscape, position.setup.table
    if cell in table.hand:
        if position.hand is not None and cell == table.hand[position.turn]:
            yield _edges(position.hand)
        return
    if cell >= table.fields or landscape.tiles[cell] == NEUTRAL:
        return
    if landscape.tiles[cell]:
        yield _edges(landscape.tiles[cell] & 15)
        islands = (island for own in landscape.islands for island in own)
        island = next(island for island in islands if island >> cell & 1)
        yield Remark("island", island.bit_count())
        return
    demand = landscape.demands[cell]
    met, coloured = demand >> 4, demand & 15
    if coloured:
        yield Remark("asks_colour", sides=_sides(coloured))
    if met & ~coloured:
        yield Remark("asks_white", sides=_sides(met & ~coloured))


def move_remarks(position: Contactic, move: Move) -> Iterator[Remark]:
    """The coloured edges of a tile as it is laid."""
    if len(move) > 1:
        yield _edges(position.tile_laid(move))


def _edges(tile: Tile) -> Remark:
    sides = _sides(tile)
    key = {0: "all_white", 4: "all_coloured"}.get(len(sides), "coloured")
    return Remark(key, sides=sides)


def _sides(edges: Tile) -> tuple[int, ...]:
    """The sides of these edges, clockwise from north."""
    return tuple(2 * side for side in range(4) if edges & 8 >> side)
