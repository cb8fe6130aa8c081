"""What every scene needs, in one handful."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from game.services.page import Page
from game.services.settings import Settings, load_settings
from game.services.sound import Sound
from game.services.storage import Storage
from game.services.text import Text
from game.services.theme import Theme


@dataclass
class Services:
    """Page, storage, settings, theme, sound and text of one running program."""

    page: Page
    storage: Storage
    settings: Settings
    theme: Theme
    sound: Sound
    text: Text
    clock: Callable[[], float] = perf_counter
    """A monotonic clock in seconds, which times work."""
    name_files: Mapping[str, bytes] = field(default_factory=dict)
    """Files of names that were given since the start, by their kinds: other files need them. It is
    replaced, never changed."""


def open_services(folder: Path | None = None) -> Services:
    """The services over that data folder, or over the platform's own."""
    page = Page()
    storage = Storage(page, folder or page.data_folder())
    settings = load_settings(storage)
    return Services(
        page=page,
        storage=storage,
        settings=settings,
        theme=Theme(settings, page),
        sound=Sound(settings),
        text=Text(settings.language, page),
    )
