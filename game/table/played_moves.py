"""How often each move was played in the lists of matches that were opened."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move, Position
from flipside.rules.engine.time_slices import SecondsClock, TimeSliced
from flipside.rules.match.formats import Data, ForeignMatch
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord

if TYPE_CHECKING:  # brings in numpy, which a page loads later
    from flipside.rules.engine.vector.bits import KeyCounts

MAX_COUNTED_PLIES = 30
"""Plies of a match that count. A key has eight bytes: 100,000 matches need 24 MB."""

_SHOWN_MATCHES = 500
"""Matches from one showing of the numbers to the next."""

_CHUNK_MATCHES = 64
"""Matches whose moves are hashed together."""


class PlayedMoves:
    """Counts the moves of all matches given since the start, in slices of time. Symmetric forms of
    a position count as one. Matches that cannot be played are left out."""

    def __init__(self) -> None:
        self.given = 0
        self.counted = 0
        """Matches counted so far, those left out included."""
        self._known: set[tuple[int, int]] = set()
        """Length and hash of the texts and files given."""
        self._waiting: list[Sequence[ForeignMatch]] = []
        self._work = TimeSliced(self._counting())
        self._keys: KeyCounts | None = None
        """The keys of all moves counted; None before the first."""

    def add(self, data: Data, matches: Sequence[ForeignMatch]) -> None:
        """Count the matches of a text or file, unless it was given before."""
        known = len(data), hash(data)
        if known in self._known:
            return
        self._known.add(known)
        self._waiting.append(matches)
        self.given += len(matches)
        if self._work.done:
            self._work = TimeSliced(self._counting())

    @property
    def done(self) -> bool:
        return self._work.done

    def work(self, seconds: float, clock: SecondsClock) -> bool:
        """Count for about `seconds`, once numpy can be imported; return whether the numbers are
        worth showing again."""
        if self.done:
            return False
        before = self.counted // _SHOWN_MATCHES
        return self._work.work(seconds, clock) or self.counted // _SHOWN_MATCHES > before

    def _counting(self) -> Iterator[None]:
        while self._waiting:
            matches = self._waiting.pop(0)
            for start in range(0, len(matches), _CHUNK_MATCHES):
                played: list[Match] = []
                for one in matches[start : start + _CHUNK_MATCHES]:
                    with suppress(BadRecord):
                        played.append(one.play())
                    self.counted += 1
                    yield
                self._take(played)
                yield

    def _take(self, matches: Sequence[Match]) -> None:
        from flipside.rules.engine.vector.bits import KeyCounts

        hashed = matches[0].game.engine.move_keys if matches else None
        if hashed is None:
            return
        plies = [
            (match, ply)
            for match in matches
            for ply in range(min(len(match.moves), MAX_COUNTED_PLIES))
        ]
        positions = [match.position_at(ply) for match, ply in plies]
        self._keys = self._keys or KeyCounts()
        self._keys.add(hashed(positions, [match.moves[ply] for match, ply in plies]))

    def counts(
        self, game: AnyGame, position: Position, moves: Sequence[Move]
    ) -> list[tuple[list[Move], int]]:
        """Those of the legal `moves` that were played, and how often: the most frequent first.
        Moves that a symmetry of the position exchanges are one entry."""
        hashed = game.engine.move_keys
        if hashed is None or self._keys is None or not moves:
            return []
        keys = hashed([position] * len(moves), moves)
        same: dict[tuple[int, int], list[Move]] = {}
        for move, key, count in zip(moves, keys, self._keys.counts(keys), strict=True):
            if count:
                same.setdefault((count, int(key)), []).append(move)
        return sorted(
            ((alike, count) for (count, _), alike in same.items()), key=lambda one: -one[1]
        )
