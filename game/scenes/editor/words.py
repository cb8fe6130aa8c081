"""Draft in words: its pieces, its cells, what is wrong with it."""

from collections.abc import Iterator

from game.scenes.editor.draft import Draft
from game.scenes.share.import_match import fault_words
from game.services.readout import Part
from game.services.text import Text
from game.services.theme import Theme
from game.speech.board_readout import CELL_PREFIX
from game.table.cell_text import CellText
from game.ui.readout_parts import piece_sign
from rules.contract.board import Cell
from rules.contract.position_format import fault_of
from rules.contract.story import Piece


class DraftText:
    """Words for one draft."""

    def __init__(self, text: Text, draft: Draft) -> None:
        self._text, self._draft = text, draft
        self._cells = CellText(text, draft.game, draft.board)

    def piece(self, piece: Piece | None) -> str:
        """Return the name of a piece; of a tile also its edges, such as 1010."""
        if piece is None:
            return self._text("spoken.empty")
        made = piece.face.partition(":")[2]
        return f"{self._cells.piece(piece)} {made if made.isdigit() else ''}".strip()

    def wrong(self) -> str:
        """Return a sentence on what is wrong; "" for nothing."""
        draft = self._draft
        if draft.wrong is None:
            return ""
        return fault_words(self._text, fault_of(draft.game, draft.choices, draft.wrong))

    def cell(self, cell: Cell) -> str:
        """Return the name of a cell, what stands on it, and whether it is wrong."""
        draft = self._draft
        said = [self._cells.spot(cell), self.piece(draft.piece(cell))]
        if draft.position is not None:
            said += self._cells.remarks(draft.position, cell)
        if draft.wrong is not None and cell in draft.wrong.cells:
            said.append(self._text("spoken.wrong"))
        return ", ".join(said)

    def parts(self, theme: Theme) -> Iterator[Part]:
        """Yield the board for the readout: a grid of squares, then the hinges."""
        board, text = self._draft.board, self._text
        doors = {}
        if self._draft.position is not None:
            doors = self._cells.doors(self._draft.position)
        yield Part("board", "grid", text("readout.board"))
        for cell in self._cells.fields:
            row = f"row {cell // board.columns + 1}"
            if cell % board.columns == 0:
                yield Part(row, "row", row.removeprefix("row "), "board")
            sign = piece_sign(theme, self._draft.piece(cell))
            key, words = CELL_PREFIX + board.names[cell], self.cell(cell)
            yield Part(key, "field", words, row, sign=sign, doors=doors.get(cell, ""))
        if self._cells.hinges:
            yield Part("hinges", "group", text.game(self._draft.game.key, "remark.hinges"))
            for cell in self._cells.hinges:
                yield Part(CELL_PREFIX + board.names[cell], "button", self.cell(cell), "hinges")
