"""Texts that outlive the program: one file per saved match, one for the settings.

Whatever goes wrong here, the game goes on: what cannot be written is kept in memory, what cannot
be read is set aside under another name. Knows nothing of what the texts say.
"""

import os
import re
import tempfile
from collections import deque
from contextlib import suppress
from pathlib import Path

from game.services.device import Device

ENDING = ".txt"

_ASIDE = re.compile(r"\.set-aside-\d+$")


class Storage:
    """Texts by name, in a folder or the browser's storage; with neither, in memory for a while."""

    def __init__(self, page: Device, folder: Path | None) -> None:
        self.page = page
        self.folder = folder
        self.trouble_name = ""
        """The file that the trouble taken last is about, for the placeholder {name}."""
        self._memory: dict[str, str] = {}
        self._seen: set[str] = set()
        self._untouchable: set[str] = set()
        self._troubles: deque[tuple[str, str]] = deque()
        self._told_cannot_save = False
        self._forbidden = page.in_browser and not page.keeps()

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

    def save(self, name: str, text: str, precious: bool = True) -> bool:
        """Keep a text, replacing the one before at once or not at all; whether it will outlive
        the program. What is not precious is not waited for until it lies on the disk."""
        if not self.lasting:
            self._memory[name] = text
            if self._forbidden:
                self._tell_cannot_save(name)
            return False
        if name not in self._seen:
            self.load(name)  # what is no text must not be overwritten unseen
        if name in self._untouchable:
            self._memory[name] = text
            return False
        try:
            self._write(name, text, precious)
        except (OSError, UnicodeError):
            self._memory[name] = text
            if precious:
                self._tell_cannot_save(name)
            return False
        self._memory.pop(name, None)
        return True

    def retry(self) -> None:
        """Try again to write what is in memory alone, where nothing stands in its place."""
        if not self.lasting:
            return
        there: set[str] = set()
        with suppress(OSError):
            there.update(self._files())
        for name, text in list(self._memory.items()):
            if name + ENDING not in there and name not in self._untouchable:
                with suppress(OSError, UnicodeError):
                    self._write(name, text, True)
                    del self._memory[name]

    def remove(self, name: str) -> None:
        """Forget a text; without one, nothing happens."""
        self._memory.pop(name, None)
        if not self.lasting or name in self._untouchable:
            return
        try:
            self._unlink(name)
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError:
            self.set_aside(name)

    def set_aside(self, name: str, tell: bool = True) -> str:
        """Give a file that cannot be used a free name and return it ("othello.set-aside-1.txt").

        Empty if that failed too; the file is then left as it is and saves of this name stay in
        memory.
        """
        text = self._memory.pop(name, None)
        if not self.lasting:
            return self._set_aside_in_memory(name, text, tell)
        try:
            new = self._move_to_free_name(name)
        except (FileNotFoundError, NotADirectoryError):
            return self._set_aside_in_memory(name, text, tell)
        except OSError:
            self._untouchable.add(name)
            self._troubles.append(("storage.cannot_read", name + ENDING))
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
            self._troubles.append(("storage.set_aside", new + ENDING))
        return new + ENDING

    def names(self) -> list[str]:
        """Names that can be loaded, sorted, without those set aside."""
        found = set(self._memory)
        with suppress(OSError):
            found.update(
                name.removesuffix(ENDING)
                for name in self._files()
                if name.endswith(ENDING) and not name.startswith(".")
            )
        return sorted(name for name in found if not _ASIDE.search(name))

    def take_trouble(self) -> str | None:
        """The key of a sentence the player should read once, about `trouble_name`; or None."""
        if not self._troubles:
            return None
        key, self.trouble_name = self._troubles.popleft()
        return key

    def trouble(self, key: str) -> None:
        """Have the player told a sentence, by its key."""
        self._troubles.append((key, ""))

    def _tell_cannot_save(self, name: str) -> None:
        if not self._told_cannot_save:
            self._told_cannot_save = True
            self._troubles.append(("storage.cannot_save", name + ENDING))

    # -- the two places: a folder, or the browser's storage ----------------------------------------

    @property
    def lasting(self) -> bool:
        """Whether there is a place that outlives the program."""
        return self.folder is not None or (self.page.in_browser and not self._forbidden)

    def _read(self, name: str) -> str:
        if self.page.in_browser:
            text = self.page.stored(name + ENDING)
            if text is None:
                raise FileNotFoundError(name)
            return text
        return self._path(name).read_bytes().decode("utf-8")

    def _write(self, name: str, text: str, precious: bool) -> None:
        if self.page.in_browser:
            self.page.store(name + ENDING, text)
        else:
            assert self.folder is not None
            _write(self.folder, self._path(name), text, precious)

    def _unlink(self, name: str) -> None:
        if self.page.in_browser:
            self.page.unstore(name + ENDING)
        else:
            self._path(name).unlink()

    def _files(self) -> list[str]:
        if self.page.in_browser:
            return self.page.stored_names()
        return os.listdir(self.folder) if self.folder is not None else []

    def _move_to_free_name(self, name: str) -> str:
        if not self.page.in_browser:
            assert self.folder is not None
            return _move_to_free_name(self.folder, self._path(name))
        text, taken = self._read(name), set(self._files())
        number = 1
        while f"{name}.set-aside-{number}{ENDING}" in taken:
            number += 1
        free = f"{name}.set-aside-{number}{ENDING}"
        self.page.store(free, text)
        self.page.unstore(name + ENDING)
        return free

    def _path(self, name: str) -> Path:
        assert self.folder is not None
        assert re.fullmatch(r"[a-z0-9][a-z0-9._-]*", name), name
        return self.folder / (name + ENDING)


def _write(folder: Path, path: Path, text: str, precious: bool) -> None:
    """Write a file so that every reader finds the old text or the new one, whole; a precious one
    also after a power cut."""
    data = text.encode("utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if precious:
                os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    if precious:
        _sync_folder(folder)


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _move_to_free_name(folder: Path, path: Path) -> str:
    """Rename a file or folder to a name nobody has, and return the name."""
    is_folder = path.is_dir() and not path.is_symlink()
    number = 1
    while True:
        free = folder / f"{path.stem}.set-aside-{number}{path.suffix}"
        number += 1
        if os.path.lexists(free):
            continue
        if is_folder:
            os.rename(path, free)
            return free.name
        try:
            # Holding the name first keeps two programs from choosing the same one.
            os.close(os.open(free, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except FileExistsError:
            continue
        try:
            os.replace(path, free)
        except BaseException:
            with suppress(OSError):
                os.unlink(free)
            raise
        return free.name
