"""Cards of the album: a match with its miniature board and buttons."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.services.theme import Theme
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Canvas, Card, Label, ReadoutGroup, label_height

PicturePainter = Callable[[pygame.Surface, pygame.Rect], None]


@dataclass(frozen=True)
class CardButton:
    """A button at the end of a card."""

    name: str
    icon: str
    spoken: str
    action: Action


@dataclass(frozen=True)
class CardEntry:
    """Content of one card."""

    name: str
    head: str
    below: str
    open: Action | None
    """Called on a tap; None: the card cannot be tapped."""
    buttons: tuple[CardButton, ...] = ()
    picture: PicturePainter | None = None
    """A small board."""
    group: ReadoutGroup | None = None
    """Group in the readout; the card's own head where it has several buttons."""
    pictured: bool = False
    """Whether to reserve room for a picture, even before there is one."""


def add_heading(theme: Theme, sheet: Sheet, room: pygame.Rect, words: str) -> None:
    """Add the title of a part of the page at the top of `room` and move `room` below it."""
    rect = pygame.Rect(room.x, room.y, room.width, theme.line_height("head"))
    sheet.add(Label(rect, text=words, style="head", paint=theme.palette.ink))
    room.y = rect.bottom + theme.px(8)


def add_card(theme: Theme, sheet: Sheet, room: pygame.Rect, entry: CardEntry) -> None:
    """Add a card at the top of `room` and move `room` below it."""
    pad, gap, side = theme.px(12), theme.px(8), theme.px(44)
    board = theme.px(80) if entry.pictured else 0
    left = board + pad if board else 0
    width = room.width - 2 * pad - left - len(entry.buttons) * (side + gap)
    high = label_height(theme, entry.head, "bold", width)
    low = label_height(theme, entry.below, "small", width)
    rect = pygame.Rect(room.x, room.y, room.width, max(side, board, high + low) + 2 * gap)
    x, top = rect.x + pad + left, rect.centery - (high + low) // 2
    sheet.add(
        Card(rect, entry.name, entry.open, spoken=f"{entry.head}. {entry.below}".strip(". "),
             group=entry.group),
        Label(pygame.Rect(x, top, width, high), text=entry.head, style="bold",
              paint=theme.palette.ink),
        Label(pygame.Rect(x, top + high, width, low), text=entry.below, style="small",
              paint=theme.palette.soft),
    )  # fmt: skip
    if entry.picture is not None:
        place = pygame.Rect(rect.x + pad, rect.centery - board // 2, board, board)
        sheet.add(Canvas(place, paint=entry.picture))
    x = rect.right - pad - side
    for small in reversed(entry.buttons):
        place = pygame.Rect(x, rect.centery - side // 2, side, side)
        sheet.add(Button(place, small.name, small.action, icon=small.icon, look="quiet",
                         spoken=small.spoken, group=entry.group))  # fmt: skip
        x -= side + gap
    room.y = rect.bottom + gap
