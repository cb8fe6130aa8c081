"""A surface as a PNG file, made in bites, so that no frame waits for it.

Source: W3C, Portable Network Graphics (PNG) Specification.
"""

import struct
import zlib

import pygame

ROWS = 40
"""Rows that are packed in a bite, which takes some milliseconds."""


class Png:
    """One file on its way; every row is packed as it is (filter 0)."""

    def __init__(self, surface: pygame.Surface) -> None:
        self._width, self._height = surface.get_size()
        self._pixels = pygame.image.tobytes(surface, "RGB")
        self._packer = zlib.compressobj(6)
        self._packed = b""
        self._row = 0
        self.data = b""
        """The file, once it is done."""

    @property
    def done(self) -> bool:
        """Whether the file is whole."""
        return bool(self.data)

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1."""
        return self._row / self._height

    def work(self) -> None:
        """Pack some more rows."""
        each = 3 * self._width
        for row in range(self._row, min(self._row + ROWS, self._height)):
            pixels = self._pixels[row * each : (row + 1) * each]
            self._packed += self._packer.compress(b"\0" + pixels)
        self._row += ROWS
        if self._row >= self._height:
            self._packed += self._packer.flush()
            head = struct.pack(">IIBBBBB", self._width, self._height, 8, 2, 0, 0, 0)
            chunks = _chunk(b"IHDR", head) + _chunk(b"IDAT", self._packed) + _chunk(b"IEND", b"")
            self.data = b"\x89PNG\r\n\x1a\n" + chunks


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
