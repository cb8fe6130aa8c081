"""Diagrams: positions taken apart, as data for an editor. Knows no single game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Generic

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import P, Remark
from flipside.rules.contract.story import Piece

_Choices = Mapping[str, str]
"""A value for every option of a game."""

NOTHING = "-"
"""The word of a choice that is not made."""

GENERAL_FAULTS = {
    "none": "Positions of {word} cannot be set up.",
    "sign": "{word!r} cannot stand on {cells}.",
    "turn": "It must say who moves: {word}.",
    "word": "{word!r} is not possible in this position.",
    "over": "The match would already be over in this position.",
}
"""Sentences of the faults that every game may have; the others are texts of the game."""


class BadPosition(ValueError):
    """A diagram that is no position in which a match can begin. The text key `fault.<key>` may use
    `word`, `count` and `cells` (their names): the shell's key if it is in GENERAL_FAULTS, else the
    game's."""

    def __init__(self, key: str, word: str = "", count: int = 0, cells: tuple[Cell, ...] = ()):
        self.key, self.word, self.count, self.cells = key, word, count, cells
        super().__init__(key)


@dataclass(frozen=True)
class DiagramChoice:
    """What must be told besides the cells. Its name is the game's text `diagram.<key>`, that of
    "turn" the shell's."""

    key: str
    values: tuple[str, ...]
    """Words, the default first: NOTHING, or for "turn" the sign of a colour."""
    fault: str = "word"
    """The key of the fault that another value is."""
    several: bool = False
    """Whether several values may be chosen, in a certain order, joined by commas."""
    colour: str | None = None
    """Colour of the pieces that the values name by their faces, such as 1010 for "tile:1010"; None:
    they name no pieces."""


@dataclass(frozen=True)
class PositionDiagram:
    """A position taken apart; it may be unfinished or impossible."""

    signs: str
    """A sign for each of the first cells of the board."""
    words: tuple[str, ...] = ()
    """A word for each choice in order; the last ones may be left out."""

    def word(self, number: int) -> str:
        """The word of that choice, NOTHING if it is left out."""
        return self.words[number] if number < len(self.words) else NOTHING

    def bits(self, sign: str) -> int:
        """Bitboard of the cells with that sign."""
        return sum(1 << cell for cell, one in enumerate(self.signs) if one == sign)

    def parts(self, number: int) -> list[str]:
        """The values of a choice of which several may be made."""
        word = self.word(number)
        return [] if word == NOTHING else word.split(",")


@dataclass(frozen=True)
class DiagramRules(Generic[P]):
    """How positions of a game are set up."""

    signs: Callable[[_Choices], tuple[tuple[str, ...], ...]]
    """By cell what can stand there, first that of a cleared board: for each piece a string of its
    signs, one for each way in which it can be turned."""
    piece: Callable[[Cell, str], Piece | None]
    """The piece of a sign on a cell."""
    choices: Callable[[_Choices, PositionDiagram], tuple[DiagramChoice, ...]]
    """All further choices, with the values that fit the cells and the words before; the first is
    "turn"."""
    position: Callable[[_Choices, PositionDiagram, Random], P]
    """The position; raises BadPosition. All chance comes from this Random."""
    diagram: Callable[[P], PositionDiagram | None]
    """The diagram of a position; None for one that has no text."""
    mirror: Callable[[Cell, str], str] = lambda cell, sign: sign
    """The sign of a piece on a cell as a mirror shows it, left and right exchanged."""
    mirror_word: Callable[[_Choices, str], str] = lambda choices, word: word
    """The word of a choice as a mirror shows it, but for names of cells."""
    remark: Callable[[Piece], Remark | None] = lambda piece: None
    """How a piece lies, where neither its face nor its colour has a name that tells."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other signs and words that are read, and what they mean."""
