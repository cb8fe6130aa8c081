"""The interface of searches: limits, results (SearchInfo) and the engine part of a game."""

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

if TYPE_CHECKING:  # imports numpy, which would delay the first move
    from flipside.rules.contract.batch_rules import BatchRules, HashKeys


@dataclass(frozen=True)
class Limit:
    """The limits of a search."""

    depth: int = 99
    """The maximum depth in plies."""
    noise: int = 0
    """The maximum random error of each evaluation, in points."""
    nodes: int | None = None
    """The maximum number of positions searched; None for no limit."""
    blunder_rate: float = 0.0
    """The probability, 0 to 1, that a root move is dropped before the search."""
    uses_tablebase: bool = False
    """Whether `EngineSpec.tablebase` may be used."""
    uses_opening_book: bool = False
    """Whether moves of `EngineSpec.opening_book` may be played without a search."""


def drop_overlooked(moves: Sequence[Move], oversight_rate: float, random: Random) -> list[Move]:
    """Return moves in random order, each dropped at `oversight_rate`, but not all."""
    order: list[Move] = shuffled(moves, random)
    if not oversight_rate:
        return order
    return [move for move in order if random.random() >= oversight_rate] or order[:1]


class SearchCache:
    """The state that searches of a player share in a match. It stays valid after undo."""

    def __init__(self) -> None:
        self.context: object = None
        """The rules and settings for which `tables` are valid."""
        self.tables: Any = None
        """The transposition table and best moves of the last search."""
        self.proven_win: tuple[list[Position], SearchInfo | None] = [], None
        """A forced win, with the positions of the match up to the root of its search."""


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """The best move so far, with its score and principal variation."""

    move: Move
    score: int
    """The score for the mover, in points. A forced win in n plies is WIN - n, a loss n - WIN."""
    depth: int
    """The depth of the search for this score, in plies."""
    nodes: int
    """The number of positions searched so far, in all iterations."""
    pv: tuple[Move, ...]
    """The principal variation. Its first move is `move`."""
    exact: bool = False
    """Whether the score is proved: a margin, the plies to a forced end, or a draw."""

    @property
    def certainty(self) -> Certainty:
        """The certainty of the score."""
        if self.exact:
            return Certainty.EXACT
        return Certainty.SIDE if abs(self.score) >= FORCED_WIN else Certainty.GUESS


SearchInfos = Iterator[SearchInfo]
"""Yields a SearchInfo at once and after each short step. The last one is the result."""


@dataclass(eq=False)
class DataFile:
    """A large file in the game's folder that the engine reads at `levels`.

    The level "depth" stands for every fixed depth. A browser loads the file after the start.
    Searches work without the file until it is loaded.
    """

    file_name: str
    levels: tuple[str, ...]
    damaged: bool = False
    """Whether reading failed because the file is damaged. It is then not read again."""


@dataclass(frozen=True)
class EngineSpec(Generic[P]):
    """The engine part of a game. Either `batch_rules` or `evaluate` is required."""

    evaluate: Callable[[P], int] | None = None
    """Return the static evaluation of an unfinished position, in points for the mover. Not used if
    there are `batch_rules`."""
    data_files: tuple[DataFile, ...] = ()
    terminal_score: Callable[[P], int] | None = None
    """Return the margin of a finished position, in points for the mover. None if only win, draw and
    loss count: then a win after n plies scores WIN - n."""
    batch_rules: Callable[[], "BatchRules[P]"] | None = None
    """Return the BatchRules for the vector search; imports numpy. None: use alpha-beta search."""
    custom_search: Callable[[P, Limit, Random, Sequence[P]], SearchInfos | None] | None = None
    """Search with the game's own algorithm. Returns None for positions that it does not support."""
    forced_win: Callable[["BatchRules[P]", P, int, History], Iterator[SearchInfo | None]] | None = (
        None
    )
    """Search for a win in which the opponent never has a choice, deeper than the vector search. The
    arguments are rules, position, maximum plies and the history. Yields None after each short step,
    and finally the win, if there is one."""
    tablebase: Callable[[P], Mapping[Move, int] | None] | None = None
    """Return the exact score of every legal move for the mover, or None. A win in n plies is WIN -
    n, a loss n - WIN. A draw is from -1000 to 1000, higher if it is harder for the opponent."""
    opening_book: Callable[[P], Mapping[Move, int] | None] | None = None
    """Return book moves of about equal strength with their scores for the mover, or None."""
    move_keys: Callable[[Sequence[P], Sequence[Move]], "HashKeys"] | None = None
    """Return a hash of each position with its move, for counting moves; imports numpy. Symmetric
    positions with symmetric moves have the same hash."""
    exact_solvers: Mapping[str, Callable[[P, Sequence[Move]], SearchInfos]] = field(
        default_factory=dict
    )
    """By goal of a problem, an exact search for the best of the given moves. Its last SearchInfo is
    certain. The score does not depend on information hidden from the mover."""
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """The game's own limits by level key. Other levels use their default limit. "analysis" is the
    limit of hints and reviews; the default is the limit of level 6."""
    chance_points: int = 500
    """A lead in points with which one of two equal players scores 73 % on average, measured by
    `tests/tools/strength/chances.py`. The logistic function gives the result of other leads."""
    level_ratings: tuple[int, ...] = ()
    """The ratings of the levels from 1 on, computed by `tests/tools/strength/level_ratings.py`."""
    warm_up: Callable[[], Iterator[None]] | None = None
    """Load the data that searches need, in short steps."""

    def static_score(self, position: P) -> int:
        """Return the static evaluation of an unfinished position, in points for the mover."""
        if self.batch_rules is not None:
            rules = self.batch_rules()
            return int(rules.evaluate(rules.pack([position]))[0])
        assert self.evaluate is not None, "a game without arrays evaluates single positions"
        return self.evaluate(position)
