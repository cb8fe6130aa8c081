"""Diagrams: positions taken apart, as data for an editor and as one line of text. A position text
has a sign for each cell that can be set, in the order of the board, then a word for each choice,
such as the player to move. "-" stands for nothing; at the end it is left out. Blanks between signs
do not count. Knows no single game."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NamedTuple, Protocol

from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.position import P, Remark
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
    sentences: Callable[[], Mapping[str, str]] = dict
    """English sentences of the faults that are not in GENERAL_FAULTS, by key. They may be missing,
    as in a page, which has texts of its own."""


class SetUpGame(Protocol):
    """The parts of a `Game` that position texts need. `Game` holds DiagramRules, so this module
    does not import it."""

    @property
    def key(self) -> str: ...

    @property
    def board(self) -> Callable[[_Choices], Board]: ...

    @property
    def diagrams(self) -> DiagramRules[Any] | None: ...


def position_from(
    game: SetUpGame, choices: _Choices, diagram: PositionDiagram, random: Random | None = None
) -> Any:
    """The position of a diagram; raises BadPosition for the first fault found."""
    rules = _rules(game)
    if diagram.word(0) == NOTHING:
        raise BadPosition("turn", ", ".join(rules.choices(choices, diagram)[0].values))
    position = rules.position(choices, diagram, random or Random(0))
    if position.result() is not None:
        raise BadPosition("over")
    return position


def write_position(game: SetUpGame, choices: _Choices, position: Any) -> str | None:
    """The text of a position; None for one that has no text. It tells nothing that is
    hidden from the mover."""
    diagram = game.diagrams.diagram(position) if game.diagrams is not None else None
    return None if diagram is None else diagram_text(game, choices, diagram)


def diagram_text(game: SetUpGame, choices: _Choices, diagram: PositionDiagram) -> str:
    """A diagram as a position text."""
    kinds = game.board(choices).kinds
    signs = "".join(
        f" {sign}" if cell and kinds[cell] != kinds[cell - 1] else sign
        for cell, sign in enumerate(diagram.signs)
    )
    words = list(diagram.words)
    while words and words[-1] == NOTHING:
        words.pop()
    return " ".join([signs, *words])


def cleared_diagram(game: SetUpGame, choices: _Choices) -> PositionDiagram:
    """The diagram of a cleared board."""
    return PositionDiagram("".join(pieces[0][0] for pieces in _rules(game).signs(choices)))


def mirrored_diagram(
    game: SetUpGame, choices: _Choices, diagram: PositionDiagram
) -> PositionDiagram:
    """The diagram as a mirror shows it, the first column as the last."""
    board, count = game.board(choices), len(diagram.signs)
    places = {centre: cell for cell, centre in enumerate(board.centres[:count])}
    other = [places[board.columns - x, y] for x, y in board.centres[:count]]
    rules = _rules(game)
    signs = "".join(rules.mirror(cell, diagram.signs[other[cell]]) for cell in range(count))
    names = {name: board.names[other[cell]] for cell, name in enumerate(board.names[:count])}

    def mirrored(word: str) -> str:
        word = re.sub("[a-z][0-9]+", lambda name: names.get(name[0], name[0]), word)
        return rules.mirror_word(choices, word)

    return PositionDiagram(signs, tuple(map(mirrored, diagram.words)))


def parse_diagram(game: SetUpGame, choices: _Choices, text: str) -> PositionDiagram:
    """Parse a position text; raises BadPosition if a sign or a word is not possible. Whether the
    whole is a position is checked by `position_from`."""
    rules = _rules(game)
    possible = ["".join(pieces) for pieces in rules.signs(choices)]
    known = "".join({sign for signs in possible for sign in signs})
    found: list[str] = []
    rest = text = text.strip()
    if len(text) > 2 * MAX_POSITION_CHARACTERS:
        raise BadPosition("signs", count=len("".join(text[:MAX_POSITION_CHARACTERS].split())))
    while len(found) < len(possible):
        sign = _meant(rules.aliases, rest[:1], possible[len(found)]) if rest else None
        if sign is None and rest and _meant(rules.aliases, rest[0], known) is not None:
            raise BadPosition("sign", rest[0], cells=(len(found),))
        if sign is None:
            raise BadPosition("signs", count=len(found))
        found.append(sign)
        rest = rest[1:].lstrip() if len(found) < len(possible) else rest[1:]
    more = "" if rest[:1].isspace() else "".join(rest.split()[:1])
    *groups, last = text.split()
    if len(last) == 1 and not rest and any(len(group) > 1 for group in groups):
        raise BadPosition("signs", count=len(found) - 1)  # the last one is rather the mover
    words = rest.split()
    one_more = len(more) == 1 and len(words) > 1 and len(words[1]) == 1  # that is the mover
    if len(more) > 1 or one_more or len(rest) > MAX_POSITION_CHARACTERS:
        raise BadPosition("signs", count=len(found) + len(more))
    return _with_words(rules, choices, "".join(found), words)


def _with_words(
    rules: DiagramRules[Any], choices: _Choices, signs: str, words: list[str]
) -> PositionDiagram:
    diagram = PositionDiagram(signs)
    for number, word in enumerate(words):
        asked = rules.choices(choices, diagram)
        if number == len(asked):
            raise BadPosition("word", " ".join(words[number:]))
        one = asked[number]
        parts = word.split(",") if one.several else [word]
        meant = [_meant(rules.aliases, part, (*one.values, NOTHING)) for part in parts]
        read = [part for part in meant if part is not None]
        if len(read) < len(parts) or (one.fault == "turn" and read == [NOTHING]):
            told = ", ".join(one.values) if one.fault == "turn" else word
            raise BadPosition(one.fault, told)
        diagram = PositionDiagram(signs, (*diagram.words, ",".join(read)))
    return diagram


def _meant(aliases: Mapping[str, str], word: str, possible: str | tuple[str, ...]) -> str | None:
    """The possible sign or word that is meant by `word`, in either case; None if there is none."""
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
    """A BadPosition in words: what its text needs."""

    game: str
    """The key of the game."""
    key: str
    """Of the text `fault.<key>`: the shell's if it is in GENERAL_FAULTS, else the game's."""
    values: Mapping[str, object]
    """Of its placeholders: word, count, cells."""


def fault_of(game: SetUpGame, choices: _Choices, wrong: BadPosition) -> Fault:
    """The fault of a diagram of this game with these choices."""
    board = game.board(choices).names
    names = [board[cell] for cell in wrong.cells]
    if len(names) > _MAX_NAMED_CELLS:
        names[_MAX_NAMED_CELLS - 1 : -1] = ["…"]
    cells = ", ".join(names)
    return Fault(game.key, wrong.key, {"word": wrong.word, "count": wrong.count, "cells": cells})


def fault_sentence(game: SetUpGame, fault: Fault) -> str:
    """The fault in English; its key where the sentences of the game are missing."""
    sentence = GENERAL_FAULTS.get(fault.key)
    if sentence is None:
        sentence = _rules(game).sentences().get(fault.key, fault.key)
    return sentence.format(**fault.values)
