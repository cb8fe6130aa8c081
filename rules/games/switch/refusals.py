"""Why stones may not be moved, exchanged or laid in Switch (SW-2 to SW-4, SW-10, SW-11)."""

from rules.contract.position import Move
from rules.games.switch.placing import COLOUR_CELLS, ChoosingPhase, LayingPhase
from rules.games.switch.position import PlayingPhase, Switch
from rules.games.switch.stones import LINES, majority


def refusal(position: Switch, taps: Move) -> str:
    """The text key of the reason why the last of `taps` is no legal move."""
    if isinstance(position, PlayingPhase):
        if len(taps) > 1:
            return _second(position, taps)
        return "gap" if position.colour_on(taps[0]) is None else "theirs"
    if isinstance(position, ChoosingPhase):
        return "colour"
    assert isinstance(position, LayingPhase)
    if taps[-1] in COLOUR_CELLS:
        if len(taps) == 1:
            return "field"
        return "connects" if position.left(COLOUR_CELLS.index(taps[-1])) else "used"
    return "taken" if position.colour_on(taps[-1]) is not None else "connects"


def _second(position: PlayingPhase, taps: Move) -> str:
    """The reason why two stones of different colours may not change places."""
    own, enemy = position.sides
    both = 1 << taps[0] | 1 << taps[1]
    lines = [line for line in LINES if not both & ~line]
    if not lines:
        return "apart"
    return "neighbours" if majority(own, enemy, lines[0]) else "majority"
