"""What is given to the program: texts and files pasted, dropped, shared or opened, the clipboard,
and lines that players type on the page."""

import re
from base64 import b64decode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

import pygame

from flipside.game.services.plain import pasted, printable
from flipside.game.services.storage.store import read_bytes

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
            found.append(GivenFile(path.name, read_bytes(path, most)))
        except (OSError, ValueError):
            found.append(GivenFile(path.name, None))
    return found


_ERRORS = (pygame.error, AttributeError, NotImplementedError, OSError, TypeError, ValueError)
"""Raised by pygame.scrap without a window or clipboard, or for a text it cannot carry."""


class Clipboard:
    """A desktop's clipboard."""

    def __init__(self) -> None:
        self._copied: str | None = None

    def copy(self, text: str) -> bool:
        """Copy a text; return False if only this program can paste it."""
        self._copied = text
        try:
            pygame.scrap.put_text(text)
        except _ERRORS:
            return False
        return True

    def paste(self) -> str | None:
        """Return the text on the clipboard, or else the one copied last; None for neither."""
        try:
            text = pygame.scrap.get_text()
        except _ERRORS:
            return self._copied
        return text or self._copied

    def hand_over(self, text: str, title: str, no: str, then: Callable[[bool], None]) -> None:
        """Copy a text and tell `then` whether it is on the clipboard."""
        then(self.copy(text))

    def ask_text(
        self, title: str, about: str, yes: str, no: str, take: Callable[[Given], None]
    ) -> None:
        """Give `take` the text to paste."""
        take(given(self.paste() or ""))

    def ask_line(
        self, title: str, now: str, longest: int, yes: str, no: str, take: Callable[[str], None]
    ) -> bool:
        """Ask for a line of at most `longest` characters in the page; False if there is none."""
        return False


class PageClipboard(Clipboard):
    """A browser's clipboard; dialogs of the page ask the player where the browser wants that."""

    def __init__(self, bridge: Any) -> None:
        super().__init__()
        self._js = bridge
        self._take: Callable[[Given], None] | None = None
        self._then: Callable[[bool], None] | None = None

    def hand_over(self, text: str, title: str, no: str, then: Callable[[bool], None]) -> None:
        """Copy a text and tell `then` once it is on the clipboard; never, if a browser wants a
        button pressed and nobody presses it."""
        self._then = then
        self._js.copy(text, title, title, no)

    def ask_text(
        self, title: str, about: str, yes: str, no: str, take: Callable[[Given], None]
    ) -> None:
        """Give `take` the text or files that a player puts into the page, which says what these are
        `about`."""
        self._take = take
        self._js.ask(title, yes, no, about)

    def ask_line(
        self, title: str, now: str, longest: int, yes: str, no: str, take: Callable[[str], None]
    ) -> bool:
        """Give `take` the line that a player types into an input of the page."""
        self._take = lambda answer: take(answer if isinstance(answer, str) else "")
        self._js.ask_line(title, now, str(longest), yes, no)
        return True

    def heard(self, kind: str, text: str) -> bool:
        """Pass an answer of the page to the callback that waits; False for other events."""
        if kind == "text" and self._take is not None:
            take, self._take = self._take, None
            take(given(text))
        elif kind == "copied" and self._then is not None:
            then, self._then = self._then, None
            then(True)
        else:
            return False
        return True
