"""Position: an immutable game state with its legal moves, its result, and what the screen shows.

Scores of positions are in points for one player: 100 is one piece. A win in n plies scores WIN - n,
like mate scores in chess (https://www.chessprogramming.org/Checkmate#MateScore).

History: the positions of a match so far, and the plies left to its cap; RepetitionAndCap. Searches
need both to score lines that end by repetition or at the cap.
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
    """Return the items in a random order. A seed gives the same order in every Python version."""
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = int(random.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return deck


class IllegalMove(ValueError):
    """The move is not legal in this position."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winner (None for a draw) and the text key of the reason."""

    winner: Player | None
    reason: str
    tie_break: str = ""
    """The tie-break that decided the match, as the text key `tie.<key>`; empty without one."""


MarkKind = Literal[
    "banned",  # a bar across each cell: it may not be chosen now
    "threat",  # a dashed outline round the cells: they will win unless the opponent prevents it
    "line",  # a solid outline round the cells: they have won, or they score now
    "join",  # cells[0] and cells[1] are connected: a bridge is drawn between them
    "island",  # one outline round the whole group of cells
    "way",  # from cells[0] to cells[1]: an open way
    "shut",  # from cells[0] to cells[1]: a closed way
    "barred",  # from cells[0] to cells[1]: an open way that is not allowed now
    "counter",  # a cell where a move prevents the threat
    "goal",  # cells that pieces of `colour` want to reach
]


LASTING_MARKS: tuple[MarkKind, ...] = ("line", "join", "island", "goal")
"""The kinds that do not depend on future moves, so they are also shown after the end."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign drawn on or between cells. With `aid`, it is shown only if the player wants aids."""

    kind: MarkKind
    cells: tuple[Cell, ...]
    colour: str | None = None
    aid: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """A number with the text key `tally.<key>`, beside a player's name or, with `cell`, there."""

    key: str
    number: int
    piece: Piece | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a legal move, with the text key `fact.<key>`.

    The key belongs to the game, or to the program if `general`. Its text may use `count`, `where`
    or `inside` (a line and its place in words), and the colours of mover and opponent.
    """

    key: str
    count: int = 0
    where: str = ""
    """The number of a row or the letter of a column."""
    general: bool = False
    ahead: int = 0
    """The number of plies after the move that the fact mentions: 1 is the reply. The fact is left
    out if the match may end before these plies."""


@dataclass(frozen=True, slots=True)
class Description:
    """A description of a cell for screen readers: the game's text key `remark.<key>`."""

    key: str
    count: int = 0
    sides: tuple[int, ...] = ()
    """Directions from the cell, as indices of `DIRECTIONS`."""
    cells: tuple[Cell, ...] = ()
    ahead: bool = False
    """Whether it mentions a future move. It is then left out after the end of the match."""


class Position(Protocol):
    """A position of a game: immutable and hashable.

    Two positions are equal exactly if ALL-3 counts them as a repetition. `Match` has the history.
    Searches identify positions by their hash alone, so different positions need different hashes
    (`board.halves`). A game subclasses this class. Methods with a body are optional.
    """

    __slots__ = ()

    @property
    def turn(self) -> Player:
        """The player to move.

        A dataclass must declare `turn: Player = field()`. Otherwise this property is its default.
        """

    @property
    def colours(self) -> tuple[str, str] | None:
        """The colours of player 0 and 1, as English text keys; None before they are chosen."""

    def moves(self) -> Sequence[Move]:
        """Return every legal move in a fixed order; empty exactly if result() is not None.

        Only PASS may be a prefix of another move. `(PASS,)` means that the player must pass.
        """

    def play(self, move: Move) -> "Position":
        """Return the position after a legal move. It does not check whether `move` is legal."""

    def result(self) -> Result | None:
        """Return the result by the rules of the game, or None. Searches call it at every node."""

    def pieces(self) -> Pieces:
        """Return the piece on each cell, for the screen."""

    def points(self) -> tuple[int, int] | None:
        """Return the points of player 0 and 1, or None if the game has none."""
        return None

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Return the tallies of player 0 and of player 1, without hidden information."""
        return (), ()

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """Return the marks after these taps. The screen adds legal squares and the last move."""
        return ()

    def prompt(self) -> str:
        """Return the text key `prompt.<key>` that tells the mover what to do."""

    def story(self, move: Move) -> Story:
        """Return the animation of a legal move, from `pieces()` before it to those after it."""

    def name(self, move: Move) -> str:
        """Return the name of a legal move in the notation of RULES.md, unique in this position."""

    def to_dict(self) -> dict[str, object]:
        """Return the fields that the command line prints. "board" is a list of rows of letters."""

    def determinize(self, random: Random) -> Self:
        """Return the position with its hidden information dealt at random; itself without any."""
        return self


P = TypeVar("P", bound=Position)


def line_names(position: Position, line: Sequence[Move]) -> list[str]:
    """Return the names of the moves of a line, up to the first illegal move."""
    names = []
    for move in line:
        if move not in position.moves():
            break
        names.append(position.name(move))
        position = position.play(move)
    return names


def player_name(position: Position, player: Player) -> str:
    """Return the colour of a player; "first" or "second" before colours are chosen."""
    return (position.colours or ("first", "second"))[player]


WIN = 1_000_000
"""The score of a won position, in points. Evaluations are much lower."""

FORCED_WIN = WIN - 10_000
"""Scores of FORCED_WIN or more are forced wins, and their negatives forced losses."""


class Certainty(IntEnum):
    """How certain a score is."""

    GUESS = 0
    """The score is an evaluation."""
    SIDE = 1
    """The winner is certain. The plies to a forced end are an upper bound."""
    EXACT = 2
    """The score is exact: the margin with best play, the plies to a forced end, or a draw."""


def score_for(player: Player, mover: Player, score: int) -> int:
    """Return the score for `player`, where `score` is the score for `mover`."""
    return score if player == mover else -score


def result_score(result: Result, player: Player, win: int = WIN) -> int:
    """Return the score of a result for `player`: `win`, 0 or -`win`."""
    return 0 if result.winner is None else score_for(player, result.winner, win)


def ply_adjusted(value: int, plies: int) -> int:
    """Return a score seen from `plies` plies earlier, for the same player.

    A forced end is `plies` farther away there. With negative `plies`, it is nearer.
    """
    if abs(value) < FORCED_WIN:
        return value
    return value - plies if value > 0 else value + plies


def plies_to_end(value: int) -> int | None:
    """Return the number of plies to a forced end; None if `value` is not a forced end."""
    return WIN - abs(value) if abs(value) >= FORCED_WIN else None


def moves_to_end(value: int) -> int | None:
    """Return the number of the mover's moves to a forced end; None if it is not a forced end."""
    plies = plies_to_end(value)
    return None if plies is None else (plies + 1) // 2


