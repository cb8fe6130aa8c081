"""Documents: small texts in storage, each a table of words. Two of them help players alone: names
of people who have played, offered again, and the time of the last move of each match.

A document has the first line "Flipside <kind> 1". Every other line is a key and its value.
"""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import chain, islice

from flipside.game.services.storage.storage import Outcome, Storage
from flipside.rules.match.record import format_version, plain_name

_FORMAT = 1

Entries = dict[str, str]
"""The values of a document by key, in its order."""


@dataclass(frozen=True)
class Document:
    """A kind of documents, of which storage has one, under the name of the kind."""

    kind: str
    line: re.Pattern[str]
    """The form of a line; its two groups are the key and the value."""
    merged: Callable[[Entries, Entries], Entries]
    """The values here, the first ones, together with those of another device."""
    max_characters: int
    durable: bool = True
    """Whether players depend on it. Else lines of another form are skipped, nobody is told of
    damage, and saving neither waits for the disk nor for another window."""

    def text(self, values: Entries) -> str:
        """The document of these values."""
        lines = [f"{key} {value}".rstrip() for key, value in values.items()]
        return "\n".join([f"Flipside {self.kind} {_FORMAT}", *lines]) + "\n"

    def parse(self, text: str) -> Entries | None:
        """The values of a document; None for a damaged text or another one."""
        if len(text) > self.max_characters or format_version(text, self.kind) != _FORMAT:
            return None
        found = [self.line.fullmatch(line) for line in text.splitlines()[1:]]
        if self.durable and not all(found):
            return None
        return {line[1]: line[2] for line in found if line}

    def is_newer(self, text: str) -> bool:
        return format_version(text, self.kind) > _FORMAT

    def load(self, storage: Storage) -> Entries:
        """The stored values; a damaged text is set aside, and one of a newer Flipside too."""
        return self._load(storage)[1]

    def merge(self, storage: Storage, theirs: Entries) -> bool:
        """Add the values of another device; return False, saving nothing, if they are too many."""
        return self.change(storage, lambda here: self.merged(here, theirs))

    def change(self, storage: Storage, changed: Callable[[Entries], Entries]) -> bool:
        """Save what `changed` makes of the stored values, also where another window writes others
        at the same time. Return False, saving nothing, if that is too long."""
        refused: Entries = {}
        """Values that another window was ahead of; some may have waited in memory alone."""
        while True:
            text, here = self._load(storage)
            values = changed(self.merged(here, refused) if refused else here)
            after = self.text(values)
            if len(after) > self.max_characters:
                return False
            if after == self.text(here):
                return True
            if not self.durable:
                storage.save(self.kind, after, durable=False)
                return True
            if storage.replace(self.kind, text, after) is not Outcome.ELSEWHERE:
                return True
            refused = values

    def _load(self, storage: Storage) -> tuple[str | None, Entries]:
        text = storage.load(self.kind)
        values = None if text is None else self.parse(text)
        if text is not None and values is None:
            storage.set_aside(self.kind, tell=self.durable or self.is_newer(text))
            text = None
        return text, values or {}


MAX_NAMES = 8


def offered_names(storage: Storage) -> list[str]:
    """The names, the last one used first."""
    return list(_joined(KNOWN_NAMES.load(storage)))


def remember(storage: Storage, names: Collection[str]) -> None:
    """Put these names before those known so far."""
    KNOWN_NAMES.change(storage, lambda known: _joined(names, known))


def _joined(*names: Iterable[str]) -> Entries:
    """The first `MAX_NAMES` different names, as keys without values."""
    found = dict.fromkeys(filter(None, map(plain_name, chain(*names))), "")
    return dict(islice(found.items(), MAX_NAMES))


KNOWN_NAMES = Document("names", re.compile("(.+)()"), _joined, 10_000, durable=False)


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
"""It gives the order of the matches and the dates in lists. A match without an entry counts as last
played when it began."""
