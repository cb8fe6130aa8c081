"""Files of a data folder as texts: nothing is read that is not a small regular file, and what
killed programs left half written goes.

Knows no names of texts and no scenes.
"""

import os
import re
import stat
import time
from contextlib import suppress
from pathlib import Path

LEFTOVER = re.compile(r"\.[a-z0-9_]{8}\.part")
"""What `tempfile` calls a text that is being written (with its prefix and suffix given)."""

LEFT = 3600.0
"""Seconds after which nobody is still writing it."""


def read(path: Path, most: int) -> str:
    """The text of a regular file of at most so many bytes; OSError for anything else, UnicodeError
    for what is no text. Never waits, and never reads more than that."""
    with open(path, "rb", opener=_at_once) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(f"{path.name} is no regular file")
        data = file.read(most + 1) if about.st_size <= most else None
    if data is None or len(data) > most:
        raise OSError(f"{path.name} has more than {most} bytes")
    return data.decode("utf-8")


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for whoever should write into a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def remove_leftovers(folder: Path) -> None:
    """Remove what was half written when a program was killed, but nothing so new that another
    one may still be writing it."""
    with suppress(OSError):
        for one in folder.iterdir():
            if LEFTOVER.fullmatch(one.name):
                with suppress(OSError):
                    about = one.lstat()
                    if stat.S_ISREG(about.st_mode) and time.time() - about.st_mtime > LEFT:
                        one.unlink()
