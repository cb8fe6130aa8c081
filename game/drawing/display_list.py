"""Display list: everything in the window as items, of which only those that changed are painted."""

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import pygame

_MAX_WASTE = 1.3
"""Area of two places joined by that of both, up to which they are painted as one."""

_WHOLE_SHARE = 0.7
"""Share of the window from which on it is painted as a whole."""


class DisplayItem(NamedTuple):
    """Something at one place of the window; `paint` is called with the clip set to a part of it."""

    look: Hashable
    """Another one whenever it looks different."""
    place: pygame.Rect
    paint: Callable[[pygame.Surface], None]


Layer = tuple[Hashable, Callable[[], Sequence[DisplayItem]]]
"""A key that is another one whenever an item is, or None for a layer that changes all the time;
and the items, the lowest first."""


class DisplayList:
    """The items in the window, and the places where they differ from the picture.

    What lies below the first layer that changes all the time is painted on a surface of its own,
    from which the places of what moves above are restored."""

    def __init__(self) -> None:
        self._layers: list[tuple[Hashable, Sequence[DisplayItem]]] = []
        self._ground: pygame.Surface | None = None
        """What lies below; None: the picture must be painted as a whole."""
        self._still = 0
        """Layers that lie on it."""

    def forget(self) -> None:
        """Paint the whole picture next time, whatever the items are."""
        self._layers, self._ground = [], None

    def draw(self, surface: pygame.Surface, layers: Sequence[Layer]) -> list[pygame.Rect]:
        """Paint what changed since the last call, the first layer at the bottom; return its
        places in pixels of the surface."""
        window, former, self._layers = surface.get_rect(), self._layers, []
        still = next((at for at, (key, _) in enumerate(layers) if key is None), len(layers))
        changed: list[pygame.Rect] = []
        below: list[pygame.Rect] = []
        for number, (key, make) in enumerate(layers):
            before, items = former[number] if number < len(former) else (None, ())
            if key is None or key != before:
                now = make()
                changed += _difference(items, now)
                items = now
            self._layers.append((key, items))
            if number < still:
                below = list(changed)
        for _, items in former[len(layers) :]:
            changed += [item.place for item in items]
        if self._ground is None:
            self._ground = pygame.Surface(surface.get_size(), 0, surface)
            changed = [window]
            self._still = 0
        if still != self._still:
            below, self._still = [window], still
        self._paint(self._ground, _joined(below, window), self._layers[:still])
        places = _joined(changed, window)
        self._paint(surface, places, self._layers[still:], self._ground)
        return places

    def _paint(
        self,
        surface: pygame.Surface,
        places: Sequence[pygame.Rect],
        layers: Sequence[tuple[Hashable, Sequence[DisplayItem]]],
        ground: pygame.Surface | None = None,
    ) -> None:
        """Paint each place from the bottom up, for places may overlap."""
        items = [item for _, items in layers for item in items]
        rects = [item.place for item in items]
        for place in places:
            surface.set_clip(place)
            if ground is not None:
                surface.blit(ground, place, place)
            for number in place.collidelistall(rects):
                surface.set_clip(place.clip(rects[number]))
                items[number].paint(surface)
        surface.set_clip(None)


def _difference(before: Sequence[DisplayItem], now: Sequence[DisplayItem]) -> list[pygame.Rect]:
    """Places of the items that are in one of the lists alone, in the order of the lists."""
    old, new = ({(item.look, *item.place) for item in items} for items in (before, now))
    gone = [item.place for item in before if (item.look, *item.place) not in new]
    return gone + [item.place for item in now if (item.look, *item.place) not in old]


def _joined(places: Sequence[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """The places within the window; those that overlap much, or all of them, as one."""
    found: list[pygame.Rect] = []
    for one in places:
        place = one.clip(window)
        number = 0
        while place and number < len(found):
            both = place.union(found[number])
            if _area(both) <= _MAX_WASTE * max(_area(place), _area(found[number])) or (
                place.colliderect(found[number])
                and _area(both) <= _area(place) + _area(found[number])
            ):
                place, number = both, 0
                found = [other for other in found if not both.contains(other)]
            else:
                number += 1
        if place:
            found.append(place)
    whole = sum(map(_area, found)) > _WHOLE_SHARE * _area(window)
    return [window] if whole else found


def _area(place: pygame.Rect) -> int:
    return place.width * place.height
