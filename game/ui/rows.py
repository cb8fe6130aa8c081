"""Pages that scroll: a head with a way back, and rows of choices as in settings and set-up."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import pygame

from game.services.theme import Style, Theme
from game.ui import layout
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Card, Label, label_height


class CardRow(Protocol):
    """A choice that stands on a card below others."""

    def add(self, theme: Theme, sheet: Sheet, room: pygame.Rect) -> int:
        """Put it at the top of the room; the y of its end."""


@dataclass(frozen=True)
class ChoiceRow:
    """One choice among a few values, each a button."""

    key: str
    title: str
    values: tuple[str, ...]
    words: tuple[str, ...]
    now: str
    choose: Callable[[str], None]
    about: str = ""
    """What the value that is chosen means; "" where that needs no words."""

    def add(self, theme: Theme, sheet: Sheet, room: pygame.Rect) -> int:
        """Put title and buttons at the top of the room; the y of their end."""
        return _add_row(theme, sheet, room, self)


def page_sheet(
    theme: Theme, place: layout.Box, title: str, back: Action, spoken: str, widest: int
) -> tuple[Sheet, pygame.Rect]:
    """A sheet with a title and a way back, which a screen reader calls `spoken`, and the column
    below them, at most `widest` CSS pixels wide."""
    sheet = Sheet(theme, place)
    width, height = sheet.width, sheet.height
    margin = theme.px(8 if width < theme.px(480) else 24)
    column = min(width - 2 * margin, theme.px(widest))
    x = (width - column) // 2
    side = theme.px(48)
    head = pygame.Rect(x, margin, column, side)
    sheet.add(
        Button(pygame.Rect(x, head.y, side, side), "back", back, icon="back", look="quiet",
               spoken=spoken),
        Label(pygame.Rect(x + side + theme.px(8), head.y, column - side - theme.px(8), side),
              text=title, style="head", paint=theme.palette.ink),
    )  # fmt: skip
    return sheet, pygame.Rect(x, head.bottom + theme.px(12), column, height)


def add_rows(theme: Theme, sheet: Sheet, room: pygame.Rect, rows: Sequence[CardRow]) -> int:
    """Put rows on a card below each other; the y of the space below them."""
    pad, gap = theme.px(16), theme.px(12)
    card = Card(pygame.Rect(room.x, room.y, room.width, 0), raised=True)
    sheet.add(card)
    y = room.y + pad
    for row in rows:
        y = row.add(theme, sheet, pygame.Rect(room.x + pad, y, room.width - 2 * pad, 0)) + gap
    card.rect.height = y - gap + pad - room.y
    bottom = card.rect.bottom
    # A little air below, so that the last card's shadow is seen when scrolled to the end.
    sheet.content = max(sheet.content, bottom + theme.px(16))
    return bottom + theme.px(16)


def titled(
    theme: Theme, sheet: Sheet, room: pygame.Rect, title: str
) -> tuple[pygame.Rect, pygame.Rect]:
    """Put a title on the left, or on top where the page is narrow; its place, and where the
    buttons begin."""
    gap, height = theme.px(8), theme.px(44)
    beside = room.width >= theme.px(520)
    width = round(room.width * 0.34) if beside else room.width
    high = label_height(theme, title, "bold", width)
    place = pygame.Rect(room.x, room.y, width, max(high, height) if beside else high)
    sheet.add(Label(place, text=title, style="bold", paint=theme.palette.ink))
    if beside:
        return place, pygame.Rect(place.right + gap, room.y, room.width - width - gap, 0)
    return place, pygame.Rect(room.x, place.bottom + theme.px(4), room.width, 0)


def _add_row(theme: Theme, sheet: Sheet, room: pygame.Rect, row: ChoiceRow) -> int:
    """A title with its buttons, which are broken into lines, and what the chosen one means."""
    title, space = titled(theme, sheet, room, row.title)
    y = add_values(theme, sheet, space, row)
    if row.about:
        height = label_height(theme, row.about, "small", space.width)
        place = pygame.Rect(space.x, y + theme.px(4), space.width, height)
        sheet.add(Label(place, text=row.about, style="small", paint=theme.palette.soft))
        y = place.bottom
    return max(y, title.bottom)


def add_values(theme: Theme, sheet: Sheet, space: pygame.Rect, row: ChoiceRow) -> int:
    """Put the buttons of a choice at the top of the space, without its title; the y of their
    end."""
    gap, height = theme.px(8), theme.px(44)
    widths = [max(theme.px(64), theme.width("bold", words) + theme.px(28)) for words in row.words]
    lines = layout.flow([min(width, space.width) for width in widths], space.width, gap)
    y = space.y
    for line in lines:
        x = space.x
        for index in line:
            value = row.values[index]
            rect = pygame.Rect(x, y, min(widths[index], space.width), height)
            chosen = value == row.now
            sheet.add(
                Button(rect, f"{row.key}={value}", _chooser(row, value), row.words[index],
                       look="chosen" if chosen else "plain")
            )  # fmt: skip
            x += rect.width + gap
        y += height + gap
    return y - gap


def _chooser(row: ChoiceRow, value: str) -> Callable[[], None]:
    return lambda: row.choose(value)


def add_text(
    theme: Theme, sheet: Sheet, room: pygame.Rect, y: int, words: str, style: Style = "text"
) -> int:
    """Put a paragraph below what is there; the y of the space below it."""
    paint = theme.palette.soft if style == "small" else theme.palette.ink
    height = label_height(theme, words, style, room.width)
    rect = pygame.Rect(room.x, y, room.width, height)
    sheet.add(Label(rect, text=words, style=style, paint=paint))
    return rect.bottom + theme.px(8)


def centre_short_page(sheet: Sheet) -> None:
    """Let a page that is shorter than the window stand a little above its middle."""
    bottom = max(widget.rect.bottom for widget in sheet.widgets)
    spare = sheet.height - bottom
    if spare > 0 and not sheet.scrolls:
        for widget in sheet.widgets:
            widget.rect.move_ip(0, spare // 3)
