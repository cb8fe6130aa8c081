"""Permanent texts: one for each saved match, one for the settings.

`Storage` copes with a store that fails. A text that cannot be written stays in memory. A text that
cannot be read is set aside: it is renamed. `Storage` does not depend on the contents of texts.
"""

import errno
import logging
import re
from collections import deque
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Protocol

from flipside.game.services.plain import is_plain
from flipside.game.services.storage.store import MAX_TEXT_BYTES, NAME, Store, aside_names

_LOG = logging.getLogger("flipside")

_ENDING = ".txt"
"""The file name's ending, which messages for players include."""

NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
"""Error numbers of a full disk or storage."""

_ASIDE = re.compile(r"\.set-aside-\d+$")


class Device(Protocol):
    """The part of a platform that code without pygame needs: languages, seeds and the time."""

    @property
    def kind(self) -> str:
        """The last part of the keys of texts about the platform: "desktop" or "browser"."""

    def languages(self) -> list[str]:
        """Return the codes of the system's preferred languages, such as "de", best first."""

    def entropy(self) -> int:
        """Return a random seed, 0 <= seed < 2**31."""

    def now(self) -> str:
        """Return the local time, as 2026-01-31 18:30:05."""


class Outcome(Enum):
    """The result of saving a text."""

    SAVED = "saved"
    IN_MEMORY = "in memory"
    """The store failed; the text is lost when the program ends."""
    ELSEWHERE = "elsewhere"
    """Another program has saved or removed the text meanwhile, so the new text is not saved."""


