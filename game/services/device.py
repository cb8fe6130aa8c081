"""The part of a platform that code without pixels needs."""

from typing import Protocol


class Device(Protocol):
    """Languages, seeds and the time."""

    @property
    def kind(self) -> str:
        """The end of the keys of texts that name the place: "desktop" or "browser"."""

    def languages(self) -> list[str]:
        """Return the codes of the languages the system prefers, such as "de", best first."""

    def entropy(self) -> int:
        """Return a fresh seed, 0 <= seed < 2**31."""

    def now(self) -> str:
        """Return the local time, as 2026-01-31 18:30:05."""
