"""The services of a running program. Only programs with a window use those that need pygame."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from flipside.game.services.settings import Settings, load_settings
from flipside.game.services.storage.storage import Storage
from flipside.game.services.texts import Texts

if TYPE_CHECKING:
    from flipside.game.services.platform.platform import Platform
    from flipside.game.services.sound import Sound
    from flipside.game.services.theme import Theme


@dataclass
class WorkClock:
    """A monotonic clock in seconds for work in time slices. It counts its readings."""

    seconds: Callable[[], float] = perf_counter
    readings: int = 0

    def __call__(self) -> float:
        """Return the current time in seconds, and count the reading."""
        self.readings += 1
        return self.seconds()


@dataclass(kw_only=True)
class Services:
    """All services. A live match uses none that needs pygame; its platform can be any `Device`."""

    platform: "Platform"
    storage: Storage
    settings: Settings
    text: Texts
    theme: "Theme"
    sound: "Sound"
    clock: WorkClock = field(default_factory=WorkClock)
    slice_seconds: float = 0.008
    """Seconds of each frame for computations; `App` adapts them to the speed of the machine."""
    name_files: Mapping[str, bytes] = field(default_factory=dict)
    """Files of player names opened since the start, by kind. It is replaced, never changed."""

    def vibrate(self) -> None:
        """Vibrate for a moment, if the player wants that."""
        if self.settings.vibration:
            self.platform.vibrate()


def open_services(folder: Path | None = None) -> Services:
    """Open all services; saves are in `folder`, or by default in the platform's own folder."""
    from flipside.game.services.sound import Sound
    from flipside.game.services.theme import Theme

    platform = open_platform()
    storage = Storage(platform.open_store(folder), platform)
    settings = load_settings(storage)
    return Services(
        platform=platform,
        storage=storage,
        settings=settings,
        theme=Theme(settings, platform),
        sound=Sound(settings),
        text=Texts(settings.language, platform),
    )


def open_platform() -> "Platform":
    """Return the platform on which the program runs."""
    if sys.platform == "emscripten":
        from flipside.game.services.platform.browser import BrowserPlatform, find_bridge

        return BrowserPlatform(find_bridge())
    from flipside.game.services.platform.desktop import DesktopPlatform

    return DesktopPlatform()
