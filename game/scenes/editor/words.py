"""Draft in words: its pieces, its cells, what is wrong with it."""

from collections.abc import Iterator

from game.scenes.editor.draft import Draft
from game.services.readout import Part
from game.services.text import Text
from game.services.theme import Theme
from game.speech.board_readout import CELL_PREFIX
from game.table.cell_text import CellText
from game.table.record_errors import fault_words
from game.ui.readout_parts import piece_sign
from rules.contract.board import Cell
from rules.contract.diagram import NOTHING, DiagramChoice
from rules.contract.position_format import fault_of
from rules.contract.story import Piece


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

    def parts(self, theme: Theme) -> Iterator[Part]:
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
            sign = piece_sign(theme, self.draft.piece(cell))
            key, words = CELL_PREFIX + board.names[cell], self.cell(cell)
            yield Part(key, "field", words, row, sign=sign, doors=doors.get(cell, ""))
        if self._cells.hinges:
            yield Part("hinges", "group", text.game(self.draft.game.key, "remark.hinges"))
            for cell in self._cells.hinges:
                yield Part(CELL_PREFIX + board.names[cell], "button", self.cell(cell), "hinges")
