"""Questions about a board in a readout for screen readers, and the list of moves there."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from flipside.game.services.readout import Part
from flipside.game.speech.board_text import BoardText
from flipside.game.speech.position_text import beside_text
from flipside.game.table.phrases import Phrases
from flipside.rules.contract.board import Cell

ASK_PREFIX = "ask "
"""Begins the key of a question's button in a readout."""


@dataclass(frozen=True)
class Question:
    """Something that is said whenever one asks for it; the text key is `readout.<name>`."""

    name: str
    letter: str
    """The key that asks."""
    answer: Callable[[BoardText, Cell], Sequence[str]]
    """The sentences, some of them about the square in focus."""
    needs: Literal["", "clocks", "beside"] = ""
    """What there must be for it to be asked: clocks, or anything beside the board."""


QUESTIONS = (
    Question("around", "a", lambda spoken, cell: spoken.around(cell)),
    Question("position", "b", lambda spoken, cell: spoken.whole()),
    Question("legal", "f", lambda spoken, cell: spoken.possible()),
    Question("last", "z", lambda spoken, cell: [spoken.last()]),
    Question("beside", "d", lambda spoken, cell: spoken.beside(), needs="beside"),
    Question("time", "c", lambda spoken, cell: spoken.time(), needs="clocks"),
)
"""All questions about a board; no letter is that of a command."""


def question_parts(words: Phrases) -> Iterator[Part]:
    """A button for each question that may be asked about a match."""
    found = {"": True, "clocks": words.match.clock is not None, "beside": bool(beside_text(words))}
    for question in QUESTIONS:
        if found[question.needs]:
            called = words.text(f"readout.{question.name}")
            yield Part(ASK_PREFIX + question.name, "button", called, letter=question.letter)


def listed_moves(parts: Sequence[Part]) -> list[Part]:
    """The parts of the list of moves, all within the group of that name."""
    within = {part.within for part in parts if part.key.startswith("ply")} - {""}
    return [
        replace(part, within=part.within or "plies", level=3 if part.key in within else 0)
        for part in parts
        if part.key.startswith("ply") or part.key in within
    ]
