"""The transition between two scenes: the picture turns over, as everything here has two sides."""

import pygame

from game.services.platform.picture import Picture

_SHADE = 0.47
"""How much darker the picture is while it is seen from its side, 0 to 1."""


class Transition:
    """The picture of the old scene turning over, like a card, into the new one."""

    def __init__(self, old: pygame.Surface, seconds: float) -> None:
        self._old = old
        self._length = seconds
        self._now = 0.0

    def advance(self, seconds: float) -> bool:
        """Advance by that time; return whether it is done."""
        self._now += seconds
        return self._now >= self._length

    @property
    def shows_old(self) -> bool:
        """Whether the old scene is seen, in the first half."""
        return self._share() < 0.5

    def _share(self) -> float:
        share = min(1.0, self._now / self._length)
        return share * share * (3 - 2 * share)

    def turn(self, picture: Picture) -> None:
        """Let a picture that can turn show it; after the first half it must be the new scene."""
        width = abs(1 - 2 * self._share())
        side = "old" if self.shows_old else "new"
        picture.turn(side, width, 1 - _SHADE * (1 - width))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card over the new scene that `surface` holds."""
        share = abs(1 - 2 * self._share())
        face = self._old if self.shows_old else surface.copy()
        width = max(2, round(surface.get_width() * share))
        narrow = pygame.transform.scale(face, (width, surface.get_height()))
        light = 255 - round(255 * _SHADE * (1 - share))
        narrow.fill((light, light, light), special_flags=pygame.BLEND_MULT)
        surface.fill((18, 13, 10))
        surface.blit(narrow, ((surface.get_width() - width) // 2, 0))
