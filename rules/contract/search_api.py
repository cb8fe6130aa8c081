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
    nodes: int | None = None
    """Positions looked at, or None for any number."""
    oversight_rate: float = 0.0
    """The chance that a move, be it a winning one, is overlooked at all before a choice is made."""
    tablebase: bool = False
    """Whether true values that are known for certain may be used (`EngineSpec.tablebase`)."""
    opening_book: bool = False
    """Whether moves known to be good may be played without search (`EngineSpec.opening_book`)."""


class SearchCache:
    """What the searches of one player in one match hand on, each to the next.

    Whoever plays makes one for a match and hands it to every search; undone moves do no harm. With
    it a search depends on those before, so only levels that think by a clock keep anything.
    """

    def __init__(self) -> None:
        self.context: object = None
        """What all that is kept rests on; a search about anything else begins anew."""
        self.tables: Any = None
        """What the way of thinking that searched last has left."""
        self.proven_win: tuple[list[Position], SearchInfo | None] = [], None
        """The positions of the match in which a win was found that is certain, and that win."""


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """The best move found so far and why."""

    move: Move
    score: int
    """Points for the mover; WIN less the plies to a forced win, the negative for a loss."""
    depth: int
    """Plies looked ahead for this value."""
    nodes: int
    """Positions looked at so far in the whole search."""
    pv: tuple[Move, ...]
    """The moves expected from here, the best one first."""


SearchInfos = Iterator[SearchInfo]
"""The first comes at once, one more after each small bite of work; the last one counts."""


@dataclass(frozen=True)
class DataFile:
    """A large file in the game's folder that its computer player reads at these levels; "depth" is
    every fixed depth.

    In a browser it comes late: `rules.engine.data.locate` says whether it is here, and search does
    without it until then.
    """

    name: str
    levels: tuple[str, ...]


@dataclass(frozen=True)
class EngineSpec(Generic[P]):
    """What a game gives to those who think about it; its judge alone is owed."""

    evaluate: Callable[[P], int]
    """How good a position without result is for the mover; 100 is about one piece."""
    data_files: tuple[DataFile, ...] = ()
    terminal_score: Callable[[P], int] | None = None
    """Points of a position that is over for its mover, where the margin counts; else WIN or -WIN
    less the plies to it, or 0."""
    batch_rules: Callable[[], "BatchRules[P]"] | None = None
    """The BatchRules with which whole arrays of positions are searched; brings in numpy."""
    own_search: Callable[[P, Limit, Random, Sequence[P]], SearchInfos | None] | None = None
    """The game's own way to think where alpha-beta would not do; it gives None where that does."""
    forced_win: (
        Callable[["BatchRules[P]", P, int, Sequence[P]], Iterator[SearchInfo | None]] | None
    ) = None
    """Looks for a win in which the opponent never has a choice, beside the search of whole arrays
    and farther: by rules, position, the most plies and the positions of the match so far, None
    after each small bite and at last the thought of the win; it ends where none is found."""
    tablebase: Callable[[P], Mapping[Move, int] | None] | None = None
    """The true value of every legal move for the mover, None where it is not known for certain.

    WIN less the plies to the end for a win (WIN - 1 wins at once), the negative for a loss; for a
    draw a number between -1000 and 1000, the higher the more problems it sets the opponent.
    """
    opening_book: Callable[[P], Mapping[Move, int] | None] | None = None
    """What the moves are worth to the mover that are known to be about as good as the best; None
    where none is known."""
    exact_solvers: Mapping[str, Callable[[P, Sequence[Move]], SearchInfos]] = field(
        default_factory=dict
    )
    """By the goal of a problem, thoughts about which of these legal moves reaches it best, by
    counting alone; the last one is certain. Its value is in points for the mover, and what was
    hidden from him does not matter to it."""
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """By key, the limits of levels that would be too strong or too weak here as they are; by
    "steady" that of hints and reviews, where level 6 does not look far enough for them."""
    warm_up: Callable[[], Iterator[None]] | None = None
    """Loads in small bites what thinking needs; once it has ended, thinking begins at once."""
