"""Stores of texts by name, and the one in a browser's localStorage."""

import errno
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Protocol

MAX_TEXT_BYTES = 1_000_000
"""Longest text that is read: bytes of a file, characters in a browser. Ours are far shorter."""

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
"""Pattern of the names of texts."""


class Store(Protocol):
    """A lasting place for texts; each call is whole or raises OSError and changes nothing.

    `compare_and_swap` and `set_aside` are right as they are where no other writer comes between.
    """

    folder: Path | None = None
    """The folder of the texts, if players can open it."""
    lasting: bool = True
    """Whether there is a place at all that outlives the program."""

    def is_writable(self) -> bool:
        """Tell whether a text can be saved now; saves none."""

    def load(self, name: str) -> str | None:
        """Return the text under a name, None if there is none.

        Raises OSError if it cannot be read or is too long, UnicodeError if it is not UTF-8.
        """

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace the text under a name; if `durable`, wait until it survives a power cut.

        Raises OSError if it cannot be written.
        """

    def compare_and_swap(self, name: str, old: str | None, new: str | None) -> bool:
        """Replace the text under a name if it still is `old`; tell whether it was. None stands for
        no text.

        Raises OSError and UnicodeError as `load` and `save` do.
        """
        if self.load(name) != old:
            return False
        if new is not None:
            self.save(name, new)
        elif old is not None:
            self.remove(name)
        return True

    def list(self) -> list[str]:
        """Return the names of all texts, those set aside included."""

    def remove(self, name: str) -> None:
        """Remove a text, if there is one; raises OSError if that fails."""

    def set_aside(self, name: str) -> str | None:
        """Rename whatever has a name to a free one, and return that; None if nothing has it.

        Raises OSError if that fails.
        """
        text = self.load(name)
        if text is None:
            return None
        taken = set(self.list())
        free = next(one for one in aside_names(name) if one not in taken)
        self.save(free, text)
        self.remove(name)
        return free


class NoStore(Store):
    """Stands where a browser forbids its storage: it holds nothing and takes nothing."""

    lasting = False

    def is_writable(self) -> bool:
        return False

    def load(self, name: str) -> str | None:
        return None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        raise PermissionError(errno.EACCES, "there is no storage")

    def list(self) -> list[str]:
        return []

    def remove(self, name: str) -> None:
        pass


def aside_names(name: str) -> Iterator[str]:
    """Yield the names under which a text is set aside, in the order in which they are tried."""
    return (f"{name}.set-aside-{number}" for number in count(1))


_ENDING = ".txt"


class BrowserStore(Store):
    """Texts under `flipside/<name>.txt` in localStorage; web/page/bridge.js adds the prefix.

    The page does nothing else while Python runs, so `compare_and_swap` is atomic.
    """

    def __init__(self, bridge: Any) -> None:
        """`bridge` is `window.flipside`."""
        self._bridge = bridge

    def is_allowed(self) -> bool:
        """Tell whether the browser lets this page use localStorage at all."""
        try:
            self.load("")
        except OSError:
            return False
        return True

    def is_writable(self) -> bool:
        """Tell whether the browser stores a text now; saves none."""
        return bool(self._bridge.about("takes") == "yes")

    def load(self, name: str) -> str | None:
        """Return the text under a name, None if there is none; OSError if storage is forbidden."""
        found = str(self._bridge.stored(name + _ENDING))
        if found.startswith("!"):
            raise OSError(found[1:])
        return found[1:] if found else None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace the text under a name; OSError with ENOSPC if storage is full, else EACCES."""
        error = str(self._bridge.store(name + _ENDING, text))
        if error:
            full = "quota" in error.lower()  # browsers name the error differently
            raise OSError(errno.ENOSPC if full else errno.EACCES, error)

    def list(self) -> list[str]:
        """Return the names of all texts; none if storage is forbidden."""
        files = str(self._bridge.names()).split("\n")
        return [file.removesuffix(_ENDING) for file in files if file.endswith(_ENDING)]

    def remove(self, name: str) -> None:
        self._bridge.unstore(name + _ENDING)
