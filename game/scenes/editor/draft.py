"""Position that is being set up: its diagram, what is wrong, undo and redo, and all in words. Knows
no pixels."""

from collections.abc import Iterator, Mapping
from random import Random

from flipside.game.saves.matches import by_lot
from flipside.game.services.readout import Part
from flipside.game.services.text import Text
from flipside.game.speech.board_text import CELL_PREFIX, CellSign
from flipside.game.table.cell_text import CellText
from flipside.game.table.phrases import fault_words
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
    """Diagram of one game that changes step by step."""

    def __init__(self, game: AnyGame, choices: Choices, text: str = "") -> None:
        """`text` is that of the first diagram; "": the starting position."""
        assert game.diagrams is not None
        self.game = game
        self.choices = game.choices_for_diagrams(game.choices(choices))
        self.board = game.board(self.choices)
        self.rules: DiagramRules[Position] = game.diagrams
        self.signs = self.rules.signs(self.choices)
        """By cell what can stand there: for each piece a string of its signs."""
        several = [pieces for pieces in self.signs if len(pieces) > 1]
        self.palette = tuple(dict.fromkeys(piece for pieces in several for piece in pieces))
        """All pieces that can be laid, each as the string of its signs."""
        self.changed: list[PositionDiagram] = []
        """The diagrams that undo leads back to, the next one last."""
        self.undone: list[PositionDiagram] = []
        """The diagrams that redo leads to, the next one last."""
        self._tapped: Cell | None = None
        """Cell of the last tap; another tap there goes through what can stand there."""
        opening = game.opening(self.choices, Random(0))
        self.start = self.rules.diagram(opening) or cleared_diagram(game, self.choices)
        """Diagram of the starting position, or of a cleared board."""
        self.colours = by_lot(game, self.choices) or opening.colours
        """Colours of the players, in the order of the values of the first choice."""
        self._show(parse_diagram(game, self.choices, text) if text else self.start)

    # -- what there is -----------------------------------------------------------------------------

    @property
    def asked(self) -> tuple[DiagramChoice, ...]:
        """All choices besides the cells, with their values."""
        return self.rules.choices(self.choices, self.diagram)

    @property
    def text(self) -> str:
        """Position text."""
        return diagram_text(self.game, self.choices, self.diagram)

    def match(self, seed: int = 0) -> Match:
        """Return a match that begins here. Raise BadRecord or BadChoice if none can."""
        return Match(self.game, self.choices, seed, self.text)

    def marks(self, aids: bool) -> tuple[Mark, ...]:
        """Marks of the position, with `aids` or without, or else of the cells that are wrong."""
        if self.position is not None:
            return tuple(mark for mark in self.position.marks(()) if aids or not mark.aid)
        wrong = self.wrong.cells if self.wrong is not None else ()
        return (Mark("threat", wrong),) if wrong else ()

    def piece(self, cell: Cell) -> Piece | None:
        """Piece on a cell."""
        return self.rules.piece(cell, self.diagram.signs[cell])

    def pieces(self) -> tuple[Piece | None, ...]:
        """Piece on each cell of the board; nothing lies beside it."""
        count = len(self.diagram.signs)
        return (*map(self.piece, range(count)), *[None] * (len(self.board.names) - count))

    def sample(self, piece: str) -> Piece | None:
        """Piece of the palette as it is laid at first."""
        cell = next(cell for cell, pieces in enumerate(self.signs) if piece in pieces)
        return self.rules.piece(cell, piece[0])

    def named(self, one: DiagramChoice, value: str) -> Piece | None:
        """Piece that a value of a choice names by its face; None for other values."""
        cell = next(cell for cell, pieces in enumerate(self.signs) if len(pieces) > 1)
        made = (self.rules.piece(cell, sign) for pieces in self.palette for sign in pieces)
        asked = one.colour, value
        return next((p for p in made if p and (p.colour, p.face.partition(":")[2]) == asked), None)

    def count(self, piece: str) -> int:
        """Number of these pieces on the board."""
        there = zip(self.diagram.signs, self.signs, strict=True)
        return sum(sign in piece and piece in pieces for sign, pieces in there)

    # -- changes -----------------------------------------------------------------------------------

    def tap(self, cell: Cell, chosen: str) -> None:
        """Lay the chosen piece of the palette, or clear the cell.

        Where it lies already or cannot lie, or "" is chosen, go on to its next turn, or else to
        what can stand there next.
        """
        pieces, sign = self.signs[cell], self.diagram.signs[cell]
        turns = chosen in pieces and (len(chosen) > 1 if sign in chosen else cell != self._tapped)
        signs = chosen if turns or chosen == pieces[0] else "".join(pieces)
        self._lay(cell, signs[(signs.find(sign) + 1) % len(signs)])
        self._tapped = cell

    def paint(self, cell: Cell, chosen: str, first: bool) -> bool:
        """Lay the chosen piece where it can lie; return whether it was laid. All of a stroke, of
        which this is the `first` cell or not, is undone at once."""
        if chosen not in self.signs[cell] or self.diagram.signs[cell] in chosen:
            return False
        self._lay(cell, chosen[0], remembered=first)
        return True

    def unpaint(self, signs: Mapping[Cell, str]) -> None:
        """Lay back what lay in these cells before a stroke, as if there had been no stroke."""
        before = "".join(signs.get(cell, sign) for cell, sign in enumerate(self.diagram.signs))
        if self.changed and self.changed[-1].signs == before:
            self._show(self.changed.pop())
        else:  # another finger has painted meanwhile
            self.change(PositionDiagram(before, self.diagram.words), remembered=False)

    def _lay(self, cell: Cell, sign: str, remembered: bool = True) -> None:
        signs = self.diagram.signs
        changed = PositionDiagram(signs[:cell] + sign + signs[cell + 1 :], self.diagram.words)
        self.change(changed, remembered)

    def choose(self, number: int, word: str) -> None:
        """Make a choice besides the cells."""
        words = [self.diagram.word(other) for other in range(len(self.asked))]
        words[number] = word
        self.change(PositionDiagram(self.diagram.signs, tuple(words)))

    def change(self, diagram: PositionDiagram, remembered: bool = True) -> None:
        """Show another diagram; if the change is `remembered` it can be undone."""
        before = self.diagram
        self._show(diagram)
        if remembered and self.diagram != before:
            self.changed.append(before)
            self.undone.clear()

    def undo(self) -> None:
        """Take back the last change."""
        self.undone.append(self.diagram)
        self._show(self.changed.pop())

    def redo(self) -> None:
        """Make the change that was taken back last once more."""
        self.changed.append(self.diagram)
        self._show(self.undone.pop())

    def clear(self) -> None:
        """Clear the board; the player to move stays."""
        signs = cleared_diagram(self.game, self.choices).signs
        self.change(PositionDiagram(signs, self.diagram.words[:1]))

    def mirror(self) -> None:
        """Exchange left and right."""
        self.change(mirrored_diagram(self.game, self.choices, self.diagram))

    def read(self, text: str) -> bool:
        """Show the diagram of a position text; return whether it is one."""
        try:
            diagram = parse_diagram(self.game, self.choices, text)
        except BadPosition:
            return False
        self.change(diagram)
        return True

    def _show(self, diagram: PositionDiagram) -> None:
        """Make it the diagram, without words that no longer fit, and look whether it is one of a
        position."""
        fitted = PositionDiagram(diagram.signs)
        while (number := len(fitted.words)) < len(
            asked := self.rules.choices(self.choices, fitted)
        ):
            one = asked[number]
            kept = [part for part in diagram.parts(number) if part in one.values]
            word = ",".join(kept if one.several else kept[:1]) or one.values[0]
            fitted = PositionDiagram(fitted.signs, (*fitted.words, word))
        self.diagram, self._tapped = fitted, None
        self.position: Position | None = None
        """The position; None while something is wrong."""
        self.wrong: BadPosition | None = None
        try:
            self.position = position_from(self.game, self.choices, fitted)
        except BadPosition as wrong:
            self.wrong = wrong


