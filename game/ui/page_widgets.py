"""Widgets of pages and dialogs: titles, choices, cards, and a text field."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from flipside.game.drawing import draw
from flipside.game.services.plain import MAX_TYPED_CHARS, typed, with_dots
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Theme
from flipside.game.ui import widgets
from flipside.game.ui.containers import Card, Column, Lines, Row, Space, WidgetList, Wrap
from flipside.game.ui.widgets import FIT, Button, Label, Widget

_NARROW_ROW, _NARROW_PAGE = 520, 480
"""Below these widths in CSS pixels, choices are below their title, and cards have less padding."""

_BESIDE = 0.5
"""Choices that need at most this part of a narrow page are beside their title."""


def scene_head(title: str, back: widgets.Action, text: Texts) -> Widget:
    """Return the title of a page, with a button that closes the page."""
    button = Button("back", back, icon="back", look="quiet", accessible_name=text("dialog.back"),
                    width=48,
                    height=48)  # fmt: skip
    return Row([button, Label(title, "head")])


def choice_buttons(
    key: str, words: Mapping[str, str], now: str, choose: Callable[[str], None]
) -> Widget:
    """Return a button for each value; `words` are their labels, `now` is the current value."""
    return Wrap([
        Button(f"{key}={value}", partial(choose, value), label,
               look="chosen" if value == now else "plain")
        for value, label in words.items()
    ])  # fmt: skip


def choice_row(
    key: str,
    title: str,
    words: Mapping[str, str],
    now: str,
    choose: Callable[[str], None],
    about: str = "",
) -> Widget:
    """Return a title, the buttons of `choice_buttons`, and `about` as an explanation below them."""
    return Titled(title, choice_buttons(key, words, now, choose), about)


class Titled(Lines):
    """A title to the left of a widget, or above one that is wide on a narrow page.

    `about` is an explanation below the widget.
    """

    def __init__(self, title: str, below: Widget, about: str = "") -> None:
        super().__init__()
        self._title, self._below = title, below
        self._about: WidgetList = [4, Label(about, "small")] if about else []

    def lines(self, theme: Theme, width: int) -> WidgetList:
        """Return title and widget, in one line if there is enough width, and the explanation."""
        if width >= theme.px(_NARROW_ROW):
            title = Label(self._title, "bold", width=0.343, height=44)
            return [Row([title, Column([self._below, *self._about])], align_y=0)]
        if 0 < self._below.natural_width(theme) <= _BESIDE * width:
            row = Row([Label(self._title, "bold", height=44), Row([self._below], width=FIT)])
            return [row, *self._about]
        return [Label(self._title, "bold"), 4, self._below, *self._about]


def padded(items: WidgetList) -> Widget:
    """Return a column with space for shadows on both sides."""
    return Row([8, Column(items), 8], align_y=0)


class PageCard(Lines):
    """A card with texts to read; on a narrow page it has less padding."""

    def __init__(self, items: WidgetList) -> None:
        super().__init__()
        self._items = items

    def lines(self, theme: Theme, width: int) -> WidgetList:
        """Return the card, with a padding that depends on the width."""
        return [Card(self._items, pad=32 if width >= theme.px(_NARROW_PAGE) else 16)]


PicturePainter = Callable[[pygame.Surface, pygame.Rect], None]


def match_card(
    name: str,
    head: str,
    below: str,
    act: widgets.Action | None,
    buttons: Sequence[Button] = (),
    picture: PicturePainter | None = None,
    group: widgets.ReadoutGroup | None = None,
    pictured: bool = False,
) -> Card:
    """Return the card of a match: a small board, two lines of text, and buttons.

    A tap on the card calls `act`. `group` is the heading of a card with several buttons. If
    `pictured`, there is space for the board, even while `picture` is None.
    """
    side = widgets.Canvas(picture, 1.0, width=80) if picture else Space(width=80, height=80)
    board = [Row([side], width=84)] if pictured else []
    actions = [Row(buttons, width=FIT, reverse=True)] if buttons else []
    words = Column([Label(head, "bold"), Label(below, "small")], 0)
    row = Row([4, *board, words, *actions, 4], height=44)
    spoken = f"{head.rstrip('.')}. {below}".strip(". ")
    return Card([row], name=name, action=act, accessible_name=spoken, group=group, pad=8)


@dataclass
class LineField(Widget):
    """A text field of one line. The same object is laid out again each time."""

    max_letters: int
    on_change: widgets.Action
    """Called when the line changes."""
    text: str = ""
    composition: str = ""
    """Text that an input method is still composing."""
    accessible_name: str = ""
    height: float = field(default=48, kw_only=True)

    def take(self, words: str) -> None:
        """Replace the text."""
        self.text, self.composition = typed(words).lstrip()[: self.max_letters], ""
        self.on_change()

    def write(self, words: str) -> None:
        """Add words to the text."""
        self.take(self.text + " ".join(words[:MAX_TYPED_CHARS].splitlines()))

    def key(self, name: str, paste: Callable[[], str | None]) -> bool:
        """Handle a key; return whether the field uses it.

        Letters, spaces and question marks arrive as words. While an input method composes a text,
        the field uses all keys.
        """
        if self.composition or name in ("space", "?"):
            return True
        if name == "backspace":
            self.take(self.text[:-1])
        elif name == "ctrl v":
            self.write(paste() or "")
        else:
            return False
        return True

    def draw(self, theme: Theme, surface: pygame.Surface, state: widgets.WidgetState) -> None:
        """Draw the end of the text, the composition with a line below it, and the caret."""
        palette, pad = theme.palette, theme.px(12)
        thick = theme.px(2)
        draw.box(theme, surface, self.rect, palette.background, theme.px(8), palette.accent, thick)
        if state.focused:
            widgets.focus_ring(theme, surface, self.rect, theme.px(8))
        composition = with_dots(self.composition)
        line = theme.rendered("text", with_dots(self.text) + composition, palette.ink)
        area = self.rect.inflate(-2 * pad, 0)
        cut = max(0, line.get_width() - area.width)
        y = self.rect.centery - line.get_height() // 2
        theme.blend(surface, line, (area.x, y), (cut, 0, area.width, line.get_height()))
        end = area.x + line.get_width() - cut
        below = y + line.get_height() - 1
        if composition:
            begin = max(area.x, end - theme.width("text", composition))
            pygame.draw.line(surface, palette.ink, (begin, below), (end, below), thick)
        pygame.draw.line(surface, palette.accent, (end + thick, y), (end + thick, below), thick)

    @property
    def words(self) -> str:
        """The text in the field, or the purpose of an empty field."""
        return self.text + self.composition or self.accessible_name
