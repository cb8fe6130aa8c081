"""The search interface: limits, search results (SearchInfo) and the engine part of a game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from flipside.rules.contract.position import (
    FORCED_WIN,
    Certainty,
    History,
    Move,
    P,
    Position,
    shuffled,
)

if TYPE_CHECKING:  # brings in numpy, for which the first move does not wait
    from flipside.rules.contract.batch_rules import BatchRules, HashKeys


@dataclass(frozen=True)
class Limit:
    """The limits of a search."""

    depth: int = 99
    """Plies looked ahead."""
    noise: int = 0
    """Points: the largest random error of each evaluation."""
    nodes: int | None = None
    """Positions searched, or None for any number."""
    blunder_rate: float = 0.0
    """Probability, 0 to 1, that a root move, even a winning one, is dropped before the search."""
    uses_tablebase: bool = False
    """Whether exact values may be looked up (`EngineSpec.tablebase`)."""
    uses_opening_book: bool = False
    """Whether book moves may be played without a search (`EngineSpec.opening_book`)."""


def drop_overlooked(moves: Sequence[Move], oversight_rate: float, random: Random) -> list[Move]:
    """Return the root moves in random order, each dropped at `oversight_rate`, but not all."""
    order: list[Move] = shuffled(moves, random)
    if not oversight_rate:
        return order
    return [move for move in order if random.random() >= oversight_rate] or order[:1]


class SearchCache:
    """State shared by successive searches of a player with a time limit; safe after undo."""

    def __init__(self) -> None:
        self.context: object = None
        """Rules and settings for which the tables are valid; a search with others replaces them."""
        self.tables: Any = None
        """The transposition table and best moves of the last search."""
        self.proven_win: tuple[list[Position], SearchInfo | None] = [], None
        """The positions of the match when a forced win was found, and that win."""


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """The best move found so far, its score and principal variation."""

    move: Move
    score: int
    """Points for the mover; WIN less the plies to a forced win, the negative for a loss."""
    depth: int
    """Plies searched for this score."""
    nodes: int
    """Positions searched so far, over all iterations."""
    pv: tuple[Move, ...]
    """The principal variation: the moves expected from here, `move` first."""
    exact: bool = False
    """Whether the score is proved: the margin, the plies to a forced end, or a draw."""

    @property
    def certainty(self) -> Certainty:
        """The certainty of the score."""
        if self.exact:
            return Certainty.EXACT
        return Certainty.SIDE if abs(self.score) >= FORCED_WIN else Certainty.GUESS


SearchInfos = Iterator[SearchInfo]
"""The first comes at once, one more after each short step of work; the last one counts."""


@dataclass(eq=False)
class DataFile:
    """A large file in the game's folder that the engine reads at `levels`.

    The level "depth" stands for every fixed depth. A browser loads the file late, and searches do
    without it until then; `rules.engine.data_files` checks whether it is here.
    """

    file_name: str
    levels: tuple[str, ...]
    damaged: bool = False
    """Whether it was found damaged; it is not read again."""


@dataclass(frozen=True)
class EngineSpec(Generic[P]):
    """The engine part of a game; it needs `batch_rules` or `evaluate`."""

    evaluate: Callable[[P], int] | None = None
    """Static evaluation of an unfinished position in points for the mover; 100 is one piece. Unused
    with `batch_rules`."""
    data_files: tuple[DataFile, ...] = ()
    terminal_score: Callable[[P], int] | None = None
    """Points for the mover of a finished position where the margin counts. Without it a finished
    position scores WIN or -WIN less the plies to it, or 0."""
    batch_rules: Callable[[], "BatchRules[P]"] | None = None
    """The BatchRules for the vector search; imports numpy. Without them, alpha-beta searches."""
    custom_search: Callable[[P, Limit, Random, Sequence[P]], SearchInfos | None] | None = None
    """The game's own search; returns None for positions that alpha-beta searches."""
    forced_win: Callable[["BatchRules[P]", P, int, History], Iterator[SearchInfo | None]] | None = (
        None
    )
    """A search for wins in which the opponent never has a choice, deeper than the vector search.
    Takes rules, position, the most plies and the history of the match. Yields None after each short
    step, and last the win, if there is one."""
    tablebase: Callable[[P], Mapping[Move, int] | None] | None = None
    """Exact score of every legal move for the mover; None if unknown. A win is WIN less the plies
    to the end (WIN - 1 wins at once), a loss the negative. A draw is between -1000 and 1000: the
    higher, the harder for the opponent."""
    opening_book: Callable[[P], Mapping[Move, int] | None] | None = None
    """Book moves, all about equally good, with their scores for the mover, or None."""
    move_keys: Callable[[Sequence[P], Sequence[Move]], "HashKeys"] | None = None
    """A hash of each move with its position, the same for all symmetric forms, to count the moves
    of matches; imports numpy."""
    exact_solvers: Mapping[str, Callable[[P, Sequence[Move]], SearchInfos]] = field(
        default_factory=dict
    )
    """By goal of a problem, an exact search for the best legal move. Its last SearchInfo is
    certain. The score is in points for the mover and does not depend on information hidden from the
    mover."""
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """Limits by level key, in place of the level's own where that is too strong or too weak here.
    "analysis" is the limit of hints and reviews, where that of level 6 is not deep enough."""
    warm_up: Callable[[], Iterator[None]] | None = None
    """Loads in short steps what a search needs; afterwards a search starts without delay."""

    def static_score(self, position: P) -> int:
        """Return the static evaluation of an unfinished position in points for the mover."""
        if self.batch_rules is not None:
            rules = self.batch_rules()
            return int(rules.evaluate(rules.pack([position]))[0])
        assert self.evaluate is not None, "a game without arrays evaluates single positions"
        return self.evaluate(position)
