"""When each match was played last: one small text beside the saves, which knows no game.

Nothing depends on it but an order and a date to be shown: whatever it lacks counts as played when
it began, and a line that says nothing is passed over.
"""

import re

from game.services.storage.storage import Storage

NAME = "played"
"""Under which the text is stored."""

HEAD = "Flipside played 1"

MAX_ENTRIES = 300
"""Lines: more than there are matches, so that those that are gone do not gather."""

_LINE = re.compile(r"([a-z0-9][a-z0-9-]*) (\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d)")


def stamp(now: str) -> str:
    """A local time as it stands in names: 2026-01-31 18:30:05 as 20260131-183005."""
    return re.sub(r"[-:]", "", now).replace(" ", "-")


def moment(stamped: str) -> str:
    """The local time that such a part of a name stands for; empty for an empty one."""
    return re.sub(r"(....)(..)(..)-(..)(..)(..)", r"\1-\2-\3 \4:\5:\6", stamped)


def dates(storage: Storage) -> dict[str, str]:
    """The local time of each match's last move, by its name; the one played last at the end."""
    return _read(storage.glimpse(NAME))


def _read(text: str) -> dict[str, str]:
    found = (_LINE.fullmatch(line) for line in text.splitlines())
    return {line.group(1): line.group(2) for line in found if line}


def note(storage: Storage, name: str) -> None:
    """A match is being played now. What another window notes at the same time may be lost."""
    noted, now = dates(storage), storage.device.now()
    if next(reversed(noted), "") == name and noted[name][:16] == now[:16]:
        return  # minutes are enough, and most moves follow one of the same match
    noted.pop(name, None)
    noted[name] = now
    _write(storage, noted)


def take_in(storage: Storage, text: str, names: dict[str, str]) -> None:
    """Add what such a text from elsewhere tells; `names` says what its matches are called here."""
    here = dates(storage)
    theirs = {names[name]: date for name, date in _read(text).items() if name in names}
    new = {name: date for name, date in theirs.items() if name not in here}
    if new:
        _write(storage, new | here)


def _write(storage: Storage, noted: dict[str, str]) -> None:
    lines = [f"{name} {date}" for name, date in noted.items()]
    storage.save(NAME, "\n".join([HEAD, *lines[-MAX_ENTRIES:]]) + "\n", durable=False)
