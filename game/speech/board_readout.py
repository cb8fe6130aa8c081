"""The board in a readout for screen readers: its rows and squares as parts, and the questions about
it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from game.services.readout import Part, PartKind, PartState
from game.services.text import Text
from game.speech.board_text import BoardText, Spot
from game.speech.position_text import beside_text
from game.table.phrases import Phrases
from rules.contract.board import Board, Cell

CELL_PREFIX = "cell "

_ASK_PREFIX = "ask "

CellSign = Callable[[Cell], str]
"""The sign of a square in large type (`Part.sign`)."""


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

BY_LETTER = {question.letter: question for question in QUESTIONS}


def board_parts(text: Text, board: Board, spoken: BoardText, sign: CellSign) -> Iterator[Part]:
    """The squares as a grid; hinges, and what lies beside the board, as groups. They are yielded
    one by one, so that callers may stop when time is up and go on later."""
    yield Part("board", "grid", text("readout.board"))
    groups = 0
    for line in spoken.lines():
        if line.kind == "board":
            row = f"row {line.name}"
            yield Part(row, "row", line.name, "board")
            yield from (_field(board, spoken.spot(cell), row, sign) for cell in line.cells)
        else:
            groups += 1
            group = f"beside {groups}"
            yield Part(group, "group", line.name)
            yield from (_beside(board, spoken.spot(cell), group) for cell in line.cells)


def _field(board: Board, spot: Spot, within: str, sign: CellSign) -> Part:
    state: PartState = "free" if spot.legal else ""
    key = CELL_PREFIX + board.names[spot.cell]
    return Part(key, "field", spot.words, within, state, sign=sign(spot.cell), doors=spot.doors)


def _beside(board: Board, spot: Spot, within: str) -> Part:
    kind: PartKind = "button" if spot.legal or spot.tapped else "words"
    return Part(CELL_PREFIX + board.names[spot.cell], kind, spot.words, within)


def question_parts(words: Phrases) -> Iterator[Part]:
    """A button for each question that may be asked about a match."""
    found = {"": True, "clocks": words.match.clock is not None, "beside": bool(beside_text(words))}
    for question in QUESTIONS:
        if found[question.needs]:
            called = words.text(f"readout.{question.name}")
            yield Part(_ASK_PREFIX + question.name, "button", called, letter=question.letter)


def answered(key: str, spoken: BoardText, cell: Cell) -> str:
    """The answer to a button, by its key; "" for other keys."""
    found = (question for question in QUESTIONS if key == _ASK_PREFIX + question.name)
    return next((" ".join(question.answer(spoken, cell)) for question in found), "")


def listed_moves(parts: Sequence[Part]) -> list[Part]:
    """The parts of the list of moves, all within the group of that name."""
    within = {part.within for part in parts if part.key.startswith("ply")} - {""}
    return [
        replace(part, within=part.within or "plies", level=3 if part.key in within else 0)
        for part in parts
        if part.key.startswith("ply") or part.key in within
    ]
