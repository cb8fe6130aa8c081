"""Layers: images of the whole window, one over the other, cached from frame to frame."""

from collections.abc import Callable, Sequence

import pygame

Layer = tuple[object, Callable[[pygame.Surface], None]]
"""A key that is another one whenever the layer looks different, and what paints it."""


class Layers:
    """Paints only what is new; everything below comes as one picture."""

    def __init__(self, keeps: bool = True) -> None:
        """Unless it keeps them, everything is painted every time."""
        self._keeps = keeps
        self._kept: list[tuple[object, pygame.Surface]] = []

    def draw(self, surface: pygame.Surface, layers: Sequence[Layer]) -> None:
        """Put all layers on the surface, the first one at the bottom."""
        same = 0
        for (key, _), (kept, _) in zip(layers, self._kept, strict=False):
            if key != kept:
                break
            same += 1
        del self._kept[same:]
        if self._kept:
            surface.blit(self._kept[-1][1], (0, 0))
        for key, paint in layers[same:]:
            paint(surface)
            if self._keeps:
                # Painted here and copied, since kept images are ready for one surface alone.
                self._kept.append((key, surface.copy()))
