"""Cooperative time slicing: the short steps of an iterator, run for a number of seconds."""

import math
from collections.abc import Callable, Iterator
from time import perf_counter, process_time
from typing import Generic, TypeVar

_T = TypeVar("_T")

SecondsClock = Callable[[], float]
"""A function that returns the seconds of a monotonic clock."""

DEFAULT_CLOCK: SecondsClock = perf_counter

PROCESS_CLOCK: SecondsClock = process_time
"""Counts the processor time of this process, regardless of other programs."""


class TimeSliced(Generic[_T]):
    """Runs the steps of an iterator for a limited time per call."""

    def __init__(
        self,
        steps: Iterator[_T],
        time_limit: float = math.inf,
        limit_clock: SecondsClock | None = None,
    ) -> None:
        """Prepare the steps; `limit_clock` or else the clock of `work` measures `time_limit`."""
        self._steps, self._left, self._limit_clock = steps, time_limit, limit_clock
        self.last: _T | None = None
        """The result of the last step; None before the first step."""
        self.done = False
        """Whether the iterator has ended or the time limit is reached."""

    def work(self, budget: float = math.inf, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Run at least one step, and steps for about `budget` seconds; return `done`."""
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
    """Return the result of the last step within `seconds`, or of the last one if None."""
    slices = TimeSliced(steps, math.inf if seconds is None else seconds)
    slices.work(clock=clock)
    assert slices.last is not None, "the iterator yields at least once"
    return slices.last
