"""The services without pixels, for a table."""

from collections.abc import Callable
from typing import Protocol

from game.services.device import Device
from game.services.settings import Settings
from game.services.storage.storage import Storage
from game.services.text import Text


class TableServices(Protocol):
    """The part of the services that has no pixels."""

    @property
    def page(self) -> Device:
        """Seeds and the time."""

    @property
    def storage(self) -> Storage:
        """Texts that outlive the program."""

    @property
    def settings(self) -> Settings:
        """Choices of the player for all games."""

    @property
    def clock(self) -> Callable[[], float]:
        """A monotonic clock in seconds, which times work."""

    @property
    def text(self) -> Text:
        """The texts in the player's language."""
