"""A lock for one program at a time in a folder: a file read under it is unchanged when replaced.

The system takes the lock back when its holder ends, however it ends; the file that stays means
nothing.
"""

import errno
import importlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK_NAME = ".lock"

WAIT_SECONDS = 0.25
"""Seconds to wait for another program, which holds the lock for less than a millisecond."""

_HELD = {errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK}


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; OSError if another program does not let go of it."""
    handle = _opened(folder / LOCK_NAME)
    try:
        _take(handle)
        yield
    finally:
        os.close(handle)


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except PermissionError:  # made by another user
        return os.open(path, os.O_RDONLY)


def _take(handle: int) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            _try(handle)
        except OSError as failed:
            if failed.errno not in _HELD:
                return  # This file system knows no locks: each write is still whole.
            if time.monotonic() >= end:
                raise
        else:
            return
        time.sleep(0.001)


def _try(handle: int) -> None:
    """Take the lock of an open file at once, or raise OSError."""
    # Each of the modules exists on its own systems alone, and neither in a browser.
    try:
        posix = importlib.import_module("fcntl")
    except ImportError:
        windows = importlib.import_module("msvcrt")
        windows.locking(handle, windows.LK_NBLCK, 1)
    else:
        posix.flock(handle, posix.LOCK_EX | posix.LOCK_NB)
