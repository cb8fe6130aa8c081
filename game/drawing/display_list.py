"""The display list: the items in the window. Only items that have changed are painted."""

import math
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import pygame

_MAX_WASTE = 1.3
"""Two changed places are joined if the joined area is at most this multiple of their areas."""

_PREPARED_PICTURES = 3
"""The number of pictures that are created in advance. Each takes a slow tablet 60 ms."""


class DisplayItem(NamedTuple):
    """Something at a place in the window; `paint` is called with a clip within that place."""

    look: Hashable
    """A value that changes if the appearance of the item changes."""
    place: pygame.Rect
    paint: Callable[[pygame.Surface], None]


class Layer(NamedTuple):
    """Items that change together, from the lowest to the highest."""

    key: Hashable
    """A value that changes if an item of the layer changes; None if any frame may change an
    item."""
    make: Callable[[], Sequence[DisplayItem]]
    cached: bool = False
    """Whether the picture of this and all lower layers is cached. Higher layers are painted on a
    copy."""


class DisplayList:
    """The items in the window, and cached pictures of the lower layers."""

    def __init__(self) -> None:
        self._layers: list[tuple[Hashable, Sequence[DisplayItem]]] = []
        """Key and items of each layer in the last picture; if empty, everything is painted
        again."""
        self._pictures: dict[int, pygame.Surface] = {}
        """Cached pictures, by the number of layers that they contain."""
        self._spare: list[pygame.Surface] = []
        """Pictures that can be used again."""
        self._painting: Iterator[None] | None = None
        """The steps of painting that are left from an earlier call."""
        self._places: list[pygame.Rect] = []
        """Places in the window that the last call painted."""

    @property
    def is_empty(self) -> bool:
        """Whether the next picture replaces no other one."""
        return not self._layers

    @property
    def works(self) -> bool:
        """Whether painting must be continued."""
        return self._painting is not None

    def forget(self) -> None:
        """Paint the whole picture next time, even if no item changes."""
        self._spare += self._pictures.values()
        self._layers, self._pictures, self._painting = [], {}, None

    def prepare(self, surface: pygame.Surface) -> None:
        """Create a picture in advance, while there is time."""
        if len(self._pictures) + len(self._spare) < _PREPARED_PICTURES:
            self._spare.append(_picture(surface))

    def draw(
        self, surface: pygame.Surface, layers: Sequence[Layer], seconds: float = math.inf
    ) -> list[pygame.Rect] | None:
        """Paint what has changed since the last picture; return the changed places, in pixels.

        The first of `layers` is the lowest. If painting takes more than `seconds`, return None: the
        picture is not complete, and the next call continues with the same layers.
        """
        until = time.perf_counter() + seconds
        self._painting = self._painting or self._paint(surface, layers)
        for _ in self._painting:
            if time.perf_counter() >= until:
                return None
        self._painting = None
        return self._places

    def _paint(self, surface: pygame.Surface, layers: Sequence[Layer]) -> Iterator[None]:
        """Paint picture by picture, an item per step; each picture begins as a copy of the last."""
        window = surface.get_rect()
        ends = [number for number, layer in enumerate(layers, start=1) if layer.cached]
        valid = self._reuse_pictures(ends, surface)
        changes, self._places = self._compare(layers), []
        pictures = [*self._pictures.values(), surface]
        for number, (start, end) in enumerate(pairwise([0, *ends, len(layers)])):
            new = [window] if number >= valid else [*self._places, *chain(*changes[start:end])]
            self._places = _joined(new, window)
            items = [item for _, layer_items in self._layers[start:end] for item in layer_items]
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

    def _reuse_pictures(self, ends: Sequence[int], surface: pygame.Surface) -> int:
        """Provide a cached picture for each of `ends`, which are numbers of layers.

        Return how many pictures are still valid; the surface counts as the last picture.
        """
        before = list(self._pictures.items())
        same = 0
        while same < min(len(ends), len(before)) and before[same][0] == ends[same]:
            same += 1
        if self._layers and same == len(ends) == len(before):
            return same + 1
        spare = [*self._spare, *(picture for _, picture in before[same:])]
        self._spare = [picture for picture in spare if picture.get_size() == surface.get_size()]
        self._pictures = dict(before[:same])
        while len(self._pictures) + len(self._spare) < len(ends):
            self._spare.append(_picture(surface))
        for end in ends[same:]:
            self._pictures[end] = self._spare.pop()
        self._layers = self._layers[: ends[same - 1] if same else 0]
        return same

    def _compare(self, layers: Sequence[Layer]) -> list[list[pygame.Rect]]:
        """Make the items of layers with a new key; return the changed places of each layer."""
        old_layers, self._layers, changes = self._layers, [], []
        for number, layer in enumerate(layers):
            before, items = old_layers[number] if number < len(old_layers) else (None, ())
            places = []
            if layer.key is None or layer.key != before:
                new_items = layer.make()
                places, items = _difference(items, new_items), new_items
            self._layers.append((layer.key, items))
            changes.append(places)
        changes[-1] += [item.place for _, items in old_layers[len(layers) :] for item in items]
        return changes


def _picture(surface: pygame.Surface) -> pygame.Surface:
    """Return a new picture with the size and format of a surface."""
    picture = pygame.Surface(surface.get_size(), 0, surface)
    picture.fill("black")  # the system allocates memory when it is first written to
    return picture


def _difference(before: Sequence[DisplayItem], after: Sequence[DisplayItem]) -> list[pygame.Rect]:
    """Return the places of all items that are in only one of two lists, in order."""
    same = {*map(id, before)} & {*map(id, after)}  # most items are the same objects
    before, after = ([item for item in items if id(item) not in same] for items in (before, after))
    old, new = ({(item.look, *item.place) for item in items} for items in (before, after))
    removals = [item.place for item in before if (item.look, *item.place) not in new]
    return removals + [item.place for item in after if (item.look, *item.place) not in old]


def _joined(places: Sequence[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """Return the places in the window, with places joined that are close to each other."""
    rects: list[pygame.Rect] = []
    areas: list[int] = []
    """The changed pixels in each of `rects`, without gaps between joined places."""
    visible = (place.clip(window) for place in reversed(places))
    queue = [(place, _area(place)) for place in visible if place]
    while queue:
        place, area = queue.pop()
        for number in place.inflate(place.width // 2, place.height // 2).collidelistall(rects):
            other, union = rects[number], place.union(rects[number])
            contains = union in (place, other)
            together = max(area, areas[number]) if contains else area + areas[number]
            if contains or _area(union) <= _MAX_WASTE * together:
                del rects[number], areas[number]
                queue.append((union, together))
                break
        else:
            rects.append(place)
            areas.append(area)
    return rects


def _area(place: pygame.Rect) -> int:
    return place.width * place.height
