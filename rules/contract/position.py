"""Position: an immutable game state with its legal moves, result, and what the screen shows.

Scores of positions are in points for one player: 100 is one piece. Scores near WIN count the plies
to a forced win, as mate scores do in chess (https://www.chessprogramming.org/Checkmate#MateScore).

History: the positions of a match so far, and the plies until its cap. From it a search determines
how each of its lines ends. RepetitionAndCap: how a game ends by them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from random import Random
from typing import Any, Generic, Literal, Protocol, Self, TypeVar, overload

from flipside.rules.contract.board import Cell
from flipside.rules.contract.story import Piece, Pieces, Story

Player = int
"""0 moves first, 1 second; the opponent is 1 - player."""

Move = tuple[Cell, ...]
"""The cells a person taps, in order; () is a forced pass."""

PASS: Move = ()


def continuing(moves: Sequence[Move], taps: Move) -> list[Move]:
    """Return the moves that begin with these taps."""
    return [move for move in moves if move[: len(taps)] == taps]


def shuffled(items: Sequence[Any], random: Random) -> list[Any]:
    """Return the items in a random order (Fisher-Yates), the same for a seed on every Python."""
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return deck


class IllegalMove(ValueError):
    """The move is not legal in this position."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winner, None for a draw, and the text key of the reason."""

    winner: Player | None
    reason: str
    tie_break: str = ""
    """The text key `tie.<key>` of what a tie-break found; empty without one."""


MarkKind = Literal[
    "banned",  # a bar across each cell: may not be chosen now
    "threat",  # a dashed outline round the cells: this will win if nothing is done
    "line",  # a solid outline round the cells: this has won, or this line counts now
    "join",  # cells[0] and cells[1] are connected: a bridge is drawn between them
    "island",  # one outline round the whole group of cells
    "way",  # from cells[0] to cells[1]: an open way
    "shut",  # from cells[0] to cells[1]: a closed way
    "barred",  # from cells[0] to cells[1]: an open way that is not allowed now
    "counter",  # a cell from which the danger can be met
    "goal",  # cells that pieces of `colour` want to reach
]


LASTING_MARKS: tuple[MarkKind, ...] = ("line", "join", "island", "goal")
"""The kinds that do not depend on a move to come, and so are true after the end of a match."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign drawn on or between cells. An aid is shown only while the player wants aids."""

    kind: MarkKind
    cells: tuple[Cell, ...]
    colour: str | None = None
    aid: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """A number beside a player's name, or at its cell beside the board: text key `tally.<key>`."""

    key: str
    number: int
    piece: Piece | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a legal move, worded by the text key `fact.<key>`.

    The text belongs to the game, or to the program if `general`. It may use `count`, `where` or
    `inside` (a line and its place as words), and the colours of the mover and of the opponent.
    """

    key: str
    count: int = 0
    where: str = ""
    """The number of a row or the letter of a column."""
    general: bool = False
    ahead: int = 0
    """Plies after the move to which the fact refers: 1 the reply, 2 also the mover's next move. The
    fact is left out if the match may end earlier."""


@dataclass(frozen=True, slots=True)
class Description:
    """A description of a cell for screen readers: the game's text key `remark.<key>`."""

    key: str
    count: int = 0
    sides: tuple[int, ...] = ()
    """Places in `DIRECTIONS`, as seen from the cell."""
    cells: tuple[Cell, ...] = ()
    ahead: bool = False
    """Whether it is about a move to come, and left out once the match is over."""


class Position(Protocol):
    """One moment of a game. Immutable and hashable, so it may be stored, compared and searched.

    It holds exactly what ALL-3 compares; the past beyond that belongs to Match. A search identifies
    positions by their hash alone, so different ones need different hashes (`board.halves`). A game
    subclasses it; methods with a body are optional.
    """

    __slots__ = ()

    @property
    def turn(self) -> Player:
        """The player to move.

        A dataclass needs `turn: Player = field()`, as it would take this property for a default.
        """

    @property
    def colours(self) -> tuple[str, str] | None:
        """The colours of player 0 and 1 (English words, text keys); None while not chosen yet."""

    def moves(self) -> Sequence[Move]:
        """Return every legal move in a fixed order; empty exactly if result() is not None.

        No non-empty move is a prefix of another. (PASS,) alone stands for a forced pass.
        """

    def play(self, move: Move) -> "Position":
        """Return the position after a legal move; Match checks legality, not this method."""

    def result(self) -> Result | None:
        """Return how the game ended by its own rules, or None; fast, for search at every node."""

    def pieces(self) -> Pieces:
        """Return the piece on each cell: all that the screen reads."""

    def points(self) -> tuple[int, int] | None:
        """Return the points of player 0 and 1, or None if the game has none."""
        return None

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return further numbers beside the names of player 0 and 1, public ones only."""
        return (), ()

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Return the marks after these taps, except those of legal squares and of the last move."""
        return ()

    def prompt(self) -> str:
        """Return the text key `prompt.<key>` of the sentence with the mover's task."""

    def story(self, move: Move) -> Story:
        """Return the animation of a legal move, from pieces() to the pieces after it."""

    def name(self, move: Move) -> str:
        """Return the move as RULES.md writes it; no two legal moves share a name."""

    def to_dict(self) -> dict[str, object]:
        """Return the game's own fields for the command line: "board" as rows of letters, etc."""

    def determinize(self, random: Random) -> Self:
        """Return the position with hidden information dealt anew; itself if nothing is hidden."""
        return self


P = TypeVar("P", bound=Position)


def line_names(position: Position, line: Sequence[Move]) -> list[str]:
    """Return the names of moves made one after the other, as far as they are legal."""
    names = []
    for move in line:
        if move not in position.moves():
            break
        names.append(position.name(move))
        position = position.play(move)
    return names


