"""The services without pixels, for a table."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from flipside.game.services.device import Device
from flipside.game.services.settings import Settings
from flipside.game.services.storage.storage import Storage
from flipside.game.services.text import Text


@dataclass(kw_only=True)
class TableServices:
    """Device, storage, settings and text of one running program."""

    platform: Device
    storage: Storage
    settings: Settings
    text: Text
    clock: Callable[[], float] = perf_counter
    """A monotonic clock in seconds, which times work."""
