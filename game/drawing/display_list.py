"""Display list: the items in the window, of which only those that changed are painted."""

import math
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

import pygame

_MAX_WASTE = 1.3
"""Two places are painted as one if the area around both is at most this multiple of the changes."""

_PREPARED_PICTURES = 3
"""Pictures that are created in idle time. Each takes a slow tablet 60 ms."""


class DisplayItem(NamedTuple):
    """Something at one place of the window; `paint` is called with a clip within this place."""

    look: Hashable
    """Changes whenever the item's appearance changes."""
    place: pygame.Rect
    paint: Callable[[pygame.Surface], None]


class Layer(NamedTuple):
    """Items that change together, the lowest first."""

    key: Hashable
    """Changes whenever an item of the layer changes; None if that may be at any time."""
    make: Callable[[], Sequence[DisplayItem]]
    cached: bool = False
    """Whether the picture up to this layer is cached. Changes above it are painted on a copy."""


class DisplayList:
    """The items in the window, and pictures of the lowest of them."""

    def __init__(self) -> None:
        self._layers: list[tuple[Hashable, Sequence[DisplayItem]]] = []
        """The layers of the last picture; if empty, everything must be painted."""
        self._pictures: dict[int, pygame.Surface] = {}
        """Cached pictures by the number of layers in them."""
        self._spare: list[pygame.Surface] = []
        """Pictures for reuse."""
        self._painting: Iterator[None] | None = None
        """The rest of the painting that an earlier call began."""
        self._places: list[pygame.Rect] = []
        """Places of the window that were painted last."""

    @property
    def works(self) -> bool:
        """Whether an earlier call left something to paint."""
        return self._painting is not None

    def forget(self) -> None:
        """Paint the whole picture next time, whatever the items are."""
        self._spare += self._pictures.values()
        self._layers, self._pictures, self._painting = [], {}, None

    def prepare(self, surface: pygame.Surface) -> None:
        """Create a picture for later use."""
        if len(self._pictures) + len(self._spare) < _PREPARED_PICTURES:
            self._spare.append(_picture(surface))

    def draw(
        self, surface: pygame.Surface, layers: Sequence[Layer], seconds: float = math.inf
    ) -> list[pygame.Rect] | None:
        """Paint what changed since the last call; return its places in pixels of the surface.

        The first layer is at the bottom. Return None if it takes longer than `seconds`: the surface
        then has no complete picture, and the next call continues with these layers.
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
        """Cache pictures up to these layers; return how many pictures are still valid.

        The window counts as the highest picture.
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
        """Take the items of layers with new keys; return the changed places of each layer."""
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
    """Return a new picture with the size and format of the surface."""
    picture = pygame.Surface(surface.get_size(), 0, surface)
    picture.fill("black")  # the system provides memory only when it is written to
    return picture


def _difference(before: Sequence[DisplayItem], after: Sequence[DisplayItem]) -> list[pygame.Rect]:
    """Return the places of items that are in only one of the lists, in the lists' order."""
    old, new = ({(item.look, *item.place) for item in items} for items in (before, after))
    removals = [item.place for item in before if (item.look, *item.place) not in new]
    return removals + [item.place for item in after if (item.look, *item.place) not in old]


def _joined(places: Sequence[pygame.Rect], window: pygame.Rect) -> list[pygame.Rect]:
    """Return the places within the window, with adjacent places joined."""
    rects: list[pygame.Rect] = []
    areas: list[int] = []
    """Changed pixels in each of them, without those between the original places."""
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
