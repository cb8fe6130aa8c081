"""Text search in a long list of matches, in slices of time."""

import re
from collections.abc import Iterator, Sequence
from unicodedata import combining, normalize

from rules.engine.time_slices import TimeSliced
from rules.match.formats import ForeignMatch

MOST_WORDS = 10
"""Words of a query that are looked for."""

BITE = 50
"""Matches that are looked at between two looks at the clock."""

_SCORE = re.compile(r"(?<=\d) ?[:–-] ?(?=\d)")
"""Between the points of both players, as people write a result."""

_STROKES = str.maketrans("łøđ", "lod")
"""Letters with a stroke, which are no accents to Unicode."""


def folded(words: str) -> str:
    """Words as they are compared: small letters without accents, a result as 36:28."""
    words = words.casefold()
    if not words.isascii():
        words = "".join(c for c in normalize("NFKD", words) if not combining(c))
        words = words.translate(_STROKES)
    return _SCORE.sub(":", words)


class Finding:
    """The matches of a list in which all words of a query occur: in the names, the place with its
    date, or the result. A number alone finds the match with that number, too."""

    def __init__(self, matches: Sequence[ForeignMatch]) -> None:
        self.matches = matches
        self.hits: Sequence[int] = range(len(matches))
        """Places of the matches found so far."""
        self._texts: list[str] = []
        """What a query is compared with, as far as that was needed."""
        self._work: TimeSliced[None] = TimeSliced(iter(()))

    @property
    def done(self) -> bool:
        """Whether all matches have been looked at."""
        return self._work.done

    def search(self, query: str) -> None:
        """Begin to search; an empty query finds all."""
        words = folded(query).split()[:MOST_WORDS]
        hits: list[int] = []
        self.hits = hits if words else range(len(self.matches))
        self._work = TimeSliced(self._searching(words, hits) if words else iter(()))

    def work(self, seconds: float) -> bool:
        """Go on for about so many seconds; whether all is done."""
        return self._work.work(seconds)

    def _searching(self, words: Sequence[str], hits: list[int]) -> Iterator[None]:
        for start in range(0, len(self.matches), BITE):
            for number in range(start, min(start + BITE, len(self.matches))):
                if number == len(self._texts):
                    self._texts.append(_text(self.matches[number]))
                text = self._texts[number]
                if all(word in text for word in words) or words == [str(number + 1)]:
                    hits.append(number)
            yield


def _text(one: ForeignMatch) -> str:
    said = "" if one.announced is None else f"{one.announced[0]}:{one.announced[1]}"
    return folded(f"{one.players[0]} {one.players[1]} {one.place} {said}")
