"""The problem of the day: one for every date of the year, the same for all players.

Dates are bound to problems in the file (`Problem.day`), so a date keeps its problem when others are
added, and a problem comes back after a year.
"""

from collections.abc import Sequence
from datetime import date
from zlib import crc32

from rules.teaching.problems import Problem

DAYS = 7
"""Days that are shown, today included."""

_LEAP_YEAR = 2000
"""A year with all dates."""


def day_of(now: str) -> date:
    """The day of a local time such as 2026-01-31 18:30:05; `date.min` for an invalid one, as
    clocks without a battery may give."""
    try:
        return date.fromisoformat(now[:10])
    except ValueError:
        return date.min


def last_days(today: date) -> list[date]:
    """The last `DAYS` days, today last."""
    number = today.toordinal()
    return [date.fromordinal(day) for day in range(number - DAYS + 1, number + 1) if day > 0]


def problem_of(problems: Sequence[Problem], day: date) -> Problem:
    """The problem of that day; any where the date has none. The order in the file does not
    matter."""
    number = day.replace(year=_LEAP_YEAR).timetuple().tm_yday
    bound = next((problem for problem in problems if problem.day == number), None)
    if bound is not None:
        return bound
    mixed = sorted(problems, key=lambda problem: (crc32(problem.key.encode()), problem.key))
    return mixed[day.toordinal() % len(mixed)]