# -- the positions of a match ----------------------------------------------------------------------


TOO_LONG = "too_long"
"""The reason for the draw of a match that reaches the general limit of plies."""


@dataclass(frozen=True)
class RepetitionAndCap(Generic[P]):
    """The rules for ends by repetition and by the cap on plies (ALL-3, FF-9, SW-12, FP-13)."""

    cap_of: Callable[[Mapping[str, str]], int | None] = lambda choices: (
        None if choices.get("cap", "off") == "off" else int(choices["cap"])
    )
    """Return the cap in plies, or None without one. By default it is the value of option "cap"."""
    counts: Callable[[P, Move], bool] = lambda position, move: True
    """Return whether this ply counts towards the cap."""
    resets: Callable[[P, Move], bool] | None = None
    """Return whether counting starts again after this ply; None if it never does."""
    verdict: Callable[[P, str], Result] = lambda position, reason: Result(None, reason)
    """Return the result if "repetition" or "cap" ends a match here; a draw by default."""
    pending: Callable[[P], bool] = lambda position: False
    """Return whether the match continues here for one more ply after repetition or cap."""

    def counted_down(self, before: P, move: Move, after: P, left: int, cap: int) -> int:
        """Return the plies left after a move; at least 1 if `after` is pending."""
        if self.resets is not None and self.resets(before, move):
            left = cap
        elif self.counts(before, move):
            left -= 1
        return max(left, int(self.pending(after)))

    def result(self, position: P, occurrences: int, left: int | None) -> Result | None:
        """Return the result by repetition or, if `left` is 0, by the cap; None if it continues."""
        if self.pending(position):
            return None
        if occurrences >= 3:
            return self.verdict(position, "repetition")
        return self.verdict(position, "cap") if left == 0 else None


class History(Sequence[Position]):
    """The positions of a match, the current one last, with repetition and cap (ALL-3)."""

    def __init__(
        self,
        repetition: RepetitionAndCap[Any] | None,
        positions: Sequence[Position],
        plies_to_cap: int | None = None,
        cap: int | None = None,
    ) -> None:
        """Create the history of a match with the `repetition` of its game.

        `cap` is the cap by the options. Without it, `plies_to_cap` counts to the general limit.
        """
        self.repetition, self.cap = repetition, cap
        self.plies_to_cap = plies_to_cap
        """The number of counted plies left; None without a limit."""
        self._positions = tuple(positions)
        self._match = self
        """The original history before `extended` was called."""

    @overload
    def __getitem__(self, index: int) -> Position: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Position, ...]: ...

    def __getitem__(self, index: int | slice) -> Position | tuple[Position, ...]:
        return self._positions[index]

    def __len__(self) -> int:
        return len(self._positions)

    def extended(self, move: Move, position: Position | None = None) -> "History":
        """Return the history after a legal move; `position`, if given, is the position after it."""
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
        """Return whether the cap may end the match within `plies` plies."""
        return self.plies_to_cap is not None and self.plies_to_cap <= plies

    def result(self) -> Result | None:
        """Return the result of the match in its last position; None if it continues."""
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
