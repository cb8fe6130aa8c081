"""Files of pictures, written in slices of a frame: PNG, and animated GIF.

Of each picture of a GIF file only what has changed since the one before is written. Pillow (the
extra `pictures`) packs the pictures; the file round them is put together here. Source: CompuServe,
Graphics Interchange Format, version 89a.
"""

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pygame

_PALETTE_COLOURS = 255
"""Besides the one that stands for what does not change."""

_UNCHANGED = 255
"""The number of that one."""

_SAMPLE_PIXELS = 3
"""Of so many pixels in a row or column one is asked for its colour."""

_MAX_CENTISECONDS = 0xFFFF


def has_pillow() -> bool:
    return find_spec("PIL") is not None


class Gif:
    """One file on its way. A picture is written when it is known how long it is seen."""

    def __init__(self, size: tuple[int, int], samples: Sequence[pygame.Surface]) -> None:
        """The colours are those of the samples, which have that size."""
        self._pillow = import_module("PIL.Image")
        self._changes = import_module("PIL.ImageChops")
        self._plugin = import_module("PIL.GifImagePlugin")
        width, height = size
        few = width // _SAMPLE_PIXELS, height // _SAMPLE_PIXELS
        together = self._pillow.new("RGB", (few[0], few[1] * len(samples)))
        for number, sample in enumerate(samples):
            together.paste(self._image(pygame.transform.scale(sample, few)), (0, number * few[1]))
        method, none = self._pillow.Quantize.MEDIANCUT, self._pillow.Dither.NONE
        self._palette = together.quantize(_PALETTE_COLOURS, method, dither=none)
        colours = bytes(self._palette.getpalette("RGB"))[: 3 * _PALETTE_COLOURS].ljust(
            3 * 256, b"\0"
        )
        self._parts = [
            b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF7, 0, 0) + colours,
            b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00",  # for ever from the beginning
        ]
        self._before: Any = None
        self._waiting: tuple[Any, tuple[int, int], int] | None = None

    def _image(self, surface: pygame.Surface) -> Any:
        pixels = pygame.image.tobytes(surface, "RGB")
        return self._pillow.frombytes("RGB", surface.get_size(), pixels)

    def add(self, surface: pygame.Surface, hundredths: int) -> None:
        """The next picture, seen for so many hundredths of a second."""
        image = self._image(surface)
        box = (0, 0, *image.size)
        if self._before is not None:
            box = self._changes.difference(image, self._before).getbbox()
        if box is None and self._waiting is not None:
            part, at, so_long = self._waiting
            self._waiting = part, at, min(so_long + hundredths, _MAX_CENTISECONDS)
            return
        self._write()
        part = image.crop(box).quantize(palette=self._palette, dither=self._pillow.Dither.NONE)
        if self._before is not None:
            change = self._changes.difference(image.crop(box), self._before.crop(box))
            part.paste(_UNCHANGED, mask=change.convert("L").point(lambda tone: 0 if tone else 255))
        self._before, self._waiting = image, (part, box[:2], hundredths)

    def _write(self) -> None:
        if self._waiting is None:
            return
        image, at, hundredths = self._waiting
        self._waiting = None
        self._parts += self._plugin.getdata(
            image, at, duration=10 * hundredths, transparency=_UNCHANGED, disposal=1, interlace=0
        )

    def whole(self) -> bytes:
        self._write()
        return b"".join(self._parts) + b"\x3b"


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
