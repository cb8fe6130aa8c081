"""The file with what the judge of Othello has learned, read when it is first needed.

Nothing is known before that, so that nobody waits for numpy who only wants to play.
"""

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from rules.engine.data.locate import path
from rules.engine.data.packed import PackedFile, unpack

if TYPE_CHECKING:
    from rules.games.othello.engine.patterns import Patterns

PATH = path("othello", "patterns.bin")


class Learned(PackedFile):
    """The patterns in a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.patterns: Patterns | None = None
        """What the file holds, once all of it has been read."""

    def _take_in(self, content: bytes) -> Generator[None, None, bool]:
        from rules.games.othello.engine.patterns import LINE, SIZE, Patterns

        yield
        found = yield from unpack(LINE, SIZE, content)
        if found is None:
            return False
        patterns = Patterns(found)
        yield from patterns.build()
        self.patterns = patterns
        return True


LEARNED = Learned(PATH)
"""The patterns that come with the program."""
