"""Display list: everything in the window as items, of which only those that changed are painted."""

import math
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import pygame

_MAX_WASTE = 1.3
"""Area of what encloses two places by what changed in it, up to which they are painted as one."""

_PREPARED_PICTURES = 3
"""Pictures that are made while nothing happens. Each takes a slow tablet 60 ms."""


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
    """The items in the window, and pictures of the lowest of them."""

    def __init__(self) -> None:
        self._layers: list[tuple[Hashable, Sequence[DisplayItem]]] = []
        """What was painted last; none: all must be painted."""
        self._kept: dict[int, pygame.Surface] = {}
        """Pictures by the number of layers in them."""
        self._spare: list[pygame.Surface] = []
        """Pictures to be used again."""
        self._painting: Iterator[None] | None = None
        """What is left to be painted of the layers of an earlier call."""
        self._places: list[pygame.Rect] = []
        """Places of the window that were painted last."""

    @property
    def works(self) -> bool:
        """Whether an earlier call left something to be painted."""
        return self._painting is not None

    def forget(self) -> None:
        """Paint the whole picture next time, whatever the items are."""
        self._spare += self._kept.values()
        self._layers, self._kept, self._painting = [], {}, None

    def prepare(self, surface: pygame.Surface) -> None:
        """Make one of the pictures that will be wanted."""
        if len(self._kept) + len(self._spare) < _PREPARED_PICTURES:
            self._spare.append(_picture(surface))

    def draw(
        self, surface: pygame.Surface, layers: Sequence[Layer], seconds: float = math.inf
    ) -> list[pygame.Rect] | None:
        """Paint what changed since the last call; return its places in pixels of the surface. The
        first layer is at the bottom.

        Return None if it takes longer than `seconds`: the surface holds no complete picture then,
        and the next call goes on with these layers.
        """
        until = time.perf_counter() + seconds
        self._painting = self._painting or self._paint(surface, layers)
        for _ in self._painting:
            if time.perf_counter() >= until:
                return None
        self._painting = None
        return self._places

    def _paint(self, surface: pygame.Surface, layers: Sequence[Layer]) -> Iterator[None]:
        """Paint picture by picture, each on the one below it, an item in each step."""
        window = surface.get_rect()
        ends = [number for number, layer in enumerate(layers, start=1) if layer.kept]
        known = self._keep(ends, surface)
        changed, self._places = self._compare(layers), []
        pictures = [*self._kept.values(), surface]
        for number, (start, end) in enumerate(pairwise([0, *ends, len(layers)])):
            new = [window] if number >= known else [*self._places, *chain(*changed[start:end])]
            self._places = _joined(new, window)
            items = [item for _, some in self._layers[start:end] for item in some]
            rects = [item.place for item in items]
            for place in self._places:
                picture = pictures[number]
                picture.set_clip(place)
                if number:
                    picture.blit(pictures[number - 1], place, place)
                for at in place.collidelistall(rects):
                    picture.set_clip(place.clip(rects[at]))
                    items[at].paint(picture)
                    yield
                picture.set_clip(None)

    def _keep(self, ends: Sequence[int], surface: pygame.Surface) -> int:
        """Keep pictures up to these layers; return how many pictures, with the window as the
        highest, show what was painted last.
        """
        before = list(self._kept.items())
        known = 0
        while known < min(len(ends), len(before)) and before[known][0] == ends[known]:
            known += 1
        if self._layers and known == len(ends) == len(before):
            return known + 1
        spare = [*self._spare, *(picture for _, picture in before[known:])]
        self._spare = [one for one in spare if one.get_size() == surface.get_size()]
        self._kept = dict(before[:known])
        while len(self._kept) + len(self._spare) < len(ends):
            self._spare.append(_picture(surface))
        for end in ends[known:]:
            self._kept[end] = self._spare.pop()
        self._layers = self._layers[: ends[known - 1] if known else 0]
        return known

    def _compare(self, layers: Sequence[Layer]) -> list[list[pygame.Rect]]:
        """Take the items of the layers whose keys are new; return the places that changed in each
        layer.
        """
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


def _picture(surface: pygame.Surface) -> pygame.Surface:
    """A picture of the size and format of the surface."""
    picture = pygame.Surface(surface.get_size(), 0, surface)
    picture.fill("black")  # memory is only there once it is written to
    return picture


def _difference(before: Sequence[DisplayItem], now: Sequence[DisplayItem]) -> list[pygame.Rect]:
    """Places of the items that are in one of the lists alone, in the order of the lists."""
    old, new = ({(item.look, *item.place) for item in items} for items in (before, now))
    gone = [item.place for item in before if (item.look, *item.place) not in new]
    return gone + [item.place for item in now if (item.look, *item.place) not in old]


def _joined(places: Sequence[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """The places within the window, those beside each other as one."""
    joined: list[pygame.Rect] = []
    changed: list[int] = []
    """Pixels that changed in each of them: those between places that became one did not."""
    coming = [(seen, _area(seen)) for place in reversed(places) if (seen := place.clip(window))]
    while coming:
        place, area = coming.pop()
        for number in place.inflate(place.width // 2, place.height // 2).collidelistall(joined):
            other, both = joined[number], place.union(joined[number])
            within = both in (place, other)
            together = max(area, changed[number]) if within else area + changed[number]
            if within or _area(both) <= _MAX_WASTE * together:
                del joined[number], changed[number]
                coming.append((both, together))
                break
        else:
            joined.append(place)
            changed.append(area)
    return joined


def _area(place: pygame.Rect) -> int:
    return place.width * place.height
