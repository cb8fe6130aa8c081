"""A surface as a PNG file, made in bites, so that no frame waits for it.

Source: W3C, Portable Network Graphics (PNG) Specification.
"""

import struct
import zlib
from collections.abc import Callable, Iterator

import pygame

from game.scenes.share.stepwise_file import StepwiseFile

_STEP_ROWS = 16
"""Rows that are packed in a bite, which takes some milliseconds."""


class Png(StepwiseFile):
    """One file on its way; every row is packed as it is (filter 0)."""

    ending, kind = "png", "image/png"

    def __init__(self, draw: Callable[[], pygame.Surface]) -> None:
        """`draw` is asked for the picture in the first bite."""
        super().__init__(self._made(draw))

    def _made(self, draw: Callable[[], pygame.Surface]) -> Iterator[None]:
        yield
        surface = draw()
        yield
        width, height = surface.get_size()
        pixels, each = pygame.image.tobytes(surface, "RGB"), 3 * width
        packer, packed = zlib.compressobj(6), b""
        for row in range(height):
            packed += packer.compress(b"\0" + pixels[row * each : (row + 1) * each])
            if row % _STEP_ROWS == _STEP_ROWS - 1:
                self.share = row / height
                yield
        packed += packer.flush()
        head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")
        self.data = b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
