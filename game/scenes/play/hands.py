"""State of pointer and keyboard on a board: preview, cursor, loupe."""

from collections.abc import Hashable

from game.board.places import Places
from game.ui.loupe import LOUPE_CELL
from rules.contract.board import Board, Cell

BOARD_TARGET = "board"
"""Target of a press on a board whose cells are too small for a finger."""

_Point = tuple[int, int]
"""Point of the window in pixels."""


def is_on_board(target: Hashable) -> bool:
    """Return whether the target of a press lies on the board."""
    return isinstance(target, int) or target == BOARD_TARGET


class Hands:
    """Previewed cell, keyboard cursor, and loupe."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.places: Places | None = None
        """Place of the board, once arranged."""
        self.cursor: Cell | None = None
        """Cell of the keyboard's cursor."""
        self.peek: Cell | None = None
        """Cell whose tap is previewed."""
        self.held: Cell | None = None
        """Cell held by a finger."""
        self.glass: _Point | None = None
        """Point of the loupe."""

    def cell_at(self, at: _Point | None) -> Cell | None:
        """Return the cell under a point of the window, or None."""
        return self.places.cell_at(at) if self.places is not None and at is not None else None

    def target_at(self, at: _Point) -> Hashable:
        """Return the target of a press there: a cell, or BOARD_TARGET where cells are small."""
        if self.small and self.places is not None and self.places.field.collidepoint(at):
            return BOARD_TARGET
        return self.cell_at(at)

    @property
    def small(self) -> bool:
        """Whether cells are too small for a finger; then a press shows the loupe."""
        return self.places is not None and self.places.cell < self.places.theme.px(LOUPE_CELL)

    # -- pointer -----------------------------------------------------------------------------------

    def press(self, at: _Point, target: Hashable, free: frozenset[Cell]) -> None:
        """Handle a press on a target; `free`: the cells that may be tapped."""
        if self.cursor is not None:
            self.cursor = self.peek = None
        if target == BOARD_TARGET:
            self.magnify(at, free)

    def magnify(self, at: _Point, free: frozenset[Cell]) -> None:
        """Hold the loupe there and preview the cell under it."""
        self.glass = at
        self.look(self.cell_at(at), free)

    def release(self) -> None:
        """Handle that a finger on the board went up."""
        self.peek = self.held = self.glass = None

    def look(self, cell: Cell | None, free: frozenset[Cell]) -> bool:
        """Preview a tap on `cell` if it is in `free`; return whether the preview changed."""
        before, self.peek = self.peek, cell if cell in free else None
        return self.peek != before

    # -- keyboard ----------------------------------------------------------------------------------

    def move_cursor(
        self, step: tuple[int, int], last: tuple[Cell, ...], free: frozenset[Cell]
    ) -> None:
        """Move the cursor; at first it appears at the last move, or in the middle."""
        board = self._board
        if self.cursor is None:
            middle = (board.rows // 2) * board.columns + board.columns // 2
            self.cursor = last[-1] if last else middle
            return
        there = board.neighbour(self.cursor, step)
        if there is not None:
            self.cursor = there
            self.look(there, free)
