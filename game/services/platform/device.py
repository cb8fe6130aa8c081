"""The machine or browser as far as code without pixels needs it: storage, languages, time."""

from typing import Protocol


class Device(Protocol):
    """The part of a page that storage, settings, texts and matches need."""

    @property
    def in_browser(self) -> bool:
        """Whether texts lie in the storage of a browser."""

    def keeps(self) -> bool:
        """Whether the browser lets this page store anything at all."""

    def takes(self) -> bool:
        """Whether the browser takes a text to be stored just now."""

    def stored(self, name: str) -> str | None:
        """A text in the browser's storage, or None; OSError where storage is forbidden."""

    def store(self, name: str, text: str) -> None:
        """Put a text into the browser's storage; OSError if it is full or forbidden."""

    def unstore(self, name: str) -> None:
        """Take a text out of the browser's storage."""

    def stored_names(self) -> list[str]:
        """The names of all texts in the browser's storage."""

    def languages(self) -> list[str]:
        """Codes of the languages the system prefers, such as "de", best first; maybe none."""

    def entropy(self) -> int:
        """A fresh seed, 0 <= seed < 2**31."""

    def now(self) -> str:
        """The local time, as 2026-01-31 18:30:05."""