def player_name(position: Position, player: Player) -> str:
    """Return the colour of a player; "first" or "second" while no colour is chosen."""
    return (position.colours or ("first", "second"))[player]


WIN = 1_000_000
"""The score of a won position, in points; every evaluation is far below."""

FORCED_WIN = WIN - 10_000
"""Scores from here on are forced wins, their negatives forced losses; all evaluations are lower."""


class Certainty(IntEnum):
    """Certainty of a score."""

    GUESS = 0
    """The score is an evaluation."""
    SIDE = 1
    """The winner is certain. A forced end comes within that many plies, perhaps sooner."""
    EXACT = 2
    """The result is certain: the margin with best play, the plies to a forced end, or a draw."""


def score_for(player: Player, mover: Player, score: int) -> int:
    """Return the score for `player` of a position that scores `score` for its mover."""
    return score if player == mover else -score


def result_score(result: Result, player: Player, win: int = WIN) -> int:
    """Return the score of a result for `player`: `win`, 0 or -`win`."""
    return 0 if result.winner is None else score_for(player, result.winner, win)


def ply_adjusted(value: int, plies: int) -> int:
    """Return the score `plies` earlier for the same player; a forced end is farther from there.

    Negative `plies` give the score that many plies later.
    """
    if abs(value) < FORCED_WIN:
        return value
    return value - plies if value > 0 else value + plies


def plies_to_end(value: int) -> int | None:
    """Return the plies to the forced end of a score; None if it is no forced end."""
    return WIN - abs(value) if abs(value) >= FORCED_WIN else None


def moves_to_end(value: int) -> int | None:
    """Return the mover's own moves until the forced end; None if the score is no forced end."""
    plies = plies_to_end(value)
    return None if plies is None else (plies + 1) // 2


# -- the positions of a match ----------------------------------------------------------------------


TOO_LONG = "too_long"
"""Reason for the end, a draw, of a match that reaches the general limit of plies."""


@dataclass(frozen=True)
class RepetitionAndCap(Generic[P]):
    """How repetition and the cap on plies end a match (ALL-3, FF-9, SW-12, FP-13)."""

    cap_of: Callable[[Mapping[str, str]], int | None] = lambda choices: (
        None if choices.get("cap", "off") == "off" else int(choices["cap"])
    )
    """Plies allowed, or None; by default those of the option "cap", if there is one."""
    counts: Callable[[P, Move], bool] = lambda position, move: True
    """Whether this ply counts towards the cap."""
    resets: Callable[[P, Move], bool] | None = None
    """Whether this ply resets the count to 0; None: no ply does."""
    verdict: Callable[[P, str], Result] = lambda position, reason: Result(None, reason)
    """The result when a match ends by "repetition" or "cap" in this position; a draw by default."""
    pending: Callable[[P], bool] = lambda position: False
    """Whether one more ply decides the match; until then neither ends it."""

    def counted_down(self, before: P, move: Move, after: P, left: int, cap: int) -> int:
        """Return the plies until the cap after a move, a pending one included; `left` before it."""
        if self.resets is not None and self.resets(before, move):
            left = cap
        elif self.counts(before, move):
            left -= 1
        return max(left, int(self.pending(after)))

    def result(self, position: P, occurrences: int, left: int | None) -> Result | None:
        """Return how repetition, or the cap after `left` plies, ends a match; None if neither."""
        if self.pending(position):
            return None
        if occurrences >= 3:
            return self.verdict(position, "repetition")
        return self.verdict(position, "cap") if left == 0 else None


class History(Sequence[Position]):
    """The positions of a match so far, the present one last, with repetition and cap (ALL-3)."""

    def __init__(
        self,
        repetition: RepetitionAndCap[Any] | None,
        positions: Sequence[Position],
        plies_to_cap: int | None = None,
        cap: int | None = None,
    ) -> None:
        """Create the history of a match with the `repetition` of its game.

        `cap` counts the plies that the options allow. Without one, `plies_to_cap` counts down to
        the general limit of plies.
        """
        self.repetition, self.cap = repetition, cap
        self.plies_to_cap = plies_to_cap
        """Counted plies until the match ends, a pending one included; None without a limit."""
        self._positions = tuple(positions)
        self._match = self
        """The history from which this one was continued."""

    @overload
    def __getitem__(self, index: int) -> Position: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Position, ...]: ...

    def __getitem__(self, index: int | slice) -> Position | tuple[Position, ...]:
        return self._positions[index]

    def __len__(self) -> int:
        return len(self._positions)

    def extended(self, move: Move, position: Position | None = None) -> "History":
        """Return the history after a legal move; `position` is the one after it, if dealt anew."""
        before, left = self[-1], self.plies_to_cap
        position = before.play(move) if position is None else position
        if left is not None and self.repetition is not None and self.cap is not None:
            left = self.repetition.counted_down(before, move, position, left, self.cap)
        elif left is not None:
            left -= 1
        following = History(self.repetition, (*self._positions, position), left, self.cap)
        following._match = self._match
        return following

    def may_end_within(self, plies: int) -> bool:
        """Return whether the cap may end the match within so many plies."""
        return self.plies_to_cap is not None and self.plies_to_cap <= plies

    def result(self) -> Result | None:
        """Return how the match ended with its last position, or None."""
        position, left, repetition = self[-1], self.plies_to_cap, self.repetition
        result = position.result()
        if result is None and repetition is not None:
            times = self._match._times[position]
            times += self._positions[len(self._match) :].count(position)
            result = repetition.result(position, times, None if self.cap is None else left)
        return Result(None, TOO_LONG) if result is None and left == 0 else result

    @cached_property
    def _times(self) -> "Counter[Position]":
        return Counter(self._positions)
