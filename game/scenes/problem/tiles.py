"""Small buttons with a number each, and a sign of how far somebody is with a problem: a dot where
it is open, a ring where it is begun, a check mark where it is solved; that stands on a disc for the
first try, and in a circle where it was the problem of a day and solved after that."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import pygame

from game.drawing import draw, icons
from game.saves.problem_progress import ProblemState
from game.services.theme import Colour, Theme
from game.ui.layout import TARGET, columns, flow
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Label, Picture

Sign = ProblemState | Literal["late"]

SIGN = 16
"""The side of a sign in CSS pixels."""

GAP = 4
"""Room between two tiles in CSS pixels."""


def paint_sign(theme: Theme, sign: Sign, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """A sign, at most as large as the rectangle."""
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
class Tile(Button):
    """A button with a number, perhaps a word above it, and a sign below it."""

    sign: Sign = "open"
    above: str = ""

    def _content(
        self, theme: Theme, surface: pygame.Surface, rect: pygame.Rect, ink: Colour
    ) -> None:
        side, step = theme.px(SIGN), theme.line_height("bold")
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
        """Of all that stands on it."""
        word = theme.line_height("small") if self.above else 0
        return word + theme.line_height("bold") - theme.px(2) + theme.px(SIGN)

    def clipped(self, theme: Theme) -> bool:
        """Whether the number or the word is too wide, or all of it too high."""
        wide = max(theme.width("bold", self.text), theme.width("small", self.above))
        return wide > self.rect.width - theme.px(2) or self._height(theme) > self.rect.height


def add_tiles(theme: Theme, sheet: Sheet, room: pygame.Rect, tiles: Sequence[Tile]) -> None:
    """Put tiles into as many lines as they need at the top of the room, and go below them."""
    side, gap = theme.px(TARGET), theme.px(GAP)
    beside = max(1, (room.width + gap) // (side + gap))
    for index, tile in enumerate(tiles):
        line, column = divmod(index, beside)
        x, _, width, _ = columns((room.x, room.y, room.width, side), beside, gap)[column]
        tile.rect = pygame.Rect(x, room.y + line * (side + gap), width, side)
        sheet.add(tile)
    room.y += -(-len(tiles) // beside) * (side + gap)


def add_legend(
    theme: Theme, sheet: Sheet, room: pygame.Rect, meant: Sequence[tuple[Sign, str]]
) -> None:
    """What the signs mean, at the top of the room; go below them."""
    side, gap, step = theme.px(SIGN), theme.px(8), theme.line_height("small")
    widths = [side + gap + theme.width("small", words) + theme.px(4) for _, words in meant]
    for line in flow(widths, room.width, 2 * gap):
        x = room.x
        for index in line:
            sign, words = meant[index]
            place = pygame.Rect(x, room.y + (step - side) // 2, side, side)
            label = pygame.Rect(place.right + gap, room.y, widths[index] - side - gap, step)
            sheet.add(
                Picture(place, paint=partial(paint_sign, theme, sign)),
                Label(label, text=words, style="small", paint=theme.palette.soft),
            )
            x += widths[index] + 2 * gap
        room.y += step + theme.px(4)
    room.y += gap
