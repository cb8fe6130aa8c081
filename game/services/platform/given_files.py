"""What somebody gives to the program: a text, or files, whose bytes nobody has decoded yet."""

import re
from base64 import b64decode
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote

from game.services.plain import pasted, printable

_FILE = re.compile(r"data:;(?:name=([^;,]{0,4000});)?base64,([A-Za-z0-9+/=]*+)")
"""How the page writes a file."""

_UNREAD = re.compile(r"data:;name=([^;,]{0,4000})")
"""How it writes a file that it could not read."""


MAX_FILES = 100
"""Files of one act; a page hands over no more."""


class GivenFile(NamedTuple):
    """A file by its name; `data` is None where it cannot be read, or is too large."""

    name: str
    data: bytes | None


Given = str | Sequence[GivenFile]


def given(text: str) -> Given:
    """What came from the clipboard or the page: a text, or files, each a line with a data URL."""
    if not text.startswith("data:;") or text.count("\n") >= MAX_FILES:
        return pasted(text)
    files = []
    for line in text.split("\n"):
        whole, unread = _FILE.fullmatch(line), _UNREAD.fullmatch(line)
        if whole is not None:
            try:
                files.append(GivenFile(_name(whole[1]), b64decode(whole[2], validate=True)))
            except ValueError:
                return pasted(text)
        elif unread is not None:
            files.append(GivenFile(_name(unread[1]), None))
        else:
            return pasted(text)
    return files


def _name(escaped: str | None) -> str:
    return printable(unquote(escaped or ""))
