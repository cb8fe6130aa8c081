"""Facts about moves of Contactic, reasons for illegal taps, descriptions of cells and moves.

They use the board and the tile in hand, never the hidden piles.
"""

from collections.abc import Iterator, Sequence

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Description, Fact, Move, Player
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.contactic.tiles import NEUTRAL_BYTE, Tile, largest_island


def facts(position: Contactic, move: Move) -> Iterator[Fact]:
    """Yield the facts of a legal move, the most important first."""
    if len(move) > 1:
        yield from _facts_of_laying(position, move)
    elif position.last_square is not None and move == (position.setup.geometry.object,):
        yield Fact("fits" if position.tile_map.fits_at(position.last_square) else "wrong")
    elif not position.fits_somewhere() and position.hand is not None:
        yield Fact("dead" if position.second else "nowhere")


def _facts_of_laying(position: Contactic, move: Move) -> Iterator[Fact]:
    cell, turn = move[0], position.turn
    tile_map, geometry = position.tile_map, position.setup.geometry
    after = tile_map.with_tile(cell, position.tile_laid(move), turn)
    if not after.fits_at(cell):
        yield Fact("wrongly")
        return
    own, bit = tile_map.islands[turn], 1 << cell
    neighbours = [island for island in own if geometry.around(island) & bit]
    if len(neighbours) > 1:
        yield Fact("joins", len(neighbours))
    island = next(island for island in after.islands[turn] if island & bit)
    before = largest_island(own).bit_count()
    if island.bit_count() > before:
        yield Fact("island", island.bit_count())
    elif len(neighbours) == 1:
        yield Fact("extends", island.bit_count())
    if geometry.around(largest_island(tile_map.islands[1 - turn])) & bit:
        yield Fact("blocks")
    squares = {other[0] for other in position.moves() if len(other) > 1 and position.fits(other)}
    if len(squares) == 1:
        yield Fact("only_field")
    if position.second:
        yield Fact("saves")
    score = position.points()
    lead = score[turn] + max(0, island.bit_count() - before) - score[1 - turn]
    if lead > 0:  # with the grown island (CT-10)
        yield Fact("leads", lead)


def illegal_reason(position: Contactic, taps: Move) -> str:
    """Return the text key of the reason why the last tap is illegal (CT-5, CT-6, CT-11)."""
    cell, tile_map, geometry = taps[-1], position.tile_map, position.setup.geometry
    if cell == geometry.object:
        return "no_objection"
    if position.hand is None:
        return "no_tile"
    if cell == geometry.waive:
        return "fits"
    if cell >= len(tile_map.tiles):
        return "field"
    if tile_map.tiles[cell]:
        return "neutral" if tile_map.tiles[cell] == NEUTRAL_BYTE else "taken"
    if not tile_map.demands[cell]:
        return "apart"
    return "edges" if position.setup.rotating else "as_drawn"


def cell_descriptions(position: Contactic, cell: Cell) -> Iterator[Description]:
    """Yield the edges and the island of a tile, or the demand of an empty square."""
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
        yield Description("island", island.bit_count())
        return
    demand = tile_map.demands[cell]
    colour, white = demand & 15, demand >> 4 & ~demand
    if colour:
        yield Description("asks_colour", sides=_sides(colour), ahead=True)
    if white:
        yield Description("asks_white", sides=_sides(white), ahead=True)


def move_remarks(position: Contactic, move: Move) -> Iterator[Description]:
    """Yield the edges of the tile as the move rotates it."""
    if len(move) > 1:
        yield edges(position.tile_laid(move))


def edges(tile: Tile) -> Description:
    """Return the description of a tile's coloured edges."""
    sides = _sides(tile)
    key = {0: "all_white", 4: "all_coloured"}.get(len(sides), "coloured")
    return Description(key, sides=sides)


def _sides(edges: Tile) -> tuple[int, ...]:
    """Return the directions of a tile's coloured edges, clockwise; north is 0, east 2."""
    return tuple(2 * side for side in range(4) if edges & 8 >> side)


def lessons_after_loss(positions: Sequence[Contactic], loser: Player) -> Iterator[str]:
    """Yield the lessons about why a player lost, the most fitting first."""
    islands, dead = positions[-1].tile_map.islands, [piles.dead for piles in positions[-1].piles]
    sizes, theirs = (
        sorted((island.bit_count() for island in islands[player]), reverse=True)
        for player in (loser, 1 - loser)
    )
    if len(dead[loser]) > len(dead[1 - loser]) + 1:
        yield "gaps"
    if sum(sizes[:2]) > sum(theirs[:1]):
        yield "join"
    yield "wedge"
