"""Why a disc may not be laid in Othello (OT-2, OT-7)."""

from rules.contract.position import Move
from rules.games.othello.position import Othello


def refusal(position: Othello, taps: Move) -> str:
    """The text key of the reason why the last of `taps` is no legal move."""
    if (position.discs[0] | position.discs[1]) >> taps[-1] & 1:
        return "taken"
    return "centre" if position.laying else "turns_nothing"
