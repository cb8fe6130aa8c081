"""Writes pictures into the player's folder."""

from contextlib import suppress
from pathlib import Path


def write_new_file(folder: Path, name: str, data: bytes) -> Path:
    """Write a file under `name`, or with a number added if that exists; return its path.

    Raises OSError if it cannot be written, and leaves nothing behind.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path, number = folder / name, 1
    while True:
        try:
            file = path.open("xb")
            break
        except FileExistsError:
            number += 1
            path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
    try:
        with file:
            file.write(data)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise
    return path
