"""Widgets of panels beside a board: clocks, pieces, and slots for pieces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

import pygame

from flipside.game.drawing import draw, faces
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.services.theme import Style, Theme
from flipside.game.ui.containers import Column, Row
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import FIT, Canvas, Label, Widget, WidgetState
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Player
from flipside.rules.contract.story import Piece

_STYLES: tuple[Style, ...] = ("clock", "number", "bold", "small-bold")


@dataclass
class ClockFace(Widget):
    """The place of a clock. `face_item` paints the clock there, above the sheet."""

    width: float = field(default=FIT, kw_only=True)
    style: Style = "clock"
    sample: str = ""
    """The longest text of the clock."""
    player: Player = 0

    def fitted(self, theme: Theme, width: int, height: int) -> "ClockFace":
        """Return itself, in the largest style that fits in this size in pixels."""
        for style in _STYLES:
            self.style = style
            if self.content_width(theme) <= width and self.content_height(theme, width) <= height:
                break
        return self

    def content_width(self, theme: Theme) -> int:
        """Return the width of `sample` in pixels."""
        letters = theme.width(self.style, "0" * len(self.sample))
        return letters + round(self._letter_height(theme) * 0.5)

    def content_height(self, theme: Theme, width: int) -> int:
        """Return the height of the clock in pixels, with its frame."""
        return round(self._letter_height(theme) * 1.2)

    def _letter_height(self, theme: Theme) -> int:
        return round(theme.font_size(self.style) * theme.unit)

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw nothing; `face_item` paints the clock."""

    @property
    def words(self) -> str:
        """The sample."""
        return self.sample


def face_item(
    theme: Theme, face: ClockFace, place: pygame.Rect, quarter: int, words: str, look: str
) -> DisplayItem:
    """Return a clock at its place in the window, rotated by `quarter` quarter turns.

    `look` is "still" for a stopped clock, "runs", or "last" during the last seconds.
    """
    palette = theme.palette

    def make() -> pygame.Surface:
        image = pygame.Surface(face.rect.size, pygame.SRCALPHA)
        rect = image.get_rect()
        grounds = {"runs": palette.ink, "last": palette.accent}
        inks = {"runs": palette.card, "last": palette.on_accent}
        rim, thick = grounds.get(look, palette.line), max(1, theme.px(1))
        draw.box(theme, image, rect, grounds.get(look), theme.px(8), rim, thick)
        line = theme.rendered(face.style, words, inks.get(look, palette.soft))
        ink_rect = line.get_bounding_rect()  # digits have nothing below the line
        image.blit(line, (rect.centerx - line.get_width() // 2, rect.centery - ink_rect.centery))
        return pygame.transform.rotate(image, 90 * quarter) if quarter else image

    key = "clock", face.rect.size, face.style, quarter, words, look
    image = theme.cached(key, make)
    return DisplayItem(key, place, lambda to: theme.put(to, image, place.topleft))


@dataclass
class PointsLabel(Label):
    """The points of a player. They do not make the head higher."""

    changes_often: ClassVar[bool] = True

    player: Player = field(default=0, kw_only=True)

    def content_height(self, theme: Theme, width: int) -> int:
        """Return 0."""
        return 0


def piece_picture(theme: Theme, piece: Piece | None, width: float) -> Canvas:
    """Return a picture of a piece, or of an empty place, `width` CSS pixels wide and high."""
    return Canvas(_painter(theme, piece), 1.0, width=width)


@lru_cache(maxsize=256)
def _painter(theme: Theme, piece: Piece | None) -> Callable[[pygame.Surface, pygame.Rect], None]:
    """Return a function that paints a piece, or a dot.

    It is cached: a panel that is laid out again with the same function is not painted again.
    """

    def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
        if piece is None:
            dot = place.inflate(-0.6 * place.width, -0.6 * place.height)
            draw.box(theme, surface, dot, theme.palette.soft, dot.width)
            return
        theme.blend(surface, faces.face_image(theme, piece, place.width), place)

    return paint


@dataclass
class Slot(Canvas):
    """The place of a piece beside the board: a hollow in the card, as high as it is wide."""

    cell: Cell = 0

    def height_for(self, theme: Theme, width: int) -> int:
        """Return the width."""
        return width

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the hollow."""
        palette = theme.palette
        draw.box(
            theme, surface, self.rect, palette.background, theme.px(6), palette.line, theme.rim
        )


def slots_of(sheets: Sequence[Sheet]) -> dict[Cell, pygame.Rect]:
    """Return the place of each slot in the window, by cell."""
    return {
        slot.cell: sheet.to_window(slot.rect)
        for sheet in sheets
        for slot in sheet.widgets
        if isinstance(slot, Slot)
    }


def beside_slot(theme: Theme, number: str, name: str) -> int:
    """Return the width in pixels of the number and the name beside a slot, with the gap."""
    least = theme.width("small-bold", "00") if number or name else 0
    width = max(least, theme.width("small-bold", number), theme.width("small", name))
    return width + theme.px(6) if width else 0


def numbered_slot(
    theme: Theme, cell: Cell, side: float, number: str, name: str = "", tip: str = ""
) -> Widget:
    """Return a slot with that side in CSS pixels, beside its number and its name."""
    words = [Label(number, "small-bold", "soft", tip=tip)] if number else []
    words += [Label(name, "small")] if name else []
    slot, width = Slot(cell=cell, width=side, tip=tip), beside_slot(theme, number, name)
    column = Column(words, 0, width=width / theme.unit - 4)
    return Row([slot, column], 4, width=FIT) if words else slot
