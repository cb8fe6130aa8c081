"""Dialogs: a card over the darkened scene, rotated towards the player who opened it.

Two dialogs are about saves: failures of the storage, and saves that would be lost by quitting.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

import pygame

from flipside.game.drawing.display_list import DisplayItem, Layer
from flipside.game.saves.album import unsaved
from flipside.game.saves.export import bundled
from flipside.game.scenes.common.command import Command
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.ui.containers import Card, Column, Grid, Row, WidgetList
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Action, Button, Label, Widget
from flipside.rules.catalogue import BY_KEY

_CLOSE_COLUMNS = 3
"""The number of columns of answers in a low window, with icons above the words."""

_VEIL_PIXELS = 64
"""The height of a strip that is repeatedly painted over the scene below."""


class Dialog(Scene):
    """A dialog with a title, a text and answers; the answers are its commands."""

    overlay = True

    def __init__(
        self,
        nav: Navigator,
        title: str,
        body: str = "",
        answers: Sequence[Command[Any]] = (),
        columns: int = 1,
        widest: int = 380,
        heads: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        """Make a dialog; columns are at most `widest` CSS pixels wide.

        `heads` contains a heading and notes for each group of answers.
        """
        self.commands = answers
        super().__init__(nav, title)
        self._body, self._heads = body, heads or {}
        self.quarter_turns = nav.top.quarter_turns
        self._columns, self._widest = columns, widest

    def _layout(self) -> None:
        """Put a card in the middle of the window.

        In a low window, the answers are closer together. If they still do not fit, the words above
        them scroll.
        """
        theme = self.theme
        margin = theme.px(16 if min(self.size) >= theme.px(480) else 8)
        room = self._turned(*self.size)
        columns = self._columns if room[0] >= theme.px(340 * self._columns) else 1
        width = min(room[0] - 2 * margin, theme.px(self._widest * columns))
        high = room[1] - 2 * margin
        parts = self._parts(width, high, columns)
        card = pygame.Rect(0, 0, *self._turned(width, sum(height for _, height in parts)))
        card.center = self.size[0] // 2, self.size[1] // 2
        card_sheet = Sheet(theme, card, self.quarter_turns)
        self.sheets = card_sheet.split([height for _, height in parts])
        for sheet, (part, _) in zip(self.sheets, parts, strict=True):
            rect = pygame.Rect(0, 0, width, part.height_for(theme, width))
            sheet.add(*part.layout(theme, rect))

    def _parts(self, width: int, high: int, columns: int) -> Sequence[tuple[Widget, int]]:
        """Return the parts of the card with their heights in pixels; each may scroll."""
        words = self._words()
        choices = self._fitting(width, high - self._high([words], width), columns)
        below = self._high([8, choices], width)
        if self._high([words, 0, choices], width) > high and below < high // 2:
            return [(Card([words], name="card", pad=0), high - below),
                    (Card([8, choices], name="choices", pad=0), below)]  # fmt: skip
        whole: WidgetList = [words, 0, choices]
        return [(Card(whole, name="card", pad=0), min(high, self._high(whole, width)))]

    def _fitting(self, width: int, high: int, columns: int) -> Widget:
        """Return the answers in `columns`, or closer together if they do not fit in that height."""
        ways = [self._below(columns)]
        if len(self._entries) > _CLOSE_COLUMNS:
            ways += [self._below(_CLOSE_COLUMNS), self._below(_CLOSE_COLUMNS, heads=False)]
        return next((way for way in ways if self._high([way], width) <= high), ways[-1])

    def _high(self, items: WidgetList, width: int) -> int:
        return Column(items).height_for(self.theme, width)

    def _turned(self, width: int, height: int) -> tuple[int, int]:
        """Swap width and height if the dialog is rotated by one or three quarter turns."""
        return (height, width) if self.quarter_turns % 2 == 1 else (width, height)

    def _words(self) -> Widget:
        close = Button("close", self.leave, icon="close", look="quiet", width=44,
                       accessible_name=self.text("dialog.close"))  # fmt: skip
        head = Row([16, Label(self._name, "head", height=44), close, 8], align_y=0)
        body = [*([Label(self._body)] if self._body else []), *self._further()]
        if not body:
            return Column([8, head, 8])
        return Column([8, head, Row([16, Column([*body, 16], 16), 16])])

    def _further(self) -> Sequence[Widget]:
        return ()

    @property
    def _entries(self) -> Sequence[Command[Any]]:
        return self.commands

    def _below(self, columns: int, heads: bool = True) -> Widget:
        """Return the answers in columns; if `heads`, with the headings of groups."""
        close = columns == _CLOSE_COLUMNS
        pad, gap = (8, 4) if close else (16, 8)
        groups: list[Widget] = []
        for group, members in groupby(self._entries, lambda member: member.group if heads else ""):
            answers = list(members)
            alone = answers[-1] if len(answers) % columns == 1 else None
            buttons = [self._button(command, close and command is not alone) for command in answers]
            grid = Grid(buttons, columns, gap=gap, stretches=True)
            lines = self._heads.get(group, ()) if heads else ()
            title = [Label(words, "small-bold", "soft", level=2) for words in lines[:1]]
            notes = [Label(words, "small") for words in lines[1:]]
            head = [Column([*title, *notes], 0)] if lines else []
            groups.append(Column([*head, grid], gap // 2))
        return Row([pad, Column([*groups, *([pad] if groups else [])], 2 * gap), pad])

    def _button(self, command: Command[Any], stacked: bool) -> Button:
        high = 50 if stacked else 48
        return self._own.button(command.id, stacked=stacked, height=high, grows=stacked)

    def tap(self, at: tuple[int, int], target: Hashable) -> None:
        """Handle a tap; beside the dialog it closes the dialog."""
        if target == "beside":
            self.leave()
        else:
            super().tap(at, target)

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """Return the target at a point: a widget's name, "beside" the dialog, or None."""
        if not any(sheet.place.collidepoint(at) for sheet in self.sheets):
            return "beside"
        return super().target_at(at)

    def layers(self) -> list[Layer]:
        """Return the layers from the lowest: veil, card, notice."""
        veil = DisplayItem("veil", pygame.Rect((0, 0), self.size), self._paint_veil)
        veil_layer = Layer(("veil", self.size), lambda: [veil], cached=True)
        notices = self.notices.layers(self._sheets, self.size)
        return [veil_layer, *self._sheets_layers(self._sheets), *notices]

    def _paint_veil(self, surface: pygame.Surface) -> None:
        veil = self.theme.cached(("veil", self.size[0]), self._make_veil)
        for top in range(0, self.size[1], _VEIL_PIXELS):
            surface.blit(veil, (0, top))

    def _make_veil(self) -> pygame.Surface:
        # One alpha for the whole surface is blended much faster than an alpha for each pixel.
        veil = pygame.Surface((self.size[0], _VEIL_PIXELS))
        veil.fill((20, 14, 10))
        veil.set_alpha(110)
        return veil


