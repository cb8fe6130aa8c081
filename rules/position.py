"""The words all games share, and what a game owes: Position, Game, and the story of a move.

Knows no single game, no screen, no clock.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Generic, Literal, Protocol, Self, TypeVar

from rules.board import Board, Cell
from rules.thought import Limit, Thoughts

Player = int
"""0 moves first, 1 second; the opponent is 1 - player."""

Move = tuple[Cell, ...]
"""The cells a person taps, in order; () is a forced pass."""

PASS: Move = ()

Choices = Mapping[str, str]
"""A value for every option of a game."""

WIN = 1_000_000
"""What a won position is worth to `judge` and search; everything else is far below."""


class IllegalMove(ValueError):
    """The move is not legal in this position."""


class BadChoice(ValueError):
    """An option, or a value of one, that the game does not offer."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands on a cell: a colour (not an owner) and a face such as "disc" or "tile:1010"."""

    colour: str
    face: str


@dataclass(frozen=True, slots=True)
class Place:
    """A piece appears on an empty cell."""

    cell: Cell
    piece: Piece
    after: int = 0


@dataclass(frozen=True, slots=True)
class Remove:
    """The piece of a cell disappears."""

    cell: Cell
    piece: Piece
    after: int = 0


@dataclass(frozen=True, slots=True)
class Slide:
    """The piece of `source` moves to `target`, which is empty or left in the same beat."""

    source: Cell
    target: Cell
    after: int = 0


@dataclass(frozen=True, slots=True)
class Flip:
    """A piece is turned over: `old` was seen, `new` is on its other side."""

    cell: Cell
    old: Piece
    new: Piece
    after: int = 0


@dataclass(frozen=True, slots=True)
class Turn:
    """A piece turns in the plane of the board, as a door swings, from how `old` lies to `new`."""

    cell: Cell
    old: Piece
    new: Piece
    after: int = 0


Step = Place | Slide | Flip | Turn | Remove
"""One thing seen. `after` delays it within its beat: a distance or the place in a chain."""

Beat = tuple[Step, ...]
"""Steps seen at the same time; each cell is the target of one step at most."""

Story = tuple[Beat, ...]
"""Beats seen one after the other; no seconds, no pixels."""

Pieces = tuple[Piece | None, ...]
"""What stands on each cell of the board."""


def told(pieces: Pieces, beat: Beat) -> Pieces:
    """The pieces after all steps of a beat, applied at once; AssertionError if they do not fit."""
    after = list(pieces)
    for step in beat:
        if isinstance(step, Slide):
            assert pieces[step.source] is not None, f"nothing to slide on {step.source}"
            after[step.source] = None
        elif isinstance(step, Remove):
            assert pieces[step.cell] == step.piece, f"not there to remove: {step}"
            after[step.cell] = None
    targets: set[Cell] = set()
    for step in beat:
        target = step.target if isinstance(step, Slide) else step.cell
        assert target not in targets, f"cell {target} is a target twice"
        targets.add(target)
        match step:
            case Place():
                assert after[target] is None, f"cell {target} is taken: {step}"
                after[target] = step.piece
            case Slide():
                assert after[target] is None, f"cell {target} is taken: {step}"
                after[target] = pieces[step.source]
            case Flip() | Turn():
                assert pieces[target] == step.old, f"not there to turn: {step}"
                after[target] = step.new
            case Remove():
                pass
    return tuple(after)


def backwards(story: Story) -> Story:
    """The story that undoes this one, its last step first."""
    return tuple(_backwards(beat) for beat in reversed(story))


