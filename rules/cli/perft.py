"""Perft: the number of move sequences, a check of move generation. Source:
https://www.chessprogramming.org/Perft."""

from rules.contract.position import Position


def perft(position: Position, depth: int) -> int:
    """The number of different sequences of exactly `depth` plies from here. A forced pass is a ply;
    a finished game has no continuation. Repetition and caps do not count."""
    if depth == 0:
        return 1
    if position.result() is not None:
        return 0
    if depth == 1:
        return len(position.moves())
    return sum(perft(position.play(move), depth - 1) for move in position.moves())
