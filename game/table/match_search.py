"""Text search in a long list of matches, in slices of time."""

import re
from collections.abc import Iterator, Sequence
from unicodedata import combining, normalize

from flipside.rules.engine.time_slices import SecondsClock, TimeSliced
from flipside.rules.match.formats import ForeignMatch

MAX_QUERY_WORDS = 10
"""Words of a query that count."""

_CHUNK_MATCHES = 10
"""Matches per step of the search."""

_SCORE = re.compile(r"(?<=\d) ?[:–-] ?(?=\d)")
"""The separator of a result, as people write it."""

_STROKES = str.maketrans("łøđ", "lod")
"""Letters with a stroke, which Unicode does not decompose."""


def folded(words: str) -> str:
    """Words in the form for comparison: lower case, no accents, a result as 36:28."""
    words = words.casefold()
    if not words.isascii():
        words = "".join(c for c in normalize("NFKD", words) if not combining(c))
        words = words.translate(_STROKES)
    return _SCORE.sub(":", words)


class MatchSearch:
    """The search for matches that contain all words of a query. Names, the place with its date, and
    the result are searched. A number alone also finds the match with that number."""

    def __init__(self, matches: Sequence[ForeignMatch]) -> None:
        self.matches = matches
        self.hits: Sequence[int] = range(len(matches))
        """Indices of the matches found so far."""
        self._texts: list[str] = []
        """The searched texts of the first matches."""
        self._work: TimeSliced[None] = TimeSliced(iter(()))

    @property
    def done(self) -> bool:
        return self._work.done

    def search(self, query: str) -> None:
        """Begin a search; an empty query finds all matches."""
        words = folded(query).split()[:MAX_QUERY_WORDS]
        hits: list[int] = []
        self.hits = hits if words else range(len(self.matches))
        self._work = TimeSliced(self._searching(words, hits) if words else iter(()))

    def work(self, seconds: float, clock: SecondsClock) -> bool:
        """Search for about `seconds`; return whether the search has ended."""
        return self._work.work(seconds, clock)

    def _searching(self, words: Sequence[str], hits: list[int]) -> Iterator[None]:
        for start in range(0, len(self.matches), _CHUNK_MATCHES):
            for number in range(start, min(start + _CHUNK_MATCHES, len(self.matches))):
                if number == len(self._texts):
                    self._texts.append(_text(self.matches[number]))
                text = self._texts[number]
                if all(word in text for word in words) or words == [str(number + 1)]:
                    hits.append(number)
            yield


def _text(one: ForeignMatch) -> str:
    said = "" if one.announced is None else f"{one.announced[0]}:{one.announced[1]}"
    place = one.place if one.wrong is None else one.wrong.word
    return folded(f"{one.players[0]} {one.players[1]} {place} {said}")
