"""The settings: one row each, taken from the table of all settings."""

import pygame

from game.saves.export import BadBundle, bundled, unbundle
from game.scenes.common.dialog import tell
from game.scenes.common.leaving import copy_matches
from game.scenes.common.scene import Scene
from game.services.platform.given_files import Given
from game.services.settings import SETTINGS, Setting, Value
from game.services.text import LANGUAGES
from game.ui import layout
from game.ui.rows import ChoiceRow, add_rows, centre_short_page
from game.ui.sheet import Sheet
from game.ui.widgets import Button, Label
from rules.match.formats import decoded
from rules.version import VERSION


class SettingsPage(Scene):
    """Every setting can be changed here; a change counts at once."""

    def title(self) -> str:
        """The name of the scene."""
        return f"{self.text('menu.options')} – Flipside"

    def lay_out(self) -> None:
        """A page of rows."""
        sheet, room = self.page_sheet(self.text("menu.options"))
        in_browser = self.services.page.in_browser
        elsewhere = "fullscreen" if in_browser else "large"
        fields = [entry for entry in SETTINGS if entry.key != elsewhere]
        room.y = add_rows(self.theme, sheet, room, [self._row(entry) for entry in fields])
        room.y = self._add_carrying(sheet, room)
        self._add_version(sheet, room)
        centre_short_page(sheet)
        self.sheets = [sheet]

    def _add_carrying(self, sheet: Sheet, room: pygame.Rect) -> int:
        """Take all saves out, or put them in: as a file in a browser, else by the clipboard; the
        y of the space below."""
        in_browser = self.services.page.in_browser
        gap, height = self.theme.px(8), self.theme.px(52)
        boxes = layout.columns((room.x, room.y, room.width, height), 2, gap)
        for box, name, icon, action in zip(
            boxes,
            ("export", "import") if in_browser else ("copy_all", "paste_all"),
            ("copy", "paste"),
            (self._export if in_browser else self._copy, self._import),
            strict=True,
        ):
            sheet.add(Button(pygame.Rect(box), name, action, self.text(f"options.{name}"), icon))
        return room.y + height + gap

    def _add_version(self, sheet: Sheet, room: pygame.Rect) -> None:
        words = self.text("options.version", version=VERSION)
        rect = pygame.Rect(room.x, room.y, room.width, self.theme.line_height("small"))
        ink = self.theme.palette.soft
        sheet.add(Label(rect, text=words, style="small", paint=ink, across=0.5))
        sheet.content = max(sheet.content, rect.bottom + self.theme.px(16))

    def _export(self) -> None:
        saves = bundled(self.services.storage).encode()
        self.services.page.files.download("flipside-saves.txt", "text/plain", saves)

    def _copy(self) -> None:
        copy_matches(self.stage, self.text("options.copy_all"))

    def _import(self) -> None:
        text = self.text
        words = text(f"options.{'import' if self.services.page.in_browser else 'paste_all'}")

        def take(given: Given) -> None:
            try:
                count = sum(unbundle(self.services.storage, one) for one in _texts(given))
            except BadBundle as wrong:
                tell(self.stage, words, text(wrong.key))
            else:
                tell(self.stage, words, text("options.imported", count=count))

        self.services.page.clipboard.ask_text(words, words, text("dialog.back"), take)

    def _row(self, entry: Setting) -> ChoiceRow:
        now = getattr(self.services.settings, entry.key)
        values = entry.values
        if len(values) > 5:
            values = _around(values, now)
        return ChoiceRow(
            key=entry.key,
            title=self.text(f"options.{entry.key}.name"),
            values=tuple(_word(value) for value in values),
            words=tuple(self._words(entry.key, value) for value in values),
            now=_word(now),
            choose=lambda word: self._choose(entry, word),
        )

    def _words(self, key: str, value: Value) -> str:
        if isinstance(value, bool):
            return self.text("options.on" if value else "options.off")
        if isinstance(value, int):
            return self.text("options.percent", value=value)
        if key == "language" and value in LANGUAGES:
            return LANGUAGES[value]
        return self.text(f"options.{key}.{value}")

    def _choose(self, entry: Setting, word: str) -> None:
        value = next(value for value in entry.values if _word(value) == word)
        if entry.key == "fullscreen":
            if value != self.services.settings.fullscreen:
                self.stage.toggle_fullscreen()
            return
        setattr(self.services.settings, entry.key, value)
        self.stage.refresh()
        if entry.key in ("sound", "volume"):
            self.services.sound.play("lay")


def _texts(given: Given) -> list[str]:
    """The text that was pasted, or those of the files; BadBundle for a file that is none."""
    if isinstance(given, str):
        return [given]
    texts = [decoded(file.data or b"") for file in given]
    if any(isinstance(text, bytes) for text in texts):
        raise BadBundle("bundle.foreign")
    return [text for text in texts if isinstance(text, str)]


def _word(value: Value) -> str:
    return str(value).lower()


def _around(values: tuple[Value, ...], now: Value) -> tuple[Value, ...]:
    """Five of many values, spread evenly, with the present one among them."""
    spread = [values[round(i * (len(values) - 1) / 4)] for i in range(5)]
    if now not in spread and isinstance(now, int):
        nearest = min(spread, key=lambda value: abs(int(value) - now))
        spread[spread.index(nearest)] = now
    return tuple(spread)
