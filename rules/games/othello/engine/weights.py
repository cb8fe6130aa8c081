"""The file of pattern weights, read when it is first needed.

Modules that only play do not import numpy.
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
    """A file of pattern weights."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.patterns: Patterns | None = None
        """The content of the file once it is read and laid out, else None."""

    def _take_in(self, content: bytes) -> Generator[None, None, bool]:
        from rules.games.othello.engine.patterns import HEADER_LINE, PATTERN_FILE_BYTES, Patterns

        yield
        found = yield from unpack(HEADER_LINE, PATTERN_FILE_BYTES, content)
        if found is None:
            return False
        patterns = Patterns(found)
        yield from patterns.build()
        self.patterns = patterns
        return True


LEARNED = Learned(PATH)
"""The pattern weights shipped with the program."""
