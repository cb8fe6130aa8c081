"""The file of Flipop's block weights, read when first needed, so that play starts without numpy."""

from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING

from rules.engine.data.locate import path
from rules.engine.data.packed import PackedFile, unpack

if TYPE_CHECKING:
    from rules.games.flipop.engine.blocks import Blocks

BLOCKS_PATH = path("flipop", "blocks.bin")


class BlocksFile(PackedFile):
    """A packed file of block weights."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.blocks: Blocks | None = None
        """The evaluation, once the whole file has been read."""

    def _take_in(self, content: bytes) -> Generator[None, None, bool]:
        from rules.games.flipop.engine.blocks import FILE_BYTES, FILE_HEADER, Blocks

        yield
        found = yield from unpack(FILE_HEADER, FILE_BYTES, content)
        if found is None:
            return False
        blocks = Blocks(found)
        yield from blocks.build()
        self.blocks = blocks
        return True


BLOCKS = BlocksFile(BLOCKS_PATH)
"""The file shipped with the program."""
