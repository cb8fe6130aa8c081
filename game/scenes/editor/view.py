"""The board of the editor, on which hinges can be tapped and fingers paint."""

import math
from collections.abc import Iterator

from flipside.game.board.view import BoardView
from flipside.rules.contract.board import Cell

_PIT_RADIUS, _HINGE_REACH = 0.34, 0.75
"""Cells: a tap within the first is for a pit, another one for a hinge within the second."""


class EditorView(BoardView):
    """Board with hinges that can be tapped."""

    def cell_at(self, at: tuple[int, int]) -> Cell | None:
        """Return the cell under a point of the window, or None."""
        cell = super().cell_at(at)

        def away(other: Cell) -> float:
            return math.dist(at, self.centre(other)) / self.cell

        hinges = self.board.of_kind("hinge")
        if cell is None or not hinges or away(cell) <= _PIT_RADIUS:
            return cell
        hinge = min(hinges, key=away)
        return hinge if away(hinge) <= _HINGE_REACH else cell

    def along(self, at: tuple[int, int], by: tuple[int, int]) -> Iterator[Cell]:
        """Yield the cells on a straight way of a finger that came `by` so many pixels to `at`."""
        steps = math.ceil(2 * math.hypot(*by) / self.cell) or 1
        for left in range(steps, -1, -1):
            x, y = at[0] - by[0] * left / steps, at[1] - by[1] * left / steps
            cell = self.cell_at((round(x), round(y)))
            if cell is not None:
                yield cell

    def beside(self, cell: Cell, step: tuple[int, int]) -> Cell | None:
        """Return the cell one (column, row) step away; rows of hinges lie between rows of pits."""
        x, y = self.board.centres[cell]
        # Between a hinge and a pit the way down and up again is the same.
        wanted = x + (0.1 if self.board.kinds[cell] != "hinge" else -0.1)
        ahead = [
            (abs(row - y), abs(column - (x if step[0] else wanted)), other)
            for other, (column, row) in enumerate(self.board.centres)
            if self.board.kinds[other] != "beside"
            and (row - y) * step[1] + (column - x) * step[0] > 0
            and (row == y or step[1])
        ]
        return min(ahead)[2] if ahead else cell
