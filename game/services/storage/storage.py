"""Texts that outlive the program: one file per saved match, one for the settings.

Whatever goes wrong here, the game goes on: what cannot be written is kept in memory, what cannot
be read is set aside under another name. Knows nothing of what the texts say.
"""

import errno
import os
import re
from collections import deque
from contextlib import suppress
from enum import Enum
from pathlib import Path

from game.services.plain import is_plain
from game.services.platform.device import Device
from game.services.storage import files
from game.services.storage.lock import locked

_ENDING = ".txt"

NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
"""Errors that deleting something may help against."""

MAX_TEXT_BYTES = 1_000_000
"""Bytes of a file, or characters in a browser's storage; no text of ours has as many, and none with
more is read."""

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")

_ASIDE = re.compile(r"\.set-aside-\d+$")


class Outcome(Enum):
    """What became of a text that was to be saved."""

    SAVED = "saved"
    IN_MEMORY = "in memory"
    """It could not be written, and is lost when the program ends."""
    ELSEWHERE = "elsewhere"
    """Another program has saved another text meanwhile: that one stands, this one is nowhere."""


class Storage:
    """Texts by name, in a folder or the browser's storage; with neither, in memory for a while."""

    def __init__(self, page: Device, folder: Path | None) -> None:
        self.page = page
        self.folder = folder
        self.trouble_name = ""
        """The file that the trouble taken last is about, for the placeholder {name}."""
        self.no_room = False
        """Whether the last text that could not be written found no room."""
        self.saves = True
        """Whether what is saved outlives the program, as far as that has been tried."""
        self._memory: dict[str, str] = {}
        self._beneath: dict[str, str | None] = {}
        """For each text that could not be written, the one that it was to replace."""
        self._seen: set[str] = set()
        self._untouchable: set[str] = set()
        self._troubles: deque[tuple[str, str]] = deque()
        self._told: set[str] = set()
        self._forbidden = page.in_browser and not page.keeps()
        if folder is not None:
            files.remove_leftovers(folder)

    def try_out(self) -> None:
        """Find out whether anything can be saved, without saving anything."""
        if not self.lasting:
            self.saves = False
        elif self.page.in_browser:
            self.saves = self.page.takes()
        else:
            assert self.folder is not None
            self.saves = files.takes(self.folder)

    def load(self, name: str) -> str | None:
        """The text saved under a name, or None. A file that is no text is set aside."""
        if name in self._memory or not self.lasting or name in self._untouchable:
            return self._memory.get(name)
        self._seen.add(name)
        try:
            return self._read(name)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, UnicodeError):
            self.set_aside(name)
            return None

    def glimpse(self, name: str) -> str:
        """The text saved under a name, empty if it is none; it stays where it is in any case."""
        if name in self._memory or not self.lasting:
            return self._memory.get(name, "")
        try:
            return self._read(name)
        except (OSError, UnicodeError):
            return ""

    def save(self, name: str, text: str, durable: bool = True) -> bool:
        """Keep a text, replacing the one before at once or not at all; whether it will outlive
        the program. What is not durable is not waited for until it lies on the disk."""
        return self._put(name, text, durable, None) is Outcome.SAVED

    def replace(self, name: str, old: str | None, new: str) -> Outcome:
        """Save a text in the place of one that was loaded; looking whether that still stands there
        and writing are one step. Where nothing stands, the text is saved."""
        if name in self._memory:
            old = self._beneath.get(name)
        return self._put(name, new, True, (None, old))

    def _put(self, name: str, text: str, durable: bool, fits: "_Fits") -> Outcome:
        if not self.lasting:
            self.saves = False
            self._memory[name] = text
            if self._forbidden:
                self._tell_cannot_save(name, "storage.cannot_save")
            return Outcome.IN_MEMORY
        if name not in self._seen:
            self.load(name)  # what is no text must not be overwritten unseen
        if name in self._untouchable:
            self._memory[name] = text
            return Outcome.IN_MEMORY
        try:
            done = self._write(name, text, durable, fits)
        except (OSError, UnicodeError) as failed:
            self.no_room = isinstance(failed, OSError) and failed.errno in NO_ROOM
            if name not in self._memory:
                self._beneath[name] = fits[-1] if fits else self.glimpse(name) or None
            self._memory[name] = text
            self.saves = False
            if durable:
                key = "storage.no_room" if self.no_room else "storage.cannot_save"
                self._tell_cannot_save(name, key)
            return Outcome.IN_MEMORY
        self._forget(name)
        self.saves = True
        return Outcome.SAVED if done else Outcome.ELSEWHERE

    def _forget(self, name: str) -> str | None:
        """Let go of what is in memory alone."""
        self._beneath.pop(name, None)
        return self._memory.pop(name, None)

    def unsaved(self) -> dict[str, str]:
        """The texts that are lost when the program ends, by name."""
        return dict(self._memory)

    def retry(self) -> None:
        """Try again to write what is in memory alone, unless another program wrote there."""
        if not self.lasting:
            return
        for name, text in list(self._memory.items()):
            fits = None, self._beneath.get(name)
            if name not in self._untouchable:
                with suppress(OSError, UnicodeError):
                    if self._write(name, text, True, fits):
                        self._forget(name)
                        self.saves = True

    def remove(self, name: str) -> None:
        """Forget a text; without one, nothing happens."""
        self._forget(name)
        if not self.lasting or name in self._untouchable:
            return
        try:
            self._unlink(name)
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError:
            self.set_aside(name)

    def discard(self, name: str, text: str) -> bool:
        """Forget a text if that is what stands there still; looking and removing are one step.
        Whether it is gone."""
        if self.load(name) != text:
            return False
        if not self.lasting or name in self._untouchable:
            return self._forget(name) is not None
        beneath = self._beneath.get(name) if name in self._memory else text
        self._forget(name)
        try:
            return self._unlink_if(name, beneath)
        except (OSError, UnicodeError):
            return False

    def _unlink_if(self, name: str, text: str | None) -> bool:
        if not self.page.in_browser:
            assert self.folder is not None
            with locked(self.folder):
                fits = self._there(name) == text
                if fits and text is not None:
                    self._unlink(name)
                return fits
        if self._there(name) != text:
            return False
        self._unlink(name)
        return True

    def set_aside(self, name: str, tell: bool = True) -> str:
        """Give a file that cannot be used a free name and return it ("othello.set-aside-1.txt").

        Empty if that failed too; the file is then left as it is and saves of this name stay in
        memory.
        """
        text = self._forget(name)
        if not self.lasting:
            return self._set_aside_in_memory(name, text, tell)
        try:
            new = self._move_to_free_name(name)
        except (FileNotFoundError, NotADirectoryError):
            return self._set_aside_in_memory(name, text, tell)
        except OSError:
            self._untouchable.add(name)
            self._troubles.append(("storage.cannot_read", name + _ENDING))
            return ""
        if tell:
            self._troubles.append(("storage.set_aside", new))
        return new

    def _set_aside_in_memory(self, name: str, text: str | None, tell: bool) -> str:
        if text is None:
            return ""
        number = 1
        while f"{name}.set-aside-{number}" in self._memory:
            number += 1
        new = f"{name}.set-aside-{number}"
        self._memory[new] = text
        if tell:
            self._troubles.append(("storage.set_aside", new + _ENDING))
        return new + _ENDING

    def aside(self, file: str) -> str:
        """The text of a file that was set aside in a browser, whatever it holds; empty if it is not
        there."""
        found = self._memory.get(file.removesuffix(_ENDING))
        if found is None and self.lasting and self.page.in_browser:
            with suppress(OSError):
                found = self.page.stored(file)
        return found or ""

    def names(self) -> list[str]:
        """Names that can be loaded, sorted, without those set aside."""
        found = set(self._memory)
        with suppress(OSError):
            found.update(
                name.removesuffix(_ENDING)
                for name in self._files()
                if name.endswith(_ENDING) and not name.startswith(".")
            )
        return sorted(n for n in found if _NAME.fullmatch(n) and not _ASIDE.search(n))

    def take_trouble(self) -> str | None:
        """The key of a sentence the player should read once, about `trouble_name`; or None."""
        if not self._troubles:
            return None
        key, self.trouble_name = self._troubles.popleft()
        return key

    def trouble(self, key: str) -> None:
        """Have the player told a sentence, by its key."""
        self._troubles.append((key, ""))

    def _tell_cannot_save(self, name: str, key: str) -> None:
        if key not in self._told:
            self._told.add(key)
            self._troubles.append((key, name + _ENDING))

    # -- the two places: a folder, or the browser's storage ----------------------------------------

    @property
    def lasting(self) -> bool:
        """Whether there is a place that outlives the program."""
        return self.folder is not None or (self.page.in_browser and not self._forbidden)

    def _read(self, name: str) -> str:
        if self.page.in_browser:
            text = self.page.stored(name + _ENDING)
            if text is None:
                raise FileNotFoundError(name)
            if len(text) > MAX_TEXT_BYTES:
                raise OSError(f"{name} has more than {MAX_TEXT_BYTES} characters")
        else:
            text = files.read_text(self._path(name), MAX_TEXT_BYTES)
        if not is_plain(text):
            raise UnicodeError(f"{name} holds control characters")
        return text

    def _there(self, name: str) -> str | None:
        """The text in this place, from any writer; None if there is none."""
        try:
            return self._read(name)
        except (FileNotFoundError, NotADirectoryError):
            return None

    def _write(self, name: str, text: str, durable: bool, fits: "_Fits") -> bool:
        """Write unless what stands there does not fit; whether it was written."""

        def fitting() -> bool:
            return fits is None or self._there(name) in fits

        if not self.page.in_browser:
            assert self.folder is not None
            return files.write_text(self.folder, self._path(name), text, durable, fitting)
        if not fitting():  # nothing else happens on the page between this and the next line
            return False
        self.page.store(name + _ENDING, text)
        return True

    def _unlink(self, name: str) -> None:
        if self.page.in_browser:
            self.page.unstore(name + _ENDING)
        else:
            self._path(name).unlink()

    def _files(self) -> list[str]:
        if self.page.in_browser:
            return self.page.stored_names()
        return os.listdir(self.folder) if self.folder is not None else []

    def _move_to_free_name(self, name: str) -> str:
        if not self.page.in_browser:
            assert self.folder is not None
            return files.move_to_free_name(self.folder, self._path(name))
        text, taken = self.page.stored(name + _ENDING), set(self._files())
        if text is None:
            raise FileNotFoundError(name)
        number = 1
        while f"{name}.set-aside-{number}{_ENDING}" in taken:
            number += 1
        free = f"{name}.set-aside-{number}{_ENDING}"
        self.page.store(free, text)
        self.page.unstore(name + _ENDING)
        return free

    def _path(self, name: str) -> Path:
        assert self.folder is not None
        assert _NAME.fullmatch(name), name
        return self.folder / (name + _ENDING)


_Fits = tuple[str | None, ...] | None
"""Texts that may be replaced, None for no text; without any, whatever stands there may be."""
