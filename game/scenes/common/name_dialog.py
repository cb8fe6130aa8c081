"""Dialog for a player's name: typed with the system's keyboard, or one used before."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import pygame

from game.drawing import draw
from game.saves.known_names import offered_names
from game.saves.matches import Names
from game.scenes.common.dialog import Choice, Dialog
from game.scenes.common.scene import Stage
from game.services.plain import MAX_TYPED_CHARS, typed, with_dots, with_ellipses
from game.services.theme import Theme
from game.ui.containers import Column, Grid
from game.ui.widgets import Button, Label, Widget, WidgetState, focus_ring
from rules.contract.position import Player
from rules.match.record import plain_name

_MAX_NAME_LETTERS = 24
"""Greatest length of a name typed here; names in files may be longer."""


@dataclass
class NameField(Widget):
    """Text field of one line."""

    text: str = ""
    composed: str = ""
    """Text that an input method is still composing."""
    spoken: str = ""
    height: float = field(default=48, kw_only=True)

    def draw(self, theme: Theme, surface: pygame.Surface, state: WidgetState) -> None:
        """Draw the end of the line that fits, with composed text underlined, and the caret.
        Letters missing from our fonts are dots."""
        palette, pad = theme.palette, theme.px(12)
        thick = theme.px(2)
        draw.box(theme, surface, self.rect, palette.table, theme.px(8), palette.accent, thick)
        if state.focused:
            focus_ring(theme, surface, self.rect, theme.px(8))
        composed = with_dots(self.composed)
        line = theme.rendered("text", with_dots(self.text) + composed, palette.ink)
        room = self.rect.inflate(-2 * pad, 0)
        cut = max(0, line.get_width() - room.width)
        y = self.rect.centery - line.get_height() // 2
        theme.blend(surface, line, (room.x, y), (cut, 0, room.width, line.get_height()))
        end = room.x + line.get_width() - cut
        below = y + line.get_height() - 1
        if composed:
            begin = max(room.x, end - theme.width("text", composed))
            pygame.draw.line(surface, palette.ink, (begin, below), (end, below), thick)
        pygame.draw.line(surface, palette.accent, (end + thick, y), (end + thick, below), thick)

    @property
    def words(self) -> str:
        """Text in the field, or its purpose while it is empty."""
        return self.text + self.composed or self.spoken


class NameButton(Button):
    """Button with a name that is cut to its width."""

    def lay(self, theme: Theme, rect: pygame.Rect) -> Iterator[Widget]:
        self.text = shortened(theme, self.text, rect.width - theme.px(44 if self.icon else 16))
        return super().lay(theme, rect)


class NameDialog(Dialog):
    """Dialog with a field, the names used before, and a choice for no name."""

    def __init__(
        self,
        stage: Stage,
        title: str,
        now: str,
        offered: Sequence[str],
        take: Callable[[str], None],
    ) -> None:
        text = stage.services.text
        nameless = Choice("nameless", text("name.none"), action=lambda: self._named(""))
        taken = Choice("take", text("dialog.understood"), "", "primary",
                       lambda: self._named(plain_name(self._typed)))  # fmt: skip
        super().__init__(stage, title, "", (nameless, taken))
        self._typed = now
        self._composed = ""
        self._offered = [name for name in offered if with_ellipses(name)]
        self._take = take

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        super().lay_out()
        sheet = self.sheets[0]
        field = sheet.named("field")
        if field is not None:
            self.services.page.typing(sheet.outside(field.rect))

    def _further(self) -> Sequence[Widget]:
        whole = self._typed + self._composed
        said = self.text("name.latin" if with_dots(whole) == typed(whole) else "name.dots")
        field = NameField(self._typed, self._composed, self.text("name.field"),
                          name="field", action=self._write)  # fmt: skip
        offered = [
            NameButton(
                f"name={name}", partial(self._choose, name), with_ellipses(name), spoken=name
            )
            for name in self._offered
        ]
        return [Column([field, Label(said, "small"), *([Grid(offered, 2)] if offered else [])])]

    def _choose(self, name: str) -> None:
        self.leave()
        self._take(name)

    def _named(self, name: str) -> None:
        self.services.page.typing(None)
        self._take(name)

    def leave(self) -> None:
        self.services.page.typing(None)
        super().leave()

    # -- writing -----------------------------------------------------------------------------------

    def _write(self) -> None:
        """Handle a tap on the field: a page shows a field of its own, with a keyboard, instead."""
        if ask_page(self.stage, self._title, self._typed, self._take):
            self.leave()
        else:
            self.rearrange()

    def write(self, words: str) -> None:
        words = words[:MAX_TYPED_CHARS]
        whole = " ".join((self._typed + words).split(" "))
        self._typed = typed(whole).lstrip()[:_MAX_NAME_LETTERS]
        self._composed = ""
        self.rearrange()

    def compose(self, words: str) -> None:
        self._composed = typed(words)
        self.rearrange()

    def key(self, name: str) -> None:
        """Edit the line; Enter takes the name unless a button has the focus."""
        if self._composed or name == "space":
            return
        if name == "backspace":
            self._typed = self._typed[:-1]
            self.rearrange()
        elif name == "ctrl v":
            self.write(self.services.page.clipboard.paste() or "")
        elif name == "return" and self.focus in ("", "field"):
            self._choose(plain_name(self._typed))
        else:
            super().key(name)


def ask_name(
    stage: Stage,
    colour: str,
    names: Names,
    player: Player,
    take: Callable[[str], None],
) -> None:
    """Ask for the name of `player`; the current `names` are not offered. Without names to offer,
    a page asks at once in a field of its own."""
    title, now = stage.services.text("name.title", colour=colour), names[player]
    offered = [name for name in offered_names(stage.services.storage) if name not in names]
    if offered or not ask_page(stage, title, now, take):
        stage.open(NameDialog(stage, title, now, offered, take))


def ask_page(stage: Stage, title: str, now: str, take: Callable[[str], None]) -> bool:
    """Let the page ask for a name in a field of its own; False on a desktop, which has none."""
    text = stage.services.text
    return stage.services.page.clipboard.ask_line(
        f"{title}. {text('name.latin')}", now, _MAX_NAME_LETTERS, text("dialog.understood"),
        text("dialog.back"), lambda words: take(plain_name(typed(words))),
    )  # fmt: skip


def shortened(theme: Theme, name: str, width: int) -> str:
    """Return `name`, cut with an ellipsis to `width` pixels."""
    if theme.width("bold", name) <= width:
        return name
    while name and theme.width("bold", name + "…") > width:
        name = name[:-1]
    return name.rstrip() + "…"
