"""A loupe for boards whose squares are too small for a finger. Knows no game."""

from functools import partial

import pygame

from flipside.game.drawing import draw
from flipside.game.drawing.display_list import DisplayItem
from flipside.game.services.theme import Theme

LOUPE_CELL = 40
"""CSS pixels; squares smaller than this are shown in the loupe while a finger presses."""

_MAGNIFICATION = 2.2

_RADIUS, _ABOVE = 68, 104
"""CSS pixels: the glass's radius, and how far its middle is above the finger."""


def loupe_items(
    theme: Theme, window: tuple[int, int], at: tuple[int, int] | None
) -> list[DisplayItem]:
    """Show what is round `at` through a glass above it, or below it near the top of the window."""
    if at is None:
        return []
    radius = theme.px(_RADIUS)
    place = pygame.Rect(0, 0, 2 * radius, 2 * radius)
    place.center = at[0], at[1] - theme.px(_ABOVE)
    if place.top < 0:
        place.centery = at[1] + theme.px(_ABOVE)
    place.clamp_ip((0, 0, *window))
    # What lies under the glass may change at any time, so it never looks the same.
    edge, reach = 2 * theme.px(10), round(radius / _MAGNIFICATION)
    source = pygame.Rect(at[0] - reach, at[1] - reach, 2 * reach, 2 * reach)
    # It must be painted before the glass shows it.
    around = place.inflate(2 * edge, 2 * edge).union(source)
    return [DisplayItem(object(), around, partial(_paint, theme, source, place))]


def _paint(theme: Theme, source: pygame.Rect, place: pygame.Rect, surface: pygame.Surface) -> None:
    radius = place.width // 2
    seen = pygame.Surface(source.size)
    seen.fill(theme.palette.table)
    seen.blit(surface, (0, 0), source)
    glass = pygame.transform.smoothscale(seen.convert(24), (2 * radius, 2 * radius)).convert_alpha()
    glass.blit(_mask(theme, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    shadow = draw.round_shadow(theme, 2 * radius, theme.px(10))
    theme.blend(surface, shadow, shadow.get_rect(center=place.center))
    theme.blend(surface, glass, place)
    draw.box(theme, surface, place, None, radius, theme.palette.ink, theme.px(3))


def _mask(theme: Theme, radius: int) -> pygame.Surface:
    def paint(large: pygame.Surface, finer: int) -> None:
        large.fill((255, 255, 255, 0))
        middle = large.get_width() / 2
        pygame.draw.circle(large, (255, 255, 255, 255), (middle, middle), middle)

    return draw.smooth(theme, "loupe", (2 * radius, 2 * radius), paint, finer=2)
