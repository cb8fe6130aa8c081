"""Why a tile may not be laid in Contactic (CT-5, CT-6)."""

from rules.contract.position import Move
from rules.games.contactic.landscape import NEUTRAL
from rules.games.contactic.position import Contactic


def refusal(position: Contactic, taps: Move) -> str:
    """What is wrong with the last of these taps."""
    cell, landscape = taps[-1], position.landscape
    if cell >= len(landscape.tiles):
        return "field"
    if landscape.tiles[cell]:
        return "neutral" if landscape.tiles[cell] == NEUTRAL else "taken"
    if not landscape.demands[cell]:
        return "apart"
    return "edges" if position.setup.turning else "as_drawn"