class DraftText:
    """Words for one draft."""

    def __init__(self, text: Text, draft: Draft) -> None:
        self.text, self.draft = text, draft
        self._cells = CellText(text, draft.game, draft.board)

    def piece(self, piece: Piece | None) -> str:
        """Return the name of a piece that may still be turned, such as “orange, one edge
        coloured”."""
        if piece is None:
            return self.text("spoken.empty")
        kind = self._cells.known(f"kind.{piece.face}")
        return ", ".join([self._cells.piece(piece), *([kind] if kind else self._lying(piece))])

    def _lying(self, piece: Piece) -> list[str]:
        """Return how a piece lies, for those of which the name does not tell."""
        return self._cells.remarked(filter(None, [self.draft.rules.remark(piece)]))

    def value(self, one: DiagramChoice, value: str, piece: Piece) -> str:
        """Return the words for a piece that a value names: its kind, or else how it lies."""
        text, game, face = self.text, self.draft.game.key, piece.face.partition(":")[0]
        kinds = {other: f"kind.{face}:{other}" for other in one.values if other != NOTHING}
        if all(text.knows(game, key) for key in kinds.values()):
            return text.game(game, kinds[value])
        return ", ".join(self._lying(piece)) or value

    def wrong(self) -> str:
        """Return a sentence on what is wrong; "" for nothing."""
        draft = self.draft
        if draft.wrong is None:
            return ""
        return fault_words(self.text, fault_of(draft.game, draft.choices, draft.wrong))

    def cell(self, cell: Cell) -> str:
        """Return the name of a cell, what stands on it, and whether it is wrong."""
        draft = self.draft
        piece = draft.piece(cell)
        said = [self._cells.spot(cell), self._cells.piece(piece) if piece else self.piece(None)]
        if draft.position is not None:
            said += self._cells.remarks(draft.position, cell)
        elif piece is not None:
            said += self._lying(piece)
        if draft.wrong is not None and cell in draft.wrong.cells:
            said.append(self.text("spoken.wrong"))
        return ", ".join(said)

    def parts(self, sign: CellSign) -> Iterator[Part]:
        """Yield the board for the readout: a grid of squares, then the hinges."""
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
