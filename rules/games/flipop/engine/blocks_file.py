"""The file with what the judge of Flipop knows of blocks, read when it is first needed.

Nothing is known before that, so that nobody waits for numpy who only wants to play.
"""

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from rules.engine.data.locate import path
from rules.engine.data.packed import PackedFile, unpack

if TYPE_CHECKING:
    from rules.games.flipop.engine.blocks import Blocks

PATH = path("flipop", "blocks.bin")


class BlocksFile(PackedFile):
    """The blocks in a file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.blocks: Blocks | None = None
        """What the file holds, once all of it has been read."""

    def _take_in(self, content: bytes) -> Generator[None, None, bool]:
        from rules.games.flipop.engine.blocks import BYTES, LINE, Blocks

        yield
        found = yield from unpack(LINE, BYTES, content)
        if found is None:
            return False
        blocks = Blocks(found)
        yield from blocks.build()
        self.blocks = blocks
        return True


BLOCKS = BlocksFile(PATH)
"""The blocks that come with the program."""
