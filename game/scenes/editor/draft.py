"""A draft: a position that is being set up, with undo and redo, and its texts."""

from collections.abc import Iterator, Mapping
from random import Random

from flipside.game.live_match.cell_text import CellText
from flipside.game.live_match.match_text import fault_words
from flipside.game.saves.matches import by_lot
from flipside.game.services.readout import Part
from flipside.game.services.texts import Texts
from flipside.game.speech import CELL_PREFIX, CellSign
from flipside.rules.contract.board import Cell
from flipside.rules.contract.diagram import (
    NOTHING,
    BadPosition,
    DiagramChoice,
    DiagramRules,
    PositionDiagram,
    cleared_diagram,
    diagram_text,
    fault_of,
    mirrored_diagram,
    parse_diagram,
    position_from,
)
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.contract.position import Mark, Position
from flipside.rules.contract.story import Piece
from flipside.rules.match.match import Match


class Draft:
    """A draft of a game: a diagram that changes step by step."""

    def __init__(self, game: AnyGame, choices: Choices, text: str = "") -> None:
        """Begin with the diagram in `text`; "" is the starting position."""
        assert game.diagrams is not None
        self.game = game
        self.choices = game.choices_for_diagrams(game.choices(choices))
        self.board = game.board(self.choices)
        self.rules: DiagramRules[Position] = game.diagrams
        self.symbols = self.rules.cell_symbols(self.choices)
        """For each cell its possible pieces; a piece is a string with the symbols of its
        orientations."""
        several = [pieces for pieces in self.symbols if len(pieces) > 1]
        self.palette = tuple(dict.fromkeys(piece for pieces in several for piece in pieces))
        self.undo_stack: list[PositionDiagram] = []
        """Previous diagrams; the last is the most recent."""
        self.redo_stack: list[PositionDiagram] = []
        """Undone diagrams; the last is the next to redo."""
        self._last_tap: Cell | None = None
        """The cell of the last tap. Another tap there places the next possible piece."""
        opening = game.opening(self.choices, Random(0))
        self.start = self.rules.diagram(opening) or cleared_diagram(game, self.choices)
        """The diagram of the starting position, or else of a cleared board."""
        self.colours = by_lot(game, self.choices) or opening.colours
        """The colours of the players, in the order of the values of the first choice."""
        self._show(parse_diagram(game, self.choices, text) if text else self.start)

    @property
    def choice_options(self) -> tuple[DiagramChoice, ...]:
        """The choices of the draft that are not cells, such as the player to move."""
        return self.rules.choices(self.choices, self.diagram)

    @property
    def text(self) -> str:
        """The draft as text."""
        return diagram_text(self.game, self.choices, self.diagram)

    def match(self, seed: int = 0) -> Match:
        """Return a match that begins here. Raises BadRecord or BadChoice if it is impossible."""
        return Match(self.game, self.choices, seed, self.text)

    def marks(self, aids: bool) -> tuple[Mark, ...]:
        """Return the position's marks (aids only if `aids`), or marks of the wrong cells."""
        if self.position is not None:
            return tuple(mark for mark in self.position.marks(()) if aids or not mark.aid)
        wrong = self.fault.cells if self.fault is not None else ()
        return (Mark("threat", wrong),) if wrong else ()

    def piece(self, cell: Cell) -> Piece | None:
        """Return the piece on a cell."""
        return self.rules.piece_of(cell, self.diagram.symbols[cell])

    def pieces(self) -> tuple[Piece | None, ...]:
        """Return the piece on each cell; cells beside the board are empty."""
        count = len(self.diagram.symbols)
        return (*map(self.piece, range(count)), *[None] * (len(self.board.names) - count))

    def sample(self, piece: str) -> Piece | None:
        """Return a piece of the palette in its first orientation."""
        cell = next(cell for cell, pieces in enumerate(self.symbols) if piece in pieces)
        return self.rules.piece_of(cell, piece[0])

    def named(self, choice: DiagramChoice, value: str) -> Piece | None:
        """Return the piece whose face is a value of a choice; None if the value is not a face."""
        cell = next(cell for cell, pieces in enumerate(self.symbols) if len(pieces) > 1)
        pieces = (self.rules.piece_of(cell, sign) for pieces in self.palette for sign in pieces)
        look = choice.colour, value
        return next((p for p in pieces if p and (p.colour, p.face.partition(":")[2]) == look), None)

    def count(self, piece: str) -> int:
        """Return how many of these pieces are on the board."""
        there = zip(self.diagram.symbols, self.symbols, strict=True)
        return sum(sign in piece and piece in pieces for sign, pieces in there)

    def tap(self, cell: Cell, brush: str) -> None:
        """Place the piece `brush` on a cell, or clear the cell.

        If that piece is there already, cannot be there, or is "", the tap rotates the piece on the
        cell or places the next possible piece.
        """
        pieces, sign = self.symbols[cell], self.diagram.symbols[cell]
        turns = brush in pieces and (len(brush) > 1 if sign in brush else cell != self._last_tap)
        signs = brush if turns or brush == pieces[0] else "".join(pieces)
        self._lay(cell, signs[(signs.find(sign) + 1) % len(signs)])
        self._last_tap = cell

    def paint(self, cell: Cell, brush: str, first: bool) -> bool:
        """Place a piece if possible; return whether it was placed.

        `first`: undo returns to the diagram before this change, the first of a stroke.
        """
        if brush not in self.symbols[cell] or self.diagram.symbols[cell] in brush:
            return False
        self._lay(cell, brush[0], remembered=first)
        return True

    def unpaint(self, signs: Mapping[Cell, str]) -> None:
        """Undo a stroke; `signs` are the previous symbols of its cells."""
        before = "".join(signs.get(cell, sign) for cell, sign in enumerate(self.diagram.symbols))
        if self.undo_stack and self.undo_stack[-1].symbols == before:
            self._show(self.undo_stack.pop())
        else:  # another finger has placed pieces meanwhile
            self.change(PositionDiagram(before, self.diagram.fields), remembered=False)

    def _lay(self, cell: Cell, sign: str, remembered: bool = True) -> None:
        signs = self.diagram.symbols
        diagram = PositionDiagram(signs[:cell] + sign + signs[cell + 1 :], self.diagram.fields)
        self.change(diagram, remembered)

    def choose(self, number: int, word: str) -> None:
        """Set choice `number` to the value `word`."""
        words = [self.diagram.field_at(other) for other in range(len(self.choice_options))]
        words[number] = word
        self.change(PositionDiagram(self.diagram.symbols, tuple(words)))

    def change(self, diagram: PositionDiagram, remembered: bool = True) -> None:
        """Change the diagram; if `remembered`, the change can be undone."""
        before = self.diagram
        self._show(diagram)
        if remembered and self.diagram != before:
            self.undo_stack.append(before)
            self.redo_stack.clear()

    def undo(self) -> None:
        """Undo the last change."""
        self.redo_stack.append(self.diagram)
        self._show(self.undo_stack.pop())

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self.undo_stack.append(self.diagram)
        self._show(self.redo_stack.pop())

    def clear(self) -> None:
        """Clear the board; the player to move does not change."""
        signs = cleared_diagram(self.game, self.choices).symbols
        self.change(PositionDiagram(signs, self.diagram.fields[:1]))

    def restart(self) -> None:
        """Set the diagram to the starting position."""
        self.change(self.start)

    def mirror(self) -> None:
        """Mirror the board: left and right are exchanged."""
        self.change(mirrored_diagram(self.game, self.choices, self.diagram))

    def read(self, text: str) -> bool:
        """Set the diagram to that of a text; return whether the text is a diagram."""
        try:
            diagram = parse_diagram(self.game, self.choices, text)
        except BadPosition:
            return False
        self.change(diagram)
        return True

    def _show(self, diagram: PositionDiagram) -> None:
        """Set the diagram, correct choices that are impossible in it, and derive the position."""
        clean = PositionDiagram(diagram.symbols)
        while (number := len(clean.fields)) < len(
            choices := self.rules.choices(self.choices, clean)
        ):
            choice = choices[number]
            parts = [part for part in diagram.parts(number) if part in choice.values]
            word = ",".join(parts if choice.several else parts[:1]) or choice.values[0]
            clean = PositionDiagram(clean.symbols, (*clean.fields, word))
        self.diagram, self._last_tap = clean, None
        self.position: Position | None = None
        """The position; None if the diagram is not a valid position."""
        self.fault: BadPosition | None = None
        try:
            self.position = position_from(self.game, self.choices, clean)
        except BadPosition as wrong:
            self.fault = wrong


