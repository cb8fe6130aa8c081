"""The file of Flipop's block weights, read when first needed, so that play starts without numpy."""

from collections.abc import Generator
from typing import TYPE_CHECKING

from flipside.rules.engine.data.locate import path
from flipside.rules.engine.data.packed import PackedFile, unpack

if TYPE_CHECKING:
    from flipside.rules.games.flipop.engine.blocks import Blocks

BLOCKS_PATH = path("flipop", "blocks.bin")


def read_blocks(content: bytes) -> Generator[None, None, "Blocks | None"]:
    """The evaluation in a file, laid out in short steps; None if it is damaged."""
    import numpy as np

    from flipside.rules.games.flipop.engine.blocks import FILE_BYTES, FILE_HEADER, Blocks

    yield
    found = yield from unpack(FILE_HEADER, FILE_BYTES, content)
    if found is None:
        return None
    blocks = Blocks(np.frombuffer(found, "<i2").astype(np.int16))
    yield from blocks.build()
    return blocks


BLOCKS = PackedFile(BLOCKS_PATH, read_blocks)
