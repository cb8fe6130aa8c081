"""Game: the description of one game, with its options, board, opening and engine."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.diagram import DiagramRules
from flipside.rules.contract.position import Description, Fact, Move, P, RepetitionAndCap
from flipside.rules.contract.search_api import EngineSpec
from flipside.rules.contract.story import Story

Choices = Mapping[str, str]
"""A value for every option of a game."""


class BadChoice(ValueError):
    """An option, or a value of one, that the game does not offer."""


@dataclass(frozen=True)
class Option:
    """A setting of a game, made before the match; the first value is the default.

    `unless` names (option, value) pairs beside which only the default is possible; `people_only`
    the values that need two people. An `opening_only` option only decides how a match begins: a
    match from a position set up has its default. A record names an `added` option only if it
    differs from its default, so that records and links from before the option stay the same.
    """

    key: str
    values: tuple[str, ...]
    unless: tuple[tuple[str, str], ...] = ()
    people_only: tuple[str, ...] = ()
    opening_only: bool = False
    added: bool = False

    @property
    def default(self) -> str:
        """The first value."""
        return self.values[0]

    def free(self, choices: Choices) -> bool:
        """Return whether `choices` allow more than the default."""
        return not any(choices.get(key) == value for key, value in self.unless)


@dataclass(frozen=True)
class Game(Generic[P]):
    """Everything about one game that does not depend on a position."""

    key: str
    """Folder, save name and prefix of texts."""
    options: tuple[Option, ...]
    board: Callable[[Choices], Board]
    opening: Callable[[Choices, Random], P]
    """The first position. All chance comes from this Random, through `shuffled` alone."""
    engine: EngineSpec[P]
    """Evaluation, tablebase, opening book and limits of the computer player."""
    repetition: RepetitionAndCap[P] | None = None
    announced_score: Callable[[P], tuple[int, int]] | None = None
    """The final score as people announce it, where that differs from the points counted."""
    facts: Callable[[P, Move], Iterable[Fact]] = lambda position, move: ()
    """Facts about a legal move, the most telling first, without hidden information."""
    illegal_reason: Callable[[P, Move], str] = lambda position, taps: ""
    """Why these taps are no legal move and begin none: the text key `refused.<key>`, or ""."""
    cell_descriptions: Callable[[P, Cell], Iterable[Description]] = lambda position, cell: ()
    """Descriptions of a cell for players who use a screen reader, besides piece and marks, without
    anything that sighted players cannot see."""
    move_descriptions: Callable[[P, Move], Iterable[Description]] = lambda position, move: ()
    """Texts, as of `cell_descriptions`, after a move's first cell where its name is a code."""
    uniform_flips: bool = False
    """Whether all moves that flip pieces flip the same number of them."""
    orthogonal_only: bool = False
    """Whether squares that touch only at a corner do not count as neighbours."""
    opening_name: Callable[[P], str | None] = lambda position: None
    """The text key `opening_name.<key>` of a known position, such as an opening, or None."""
    count_story: Callable[[P], Story] = lambda position: ()
    """How the pieces are laid out for counting after the end, as a story that begins with those of
    the position; empty in games that count no pieces."""
    diagrams: DiagramRules[P] | None = None
    """How any position is set up; None if matches have only their opening."""

    def __copy__(self) -> "Game[P]":
        return self

    def __deepcopy__(self, memo: object) -> "Game[P]":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("games are pickled by key: import the catalogue of all games first")

    def choices_for_diagrams(self, choices: Choices) -> Choices:
        """Return the choices for a position set up: opening options at their default."""
        defaults = {option.key: option.default for option in self.options if option.opening_only}
        return {**choices, **defaults}

    def recorded_choices(self, choices: Choices) -> Choices:
        """Return the choices that a record names: all but `added` options at their default."""
        silent = {option.key for option in self.options if option.added}
        defaults = {option.key: option.default for option in self.options}
        return {
            key: value
            for key, value in choices.items()
            if key not in silent or value != defaults.get(key)
        }

    def choices(self, overrides: Choices) -> Choices:
        """Return a value for every option, the default unless `overrides` has another.

        Raises BadChoice for an unknown option or value, or two that exclude each other.
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
