"""Change: what one step of a match shows, says and sounds like."""

from dataclasses import dataclass

from rules.contract.position import Position
from rules.contract.story import Pieces, Story


@dataclass(frozen=True)
class Change:
    """One step; with nothing but its defaults, something is only to be shown anew."""

    before: Pieces = ()
    story: Story = ()
    passed: tuple[Position, ...] = ()
    """The positions it leads through, the first and the last included; none if nothing moves."""
    ended: bool = False
    """Whether the match ended by it."""
    said: tuple[str, ...] = ()
    """Sentences for a screen reader."""
    sound: str = ""
    """What is heard at once."""
    board_only: bool = False
    """Whether nothing but notes on the board and the clocks look different."""
    elsewhere: bool = False
    """Nothing was done: the match went on in another tab or window."""
