"""The time of the last move of each match; one small text in storage.

It gives the order of the matches and the dates in lists. A match without an entry counts as last
played when it began; unreadable lines are skipped.
"""

import re

from game.services.storage import Storage

PLAYED_SAVE = "played"
"""The name of the text in storage."""

_HEADER = "Flipside played 1"

MAX_ENTRIES = 300
"""Entries, at most: more than there are matches; those of deleted matches drop out."""

_LINE = re.compile(r"([a-z0-9][a-z0-9-]*) (\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d)")


def stamp(now: str) -> str:
    """A local time in the form of names: 2026-01-31 18:30:05 as 20260131-183005."""
    return re.sub(r"[-:]", "", now).replace(" ", "-")


def moment(stamped: str) -> str:
    """The local time of a stamp: 20260131-183005 as 2026-01-31 18:30:05; empty for ""."""
    return re.sub(r"(....)(..)(..)-(..)(..)(..)", r"\1-\2-\3 \4:\5:\6", stamped)


def dates(storage: Storage) -> dict[str, str]:
    """The local time of the last move by match name, the match played last at the end."""
    return _read(storage.glimpse(PLAYED_SAVE))


def _read(text: str) -> dict[str, str]:
    found = (_LINE.fullmatch(line) for line in text.splitlines())
    return {line.group(1): line.group(2) for line in found if line}


def note_played(storage: Storage, name: str) -> None:
    """Note that a match is played now. A note made by another window at this moment may be lost."""
    noted, now = dates(storage), storage.page.now()
    if next(reversed(noted), "") == name and noted[name][:16] == now[:16]:
        return  # minutes are enough, and most moves follow one of the same match
    noted.pop(name, None)
    noted[name] = now
    _write(storage, noted)


def merge_played(storage: Storage, text: str, names: dict[str, str]) -> None:
    """Add the entries of another such text; `names` maps its match names to the names here."""
    here = dates(storage)
    theirs = {names[name]: date for name, date in _read(text).items() if name in names}
    new = {name: date for name, date in theirs.items() if name not in here}
    if new:
        _write(storage, new | here)


def _write(storage: Storage, noted: dict[str, str]) -> None:
    lines = [f"{name} {date}" for name, date in noted.items()]
    storage.save(PLAYED_SAVE, "\n".join([_HEADER, *lines[-MAX_ENTRIES:]]) + "\n", precious=False)
