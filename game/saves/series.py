"""Series of matches: best of 3, 5 or 7 between two named people, or a person and a level.

A series stores the result of each of its matches by the name of the match. The score is counted
from these results, so a match never counts twice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Annotated, Literal

from flipside.game.saves.album import name_key, pair_of
from flipside.game.saves.matches import (
    PERSON,
    MatchSetup,
    Names,
    SaveName,
    Seats,
    StoredMatch,
    load_match,
    stamp,
)
from flipside.game.services.services import Services
from flipside.game.services.storage.document import Document, newest, united
from flipside.game.services.storage.storage import Storage
from flipside.rules.contract.position import Player

LENGTHS = (3, 5, 7)

_MAX_SERIES = 60
"""Stored series; the oldest are dropped."""

Sides = tuple[str, str]
"""The names of two people, or "" for a person and the key of a level."""

_SeriesResult = Literal["open", "draw", "first", "second"]
"""The first or the second side has won, or the match is not over."""


@dataclass(frozen=True)
class MatchSeries:
    """A series in one game."""

    game: Annotated[str, "[a-z_]{1,40}"]
    length: Annotated[int, range(3, 8, 2)]
    """The maximum number of matches without draws."""
    sides: Sides
    """In the first match they were player 0 and 1, unless lots were drawn."""
    results: dict[SaveName, _SeriesResult]
    """The results by the name that each match had in progress."""
    abandoned: bool = False

    @property
    def score(self) -> tuple[int, int]:
        """The wins of both sides; draws do not count."""
        results = [*self.results.values()]
        return results.count("first"), results.count("second")

    @property
    def winner(self) -> Player | None:
        """The side that has won more than half of the matches, or None."""
        return next((side for side in (0, 1) if self.score[side] > self.length // 2), None)

    def wins_of(self, sides: Sides) -> tuple[int, int]:
        """Return the wins of both sides, in the order of the sides of a match of the series."""
        first, second = self.score
        return (second, first) if _is_swapped(self, sides) else (first, second)

    @property
    def running(self) -> bool:
        """Whether further matches belong to it."""
        return not self.abandoned and self.winner is None


@dataclass(frozen=True)
class StoredSeries:
    """All stored series."""

    series: dict[Annotated[str, r"\d{8}-\d{6}-[0-9a-f]{8}"], MatchSeries] = field(
        default_factory=dict
    )
    """By the time when each began and a random number."""

    def running_between(
        self, game: str, seats: Seats, names: Names
    ) -> tuple[str, MatchSeries] | None:
        """Return the latest running series of these players with its name, or None."""
        sides = sides_of(seats, names)
        pair = pair_of(sides) if sides is not None else None
        found = (
            (name, series)
            for name, series in reversed(self.series.items())
            if series.running and (series.game, pair_of(series.sides)) == (game, pair)
        )
        return next(found, None)


def _merged(here: StoredSeries, theirs: StoredSeries) -> StoredSeries:
    return StoredSeries(newest(united(here.series, theirs.series, _merged_series), _MAX_SERIES))


def _merged_series(own: MatchSeries, other: MatchSeries) -> MatchSeries:
    """Return a series with all results of both versions; a result precedes an open match."""
    decided = {name: result for name, result in own.results.items() if result != "open"}
    results = own.results | other.results | decided
    return replace(own, results=results, abandoned=own.abandoned or other.abandoned)


SERIES = Document("series", StoredSeries, 500_000, merge_values=_merged)


def sides_of(seats: Seats, names: Names) -> Sides | None:
    """Return the sides of a match; None if it cannot belong to a series."""
    if seats.count(PERSON) == 1:
        first, second = ("" if word == PERSON else word for word in seats)
        return first, second
    is_named = all(names) and len(pair_of(names)) == 2
    return names if seats.count(PERSON) == 2 and is_named else None


def series_of(storage: Storage, match_name: str) -> tuple[str, MatchSeries] | None:
    """Return the series to which a match belongs with its name, or None."""
    stored = SERIES.load(storage).series.items()
    return next(((name, each) for name, each in stored if match_name in each.results), None)


def begin_series(services: Services, match: StoredMatch, length: int) -> None:
    """Store a new series that begins with a saved match."""
    sides, game = sides_of(match.seats, match.match.players), match.match.game.key
    assert sides is not None
    name = f"{stamp(services.platform.now())}-{services.platform.entropy():08x}"
    series = MatchSeries(game, length, sides, {match.name: "open"})
    begun = StoredSeries({name: series})
    SERIES.change(services.storage, lambda stored: _merged(stored, begun))


def add_match(storage: Storage, series_name: str, match_name: str) -> None:
    """Add a saved match, which is not over, to a series."""
    _change_series(storage, series_name, lambda series: _with(series, match_name, "open"))


def abandon(storage: Storage, series_name: str) -> None:
    """End a series before it is won."""
    _change_series(storage, series_name, lambda series: replace(series, abandoned=True))


def note_result(storage: Storage, match: StoredMatch) -> None:
    """Store the current result of a match in its series; other players take it out of that."""
    entry = series_of(storage, match.name)
    if entry is None:
        return
    result, sides = match.match.result(), sides_of(match.seats, match.match.players)
    outcome: _SeriesResult | None = "open" if result is None else "draw"
    if sides is None or pair_of(sides) != pair_of(entry[1].sides):
        outcome = outcome if result is None else None
    elif result is not None and result.winner is not None:
        outcome = "second" if _is_swapped(entry[1], sides) != (result.winner == 1) else "first"
    _change_series(storage, entry[0], lambda series: _with(series, match.name, outcome))


def open_match(services: Services, series_name: str) -> StoredMatch | None:
    """Return the match of a series that is not over, or None.

    A match that has ended unnoticed counts; a match that is gone does not.
    """
    series = SERIES.load(services.storage).series.get(series_name)
    results = series.results if series is not None else {}
    for name in [name for name, result in results.items() if result == "open"]:
        stored_match = load_match(services, name)
        if stored_match is None:
            _change_series(services.storage, series_name, partial(_with, name=name, result=None))
        elif stored_match.match.result() is None:
            return stored_match
        else:
            note_result(services.storage, stored_match)
    return None


def next_setup(series: MatchSeries, setup: MatchSetup) -> MatchSetup:
    """Return a set-up with the sides in the order of the next match of a series."""
    sides = sides_of(setup.seats, setup.names)
    swapped = sides is not None and _is_swapped(series, sides)
    return setup.swapped() if swapped != (len(series.results) % 2 == 1) else setup


def _is_swapped(series: MatchSeries, sides: Sides) -> bool:
    return name_key(sides[0]) != name_key(series.sides[0])


def _with(series: MatchSeries, name: str, result: _SeriesResult | None) -> MatchSeries:
    """Return a series with that result of a match, or without the match."""
    results = {other: each for other, each in series.results.items() if other != name or result}
    return replace(series, results=results | ({name: result} if result is not None else {}))


def _change_series(
    storage: Storage, name: str, change: Callable[[MatchSeries], MatchSeries]
) -> None:
    def changed(stored: StoredSeries) -> StoredSeries:
        series = stored.series.get(name)
        return stored if series is None else StoredSeries(stored.series | {name: change(series)})

    SERIES.change(storage, changed)
