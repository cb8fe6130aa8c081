"""The loupe shows what lies under a finger, larger, and beside the finger."""

import pygame
import pytest

from flipside.game.ui.loupe import loupe_items
from tests.game.conftest import MakePilot

WINDOW = (390, 844)


@pytest.mark.parametrize("at", [(195, 500), (195, 40)])
def test_what_lies_under_the_finger_is_seen_larger_beside_it(
    fly: MakePilot, at: tuple[int, int]
) -> None:
    window = pygame.Surface(WINDOW)
    pygame.draw.circle(window, (255, 0, 0), at, 10)
    [glass] = loupe_items(fly(size=WINDOW).app.services.theme, WINDOW, at)
    glass.paint(window)
    dot, larger = sorted(
        pygame.mask.from_threshold(window, (255, 0, 0), (60, 60, 60)).get_bounding_rects(),
        key=lambda rect: rect.width,
    )
    assert dot.center == pytest.approx(at, abs=1)
    assert larger.width == pytest.approx(larger.height, abs=2)
    assert larger.width > 2 * dot.width
    assert window.get_rect().contains(larger)
    assert larger.centerx == pytest.approx(at[0], abs=2)
