"""Where a person's pictures lie on this machine, and how one is put there."""

import os
import re
from contextlib import suppress
from pathlib import Path

_PICTURES = re.compile(r'^XDG_PICTURES_DIR="(\$HOME)?(/[^"]*)"\s*$', re.MULTILINE)


def named_pictures(home: Path) -> Path | None:
    """The folder that a Linux desktop names for pictures, whatever it is called in the person's
    language; None where none is named. Source: freedesktop.org, xdg-user-dirs."""
    there = Path(os.environ.get("XDG_CONFIG_HOME", "") or home / ".config") / "user-dirs.dirs"
    with suppress(OSError, UnicodeError):
        found = _PICTURES.search(there.read_text("utf-8"))
        if found is not None:
            return home / found.group(2).lstrip("/") if found.group(1) else Path(found.group(2))
    return None


def write_new_file(folder: Path, name: str, data: bytes) -> Path:
    """Write a file under that name, or one like it that is free; its path. OSError where that
    fails, and then nothing is left behind."""
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
