"""Facts about moves in Contactic, from the board and the tile in hand, never the hidden piles."""

from collections.abc import Iterator

from rules.contract.position import Fact, Move
from rules.games.contactic.geometry import largest_island
from rules.games.contactic.position import Contactic


def facts(position: Contactic, move: Move) -> Iterator[Fact]:
    """Yield the facts of a legal move, the most important first."""
    if len(move) > 1:
        yield from _laid(position, move)
    elif position.laid is not None and move == (position.setup.geometry.object,):
        yield Fact("fits" if position.tile_map.fits_at(position.laid) else "wrong")
    elif not position.fits_somewhere() and position.hand is not None:
        yield Fact("dead" if position.second else "nowhere")


def _laid(position: Contactic, move: Move) -> Iterator[Fact]:
    cell, turn = move[0], position.turn
    tile_map, geometry = position.tile_map, position.setup.geometry
    after = tile_map.with_tile(cell, position.tile_laid(move), turn)
    if not after.fits_at(cell):
        yield Fact("wrongly")
        return
    own, bit = tile_map.islands[turn], 1 << cell
    touched = [island for island in own if geometry.around(island) & bit]
    if len(touched) > 1:
        yield Fact("joins", len(touched))
    island = next(island for island in after.islands[turn] if island & bit)
    if island.bit_count() > largest_island(own).bit_count():
        yield Fact("island", island.bit_count())
    elif len(touched) == 1:
        yield Fact("extends", island.bit_count())
    if geometry.around(largest_island(tile_map.islands[1 - turn])) & bit:
        yield Fact("blocks")
    squares = {other[0] for other in position.moves() if len(other) > 1 and position.fits(other)}
    if len(squares) == 1:
        yield Fact("only_field")
    if position.second:
        yield Fact("saves")
    lead = _points(position, turn, island) - position.score()[1 - turn]
    if lead > 0:
        yield Fact("leads", lead)


def _points(position: Contactic, player: int, island: int) -> int:
    """Points of a player whose `island` has just grown (CT-10)."""
    before = largest_island(position.tile_map.islands[player]).bit_count()
    return position.score()[player] + max(0, island.bit_count() - before)
