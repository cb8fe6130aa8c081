"""Stores of texts by name: the interface, a browser's localStorage, and a folder of files.

Only regular files are read. Files are written atomically, while their folder is locked. Temporary
files of killed programs are removed.
"""

import errno
import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Protocol

MAX_TEXT_BYTES = 1_000_000
"""The longest readable text: bytes of a file, characters in a browser. Saves are far shorter."""

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
"""Pattern of the names of texts."""


class Store(Protocol):
    """A permanent store of texts. Each call succeeds, or raises OSError and changes nothing.

    These versions of `compare_and_swap` and `quarantine` are for stores without other writers.
    """

    folder: Path | None = None
    """The folder with the texts; None if players cannot open it."""
    lasting: bool = True
    """Whether texts can be permanent."""

    def is_writable(self) -> bool:
        """Return whether a text can be saved, without saving one."""

    def load(self, name: str) -> str | None:
        """Return the text saved as `name`, or None.

        Raises OSError if it is unreadable or too long, UnicodeError if it is not UTF-8.
        """

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace the text saved as `name`; if `durable`, wait until it survives a power cut.

        Raises OSError if it cannot be written.
        """

    def compare_and_swap(self, name: str, old: str | None, new: str | None) -> bool:
        """Replace the text saved as `name` if it is still `old`; return whether it was.

        None means no text. Raises the errors of `load` and `save`.
        """
        if self.load(name) != old:
            return False
        if new is not None:
            self.save(name, new)
        elif old is not None:
            self.remove(name)
        return True

    def list(self) -> list[str]:
        """Return the names of all texts, including those set aside."""

    def remove(self, name: str) -> None:
        """Remove a text, if there is one. Raises OSError."""

    def quarantine(self, name: str) -> str | None:
        """Rename a text to a free name and return that name; return None if there is no text."""
        text = self.load(name)
        if text is None:
            return None
        names = set(self.list())
        free = next(new for new in aside_names(name) if new not in names)
        self.save(free, text)
        self.remove(name)
        return free


class NoStore(Store):
    """An empty store, used if a browser forbids its storage."""

    lasting = False

    def is_writable(self) -> bool:
        """Return False."""
        return False

    def load(self, name: str) -> str | None:
        """Return None."""
        return None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Raise PermissionError."""
        raise PermissionError(errno.EACCES, "there is no storage")

    def list(self) -> list[str]:
        """Return an empty list."""
        return []

    def remove(self, name: str) -> None:
        """Do nothing."""


def aside_names(name: str) -> Iterator[str]:
    """Yield the possible names for a text that is set aside, in the order of preference."""
    return (f"{name}.set-aside-{number}" for number in count(1))


_ENDING = ".txt"


