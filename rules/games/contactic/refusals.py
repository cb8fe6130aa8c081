"""Why a tile may not be laid in Contactic (CT-5, CT-6)."""

from rules.contract.position import Move
from rules.games.contactic.position import Contactic
from rules.games.contactic.tile_map import NEUTRAL_BYTE


def refusal(position: Contactic, taps: Move) -> str:
    """Key of the text that says why the last of these taps is no move."""
    cell, tile_map = taps[-1], position.tile_map
    if cell >= len(tile_map.tiles):
        return "field"
    if tile_map.tiles[cell]:
        return "neutral" if tile_map.tiles[cell] == NEUTRAL_BYTE else "taken"
    if not tile_map.demands[cell]:
        return "apart"
    return "edges" if position.setup.turning else "as_drawn"
