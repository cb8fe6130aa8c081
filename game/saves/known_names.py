"""Names of people who have played, offered again; one small text in storage.

Nothing depends on it: unreadable lines are skipped.
"""

from collections.abc import Iterable

from game.services.storage import Storage
from rules.match.record import plain_name

NAMES_SAVE = "names"
"""The name of the text in storage."""

_HEADER = "Flipside names 1"

MAX_NAMES = 8
"""Names offered, at most."""


def offered_names(storage: Storage) -> list[str]:
    """The names, the last one used first."""
    return _read(storage.glimpse(NAMES_SAVE))


def _read(text: str) -> list[str]:
    head, *lines = text.splitlines()[: MAX_NAMES + 1] or [""]
    names = map(plain_name, lines) if head == _HEADER else ()
    return list(dict.fromkeys(name for name in names if name))


def remember(storage: Storage, names: Iterable[str]) -> None:
    """Put these names before those known so far."""
    before = offered_names(storage)
    now = list(dict.fromkeys([*filter(None, map(plain_name, names)), *before]))
    if now != before:
        storage.save(NAMES_SAVE, "\n".join([_HEADER, *now[:MAX_NAMES]]) + "\n", precious=False)


def merge_names(storage: Storage, text: str) -> None:
    """Add the names of another such text after those known here."""
    remember(storage, [*offered_names(storage), *_read(text)])
