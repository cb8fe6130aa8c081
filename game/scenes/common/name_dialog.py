"""Dialog for a player's name: typed with the system's keyboard, or one used before."""

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from flipside.game.saves.matches import Names, offered_names
from flipside.game.scenes.common.dialog import Dialog, answer
from flipside.game.scenes.common.scene import Navigator
from flipside.game.services.plain import typed, with_dots, with_ellipses
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Column, Grid
from flipside.game.ui.page_widgets import LineField
from flipside.game.ui.widgets import Button, Label, Widget, shortened
from flipside.rules.contract.position import Player
from flipside.rules.match.record import plain_name

_MAX_NAME_LETTERS = 24
"""Greatest length of a name typed here; names in files may be longer."""


class NameButton(Button):
    """Button with a name that is cut to its width."""

    def lay(self, theme: Theme, rect: pygame.Rect) -> list[Widget]:
        self.text = shortened(theme, self.text, rect.width - theme.px(44 if self.icon else 16))
        return super().lay(theme, rect)


class NameDialog(Dialog):
    """Dialog with a field, the names used before, and a choice for no name."""

    def __init__(
        self,
        nav: Navigator,
        title: str,
        now: str,
        offered: Sequence[str],
        take: Callable[[str], None],
    ) -> None:
        text = nav.services.text
        nameless = answer("nameless", text("name.none"), act=partial(take, ""))
        taken = answer("take", text("dialog.understood"), "", "primary",
                       lambda: take(plain_name(self.line.text)))  # fmt: skip
        super().__init__(nav, title, "", (nameless, taken))
        self.line: LineField = LineField(
            _MAX_NAME_LETTERS, self.rearrange, now, spoken=text("name.field"), name="field",
            action=self._write,
        )  # fmt: skip
        self._offered = [name for name in offered if with_ellipses(name)]
        self._take = take

    def _further(self) -> Sequence[Widget]:
        whole = self.line.text + self.line.composed
        said = self.text("name.latin" if with_dots(whole) == typed(whole) else "name.dots")
        offered = [
            NameButton(
                f"name={name}", partial(self._choose, name), with_ellipses(name), spoken=name
            )
            for name in self._offered
        ]
        return [Column([self.line, Label(said, "small"), *([Grid(offered, 2)] if offered else [])])]

    def _choose(self, name: str) -> None:
        self.leave()
        self._take(name)

    def _write(self) -> None:
        """Handle a tap on the field: a page shows a field of its own, with a keyboard, instead."""
        if ask_page(self.nav, self._name, self.line.text, self._take):
            self.leave()
        else:
            self.rearrange()

    def key(self, name: str) -> None:
        """Enter takes the name unless a button has the focus; the rest edits the line."""
        if name == "return" and self.focus in ("", "field") and not self.line.composed:
            self._choose(plain_name(self.line.text))
        else:
            super().key(name)


def ask_name(
    nav: Navigator,
    colour: str,
    names: Names,
    player: Player,
    take: Callable[[str], None],
) -> None:
    """Ask for the name of `player`; the current `names` are not offered. Without names to offer,
    a page asks at once in a field of its own."""
    title, now = nav.services.text("name.title", colour=colour), names[player]
    offered = [name for name in offered_names(nav.services.storage) if name not in names]
    if offered or not ask_page(nav, title, now, take):
        nav.open(NameDialog(nav, title, now, offered, take))


def ask_page(nav: Navigator, title: str, now: str, take: Callable[[str], None]) -> bool:
    """Let the page ask for a name in a field of its own; False on a desktop, which has none."""
    text = nav.services.text
    return nav.services.platform.clipboard.ask_line(
        f"{title}. {text('name.latin')}", now, _MAX_NAME_LETTERS, text("dialog.understood"),
        text("dialog.back"), lambda words: take(plain_name(typed(words))),
    )  # fmt: skip
