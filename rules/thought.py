"""What a search is asked and what it answers, whichever way it thinks. Knows no game, no clock."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.board import Cell


@dataclass(frozen=True)
class Limit:
    """How far a search may go."""

    depth: int = 99
    """Plies looked ahead."""
    noise: int = 0
    """Points: each judgement is off by a random amount of up to this much."""
    positions: int | None = None
    """Positions looked at, or None for any number."""
    misses: float = 0.0
    """The chance that a move, be it a winning one, is overlooked at all before a choice is made."""
    perfect: bool = False
    """Whether true values that are known for certain may be used (`Game.perfect`)."""
    book: bool = False
    """Whether moves that are known to be good may be played without thinking (`Game.book`)."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The best move found so far and why."""

    move: tuple[Cell, ...]
    value: int
    """Points for the mover; WIN less the plies to a forced win, the negative for a loss."""
    depth: int
    """Plies looked ahead for this value."""
    positions: int
    """Positions looked at so far in the whole search."""
    line: tuple[tuple[Cell, ...], ...]
    """The moves expected from here, the best one first."""


Thoughts = Iterator[Thought]
"""The first comes at once, one more after each small bite of work; the last one counts."""
