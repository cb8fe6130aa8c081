"""The transition between two scenes: the picture turns over, as everything here has two sides."""

import pygame

from flipside.game.services.platform.platform import Picture

_SHADE = 0.47
"""How much darker the picture is while it is seen from its side, 0 to 1."""

_OLD_SHARE = 0.49
"""Share of the time up to which the old scene is seen, and until the new one has been painted."""


class Transition:
    """The picture of the old scene turning over, like a card, into the new one."""

    def __init__(self, old: pygame.Surface, seconds: float) -> None:
        self._old = old
        self._new: pygame.Surface | None = None
        self._length = seconds
        self._now = 0.0
        self.left: bool | None = None
        """Whether something of the new scene is left to be painted; None before it is begun."""

    def advance(self, seconds: float) -> bool:
        """Advance by that time; return whether it is done."""
        self._now += seconds
        if self.left:
            self._now = min(self._now, _OLD_SHARE * self._length)
        return self._now >= self._length

    @property
    def _shows_old(self) -> bool:
        return self._share() < 0.5

    def _share(self) -> float:
        share = min(1.0 if self.left is False else _OLD_SHARE, self._now / self._length)
        return share * share * (3 - 2 * share)

    def turn(self, picture: Picture) -> None:
        """Let a picture that can turn show it. It must show the old scene at the first call."""
        width = abs(1 - 2 * self._share())
        side = "old" if self._shows_old else "new"
        picture.turn(side, width, 1 - _SHADE * (1 - width))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card on the surface, which holds the new scene at the first call."""
        if self._new is None:
            self._new = surface.copy()
        share = abs(1 - 2 * self._share())
        face = self._old if self._shows_old else self._new
        width = max(2, round(surface.get_width() * share))
        narrow = pygame.transform.scale(face, (width, surface.get_height()))
        light = 255 - round(255 * _SHADE * (1 - share))
        narrow.fill((light, light, light), special_flags=pygame.BLEND_MULT)
        surface.fill((18, 13, 10))
        surface.blit(narrow, ((surface.get_width() - width) // 2, 0))

    def end(self, surface: pygame.Surface) -> None:
        """Put the new scene on the surface, if that has shown the card."""
        if self._new is not None:
            surface.blit(self._new, (0, 0))
