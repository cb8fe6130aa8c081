"""The store in a folder: one file a text."""

import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from flipside.game.services.storage import files
from flipside.game.services.storage.files import locked
from flipside.game.services.storage.store import MAX_TEXT_BYTES, NAME, Store, aside_names

_ENDING = ".txt"


class FolderStore(Store):
    """Texts in `<folder>/<name>.txt`; a lock makes compare-and-swap atomic between programs."""

    def __init__(self, folder: Path) -> None:
        """Use `folder`, which the first save creates; remove what killed programs left behind."""
        self.folder: Path = folder
        files.remove_leftovers(folder)

    def is_writable(self) -> bool:
        """Tell whether a file can be written now; creates the folder."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self.folder):
                return True
        return False

    def load(self, name: str) -> str | None:
        """Return the text of a file, None if there is none.

        Raises OSError if it is no regular file or too large, UnicodeError if it is not UTF-8.
        """
        with suppress(FileNotFoundError, NotADirectoryError):
            return files.read_bytes(self._path(name), MAX_TEXT_BYTES).decode("utf-8")
        return None

    def save(self, name: str, text: str, durable: bool = True) -> None:
        """Replace a file at once; if `durable`, wait until it survives a power cut."""
        files.write_text(self._path(name), text, durable)

    def compare_and_swap(self, name: str, old: str | None, new: str | None) -> bool:
        """Replace or remove a file, under the lock, if its text still is `old`."""
        if new is not None:
            fits = lambda: self.load(name) == old  # noqa: E731
            return files.write_text(self._path(name), new, True, fits)
        with locked(self.folder):
            return super().compare_and_swap(name, old, new)

    def list(self) -> list[str]:
        """Return the names of all texts; raises OSError if the folder cannot be read."""
        with suppress(FileNotFoundError, NotADirectoryError):
            found = os.listdir(self.folder)
            return [name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING)]
        return []

    def remove(self, name: str) -> None:
        with suppress(FileNotFoundError, NotADirectoryError):
            self._path(name).unlink()

    def set_aside(self, name: str) -> str | None:
        """Rename a file or folder to a free name, under the lock, and return that; None if there is
        nothing."""
        if not os.path.lexists(self._path(name)):
            return None
        with suppress(FileNotFoundError), locked(self.folder):  # another program may be first
            free = next(f for f in aside_names(name) if not os.path.lexists(self._path(f)))
            os.rename(self._path(name), self._path(free))
            return free
        return None

    def _path(self, name: str) -> Path:
        assert NAME.fullmatch(name), name
        return self.folder / (name + _ENDING)
