"""The picture of the window."""

from collections.abc import Sequence
from typing import Any

import pygame

RGB = (0xFF, 0xFF00, 0xFF0000)
"""Bit masks of red, green and blue in a pixel as a page reads it."""


class Picture:
    """The window's picture, shown by SDL."""

    is_read = False
    """Whether a page reads pictures in Python's memory."""

    def renew(self) -> None:
        """Tell that the window was made anew and is empty."""

    def show(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Show the window's surface; return places of it that are blurred from now on."""
        pygame.display.flip()
        return []

    def clear(self, places: Sequence[pygame.Rect]) -> None:
        """Remove the HiDPI overlay from these places of the window."""

    def show_hidpi(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show these places of a surface with all pixels of the screen over the window."""

    def readout(self, told: str) -> None:
        """Show the change of the readout, as JSON (`readout.difference`)."""


class PagePicture(Picture):
    """The window's picture on a page, which reads it in Python's memory if it can."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def is_read(self) -> bool:  # type: ignore[override]
        """Whether the page found Python's memory."""
        return bool(self._js.about("picture") == "yes")

    def renew(self) -> None:
        """Tell that the window was made anew and is empty."""
        self._js.renew()

    def show(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Show the window's surface; return places of it that are blurred from now on."""
        if not (self.is_read and surface.get_masks()[:3] == RGB):
            return super().show(surface)
        found = str(self._js.show(",".join(map(str, _in_memory(surface)))))
        edges = [int(edge) for edge in found.replace(";", ",").split(",") if edge]
        places = zip(*(iter(edges),) * 4, strict=True)
        return [pygame.Rect(x, y, right - x, bottom - y) for x, y, right, bottom in places]

    def clear(self, places: Sequence[pygame.Rect]) -> None:
        """Remove the HiDPI overlay from these places of the window."""
        rows = [(*place.topleft, *place.bottomright) for place in places]
        self._js.clear(";".join(",".join(map(str, row)) for row in rows))

    def show_hidpi(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show these places of a surface with all pixels of the screen over the window."""
        rows = [_in_memory(surface), *map(tuple, places)]
        self._js.show_hidpi(";".join(",".join(map(str, row)) for row in rows))

    def readout(self, told: str) -> None:
        """Show the change of the readout, as JSON."""
        self._js.readout(told)


def _in_memory(surface: pygame.Surface) -> tuple[int, int, int, int]:
    """Return the address of a surface's pixels, the bytes of a row, width and height."""
    return surface._pixels_address, surface.get_pitch(), *surface.get_size()
