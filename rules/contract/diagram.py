"""Diagrams: positions as data for an editor and as one line of text.

A position text has a sign for each cell, in the order of the board, then a word for each choice,
such as the player to move. The word "-" means that a choice is not made; the last words are omitted
if they are "-". Blanks between signs are ignored.
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
"""The word for a choice that is not made."""

MAX_POSITION_CHARACTERS = 1_500
"""The maximum length of a position text. A full board of Contactic has about 700."""

_MAX_NAMED_CELLS = 8
"""The maximum number of cells named in a sentence."""

GENERAL_FAULTS = {
    "none": "Positions of {word} cannot be set up.",
    "sign": "{word!r} cannot stand on {cells}.",
    "turn": "It must say who moves: {word}.",
    "word": "{word!r} is not possible in this position.",
    "over": "The match would already be over in this position.",
}
"""Sentences for the faults that positions of every game may have. Games have further faults."""


class BadPosition(ValueError):
    """A match cannot begin with the position of a diagram.

    The text `fault.<key>` may use `word`, `count` and the names of `cells`. It belongs to the
    program if `key` is in GENERAL_FAULTS, else to the game.
    """

    def __init__(self, key: str, word: str = "", count: int = 0, cells: tuple[Cell, ...] = ()):
        self.key, self.word, self.count, self.cells = key, word, count, cells
        super().__init__(key)


@dataclass(frozen=True)
class DiagramChoice:
    """A choice of a position text, such as the player to move, with the text `diagram.<key>`."""

    key: str
    values: tuple[str, ...]
    """The possible words. The first is the default: NOTHING, or for "turn" the sign of a colour."""
    fault: str = "word"
    """The key of the fault for any other word."""
    several: bool = False
    """Whether several values may be chosen. The word then joins them by commas, in order."""
    colour: str | None = None
    """If values stand for pieces, such as 1010 for the face "tile:1010", the colour of these."""


@dataclass(frozen=True)
class PositionDiagram:
    """The cells and choices of a position, which may be incomplete or impossible."""

    symbols: str
    """A sign for each cell that can be set; these are the first cells of the board."""
    fields: tuple[str, ...] = ()
    """A word for each choice in order; the last words may be omitted."""

    def field_at(self, number: int) -> str:
        """Return the word of choice `number`; NOTHING if it is omitted."""
        return self.fields[number] if number < len(self.fields) else NOTHING

    def bits(self, sign: str) -> int:
        """Return the bitboard of the cells with `sign`."""
        return sum(1 << cell for cell, other in enumerate(self.symbols) if other == sign)

    def parts(self, number: int) -> list[str]:
        """Return the values of choice `number`, which allows several values."""
        word = self.field_at(number)
        return [] if word == NOTHING else word.split(",")


@dataclass(frozen=True)
class DiagramRules(Generic[P]):
    """The functions by which a game reads, writes and edits diagrams."""

    cell_symbols: Callable[[_Choices], tuple[tuple[str, ...], ...]]
    """Return the possible contents of each cell, first those of a cleared board. Each is a string:
    the signs of a piece, one for each orientation."""
    piece_of: Callable[[Cell, str], Piece | None]
    """Return the piece that a sign stands for on a cell."""
    choices: Callable[[_Choices, PositionDiagram], tuple[DiagramChoice, ...]]
    """Return the choices of a diagram, "turn" first, with the values possible for its cells."""
    position: Callable[[_Choices, PositionDiagram, Random], P]
    """Return the position; raises BadPosition. All random numbers come from the Random."""
    diagram: Callable[[P], PositionDiagram | None]
    """Return the diagram of a position; None if it cannot be written as a text."""
    mirror: Callable[[Cell, str], str] = lambda cell, sign: sign
    """Return the sign that replaces a sign on a cell when left and right are exchanged."""
    mirror_word: Callable[[_Choices, str], str] = lambda choices, word: word
    """Return the mirrored word of a choice, in which names of cells have been mirrored before."""
    piece_description: Callable[[Piece], Description | None] = lambda piece: None
    """Return the orientation of a piece, if its face and colour do not imply it."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Alternative signs and words, with the sign or word that each one stands for."""
    sentences: Callable[[], Mapping[str, str]] = dict
    """Return the English sentences of the game's own faults, by key."""


class SetUpGame(Protocol):
    """The parts of a `Game` used here. Importing `Game` would be an import cycle."""

    @property
    def key(self) -> str:
        """The key of the game."""

    @property
    def board(self) -> Callable[[_Choices], Board]:
        """The function that returns the board for the choices."""

    @property
    def diagrams(self) -> DiagramRules[Any] | None:
        """The rules of the game's position texts; None if it has none."""


def position_from(
    game: SetUpGame, choices: _Choices, diagram: PositionDiagram, random: Random | None = None
) -> Any:
    """Return the position of a diagram; raises BadPosition if no match can begin with it."""
    rules = _rules(game)
    if diagram.field_at(0) == NOTHING:
        raise BadPosition("turn", ", ".join(rules.choices(choices, diagram)[0].values))
    position = rules.position(choices, diagram, random or Random(0))
    if position.result() is not None:
        raise BadPosition("over")
    return position


def write_position(game: SetUpGame, choices: _Choices, position: Any) -> str | None:
    """Return the text of a position without hidden information; None if it has no text."""
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
    """Return the mirrored diagram: left and right are exchanged."""
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
    """Return the diagram of a position text; raises BadPosition for an impossible sign or word."""
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
        raise BadPosition("signs", count=len(signs) - 1)  # the last sign is the mover
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
    """Return the sign or word in `possible` that `word` stands for, in upper or lower case."""
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
    """The parts of the sentence that describes a BadPosition."""

    game: str
    """The key of the game."""
    key: str
    """The key of the text `fault.<key>`. Keys in GENERAL_FAULTS are texts of the program."""
    values: Mapping[str, object]
    """The values of the placeholders "word", "count" and "cells"."""


def fault_of(game: SetUpGame, choices: _Choices, wrong: BadPosition) -> Fault:
    """Return the parts of the sentence for `wrong`, a fault in a diagram of `game`."""
    board = game.board(choices).names
    names = [board[cell] for cell in wrong.cells]
    if len(names) > _MAX_NAMED_CELLS:
        names[_MAX_NAMED_CELLS - 1 : -1] = ["…"]
    cells = ", ".join(names)
    return Fault(game.key, wrong.key, {"word": wrong.word, "count": wrong.count, "cells": cells})


def fault_sentence(game: SetUpGame, fault: Fault) -> str:
    """Return the English sentence for a fault; its key if the game has no sentence for it."""
    sentence = GENERAL_FAULTS.get(fault.key)
    if sentence is None:
        sentence = _rules(game).sentences().get(fault.key, fault.key)
    return sentence.format(**fault.values)
