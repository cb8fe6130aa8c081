"""Position: an immutable game state with its legal moves, its result, and what the screen shows.

Scores of positions are in points for one player: 100 is one piece. A win in n plies scores WIN - n,
like mate scores in chess (https://www.chessprogramming.org/Checkmate#MateScore).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from random import Random
from typing import Any, Literal, Protocol, Self, TypeVar

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
