"""HiDPI at rest: where the window has fewer pixels than the screen, still scenes are drawn again.

While something moves, the window alone is seen wherever it changes; the page sees to that. Once
nothing has changed for a moment, the scenes are arranged and drawn with all pixels of the screen,
in steps, so that no frame waits for it, and put over the window.
"""

import math
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.scenes.common.scene import Scene
from game.services.page import Page
from game.services.picture import RGB
from game.services.services import Services
from game.services.theme import Theme

REST_SECONDS = 0.15
"""Seconds without a change after which the picture rests."""

HIDPI_SLICE_SECONDS = 0.008
"""Seconds of drawing in a frame; one image more may be begun then."""

BAND_PIXELS = 256
"""Pixels in height of what is drawn at once."""

SMALL = 0.05
"""The part of the window that is drawn sharp in the frame in which it changes, if it was at rest
before, such as a clock: it would become blurred and sharp again with every second."""

AT_ONCE_SECONDS = 0.025
"""Seconds of drawing in such a frame."""

ASIDE = 3
"""CSS pixels by which something may lie elsewhere when it is drawn with more pixels; texts have
not quite the same proportions. Else it stays as it is, for it must be seen where it is tapped."""


ROOM = 1
"""Pixels of the window round a text that belong to it."""


class _Later(Exception):
    """The step is over: the drawing in progress starts anew in the next one."""


