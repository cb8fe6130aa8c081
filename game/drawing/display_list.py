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


class Layer(NamedTuple):
    """Items that change together, the lowest first."""

    key: Hashable
    """Another one whenever an item is; None if that may be at any time."""
    make: Callable[[], Sequence[DisplayItem]]
    kept: bool = False
    """Whether the picture up to this layer is kept. What changes above is painted on a copy."""


class DisplayList:
    """The items in the window, and the places where they differ from the picture."""

    def __init__(self) -> None:
        self._layers: list[tuple[Hashable, Sequence[DisplayItem]]] = []
        self._kept: dict[int, pygame.Surface] = {}
        """Pictures by the number of layers in them; none: all must be painted."""

    def forget(self) -> None:
        """Paint the whole picture next time, whatever the items are."""
        self._layers, self._kept = [], {}

    def draw(self, surface: pygame.Surface, layers: Sequence[Layer]) -> list[pygame.Rect]:
        """Paint what changed since the last call, the first layer at the bottom; return its
        places in pixels of the surface."""
        window, former, changed = surface.get_rect(), self._layers, list[pygame.Rect]()
        ends = [number for number, layer in enumerate(layers, start=1) if layer.kept]
        if not former or ends != list(self._kept):
            self._kept = {end: pygame.Surface(window.size, 0, surface) for end in ends}
            former, changed = [], [window]
        self._layers = []
        below, start, places = None, 0, list[pygame.Rect]()
        for end, picture in (*self._kept.items(), (len(layers), surface)):
            for number, (key, make, _) in enumerate(layers[start:end], start):
                before, items = former[number] if number < len(former) else (None, ())
                if key is None or key != before:
                    now = make()
                    changed += _difference(items, now)
                    items = now
                self._layers.append((key, items))
            if picture is surface:
                changed += [item.place for _, items in former[end:] for item in items]
            places = _joined(changed, window)
            self._paint(picture, below, places, self._layers[start:end])
            below, start = picture, end
        return places

    def _paint(
        self,
        picture: pygame.Surface,
        below: pygame.Surface | None,
        places: Sequence[pygame.Rect],
        layers: Sequence[tuple[Hashable, Sequence[DisplayItem]]],
    ) -> None:
        """Paint the places, one after the other, for they may overlap."""
        items = [item for _, items in layers for item in items]
        rects = [item.place for item in items]
        for place in places:
            picture.set_clip(place)
            if below is not None:
                picture.blit(below, place, place)
            for number in place.collidelistall(rects):
                picture.set_clip(place.clip(rects[number]))
                items[number].paint(picture)
        picture.set_clip(None)


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
