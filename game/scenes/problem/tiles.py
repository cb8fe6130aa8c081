"""Numbered buttons of problems with a sign of progress.

Open: dot. Begun: ring. Solved: check mark; at the first try: on a disc; a problem of a day solved
later: in a circle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import pygame

from game.drawing import draw, icons
from game.saves.problem_progress import ProblemState
from game.services.theme import Colour, Theme
from game.ui.layout import MIN_TARGET, columns, flow
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Canvas, Label

ProblemSign = ProblemState | Literal["late"]

_SIGN_SIZE = 16
"""CSS pixels of a sign's side."""

TILE_GAP = 4
"""CSS pixels between two tiles."""


def paint_sign(theme: Theme, sign: ProblemSign, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw a sign into the rectangle."""
    palette, side, thick = theme.palette, rect.width, max(1, theme.px(1.5))
    inner = rect.inflate(-side // 4, -side // 4)
    if sign == "open":
        dot = rect.inflate(-3 * side // 4, -3 * side // 4)
        draw.box(theme, surface, dot, palette.soft, side)
    elif sign == "begun":
        draw.box(theme, surface, inner, None, side, palette.ink, thick)
    elif sign == "solved":
        surface.blit(icons.icon(theme, "check", side, palette.good), rect)
    else:
        late = sign == "late"
        ink = palette.good if late else palette.card
        draw.box(theme, surface, rect, None if late else palette.good, side,
                 palette.good if late else None, thick)  # fmt: skip
        surface.blit(icons.icon(theme, "check", inner.width, ink), inner)


@dataclass
class ProblemTile(Button):
    """Button with a number, an optional word above it and a sign below it."""

    sign: ProblemSign = "open"
    above: str = ""

    def _content(
        self, theme: Theme, surface: pygame.Surface, rect: pygame.Rect, ink: Colour
    ) -> None:
        side, step = theme.px(_SIGN_SIZE), theme.line_height("bold")
        top = rect.centery - (self._height(theme)) // 2
        if self.above:
            word = pygame.Rect(rect.x, top, rect.width, theme.line_height("small"))
            draw.text(theme, surface, [self.above], "small", theme.palette.soft, word, across=0.5)
            top = word.bottom
        number = pygame.Rect(rect.x, top, rect.width, step)
        draw.text(theme, surface, [self.text], "bold", ink, number, across=0.5)
        below = pygame.Rect(0, number.bottom - theme.px(2), side, side)
        below.centerx = rect.centerx
        paint_sign(theme, self.sign, surface, below)

    def _height(self, theme: Theme) -> int:
        """Return the height of its content."""
        word = theme.line_height("small") if self.above else 0
        return word + theme.line_height("bold") - theme.px(2) + theme.px(_SIGN_SIZE)

    def clipped(self, theme: Theme) -> bool:
        """Return whether the content does not fit."""
        wide = max(theme.width("bold", self.text), theme.width("small", self.above))
        return wide > self.rect.width - theme.px(2) or self._height(theme) > self.rect.height


def add_tiles(theme: Theme, sheet: Sheet, room: pygame.Rect, tiles: Sequence[ProblemTile]) -> None:
    """Add tiles in lines at the top of `room` and move `room` below them."""
    side, gap = theme.px(MIN_TARGET), theme.px(TILE_GAP)
    beside = max(1, (room.width + gap) // (side + gap))
    for index, tile in enumerate(tiles):
        line, column = divmod(index, beside)
        x, _, width, _ = columns((room.x, room.y, room.width, side), beside, gap)[column]
        tile.rect = pygame.Rect(x, room.y + line * (side + gap), width, side)
        sheet.add(tile)
    room.y += -(-len(tiles) // beside) * (side + gap)


def add_legend(
    theme: Theme, sheet: Sheet, room: pygame.Rect, meant: Sequence[tuple[ProblemSign, str]]
) -> None:
    """Add the meanings of the signs at the top of `room` and move `room` below them."""
    side, gap, step = theme.px(_SIGN_SIZE), theme.px(8), theme.line_height("small")
    widths = [side + gap + theme.width("small", words) + theme.px(4) for _, words in meant]
    for line in flow(widths, room.width, 2 * gap):
        x = room.x
        for index in line:
            sign, words = meant[index]
            place = pygame.Rect(x, room.y + (step - side) // 2, side, side)
            label = pygame.Rect(place.right + gap, room.y, widths[index] - side - gap, step)
            sheet.add(
                Canvas(place, paint=partial(paint_sign, theme, sign)),
                Label(label, text=words, style="small", paint=theme.palette.soft),
            )
            x += widths[index] + 2 * gap
        room.y += step + theme.px(4)
    room.y += gap
