"""Writes pictures into the player's folder."""

from contextlib import suppress
from itertools import chain, count
from pathlib import Path


def write_new_file(folder: Path, name: str, data: bytes) -> Path:
    """Write a file under `name`, or with a number added if that exists; return its path.

    Raises OSError if it cannot be written, and leaves nothing behind.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = folder / name
    numbered = (wanted.with_stem(f"{wanted.stem}-{number}") for number in count(2))
    path = next(one for one in chain([wanted], numbered) if not one.exists())
    try:
        path.write_bytes(data)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise
    return path
