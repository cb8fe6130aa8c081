"""The problems of each day that were solved, and streaks of days.

Each date has a problem in each game. A date counts if one of its problems was opened on that date
and solved. Streaks are computed from these dates, so two devices merge by uniting them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Literal

from flipside.game.saves.matches import LocalDate
from flipside.game.saves.task_progress import day_of
from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Storage
from flipside.rules.catalogue import GAMES

DayState = Literal["begun", "solved", "first"]

_RANKS: tuple[DayState, ...] = ("begun", "solved", "first")

_SKIP_SECONDS = 36 * 60 * 60
"""The most seconds between problems of two dates with one between them that no day there had."""

_MAX_DAYS = 1500
"""The newest days that are stored."""


@dataclass(frozen=True)
class DayResult:
    """What became of the problem of one date in one game."""

    state: DayState
    """Begun with a mistake, solved, or solved on the first try."""
    on_time: bool
    """Whether it was opened on its date."""
    seconds: Annotated[int, range(10**11)]
    """When, since 1970 (UTC)."""


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

        The value of a date is when its first problem was solved, in seconds since 1970 (UTC).
        """
        counted = {
            day_of(day): min(result.seconds for result in _solved_on_time(results))
            for day, results in self.days.items()
            if day <= today.isoformat() and is_counted(results)
        }
        counted.pop(date.min, None)  # a date that does not exist
        return counted


def is_counted(results: _Results) -> bool:
    """Return whether a date with these results counts."""
    return bool(_solved_on_time(results))


def is_complete(results: _Results) -> bool:
    """Return whether the problems of all games were solved on their date."""
    return len(_solved_on_time(results)) == len(GAMES)


def _solved_on_time(results: _Results) -> list[DayResult]:
    return [result for result in results.values() if result.on_time and result.state != "begun"]


def _better(first: DayResult, second: DayResult) -> DayResult:
    return max(first, second, key=lambda result: _rank(result))


def _rank(result: DayResult) -> tuple[bool, bool, int, int]:
    return result.state != "begun", result.on_time, _RANKS.index(result.state), -result.seconds


def _merged(here: StoredDays, theirs: StoredDays) -> StoredDays:
    union = {day: dict(results) for day, results in here.days.items()}
    for day, results in theirs.days.items():
        former = union.setdefault(day, {})
        for game, result in results.items():
            former[game] = _better(former.get(game, result), result)
    return StoredDays({day: union[day] for day in sorted(union)[-_MAX_DAYS:]})


DAYS = Document("days", StoredDays, 1_000_000, merge_values=_merged)


def note_day(
    storage: Storage, game: str, day: date, state: DayState, opened: date, seconds: int
) -> None:
    """Store what became of the problem of `day` in a game; it was opened on the date `opened`.

    `seconds` is the time of the result since 1970 (UTC).

    A problem that was begun with a mistake, or solved then, is never solved on the first try.
    """
    former = DAYS.load(storage).results_of(day).get(game)
    if state == "first" and former is not None and former.state != "first":
        state = "solved"
    DAYS.merge(
        storage, StoredDays({day.isoformat(): {game: DayResult(state, day == opened, seconds)}})
    )


@dataclass(frozen=True)
class DayStreak:
    """Numbers of successive dates that count."""

    now: int
    """Dates up to today, or up to yesterday if today does not count yet."""
    best: int


def day_streak(counted: Mapping[date, int], today: date) -> DayStreak:
    """Return the streak at a date, and the longest of all."""
    best = max((_length(counted, day) for day in counted), default=0)
    yesterday = date.fromordinal(max(1, today.toordinal() - 1))
    return DayStreak(_length(counted, today) or _length(counted, yesterday), best)


def _length(counted: Mapping[date, int], last: date) -> int:
    """Return the number of successive dates that count and end with `last`.

    A flight to the west over the date line skips a date. So two dates are successive too if their
    problems were solved within `_SKIP_SECONDS`.
    """
    length = 0
    while last in counted:
        length += 1
        number = last.toordinal()
        before, skipped = (date.fromordinal(max(1, number - days)) for days in (1, 2))
        near = counted[last] - counted.get(skipped, 0) < _SKIP_SECONDS
        last = skipped if before not in counted and skipped in counted and near else before
        if number == 1:
            break
    return length
