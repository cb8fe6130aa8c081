"""The desktop as a platform."""

import locale
import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pygame
from platformdirs import user_data_path, user_pictures_path

from flipside.game.services.platform.clipboard import Clipboard
from flipside.game.services.platform.platform import NoPage, Picture, Platform
from flipside.game.services.storage.store import FolderStore, Store


class DesktopPlatform(Platform):
    """Windows, macOS or Linux. Neither SDL 2 nor pygame reports `media_preferences` there."""

    kind = "desktop"

    def __init__(self) -> None:
        bridge = NoPage()
        super().__init__(Clipboard(), Picture(bridge), _pictures_folder(), bridge)
        self._clock = pygame.time.Clock()

    async def next_frame(self, rest: float = 0.0) -> list[pygame.event.Event]:
        """Wait up to `rest` seconds for an event, then until the next of 60 frames a second.

        The method awaits nothing: importing asyncio takes a tenth of the start-up time.
        """
        # A wait of 0 milliseconds would never end.
        event = pygame.event.wait(round(rest * 1000)) if rest else None
        self._clock.tick(60)
        return [] if event is None or event.type == pygame.NOEVENT else [event]

    def languages(self) -> list[str]:
        """Return the codes of the system's preferred languages, such as "de", best first."""
        names = (*_environment_locales(), *_system_locales())
        codes = (re.match(r"([a-z]{2,3})(?![^\W_])", name.strip().lower()) for name in names)
        return list(dict.fromkeys(code[1] for code in codes if code))

    def entropy(self) -> int:
        """Return a random seed, 0 <= seed < 2**31."""
        return secrets.randbits(31)

    def typing(self, field: pygame.Rect | None) -> None:
        """Start text input for a line at `field`, in pixels; None ends text input."""
        with suppress(pygame.error):
            if field is None:
                pygame.key.stop_text_input()
            else:
                pygame.key.start_text_input()
                pygame.key.set_text_input_rect(field)

    def keep_awake(self, on: bool) -> None:
        """Keep the screen on if `on`, else let it turn off; SDL keeps it on from the start."""
        with suppress(pygame.error):
            pygame.display.set_allow_screensaver(not on)

    def fail(self, details: str, words: str) -> None:
        """Show `words` about a fatal error in a message box of the system, if there is a screen."""
        if pygame.display.get_init() and pygame.display.get_driver() not in ("dummy", "offscreen"):
            with suppress(pygame.error):
                pygame.display.message_box("Flipside", words, "error")

    def open_store(self, folder: Path | None = None) -> Store:
        """Return the store in `folder`, or in the system's folder for saves."""
        return FolderStore(folder or data_folder())


def data_folder() -> Path:
    """Return the system's folder for Flipside's data; a temporary folder if it is unknown."""
    roaming = os.environ.get("APPDATA", "")
    if sys.platform == "win32" and os.path.isabs(roaming):  # players may have set it themselves
        return Path(roaming) / "flipside"
    try:
        if sys.platform == "darwin":  # platformdirs uses XDG_DATA_HOME, where no saves are
            return Path.home() / "Library" / "Application Support" / "flipside"
        return user_data_path("flipside", appauthor=False, roaming=True)
    except (OSError, RuntimeError):
        return Path(tempfile.gettempdir()) / "flipside"


def _pictures_folder() -> Path:
    try:
        return user_pictures_path()
    except (OSError, RuntimeError):
        return Path(tempfile.gettempdir())


def _environment_locales() -> Iterator[str]:
    locale_name = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)),
        "",
    )
    if locale_name.split(".")[0] not in ("", "C", "POSIX"):
        yield from os.environ.get("LANGUAGE", "").split(":")
        yield locale_name


def _system_locales() -> Iterator[str]:
    with suppress(pygame.error, AttributeError, KeyError, NotImplementedError):  # an older SDL
        for preference in pygame.system.get_pref_locales():
            yield str(preference["language"])
    with suppress(ValueError):  # a locale that Python does not know
        yield locale.getlocale()[0] or ""
