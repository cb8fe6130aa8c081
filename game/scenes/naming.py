"""Asks for a person's name: typed with the system's keyboard, or one of those used before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.drawing import draw, layout
from game.drawing.panel import Sheet
from game.drawing.widgets import Button, Label, State, Widget, focus_ring, label_height
from game.scenes.dialog import Choice, Dialog
from game.scenes.scene import Stage
from game.services.plain import MOST_TYPED, typed, written
from game.services.theme import Theme
from game.table.names import known
from game.table.saves import Names
from rules.position import Player

LONGEST_TYPED = 24
"""Letters of a name that is typed here; names in files may be longer."""


@dataclass
class Field(Widget):
    """Where one line is written."""

    text: str = ""
    composed: str = ""
    """What an input method is still composing."""
    spoken: str = ""

    def draw(self, theme: Theme, surface: pygame.Surface, state: State) -> None:
        """Draw the end of the line that fits, what is being composed underlined, and the caret."""
        palette, pad = theme.palette, theme.px(12)
        thick = theme.px(2)
        draw.box(theme, surface, self.rect, palette.table, theme.px(8), palette.accent, thick)
        if state.focused:
            focus_ring(theme, surface, self.rect, theme.px(8))
        line = theme.rendered("text", self.text + self.composed, palette.ink)
        room = self.rect.inflate(-2 * pad, 0)
        cut = max(0, line.get_width() - room.width)
        y = self.rect.centery - line.get_height() // 2
        surface.blit(line, (room.x, y), (cut, 0, room.width, line.get_height()))
        end = room.x + line.get_width() - cut
        below = y + line.get_height() - 1
        if self.composed:
            begin = max(room.x, end - theme.width("text", self.composed))
            pygame.draw.line(surface, palette.ink, (begin, below), (end, below), thick)
        pygame.draw.line(surface, palette.accent, (end + thick, y), (end + thick, below), thick)

    @property
    def words(self) -> str:
        """What is written, or what the field is for."""
        return self.text + self.composed or self.spoken


class Naming(Dialog):
    """A field, the names used before, and a way to be called by the colour alone."""

    def __init__(
        self,
        stage: Stage,
        title: str,
        now: str,
        offered: Sequence[str],
        take: Callable[[str], None],
        quarter: int = 0,
    ) -> None:
        text = stage.services.text
        nameless = Choice("nameless", text("name.none"), action=lambda: self._named(""))
        taken = Choice("take", text("dialog.understood"), "", "primary", self._as_written)
        super().__init__(stage, title, "", (nameless, taken), quarter)
        self._typed = now
        self._composed = ""
        self._left_out = False
        """Whether something was written that our fonts do not have."""
        shown = [written(name) for name in offered]
        self._offered = [name for name in shown if name and name != now]
        self._take = take
        if not self._offered:
            self._ask_page()

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """The card; the system's keyboard is told where the field is."""
        super().lay_out()
        sheet = self.sheets[0]
        field = sheet.named("field")
        if field is not None:
            self.services.page.typing(sheet.outside(field.rect))

    def _further(self, sheet: Sheet, room: pygame.Rect) -> int:
        theme, gap = self.theme, self.theme.px(8)
        pad, y, inner, height = room.x, room.y, room.width, theme.px(48)
        spoken = self.text("name.field")
        rect = pygame.Rect(pad, y, inner, height)
        sheet.add(Field(rect, "field", self._write, self._typed, self._composed, spoken))
        y = rect.bottom + gap
        if self._left_out:
            said = self.text("name.latin")
            rect = pygame.Rect(pad, y, inner, label_height(theme, said, "small", inner))
            sheet.add(Label(rect, text=said, style="small", paint=theme.palette.soft))
            y = rect.bottom + gap
        for start in range(0, len(self._offered), 2):
            boxes = layout.columns((pad, y, inner, theme.px(44)), 2, gap)
            for box, name in zip(boxes, self._offered[start : start + 2], strict=False):
                place = pygame.Rect(box)
                words = shortened(theme, name, place.width - theme.px(16))
                sheet.add(Button(place, f"name={name}", self._chooser(name), words, spoken=name))
            y += theme.px(44) + gap
        return y

    def _chooser(self, name: str) -> Callable[[], None]:
        def choose() -> None:
            self.leave()
            self._take(name)

        return choose

    def _as_written(self) -> None:
        self._named(written(self._typed))

    def _named(self, name: str) -> None:
        """The dialog is closed; so the keyboard goes as well."""
        self.services.page.typing(None)
        self._take(name)

    def _done(self) -> None:
        self._chooser(written(self._typed))()

    def leave(self) -> None:
        """The keyboard goes with the dialog."""
        self.services.page.typing(None)
        super().leave()

    # -- writing -----------------------------------------------------------------------------------

    def _write(self) -> None:
        """A tap on the field: a page has a field of its own, which brings the keyboard up."""
        if not self._ask_page():
            self.rearrange()

    def _ask_page(self) -> bool:
        text = self.text

        def take(words: str) -> None:
            self._typed = ""
            self.write(words)
            if self.stage.top is self and not self._left_out:
                self._done()

        return self.services.page.clipboard.ask_line(
            self._title, self._typed, LONGEST_TYPED, text("dialog.understood"), text("dialog.back"),
            take,
        )  # fmt: skip

    def write(self, words: str) -> None:
        """Words were typed, or an input method has composed them."""
        words = words[:MOST_TYPED]
        whole = " ".join((self._typed + words).split(" "))
        self._typed = typed(whole).lstrip()[:LONGEST_TYPED]
        self._left_out = len(typed(words)) < len(words.strip("\r\n"))
        self._composed = ""
        self.rearrange()

    def compose(self, words: str) -> None:
        """An input method shows what it is composing."""
        self._composed = typed(words)
        self.rearrange()

    def key(self, name: str) -> None:
        """Letters come as words; Enter takes the name unless a button is chosen."""
        if self._composed or name == "space":
            return
        if name == "backspace":
            self._typed = self._typed[:-1]
            self.rearrange()
        elif name == "ctrl v":
            self.write(self.services.page.clipboard.paste() or "")
        elif name == "return" and self.focus in ("", "field"):
            self._done()
        else:
            super().key(name)


def asked(
    stage: Stage,
    colour: str,
    names: Names,
    player: Player,
    take: Callable[[str], None],
    quarter: int = 0,
) -> Naming:
    """The question what the person of that colour is called; neither of the `names` is offered."""
    title = stage.services.text("name.title", colour=colour)
    offered = [name for name in known(stage.services.storage) if name not in names]
    return Naming(stage, title, written(names[player]), offered, take, quarter)


def shortened(theme: Theme, name: str, width: int) -> str:
    """A name as it fits on a button, with an ellipsis where it is too long."""
    if theme.width("bold", name) <= width:
        return name
    while name and theme.width("bold", name + "…") > width:
        name = name[:-1]
    return name.rstrip() + "…"
