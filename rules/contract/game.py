"""Game: the description of one game, with its options, board, opening and engine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.diagram import DiagramRules
from flipside.rules.contract.position import Description, Fact, Move, P, Player, RepetitionAndCap
from flipside.rules.contract.search_api import EngineSpec
from flipside.rules.contract.story import Story

Choices = Mapping[str, str]
"""A value for every option of a game."""


class BadChoice(ValueError):
    """The game does not have this option, or not with this value."""


@dataclass(frozen=True)
class Option:
    """A setting of a game, chosen before the match. The first value is the default."""

    key: str
    values: tuple[str, ...]
    unless: tuple[tuple[str, str], ...] = ()
    """Pairs of another option and its value. With any of them, only the default is possible."""
    people_only: tuple[str, ...] = ()
    """Values that are possible only if both players are people."""
    opening_only: bool = False
    """Whether the option affects only the opening. A position set up allows only the default."""
    unrated: tuple[str, ...] = ()
    """Values with which matches are not rated, because the ratings of the levels are not true or
    not measured."""
    added: bool = False
    """Whether records omit the option if it has its default, as older records do."""

    @property
    def default(self) -> str:
        """The first value."""
        return self.values[0]

    def free(self, choices: Choices) -> bool:
        """Return whether `choices` allow other values than the default."""
        return not any(choices.get(key) == value for key, value in self.unless)


@dataclass(frozen=True)
class Game(Generic[P]):
    """Everything about one game that does not depend on a position."""

    key: str
    """The name of its folder and saved files, and the prefix of its texts."""
    options: tuple[Option, ...]
    board: Callable[[Choices], Board]
    opening: Callable[[Choices, Random], P]
    """Return the first position. All random numbers come from the Random, through `shuffled`."""
    engine: EngineSpec[P]
    """The evaluation, tablebase, opening book and limits of the computer player."""
    repetition: RepetitionAndCap[P] | None = None
    announced_score: Callable[[P], tuple[int, int]] | None = None
    """Return the official final score; None if it is always equal to the points."""
    facts: Callable[[P, Move], Iterable[Fact]] = lambda position, move: ()
    """Return facts about a legal move, the most important first, without hidden information."""
    illegal_reason: Callable[[P, Move], str] = lambda position, taps: ""
    """Return why no legal move begins with these taps, as the text key `refused.<key>`, or ""."""
    cell_descriptions: Callable[[P, Cell], Iterable[Description]] = lambda position, cell: ()
    """Return descriptions of a cell for screen readers, besides its piece and marks. They contain
    only what is visible on the screen."""
    move_descriptions: Callable[[P, Move], Iterable[Description]] = lambda position, move: ()
    """Return descriptions, read out after the first cell's name, of a move whose name is a code."""
    lessons_after_loss: Callable[[Sequence[P], Player], Iterable[str]] = lambda positions, loser: ()
    """Return the keys of the lessons about why a player lost, the most fitting first, given all
    positions of the match."""
    uniform_flips: bool = False
    """Whether all moves that flip pieces flip the same number of pieces."""
    orthogonal_only: bool = False
    """Whether squares that touch only at a corner do not count as neighbours."""
    opening_name: Callable[[P], str | None] = lambda position: None
    """Return the text key `opening_name.<key>` of a known position, or None."""
    count_story: Callable[[P], Story] = lambda position: ()
    """Return the story in which the pieces of a final position are sorted for counting; empty in
    games that do not count pieces."""
    diagrams: DiagramRules[P] | None = None
    """The rules for setting up positions; None if only the opening is possible."""

    def __copy__(self) -> "Game[P]":
        return self

    def __deepcopy__(self, memo: object) -> "Game[P]":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("games are pickled by key: import the catalogue of all games first")

    def points_at_end(self, position: P) -> tuple[int, int] | None:
        """Return the official points of a final position; None in games without points."""
        if self.announced_score is None:
            return position.points()
        return self.announced_score(position)

    def choices_for_diagrams(self, choices: Choices) -> Choices:
        """Return `choices` for a match from a position set up: opening options have the default."""
        defaults = {option.key: option.default for option in self.options if option.opening_only}
        return {**choices, **defaults}

    def recorded_choices(self, choices: Choices) -> Choices:
        """Return the choices for a record: all except `added` options with the default value."""
        silent = {option.key for option in self.options if option.added}
        defaults = {option.key: option.default for option in self.options}
        return {
            key: value
            for key, value in choices.items()
            if key not in silent or value != defaults.get(key)
        }

    def choices(self, overrides: Choices) -> Choices:
        """Return a value for every option: the value in `overrides`, else the default.

        Raises BadChoice for an unknown option or value, and for values that exclude each other.
        """
        keys = {option.key for option in self.options}
        for key in overrides:
            if key not in keys:
                raise BadChoice(f"{self.key} has no option {key!r}")
        choices = {option.key: overrides.get(option.key, option.default) for option in self.options}
        for option in self.options:
            value = choices[option.key]
            if value not in option.values:
                values = ", ".join(option.values)
                raise BadChoice(
                    f"option {option.key} of {self.key} is one of {values}; not {value!r}"
                )
            if value != option.default and not option.free(choices):
                other = next(f"{k}={v}" for k, v in option.unless if choices.get(k) == v)
                raise BadChoice(f"option {option.key}={value} does not go with {other}")
        return choices


AnyGame = Game[Any]
