"""The transition between two scenes: the picture turns over, as everything here has two sides."""

import pygame


class Transition:
    """The picture of the old scene turning over, like a card, into the new one."""

    def __init__(self, old: pygame.Surface, seconds: float) -> None:
        self._old = old
        self._length = seconds
        self._now = 0.0

    def advance(self, seconds: float) -> bool:
        """Let time pass; whether it is done."""
        self._now += seconds
        return self._now >= self._length

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card over the new scene that `surface` holds."""
        share = min(1.0, self._now / self._length)
        share = share * share * (3 - 2 * share)
        face = self._old if share < 0.5 else surface.copy()
        width = max(2, round(surface.get_width() * abs(1 - 2 * share)))
        narrow = pygame.transform.scale(face, (width, surface.get_height()))
        shade = round(120 * (1 - abs(1 - 2 * share)))
        narrow.fill((255 - shade, 255 - shade, 255 - shade), special_flags=pygame.BLEND_MULT)
        surface.fill((18, 13, 10))
        surface.blit(narrow, ((surface.get_width() - width) // 2, 0))
