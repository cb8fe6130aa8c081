"""Position texts: any position of a game as one line, and the position of a diagram. A text has a
sign for each cell that can be set, in the order of the board, then a word for each choice, such as
the player to move. "-" stands for nothing; at the end it is left out. Blanks between signs do not
count. Knows no single game."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from flipside.rules.contract.diagram import (
    GENERAL_FAULTS,
    NOTHING,
    BadPosition,
    DiagramRules,
    PositionDiagram,
)
from flipside.rules.contract.game import AnyGame, Choices

_MAX_NAMED_CELLS = 8
"""Most cells that a sentence names; all are marked on a board."""

MAX_POSITION_CHARACTERS = 1_500
"""Most characters of a position text; a full board of Contactic has some 700."""


def position_from(
    game: AnyGame, choices: Choices, diagram: PositionDiagram, random: Random | None = None
) -> Any:
    """The position of a diagram; raises BadPosition for the first fault found."""
    rules = _rules(game)
    if diagram.word(0) == NOTHING:
        raise BadPosition("turn", ", ".join(rules.choices(choices, diagram)[0].values))
    position = rules.position(choices, diagram, random or Random(0))
    if position.result() is not None:
        raise BadPosition("over")
    return position


def write_position(game: AnyGame, choices: Choices, position: Any) -> str | None:
    """The text of a position; None for one that has no text. It tells nothing that is
    hidden from the mover."""
    diagram = game.diagrams.diagram(position) if game.diagrams is not None else None
    return None if diagram is None else diagram_text(game, choices, diagram)


def diagram_text(game: AnyGame, choices: Choices, diagram: PositionDiagram) -> str:
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


def cleared_diagram(game: AnyGame, choices: Choices) -> PositionDiagram:
    """The diagram of a cleared board."""
    return PositionDiagram("".join(pieces[0][0] for pieces in _rules(game).signs(choices)))


def mirrored_diagram(game: AnyGame, choices: Choices, diagram: PositionDiagram) -> PositionDiagram:
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


def parse_diagram(game: AnyGame, choices: Choices, text: str) -> PositionDiagram:
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
    rules: DiagramRules[Any], choices: Choices, signs: str, words: list[str]
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


def _rules(game: AnyGame) -> DiagramRules[Any]:
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


def fault_of(game: AnyGame, choices: Choices, wrong: BadPosition) -> Fault:
    """The fault of a diagram of this game with these choices."""
    board = game.board(choices).names
    names = [board[cell] for cell in wrong.cells]
    if len(names) > _MAX_NAMED_CELLS:
        names[_MAX_NAMED_CELLS - 1 : -1] = ["…"]
    cells = ", ".join(names)
    return Fault(game.key, wrong.key, {"word": wrong.word, "count": wrong.count, "cells": cells})


def fault_sentence(fault: Fault) -> str:
    """The fault in English; its key where the texts of games are packed, as in a page."""
    sentence = GENERAL_FAULTS.get(fault.key)
    path = Path(__file__).parents[1] / "games" / fault.game / "text.toml"
    if sentence is None and path.is_file():
        sentence = tomllib.loads(path.read_text("utf-8"))["en"]["fault"][fault.key]
    return (sentence or fault.key).format(**fault.values)