class Menu(Dialog):
    """The menu of a scene: its commands in a fixed order, and below them the two ways out."""

    def __init__(
        self,
        nav: Navigator,
        title: str,
        entries: Sequence[Command[Any]],
        reasons: Mapping[str, str],
        heads: Mapping[str, Sequence[str]],
        back: str,
    ) -> None:
        """Make a menu; `back` are the words of the main way out, which closes the menu.

        `reasons` says by id why entries are impossible, "" for the others.
        """
        text, self._reasons = nav.services.text, reasons
        shelf = answer("shelf", text("play.shelf"), "shelf", act=nav.home)
        close = answer("keep-playing", back, "play", "primary")
        super().__init__(nav, title, "", [*entries, shelf, close], columns=2, heads=heads)

    @property
    def _entries(self) -> Sequence[Command[Any]]:
        return self.commands[:-2]

    def _button(self, command: Command[Any], stacked: bool) -> Button:
        button = super()._button(command, stacked)
        if why := self._reasons.get(command.id, ""):
            button.why, button.action = why, None
        return button

    def _parts(self, width: int, high: int, columns: int) -> Sequence[tuple[Widget, int]]:
        """Return the title, the entries and the ways out. If space is short, the entries scroll."""
        ways = [self._button(command, stacked=False) for command in self.commands[-2:]]
        pad = 16 if columns > 1 else 8
        words, foot = self._words(), Column([Row([pad, Grid(ways, 2, stretches=True), pad]), pad])
        left = high - self._high([words], width) - self._high([foot], width)
        choices = self._fitting(width, left, columns)
        if self._high([choices], width) <= left:
            whole: WidgetList = [words, 0, choices, 0, foot]
            return [(Card(whole, name="card", pad=0), self._high(whole, width))]
        parts = ((words, "card"), (choices, "choices"), (foot, "foot"))
        heights = self._high([words], width), left, self._high([foot], width)
        return [
            (Card([part], name=name, pad=0), height)
            for (part, name), height in zip(parts, heights, strict=True)
        ]


def answer(
    name: str,
    words: str,
    icon: str = "",
    look: str = "plain",
    act: Action | None = None,
    group: str = "",
) -> Command[Dialog]:
    """Return an answer of a dialog: it closes the dialog, then calls `act`."""

    def run(dialog: Dialog) -> None:
        dialog.nav.back()
        if act is not None:
            act()

    return Command(name, words, run, icon, look=look, group=group, in_words=True)


def copy_to_clipboard(nav: Navigator, title: str, text: str, confirmation: str) -> None:
    """Copy `text`, then confirm it with a text of "play", "share" or "bundle" (`confirmation`)."""
    then = partial(_confirm_copy, nav, title, confirmation)
    no = nav.services.text("dialog.back")
    nav.services.platform.clipboard.copy_then(text, title, no, then)


