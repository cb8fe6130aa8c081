"""Why stones may not be moved, exchanged or laid in Switch (SW-2 to SW-4, SW-10, SW-11)."""

from rules.contract.position import Move
from rules.games.switch.placing import COLOUR_CELLS, Choosing, Laying
from rules.games.switch.position import Playing, Switch
from rules.games.switch.stones import LINES, majority


def refusal(position: Switch, taps: Move) -> str:
    """What is wrong with the last of these taps."""
    if isinstance(position, Playing):
        return _first(position, taps[0]) if len(taps) == 1 else _second(position, taps)
    if isinstance(position, Choosing):
        return "colour"
    assert isinstance(position, Laying)
    if taps[-1] in COLOUR_CELLS:
        if len(taps) == 1:
            return "field"
        return "connects" if position.left(COLOUR_CELLS.index(taps[-1])) else "used"
    return "taken" if position.colour_on(taps[-1]) is not None else "connects"


def _first(position: Playing, cell: int) -> str:
    return "gap" if position.colour_on(cell) is None else "theirs"


def _second(position: Playing, taps: Move) -> str:
    """Two stones of different colours that may not change places."""
    own, enemy = position.sides
    both = 1 << taps[0] | 1 << taps[1]
    lines = [line for line in LINES if not both & ~line]
    if not lines:
        return "apart"
    return "neighbours" if majority(own, enemy, lines[0]) else "majority"
