"""What a person's pointer and keys do on the board of a match: look, choose, magnify."""

from collections.abc import Hashable

from game.board.places import Places
from game.ui.loupe import SMALL
from rules.contract.board import Board, Cell

BOARD = "board"
"""The target of a press on a board whose fields are too small to be told apart by a finger."""

At = tuple[int, int]
"""A point of the window in pixels."""


def on_board(target: Hashable) -> bool:
    """Whether that target of a press lies on the board."""
    return isinstance(target, int) or target == BOARD


class Hands:
    """The cell that is looked at, the keyboard's cell, and the magnifying glass."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.places: Places | None = None
        """Where the board lies, once it has been arranged."""
        self.cursor: Cell | None = None
        """The cell that the keyboard has chosen."""
        self.peek: Cell | None = None
        """The cell of which one sees what a tap there would do."""
        self.held: Cell | None = None
        """The cell on which a finger has stayed for a while."""
        self.glass: At | None = None
        """Where the magnifying glass is held."""

    def cell_at(self, at: At | None) -> Cell | None:
        """The cell under a point of the window, or None."""
        return self.places.cell_at(at) if self.places is not None and at is not None else None

    def target_at(self, at: At) -> Hashable:
        """What a press there means: a cell, or the whole board where cells are small."""
        if self.small and self.places is not None and self.places.field.collidepoint(at):
            return BOARD
        return self.cell_at(at)

    @property
    def small(self) -> bool:
        """Whether fields are too small for a finger, so that one presses, looks, and lets go."""
        return self.places is not None and self.places.cell < self.places.theme.px(SMALL)

    # -- pointer -----------------------------------------------------------------------------------

    def press(self, at: At, target: Hashable, free: frozenset[Cell]) -> None:
        """A finger went down on a target; a tap on the cells `free` would mean something."""
        if self.cursor is not None:
            self.cursor = self.peek = None
        if target == BOARD:
            self.magnify(at, free)

    def magnify(self, at: At, free: frozenset[Cell]) -> None:
        """Hold the magnifying glass there, and look at the cell under it."""
        self.glass = at
        self.look(self.cell_at(at), free)

    def release(self) -> None:
        """A finger on the board went up."""
        self.peek = self.held = self.glass = None

    def look(self, cell: Cell | None, free: frozenset[Cell]) -> bool:
        """Show what a tap on a cell would do, if one may tap there; whether that is news."""
        before, self.peek = self.peek, cell if cell in free else None
        return self.peek != before

    # -- keyboard ----------------------------------------------------------------------------------

    def move_cursor(
        self, step: tuple[int, int], last: tuple[Cell, ...], free: frozenset[Cell]
    ) -> None:
        """Move the keyboard's cell; at first it is where the last move was made."""
        board = self._board
        if self.cursor is None:
            middle = (board.rows // 2) * board.columns + board.columns // 2
            self.cursor = last[-1] if last else middle
            return
        there = board.neighbour(self.cursor, step)
        if there is not None:
            self.cursor = there
            self.look(there, free)
