"""Cards of the album: a match with its miniature board and buttons."""

from collections.abc import Callable, Sequence

import pygame

from flipside.game.ui.containers import Card, Column, Row, Space
from flipside.game.ui.widgets import FIT, Action, Button, Canvas, Label, ReadoutGroup

PicturePainter = Callable[[pygame.Surface, pygame.Rect], None]


def match_card(
    name: str,
    head: str,
    below: str,
    act: Action | None,
    buttons: Sequence[Button] = (),
    picture: PicturePainter | None = None,
    group: ReadoutGroup | None = None,
    pictured: bool = False,
) -> Card:
    """A card with two lines, a small board, and buttons at its end. A tap on it runs `act`. Its
    `group` has its own head where it has several buttons. There is room for a picture if it is
    `pictured`, even before there is one."""
    side = Canvas(picture, 1.0, width=80) if picture else Space(width=80, height=80)
    board = [Row([side], width=84)] if pictured else []
    actions = [Row(buttons, width=FIT, reverse=True)] if buttons else []
    words = Column([Label(head, "bold"), Label(below, "small")], 0)
    row = Row([4, *board, words, *actions, 4], height=44)
    spoken = f"{head.rstrip('.')}. {below}".strip(". ")
    return Card([row], name=name, action=act, spoken=spoken, group=group, pad=8)
