"""Why a stone may not be laid, or not be the switch, in Flip-Flop (FF-1, FF-3, FF-4)."""

from rules.contract.position import Move
from rules.games.flipflop.position import FlipFlop


def refusal(position: FlipFlop, taps: Move) -> str:
    """The text key of the reason why the last of `taps` is no legal move."""
    if position.laying:
        return "taken"
    return "own" if position.stones[position.turn] >> taps[-1] & 1 else "banned"
