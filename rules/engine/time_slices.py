"""Work in small bites, done in slices of time: the one loop that watches a clock."""

import math
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import ClassVar, Generic, TypeVar

T = TypeVar("T")

Clock = Callable[[], float]
"""Seconds since some moment."""

CLOCK: Clock = perf_counter
"""The clock where nobody hands in another one."""


class TimeSliced(Generic[T]):
    """Does the bites of an iterator while there is time; forgetting it ends the work."""

    worked: ClassVar[int] = 0
    """How often any of them has worked: it grows as long as somebody thinks about something."""

    def __init__(self, bites: Iterator[T], patience: float = math.inf) -> None:
        """`patience` is how many seconds may be worked in all."""
        self._bites, self._left = bites, patience
        self.last: T | None = None
        """What the last bite gave; None before the first."""
        self.done = False
        """Whether the work, or the patience, has ended."""

    def work(self, budget: float = math.inf, clock: Clock = CLOCK) -> bool:
        """Work for about `budget` seconds, one bite at least; whether all is done."""
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


def last_within(bites: Iterator[T], seconds: float | None, clock: Clock = CLOCK) -> T:
    """What the last bite within so many seconds gives, or the last of all; there must be one."""
    slices = TimeSliced(bites, math.inf if seconds is None else seconds)
    slices.work(clock=clock)
    assert slices.last is not None, "the work has one bite at least"
    return slices.last
