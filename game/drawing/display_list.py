"""Display list: everything in the window as items, of which only those that changed are painted."""

import math
import time
from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

_MAX_WASTE = 1.3
"""Area of what encloses two places by that of both, up to which they are painted as one."""

_MOST_PIXELS = 200_000
"""About the greatest place that is painted at once."""

_LONG_SECONDS = 0.03
"""Seconds of painting after which a place at rest is painted on in the next frame: what is drawn
for the first time, as a board is, takes long."""

_FIRST_PICTURES = 3
"""Pictures made before the window shows anything. Later, one more takes a slow tablet 60 ms."""


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
    at_once: bool = False
    """Whether all that changes is painted in the same frame, for its items move. Below a kept
    picture, as under a dialog, it waits like the rest."""


class DisplayList:
    """The items in the window, and the places where they differ from the picture."""

    def __init__(self) -> None:
        self._layers: list[tuple[Hashable, Sequence[DisplayItem]]] = []
        self._kept: dict[int, pygame.Surface] = {}
        """Pictures by the number of layers in them; none: all must be painted."""
        self._spare: list[pygame.Surface] = []
        """Pictures to be used again."""
        self._left: list[list[pygame.Rect]] = []
        """Places still to be painted, from each kept picture on, and in the window alone."""

    @property
    def works(self) -> bool:
        """Whether places are left to be painted."""
        return any(self._left)

    def forget(self) -> None:
        """Paint the whole picture next time, whatever the items are."""
        self._spare += self._kept.values()
        self._layers, self._kept, self._left = [], {}, []

    def draw(
        self,
        surface: pygame.Surface,
        layers: Sequence[Layer],
        seconds: float = math.inf,
        hidden: bool = False,
    ) -> list[pygame.Rect]:
        """Paint what changed since the last call: at once what moves, unless it is `hidden` as yet;
        of the rest as much as `seconds` allow, one place at least, and what is left in the next
        calls. The first layer is at the bottom. Return the places painted, in pixels of the
        surface."""
        until = time.perf_counter() + seconds
        window = surface.get_rect()
        parted = _bands if seconds < math.inf else lambda place: [place]
        ends = [number for number, layer in enumerate(layers, start=1) if layer.kept]
        parts = list(pairwise([0, *ends, len(layers)]))
        known = len(parts)
        if not self._left or ends != list(self._kept):
            known = self._keep(ends, surface)
            self._left[known] += parted(window)
        changed, moved = self._compare(layers), list[pygame.Rect]()
        for number, (start, end) in enumerate(parts[:known]):
            for layer, places in zip(layers[start:end], changed[start:end], strict=True):
                if layer.at_once and number == len(ends) and not hidden:
                    moved += places
                elif places:
                    new = [band for place in places for band in parted(place)]
                    self._left[number] = _joined([*self._left[number], *new], window)
        groups = [[one for _, items in self._layers[a:b] for one in items] for a, b in parts]
        return self._paint([*self._kept.values(), surface], groups, moved, until)

    def _keep(self, ends: Sequence[int], surface: pygame.Surface) -> int:
        """Keep pictures up to these layers; return how many of them were kept before."""
        before = list(self._kept.items())
        known = 0
        while known < min(len(ends), len(before)) and before[known][0] == ends[known]:
            known += 1
        spare = [*self._spare, *(picture for _, picture in before[known:])]
        self._spare = [one for one in spare if one.get_size() == surface.get_size()]
        self._kept = dict(before[:known])
        while len(self._kept) + len(self._spare) < max(len(ends), _FIRST_PICTURES):
            self._spare.append(pygame.Surface(surface.get_size(), 0, surface))
            self._spare[-1].fill("black")  # memory is only there once it is written to
        for end in ends[known:]:
            self._kept[end] = self._spare.pop()
        self._layers = self._layers[: ends[known - 1] if known else 0]
        self._left = [*self._left[:known], *([] for _ in range(known, len(ends) + 1))]
        return known

    def _compare(self, layers: Sequence[Layer]) -> list[list[pygame.Rect]]:
        """Take the items of the layers whose keys are new; return the places that changed in each
        layer."""
        former, self._layers, changed = self._layers, [], []
        for number, layer in enumerate(layers):
            before, items = former[number] if number < len(former) else (None, ())
            places = []
            if layer.key is None or layer.key != before:
                now = layer.make()
                places, items = _difference(items, now), now
            self._layers.append((layer.key, items))
            changed.append(places)
        changed[-1] += [item.place for _, items in former[len(layers) :] for item in items]
        return changed

    def _paint(
        self,
        pictures: Sequence[pygame.Surface],
        groups: Sequence[Sequence[DisplayItem]],
        moved: Sequence[pygame.Rect],
        until: float,
    ) -> list[pygame.Rect]:
        """Paint what moved, then other places, those of the highest layers first, each from the
        lowest picture up in which it changed. Return those painted up to the window."""
        window, painted = pictures[-1].get_rect(), list[pygame.Rect]()
        late = time.perf_counter() + _LONG_SECONDS
        rects = [[item.place for item in items] for items in groups]
        moved, resting = _joined([*moved, *self._waiting_below(moved)], window), 0
        while moved or self.works:
            if moved:
                place = moved.pop()
            elif resting and time.perf_counter() >= until:
                break
            else:
                place = next(places for places in reversed(self._left) if places)[0]
                resting += 1
            lowest = next(
                (n for n, some in enumerate(self._left) if place.collidelist(some) >= 0),
                len(pictures) - 1,
            )
            self._left = [
                [rest for one in some for rest in _outside(one, place)]
                if place.collidelist(some) >= 0
                else some
                for some in self._left
            ]
            for number in range(lowest, len(pictures)):
                if number > lowest and resting and time.perf_counter() >= max(late, until):
                    self._left[number].append(place)
                    return painted
                picture = pictures[number]
                picture.set_clip(place)
                if number:
                    picture.blit(pictures[number - 1], place, place)
                for at in place.collidelistall(rects[number]):
                    picture.set_clip(place.clip(rects[number][at]))
                    groups[number][at].paint(picture)
                picture.set_clip(None)
            painted.append(place)
        return painted

    def _waiting_below(self, moved: Sequence[pygame.Rect]) -> list[pygame.Rect]:
        """Places that wait where something moves, as many as are painted in a moment: in part they
        would be painted again and again."""
        found, room = list[pygame.Rect](), _MOST_PIXELS
        for one in (one for some in self._left for one in some):
            if _area(one) <= room and one.collidelist(moved) >= 0:
                found.append(one)
                room -= _area(one)
        return found


