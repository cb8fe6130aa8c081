"""Stores for tests: a browser's storage and a store in memory, and a store that fails on demand."""

import errno
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from flipside.game.services.storage.store import Store


def document(kind: str, version: int = 1, **fields: object) -> str:
    """The text of a document as any program may write it."""
    return json.dumps({"kind": kind, "version": version, **fields}, ensure_ascii=False) + "\n"


def settings_text(**values: object) -> str:
    """The text of these settings."""
    return document("settings", values=values)


def bundle(saves: Mapping[str, str]) -> str:
    """A bundle of these texts by name, each in a line, as the program writes it."""
    lines = (
        f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(text, ensure_ascii=False)}"
        for name, text in saves.items()
    )
    return bundle_of(lines)


def bundle_of(lines: Iterable[str]) -> str:
    """A bundle with these lines."""
    rows = ",\n    ".join(lines)
    return f'{{\n  "kind": "saves",\n  "version": 1,\n  "saves": {{\n    {rows}\n  }}\n}}\n'


def failing(owner: object, name: str, number: int) -> AbstractContextManager[object]:
    """Let a function fail with that number of an error."""
    return patch.object(owner, name, side_effect=OSError(number, os.strerror(number)))


class LocalStorage:
    """The part of `window.flipside` that stores texts."""

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self.texts = {} if texts is None else texts
        self.error = ""
        """What storing answers; empty where it works."""

    def about(self, what: str) -> str:
        return "yes" if what == "takes" and not self.error else ""

    def stored(self, name: str) -> str:
        return f"={self.texts[name]}" if name in self.texts else ""

    def store(self, name: str, text: str) -> str:
        if not self.error:
            self.texts[name] = text
        return self.error

    def unstore(self, name: str) -> None:
        self.texts.pop(name, None)

    def names(self) -> str:
        return "\n".join(self.texts)


class MemoryStore(Store):
    """A store that lasts as long as a test, with what every store inherits."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def is_writable(self) -> bool:
        return True

    def load(self, name: str) -> str | None:
        return self._texts.get(name)

    def save(self, name: str, text: str, durable: bool = True) -> None:
        self._texts[name] = text

    def list(self) -> Any:
        return list(self._texts)

    def remove(self, name: str) -> None:
        self._texts.pop(name, None)


class FaultyStore(Store):
    """A lasting store that can be full or read-only, or have another writer."""

    def __init__(self) -> None:
        self.inner = MemoryStore()
        self.write_error = 0
        """Number of the error with which each write fails."""
        self.meanwhile: dict[str, str] = {}
        """Texts that another writer saves right before the next swap."""
        self.folder: Path | None = None

    def _check(self) -> None:
        if self.write_error:
            raise OSError(self.write_error, os.strerror(self.write_error))

    def is_writable(self) -> bool:
        return not self.write_error

    def load(self, name: str) -> str | None:
        return self.inner.load(name)

    def save(self, name: str, text: str, durable: bool = True) -> None:
        self._check()
        self.inner.save(name, text)

    def compare_and_swap(self, name: str, old: str | None, new: str | None) -> bool:
        for other, text in self.meanwhile.items():
            self.inner.save(other, text)
        self.meanwhile = {}
        self._check()
        return super().compare_and_swap(name, old, new)

    def list(self) -> Any:
        return self.inner.list()

    def remove(self, name: str) -> None:
        self._check()
        self.inner.remove(name)

    def quarantine(self, name: str) -> str | None:
        if self.write_error == errno.EROFS:
            self._check()
        return self.inner.quarantine(name)
