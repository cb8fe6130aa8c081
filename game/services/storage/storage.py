"""Texts that outlive the program: one per saved match, one for the settings.

`Storage` goes on when its store fails: it keeps in memory what cannot be written, and sets aside
under another name what cannot be read. It knows nothing of the contents of texts.
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
"""Ends the name of each text in what players read."""

NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
"""Errors that deleting something may help against."""

_ASIDE = re.compile(r"\.set-aside-\d+$")


class Device(Protocol):
    """The part of a platform that code without pixels needs: languages, seeds and the time."""

    @property
    def kind(self) -> str:
        """The end of the keys of texts that name the place: "desktop" or "browser"."""

    def languages(self) -> list[str]:
        """Return the codes of the languages the system prefers, such as "de", best first."""

    def entropy(self) -> int:
        """Return a fresh seed, 0 <= seed < 2**31."""

    def now(self) -> str:
        """Return the local time, as 2026-01-31 18:30:05."""


class Outcome(Enum):
    """Result of saving a text."""

    SAVED = "saved"
    IN_MEMORY = "in memory"
    """The store failed; the text is lost when the program ends."""
    ELSEWHERE = "elsewhere"
    """Another program has saved or removed the text meanwhile; this one is kept nowhere."""


class Storage:
    """Texts by name in a store, and in memory those that the store does not take."""

    def __init__(self, store: Store, device: Device) -> None:
        self.device = device
        self.store = store
        self.trouble_name = ""
        """The file of the trouble taken last, for the placeholder {name}."""
        self.no_room = False
        """Whether the last text that could not be written found no room."""
        self.saves = True
        """Whether texts outlive the program, as far as that has been tried."""
        self._pending: dict[str, str] = {}
        """Texts that are lost when the program ends."""
        self._beneath: dict[str, str | None] = {}
        """For each pending text, the text in the store that it was to replace."""
        self._seen: set[str] = set()
        """Names that were loaded, so that saving them overwrites nothing unread."""
        self._untouchable: set[str] = set()
        """Names of files that can be neither read nor renamed."""
        self._failing: set[str] = set()
        """Names of texts that the store did not take when they were offered last."""
        self._troubles: deque[tuple[str, str]] = deque()
        self._told: set[str] = set()
        """Sentences about a store that fails, which are told once until it takes all texts."""

    @property
    def folder(self) -> Path | None:
        """The folder of the texts, if players can open it."""
        return self.store.folder

    def try_out(self) -> None:
        """Find out whether anything can be saved, without saving anything."""
        self.saves = self.store.is_writable()

    def load(self, name: str) -> str | None:
        """Return the text under a name, or None. Sets aside what is no text."""
        if name in self._pending or name in self._untouchable:
            return self._pending.get(name)
        self._seen.add(name)
        try:
            return self._read(name)
        except (OSError, UnicodeError):
            self.set_aside(name)
            return None

    def glimpse(self, name: str) -> str:
        """Return the text under a name, "" if there is none; sets nothing aside."""
        with suppress(OSError, UnicodeError):
            return self._pending.get(name) or self._read(name) or ""
        return ""

    def save(self, name: str, text: str, durable: bool = True) -> bool:
        """Replace a text at once or not at all; return whether it outlives the program.

        If not `durable`, do not wait until it survives a power cut, and tell of no failure.
        """
        if not self._may_write(name, text):
            return False
        try:
            self.store.save(name, text, durable)
        except (OSError, UnicodeError) as failed:
            self._keep_pending(name, text, self.glimpse(name) or None, failed, tell=durable)
            return False
        self._settle(name)
        return True

    def replace(self, name: str, old: str | None, new: str) -> Outcome:
        """Save a text in one step if the store still holds `old` under its name, None for no text.

        One that another program removed does not come back by itself.
        """
        if name in self._pending:
            old = self._beneath.get(name)
        if not self._may_write(name, new):
            return Outcome.IN_MEMORY
        try:
            done = self.store.compare_and_swap(name, old, new)
        except (OSError, UnicodeError) as failed:
            self._keep_pending(name, new, old, failed, tell=True)
            return Outcome.IN_MEMORY
        self._settle(name)
        return Outcome.SAVED if done else Outcome.ELSEWHERE

    def unsaved(self) -> dict[str, str]:
        """Return the texts that are lost when the program ends, by name."""
        return dict(self._pending)

    def retry(self) -> None:
        """Try again to write pending texts, unless another program wrote there; what could not be
        set aside before may be by now."""
        for name, text in self.unsaved().items():
            with suppress(OSError, UnicodeError):
                if name in self._untouchable:
                    self.store.set_aside(name)
                    self._untouchable.remove(name)
                if self.store.compare_and_swap(name, self._beneath.get(name), text):
                    self._forget(name)
                    self.saves = True
                self._failing.discard(name)
        if self._failing:
            self.saves = False
        else:
            self._told.clear()

    def remove(self, name: str) -> None:
        """Remove a text, if there is one."""
        self._forget(name)
        if name in self._untouchable:
            return
        try:
            self.store.remove(name)
        except OSError:
            self.set_aside(name)

    def discard(self, name: str, text: str) -> bool:
        """Remove a text in one step if it still is `text`; return whether it is gone."""
        if self.load(name) != text:
            return False
        beneath = self._beneath.get(name, text)
        there = self._forget(name)
        if name in self._untouchable:
            return there
        try:
            return self.store.compare_and_swap(name, beneath, None)
        except (OSError, UnicodeError):
            return False

    def set_aside(self, name: str, tell: bool = True) -> None:
        """Rename a text that cannot be used to a free name ("othello.set-aside-1"), and save one
        that waited in memory under the next. If the store does not rename it, it stays there, and
        saves of this name stay in memory."""
        pending, aside = self._pending.get(name), list[str]()
        self._forget(name)
        try:
            if (renamed := self.store.set_aside(name)) is not None:
                aside.append(renamed)
        except OSError:
            self._untouchable.add(name)
            self._troubles.append(("storage.cannot_read", name + _ENDING))
        if pending is not None:
            taken = self._all_names()
            aside.append(next(free for free in aside_names(name) if free not in taken))
            self.save(aside[-1], pending)
        for new in aside:
            _LOG.info("%s was set aside as %s", name, new)
            if tell:
                self._troubles.append(("storage.set_aside", new + _ENDING))

    def aside(self, file: str) -> str:
        """Return the text of a file that was set aside, whatever it holds; "" if unreadable."""
        name = file.removesuffix(_ENDING)
        with suppress(OSError, UnicodeError):
            return self._pending.get(name) or self.store.load(name) or ""
        return ""

    def names(self) -> list[str]:
        """Return the names that can be loaded, sorted, without those set aside."""
        found = self._all_names()
        return sorted(n for n in found if NAME.fullmatch(n) and not _ASIDE.search(n))

    def take_trouble(self) -> str | None:
        """Return the key of a sentence to show once, about `trouble_name`; None for none."""
        if not self._troubles:
            return None
        key, self.trouble_name = self._troubles.popleft()
        return key

    def trouble(self, key: str) -> None:
        """Queue a sentence to show, by its key."""
        self._troubles.append((key, ""))

    def _all_names(self) -> set[str]:
        found = set(self._pending)
        with suppress(OSError):
            found.update(self.store.list())
        return found

    def _read(self, name: str) -> str | None:
        text = self.store.load(name)
        if text is not None and len(text) > MAX_TEXT_BYTES:
            raise OSError(f"{name} has more than {MAX_TEXT_BYTES} characters")
        if text is not None and not is_plain(text):
            raise UnicodeError(f"{name} holds control characters")
        return text

    def _may_write(self, name: str, text: str) -> bool:
        """Return whether a name may be written; keep its text in memory if not."""
        if name not in self._seen:
            self.load(name)  # an unreadable text must not be overwritten
        if name in self._untouchable:
            self._pending[name] = text
            return False
        return True

    def _keep_pending(
        self, name: str, text: str, beneath: str | None, failed: Exception, tell: bool
    ) -> None:
        """Keep in memory a text that the store did not take."""
        _LOG.info("%s could not be saved: %s", name, failed)
        self.no_room = isinstance(failed, OSError) and failed.errno in NO_ROOM
        if name not in self._pending:
            self._beneath[name] = beneath
        self._pending[name] = text
        self._failing.add(name)
        self.saves = False
        if tell:
            self._tell_once("storage.no_room" if self.no_room else "storage.cannot_save", name)

    def _settle(self, name: str) -> None:
        """Note that the store has answered for a name; perhaps it takes other texts again, too."""
        self._forget(name)
        self.saves = True
        self.retry()

    def _forget(self, name: str) -> bool:
        """Drop a pending text; return whether there was one."""
        self._failing.discard(name)
        self._beneath.pop(name, None)
        return self._pending.pop(name, None) is not None

    def _tell_once(self, key: str, name: str) -> None:
        if key not in self._told:
            self._told.add(key)
            self._troubles.append((key, name + _ENDING))
