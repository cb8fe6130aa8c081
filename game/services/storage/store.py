"""Stores of texts by name: the interface, a browser's localStorage, and a folder of files.

Of files, only regular ones are read. Each is written whole, under the lock of its folder. Files
that killed programs left half written are removed.
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
"""Longest text that is read: bytes of a file, characters in a browser. Ours are far shorter."""

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
"""Pattern of the names of texts."""


class Store(Protocol):
    """A lasting place for texts; each call is whole or raises OSError and changes nothing.

    `compare_and_swap` and `set_aside` are right as they are where no other writer comes between.
    """

    folder: Path | None = None
    """The folder of the texts, if players can open it."""
    lasting: bool = True
    """Whether there is a place at all that outlives the program."""

    def is_writable(self) -> bool:
        """Tell whether a text can be saved now; saves none."""

    def load(self, name: str) -> str | None:
        """Return the text under a name, None if there is none.

        Raises OSError if it cannot be read or is too long, UnicodeError if it is not UTF-8.
        """

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace the text under a name; if `durable`, wait until it survives a power cut.

        Raises OSError if it cannot be written.
        """

    def compare_and_swap(self, name: str, old: str | None, new: str | None) -> bool:
        """Replace the text under a name if it still is `old`; tell whether it was. None stands for
        no text.

        Raises OSError and UnicodeError as `load` and `save` do.
        """
        if self.load(name) != old:
            return False
        if new is not None:
            self.save(name, new)
        elif old is not None:
            self.remove(name)
        return True

    def list(self) -> list[str]:
        """Return the names of all texts, those set aside included."""

    def remove(self, name: str) -> None:
        """Remove a text, if there is one; raises OSError if that fails."""

    def set_aside(self, name: str) -> str | None:
        """Rename whatever has a name to a free one, and return that; None if nothing has it.

        Raises OSError if that fails.
        """
        text = self.load(name)
        if text is None:
            return None
        taken = set(self.list())
        free = next(one for one in aside_names(name) if one not in taken)
        self.save(free, text)
        self.remove(name)
        return free


class NoStore(Store):
    """Stands where a browser forbids its storage: it holds nothing and takes nothing."""

    lasting = False

    def is_writable(self) -> bool:
        return False

    def load(self, name: str) -> str | None:
        return None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        raise PermissionError(errno.EACCES, "there is no storage")

    def list(self) -> list[str]:
        return []

    def remove(self, name: str) -> None:
        pass


def aside_names(name: str) -> Iterator[str]:
    """Yield the names under which a text is set aside, in the order in which they are tried."""
    return (f"{name}.set-aside-{number}" for number in count(1))


_ENDING = ".txt"


class BrowserStore(Store):
    """Texts under `flipside/<name>.txt` in localStorage; web/page/bridge.js adds the prefix.

    The page does nothing else while Python runs, so `compare_and_swap` is atomic.
    """

    def __init__(self, bridge: Any) -> None:
        """`bridge` is `window.flipside`."""
        self._bridge = bridge

    def is_allowed(self) -> bool:
        """Tell whether the browser lets this page use localStorage at all."""
        try:
            self.load("")
        except OSError:
            return False
        return True

    def is_writable(self) -> bool:
        """Tell whether the browser stores a text now; saves none."""
        return bool(self._bridge.about("takes") == "yes")

    def load(self, name: str) -> str | None:
        """Return the text under a name, None if there is none; OSError if storage is forbidden."""
        found = str(self._bridge.stored(name + _ENDING))
        if found.startswith("!"):
            raise OSError(found[1:])
        return found[1:] if found else None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace the text under a name; OSError with ENOSPC if storage is full, else EACCES."""
        error = str(self._bridge.store(name + _ENDING, text))
        if error:
            full = "quota" in error.lower()  # browsers name the error differently
            raise OSError(errno.ENOSPC if full else errno.EACCES, error)

    def list(self) -> list[str]:
        """Return the names of all texts; none if storage is forbidden."""
        files = str(self._bridge.names()).split("\n")
        return [file.removesuffix(_ENDING) for file in files if file.endswith(_ENDING)]

    def remove(self, name: str) -> None:
        self._bridge.unstore(name + _ENDING)


_PREFIX, _SUFFIX = ".flipside-", ".part"
"""Of the names of temporary files; `tempfile` puts eight signs between."""

_LEFTOVER = re.compile(f"{re.escape(_PREFIX)}[a-z0-9_]{{8}}{re.escape(_SUFFIX)}")

_LEFTOVER_SECONDS = 3600.0
"""Age after which no program still writes a temporary file."""

_WAIT_SECONDS = 0.25
"""Longest wait for another program, which holds the lock for less than a millisecond."""


def read_bytes(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file of at most `most` bytes; OSError for any other file. Never
    waits for a pipe."""
    with open(path, "rb", opener=_at_once) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(f"{path.name} is no regular file")
        data = file.read(most + 1) if about.st_size <= most else None
    if data is None or len(data) > most:
        raise OSError(f"{path.name} has more than {most} bytes")
    return data


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting for the writer of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files of killed programs, but none that may still be written."""
    with suppress(OSError):
        for one in folder.iterdir():
            if _LEFTOVER.fullmatch(one.name):
                with suppress(OSError):
                    about = one.lstat()
                    if (
                        stat.S_ISREG(about.st_mode)
                        and time.time() - about.st_mtime > _LEFTOVER_SECONDS
                    ):
                        one.unlink()


def write_text(
    path: Path, text: str, durable: bool, fitting: Callable[[], bool] = lambda: True
) -> bool:
    """Replace a file so that readers find the old text or the new one, whole.

    If `durable`, wait until the file survives a power cut. Under the folder's lock `fitting` may
    refuse; return whether the file was written. Raises OSError, UnicodeError for half characters.
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
            done = fitting()
            if done:
                os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    if not done:
        os.unlink(temporary)
    elif durable:
        _sync_folder(folder)
    return done


