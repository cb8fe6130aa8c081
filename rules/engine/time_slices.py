"""Cooperative time slicing: work in short steps, and the one loop that watches a clock."""

import math
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import ClassVar, Generic, TypeVar

_T = TypeVar("_T")

SecondsClock = Callable[[], float]
"""Seconds since some moment."""

DEFAULT_CLOCK: SecondsClock = perf_counter
"""The clock where nobody hands in another one."""


class TimeSliced(Generic[_T]):
    """Runs the steps of an iterator while there is time; dropping it ends the work."""

    worked: ClassVar[int] = 0
    """How often any instance has worked; it grows while anything is being computed."""

    def __init__(self, bites: Iterator[_T], patience: float = math.inf) -> None:
        """`patience` is the time limit for all slices together, in seconds."""
        self._bites, self._left = bites, patience
        self.last: _T | None = None
        """The result of the last step; None before the first."""
        self.done = False
        """Whether the work has ended or the time limit is reached."""

    def work(self, budget: float = math.inf, clock: SecondsClock = DEFAULT_CLOCK) -> bool:
        """Work for about `budget` seconds, one step at least; return whether all is done."""
        if self.done:
            return True
        TimeSliced.worked += 1
        begun = now = clock()
        end = begun + min(budget, self._left)
        for bite in self._bites:
            self.last, now = bite, clock()
            if now >= end:
                break
        else:
            self.done = True
        self._left -= now - begun
        self.done |= self._left <= 0
        return self.done


def last_within(
    bites: Iterator[_T], seconds: float | None, clock: SecondsClock = DEFAULT_CLOCK
) -> _T:
    """The result of the last step within `seconds`, or of the last of all; AssertionError if
    there is no step."""
    slices = TimeSliced(bites, math.inf if seconds is None else seconds)
    slices.work(clock=clock)
    assert slices.last is not None, "the work has one bite at least"
    return slices.last
