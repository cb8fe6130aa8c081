"""The time of the last move of each match.

It gives the order of the matches and the dates in lists. A match without an entry counts as last
played when it began.
"""

import re

from flipside.game.saves.document import Document, Entries
from flipside.game.services.storage.storage import Storage

_MAX_ENTRIES = 300
"""Entries, at most: more than there are matches; those of deleted matches drop out."""

_STAMP = re.compile(r"([0-9]{4})(0[1-9]|1[0-2])([0-9]{2})-([0-9]{2})([0-9]{2})([0-9]{2})")

_LINE = re.compile(r"([a-z0-9][a-z0-9-]*) (\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d)")


def stamp(now: str) -> str:
    """A local time in the form of names: 2026-01-31 18:30:05 as 20260131-183005."""
    return re.sub(r"[-:]", "", now).replace(" ", "-")


def moment(stamped: str) -> str:
    """The local time of a stamp: 20260131-183005 as 2026-01-31 18:30:05; empty for a month that no
    year has, and for ""."""
    found = _STAMP.fullmatch(stamped)
    return "" if found is None else found.expand(r"\1-\2-\3 \4:\5:\6")


def dates(storage: Storage) -> dict[str, str]:
    """The local time of the last move by match name, the match played last at the end."""
    return LAST_PLAYED.load(storage)


def note_played(storage: Storage, name: str) -> None:
    """Note that a match is played now."""
    now = storage.device.now()

    def noted(before: Entries) -> Entries:
        if next(reversed(before), "") == name and before[name][:16] == now[:16]:
            return before  # minutes are enough, and most moves follow one of the same match
        return _merged({name: now}, before)

    LAST_PLAYED.change(storage, noted)


def _merged(here: Entries, theirs: Entries) -> Entries:
    both = {name: date for name, date in theirs.items() if name not in here} | here
    return dict(list(both.items())[-_MAX_ENTRIES:])


LAST_PLAYED = Document("played", _LINE, _merged, 100_000, durable=False)
