"""Scores of positions, in points for one player: 100 is one piece.

Scores near WIN count the plies to a forced win, as mate scores do in chess
(https://www.chessprogramming.org/Checkmate#MateScore).
"""

WIN = 1_000_000
"""The score of a won position, in points; every evaluation is far below."""

FORCED = WIN - 10_000
"""Scores from here on are forced wins, their negatives forced losses; no evaluation gets there."""


def ply_adjusted(value: int, plies: int) -> int:
    """The score `plies` earlier for the same player: a forced end is farther from there.

    Negative `plies` give the score that many plies later.
    """
    if abs(value) < FORCED:
        return value
    return value - plies if value > 0 else value + plies


def plies_to_end(value: int) -> int | None:
    """Plies to the forced end of a score; None if it is no forced end."""
    return WIN - abs(value) if abs(value) >= FORCED else None


def moves_to_end(value: int) -> int | None:
    """The mover's own moves until the forced win or loss; None if the score is no forced end."""
    plies = plies_to_end(value)
    return None if plies is None else plies // 2 + 1 if value > 0 else (plies + 1) // 2
