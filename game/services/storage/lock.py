"""A lock between programs that use one folder.

The system releases it when its holder ends, however it ends; the lock file itself stays.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_WAIT_SECONDS = 0.25
"""Longest wait for another program, which holds the lock for less than a millisecond."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; raises OSError if another program holds it too long."""
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
