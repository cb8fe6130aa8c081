"""A file that is made in bites, so that no frame waits for it."""

from collections.abc import Iterator
from time import perf_counter
from typing import ClassVar


class StepwiseFile:
    """One file on its way."""

    ending: ClassVar[str]
    """What its name ends with."""
    kind: ClassVar[str]
    """Its media type."""

    def __init__(self, bites: Iterator[None]) -> None:
        """`bites` does all there is to do, sets `share` on the way and `data` at the end."""
        self._bites = bites
        self.share = 0.0
        """How much of it is done, 0 to 1."""
        self.data = b""
        """The file, once it is done."""

    def work(self, budget: float) -> None:
        """Go on for about so many seconds, at least by a bite."""
        end = perf_counter() + budget
        for _ in self._bites:
            if perf_counter() >= end:
                return
