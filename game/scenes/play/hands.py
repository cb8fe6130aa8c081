"""What a person's pointer and keys do on the board of a match: look, choose, magnify."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

from game.drawing.loupe import SMALL
from rules.board import Cell

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

BOARD = "board"
"""The target of a press on a board whose fields are too small to be told apart by a finger."""

At = tuple[int, int]
"""A point of the window in pixels."""


class Hands:
    """The cell that is looked at, the keyboard's cell, and the magnifying glass."""

    def __init__(self, play: "Play") -> None:
        self._play = play
        self.cursor: Cell | None = None
        """The cell that the keyboard has chosen."""
        self.peek: Cell | None = None
        """The cell of which one sees what a tap there would do."""
        self.glass: At | None = None
        """Where the magnifying glass is held."""

    def cell_at(self, at: At | None) -> Cell | None:
        """The cell under a point of the window, or None."""
        view = self._play.view
        return view.cell_at(at) if view is not None and at is not None else None

    def target_at(self, at: At) -> Hashable:
        """What a press there means: a cell, or the whole board where cells are small."""
        view = self._play.view
        if view is not None and self._small() and view.field.collidepoint(at):
            return BOARD
        return self.cell_at(at)

    def _small(self) -> bool:
        """Whether fields are too small for a finger, so that one presses, looks, and lets go."""
        view = self._play.view
        return view is not None and view.cell < self._play.theme.px(SMALL)

    # -- pointer -----------------------------------------------------------------------------------

    def press(self, at: At, on_board: bool) -> None:
        """The pointer went down."""
        self.cursor = None
        if on_board and self.target_at(at) == BOARD:
            self._magnify(at)

    def slide(self, at: At) -> bool:
        """The pointer moved while down; whether the glass follows it."""
        if self.glass is None:
            return False
        self._magnify(at)
        return True

    def _magnify(self, at: At) -> None:
        self.glass = at
        self.look(self.cell_at(at))
        self._play.changed = True

    def hold(self, at: At) -> bool:
        """The pointer has been down for a while; whether there is something to see by that."""
        if self.glass is not None:
            return False
        self.look(self.cell_at(at))
        return self.peek is not None

    def release(self) -> None:
        """The pointer went up."""
        self.look(None)
        self.glass = None

    def look(self, cell: Cell | None) -> None:
        """Show what a tap on a cell would do, if one may tap there."""
        play = self._play
        wanted = cell if play.timeline is None and cell in play.next_cells() else None
        if wanted != self.peek:
            self.peek = wanted
            play.changed = True

    # -- keyboard ----------------------------------------------------------------------------------

    def move_cursor(self, step: tuple[int, int]) -> None:
        """Move the keyboard's cell; at first it is where the last move was made."""
        match, play = self._play.match, self._play
        board = match.board
        play.changed = True
        if self.cursor is None:
            middle = (board.rows // 2) * board.columns + board.columns // 2
            last = match.moves[match.at - 1] if match.at else ()
            cells = [cell for cell in last if board.kinds[cell] in ("square", "pit")]
            self.cursor = cells[-1] if cells else middle
            return
        there = board.neighbour(self.cursor, step)
        if there is not None:
            self.cursor = there
            self.look(there)

    def chosen(self, confirms: bool) -> Cell:
        """The cell to tap: the keyboard's own, or the one that confirms what was chosen there."""
        assert self.cursor is not None
        kinds = self._play.match.board.kinds
        missing = [cell for cell in self._play.next_cells() if kinds[cell] == "beside"]
        done = confirms and self._play.taps()[-1:] == (self.cursor,) and len(missing) == 1
        return missing[0] if done else self.cursor