def _sync_folder(folder: Path) -> None:
    """Make a new name survive a power cut, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock between programs that use one folder; raises OSError if another one holds it
    too long. The system releases it when its holder ends, however it ends; its file stays."""
    from filelock import FileLock, Timeout  # takes a frame's time, and few starts save at once

    lock = FileLock(
        folder / ".lock",
        timeout=_WAIT_SECONDS,
        mode=0o666,  # the folder decides who may save
        poll_interval=0.001,
        fallback_to_soft=False,  # such a lock would outlive a killed holder
        preserve_lock_file=True,
    )
    try:
        lock.acquire()
    except Timeout:
        raise
    except OSError:
        pass  # This file system knows no locks: each write is still whole.
    try:
        yield
    finally:
        lock.release()


class FolderStore(Store):
    """Texts in `<folder>/<name>.txt`; a lock makes compare-and-swap atomic between programs."""

    def __init__(self, folder: Path) -> None:
        """Use `folder`, which the first save creates; remove what killed programs left behind."""
        self.folder: Path = folder
        remove_leftovers(folder)

    def is_writable(self) -> bool:
        """Tell whether a file can be written now; creates the folder."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self.folder):
                return True
        return False

    def load(self, name: str) -> str | None:
        """Return the text of a file, None if there is none.

        Raises OSError if it is no regular file or too large, UnicodeError if it is not UTF-8.
        """
        with suppress(FileNotFoundError, NotADirectoryError):
            return read_bytes(self._path(name), MAX_TEXT_BYTES).decode("utf-8")
        return None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace a file at once; if `durable`, wait until it survives a power cut."""
        write_text(self._path(name), text, durable)

    def compare_and_swap(self, name: str, old: str | None, new: str | None) -> bool:
        """Replace or remove a file, under the lock, if its text still is `old`."""
        if new is not None:
            fits = lambda: self.load(name) == old  # noqa: E731
            return write_text(self._path(name), new, True, fits)
        with locked(self.folder):
            return super().compare_and_swap(name, old, new)

    def list(self) -> list[str]:
        """Return the names of all texts; raises OSError if the folder cannot be read."""
        with suppress(FileNotFoundError, NotADirectoryError):
            found = os.listdir(self.folder)
            return [name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING)]
        return []

    def remove(self, name: str) -> None:
        with suppress(FileNotFoundError, NotADirectoryError):
            self._path(name).unlink()

    def set_aside(self, name: str) -> str | None:
        """Rename a file or folder to a free name, under the lock, and return that; None if there is
        nothing."""
        if not os.path.lexists(self._path(name)):
            return None
        with suppress(FileNotFoundError), locked(self.folder):  # another program may be first
            free = next(f for f in aside_names(name) if not os.path.lexists(self._path(f)))
            os.rename(self._path(name), self._path(free))
            return free
        return None

    def _path(self, name: str) -> Path:
        assert NAME.fullmatch(name), name
        return self.folder / (name + _ENDING)
