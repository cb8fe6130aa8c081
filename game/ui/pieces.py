"""Pieces in a panel, and slots for them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from flipside.game.drawing import draw, faces
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Row
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Canvas, Label, Widget, WidgetState
from flipside.rules.contract.board import Cell
from flipside.rules.contract.story import Piece


def piece_picture(theme: Theme, piece: Piece, width: float) -> Canvas:
    """A piece in a panel with that width in CSS pixels, as high as it is wide."""
    return Canvas(_painter(theme, piece), 1.0, width=width)


@lru_cache(maxsize=256)
def _painter(theme: Theme, piece: Piece) -> Callable[[pygame.Surface, pygame.Rect], None]:
    """What paints a piece: the same for the same piece, so that it is painted once where it
    lies, however often the panel is arranged."""

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        theme.blend(surface, faces.face_image(theme, piece, place.width), place)

    return paint


@dataclass
class Slot(Canvas):
    """The place of a piece beside the board: a shallow dip in the card, as high as it is wide."""

    cell: Cell = 0

    def height_for(self, theme: Theme, width: int) -> int:
        return width

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        palette = theme.palette
        draw.box(theme, surface, self.rect, palette.table, theme.px(6), palette.line, theme.rim)


def slots_of(sheets: Sequence[Sheet]) -> dict[Cell, pygame.Rect]:
    return {
        slot.cell: sheet.outside(slot.rect)
        for sheet in sheets
        for slot in sheet.widgets
        if isinstance(slot, Slot)
    }


def numbered_slot(theme: Theme, cell: Cell, side: float, number: str, room: str = "00") -> Widget:
    """A slot with that side in CSS pixels, and its number beside it, with room for another one."""
    slot = Slot(cell=cell, width=side)
    if not number:
        return slot
    width = theme.width("small-bold", room) / theme.unit + 2
    return Row([slot, Label(number, "small-bold", "soft", width=width)], 4, width=FIT)
