"""The top of the shelf: the logo, the name, the ways to what belongs to no game, and a warning."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.scenes.shelf.pictures import paint_logo
from game.services.services import Services
from game.services.theme import Style, Theme
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Canvas, Label

_LETTER_WIDTH = 0.54
"""The room that a letter of a button is given, in parts of the type size. The page draws this shelf
before the game is here, and measures letters otherwise."""


@dataclass(frozen=True)
class HeadButton:
    """A button at the right."""

    name: str
    icon: str
    words: str
    action: Action


def word_room(theme: Theme, style: Style, words: str) -> int:
    """The width of a button for its words, in pixels."""
    return round(theme.font_size(style) * theme.unit * _LETTER_WIDTH * len(words))


def add_shelf_head(
    services: Services, sheet: Sheet, logo: pygame.Rect, ways: Sequence[HeadButton]
) -> None:
    """Put a logo there and everything else beside it."""
    theme = services.theme
    sheet.add(Canvas(logo, paint=lambda surface, rect: paint_logo(theme, surface, rect)))
    row = pygame.Rect(logo.right + theme.px(12), logo.y, 0, logo.height)
    row.width = _corner(services, sheet, logo, ways) - row.x - theme.px(8)
    _name(services, sheet, row, with_line=sheet.height >= theme.px(480))


def add_warning(services: Services, sheet: Sheet, room: pygame.Rect) -> None:
    """Tell in one line that nothing can be saved, in as many words as the room is wide for."""
    theme, words = services.theme, services.text("storage.unsafe")
    if theme.width("small-bold", words) > room.width:
        words = services.text("storage.unsafe_short")
    room.height = theme.line_height("small-bold")
    sheet.add(Label(room, "unsafe", None, words, "small-bold", theme.palette.accent))


def _name(services: Services, sheet: Sheet, row: pygame.Rect, with_line: bool) -> None:
    """The name, and below it one line, each where there is room for it."""
    theme, palette = services.theme, services.theme.palette
    line = services.text("menu.line")
    label = row.copy()
    room = row.width - 2
    if with_line and theme.width("small", line) <= room:
        label.height = theme.line_height("title")
        label.y = row.centery - (label.height + theme.line_height("small")) // 2
        below = pygame.Rect(row.x + 2, label.bottom, room, theme.line_height("small"))
        sheet.add(Label(below, text=line, style="small", paint=palette.soft))
    if theme.width("title", "Flipside") <= label.width:
        sheet.add(Label(label, text="Flipside", style="title", paint=palette.ink))


def _corner(services: Services, sheet: Sheet, logo: pygame.Rect, ways: Sequence[HeadButton]) -> int:
    """The ways, with words below their icons if all have room, and what the page has to say; the x
    where that begins."""
    theme, page, side = services.theme, services.page, services.theme.px(48)
    gap, name = theme.px(4), logo.right + theme.px(12 + 8) + theme.width("title", "Flipside")
    air = theme.px(16 if sheet.width >= theme.px(600) else 4)
    widths = [max(side, word_room(theme, "small", way.words) + air) for way in ways]
    right = sheet.width - logo.x
    room = right - name - (side + gap if page.update else 0)
    worded = sum(widths) + gap * (len(widths) - 1) <= room
    rect = pygame.Rect(0, logo.centery - side // 2, side, side)
    for way, width in zip(ways, widths, strict=True):
        rect.width = width if worded else side
        rect.right = right
        right = rect.x - gap
        sheet.add(Button(rect.copy(), way.name, way.action, way.words if worded else "", way.icon,
                         "quiet", stacked=worded, spoken=way.words))  # fmt: skip
    words = services.text("menu.update" if page.update else "menu.offline")
    width = theme.width("bold", words) + theme.px(48)
    beside = pygame.Rect(rect.x - width - theme.px(8), rect.y, width, side)
    if page.update:
        if beside.x < name:
            beside.x, beside.width = right - side, side
        said = words if beside.width == width else ""
        sheet.add(Button(beside, "update", page.take_update, said, "again", "primary",
                         spoken=words))  # fmt: skip
    elif page.offline and beside.x > name + side:
        sheet.add(Button(beside, "", None, words, "check", "quiet"))
    else:
        return rect.x
    return beside.x
