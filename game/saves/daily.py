"""The problem of the day: for every local date one, the same wherever the same problems are.

Between two days with the same problem lie all the others.
"""

from collections.abc import Sequence
from datetime import date
from zlib import crc32

from rules.teaching.problems import Problem

DAYS = 7
"""Days that are shown, the one that is today included."""


def day_of(now: str) -> date:
    """The day of a local time such as 2026-01-31 18:30:05; of one that no calendar has, as clocks
    without a battery may tell, the first day there is."""
    try:
        return date.fromisoformat(now[:10])
    except ValueError:
        return date.min


def last_days(today: date) -> list[date]:
    """The days that are shown, today last."""
    number = today.toordinal()
    return [date.fromordinal(day) for day in range(number - DAYS + 1, number + 1) if day > 0]


def problem_of(problems: Sequence[Problem], day: date) -> Problem:
    """The problem of that day. The order does not hang on the order of the file."""
    mixed = sorted(problems, key=lambda problem: (crc32(problem.key.encode()), problem.key))
    return mixed[day.toordinal() % len(mixed)]
