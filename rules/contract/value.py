"""Scores of positions, in points for one player; the highest are wins, as mate scores in chess."""

WIN = 1_000_000
"""The score of a won position, in points; every evaluation is far below."""

FORCED = WIN - 10_000
"""Scores from here on are forced wins, their negatives forced losses; no evaluation gets there."""


def ply_adjusted(value: int, plies: int) -> int:
    """The value `plies` earlier, for the same player: a forced end is farther from there.

    With negative `plies` it is the value so many plies later.
    """
    if abs(value) < FORCED:
        return value
    return value - plies if value > 0 else value + plies


def plies_to_end(value: int) -> int | None:
    """The plies to a forced end with that value, or None where none is known."""
    return WIN - abs(value) if abs(value) >= FORCED else None


def moves_to_end(value: int) -> int | None:
    """The mover's own moves until the win or loss, or None where no end is forced."""
    plies = plies_to_end(value)
    return None if plies is None else plies // 2 + 1 if value > 0 else (plies + 1) // 2
