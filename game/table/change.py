"""Change: the animation, words and sound of one step of a match."""

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
    board_only: bool = False
    """Whether only notes on the board and the clocks look different."""
    elsewhere: bool = False
    """Whether nothing was done, because the match went on in another tab or window."""
