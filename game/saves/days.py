"""The problems of each day that were solved, and streaks of days.

Each date has a problem in each game. A date counts if one of its problems was opened on that date
and solved. Streaks are computed from these dates, so two devices merge by uniting them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Literal

from flipside.game.saves.matches import LocalDate
from flipside.game.saves.task_progress import day_of
from flipside.game.services.storage.document import Document, newest, united
from flipside.game.services.storage.storage import Storage
from flipside.rules.catalogue import GAMES

DayState = Literal["begun", "solved", "first"]

_RANKS: tuple[DayState, ...] = ("begun", "solved", "first")

_DATE_LINE_SECONDS = 12 * 60 * 60
"""By how much the offset from UTC grows at least on a flight that skips a date."""

_MAX_DAYS = 1500
"""The newest days that are stored."""

_NEVER = date.max.isoformat()
"""Stands for no date."""


@dataclass(frozen=True)
class DayResult:
    """What became of the problem of one date in one game."""

    state: DayState
    """Begun with a mistake, solved, or solved on the first try."""
    on_time: bool
    """Whether it was opened on its date, according to the clock."""
    offset: Annotated[int, range(-86_400, 86_401)]
    """The offset of the local time from UTC, in seconds."""
    later_date: LocalDate = _NEVER
    """A date after it that was already stored then, from `_later_date`."""


_Results = dict[Annotated[str, "[a-z]{1,40}"], DayResult]

NO_RESULTS: _Results = {}


@dataclass(frozen=True)
class StoredDays:
    """The results of all days."""

    days: dict[LocalDate, _Results] = field(default_factory=dict)
    """By date as 2026-01-31 and game."""

    def results_of(self, day: date) -> _Results:
        """Return the results of a date by game, without problems that were not begun."""
        return self.days.get(day.isoformat(), NO_RESULTS)

    def counted(self, today: date) -> dict[date, int]:
        """Return the dates that count, up to `today`: a wrong clock may have been ahead.

        The value of a date is an offset of its local time from UTC, in seconds.

        A result does not count if a date after the next one was already stored: then the clock was
        set back. But perhaps it was right, and had been ahead before. This is assumed until that
        later date, and after it if problems were solved day by day until then.
        """
        counted = dict[date, int]()
        later_dates = dict[str, set[str]]()
        for name in sorted(self.days, reverse=True):
            day, next_day = day_of(name), _next_day(name)
            results = [
                result
                for result in _solved_on_time(self.days[name])
                if not next_day < result.later_date <= today.isoformat()
                or result.later_date in later_dates.get(next_day, ())
            ]
            if results and date.min < day <= today:  # `date.min` stands for an invalid date
                later_dates[name] = {result.later_date for result in results}
                counted[day] = results[0].offset
        return counted


def is_complete(results: _Results) -> bool:
    """Return whether the problems of all games were solved on their date."""
    return len(_solved_on_time(results)) == len(GAMES)


def _solved_on_time(results: _Results) -> list[DayResult]:
    return [result for result in results.values() if result.on_time and result.state != "begun"]


def _next_day(day: str) -> str:
    return date.fromordinal(min(day_of(day).toordinal() + 1, date.max.toordinal())).isoformat()


def _later_date(days: Iterable[str], day: str) -> str:
    """Return the earliest of `days` after `day`, but the next day only if there is no other."""
    next_day = _next_day(day)
    later = [other for other in days if other > day]
    return min(later, key=lambda other: (other == next_day, other), default=_NEVER)


def _rank(result: DayResult) -> tuple[bool, bool, str, int, int]:
    state = _RANKS.index(result.state)
    return state > 0, result.on_time, result.later_date, state, result.offset


def _merged_results(here: _Results, theirs: _Results) -> _Results:
    return united(here, theirs, lambda *both: max(both, key=_rank))


def _merged(here: StoredDays, theirs: StoredDays) -> StoredDays:
    return StoredDays(newest(united(here.days, theirs.days, _merged_results), _MAX_DAYS))


DAYS = Document("days", StoredDays, 1_000_000, merge_values=_merged)


def note_day(
    storage: Storage, game: str, day: date, state: DayState, opened: date, offset: int
) -> None:
    """Store what became of the problem of `day` in a game; it was opened on the date `opened`.

    `offset` is that of the local time from UTC, in seconds.

    A problem that was begun with a mistake, or solved then, is never solved on the first try.
    """
    here, name = DAYS.load(storage), day.isoformat()
    former = here.results_of(day).get(game)
    if state == "first" and former is not None and former.state != "first":
        state = "solved"
    result = DayResult(state, day == opened, offset, _later_date(here.days, name))
    DAYS.merge(storage, StoredDays({name: {game: result}}))


@dataclass(frozen=True)
class DayStreak:
    """Numbers of successive dates that count."""

    now: int
    """Dates up to today, or up to yesterday if today does not count yet."""
    best: int


def day_streak(counted: Mapping[date, int], today: date) -> DayStreak:
    """Return the streak at a date, and the longest of all.

    A flight to the west over the date line skips a date. So a date and the last but one before it
    are successive too if the offset from UTC has grown by `_DATE_LINE_SECONDS`.
    """
    lengths = dict[date, int]()
    for day in sorted(counted):
        skipped = _days_before(day, 2)
        former = lengths.get(_days_before(day, 1), 0)
        if not former and counted[day] - counted.get(skipped, 0) >= _DATE_LINE_SECONDS:
            former = lengths.get(skipped, 0)
        lengths[day] = former + 1
    now = lengths.get(today) or lengths.get(_days_before(today, 1), 0)
    return DayStreak(now, max(lengths.values(), default=0))


def _days_before(day: date, number: int) -> date:
    return date.fromordinal(max(1, day.toordinal() - number))
