"""A surface as a PNG file, made in bites, so that no frame waits for it.

Source: W3C, Portable Network Graphics (PNG) Specification.
"""

import struct
import zlib
from collections.abc import Callable, Iterator

import pygame

_STEP_ROWS = 16
"""Rows that are packed in a bite, which takes some milliseconds."""


def png_file(draw: Callable[[], pygame.Surface]) -> Iterator[float | bytes]:
    """Make a file of the picture that `draw` returns, in bites: yield how much is done, 0 to 1, and
    at the end the file. Every row is packed as it is (filter 0)."""
    yield 0.0
    surface = draw()
    yield 0.0
    width, height = surface.get_size()
    pixels, each = pygame.image.tobytes(surface, "RGB"), 3 * width
    packer, packed = zlib.compressobj(6), b""
    for row in range(height):
        packed += packer.compress(b"\0" + pixels[row * each : (row + 1) * each])
        if row % _STEP_ROWS == _STEP_ROWS - 1:
            yield row / height
    packed += packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")
    yield b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
