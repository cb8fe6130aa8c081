"""Perft: the number of move sequences, which checks the move generation."""

from rules.contract.position import Position


def perft(position: Position, depth: int) -> int:
    """How many different sequences of exactly `depth` plies begin here.

    A forced pass is a ply, a finished match has no continuation, and nothing of the past counts:
    no repetition, no cap.
    """
    if depth == 0:
        return 1
    if position.result() is not None:
        return 0
    if depth == 1:
        return len(position.moves())
    return sum(perft(position.play(move), depth - 1) for move in position.moves())
