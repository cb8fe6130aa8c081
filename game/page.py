"""Where the program runs: on a desktop or inside a page of a browser.

The only file that asks which platform it is on. A desktop gives harmless defaults to whatever
only a browser knows. Knows no game and no scene.
"""

import locale
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pygame


class Page:
    """What the surroundings offer: languages, clipboard, chance, a folder for saves."""

    def __init__(self) -> None:
        self.in_browser = sys.platform == "emscripten"
        self._copied: str | None = None

    def pixel_ratio(self) -> float:
        """Pixels of the surface per pixel of the layout."""
        return 1.0

    def safe_area(self) -> tuple[int, int, int, int]:
        """Pixels to keep free at left, top, right and bottom: notches and rounded corners."""
        return (0, 0, 0, 0)

    def languages(self) -> list[str]:
        """Codes of the languages the system prefers, such as "de", best first; maybe none."""
        found: dict[str, None] = {}
        for spoken in (*_named_by_environment(), *_named_by_system()):
            code = spoken.replace("-", "_").split("_")[0].split(".")[0].strip().lower()
            if code.isascii() and code.isalpha() and 2 <= len(code) <= 3:
                found[code] = None
        return list(found)

    def prefers_dark(self) -> bool:
        """Whether the system asks for dark screens."""
        return False

    def prefers_calm(self) -> bool:
        """Whether the system asks for less motion."""
        return False

    def entropy(self) -> int:
        """A fresh seed, 0 <= seed < 2**31."""
        return secrets.randbits(31)

    def say(self, sentence: str) -> None:
        """Tell a screen reader, where there is one."""

    def copy(self, text: str) -> bool:
        """Put a text on the clipboard; False if only this program can paste it."""
        self._copied = text
        try:
            pygame.scrap.put_text(text)
        except _NO_CLIPBOARD:
            return False
        return True

    def paste(self) -> str | None:
        """The text on the clipboard, or else the one copied last; None if there is none."""
        try:
            text = pygame.scrap.get_text()
        except _NO_CLIPBOARD:
            return self._copied
        return text or self._copied

    def data_folder(self) -> Path:
        """Where this platform keeps a person's data for Flipside; it may not exist yet."""
        if sys.platform == "win32":
            return _base("APPDATA", "AppData", "Roaming") / "flipside"
        if sys.platform == "darwin":
            return _base("", "Library", "Application Support") / "flipside"
        return _base("XDG_DATA_HOME", ".local", "share") / "flipside"


_NO_CLIPBOARD = (pygame.error, AttributeError, NotImplementedError, OSError, TypeError, ValueError)
"""What pygame.scrap raises without a window or a clipboard, or for text it cannot carry."""


def _base(variable: str, *below_home: str) -> Path:
    named = os.environ.get(variable, "") if variable else ""
    if named and Path(named).is_absolute():
        return Path(named)
    home = Path(os.path.expanduser("~"))
    return home.joinpath(*below_home) if home.is_absolute() else Path(tempfile.gettempdir())


def _named_by_environment() -> Iterator[str]:
    chosen = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)),
        "",
    )
    if chosen.split(".")[0] not in ("", "C", "POSIX"):
        yield from os.environ.get("LANGUAGE", "").split(":")
        yield chosen


def _named_by_system() -> Iterator[str]:
    with suppress(pygame.error, AttributeError, KeyError, NotImplementedError):  # an older SDL
        for preferred in pygame.system.get_pref_locales():
            yield str(preferred["language"])
    with suppress(ValueError):  # a locale that Python does not know
        yield locale.getlocale()[0] or ""
