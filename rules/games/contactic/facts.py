"""What is true about a move in Contactic. Looks at the table and the tile in hand, never at piles
that are still to be drawn."""

from collections.abc import Iterator

from rules.contract.position import Fact, Move
from rules.games.contactic.position import Contactic
from rules.games.contactic.table import largest


def facts(position: Contactic, move: Move) -> Iterator[Fact]:
    """The facts of a legal move, the most telling first."""
    if len(move) > 1:
        yield from _laid(position, move)
    elif position.laid is not None and move == (position.setup.table.object,):
        yield Fact("fits" if position.landscape.lies_well(position.laid) else "wrong")
    elif not position.fits_somewhere() and position.hand is not None:
        yield Fact("dead" if position.second else "nowhere")


def _laid(position: Contactic, move: Move) -> Iterator[Fact]:
    cell, turn = move[0], position.turn
    landscape, table = position.landscape, position.setup.table
    after = landscape.with_tile(cell, position.tile_laid(move), turn)
    if not after.lies_well(cell):
        yield Fact("wrongly")
        return
    own, bit = landscape.islands[turn], 1 << cell
    touched = [island for island in own if table.around(island) & bit]
    if len(touched) > 1:
        yield Fact("joins", len(touched))
    island = next(island for island in after.islands[turn] if island & bit)
    if island.bit_count() > largest(own).bit_count():
        yield Fact("island", island.bit_count())
    elif len(touched) == 1:
        yield Fact("extends", island.bit_count())
    if table.around(largest(landscape.islands[1 - turn])) & bit:
        yield Fact("blocks")
    fields = {other[0] for other in position.moves() if len(other) > 1 and _right(position, other)}
    if len(fields) == 1:
        yield Fact("only_field")
    if position.second:
        yield Fact("saves")
    lead = _points(position, turn, island) - position.score()[1 - turn]
    if lead > 0:
        yield Fact("leads", lead)


def _right(position: Contactic, move: Move) -> bool:
    """Whether a laying fits on all sides (CT-5)."""
    assert position.hand is not None
    demand = position.landscape.demands[move[0]]
    return position.tile_laid(move) in position.setup.fitting.turns[position.hand][demand]


def _points(position: Contactic, player: int, island: int) -> int:
    """A player's points with an island that has just grown (CT-10)."""
    before = largest(position.landscape.islands[player]).bit_count()
    return position.score()[player] + max(0, island.bit_count() - before)