class BrowserStore(Store):
    """Texts as `flipside/<name>.txt` in localStorage; web/page/bridge.js adds the prefix.

    The page waits while Python runs, so `compare_and_swap` is atomic.
    """

    def __init__(self, bridge: Any) -> None:
        """Use `window.flipside` as `bridge`."""
        self._bridge = bridge

    def is_allowed(self) -> bool:
        """Return whether the browser lets this page use localStorage."""
        try:
            self.load("")
        except OSError:
            return False
        return True

    def is_writable(self) -> bool:
        """Return whether the browser can store a text, without storing one."""
        return bool(self._bridge.about("takes") == "yes")

    def load(self, name: str) -> str | None:
        """Return the text saved as `name`, or None. Raises OSError if storage is forbidden."""
        answer = str(self._bridge.stored(name + _ENDING))
        if answer.startswith("!"):
            raise OSError(answer[1:])
        return answer[1:] if answer else None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace a text. Raises OSError with ENOSPC if storage is full, else with EACCES."""
        error = str(self._bridge.store(name + _ENDING, text))
        if error:
            full = "quota" in error.lower()  # browsers name the error differently
            raise OSError(errno.ENOSPC if full else errno.EACCES, error)

    def list(self) -> list[str]:
        """Return the names of all texts; [] if storage is forbidden."""
        files = str(self._bridge.names()).split("\n")
        return [file.removesuffix(_ENDING) for file in files if file.endswith(_ENDING)]

    def remove(self, name: str) -> None:
        """Remove the text saved as `name`, if there is one."""
        self._bridge.unstore(name + _ENDING)


_PREFIX, _SUFFIX = ".flipside-", ".part"
"""Start and end of the names of temporary files. `tempfile` puts eight characters between them."""

_LEFTOVER = re.compile(f"{re.escape(_PREFIX)}[a-z0-9_]{{8}}{re.escape(_SUFFIX)}")

_LEFTOVER_SECONDS = 3600.0
"""The age in seconds after which no program still writes a temporary file."""

_WAIT_SECONDS = 0.25
"""Maximum seconds to wait for the lock, which other programs hold for less than a millisecond."""


def read_bytes(path: Path, most: int) -> bytes:
    """Return the contents of a regular file of at most `most` bytes, without waiting for pipes.

    Raises OSError for any other file.
    """
    with open(path, "rb", opener=_at_once) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(f"{path.name} is not a regular file")
        data = file.read(most + 1) if about.st_size <= most else None
    if data is None or len(data) > most:
        raise OSError(f"{path.name} has more than {most} bytes")
    return data


def _at_once(path: str, flags: int) -> int:
    """Open a file; if it is a pipe, do not wait for its writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files of killed programs, except those that may still be written."""
    with suppress(OSError):
        for file in folder.iterdir():
            if _LEFTOVER.fullmatch(file.name):
                with suppress(OSError):
                    about = file.lstat()
                    if (
                        stat.S_ISREG(about.st_mode)
                        and time.time() - about.st_mtime > _LEFTOVER_SECONDS
                    ):
                        file.unlink()


def write_text(
    path: Path, text: str, durable: bool, fitting: Callable[[], bool] = lambda: True
) -> bool:
    """Replace a file atomically if `fitting` returns True under the folder's lock.

    Return whether the file was written. Other programs read the complete old text or the complete
    new one. If `durable`, wait until the file survives a power cut. Raises OSError, and
    UnicodeError for surrogates.
    """
    data, folder = text.encode("utf-8"), path.parent
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=_PREFIX, suffix=_SUFFIX, dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        with locked(folder):
            is_current = fitting()
            if is_current:
                os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    if not is_current:
        os.unlink(temporary)
    elif durable:
        _sync_folder(folder)
    return is_current


def _sync_folder(folder: Path) -> None:
    """Make a new file name survive a power cut, if the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder against other programs. Raises OSError if another program holds it too long.

    The system releases the lock when the program ends, even if it is killed. The lock file stays.
    """
    from filelock import FileLock, Timeout  # imported when needed: it takes as long as a frame

    lock = FileLock(
        folder / ".lock",
        timeout=_WAIT_SECONDS,
        mode=0o666,  # the folder decides who may save
        poll_interval=0.001,
        fallback_to_soft=False,  # such a lock would outlive a killed program
        preserve_lock_file=True,
    )
    try:
        lock.acquire()
    except Timeout:
        raise
    except OSError:
        pass  # The file system has no locks: each write is still atomic.
    try:
        yield
    finally:
        lock.release()


class FolderStore(Store):
    """Texts as `<folder>/<name>.txt`; a lock makes `compare_and_swap` atomic between programs."""

    def __init__(self, folder: Path) -> None:
        """Use `folder`, which the first save creates; remove files of killed programs there."""
        self.folder: Path = folder
        remove_leftovers(folder)

    def is_writable(self) -> bool:
        """Return whether a file can be written in the folder; create the folder."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self.folder):
                return True
        return False

    def load(self, name: str) -> str | None:
        """Return the text of a file, or None.

        Raises OSError if it is not a regular file or too large, UnicodeError if it is not UTF-8.
        """
        with suppress(FileNotFoundError, NotADirectoryError):
            return read_bytes(self._path(name), MAX_TEXT_BYTES).decode("utf-8")
        return None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace a file; if `durable`, wait until it survives a power cut."""
        write_text(self._path(name), text, durable)

    def compare_and_swap(self, name: str, old: str | None, new: str | None) -> bool:
        """If the text of a file is still `old`, replace or remove it; return whether it was."""
        if new is not None:
            fits = lambda: self.load(name) == old  # noqa: E731
            return write_text(self._path(name), new, True, fits)
        with locked(self.folder):
            return super().compare_and_swap(name, old, new)

    def list(self) -> list[str]:
        """Return the names of all texts; raise OSError if the folder is unreadable."""
        with suppress(FileNotFoundError, NotADirectoryError):
            files = os.listdir(self.folder)
            return [name.removesuffix(_ENDING) for name in files if name.endswith(_ENDING)]
        return []

    def remove(self, name: str) -> None:
        """Delete a file, if there is one."""
        with suppress(FileNotFoundError, NotADirectoryError):
            self._path(name).unlink()

    def quarantine(self, name: str) -> str | None:
        """Rename a file or folder to a free name, under the lock; return that name, or None."""
        if not os.path.lexists(self._path(name)):
            return None
        with suppress(FileNotFoundError), locked(self.folder):  # another program may be first
            free = next(new for new in aside_names(name) if not os.path.lexists(self._path(new)))
            os.rename(self._path(name), self._path(free))
            return free
        return None

    def _path(self, name: str) -> Path:
        assert NAME.fullmatch(name), name
        return self.folder / (name + _ENDING)
