"""The picture of the window."""

from collections.abc import Sequence
from typing import Any

import pygame

_PAGE_MASKS = (0xFF, 0xFF00, 0xFF0000)
"""Bit masks of red, green and blue in a pixel as a page reads it."""


class Picture:
    """The window's picture, shown by SDL; `bridge` is that of the platform."""

    blending = 0
    """Flags of `pygame.Surface.blit` that blend soonest where the picture is drawn."""

    def __init__(self, bridge: Any) -> None:
        self._js = bridge

    @property
    def turns(self) -> bool:
        """Whether a page reads the picture in Python's memory, and so can `turn` it."""
        return bool(self._js.about("picture") == "yes")

    def renew(self) -> None:
        """Tell that the window was made anew and is empty."""
        self._js.renew()

    def show(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show these places of the window's surface."""
        pygame.display.update(list(places))

    def turn(self, side: str, width: float, light: float) -> None:
        """Show one side of the picture, "old" or "new", at shares of its width and brightness;
        places shown while it is the old one are seen on the new one. "" is the new one at rest."""
        self._js.turn(side, width, light)

    def readout(self, told: str) -> None:
        """Show the change of the readout, as JSON (`readout.difference`)."""
        self._js.readout(told)


class PagePicture(Picture):
    """The window's picture on a page, which reads it in Python's memory if it can."""

    blending = pygame.BLEND_ALPHA_SDL2
    """SDL's way takes a sixth of the time of pygame's here, on a desktop many times of it."""

    def show(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Show these places of the window's surface; all of it if the page cannot read it."""
        if not self.turns or surface.get_masks()[:3] != _PAGE_MASKS:
            pygame.display.flip()
            return
        memory = surface._pixels_address, surface.get_pitch(), *surface.get_size()
        rows = [memory, *map(tuple, places)]
        self._js.show(";".join(",".join(map(str, row)) for row in rows))
