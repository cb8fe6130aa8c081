"""Files of a data folder as texts: nothing is read that is not a small regular file, every write is
whole, and what killed programs left half written goes.

Knows no names of texts and no scenes.
"""

import os
import re
import stat
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from game.services.storage.lock import locked

_LEFTOVER = re.compile(r"\.[a-z0-9_]{8}\.part")
"""What `tempfile` calls a text that is being written (with its prefix and suffix given)."""

_LEFTOVER_SECONDS = 3600.0
"""Seconds after which nobody is still writing it."""


def read_text(path: Path, most: int) -> str:
    """The text of a regular file of at most so many bytes; OSError for anything else, UnicodeError
    for what is no text. Never waits, and never reads more than that."""
    return read_bytes(path, most).decode("utf-8")


def read_bytes(path: Path, most: int) -> bytes:
    """The same, of a file that may be no text."""
    with open(path, "rb", opener=_at_once) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(f"{path.name} is no regular file")
        data = file.read(most + 1) if about.st_size <= most else None
    if data is None or len(data) > most:
        raise OSError(f"{path.name} has more than {most} bytes")
    return data


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for the writer of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def remove_leftovers(folder: Path) -> None:
    """Remove what was half written when a program was killed, but nothing so new that another
    one may still be writing it."""
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


def takes(folder: Path) -> bool:
    """Whether files can be written there just now; the folder is made for it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=folder)
        os.close(handle)
        os.unlink(temporary)
    except OSError:
        return False
    return True


def write_text(
    folder: Path, path: Path, text: str, durable: bool, fitting: Callable[[], bool]
) -> bool:
    """Write a file so that every reader finds the old text or the new one, whole; a durable one
    also after a power cut. Nothing is written, and the answer is no, where that is not fitting."""
    data = text.encode("utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", suffix=".part", dir=folder)
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
    """Make the new name last through a power cut, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def move_to_free_name(folder: Path, path: Path) -> str:
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
