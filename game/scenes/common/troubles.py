"""Dialog about failures of the storage that the player has not read yet."""

from collections.abc import Sequence

from flipside.game.scenes.common.dialog import Choice, Dialog, hand_over
from flipside.game.scenes.common.stage import Stage

_MAX_NAMED_FILES = 8


class Troubles:
    """Failures of the storage and the dialog that reports them."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._dialog: Dialog | None = None
        self._names: dict[str, list[str]] = {}
        """Files that each sentence is about, by the sentence's text key."""

    def tell(self) -> None:
        """Report failures since the last call, in the dialog that is still open if there is one."""
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
        if damaged and self._stage.services.storage.folder is None:
            copy = Choice("copy", text("dialog.copy_damaged"), "copy", action=self._copy)
            choices.insert(0, copy)
        words = "\n\n".join(self._sentence(key, names) for key, names in self._names.items())
        return Dialog(self._stage, text("dialog.saving"), words, choices)

    def _sentence(self, key: str, names: list[str]) -> str:
        """Return the sentence about files, without their names if no folder holds them."""
        text, count = self._stage.services.text, len(names)
        files = key in ("storage.set_aside", "storage.cannot_read")
        if files and self._stage.services.storage.folder is None:
            key += "_page"
        if files and count > 1:
            key += "_many"
        return text(key, name=first_of(names), count=count)

    def _copy(self) -> None:
        """Copy the files set aside: players cannot reach a browser's storage."""
        storage = self._stage.services.storage
        parts = [f"== {name}\n{storage.aside(name)}" for name in self._names["storage.set_aside"]]
        title = self._stage.services.text("dialog.copy_damaged")
        hand_over(self._stage, title, "\n".join(parts), "bundle")


def first_of(names: Sequence[str]) -> str:
    """Return the first names of a list, as a sentence gives them."""
    return ", ".join(names[:_MAX_NAMED_FILES]) + (", …" if len(names) > _MAX_NAMED_FILES else "")
