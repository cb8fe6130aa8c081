"""The problem of the day: one for every local date, the same for all players.

A problem comes back only after all others of its game have been shown.
"""

from collections.abc import Sequence
from datetime import date
from zlib import crc32

from rules.teaching.problems import Problem

DAYS = 7
"""Days that are shown, today included."""


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
    """The problem of that day. The order in the file does not matter."""
    mixed = sorted(problems, key=lambda problem: (crc32(problem.key.encode()), problem.key))
    return mixed[day.toordinal() % len(mixed)]