def _backwards(beat: Beat) -> Beat:
    last = max((step.after for step in beat), default=0)
    steps: list[Step] = []
    for step in reversed(beat):
        after = last - step.after
        match step:
            case Place():
                steps.append(Remove(step.cell, step.piece, after))
            case Remove():
                steps.append(Place(step.cell, step.piece, after))
            case Slide():
                steps.append(Slide(step.target, step.source, after))
            case Flip() | Turn():
                steps.append(replace(step, old=step.new, new=step.old, after=after))
    return tuple(steps)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: the winner, None for a draw, and the text key of the reason."""

    winner: Player | None
    reason: str


MarkKind = Literal[
    "banned",  # a bar across each cell: may not be chosen now
    "threat",  # a dashed outline round the cells: this will win if nothing is done
    "line",  # a solid outline round the cells: this has won, or this line counts now
    "join",  # cells[0] and cells[1] are connected: a bridge is drawn between them
    "island",  # one outline round the whole group of cells
    "way",  # from cells[0] to cells[1] lies a way that is open now
    "shut",  # from cells[0] to cells[1] lies a way that is closed now
    "barred",  # from cells[0] to cells[1] lies a way that is open but not allowed now
    "counter",  # a cell from which the danger can be met
    "goal",  # cells that pieces of `colour` want to reach
]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something the board says about cells. An aid is shown only while the player wants aids."""

    kind: MarkKind
    cells: tuple[Cell, ...]
    colour: str | None = None
    aid: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """A number beside a player's name: text key `tally.<key>`, or the piece that is counted.

    A number that belongs to a cell beside the board is shown there.
    """

    key: str
    number: int
    piece: Piece | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true about a legal move, said by the text key `fact.<key>`: the game's own, or the
    shell's where it is true in any game. The words may use `count`, `where` and the colours of
    the mover and of the opponent."""

    key: str
    count: int = 0
    where: str = ""
    """The name of a line."""
    general: bool = False


@dataclass(frozen=True)
class Option:
    """A setting of a game, made before the match; the first value is the default.

    `unless` names (option, value) pairs beside which only the default is possible;
    `people_only` the values that need two people.
    """

    key: str
    values: tuple[str, ...]
    unless: tuple[tuple[str, str], ...] = ()
    people_only: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The value in force when nobody chooses."""
        return self.values[0]

    def free(self, choices: Choices) -> bool:
        """Whether more than the default is possible beside these other choices."""
        return not any(choices.get(key) == value for key, value in self.unless)


@dataclass(frozen=True)
class Knowledge:
    """A large file in the game's folder that its computer player reads at these levels; "depth" is
    every fixed depth.

    In a browser it comes late: `rules.thinking.strength` says whether it is here, and search does
    without it until then.
    """

    name: str
    levels: tuple[str, ...]


class Position(Protocol):
    """One moment of a game. Immutable and hashable, so it may be kept, compared and searched.

    It holds exactly what ALL-3 compares; the past beyond that belongs to Match. A search knows
    positions by their hash alone, so it must tell them apart (`board.halves`).
    """

    @property
    def turn(self) -> Player:
        """Who moves now."""

    @property
    def colours(self) -> tuple[str, str] | None:
        """The colours of player 0 and 1 (English words, text keys); None while not chosen yet."""

    def moves(self) -> Sequence[Move]:
        """Every legal move in a fixed order: never empty while result() is None, empty after.

        No non-empty move is a prefix of another. (PASS,) alone stands for a forced pass.
        """

    def play(self, move: Move) -> Self:
        """The position after a legal move; legality is checked by Match, not here."""

    def result(self) -> Result | None:
        """How the game ended by its own rules, or None; cheap, search asks at every node."""

    def pieces(self) -> Pieces:
        """What stands on each cell: all that the screen ever reads."""

    def score(self) -> tuple[int, int] | None:
        """Points of player 0 and 1, or None if the game has none."""

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        """Further numbers beside the names of player 0 and 1, public ones only."""

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        """What the board says now, or while a move has been begun with these taps."""

    def prompt(self) -> str:
        """Text key `prompt.<key>` of the sentence that tells the mover what to do."""

    def story(self, move: Move) -> Story:
        """What is seen while a legal move happens: told over pieces() it gives those after it."""

    def name(self, move: Move) -> str:
        """The move as rules.md writes it; no two legal moves share a name."""

    def show(self) -> dict[str, object]:
        """The game's own fields for the command line: "board" as rows of letters, and more."""

    def imagine(self, random: Random) -> Self:
        """The same moment with everything that the mover cannot see dealt anew."""


