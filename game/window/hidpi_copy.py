"""Copy of a scene that is drawn with all pixels of the screen."""

from copy import copy

import pygame

from game.scenes.common.scene import Scene
from game.services.services import Services
from game.ui.layers import Layers

MAX_SHIFT_PIXELS = 3
"""Most CSS pixels by which a target may move in HiDPI, as texts change their proportions a little.
A scene with a larger shift stays blurred, since targets must be seen where they are tapped."""


def hidpi_copy(
    scene: Scene, services: Services, size: tuple[int, int], former: Scene | None
) -> Scene:
    """Return a copy to be drawn at that size, in the arrangement of `former`, a former copy."""
    like = copy(scene)
    like.services, like.theme, like.size = services, services.theme, size
    like.layers = Layers(keeps=False)
    if former is not None:
        for name in scene.arrangement:
            setattr(like, name, getattr(former, name))
        return like
    like.lay_out()
    for mine, its in zip(scene.sheets, like.sheets, strict=False):
        its.stand_as(mine)
    return like


def lettered(scene: Scene) -> list[pygame.Rect]:
    """Return the places in the window with words, numbers or pictures."""
    places = [place for sheet in scene.sheets for place in sheet.lettered()]
    return places + (scene.arranged.view.lettered() if scene.arranged is not None else [])


def same_places(scene: Scene, like: Scene) -> bool:
    """Whether everything that is seen lies where it does in the window."""
    if len(scene.sheets) != len(like.sheets):
        return False
    pairs = []
    for mine, its in zip(scene.sheets, like.sheets, strict=True):
        if len(mine.widgets) != len(its.widgets):
            return False
        for one, other in zip(mine.widgets, its.widgets, strict=True):
            here = mine.outside(one.rect)
            if one.action is not None and here.colliderect(mine.place):
                pairs.append((here, its.outside(other.rect)))
    ratio = like.theme.unit / scene.theme.unit
    return all(
        abs(one * ratio - other) <= MAX_SHIFT_PIXELS * like.theme.unit
        for here, there in pairs
        for one, other in zip(
            (*here.topleft, *here.size), (*there.topleft, *there.size), strict=True
        )
    )
