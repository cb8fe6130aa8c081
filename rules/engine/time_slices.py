"""Cooperative time slicing: an iterator's short steps, run for a budget of seconds."""

import math
from collections.abc import Callable, Iterator
from time import perf_counter, process_time
from typing import Generic, TypeVar

_T = TypeVar("_T")

SecondsClock = Callable[[], float]
"""A monotonic clock: seconds since some moment."""

DEFAULT_CLOCK: SecondsClock = perf_counter
"""The clock that callers get unless they pass another."""

PROCESS_CLOCK: SecondsClock = process_time
"""Seconds of processor time of this process, regardless of other programs."""


class TimeSliced(Generic[_T]):
    """Runs the steps of an iterator within a time budget; dropping it ends the work."""

    def __init__(
        self,
        steps: Iterator[_T],
        time_limit: float = math.inf,
        limit_clock: SecondsClock | None = None,
    ) -> None:
        """Prepare the steps; `limit_clock`, or else that of `work`, measures `time_limit`."""
        self._steps, self._left, self._limit_clock = steps, time_limit, limit_clock
        self.last: _T | None = None
        """The result of the last step; None before the first."""
        self.done = False
        """Whether the work has ended or the time limit is reached."""

    def work(self, budget: float = math.inf, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Run steps for about `budget` seconds, at least one; return whether all are done."""
        if self.done:
            return True
        start = now = clock()
        limit_clock = self._limit_clock
        limit_start = limit_clock() if limit_clock is not None else start
        end = start + min(budget, self._left)
        for result in self._steps:
            self.last, now = result, clock()
            if now >= end:
                break
        else:
            self.done = True
        self._left -= (limit_clock() if limit_clock is not None else now) - limit_start
        self.done |= self._left <= 0
        return self.done


def last_within(
    steps: Iterator[_T], seconds: float | None, clock: SecondsClock = DEFAULT_CLOCK
) -> _T:
    """Return the result of the last step within `seconds`; None: without a limit."""
    slices = TimeSliced(steps, math.inf if seconds is None else seconds)
    slices.work(clock=clock)
    assert slices.last is not None, "the iterator yields at least once"
    return slices.last