class Storage:
    """Texts by name in a store. Texts that the store rejects are in memory."""

    def __init__(self, store: Store, device: Device) -> None:
        self.device = device
        self.store = store
        self.error_name = ""
        """The name of the file to which the last result of `pop_error` refers."""
        self.no_room = False
        """Whether the last save failed because the disk or storage is full."""
        self.saves = True
        """Whether saved texts are permanent, as far as is known."""
        self.set_aside: set[str] = set()
        """Names of texts that were unusable and were set aside since the start."""
        self._pending: dict[str, str] = {}
        """Texts in memory, which are lost when the program ends."""
        self._base: dict[str, str | None] = {}
        """For each pending text, the text in the store that it should replace."""
        self._loaded_names: set[str] = set()
        """Names that were loaded. Any other name is loaded before it is saved."""
        self._untouchable: set[str] = set()
        """Names of files that can be neither read nor renamed."""
        self._failing: set[str] = set()
        """Names of texts that the store rejected at the last attempt."""
        self._troubles: deque[tuple[str, str]] = deque()
        self._reported_keys: set[str] = set()
        """Keys of messages that are shown once until the store accepts all texts."""

    @property
    def folder(self) -> Path | None:
        """The folder with the texts; None if players cannot open it."""
        return self.store.folder

    def try_out(self) -> None:
        """Set `saves`, without saving a text."""
        self.saves = self.store.is_writable()

    def load(self, name: str) -> str | None:
        """Return the text saved as `name`, or None; set aside a file that is not a text."""
        if name in self._pending or name in self._untouchable:
            return self._pending.get(name)
        self._loaded_names.add(name)
        try:
            return self._read(name)
        except (OSError, UnicodeError):
            self.quarantine(name)
            return None

    def peek(self, name: str) -> str:
        """Return the text saved as `name`, or ""; set nothing aside."""
        with suppress(OSError, UnicodeError):
            return self._pending.get(name) or self._read(name) or ""
        return ""

    def save(self, name: str, text: str, durable: bool = True) -> bool:
        """Replace a text atomically; return whether it outlives the program.

        If not `durable`, neither wait until it survives a power cut, nor report a failure.
        """
        if not self._may_write(name, text):
            return False
        try:
            self.store.save(name, text, durable)
        except (OSError, UnicodeError) as error:
            self._keep_pending(name, text, self.peek(name) or None, error, tell=durable)
            return False
        self._settle(name)
        return True

    def replace(self, name: str, old: str | None, new: str) -> Outcome:
        """Replace the stored text `old` by `new` atomically; return the outcome.

        None stands for no text. If another program has changed or removed it, nothing is saved.
        """
        if name in self._pending:
            old = self._base.get(name)
        if not self._may_write(name, new):
            return Outcome.IN_MEMORY
        try:
            was_current = self.store.compare_and_swap(name, old, new)
        except (OSError, UnicodeError) as error:
            self._keep_pending(name, new, old, error, tell=True)
            return Outcome.IN_MEMORY
        self._settle(name)
        return Outcome.SAVED if was_current else Outcome.ELSEWHERE

    def unsaved(self) -> dict[str, str]:
        """Return the texts in memory, which are lost when the program ends, by name."""
        return dict(self._pending)

    def retry(self) -> None:
        """Save the texts in memory again, unless another program has changed them in the store.

        Files that could not be set aside are tried again too.
        """
        for name, text in self.unsaved().items():
            with suppress(OSError, UnicodeError):
                if name in self._untouchable:
                    self.store.quarantine(name)
                    self._untouchable.remove(name)
                if self.store.compare_and_swap(name, self._base.get(name), text):
                    self._forget(name)
                    self.saves = True
                self._failing.discard(name)
        if self._failing:
            self.saves = False
        else:
            self._reported_keys.clear()

    def remove(self, name: str) -> None:
        """Remove a text, if there is one."""
        self._forget(name)
        if name in self._untouchable:
            return
        try:
            self.store.remove(name)
        except OSError:
            self.quarantine(name)

    def discard(self, name: str, text: str) -> bool:
        """Remove a text atomically if it is still `text`; return whether it was removed."""
        if self.load(name) != text:
            return False
        stored_text = self._base.get(name, text)
        was_pending = self._forget(name)
        if name in self._untouchable:
            return was_pending
        try:
            return self.store.compare_and_swap(name, stored_text, None)
        except (OSError, UnicodeError):
            return False

    def quarantine(self, name: str, report: bool = True) -> None:
        """Set an unusable text aside: rename it to a free name such as "othello.set-aside-1".

        A text in memory is saved under another free name. If the file cannot be renamed, it stays,
        and later texts of this name stay in memory.
        """
        pending, new_names = self._pending.get(name), list[str]()
        self.set_aside.add(name)
        self._forget(name)
        try:
            if (new_name := self.store.quarantine(name)) is not None:
                new_names.append(new_name)
        except OSError:
            self._untouchable.add(name)
            self._troubles.append(("storage.cannot_read", name + _ENDING))
        if pending is not None:
            names = self._all_names()
            new_names.append(next(free for free in aside_names(name) if free not in names))
            self.save(new_names[-1], pending)
        for new in new_names:
            _LOG.info("%s was set aside as %s", name, new)
            if report:
                self._troubles.append(("storage.set_aside", new + _ENDING))

    def quarantined(self, file: str) -> str:
        """Return the text of a file that was set aside; "" if it is unreadable."""
        name = file.removesuffix(_ENDING)
        with suppress(OSError, UnicodeError):
            return self._pending.get(name) or self.store.load(name) or ""
        return ""

    def names(self) -> list[str]:
        """Return the sorted names of all texts that can be loaded; texts set aside are left out."""
        names = self._all_names()
        return sorted(name for name in names if NAME.fullmatch(name) and not _ASIDE.search(name))

    def pop_error(self) -> str | None:
        """Return the text key of the next error message to show, or None; set `error_name`."""
        if not self._troubles:
            return None
        key, self.error_name = self._troubles.popleft()
        return key

    def report_error(self, key: str) -> None:
        """Add an error message, by its text key, to those that `pop_error` returns."""
        self._troubles.append((key, ""))

    def _all_names(self) -> set[str]:
        names = set(self._pending)
        with suppress(OSError):
            names.update(self.store.list())
        return names

    def _read(self, name: str) -> str | None:
        text = self.store.load(name)
        if text is not None and len(text) > MAX_TEXT_BYTES:
            raise OSError(f"{name} has more than {MAX_TEXT_BYTES} characters")
        if text is not None and not is_plain(text):
            raise UnicodeError(f"{name} contains control characters")
        return text

    def _may_write(self, name: str, text: str) -> bool:
        """Return whether a file may be overwritten; if not, keep the new text in memory."""
        if name not in self._loaded_names:
            self.load(name)  # an unreadable text must not be overwritten
        if name in self._untouchable:
            self._pending[name] = text
            return False
        return True

    def _keep_pending(
        self, name: str, text: str, base: str | None, error: Exception, tell: bool
    ) -> None:
        _LOG.info("%s could not be saved: %s", name, error)
        self.no_room = isinstance(error, OSError) and error.errno in NO_ROOM
        if name not in self._pending:
            self._base[name] = base
        self._pending[name] = text
        self._failing.add(name)
        self.saves = False
        if tell:
            self._report_once("storage.no_room" if self.no_room else "storage.cannot_save", name)

    def _settle(self, name: str) -> None:
        """After the store has answered, drop the text in memory and save the other texts again."""
        self._forget(name)
        self.saves = True
        self.retry()

    def _forget(self, name: str) -> bool:
        """Drop a text in memory; return whether there was one."""
        self._failing.discard(name)
        self._base.pop(name, None)
        return self._pending.pop(name, None) is not None

    def _report_once(self, key: str, name: str) -> None:
        if key not in self._reported_keys:
            self._reported_keys.add(key)
            self._troubles.append((key, name + _ENDING))
