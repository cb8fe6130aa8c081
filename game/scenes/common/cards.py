"""Cards of the album: a match with its miniature board and buttons."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui.containers import Card, Column, Row, Space
from game.ui.widgets import FIT, Action, Button, Canvas, Label, ReadoutGroup, Widget

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


def match_card(entry: CardEntry) -> Card:
    """The card of an entry."""
    picture: list[Widget] = []
    if entry.pictured:
        board = (
            Canvas(entry.picture, 1.0, width=80) if entry.picture else Space(width=80, height=80)
        )
        picture = [Row([board], width=84)]
    buttons = [
        Button(one.name, one.action, icon=one.icon, look="quiet", spoken=one.spoken, width=44)
        for one in entry.buttons
    ]
    actions = [Row(buttons, width=FIT, reverse=True)] if buttons else []
    words = Column([Label(entry.head, "bold"), Label(entry.below, "small")], 0)
    spoken = f"{entry.head}. {entry.below}".strip(". ")
    row = Row([4, *picture, words, *actions, 4], height=44)
    return Card([row], name=entry.name, action=entry.open, spoken=spoken, group=entry.group, pad=8)