P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Ending(Generic[P]):
    """How matches end that go round in circles (rules.md ALL-3, FF-9, SW-12, FP-13)."""

    cap: Callable[[Choices], int | None]
    """Plies allowed, or None."""
    counts: Callable[[P, Move], bool]
    """Whether this ply counts towards the cap."""
    resets: Callable[[P, Move], bool]
    """Whether this ply sets the count back to nothing."""
    verdict: Callable[[P, str], Result]
    """The result when a match ends by "repetition" or "cap" in this position."""


@dataclass(frozen=True)
class Game(Generic[P]):
    """The box on the shelf: everything about one game that is not one moment of it."""

    key: str
    """Folder, save name and prefix of texts."""
    options: tuple[Option, ...]
    board: Callable[[Choices], Board]
    opening: Callable[[Choices, Random], P]
    """The first position. All chance comes from this Random, through `shuffled` alone."""
    judge: Callable[[P], int]
    """How good a position without result is for the mover; 100 is about one piece."""
    ending: Ending[P] | None = None
    award: Callable[[P], tuple[int, int]] | None = None
    """The final score as people announce it, where that differs from the points counted."""
    knowledge: tuple[Knowledge, ...] = ()
    worth: Callable[[P], int] | None = None
    """Points of a position that is over for its mover, where the margin counts; else WIN or -WIN
    less the plies to it, or 0."""
    batch: Callable[[], Any] | None = None
    """The BatchRules with which whole arrays of positions are searched; brings in numpy."""
    thinker: Callable[[P, Limit, Random, Sequence[P]], Thoughts | None] | None = None
    """The game's own way to think where alpha-beta would not do; it gives None where that does."""
    perfect: Callable[[P], Mapping[Move, int] | None] | None = None
    """The true value of every legal move for the mover, None where it is not known for certain.

    WIN less the plies to the end for a win (WIN - 1 wins at once), the negative for a loss; for a
    draw a number between -1000 and 1000, the higher the more problems it sets the opponent.
    """
    book: Callable[[P], Mapping[Move, int] | None] | None = None
    """What the moves are worth to the mover that are known to be about as good as the best; None
    where none is known."""
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """By key, the limits of levels that would be too strong or too weak here as they are; by
    "steady" that of hints and reviews, where level 6 does not look far enough for them."""
    facts: Callable[[P, Move], Iterable[Fact]] | None = None
    """What is true about a legal move in this game, the most telling first; looks at nothing that
    the mover cannot see."""
    named: Callable[[P], str | None] | None = None
    """The text key `named.<key>` of a position that people have given a name, or None."""
    prepare: Callable[[], Iterator[None]] | None = None
    """Loads in small bites what thinking needs; once it has ended, thinking begins at once."""

    def choices(self, given: Choices) -> Choices:
        """A value for every option, defaults filled in; BadChoice for what is not offered."""
        known = {option.key for option in self.options}
        for key in given:
            if key not in known:
                raise BadChoice(f"{self.key} has no option {key!r}")
        chosen = {option.key: given.get(option.key, option.default) for option in self.options}
        for option in self.options:
            value = chosen[option.key]
            if value not in option.values:
                offered = ", ".join(option.values)
                raise BadChoice(
                    f"option {option.key} of {self.key} is one of {offered}; not {value!r}"
                )
            if value != option.default and not option.free(chosen):
                other = next(f"{k}={v}" for k, v in option.unless if chosen.get(k) == v)
                raise BadChoice(f"option {option.key}={value} does not go with {other}")
        return chosen


AnyGame = Game[Any]


def shuffled(items: Sequence[Any], random: Random) -> list[Any]:
    """The items in a random order (Fisher and Yates), the same for the same seed for ever.

    Uses nothing but random.random(), the only numbers Python promises across versions.
    """
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        chosen = int(random.random() * (last + 1))
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return deck


def noticed(moves: Sequence[Move], misses: float, random: Random) -> list[Move]:
    """The moves that are looked at, in a random order: each is overlooked with that chance, but
    one is always seen."""
    mixed: list[Move] = shuffled(moves, random)
    if not misses:
        return mixed
    return [move for move in mixed if random.random() >= misses] or mixed[:1]
