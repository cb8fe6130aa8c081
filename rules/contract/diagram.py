"""Diagrams: positions as data for an editor and as one line of text.

A position text has a sign for each cell that can be set, in the order of the board, then a word for
each choice, such as the player to move. "-" stands for nothing; at the end it is left out. Blanks
between signs do not count.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NamedTuple, Protocol

from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.position import Description, P
from flipside.rules.contract.story import Piece

_Choices = Mapping[str, str]
"""A value for every option of a game."""

NOTHING = "-"
"""The word of a choice that is not made."""

MAX_POSITION_CHARACTERS = 1_500
"""Most characters of a position text; a full board of Contactic has some 700."""

_MAX_NAMED_CELLS = 8
"""Most cells that a sentence names; all are marked on a board."""

GENERAL_FAULTS = {
    "none": "Positions of {word} cannot be set up.",
    "sign": "{word!r} cannot stand on {cells}.",
    "turn": "It must say who moves: {word}.",
    "word": "{word!r} is not possible in this position.",
    "over": "The match would already be over in this position.",
}
"""Sentences of the faults that every game may have; the others are texts of the game."""


class BadPosition(ValueError):
    """A diagram that is no position in which a match can begin.

    The text key `fault.<key>` may use `word`, `count` and `cells` (their names). It is the shell's
    if it is in GENERAL_FAULTS, else the game's.
    """

    def __init__(self, key: str, word: str = "", count: int = 0, cells: tuple[Cell, ...] = ()):
        self.key, self.word, self.count, self.cells = key, word, count, cells
        super().__init__(key)


@dataclass(frozen=True)
class DiagramChoice:
    """A choice besides the cells; its name is the game's text `diagram.<key>`."""

    key: str
    values: tuple[str, ...]
    """Words, the default first: NOTHING, or for "turn" the sign of a colour."""
    fault: str = "word"
    """The key of the fault that is reported for any other value."""
    several: bool = False
    """Whether several values may be chosen, in a certain order, joined by commas."""
    colour: str | None = None
    """Colour of the pieces that the values name by their faces, such as 1010 for "tile:1010", or
    None."""


@dataclass(frozen=True)
class PositionDiagram:
    """The cells and choices of a position; it may be unfinished or impossible."""

    symbols: str
    """A sign for each of the first cells of the board."""
    fields: tuple[str, ...] = ()
    """A word for each choice in order; the last ones may be left out."""

    def field_at(self, number: int) -> str:
        """Return the word of that choice, NOTHING if it is left out."""
        return self.fields[number] if number < len(self.fields) else NOTHING

    def bits(self, sign: str) -> int:
        """Return the bitboard of the cells with that sign."""
        return sum(1 << cell for cell, other in enumerate(self.symbols) if other == sign)

    def parts(self, number: int) -> list[str]:
        """Return the values of a choice of which several may be made."""
        word = self.field_at(number)
        return [] if word == NOTHING else word.split(",")


@dataclass(frozen=True)
class DiagramRules(Generic[P]):
    """How positions of a game are set up."""

    cell_symbols: Callable[[_Choices], tuple[tuple[str, ...], ...]]
    """By cell the possible contents, first that of a cleared board: for each piece a string of its
    signs, one for each of its orientations."""
    piece_of: Callable[[Cell, str], Piece | None]
    """The piece of a sign on a cell."""
    choices: Callable[[_Choices, PositionDiagram], tuple[DiagramChoice, ...]]
    """All further choices, with the values that fit the cells and words before; first "turn"."""
    position: Callable[[_Choices, PositionDiagram, Random], P]
    """The position; raises BadPosition. All chance comes from this Random."""
    diagram: Callable[[P], PositionDiagram | None]
    """The diagram of a position; None for one that has no text."""
    mirror: Callable[[Cell, str], str] = lambda cell, sign: sign
    """The mirrored sign of a piece on a cell, left and right exchanged."""
    mirror_word: Callable[[_Choices, str], str] = lambda choices, word: word
    """The mirrored word of a choice, except for names of cells."""
    piece_description: Callable[[Piece], Description | None] = lambda piece: None
    """The orientation of a piece, where neither its face nor its colour implies it."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other signs and words that are read, and their meanings."""
    sentences: Callable[[], Mapping[str, str]] = dict
    """English sentences of the faults that are not in GENERAL_FAULTS, by key."""


class SetUpGame(Protocol):
    """The parts of a `Game` that position texts need, as this module cannot import it."""

    @property
    def key(self) -> str:
        """The key of the game."""

    @property
    def board(self) -> Callable[[_Choices], Board]:
        """The board for the options."""

    @property
    def diagrams(self) -> DiagramRules[Any] | None:
        """The rules of its position texts, if any."""


def position_from(
    game: SetUpGame, choices: _Choices, diagram: PositionDiagram, random: Random | None = None
) -> Any:
    """Return the position of a diagram; raises BadPosition for the first fault."""
    rules = _rules(game)
    if diagram.field_at(0) == NOTHING:
        raise BadPosition("turn", ", ".join(rules.choices(choices, diagram)[0].values))
    position = rules.position(choices, diagram, random or Random(0))
    if position.result() is not None:
        raise BadPosition("over")
    return position


def write_position(game: SetUpGame, choices: _Choices, position: Any) -> str | None:
    """Return the text of a position without hidden information; None for one without a text."""
    diagram = game.diagrams.diagram(position) if game.diagrams is not None else None
    return None if diagram is None else diagram_text(game, choices, diagram)


