"""The page of settings: a card for each group, and buttons for export and import of all saves."""

from collections.abc import Sequence
from functools import partial

from flipside.game.saves.export import BadBundle, bundled, unbundle
from flipside.game.scenes.common.board import miniature
from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.common.dialog import copy_matches, first_of, show_message
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.info.diagrams import shown_match
from flipside.game.services.plain import pasted
from flipside.game.services.platform.clipboard import InputFile, TextOrFiles
from flipside.game.services.settings import SETTING_GROUPS, SETTINGS, Value
from flipside.game.services.texts import LANGUAGES
from flipside.game.ui.containers import Card, Column, Row, WidgetList
from flipside.game.ui.page_widgets import choice_row
from flipside.game.ui.widgets import Canvas, Label, Widget
from flipside.rules import VERSION
from flipside.rules.catalogue import GAMES
from flipside.rules.match.formats import decoded

_WIDE = 1140
"""CSS pixels of a window that shows the groups in two columns."""

_EXPLAINED = "tabletop", "values"
"""Settings with an explanation."""


class SettingsScene(Scene):
    """The page of all settings; a change takes effect immediately."""

    name_key = "menu.options"
    commands: CommandTable = (
        Command("export", "options.export", lambda page: page._export(), "copy",
                possible=lambda page: page._by_files, place="page"),
        Command("import", "options.import", lambda page: page._import(), "paste",
                possible=lambda page: page._by_files, place="page"),
        Command("copy_all", "options.copy_all",
                lambda page: copy_matches(page.nav, page.text("options.copy_all")), "copy",
                possible=lambda page: not page._by_files, place="page"),
        Command("paste_all", "options.paste_all", lambda page: page._import(), "paste",
                possible=lambda page: not page._by_files, place="page"),
    )  # fmt: skip

    @property
    def _by_files(self) -> bool:
        """Whether saves are exported and imported as files, as in a browser."""
        return self.services.platform.files.downloads

    def _layout(self) -> None:
        """Show a card for each group of settings, and below them export and import of all saves."""
        platform = self.services.platform
        hidden = {"large"} if platform.own_window else {"fullscreen", "size"}
        hidden |= set() if platform.can_vibrate else {"vibration"}
        groups = [
            self._group(group, [key for key in keys if key not in hidden])
            for group, keys in SETTING_GROUPS.items()
        ]
        transfer = self._own.buttons("page", height=52)
        version = Label(self.text("options.version", version=VERSION), "small", align_x=0.5)
        wide = self.size[0] >= self.theme.px(_WIDE)
        columns = [Column([*groups[:1], Row(transfer), version]), Column(groups[1:])]
        items: WidgetList = (
            [Row(columns, 16, align_y=0)] if wide else [*groups, Row(transfer), version]
        )
        self.sheets = [self._page(items, widest=1400 if wide else 760, down=1 / 3)]

    def _export(self) -> None:
        saves = bundled(self.services.storage).encode()
        self.services.platform.files.download("flipside-saves.txt", "text/plain", saves)

    def _import(self) -> None:
        text = self.text
        words = text(f"options.{'import' if self._by_files else 'paste_all'}")

        def take(source: TextOrFiles) -> None:
            show_message(self.nav, words, self._import_from(source))

        about, back = text("options.import_about"), text("dialog.back")
        self.services.platform.clipboard.ask_text(words, about, words, back, take)

    def _import_from(self, source: TextOrFiles) -> str:
        """Save the saves in a text or in files; return a report."""
        text, storage = self.text, self.services.storage
        parts = [("", pasted(source))] if isinstance(source, str) else [*map(_named_text, source)]
        count, bad_names, sentences = 0, list[str](), list[str]()
        for name, part in parts:
            try:
                outcome = unbundle(storage, part)
                count, bad_names = count + outcome.saves, [*bad_names, *outcome.rejects]
            except BadBundle as wrong:
                reason = text(wrong.key)
                is_alone = len(parts) == 1
                sentences.append(
                    reason if is_alone else text("spoken.about", head=name, words=reason)
                )
        if bad_names:
            sentences.insert(0, text("bundle.refused", names=first_of(bad_names)))
        if count or not sentences:
            sentences.insert(0, text("options.imported", count=count))
        return "\n\n".join(sentences)

    def _group(self, group: str, keys: Sequence[str]) -> Widget:
        """Return the card of a group of settings, with a preview of boards above that setting."""
        name, about = (self.text(f"options.group.{group}.{part}") for part in ("name", "about"))
        rows = [*map(self._row, keys)]
        if "board" in keys:
            rows.insert(keys.index("board"), self._preview())
        head = Column([Label(name, "head"), Label(about, "small")], 0)
        return Card([head, *rows], 12, pad=16)

    def _preview(self) -> Widget:
        """Return a small board of each game, drawn with the current settings."""
        aids = self.services.settings.aids
        boards = [miniature(self.theme, shown_match(game.key), aids) for game in GAMES]
        return Row([Canvas(paint, 1.0) for paint in boards])

    def _row(self, key: str) -> Widget:
        now, values = getattr(self.services.settings, key), SETTINGS[key]
        if len(values) > 5:
            values = _around(values, now)
        words = {_word(value): self._words(key, value) for value in values}
        title = self.text(f"options.{key}.name")
        about = self.text(f"options.{key}.about") if key in _EXPLAINED else ""
        return choice_row(key, title, words, _word(now), partial(self._choose, key), about)

    def _words(self, key: str, value: Value) -> str:
        if isinstance(value, bool):
            return self.text("options.on" if value else "options.off")
        if key == "volume" and not value:
            return self.text("options.off")
        if isinstance(value, int):
            return self.text("options.percent", value=value)
        if key == "language" and value in LANGUAGES:
            return LANGUAGES[value]
        return self.text(f"options.{key}.{value}")

    def _choose(self, key: str, word: str) -> None:
        value = next(value for value in SETTINGS[key] if _word(value) == word)
        setattr(self.services.settings, key, value)
        self.nav.refresh()
        if key == "volume":
            self.services.sound.play("lay")
        if key == "vibration":
            self.services.vibrate()


def _named_text(file: InputFile) -> tuple[str, str]:
    """Return the name and the text of a file; "" if the file is not a text."""
    content = decoded(file.data or b"")
    return file.name, content if isinstance(content, str) else ""


def _word(value: Value) -> str:
    return str(value).lower()


def _around(values: tuple[Value, ...], now: Value) -> tuple[Value, ...]:
    """Return five of many values, at equal distances; one of them is the current value `now`."""
    spread = [values[round(i * (len(values) - 1) / 4)] for i in range(5)]
    if now not in spread and isinstance(now, int):
        nearest = min(spread, key=lambda value: abs(int(value) - now))
        spread[spread.index(nearest)] = now
    return tuple(spread)
