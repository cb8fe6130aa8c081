"""The services of one running program."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from flipside.game.services.platform.platform import Platform
from flipside.game.services.settings import load_settings
from flipside.game.services.sound import Sound
from flipside.game.services.storage.storage import Storage
from flipside.game.services.table_services import TableServices
from flipside.game.services.text import Text
from flipside.game.services.theme import Theme
from flipside.rules.engine import data_files


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
        from flipside.game.services.platform.browser import BrowserPlatform, find_bridge

        data_files.arrays_here = False  # until the page has installed numpy
        return BrowserPlatform(find_bridge())
    from flipside.game.services.platform.desktop import DesktopPlatform

    return DesktopPlatform()
