"""Text search in long lists of matches, and counts of the moves played, both in time slices."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING
from unicodedata import combining, normalize

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move, Position
from flipside.rules.engine.time_slices import SecondsClock, TimeSliced
from flipside.rules.match.formats import Data, ForeignMatch
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord

if TYPE_CHECKING:  # imports numpy, which a page loads later
    from flipside.rules.engine.vector.bits import KeyCounts

MAX_QUERY_WORDS = 10
"""The maximum number of words in a query; the rest is ignored."""

_SEARCHED_MATCHES = 10
"""The number of matches that are searched in one step."""

_SCORE = re.compile(r"(?<=\d) ?[:–-] ?(?=\d)")
"""The signs between the two numbers of a result, in all usual forms."""

_STROKES = str.maketrans("łøđ", "lod")
"""Letters with a stroke, which Unicode does not decompose into letter and accent."""


def folded(words: str) -> str:
    """Return words in a form for comparison: lower case, no accents, results such as 36:28."""
    words = words.casefold()
    if not words.isascii():
        words = "".join(c for c in normalize("NFKD", words) if not combining(c))
        words = words.translate(_STROKES)
    return _SCORE.sub(":", words)


class MatchSearch:
    """A search for the matches that contain all words of a query.

    Players, place, date and result are searched. A query that is a number also finds the match with
    this number in the list.
    """

    def __init__(self, matches: Sequence[ForeignMatch]) -> None:
        self.matches = matches
        self.hits: Sequence[int] = range(len(matches))
        """The indices of the matches that contain the words, as far as they were searched."""
        self._texts: list[str] = []
        """The searchable texts of the first matches, filled during searches."""
        self._work: TimeSliced[None] = TimeSliced(iter(()))

    @property
    def done(self) -> bool:
        """Whether the search is complete."""
        return self._work.done

    def search(self, query: str) -> None:
        """Start a search; an empty query finds all matches."""
        words = folded(query).split()[:MAX_QUERY_WORDS]
        hits: list[int] = []
        self.hits = hits if words else range(len(self.matches))
        self._work = TimeSliced(self._steps(words, hits) if words else iter(()))

    def work(self, seconds: float, clock: SecondsClock) -> bool:
        """Search for about `seconds`; return whether the search is complete."""
        return self._work.work(seconds, clock)

    def _steps(self, words: Sequence[str], hits: list[int]) -> Iterator[None]:
        for start in range(0, len(self.matches), _SEARCHED_MATCHES):
            for number in range(start, min(start + _SEARCHED_MATCHES, len(self.matches))):
                if number == len(self._texts):
                    self._texts.append(_text(self.matches[number]))
                text = self._texts[number]
                if all(word in text for word in words) or words == [str(number + 1)]:
                    hits.append(number)
            yield


def _text(match: ForeignMatch) -> str:
    result = ":".join(map(str, match.announced_points or ()))
    place = match.place if match.wrong is None else match.wrong.word
    return folded(f"{match.players[0]} {match.players[1]} {place} {result}")


MAX_COUNTED_PLIES = 30
"""The plies counted per match. Each ply needs 8 bytes: 24 MB for 100,000 matches."""

_SHOWN_MATCHES = 500
"""The number of matches between two updates of the displayed counts."""

_HASHED_MATCHES = 64
"""The number of matches whose moves are hashed together."""


class PlayedMoves:
    """Counts how often each move was played in all matches that were added, in time slices.

    Symmetric positions count as one. Matches that cannot be replayed are left out.
    """

    def __init__(self) -> None:
        self.total = 0
        self.count = 0
        """The number of matches so far, including those left out."""
        self._sources: set[tuple[int, int]] = set()
        """Length and hash of each text and file that was added."""
        self._waiting: list[Sequence[ForeignMatch]] = []
        self._work = TimeSliced(self._steps())
        self._keys: KeyCounts | None = None
        """The keys of all counted moves; None before the first."""

    def add(self, data: Data, matches: Sequence[ForeignMatch]) -> None:
        """Add the matches of a text or file, unless it was added before."""
        source = len(data), hash(data)
        if source in self._sources:
            return
        self._sources.add(source)
        self._waiting.append(matches)
        self.total += len(matches)
        if self._work.done:
            self._work = TimeSliced(self._steps())

    @property
    def done(self) -> bool:
        """Whether all matches are counted."""
        return self._work.done

    def work(self, seconds: float, clock: SecondsClock) -> bool:
        """Count for about `seconds`; return whether to update the display. Requires numpy."""
        if self.done:
            return False
        before = self.count // _SHOWN_MATCHES
        return self._work.work(seconds, clock) or self.count // _SHOWN_MATCHES > before

    def _steps(self) -> Iterator[None]:
        while self._waiting:
            matches = self._waiting.pop(0)
            for start in range(0, len(matches), _HASHED_MATCHES):
                batch: list[Match] = []
                for match in matches[start : start + _HASHED_MATCHES]:
                    with suppress(BadRecord):
                        batch.append(match.play())
                    self.count += 1
                    yield
                self._take(batch)
                yield

    def _take(self, batch: Sequence[Match]) -> None:
        from flipside.rules.engine.vector.bits import KeyCounts

        move_keys = batch[0].game.engine.move_keys if batch else None
        if move_keys is None:
            return
        plies = [
            (match, ply)
            for match in batch
            for ply in range(min(len(match.moves), MAX_COUNTED_PLIES))
        ]
        positions = [match.position_at(ply) for match, ply in plies]
        self._keys = self._keys or KeyCounts()
        self._keys.add(move_keys(positions, [match.moves[ply] for match, ply in plies]))

    def counts(
        self, game: AnyGame, position: Position, moves: Sequence[Move]
    ) -> list[tuple[list[Move], int]]:
        """Return those of `moves` that were played, with their counts in descending order.

        Moves that are symmetric in this position are one entry.
        """
        move_keys = game.engine.move_keys
        if move_keys is None or self._keys is None or not moves:
            return []
        keys = move_keys([position] * len(moves), moves)
        groups: dict[tuple[int, int], list[Move]] = {}
        for move, key, count in zip(moves, keys, self._keys.counts(keys), strict=True):
            if count:
                groups.setdefault((count, int(key)), []).append(move)
        return sorted(
            ((equivalent_moves, count) for (count, _), equivalent_moves in groups.items()),
            key=lambda entry: -entry[1],
        )