def share_text(nav: Navigator, title: str, text: str, confirmation: str) -> None:
    """Open the system's share sheet with `text`; where there is none, `copy_to_clipboard`."""
    then = partial(_confirm_copy, nav, title, confirmation)
    no = nav.services.text("dialog.back")
    nav.services.platform.clipboard.share_then(text, title, no, then)


def _confirm_copy(nav: Navigator, title: str, confirmation: str, done: bool) -> None:
    words = nav.services.text(f"{confirmation}.{'copied' if done else 'not_copied'}")
    show_message(nav, title, words)


def confirm(nav: Navigator, title: str, words: str, icon: str, act: Action, no: str = "") -> None:
    """Ask a question; the answer `title` calls `act`, the other answer is `no` or "Back"."""
    answers = (
        answer("yes", title, icon, "primary", act),
        answer("no", no or nav.services.text("dialog.back")),
    )
    nav.open(Dialog(nav, title, words, answers))


def show_message(nav: Navigator, title: str, words: str, *further: Command[Dialog]) -> None:
    """Show a message; `further` answers are below the answer that closes the dialog."""
    text = nav.services.text
    close = answer("understood", text("dialog.understood"), look="primary")
    nav.open(Dialog(nav, title, words, (close, *further)))


_MAX_NAMED_FILES = 8


class StorageErrors:
    """Reports failures of the storage in one dialog."""

    def __init__(self, nav: Navigator) -> None:
        self._nav = nav
        self._dialog: Dialog | None = None
        self._names: dict[str, list[str]] = {}
        """The files that each sentence mentions, by the sentence's text key."""

    def report(self) -> None:
        """Report failures since the last call; a dialog that is still open is replaced."""
        storage, failures = self._nav.services.storage, list[tuple[str, str]]()
        while (key := storage.pop_error()) is not None:
            failures.append((key, storage.error_name))
        if not failures:
            return
        if self._dialog is not None and self._nav.top is self._dialog:
            self._nav.back()
        else:
            self._names = {}
        for key, name in failures:
            self._names.setdefault(key, []).append(name)
        self._dialog = self._make_dialog()
        self._nav.open(self._dialog)

    def _make_dialog(self) -> Dialog:
        text, damaged_files = self._nav.services.text, self._names.get("storage.set_aside", [])
        choices = [answer("understood", text("dialog.understood"), look="primary")]
        if damaged_files and self._nav.services.storage.folder is None:
            copy = answer("copy", text("dialog.copy_damaged"), "copy", act=self._copy)
            choices.insert(0, copy)
        words = "\n\n".join(self._sentence(key, names) for key, names in self._names.items())
        return Dialog(self._nav, text("dialog.saving"), words, choices)

    def _sentence(self, key: str, names: list[str]) -> str:
        """Return the sentence about files, without their names if players cannot open a folder."""
        files = key in ("storage.set_aside", "storage.cannot_read")
        if files and self._nav.services.storage.folder is None:
            key += "_page"
        return self._nav.services.text(key, name=first_of(names), count=len(names))

    def _copy(self) -> None:
        """Copy the files that were set aside, because players cannot open a browser's storage."""
        storage = self._nav.services.storage
        parts = [
            f"== {name}\n{storage.quarantined(name)}" for name in self._names["storage.set_aside"]
        ]
        title = self._nav.services.text("dialog.copy_damaged")
        copy_to_clipboard(self._nav, title, "\n".join(parts), "bundle")


def first_of(names: Sequence[str]) -> str:
    """Return the first names of a list, joined by commas."""
    return ", ".join(names[:_MAX_NAMED_FILES]) + (", …" if len(names) > _MAX_NAMED_FILES else "")


def quit_dialog(nav: Navigator) -> Dialog:
    """Return a dialog that asks whether to quit, and offers to copy unsaved matches."""
    services, text = nav.services, nav.services.text
    services.storage.retry()
    names = unsaved(services)
    words, copy = text("menu.quit_words"), []
    if names:
        parts = {part for name in names for part in name.split("-")}
        short = ", ".join(text.game(key, "short") for key in BY_KEY if key in parts)
        words = text("menu.unsaved_words", games=short, paste=text("options.paste_all"))
        title = text("menu.copy_unsaved")
        act = partial(copy_matches, nav, title, names)
        copy = [answer("copy", title, "copy", "primary", act)]
    look = "plain" if names else "primary"
    choices = (
        *copy,
        answer("quit", text("menu.quit"), look=look, act=nav.quit),
        answer("no", text("dialog.back")),
    )
    return Dialog(nav, text("menu.quit"), words, choices)


def copy_matches(nav: Navigator, title: str, names: list[str] | None = None) -> None:
    """Copy saves as one text and confirm it; `names` None: all saves."""
    copy_to_clipboard(nav, title, bundled(nav.services.storage, names), "bundle")
