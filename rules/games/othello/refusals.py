"""Why a disc may not be laid in Othello (OT-2, OT-7)."""

from rules.games.othello.position import Othello
from rules.position import Move


def refusal(position: Othello, taps: Move) -> str:
    """What is wrong with a tap that is no legal move."""
    if (position.discs[0] | position.discs[1]) >> taps[-1] & 1:
        return "taken"
    return "centre" if position.laying else "turns_nothing"
