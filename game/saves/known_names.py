"""Names that people have played under, offered again: one small text beside the saves.

Nothing depends on it: what cannot be read is passed over.
"""

from collections.abc import Iterable

from game.services.storage.storage import Storage
from rules.match.record import plain_name

NAME = "names"
"""Under which the text is stored."""

HEAD = "Flipside names 1"

MAX_NAMES = 8
"""Names that are offered."""


def known(storage: Storage) -> list[str]:
    """The names, the one used last first."""
    return _read(storage.glimpse(NAME))


def _read(text: str) -> list[str]:
    head, *lines = text.splitlines()[: MAX_NAMES + 1] or [""]
    names = map(plain_name, lines) if head == HEAD else ()
    return list(dict.fromkeys(name for name in names if name))


def remember(storage: Storage, names: Iterable[str]) -> None:
    """These are played under now."""
    before = known(storage)
    now = list(dict.fromkeys([*filter(None, map(plain_name, names)), *before]))
    if now != before:
        storage.save(NAME, "\n".join([HEAD, *now[:MAX_NAMES]]) + "\n", durable=False)


def take_in(storage: Storage, text: str) -> None:
    """Add the names of such a text from elsewhere, behind those that are here."""
    remember(storage, [*known(storage), *_read(text)])
