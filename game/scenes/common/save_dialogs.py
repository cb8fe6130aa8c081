"""Dialogs about saves: failures of the storage, and saves that would be lost by quitting."""

from collections.abc import Sequence
from functools import partial

from flipside.game.saves.album import unsaved
from flipside.game.saves.export import bundled
from flipside.game.scenes.common.dialog import Dialog, answer, copy_to_clipboard
from flipside.game.scenes.common.scene import Navigator
from flipside.rules.catalogue import BY_KEY

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
