"""Matches in formats that other programs and the world of a game use, beside the records of ours.

Knows no single format: `FORMATS` in the catalogue lists them. Nobody who hands in a text or a file
says which of them it is.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import overload

from rules.match import EARLY, Match
from rules.notation import BadRecord

Data = str | bytes
"""A text, or a file that is none."""

Beside = Mapping[str, bytes]
"""Files with names of people or places, by the kinds that `Format.names` tells, such as "jou"."""

NOTHING: Beside = {}

LARGEST = 8_000_000
"""Bytes of a file, or characters of a text, that is looked at; with them 117,000 matches in the
most compact format."""

Points = tuple[int, int]
"""Of player 0 and 1, as people announce them."""


@dataclass(frozen=True)
class Foreign:
    """One match of a text or file: what is told of it, and how to play it."""

    play: Callable[[], Match]
    """The match, played move by move; BadRecord at the first thing that cannot be."""
    players: tuple[str, str] = ("", "")
    place: str = ""
    """Where and when it was played, as far as that is told."""
    said: Points | None = None
    """The points with which it is said to have ended."""


@dataclass(frozen=True)
class Format:
    """One way to write matches of one game."""

    key: str
    """Its word on the command line, and part of text keys."""
    game: str
    """The key of the game."""
    read: Callable[[Data, Beside], Sequence[Foreign] | None]
    """The matches in a text or file, None where that is something else; BadRecord for a damaged
    one. Nothing is played yet, so that a file of many matches is read at once."""
    write: Callable[[Match], str | None] | None = None
    """A match as text; None for a match that the format has no words for."""
    bare: bool = False
    """Whether it holds moves alone, which may be those of another game."""
    names: Callable[[Data], str | None] = lambda data: None
    """The kind of a file that holds names of people or places for files of this format; None for
    every other file. A damaged file of names is a matter for `read`."""


def decoded(data: bytes) -> Data:
    """What a file holds: its text, or its bytes where it is none."""
    if 0 in data:
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def read_foreign(
    data: Data, formats: Iterable[Format], beside: Beside = NOTHING
) -> Sequence[Foreign] | None:
    """The matches in a text or file, None for a text in none of these formats; BadRecord for a file
    in none of them, and for what is too long or damaged."""
    if len(data) > LARGEST:
        raise BadRecord("long")
    for one in formats:
        found = one.read(data, beside)
        if found is not None:
            return found
    if isinstance(data, bytes):
        raise BadRecord("file")
    return None


def kind_of_names(data: Data, formats: Iterable[Format]) -> str | None:
    """The kind of a file that holds names alone, for `beside`; None for every other file."""
    return next((kind for one in formats if (kind := one.names(data)) is not None), None)


class Joined(Sequence[Foreign]):
    """The matches of several files, one file after the other."""

    def __init__(self, parts: Sequence[Sequence[Foreign]]) -> None:
        self._parts = parts
        self._ends = list(accumulate(map(len, parts)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Foreign: ...
    @overload
    def __getitem__(self, index: slice) -> list[Foreign]: ...
    def __getitem__(self, index: int | slice) -> Foreign | list[Foreign]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        part = bisect_right(self._ends, number)
        return self._parts[part][number - self._ends[part]]


def contradicted(one: Foreign, match: Match) -> Points | None:
    """The points to which the moves of a finished match lead, where others are told; else None."""
    result, game = match.result(), match.game
    if one.said is None or result is None or result.reason in EARLY:
        return None
    points = match.position.score() if game.award is None else game.award(match.position)
    return points if points != one.said else None
