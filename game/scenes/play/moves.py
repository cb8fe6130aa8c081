"""List of the moves of a match as buttons that lead back to any of them."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from game.scenes.common.dialog import Dialog
from game.scenes.common.scene import Stage
from game.services.text import Text
from game.services.theme import Theme
from game.table.phrases import ListedMove
from game.ui import layout
from game.ui.readout_parts import list_group
from game.ui.sheet import Sheet
from game.ui.widgets import Button

Go = Callable[[int], None] | None
"""Called with the ply to show; None where looking back is not allowed."""


class MovesDialog(Dialog):
    """Dialog with the list of moves; `at`: the ply shown now."""

    def __init__(
        self, stage: Stage, opening: str, moves: Sequence[ListedMove], at: int, go: Go, quarter: int
    ) -> None:
        super().__init__(stage, stage.services.text("play.moves"), opening, quarter=quarter)
        self._moves, self._at, self._go = moves, at, go

    def lay_out(self) -> None:
        """Arrange the card and scroll to the ply shown now."""
        super().lay_out()
        current = self.sheets[0].named(f"ply{self._at}")
        if current is not None:
            self.sheets[0].reveal(current)

    def _further(self, sheet: Sheet, room: pygame.Rect) -> int:
        bottom = add_moves(
            self.theme, self.text, sheet, room, self._moves, self._at,
            self._chosen_ply if self._go is not None else None,
        )  # fmt: skip
        return bottom + self.theme.px(16)

    def _chosen_ply(self, ply: int) -> None:
        self.stage.back()
        if self._go is not None:
            self._go(ply)


def add_moves(
    theme: Theme,
    text: Text,
    sheet: Sheet,
    room: pygame.Rect,
    moves: Sequence[ListedMove],
    at: int,
    go: Go,
) -> int:
    """Add a button for each ply in rows as wide as `room`; return the bottom of the last."""
    gap, height = theme.px(4), theme.px(44)

    def add(rect: pygame.Rect, ply: int, move: ListedMove, number: str = "") -> None:
        look = "chosen" if ply == at else "quiet"
        action = partial(go, ply) if go is not None else None
        words, spoken = f"{number}{move.short}", f"{number}{move.words}"
        sheet.add(Button(rect, f"ply{ply}", action, words, look=look, spoken=spoken,
                         emblem=move.piece,
                         group=list_group(text, ply, len(moves)) if ply else None))  # fmt: skip

    beginning = text("play.beginning")
    first = pygame.Rect(room.x, room.y, room.width, height)
    add(first, 0, ListedMove(beginning, beginning))
    numbers = [f"{ply}. " for ply in range(1, len(moves) + 1)]
    widths = (theme.width("bold", number + move.short) + theme.px(32) * (move.piece is not None)
              for number, move in zip(numbers, moves, strict=True))  # fmt: skip
    each = max(theme.px(52), max(widths, default=0) + theme.px(16))
    count = max(1, (room.width + gap) // (each + gap))
    boxes = layout.columns((room.x, 0, room.width, height), count, gap)
    bottom = first.bottom
    for ply, move in enumerate(moves, start=1):
        row, column = divmod(ply - 1, count)
        x, _, width, _ = boxes[column]
        rect = pygame.Rect(x, room.y + (row + 1) * (height + gap), width, height)
        add(rect, ply, move, numbers[ply - 1])
        bottom = rect.bottom
    return bottom


def moves_sheet(
    theme: Theme, text: Text, place: layout.Box, moves: Sequence[ListedMove], at: int, go: Go
) -> Sheet:
    """Return a sheet at `place` with the moves so far."""
    sheet = Sheet(theme, place)
    room = pygame.Rect(0, 0, sheet.width - theme.px(8), 0)
    add_moves(theme, text, sheet, room, moves, at, go)
    return sheet
