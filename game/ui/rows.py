"""Rows of choices as in settings and set-up, and what else pages are made of."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import pygame

from flipside.game.services.text import Text
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Card, Column, Declared, Lines, Row, Space, Wrap
from flipside.game.ui.widgets import FIT, Action, Button, Canvas, Label, ReadoutGroup, Widget

_NARROW_ROW, _NARROW_PAGE = 520, 480
"""CSS pixels of the widths below which a row of choices and a card of a page are narrow."""


def page_head(title: str, back: Action, text: Text) -> Widget:
    button = Button("back", back, icon="back", look="quiet", spoken=text("dialog.back"), width=48,
                    height=48)  # fmt: skip
    return Row([button, Label(title, "head")])


def choice_buttons(
    key: str, words: Mapping[str, str], now: str, choose: Callable[[str], None]
) -> Widget:
    """A button for each value; `words` are those of the values, `now` is the chosen one."""
    return Wrap([
        Button(f"{key}={value}", partial(choose, value), said,
               look="chosen" if value == now else "plain")
        for value, said in words.items()
    ])  # fmt: skip


def choice_row(
    key: str,
    title: str,
    words: Mapping[str, str],
    now: str,
    choose: Callable[[str], None],
    about: str = "",
) -> Widget:
    """A title with a button for each value, and what the chosen one means."""
    buttons = choice_buttons(key, words, now, choose)
    return Titled(title, Column([buttons, *([Label(about, "small")] if about else [])], 4))


class Titled(Lines):
    """A title on the left of a widget, or on top where the page is narrow."""

    def __init__(self, title: str, below: Widget) -> None:
        super().__init__()
        self._title, self._below = title, below

    def lines(self, theme: Theme, width: int) -> Declared:
        if width < theme.px(_NARROW_ROW):
            return [Label(self._title, "bold"), 4, self._below]
        return [Row([Label(self._title, "bold", width=0.343, height=44), self._below], down=0)]


def padded(items: Declared) -> Widget:
    """A column that leaves room for shadows where its sheet scrolls."""
    return Row([8, Column(items), 8], down=0)


class PageCard(Lines):
    """A card of a page to read; where the page is narrow, its edge is too."""

    def __init__(self, items: Declared) -> None:
        super().__init__()
        self._items = items

    def lines(self, theme: Theme, width: int) -> Declared:
        return [Card(self._items, pad=32 if width >= theme.px(_NARROW_PAGE) else 16)]


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
