"""The problems of each day that were solved, and streaks of days.

Each date has a problem in each game. A date counts if one of its problems was opened on that date
and solved. Streaks are computed from these dates, so two devices merge by uniting them.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Annotated, Literal

from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Storage
from flipside.rules.catalogue import GAMES

DayState = Literal["begun", "solved", "first"]

_RANKS: tuple[DayState, ...] = ("begun", "solved", "first")

_MAX_DAYS = 1500
"""The newest days that are stored."""


@dataclass(frozen=True)
class DayResult:
    """What became of the problem of one date in one game."""

    state: DayState
    """Begun with a mistake, solved, or solved on the first try."""
    on_time: bool
    """Whether it was opened on its date."""


_Results = dict[Annotated[str, "[a-z]{1,40}"], DayResult]

NO_RESULTS: _Results = {}


@dataclass(frozen=True)
class StoredDays:
    """The results of all days."""

    days: dict[Annotated[str, r"\d{4}-\d\d-\d\d"], _Results] = field(default_factory=dict)
    """By date as 2026-01-31 and game."""

    def results_of(self, day: date) -> _Results:
        """Return the results of a date by game, without problems that were not begun."""
        return self.days.get(day.isoformat(), NO_RESULTS)

    def counted(self, today: date) -> frozenset[date]:
        """Return the dates that count, up to `today`: a wrong clock may have been ahead."""
        counted = (day for day in self.days if is_counted(self.days[day]))
        return frozenset(day for day in map(date.fromisoformat, counted) if day <= today)


def is_counted(results: _Results) -> bool:
    """Return whether a date with these results counts."""
    return any(result.on_time and result.state != "begun" for result in results.values())


def is_complete(results: _Results) -> bool:
    """Return whether the problems of all games were solved on their date."""
    solved = [result for result in results.values() if result.on_time and result.state != "begun"]
    return len(solved) == len(GAMES)


def _better(first: DayResult, second: DayResult) -> DayResult:
    return max(first, second, key=lambda result: _rank(result))


def _rank(result: DayResult) -> tuple[bool, bool, int]:
    return result.state != "begun", result.on_time, _RANKS.index(result.state)


def _merged(here: StoredDays, theirs: StoredDays) -> StoredDays:
    union = {day: dict(results) for day, results in here.days.items()}
    for day, results in theirs.days.items():
        former = union.setdefault(day, {})
        for game, result in results.items():
            former[game] = _better(former.get(game, result), result)
    return StoredDays({day: union[day] for day in sorted(union)[-_MAX_DAYS:]})


DAYS = Document("days", StoredDays, 1_000_000, merge_values=_merged)


def note_day(storage: Storage, game: str, day: date, state: DayState, opened: date) -> None:
    """Store what became of the problem of `day` in a game; it was opened on the date `opened`.

    A problem that was begun with a mistake, or solved then, is never solved on the first try.
    """
    former = DAYS.load(storage).results_of(day).get(game)
    if state == "first" and former is not None and former.state != "first":
        state = "solved"
    DAYS.merge(storage, StoredDays({day.isoformat(): {game: DayResult(state, day == opened)}}))


@dataclass(frozen=True)
class DayStreak:
    """Numbers of successive dates that count."""

    now: int
    """Dates up to today, or up to yesterday if today does not count yet."""
    best: int


def day_streak(counted: Collection[date], today: date) -> DayStreak:
    """Return the streak at a date, and the longest of all."""
    best = max((_length(counted, day) for day in counted), default=0)
    yesterday = date.fromordinal(max(1, today.toordinal() - 1))
    return DayStreak(_length(counted, today) or _length(counted, yesterday), best)


def _length(counted: Collection[date], last: date) -> int:
    """Return the number of successive dates that count and end with `last`."""
    length = 0
    while last in counted:
        length += 1
        if last == date.min:
            break
        last -= timedelta(days=1)
    return length
