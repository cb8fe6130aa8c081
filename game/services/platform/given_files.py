"""Texts and files given to the program: pasted, dropped, shared or opened."""

import re
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from flipside.game.services.plain import pasted, printable
from flipside.game.services.storage import files

_FILE = re.compile(r"data:;name=([^;,]{0,4000})(?:;base64,([A-Za-z0-9+/=]*+))?")
"""The page's form of a file (web/page/files.js); one that it could not read has only a name."""

MAX_CLEANED_CHARS = 50_000
"""Characters of a text that is cleaned at once."""

MAX_FILES = 100
"""Most files of one drop or choice; a page hands over no more."""


class GivenFile(NamedTuple):
    """A file; `data` is None if it cannot be read or is too large."""

    name: str
    data: bytes | None


Given = str | Sequence[GivenFile]


def given(text: str) -> Given:
    """Parse a text of the clipboard or the page; files are lines with a data URL each. A long text
    stays as it is: where it is read, it is cleaned in parts."""
    if not text.startswith("data:;") or text.count("\n") >= MAX_FILES:
        return text if len(text) > MAX_CLEANED_CHARS else pasted(text)
    found = []
    for line in text.split("\n"):
        file = _FILE.fullmatch(line)
        if file is None:
            return pasted(text)
        try:
            data = None if file[2] is None else b64decode(file[2], validate=True)
        except ValueError:
            return pasted(text)
        found.append(GivenFile(printable(unquote(file[1])), data))
    return found


def read_files(paths: Sequence[str], most: int) -> list[GivenFile]:
    """Read files of at most `most` bytes that are given together, up to `MAX_FILES`."""
    found = []
    for path in map(Path, paths[:MAX_FILES]):
        try:
            found.append(GivenFile(path.name, files.read_bytes(path, most)))
        except (OSError, ValueError):
            found.append(GivenFile(path.name, None))
    return found
