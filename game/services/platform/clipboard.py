"""Input from outside: pasted texts, files that are pasted, dropped or opened, and typed lines."""

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
"""How the page passes a file (web/page/files.js); an unreadable file has only a name."""

MAX_CLEANED_CHARS = 50_000
"""The longest text that is cleaned at once. The reader of a longer text cleans it in parts."""

MAX_FILES = 100
"""The maximum number of files that are dropped or chosen at once; a page passes no more."""


class InputFile(NamedTuple):
    """A file; `data` is None if the file is unreadable or too large."""

    name: str
    data: bytes | None


TextOrFiles = str | Sequence[InputFile]


def parse_input(text: str) -> TextOrFiles:
    """Parse a text of the clipboard or the page, in which each line can be a file as a data URL.

    A text over `MAX_CLEANED_CHARS` is returned unchanged: its reader cleans it in parts.
    """
    if not text.startswith("data:;") or text.count("\n") >= MAX_FILES:
        return text if len(text) > MAX_CLEANED_CHARS else pasted(text)
    files = []
    for line in text.split("\n"):
        match = _FILE.fullmatch(line)
        if match is None:
            return pasted(text)
        try:
            data = None if match[2] is None else b64decode(match[2], validate=True)
        except ValueError:
            return pasted(text)
        files.append(InputFile(printable(unquote(match[1])), data))
    return files


def read_files(paths: Sequence[str], most: int) -> list[InputFile]:
    """Return up to `MAX_FILES` files; a file over `most` bytes has no data."""
    files = []
    for path in map(Path, paths[:MAX_FILES]):
        try:
            files.append(InputFile(path.name, read_bytes(path, most)))
        except (OSError, ValueError):
            files.append(InputFile(path.name, None))
    return files


_ERRORS = (pygame.error, AttributeError, NotImplementedError, OSError, TypeError, ValueError)
"""Raised by pygame.scrap if there is no window or clipboard, or if it cannot copy the text."""


class Clipboard:
    """A desktop's clipboard."""

    def __init__(self) -> None:
        self._copy: str | None = None

    def copy(self, text: str) -> bool:
        """Copy a text; return False if only this program can paste it."""
        self._copy = text
        try:
            pygame.scrap.put_text(text)
        except _ERRORS:
            return False
        return True

    def paste(self) -> str | None:
        """Return the text on the clipboard, else the text copied last, else None."""
        try:
            text = pygame.scrap.get_text()
        except _ERRORS:
            return self._copy
        return text or self._copy

    def copy_then(self, text: str, title: str, no: str, then: Callable[[bool], None]) -> None:
        """Copy a text; call `then` with True if other programs can paste it, else with False."""
        then(self.copy(text))

    def share_then(self, text: str, title: str, no: str, then: Callable[[bool], None]) -> None:
        """Open the share sheet with a text; without a share sheet, `copy_then`."""
        self.copy_then(text, title, no, then)

    def ask_text(
        self, title: str, about: str, yes: str, no: str, take: Callable[[TextOrFiles], None]
    ) -> None:
        """Call `take` with the text on the clipboard."""
        take(parse_input(self.paste() or ""))

    def ask_line(
        self, title: str, now: str, longest: int, yes: str, no: str, take: Callable[[str], None]
    ) -> bool:
        """Return False: a desktop has no input for a line outside the window."""
        return False


class PageClipboard(Clipboard):
    """A browser's clipboard. If the browser requires it, the page opens a dialog first."""

    def __init__(self, bridge: Any) -> None:
        super().__init__()
        self._js = bridge
        self._take: Callable[[TextOrFiles], None] | None = None
        self._then: Callable[[bool], None] | None = None

    def copy_then(self, text: str, title: str, no: str, then: Callable[[bool], None]) -> None:
        """Copy a text, after the press of a button if necessary, and call `then` with True."""
        self._then = then
        self._js.copy(text, title, title, no)

    def share_then(self, text: str, title: str, no: str, then: Callable[[bool], None]) -> None:
        """Open the share sheet with a text; if there is none or it is refused, `copy_then`."""
        self._then = then
        self._js.share(text, title, title, no)

    def ask_text(
        self, title: str, about: str, yes: str, no: str, take: Callable[[TextOrFiles], None]
    ) -> None:
        """Open a dialog of the page; call `take` with the texts or files put into it."""
        self._take = take
        self._js.ask(title, yes, no, about)

    def ask_line(
        self, title: str, now: str, longest: int, yes: str, no: str, take: Callable[[str], None]
    ) -> bool:
        """Open an input for a line of at most `longest` characters; call `take` with the line."""
        self._take = lambda answer: take(answer if isinstance(answer, str) else "")
        self._js.ask_line(title, now, str(longest), yes, no)
        return True

    def handle(self, kind: str, text: str) -> bool:
        """Pass an answer of the page to its callback; return False for other events."""
        if kind == "text" and self._take is not None:
            take, self._take = self._take, None
            take(parse_input(text))
        elif kind == "copied" and self._then is not None:
            then, self._then = self._then, None
            then(True)
        else:
            return False
        return True
