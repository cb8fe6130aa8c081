"""The services without pixels, for a table."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from game.services.device import Device
from game.services.settings import Settings
from game.services.storage.storage import Storage
from game.services.text import Text


@dataclass(kw_only=True)
class TableServices:
    """Device, storage, settings and text of one running program."""

    platform: Device
    storage: Storage
    settings: Settings
    text: Text
    clock: Callable[[], float] = perf_counter
    """A monotonic clock in seconds, which times work."""
