"""Tells what went wrong with what is saved: one dialog for everything that nobody has read yet."""

from game.scenes.common.dialog import Choice, Dialog, hand_over
from game.scenes.common.scene import Stage

MOST_NAMED = 8
"""Files that are told by their names."""


class Troubles:
    """The troubles of the storage, and the dialog that tells them."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._dialog: Dialog | None = None
        self._names: dict[str, list[str]] = {}
        """The files that each sentence of the dialog is about, by the key of the sentence."""

    def tell(self) -> None:
        """Tell what came since the last call, in the dialog that is still open if there is one."""
        storage, found = self._stage.services.storage, list[tuple[str, str]]()
        while (key := storage.take_trouble()) is not None:
            found.append((key, storage.trouble_name))
        if not found:
            return
        if self._dialog is not None and self._stage.top is self._dialog:
            self._stage.back()
        else:
            self._names = {}
        for key, name in found:
            self._names.setdefault(key, []).append(name)
        self._dialog = self._told()
        self._stage.open(self._dialog)

    def _told(self) -> Dialog:
        text, damaged = self._stage.services.text, self._names.get("storage.set_aside", [])
        choices = [Choice("understood", text("dialog.understood"), look="primary")]
        if damaged and self._stage.services.page.in_browser:
            copy = Choice("copy", text("dialog.copy_damaged"), "copy", action=self._copy)
            choices.insert(0, copy)
        words = "\n\n".join(self._sentence(key, names) for key, names in self._names.items())
        return Dialog(self._stage, text("dialog.saving"), words, choices)

    def _sentence(self, key: str, names: list[str]) -> str:
        """What is to be said of files, or in a browser, which shows none, of what was saved."""
        text, count = self._stage.services.text, len(names)
        files = key in ("storage.set_aside", "storage.cannot_read")
        if files and self._stage.services.page.in_browser:
            key += "_page"
        if files and count > 1:
            key += "_many"
        named = ", ".join(names[:MOST_NAMED]) + (", …" if count > MOST_NAMED else "")
        return text(key, name=named, count=count)

    def _copy(self) -> None:
        """Hand over what was set aside: a person cannot get at the storage of a browser."""
        storage = self._stage.services.storage
        parts = [f"== {name}\n{storage.aside(name)}" for name in self._names["storage.set_aside"]]
        title = self._stage.services.text("dialog.copy_damaged")
        hand_over(self._stage, title, "\n".join(parts), "bundle")
