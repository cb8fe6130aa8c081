"""The moves of a match as small buttons, to look back at any of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.drawing import layout
from game.drawing.panel import Sheet
from game.drawing.widgets import Button
from game.scenes.dialog import Dialog
from game.table.words import move_names, opening_name

if TYPE_CHECKING:
    from game.scenes.play.scene import Play

Go = Callable[[int], None]
"""What is called with the number of plies that shall stand."""


class Moves(Dialog):
    """The list of moves over the table."""

    def __init__(self, play: "Play", quarter: int) -> None:
        super().__init__(play.stage, play.text("play.moves"), opening_name(play), quarter=quarter)
        self._play = play

    def lay_out(self) -> None:
        """The dialog's card, with the ply that stands now in sight."""
        super().lay_out()
        current = self.sheets[0].named(f"ply{self._play.match.at}")
        if current is not None:
            self.sheets[0].reveal(current)

    def _buttons(self, sheet: Sheet, y: int, inner: int, columns: int) -> int:
        room = pygame.Rect(self.theme.px(16), y, inner, 0)
        return add_moves(self._play, sheet, room, self._go) + self.theme.px(8)

    def _go(self, ply: int) -> None:
        self.stage.back()
        self._play.go(ply)


def add_moves(play: "Play", sheet: Sheet, room: pygame.Rect, go: Go) -> int:
    """Put a button for each ply on a sheet, in rows as wide as the room; the bottom of the last."""
    theme, gap, height = play.theme, play.theme.px(4), play.theme.px(44)
    words = [f"{ply}. {name}" for ply, name in enumerate(move_names(play), start=1)]
    first = pygame.Rect(room.x, room.y, room.width, height)
    sheet.add(_button(play, first, 0, play.text("play.beginning"), go))
    widest = max((theme.width("bold", said) for said in words), default=0)
    each = max(theme.px(52), widest + theme.px(16))
    count = max(1, (room.width + gap) // (each + gap))
    boxes = layout.columns((room.x, 0, room.width, height), count, gap)
    bottom = first.bottom
    for ply, said in enumerate(words, start=1):
        row, column = divmod(ply - 1, count)
        x, _, width, _ = boxes[column]
        rect = pygame.Rect(x, room.y + (row + 1) * (height + gap), width, height)
        sheet.add(_button(play, rect, ply, said, go))
        bottom = rect.bottom
    return bottom


def _button(play: "Play", rect: pygame.Rect, ply: int, words: str, go: Go) -> Button:
    look = "chosen" if ply == play.match.at else "quiet"
    return Button(rect, f"ply{ply}", lambda: go(ply), words, look=look)
