"""Pictures one after the other as a GIF file, of each only what has changed since the one before.

Needs Pillow (the extra `pictures`), which packs the pictures; the file round them is put together
here, so that it grows picture by picture and no frame waits for all. Source: CompuServe, Graphics
Interchange Format, version 89a.
"""

import struct
from collections.abc import Sequence
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