class _Bites(Theme):
    """A theme that makes only so many images at once; the rest of them when asked again."""

    until = math.inf
    """The moment after which no further image is begun, but for the first one of a step."""
    made = 0
    """Images made in this step."""

    def kept(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface kept under that key; _Later if it is not there and time is up."""

        def counted() -> pygame.Surface:
            if self.made and time.perf_counter() > self.until:
                raise _Later
            image = make()
            self.made += 1
            return image

        return super().kept(key, counted)

    def put(self, surface: pygame.Surface, image: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw a kept image; it is drawn too rarely to be made ready for that."""
        surface.blit(image, at)


class Sharp:
    """The picture with all pixels of the screen, and what of it is still to be drawn."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._denser: Services | None = None
        self._surface: pygame.Surface | None = None
        self._likenesses: list[tuple[object, Scene]] = []
        """What the scenes were arranged as, and their likenesses in this arrangement."""
        self._blurred: list[pygame.Rect] = []
        """Places of the window that are not sharp."""
        self._texts: list[pygame.Rect] = []
        """Places of the texts that were put over the window last."""
        self._cut: list[pygame.Rect] = []
        """Places of texts that are cleared since then."""
        self._seen: object = None
        """How the scenes were arranged when texts were looked at last."""
        self._rested = 0.0
        """Seconds since the last change."""
        self._work: Iterator[None] | None = None
        self._window = (1, 1)

    @property
    def works(self) -> bool:
        """Whether there is something to be drawn, now or after a moment of rest."""
        return bool(self._blurred) and self._rested > -math.inf

    def forget(self) -> None:
        """The window has another size, or everything another look."""
        self._denser, self._surface, self._work = None, None, None
        self._texts, self._seen = [], None
        self._drop(0)

    def changed(
        self, places: Sequence[pygame.Rect], window: pygame.Surface, scenes: Sequence[Scene]
    ) -> bool:
        """These places of the window were drawn anew; whether to `go_on` in the same frame."""
        rested, self._rested, self._work = self._rested, 0.0, None
        if self._window != window.get_size():
            self._window, self._blurred, self._cut = window.get_size(), [], []
        whole = self._made_whole(places, scenes)
        if not places and not whole:
            return False
        area = sum(place.width * place.height for place in places)
        known = not self._blurred and rested >= REST_SECONDS
        small = area <= SMALL * window.get_width() * window.get_height()
        self._blurred += [*places, *whole]
        if known and small:
            self._rested = REST_SECONDS
        return known and small

    def _made_whole(
        self, places: Sequence[pygame.Rect], scenes: Sequence[Scene]
    ) -> list[pygame.Rect]:
        """Clear all of the texts of which a part is clear by now; their places."""
        seen = [(id(sheet), sheet.offset) for scene in scenes for sheet in scene.sheets]
        clear = [*places] if seen == self._seen else [*self._blurred, *self._cut, *places]
        self._seen = seen
        if not clear:
            return []
        cut = _cut([*self._texts, *_texts(scenes)], clear, self._cut)
        if cut:
            self._services.page.picture.clear(cut)
            self._cut += cut
        return cut

    def pass_time(self, seconds: float, scenes: Sequence[Scene]) -> None:
        """Nothing has changed in this frame: draw a step, after a moment of rest."""
        self._rested += seconds
        if (
            self._blurred
            and self._rested >= REST_SECONDS
            and not any(scene.held for scene in scenes)
        ):
            self.go_on(scenes, HIDPI_SLICE_SECONDS)

    def go_on(self, scenes: Sequence[Scene], seconds: float = AT_ONCE_SECONDS) -> None:
        """Draw so long at the scenes that are seen, the lowest one first."""
        page = self._services.page.denser() if self._denser is None else None
        if self._denser is None and page is None:
            self._rested = -math.inf
            return
        if page is not None:
            self._begin(page)
        assert self._denser is not None
        theme = self._denser.theme
        assert isinstance(theme, _Bites)
        theme.made, theme.until = 0, time.perf_counter() + seconds
        self._work = self._work or self._steps(scenes)
        for _ in self._work:
            if time.perf_counter() > theme.until:
                return
        self._work = None

    def _begin(self, page: Page) -> None:
        size = page.size
        assert size is not None
        theme = _Bites(self._services.settings, page)
        theme.arrange(size)
        self._denser = replace(self._services, page=page, theme=theme)
        self._surface = pygame.Surface(size, 0, 32, (*RGB, 0))

    def _steps(self, scenes: Sequence[Scene]) -> Iterator[None]:
        """Everything that is to be done, in steps."""
        surface = self._surface
        assert surface is not None
        self._drop(len(scenes))
        for number, scene in enumerate(scenes):
            if not _alike(scene, self._likeness(number, scene)):
                self._rested = -math.inf
                return
            yield
        places = self._places(surface.get_rect())
        for call in self._calls(surface, places):
            while not _done(call):
                yield
            yield
        self._services.page.picture.sharpen(surface, places)
        self._blurred, self._cut, self._texts = [], [], _texts(scenes)

    def _likeness(self, number: int, scene: Scene) -> Scene:
        """The likeness of the scene that has this place in the stack."""
        assert self._denser is not None
        assert self._surface is not None
        former = None
        if number < len(self._likenesses):
            arranged, former = self._likenesses[number]
            if arranged is not scene.sheets:
                self._drop(number)
                former = None
        like = scene.likeness(self._denser, self._surface.get_size(), former)
        self._likenesses[number:] = [(scene.sheets, like), *self._likenesses[number + 1 :]]
        return like

    def _drop(self, first: int) -> None:
        """Let go of the likenesses from this place in the stack upward."""
        for _, like in self._likenesses[first:]:
            for sheet in like.sheets:
                sheet.clear()
        del self._likenesses[first:]

    def _calls(
        self, surface: pygame.Surface, places: Sequence[pygame.Rect]
    ) -> Iterator[Callable[[], None]]:
        """What draws the places, one after the other: first nowhere, which makes the images."""
        likenesses = [like for _, like in self._likenesses]
        for like in likenesses:
            yield from like.in_parts()
            yield partial(_draw, [like], surface, pygame.Rect(0, 0, 0, 0))
        for place in places:
            yield partial(_draw, likenesses, surface, place)

    def _places(self, whole: pygame.Rect) -> list[pygame.Rect]:
        """The blurred places in pixels of the screen, the whole height of a band in one."""
        across, down = whole.width / self._window[0], whole.height / self._window[1]
        found: dict[int, pygame.Rect] = {}
        for place in self._blurred:
            # Two pixels more on every side, as the page has cleared one more.
            left, top = math.floor((place.left - 2) * across), math.floor((place.top - 2) * down)
            right = math.ceil((place.right + 2) * across)
            bottom = math.ceil((place.bottom + 2) * down)
            grown = pygame.Rect(left, top, right - left, bottom - top).clip(whole)
            for band in range(grown.top // BAND_PIXELS, (grown.bottom - 1) // BAND_PIXELS + 1):
                part = grown.clip(pygame.Rect(0, band * BAND_PIXELS, whole.width, BAND_PIXELS))
                found[band] = found[band].union(part) if band in found else part
        return list(found.values())


def _texts(scenes: Sequence[Scene]) -> list[pygame.Rect]:
    """The places of everything with letters, with a little room for those that stand out of it."""
    return [place.inflate(2 * ROOM, 2 * ROOM) for scene in scenes for place in scene.lettered()]


def _cut(
    texts: Sequence[pygame.Rect], places: Sequence[pygame.Rect], known: Sequence[pygame.Rect]
) -> list[pygame.Rect]:
    """The texts, besides those that are known, of which a part lies in these places, or in another
    text that is cut: one half of a letter would be sharp and the other not, and not quite at the
    same height."""
    found: list[pygame.Rect] = []
    left, grown = [text for text in texts if text not in known], list(places)
    while grown:
        edges = [place.inflate(2, 2) for place in grown]  # as the page clears them
        met = [text for text in left if text.collidelist(edges) >= 0]
        left = [text for text in left if text.collidelist(edges) < 0]
        found += met
        grown = met
    return found


def _done(call: Callable[[], None]) -> bool:
    """Whether the call ended before the step was over."""
    try:
        call()
    except _Later:
        return False
    return True


def _draw(scenes: Sequence[Scene], surface: pygame.Surface, place: pygame.Rect) -> None:
    surface.set_clip(place)
    for scene in scenes:
        scene.draw(surface)


def _alike(scene: Scene, like: Scene) -> bool:
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
        abs(one * ratio - other) <= ASIDE * like.theme.unit
        for here, there in pairs
        for one, other in zip(
            (*here.topleft, *here.size), (*there.topleft, *there.size), strict=True
        )
    )
