"""What a search is asked and what it answers, whichever way it thinks, and what it needs of a game.

Knows no single game, no clock.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from rules.contract.position import Move, P, Position

if TYPE_CHECKING:  # brings in numpy, for which the first move does not wait
    from rules.contract.batch_rules import BatchRules


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
    """Whether true values that are known for certain may be used (`Thinking.perfect`)."""
    book: bool = False
    """Whether moves that are known to be good may be played without thinking (`Thinking.book`)."""


class Kept:
    """What the searches of one player in one match hand on, each to the next.

    Whoever plays makes one for a match and hands it to every search; undone moves do no harm. With
    it a search depends on those before, so only levels that think by a clock keep anything.
    """

    def __init__(self) -> None:
        self.about: object = None
        """What all that is kept rests on; a search about anything else begins anew."""
        self.found: Any = None
        """What the way of thinking that searched last has left."""
        self.won: tuple[list[Position], Thought | None] = [], None
        """The positions of the match in which a win was found that is certain, and that win."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The best move found so far and why."""

    move: Move
    value: int
    """Points for the mover; WIN less the plies to a forced win, the negative for a loss."""
    depth: int
    """Plies looked ahead for this value."""
    positions: int
    """Positions looked at so far in the whole search."""
    line: tuple[Move, ...]
    """The moves expected from here, the best one first."""


Thoughts = Iterator[Thought]
"""The first comes at once, one more after each small bite of work; the last one counts."""


@dataclass(frozen=True)
class Knowledge:
    """A large file in the game's folder that its computer player reads at these levels; "depth" is
    every fixed depth.

    In a browser it comes late: `rules.engine.data.locate` says whether it is here, and search does
    without it until then.
    """

    name: str
    levels: tuple[str, ...]


@dataclass(frozen=True)
class Thinking(Generic[P]):
    """What a game gives to those who think about it; its judge alone is owed."""

    judge: Callable[[P], int]
    """How good a position without result is for the mover; 100 is about one piece."""
    knowledge: tuple[Knowledge, ...] = ()
    worth: Callable[[P], int] | None = None
    """Points of a position that is over for its mover, where the margin counts; else WIN or -WIN
    less the plies to it, or 0."""
    batch: Callable[[], "BatchRules[P]"] | None = None
    """The BatchRules with which whole arrays of positions are searched; brings in numpy."""
    thinker: Callable[[P, Limit, Random, Sequence[P]], Thoughts | None] | None = None
    """The game's own way to think where alpha-beta would not do; it gives None where that does."""
    forced: Callable[["BatchRules[P]", P, int, Sequence[P]], Iterator[Thought | None]] | None = None
    """Looks for a win in which the opponent never has a choice, beside the search of whole arrays
    and farther: by rules, position, the most plies and the positions of the match so far, None
    after each small bite and at last the thought of the win; it ends where none is found."""
    perfect: Callable[[P], Mapping[Move, int] | None] | None = None
    """The true value of every legal move for the mover, None where it is not known for certain.

    WIN less the plies to the end for a win (WIN - 1 wins at once), the negative for a loss; for a
    draw a number between -1000 and 1000, the higher the more problems it sets the opponent.
    """
    book: Callable[[P], Mapping[Move, int] | None] | None = None
    """What the moves are worth to the mover that are known to be about as good as the best; None
    where none is known."""
    counted: Mapping[str, Callable[[P, Sequence[Move]], Thoughts]] = field(default_factory=dict)
    """By the goal of a problem, thoughts about which of these legal moves reaches it best, by
    counting alone; the last one is certain. Its value is in points for the mover, and what was
    hidden from him does not matter to it."""
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """By key, the limits of levels that would be too strong or too weak here as they are; by
    "steady" that of hints and reviews, where level 6 does not look far enough for them."""
    prepare: Callable[[], Iterator[None]] | None = None
    """Loads in small bites what thinking needs; once it has ended, thinking begins at once."""
