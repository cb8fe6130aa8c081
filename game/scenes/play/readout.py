"""A board and what is said round it, in words: the readout of every scene with a table."""

from collections.abc import Iterator
from dataclasses import dataclass

from game.drawing.panel import Sheet
from game.drawing.parts import of_sheets
from game.services.readout import Part, Readout, alone, heading, paragraphs
from game.services.text import Text
from game.table.outlook import Outlook
from rules.board import Cell

CELL = "cell "
"""How the keys of fields begin."""

SAY = "say "
"""How the keys of questions begin."""


@dataclass(frozen=True)
class Question:
    """Something that is said when one asks for it."""

    name: str
    key: str
    """The letter that asks."""


QUESTIONS = (
    Question("around", "a"),
    Question("position", "b"),
    Question("legal", "f"),
    Question("last", "k"),
    Question("turn", "i"),
)
"""What one may ask about a board that one does not see; the text keys are `readout.<name>`."""


def readout(
    text: Text, outlook: Outlook, title: str, told: tuple[str, ...], sheets: list[Sheet], line: bool
) -> Readout:
    """A table: what is told, the board, where moves are typed if `line`, questions, and all that
    can be pressed beside it."""
    parts = [heading(title), *paragraphs(told, "told"), *_board(text, outlook)]
    if line:
        parts.append(Part("line", "line", text("readout.line")))
    parts += [Part(SAY + one.name, "button", text(f"readout.{one.name}")) for one in QUESTIONS]
    there = {part.key for part in parts}
    pressed = of_sheets(sheets, labels=False)
    parts += [part for part in pressed if part.key not in there]
    return Readout(alone(parts))


def _board(text: Text, outlook: Outlook) -> Iterator[Part]:
    board = outlook.board
    yield Part("board", "grid", text("readout.board"))
    for row in range(board.rows):
        yield Part(f"row {row}", "row", "", "board")
        for column in range(board.columns):
            yield _field(text, outlook, row * board.columns + column, f"row {row}")


def _field(text: Text, outlook: Outlook, cell: Cell, row: str) -> Part:
    piece = outlook.position.pieces()[cell]
    name = outlook.board.names[cell]
    words = text.game(outlook.game.key, f"colour.{piece.colour}") if piece else "–"
    return Part(
        CELL + name, "field", f"{name}, {words}", row, "" if cell in outlook.next_cells else "out"
    )
