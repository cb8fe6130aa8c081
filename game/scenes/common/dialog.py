"""Dialog: a card over the dimmed table, turned toward the player who asked."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import groupby

import pygame

from game.scenes.common.scene import Scene, Stage
from game.ui import layout
from game.ui.sheet import Sheet
from game.ui.widgets import Action, Button, Card, Label, label_height

_CLOSE_COLUMNS = 3
"""Columns of choices in a low window; their icons stand above the words."""


@dataclass(frozen=True)
class ChoiceGroup:
    """Group of choices: heading and optional note."""

    title: str
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """One button of a dialog; without an action it only closes it."""

    name: str
    text: str
    icon: str = ""
    look: str = "plain"
    action: Action | None = None
    group: ChoiceGroup | None = None
    """Its heading is shown above the first choice of the group."""


class Dialog(Scene):
    """Title, optional words, and choices; every choice closes the dialog before its action runs."""

    overlay = True

    def __init__(
        self,
        stage: Stage,
        title: str,
        body: str = "",
        choices: Sequence[Choice] = (),
        quarter: int = 0,
        columns: int = 1,
        widest: int = 380,
    ) -> None:
        """`quarter`: quarter turns of the card; `widest`: greatest CSS pixels of a column."""
        super().__init__(stage)
        self._title = title
        self._body = body
        self._choices = tuple(choices)
        self._quarter = quarter
        self._columns = columns
        self._widest = widest

    def title(self) -> str:
        """The dialog's own title."""
        return f"{self._title} – Flipside"

    def lay_out(self) -> None:
        """Centre a card of the height needed. In a low window the choices move closer together;
        if that is not enough, the words scroll above them."""
        theme = self.theme
        margin = theme.px(16 if min(self.size) >= theme.px(480) else 8)
        turned = self._quarter % 2 == 1
        room = (self.size[1], self.size[0]) if turned else self.size
        columns = self._columns if room[0] >= theme.px(340 * self._columns) else 1
        width = min(room[0] - 2 * margin, theme.px(self._widest * self._columns))
        width = width if columns == self._columns else min(width, theme.px(self._widest))
        high = room[1] - 2 * margin
        words, choices = self._words(width), self._placed(width, columns)
        if words.content + choices.content > high and len(self._choices) > _CLOSE_COLUMNS:
            choices = self._placed(width, _CLOSE_COLUMNS)
            if words.content + choices.content > high:
                choices = self._placed(width, _CLOSE_COLUMNS, heads=False)
        height = words.content + choices.content
        below = choices.content + theme.px(8)
        if height > high and below < high // 2:
            place = pygame.Rect(0, 0, width, below)
            parts = [(words, high - below), (self._below(choices, place), below)]
        else:
            for widget in choices.widgets:
                widget.rect.move_ip(0, words.content)
            words.add(*choices.widgets)
            words.widgets[0].rect.height = height
            parts = [(words, min(height, high))]
        card = pygame.Rect(0, 0, *self._turned(width, sum(shown for _, shown in parts)))
        card.center = self.size[0] // 2, self.size[1] // 2
        self.sheets, y = [], 0
        for filled, shown in parts:
            self.sheets.append(self._sheet(card, y, shown, filled))
            y += shown

    def _below(self, choices: Sheet, place: pygame.Rect) -> Sheet:
        """Return the choices on a card of their own, to be placed below scrolling words."""
        sheet = Sheet(self.theme, (0, 0, place.width, place.height))
        for widget in choices.widgets:
            widget.rect.move_ip(0, place.height - choices.content)
        sheet.add(Card(place, "choices"), *choices.widgets)
        return sheet

    def _turned(self, width: int, height: int) -> tuple[int, int]:
        """Return the size in the window, after the card's turn."""
        return (height, width) if self._quarter % 2 == 1 else (width, height)

    def _sheet(self, card: pygame.Rect, y: int, shown: int, filled: Sheet) -> Sheet:
        """Return a turned sheet with the widgets of `filled`, `shown` pixels high, that begins
        `y` below the card's top as the asking player sees it."""
        part = pygame.Rect(card.topleft, self._turned(filled.width, shown))
        if self._quarter == 0:
            part.top = card.top + y
        elif self._quarter == 1:
            part.left = card.left + y
        elif self._quarter == 2:
            part.bottom = card.bottom - y
        else:
            part.right = card.right - y
        sheet = Sheet(self.theme, (part.x, part.y, part.width, part.height), self._quarter)
        sheet.add(*filled.widgets)
        return sheet

    def _words(self, width: int) -> Sheet:
        """Return the title and everything above the choices, on a card `width` pixels wide."""
        theme, palette = self.theme, self.theme.palette
        pad, gap, close = theme.px(16), theme.px(8), theme.px(44)
        inner = width - 2 * pad
        sheet = Sheet(theme, (0, 0, width, 0))
        title_height = label_height(theme, self._title, "head", inner - close)
        y = gap + max(title_height, close) + gap
        sheet.add(
            Card(pygame.Rect(0, 0, width, 0), "card"),
            Label(pygame.Rect(pad, gap, inner - close, y - 2 * gap), text=self._title, style="head",
                  paint=palette.ink),
            Button(pygame.Rect(width - close - gap, gap, close, close), "close", self.leave,
                   icon="close", look="quiet", spoken=self.text("dialog.close")),
        )  # fmt: skip
        if self._body:
            height = label_height(theme, self._body, "text", inner)
            sheet.add(Label(pygame.Rect(pad, y, inner, height), text=self._body,
                            paint=palette.ink))  # fmt: skip
            y += height + pad
        sheet.content = self._further(sheet, pygame.Rect(pad, y, inner, 0))
        sheet.widgets[0].rect.height = sheet.content
        return sheet

    def _further(self, sheet: Sheet, room: pygame.Rect) -> int:
        """Add content between the words and the choices at the top of `room`; return its bottom."""
        return room.y

    def _placed(self, width: int, columns: int, heads: bool = True) -> Sheet:
        """Return the choices in columns on a card `width` pixels wide. Groups are separated by
        headings, or by gaps without `heads`."""
        theme, sheet = self.theme, Sheet(self.theme, (0, 0, width, 0))
        pad, gap = (
            (theme.px(8), theme.px(4)) if columns == _CLOSE_COLUMNS else (theme.px(16), theme.px(8))
        )
        y = 0
        for group, found in groupby(self._choices, lambda choice: choice.group):
            y += gap if y else 0
            if group is not None and heads:
                y = self._head(sheet, pygame.Rect(pad, y, width - 2 * pad, 0), group) + gap // 2
            y = self._rows(sheet, tuple(found), columns, pad, y)
        if self._choices:
            sheet.content = y - gap + pad
        return sheet

    def _head(self, sheet: Sheet, room: pygame.Rect, group: ChoiceGroup) -> int:
        """Add a group's heading at the top of `room`; return its bottom."""
        theme, soft = self.theme, self.theme.palette.soft
        title = pygame.Rect(room.x, room.y, room.width, theme.line_height("small-bold"))
        sheet.add(Label(title, text=group.title, style="small-bold", paint=soft, level=2))
        if not group.note:
            return title.bottom
        high = label_height(theme, group.note, "small", room.width)
        note = pygame.Rect(room.x, title.bottom, room.width, high)
        sheet.add(Label(note, text=group.note, style="small", paint=soft))
        return note.bottom

    def _rows(self, sheet: Sheet, choices: Sequence[Choice], columns: int, pad: int, y: int) -> int:
        """Add rows of choices from `y` on; return the y below them."""
        theme, width, close = self.theme, sheet.width, columns == _CLOSE_COLUMNS
        gap = theme.px(4 if close else 8)
        for start in range(0, len(choices), columns):
            row = choices[start : start + columns]
            alone = len(row) == 1
            boxes = layout.columns((pad, y, width - 2 * pad, 0), 1 if alone else columns, gap)
            least = min(each for _, _, each, _ in boxes)
            height = self._row_height(row, least) if close and not alone else theme.px(48)
            for choice, (x, _, each, _) in zip(row, boxes, strict=False):
                rect, act = pygame.Rect(x, y, each, height), self._chosen(choice)
                sheet.add(Button(rect, choice.name, act, choice.text, choice.icon, choice.look,
                                 stacked=close and not alone))  # fmt: skip
            y += height + gap
        return y

    def _row_height(self, row: Sequence[Choice], width: int) -> int:
        """Return the height of a row of choices whose icons stand above their words."""
        theme = self.theme
        lines = max(
            label_height(theme, choice.text, "small", width - theme.px(4)) for choice in row
        )
        return theme.px(26) + max(lines, theme.px(24))

    def _chosen(self, choice: Choice) -> Action:
        def act() -> None:
            self.stage.back()
            if choice.action is not None:
                choice.action()

        return act

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Run a button; a tap beside the card closes the dialog."""
        if target == "beside":
            self.leave()
        else:
            super().tap(at, target)

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """Return the widget there, or "beside" for the table beside the card."""
        if not any(sheet.place.collidepoint(at) for sheet in self.sheets):
            return "beside"
        return super().target_at(at)

    def draw(self, surface: pygame.Surface) -> None:
        """Dim the scene below, then draw the card."""
        veil = pygame.Surface(self.size, pygame.SRCALPHA)
        veil.fill((20, 14, 10, 110))
        surface.blit(veil, (0, 0))
        self._draw_sheets(surface)


def hand_over(stage: Stage, title: str, text: str, said: str, quarter: int = 0) -> None:
    """Copy `text` and confirm it in the words of `said`: "play", "share" or "bundle"."""
    words = stage.services.text

    def then(done: bool) -> None:
        tell(stage, title, words(f"{said}.{'copied' if done else 'not_copied'}"), quarter)

    stage.services.page.clipboard.hand_over(text, title, words("dialog.back"), then)


def tell(stage: Stage, title: str, words: str, quarter: int = 0) -> None:
    """Show `words` in a dialog that the player confirms."""
    text = stage.services.text
    understood = Choice("understood", text("dialog.understood"), look="primary")
    stage.open(Dialog(stage, title, words, (understood,), quarter))