def diagram_text(game: SetUpGame, choices: _Choices, diagram: PositionDiagram) -> str:
    """Return a diagram as a position text."""
    kinds = game.board(choices).kinds
    signs = "".join(
        f" {sign}" if cell and kinds[cell] != kinds[cell - 1] else sign
        for cell, sign in enumerate(diagram.symbols)
    )
    words = list(diagram.fields)
    while words and words[-1] == NOTHING:
        words.pop()
    return " ".join([signs, *words])


def cleared_diagram(game: SetUpGame, choices: _Choices) -> PositionDiagram:
    """Return the diagram of a cleared board."""
    return PositionDiagram("".join(pieces[0][0] for pieces in _rules(game).cell_symbols(choices)))


def mirrored_diagram(
    game: SetUpGame, choices: _Choices, diagram: PositionDiagram
) -> PositionDiagram:
    """Return the diagram mirrored, the first column as the last."""
    board, count = game.board(choices), len(diagram.symbols)
    places = {centre: cell for cell, centre in enumerate(board.centres[:count])}
    other = [places[board.columns - x, y] for x, y in board.centres[:count]]
    rules = _rules(game)
    signs = "".join(rules.mirror(cell, diagram.symbols[other[cell]]) for cell in range(count))
    names = {name: board.names[other[cell]] for cell, name in enumerate(board.names[:count])}

    def mirror_word(word: str) -> str:
        word = re.sub("[a-z][0-9]+", lambda name: names.get(name[0], name[0]), word)
        return rules.mirror_word(choices, word)

    return PositionDiagram(signs, tuple(map(mirror_word, diagram.fields)))


def parse_diagram(game: SetUpGame, choices: _Choices, text: str) -> PositionDiagram:
    """Parse a position text; raises BadPosition if a sign or a word is not possible."""
    rules = _rules(game)
    possible = ["".join(pieces) for pieces in rules.cell_symbols(choices)]
    anywhere = "".join(possible)
    signs: list[str] = []
    rest = text = text.strip()
    if len(text) > 2 * MAX_POSITION_CHARACTERS:
        raise BadPosition("signs", count=len("".join(text[:MAX_POSITION_CHARACTERS].split())))
    while len(signs) < len(possible):
        sign = _meaning(rules.aliases, rest[:1], possible[len(signs)]) if rest else None
        if sign is None and rest and _meaning(rules.aliases, rest[0], anywhere) is not None:
            raise BadPosition("sign", rest[0], cells=(len(signs),))
        if sign is None:
            raise BadPosition("signs", count=len(signs))
        signs.append(sign)
        rest = rest[1:].lstrip() if len(signs) < len(possible) else rest[1:]
    more = "" if rest[:1].isspace() else "".join(rest.split()[:1])
    *groups, last = text.split()
    if len(last) == 1 and not rest and any(len(group) > 1 for group in groups):
        raise BadPosition("signs", count=len(signs) - 1)  # the last is the mover
    words = rest.split()
    one_more = len(more) == 1 and len(words) > 1 and len(words[1]) == 1  # words[1] is the mover
    if len(more) > 1 or one_more or len(rest) > MAX_POSITION_CHARACTERS:
        raise BadPosition("signs", count=len(signs) + len(more))
    return _with_words(rules, choices, "".join(signs), words)


def _with_words(
    rules: DiagramRules[Any], choices: _Choices, signs: str, words: list[str]
) -> PositionDiagram:
    diagram = PositionDiagram(signs)
    for number, word in enumerate(words):
        questions = rules.choices(choices, diagram)
        if number == len(questions):
            raise BadPosition("word", " ".join(words[number:]))
        choice = questions[number]
        parts = word.split(",") if choice.several else [word]
        meanings = [_meaning(rules.aliases, part, (*choice.values, NOTHING)) for part in parts]
        read = [part for part in meanings if part is not None]
        if len(read) < len(parts) or (choice.fault == "turn" and read == [NOTHING]):
            colours = ", ".join(choice.values)
            raise BadPosition(choice.fault, colours if choice.fault == "turn" else word)
        diagram = PositionDiagram(signs, (*diagram.fields, ",".join(read)))
    return diagram


def _meaning(aliases: Mapping[str, str], word: str, possible: str | tuple[str, ...]) -> str | None:
    """Return the possible sign or word that `word` stands for, in either case; else None."""
    lower = word.lower()
    for form in (word, aliases.get(lower, word), word.upper(), lower):
        if form in possible:
            return form
    return None


def _rules(game: SetUpGame) -> DiagramRules[Any]:
    if game.diagrams is None:
        raise BadPosition("none", game.key)
    return game.diagrams


class Fault(NamedTuple):
    """The parts of the sentence on a BadPosition."""

    game: str
    """The key of the game."""
    key: str
    """Key of the text `fault.<key>`: the program's if it is in GENERAL_FAULTS, else the game's."""
    values: Mapping[str, object]
    """The values of its placeholders: word, count, cells."""


def fault_of(game: SetUpGame, choices: _Choices, wrong: BadPosition) -> Fault:
    """Return the fault of a diagram of this game with these choices."""
    board = game.board(choices).names
    names = [board[cell] for cell in wrong.cells]
    if len(names) > _MAX_NAMED_CELLS:
        names[_MAX_NAMED_CELLS - 1 : -1] = ["…"]
    cells = ", ".join(names)
    return Fault(game.key, wrong.key, {"word": wrong.word, "count": wrong.count, "cells": cells})


def fault_sentence(game: SetUpGame, fault: Fault) -> str:
    """Return the fault in English; its key where the sentences of the game are missing."""
    sentence = GENERAL_FAULTS.get(fault.key)
    if sentence is None:
        sentence = _rules(game).sentences().get(fault.key, fault.key)
    return sentence.format(**fault.values)
