"""A card over the dimmed table: a sentence and a few buttons, turned toward whoever asked."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import pygame

from game.drawing.panel import Sheet
from game.drawing.widgets import Action, Button, Card, Label, label_height
from game.scenes.scene import Scene, Stage


@dataclass(frozen=True)
class Choice:
    """One button of a dialog; without an action it only closes it."""

    name: str
    text: str
    icon: str = ""
    look: str = "plain"
    action: Action | None = None


class Dialog(Scene):
    """A title, perhaps some words, and choices, of which every one closes the dialog first."""

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
        """`widest` is the width of a column in CSS pixels, at most."""
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
        """A card in the middle, as high as it must be; it scrolls where the window is too low."""
        theme, palette = self.theme, self.theme.palette
        pad, gap = theme.px(16), theme.px(8)
        turned = self._quarter % 2 == 1
        room = (self.size[1], self.size[0]) if turned else self.size
        columns = self._columns if room[0] >= theme.px(340 * self._columns) else 1
        width = min(room[0] - 2 * pad, theme.px(self._widest * columns))
        close = theme.px(44)
        sheet = Sheet(theme, (0, 0, width, room[1] - 2 * pad))
        inner = width - 2 * pad
        title_height = label_height(theme, self._title, "head", inner - close)
        y = gap + max(title_height, close) + gap
        sheet.add(
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
        y = self._buttons(sheet, y, inner, columns)
        height = y - gap + pad
        sheet.widgets.insert(0, Card(pygame.Rect(0, 0, width, height), "card"))
        shown = min(height, room[1] - 2 * pad)
        size = (shown, width) if turned else (width, shown)
        place = pygame.Rect((0, 0), size)
        place.center = self.size[0] // 2, self.size[1] // 2
        card = Sheet(theme, (place.x, place.y, place.width, place.height), self._quarter)
        card.add(*sheet.widgets)
        self.sheets = [card]

    def _buttons(self, sheet: Sheet, y: int, inner: int, columns: int) -> int:
        theme = self.theme
        pad, gap, height = theme.px(16), theme.px(8), theme.px(48)
        each = (inner - gap * (columns - 1)) // columns
        for index, choice in enumerate(self._choices):
            column = index % columns
            alone = column == 0 and index == len(self._choices) - 1
            width = inner if alone else each
            rect = pygame.Rect(pad + column * (each + gap), y, width, height)
            sheet.add(
                Button(
                    rect, choice.name, self._chosen(choice), choice.text, choice.icon, choice.look
                )
            )
            if column == columns - 1 or index == len(self._choices) - 1:
                y += height + gap
        return y

    def _chosen(self, choice: Choice) -> Action:
        def act() -> None:
            self.stage.back()
            if choice.action is not None:
                choice.action()

        return act

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """A tap beside the card closes it."""
        if target == "beside":
            self.leave()
        else:
            super().tap(at, target)

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """The table beside the card is a target too."""
        if not self.sheets[0].place.collidepoint(at):
            return "beside"
        return super().target_at(at)

    def draw(self, surface: pygame.Surface) -> None:
        """Dim what lies below, then the card."""
        veil = pygame.Surface(self.size, pygame.SRCALPHA)
        veil.fill((20, 14, 10, 110))
        surface.blit(veil, (0, 0))
        self.draw_sheets(surface)


def tell(stage: Stage, title: str, words: str, quarter: int = 0) -> None:
    """Say something that the player must have seen."""
    text = stage.services.text
    understood = Choice("understood", text("dialog.understood"), look="primary")
    stage.open(Dialog(stage, title, words, (understood,), quarter))