class DraftText:
    """The texts of a draft."""

    def __init__(self, text: Texts, draft: Draft) -> None:
        self.text, self.draft = text, draft
        self._cells = CellText(text, draft.game, draft.board)

    def piece(self, piece: Piece | None) -> str:
        """Return the name of a piece, such as “orange, one edge coloured”."""
        if piece is None:
            return self.text("spoken.empty")
        kind = self._cells.first_text(f"kind.{piece.face}")
        return ", ".join([self._cells.piece_name(piece), *([kind] if kind else self._lying(piece))])

    def _lying(self, piece: Piece) -> list[str]:
        """Return the orientation of a piece, if its name does not contain it."""
        return self._cells.description_texts(
            filter(None, [self.draft.rules.piece_description(piece)])
        )

    def value(self, choice: DiagramChoice, value: str, piece: Piece) -> str:
        """Return the text for a value that is a piece: the piece's kind, or its orientation."""
        text, game, face = self.text, self.draft.game.key, piece.face.partition(":")[0]
        kinds = {other: f"kind.{face}:{other}" for other in choice.values if other != NOTHING}
        if all(text.knows(game, key) for key in kinds.values()):
            return text.game(game, kinds[value])
        return ", ".join(self._lying(piece)) or value

    def fault_sentence(self) -> str:
        """Return a sentence that explains why the draft is not a valid position; "" if it is."""
        draft = self.draft
        if draft.fault is None:
            return ""
        return fault_words(self.text, fault_of(draft.game, draft.choices, draft.fault))

    def cell(self, cell: Cell) -> str:
        """Return the name of a cell, its contents, and whether it is wrong."""
        draft = self.draft
        piece = draft.piece(cell)
        phrases = [
            self._cells.cell_name(cell),
            self._cells.piece_name(piece) if piece else self.piece(None),
        ]
        if draft.position is not None:
            phrases += self._cells.cell_descriptions(draft.position, cell)
        elif piece is not None:
            phrases += self._lying(piece)
        if draft.fault is not None and cell in draft.fault.cells:
            phrases.append(self.text("spoken.wrong"))
        return ", ".join(phrases)

    def parts(self, sign: CellSign) -> Iterator[Part]:
        """Yield the board as parts of a readout: a grid of squares, then the hinges."""
        board, text = self.draft.board, self.text
        doors = {}
        if self.draft.position is not None:
            doors = self._cells.doors(self.draft.position)
        yield Part("board", "grid", text("readout.board"))
        for cell in self._cells.fields:
            row = f"row {cell // board.columns + 1}"
            if cell % board.columns == 0:
                yield Part(row, "row", row.removeprefix("row "), "board")
            key, words = CELL_PREFIX + board.names[cell], self.cell(cell)
            yield Part(key, "field", words, row, sign=sign(cell), doors=doors.get(cell, ""))
        if self._cells.hinges:
            yield Part("hinges", "group", text.game(self.draft.game.key, "remark.hinges"))
            for cell in self._cells.hinges:
                yield Part(CELL_PREFIX + board.names[cell], "button", self.cell(cell), "hinges")
