"""The index of the album: the data of all finished matches for lists and tallies, in one text.

The index is rebuilt from the matches if it is missing, damaged, or of another version of Flipside.
Missing matches are read and added. `streak` searches the index for wins or losses in a row, after
which another level is offered; `feat` finds what makes a win remarkable.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import groupby, islice, takewhile
from typing import Any, Literal
from zlib import crc32

from flipside.game.saves import album
from flipside.game.saves.album import AlbumEntry, last_ends, name_key, pair_of
from flipside.game.saves.matches import PERSON, Seats
from flipside.game.saves.series import sides_of
from flipside.game.services.services import Services
from flipside.game.services.storage.document import BadDocument, JsonFormat
from flipside.rules import VERSION
from flipside.rules.engine.search import LEVELS

INDEX_SAVE = "album-index"


@dataclass(frozen=True)
class _Index:
    flipside: str
    """The version of the program that wrote the index; other versions may write other values."""
    checksum: int
    """The CRC-32 of the whole text, in which this number is 0."""
    matches: Any
    """By name the values of an `AlbumEntry`, in the order of its fields."""


_INDEX = JsonFormat(INDEX_SAVE, _Index)

_READ_AT_ONCE = 100
"""The number of missing matches that one call reads."""


class AlbumIndex:
    """All matches in the album, the newest first."""

    def __init__(self, services: Services, saves: bool = True) -> None:
        """Load the index and call `read` once; unless it `saves`, a changed index is not stored."""
        self._services, self._saves = services, saves
        names = album.album_names(services)
        entries = _parsed(services.storage.peek(INDEX_SAVE))
        self._entries: dict[str, AlbumEntry | None] = {name: entries.get(name) for name in names}
        self.unread = [name for name in names if name not in entries]
        """Names of matches that are neither in the index nor read yet, the newest first."""
        self._fresh = len(entries) != len(names) - len(self.unread)
        self.read()

    def read(self) -> None:
        """Read some of the unread matches; after the last, store the index if it has changed."""
        reading, self.unread = self.unread[:_READ_AT_ONCE], self.unread[_READ_AT_ONCE:]
        for name in reading:
            self._entries[name] = album.entry(self._services, name)
            self._fresh |= self._entries[name] is not None
        if self._fresh and self._saves and not self.unread:
            self._fresh, text = False, _text(self._entries)
            _known.clear()
            _known[text] = {name: entry for name, entry in self._entries.items() if entry}
            self._services.storage.save(INDEX_SAVE, text, durable=False)

    def names_of(self, game: str = "") -> list[str]:
        """Return the names of all matches, or only of one game."""
        return [name for name in self._entries if game in ("", album.game_of_finished(name))]

    def entry(self, name: str) -> AlbumEntry | None:
        """Return the entry of a match, or None if the match is damaged or unknown."""
        return self._entries.get(name)

    def entries(self, game: str = "") -> Iterator[AlbumEntry]:
        """Return the entries of all matches, or only of one game, without damaged matches."""
        return (entry for entry in self._entries.values() if entry and game in ("", entry.game))


_CHECKSUM = re.compile('"checksum": [0-9]+')


def _checksum(text: str) -> int:
    return crc32(_CHECKSUM.sub('"checksum": 0', text, count=1).encode())


def _text(entries: Mapping[str, AlbumEntry | None]) -> str:
    rows = {name: list(vars(entry).values()) for name, entry in entries.items() if entry}
    text = _INDEX.dump(_Index(VERSION, 0, rows))
    return _CHECKSUM.sub(f'"checksum": {_checksum(text)}', text, count=1)


_known: dict[str, Mapping[str, AlbumEntry]] = {}
"""The entries of the last text. Several pages read the same text, and parsing takes long."""


def _parsed(text: str) -> Mapping[str, AlbumEntry]:
    """Return the entries of an index by name; {} if the index is missing, damaged or outdated."""
    if text not in _known:
        entries = _read_text(text)
        _known.clear()
        _known[text] = entries
    return _known[text]


def _read_text(text: str) -> Mapping[str, AlbumEntry]:
    try:
        index = _INDEX.parse(text)
    except BadDocument:
        return {}
    if (index.flipside, index.checksum) != (VERSION, _checksum(text)):
        return {}
    width = len(fields(AlbumEntry))
    if any(len(row) != width for row in index.matches.values()):
        return {}
    return {name: _entry(row) for name, row in index.matches.items()}


def _entry(row: list[Any]) -> AlbumEntry:
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
    return AlbumEntry(*values)


STREAK_MATCHES = 3
"""Wins or losses in a row after which another level is offered."""

_NEWEST = 60
"""The number of newest matches that are searched for a streak."""


@dataclass(frozen=True)
class Streak:
    """`STREAK_MATCHES` wins or losses in a row."""

    won: bool
    level: str
    """The key of the level to offer."""


def streak(index: AlbumIndex, game: str, seats: Seats) -> Streak | None:
    """Return the streak of a person against the level in `seats`, or None.

    The last matches must be exactly `STREAK_MATCHES` wins or losses: a longer streak offers nothing
    again. There must be a stronger or weaker level.
    """
    keys = [level.key for level in LEVELS]
    level = next((word for word in seats if word in keys), None)
    if level is None or PERSON not in seats:
        return None
    won = (
        None if match.winner is None else match.seats[match.winner] == PERSON
        for match in islice(last_ends(index.entries(game)), _NEWEST)
        # A position that was set up may be won already.
        if set(match.seats) == {PERSON, level} and not match.set_up
    )
    last, row = next(groupby(won), (None, ()))
    if last is None or len(list(row)) != STREAK_MATCHES:
        return None
    better = keys.index(level) + (1 if last else -1)
    return Streak(last, keys[better]) if 0 <= better < len(keys) else None


@dataclass(frozen=True)
class Feat:
    """A remarkable win: the first of its kind, or another win in a row."""

    key: Literal["first_win", "first_win_against", "wins"]
    level: str = ""
    """The level of the opponent; empty for two people."""
    wins: int = 1


def feat(index: AlbumIndex, name: str, game: str) -> Feat | None:
    """Return what makes the win in the match `name` of the album remarkable, or None.

    Matches from set-up positions do not count, and neither do wins of computers.
    """
    won = index.entry(name)
    sides = sides_of(won.seats, won.players) if won is not None and not won.set_up else None
    if won is None or won.winner is None or sides is None or won.seats[won.winner] != PERSON:
        return None
    own, before, meetings = name_key(sides[won.winner]), False, list[bool]()
    for match in last_ends(index.entries(game)):
        others = sides_of(match.seats, match.players)
        if match is won or match.set_up or not match.reason or others is None:
            continue
        is_persons = match.winner is not None and match.seats[match.winner] == PERSON
        is_win = is_persons and name_key(others[match.winner or 0]) == own
        before |= is_win
        meetings += [is_win] if pair_of(others) == pair_of(sides) else []
    level = next((word for word in won.seats if word != PERSON), "")
    if not before:
        return Feat("first_win", level)
    if level and not any(meetings):
        return Feat("first_win_against", level)
    wins = 1 + sum(1 for _ in takewhile(bool, meetings))
    return Feat("wins", level, wins) if wins >= STREAK_MATCHES else None
