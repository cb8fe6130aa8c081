"""What positions are worth, in points for one player; the highest values tell of forced ends."""

WIN = 1_000_000
"""What a won position is worth to a judge and to a search; everything else is far below."""

FORCED = WIN - 10_000
"""A value of at least this is a forced win, its negative a forced loss; no judgement gets there."""


def ply_adjusted(value: int, plies: int) -> int:
    """The value so many plies earlier, for the same player: a forced end is farther from there.

    With a negative number it is the value so many plies later.
    """
    if abs(value) < FORCED:
        return value
    return value - plies if value > 0 else value + plies


def plies_to_end(value: int) -> int | None:
    """The plies to a forced end with that value, or None where none is known."""
    return WIN - abs(value) if abs(value) >= FORCED else None


def moves_to_end(value: int) -> int | None:
    """Within how many own moves the mover has won or lost, or None where no end is forced."""
    plies = plies_to_end(value)
    return None if plies is None else plies // 2 + 1 if value > 0 else (plies + 1) // 2
