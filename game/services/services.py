"""The services of one running program."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game.services.platform.platform import Platform
from game.services.settings import load_settings
from game.services.sound import Sound
from game.services.storage.storage import Storage
from game.services.table_services import TableServices
from game.services.text import Text
from game.services.theme import Theme
from rules.engine.data import locate


@dataclass(kw_only=True)
class Services(TableServices):
    """All services, those with pixels and sounds included."""

    platform: Platform
    theme: Theme
    sound: Sound
    slice_seconds: float = 0.008
    """Seconds of a frame in which something is computed; the window adapts them."""
    name_files: Mapping[str, bytes] = field(default_factory=dict)
    """Files of names given since the start, by kind, for other files. Replaced, never changed."""


def open_services(folder: Path | None = None) -> Services:
    """Open the services over that folder for saves, or over the platform's own."""
    platform = open_platform()
    storage = Storage(platform.open_store(folder), platform)
    settings = load_settings(storage)
    return Services(
        platform=platform,
        storage=storage,
        settings=settings,
        theme=Theme(settings, platform),
        sound=Sound(settings),
        text=Text(settings.language, platform),
    )


def open_platform() -> Platform:
    """Return the platform that the program runs on."""
    if sys.platform == "emscripten":
        from game.services.platform.browser import BrowserPlatform, find_bridge

        locate.arrays_here = False  # until the page has installed numpy
        return BrowserPlatform(find_bridge())
    from game.services.platform.desktop import DesktopPlatform

    return DesktopPlatform()
