"""Display list: everything in the window as items, of which only those that changed are painted."""

import math
import time
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

_MAX_WASTE = 1.3
"""Area of two places joined by that of both, up to which they are painted as one."""

_BAND_PIXELS = 256
"""Height of the bands of a window that is painted as a whole."""


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
        self._left: list[list[pygame.Rect]] = []
        """Places still to be painted, from each kept picture on, and in the window alone."""

    @property
    def works(self) -> bool:
        """Whether places are left to be painted."""
        return any(self._left)

    def forget(self) -> None:
        """Paint the whole picture next time, whatever the items are."""
        self._layers, self._kept, self._left = [], {}, []

    def draw(
        self, surface: pygame.Surface, layers: Sequence[Layer], seconds: float = math.inf
    ) -> list[pygame.Rect]:
        """Paint what changed since the last call: all above the kept pictures, for something may
        move there; of the rest as much as takes about `seconds`, one place at least, and what is
        left in the next calls. The first layer is at the bottom. Return the places painted, in
        pixels of the surface."""
        window = surface.get_rect()
        ends = [number for number, layer in enumerate(layers, start=1) if layer.kept]
        anew = not self._layers or ends != list(self._kept)
        if anew:
            self._kept = {end: pygame.Surface(window.size, 0, surface) for end in ends}
            self._left = [[window] if seconds == math.inf else _bands(window), *([] for _ in ends)]
            self._layers = [(None, ())] * len(layers)
        changed, parts = self._compare(layers), list(pairwise([0, *ends, len(layers)]))
        for number, (start, end) in enumerate(parts if not anew else ()):
            self._left[number] += [place for places in changed[start:end] for place in places]
        groups = [[one for _, items in self._layers[a:b] for one in items] for a, b in parts]
        return self._paint([*self._kept.values(), surface], groups, seconds)

    def _compare(self, layers: Sequence[Layer]) -> list[list[pygame.Rect]]:
        """Take the items of the layers whose keys are new; return the places that changed in each
        layer."""
        former, self._layers, changed = self._layers, [], []
        for number, (key, make, _) in enumerate(layers):
            before, items = former[number] if number < len(former) else (None, ())
            places = []
            if key is None or key != before:
                now = make()
                places, items = _difference(items, now), now
            self._layers.append((key, items))
            changed.append(places)
        changed[-1] += [item.place for _, items in former[len(layers) :] for item in items]
        return changed

    def _paint(
        self,
        pictures: Sequence[pygame.Surface],
        groups: Sequence[Sequence[DisplayItem]],
        seconds: float,
    ) -> list[pygame.Rect]:
        """Paint places, those above all kept pictures first, each from the lowest picture up in
        which it changed. Return them."""
        window, painted = pictures[-1].get_rect(), list[pygame.Rect]()
        self._left = [_joined(places, window) for places in self._left]
        rects = [[item.place for item in items] for items in groups]
        until = None
        while self.works:
            if not self._left[-1]:
                # All that moves has been painted.
                if until is not None and time.perf_counter() >= until:
                    break
                until = until or time.perf_counter() + seconds
            place = next(places for places in reversed(self._left) if places)[0]
            lowest = next(n for n, some in enumerate(self._left) if place.collidelist(some) >= 0)
            for number in range(lowest, len(pictures)):
                picture = pictures[number]
                picture.set_clip(place)
                if number:
                    picture.blit(pictures[number - 1], place, place)
                for at in place.collidelistall(rects[number]):
                    picture.set_clip(place.clip(rects[number][at]))
                    groups[number][at].paint(picture)
                picture.set_clip(None)
            self._left = [[one for one in some if not place.contains(one)] for some in self._left]
            painted.append(place)
        return painted


def _bands(window: pygame.Rect) -> list[pygame.Rect]:
    """Parts of the window, from the top down, each of which is painted in a moment."""
    tops = range(0, window.height, _BAND_PIXELS)
    return [pygame.Rect(0, top, window.width, _BAND_PIXELS).clip(window) for top in tops]


def _difference(before: Sequence[DisplayItem], now: Sequence[DisplayItem]) -> list[pygame.Rect]:
    """Places of the items that are in one of the lists alone, in the order of the lists."""
    old, new = ({(item.look, *item.place) for item in items} for items in (before, now))
    gone = [item.place for item in before if (item.look, *item.place) not in new]
    return gone + [item.place for item in now if (item.look, *item.place) not in old]


def _joined(places: Sequence[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """The places within the window; those that overlap much as one."""
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
    return found


def _area(place: pygame.Rect) -> int:
    return place.width * place.height
