"""Two documents that help players alone: names of people who have played, offered again, and the
time of the last move of each match."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import chain, islice
from typing import Annotated

from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Storage
from flipside.rules.match.record import plain_name

MAX_NAMES = 8


@dataclass(frozen=True)
class KnownNames:
    names: tuple[str, ...] = ()
    """The last one used first."""


def offered_names(storage: Storage) -> tuple[str, ...]:
    """The names, the last one used first."""
    return _joined(KNOWN_NAMES.load(storage).names).names


def remember(storage: Storage, names: Collection[str]) -> None:
    """Put these names before those known so far."""
    KNOWN_NAMES.change(storage, lambda known: _joined(names, known.names))


def _joined(*names: Iterable[str]) -> KnownNames:
    """The first `MAX_NAMES` different names."""
    found = dict.fromkeys(filter(None, map(plain_name, chain(*names))))
    return KnownNames(tuple(islice(found, MAX_NAMES)))


KNOWN_NAMES = Document(
    "names",
    KnownNames,
    10_000,
    merged=lambda here, theirs: _joined(here.names, theirs.names),
    durable=False,
)


_MAX_ENTRIES = 300
"""Entries, at most: more than there are matches; those of deleted matches drop out."""

_STAMP = re.compile(r"([0-9]{4})(0[1-9]|1[0-2])([0-9]{2})-([0-9]{2})([0-9]{2})([0-9]{2})")

SaveName = Annotated[str, "[a-z0-9][a-z0-9-]*"]

Moment = Annotated[str, r"\d{4}-(?:0[1-9]|1[0-2])-\d\d \d\d:\d\d:\d\d"]


@dataclass(frozen=True)
class LastPlayed:
    matches: tuple[tuple[SaveName, Moment], ...] = ()
    """The local time of the last move by match name, the match played last at the end."""


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
    return dict(LAST_PLAYED.load(storage).matches)


def note_played(storage: Storage, name: str) -> None:
    """Note that a match is played now."""
    now = storage.device.now()

    def noted(before: LastPlayed) -> LastPlayed:
        last, when = before.matches[-1] if before.matches else ("", "")
        if last == name and when[:16] == now[:16]:
            return before  # minutes are enough, and most moves follow one of the same match
        return _merged(LastPlayed(((name, now),)), before)

    LAST_PLAYED.change(storage, noted)


def _merged(here: LastPlayed, theirs: LastPlayed) -> LastPlayed:
    known = dict(here.matches)
    both = [one for one in theirs.matches if one[0] not in known] + list(here.matches)
    return LastPlayed(tuple(both[-_MAX_ENTRIES:]))


LAST_PLAYED = Document("played", LastPlayed, 100_000, merged=_merged, durable=False)
"""It gives the order of the matches and the dates in lists. A match without an entry counts as last
played when it began."""
