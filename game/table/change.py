"""Change: what happened in one step of a match, for the eye and the ear."""

from dataclasses import dataclass

from flipside.rules.contract.position import Position
from flipside.rules.contract.story import Pieces, Story


@dataclass(frozen=True)
class Change:
    """One step; with all defaults the scene only redraws the match."""

    before: Pieces = ()
    story: Story = ()
    passed: tuple[Position, ...] = ()
    """The positions on the way, the first and the last included; empty if nothing moves."""
    ended: bool = False
    """Whether the step ended the match."""
    said: tuple[str, ...] = ()
    """Sentences for a screen reader."""
    sound: str = ""
    """The key of the sound that plays at once; empty for none."""


@dataclass(frozen=True)
class NotesChange(Change):
    """A step after which only notes on the board and the clocks look different."""


@dataclass(frozen=True)
class WentElsewhere(Change):
    """Nothing was done, because the match went on in another tab or window."""