def _bands(place: pygame.Rect) -> list[pygame.Rect]:
    """Parts of a place, each of which is painted in a moment; those in the middle, where dialogs
    are, first."""
    height = max(1, _MOST_PIXELS // max(1, place.width))
    tops = range(place.top, place.bottom, height)
    bands = [pygame.Rect(place.left, top, place.width, height).clip(place) for top in tops]
    return sorted(bands, key=lambda band: abs(band.centery - place.centery))


def _difference(before: Sequence[DisplayItem], now: Sequence[DisplayItem]) -> list[pygame.Rect]:
    """Places of the items that are in one of the lists alone, in the order of the lists."""
    old, new = ({(item.look, *item.place) for item in items} for items in (before, now))
    gone = [item.place for item in before if (item.look, *item.place) not in new]
    return gone + [item.place for item in now if (item.look, *item.place) not in old]


def _joined(places: Sequence[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """The places within the window, those beside each other as one; no two overlap."""
    joined: list[pygame.Rect] = []
    coming = [seen for place in reversed(places) if (seen := place.clip(window))]
    while coming:
        place = coming.pop()
        for number in place.inflate(place.width // 2, place.height // 2).collidelistall(joined):
            other = joined[number]
            both = place.union(other)
            limit = min(_MOST_PIXELS, _MAX_WASTE * (_area(place) + _area(other)))
            if both in (place, other) or _area(both) <= limit:
                del joined[number]
                coming.append(both)
                break
        else:
            joined.append(place)
    apart: list[pygame.Rect] = []
    for place in joined:
        parts = [place]
        for number in place.collidelistall(apart):
            parts = [rest for part in parts for rest in _outside(part, apart[number])]
        apart += parts
    return apart


def _outside(place: pygame.Rect, other: pygame.Rect) -> list[pygame.Rect]:
    """The parts of a place that are not in the other one."""
    inner = place.clip(other)
    if not inner:
        return [place]
    parts = [
        (place.x, place.y, place.width, inner.y - place.y),
        (place.x, inner.y, inner.x - place.x, inner.height),
        (inner.right, inner.y, place.right - inner.right, inner.height),
        (place.x, inner.bottom, place.width, place.bottom - inner.bottom),
    ]
    return [pygame.Rect(part) for part in parts if part[2] and part[3]]


def _area(place: pygame.Rect) -> int:
    return place.width * place.height
