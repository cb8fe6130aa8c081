"""The file of pattern weights, read when it is first needed. Modules that only play do not import
numpy."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from flipside.rules.engine.data.locate import path
from flipside.rules.engine.data.packed import PackedFile, unpack

if TYPE_CHECKING:
    from flipside.rules.games.othello.engine.patterns import Patterns

PATH = path("othello", "patterns.bin")


def read_patterns(content: bytes) -> Generator[None, None, "Patterns | None"]:
    """The patterns in a file, laid out in short steps; None if it is damaged."""
    from flipside.rules.games.othello.engine.patterns import (
        HEADER_LINE,
        PATTERN_FILE_BYTES,
        Patterns,
    )

    yield
    found = yield from unpack(HEADER_LINE, PATTERN_FILE_BYTES, content)
    if found is None:
        return None
    patterns = Patterns(found)
    yield from patterns.build()
    return patterns


LEARNED = PackedFile(PATH, read_patterns)
