"""The file with what the judge of Othello has learned, read when it is first needed.

Nothing is known before that, so that nobody waits for numpy who only wants to play.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rules.packed import unpacked
from rules.strength import path

if TYPE_CHECKING:
    from rules.othello.patterns import Patterns

PATH = path("othello", "patterns.bin")


class Learned:
    """The patterns in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem: str | None = None
        """Why the last attempt to read failed: "missing" or "damaged"; else None."""
        self.patterns: Patterns | None = None
        """What the file holds, once all of it has been read."""
        self._slices: Iterator[None] | None = None

    def loading(self) -> Iterator[None]:
        """Read the file unless it has been read, yielding after each piece of a millisecond or two.

        Ends early, with a `problem`, if the file cannot be read. A missing file is looked for again
        by the next call, a damaged one is not read again.
        """
        while self.patterns is None and self.problem != "damaged":
            if self._slices is None:
                self._slices = self._read()
            try:
                next(self._slices)
            except StopIteration:
                self._slices = None
                return
            yield

    def _read(self) -> Iterator[None]:
        self.problem = None
        try:
            content = self.path.read_bytes()
        except OSError:
            self.problem = "missing"
            return
        yield
        from rules.othello.patterns import LINE, SIZE, Patterns

        yield
        found = yield from unpacked(LINE, SIZE, content)
        if found is None:
            self.problem = "damaged"
            return
        patterns = Patterns(found)
        yield from patterns.build()
        self.patterns = patterns


LEARNED = Learned(PATH)
"""The patterns that come with the program."""
