"""The window's picture, which a page takes from Python's memory if it can read that."""

from collections.abc import Sequence

import pygame

from game.services.platform.sending import Bridge

RGB = (0xFF, 0xFF00, 0xFF0000)
"""The bits of red, green and blue in a pixel as a page wants it."""


class PagePicture:
    """What a page shows: the window, and over it what rests, with all pixels of the screen."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    @property
    def is_read(self) -> bool:
        """Whether the page found Python's memory and reads pictures there."""
        js = self._bridge()
        return js is not None and js.about("picture") == "yes"

    def renew(self) -> None:
        """The window was made anew and is empty."""
        if (js := self._bridge()) is not None:
            js.renew()

    def show(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Put the surface of the window on the screen; where that is not sharp by now."""
        if not (self.is_read and surface.get_masks()[:3] == RGB):
            pygame.display.flip()
            return []
        found = str(self._bridge().show(",".join(map(str, _in_memory(surface)))))
        edges = [int(edge) for edge in found.replace(";", ",").split(",") if edge]
        places = zip(*(iter(edges),) * 4, strict=True)
        return [pygame.Rect(x, y, right - x, bottom - y) for x, y, right, bottom in places]

    def clear(self, places: Sequence[pygame.Rect]) -> None:
        """Show the window alone at these places, in its pixels, besides those that have changed."""
        rows = [(*place.topleft, *place.bottomright) for place in places]
        self._bridge().clear(";".join(",".join(map(str, row)) for row in rows))

    def show_hidpi(self, surface: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Put these places of a surface with all pixels of the screen over the window."""
        rows = [_in_memory(surface), *map(tuple, places)]
        self._bridge().show_hidpi(";".join(",".join(map(str, row)) for row in rows))

    def readout(self, told: str) -> None:
        """Show the same in words: what has changed of them, as JSON (`readout.py`)."""
        if (js := self._bridge()) is not None:
            js.readout(told)


def _in_memory(surface: pygame.Surface) -> tuple[int, int, int, int]:
    """Where the pixels of a surface begin, the bytes of a row, width and height."""
    return surface._pixels_address, surface.get_pitch(), *surface.get_size()
