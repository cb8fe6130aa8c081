"""The store in a browser's localStorage."""

import errno
from typing import Any

from flipside.game.services.storage.store import Store

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
