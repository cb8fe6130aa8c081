"""What a table needs of the program around it: nothing that has pixels."""

from collections.abc import Callable
from typing import Protocol

from game.services.device import Device
from game.services.settings import Settings
from game.services.storage import Storage
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
        """What a person has chosen for all games."""

    @property
    def clock(self) -> Callable[[], float]:
        """A monotonic clock in seconds, which times work."""

    @property
    def text(self) -> Text:
        """Every word the player reads."""
