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
from game.services.platform.picture import RGB
from game.services.platform.platform import Platform
from game.services.services import Services
from game.services.theme import Theme
from game.ui.sheet import Sheet
from game.window.hidpi_copy import hidpi_copy, lettered, same_places

_REST_SECONDS = 0.15
"""Seconds without a change after which the picture rests."""

DRAW_STEP_SECONDS = 0.008
"""Seconds of HiDPI drawing in a frame; the last image may end later."""

_BAND_PIXELS = 256
"""Height in pixels of a band that is drawn at once."""

_SMALL_AREA_SHARE = 0.05
"""Largest share of a resting window that is redrawn in HiDPI in the frame in which it changes. A
clock would otherwise become blurred with every second."""

_AT_ONCE_SECONDS = 0.025
"""Seconds of HiDPI drawing in such a frame."""

_TEXT_MARGIN_PIXELS = 1
"""Pixels of the window around a text that belong to it."""


class _Later(Exception):
    """The step is over: the drawing in progress starts anew in the next one."""


class _SteppedTheme(Theme):
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


class HiDpi:
    """The HiDPI picture of the resting scenes, drawn step by step."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._denser: Services | None = None
        self._surface: pygame.Surface | None = None
        self._copies: list[tuple[list[Sheet], Scene]] = []
        """The sheets of each scene, and its HiDPI copy."""
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
        """Note redrawn places of the window; return whether to `go_on` in the same frame."""
        rested, self._rested, self._work = self._rested, 0.0, None
        if self._window != window.get_size():
            self._window, self._blurred, self._cut = window.get_size(), [], []
        whole = self._made_whole(places, scenes)
        if not places and not whole:
            return False
        area = sum(place.width * place.height for place in places)
        known = not self._blurred and rested >= _REST_SECONDS
        small = area <= _SMALL_AREA_SHARE * window.get_width() * window.get_height()
        self._blurred += [*places, *whole]
        if known and small:
            self._rested = _REST_SECONDS
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
            and self._rested >= _REST_SECONDS
            and all(scene.hands.glass is None for scene in scenes)
        ):
            self.go_on(scenes, DRAW_STEP_SECONDS)

    def go_on(self, scenes: Sequence[Scene], seconds: float = _AT_ONCE_SECONDS) -> None:
        """Draw the visible scenes, the lowest first, for up to `seconds`."""
        page = self._services.page.denser() if self._denser is None else None
        if self._denser is None and page is None:
            self._rested = -math.inf
            return
        if page is not None:
            self._begin(page)
        assert self._denser is not None
        theme = self._denser.theme
        assert isinstance(theme, _SteppedTheme)
        theme.made, theme.until = 0, time.perf_counter() + seconds
        self._work = self._work or self._steps(scenes)
        for _ in self._work:
            if time.perf_counter() > theme.until:
                return
        self._work = None

    def _begin(self, page: Platform) -> None:
        size = page.size
        assert size is not None
        theme = _SteppedTheme(self._services.settings, page)
        theme.arrange(size)
        self._denser = replace(self._services, page=page, theme=theme)
        self._surface = pygame.Surface(size, 0, 32, (*RGB, 0))

    def _steps(self, scenes: Sequence[Scene]) -> Iterator[None]:
        """Everything that is to be done, in steps."""
        surface = self._surface
        assert surface is not None
        self._drop(len(scenes))
        for number, scene in enumerate(scenes):
            if not same_places(scene, self._copy(number, scene)):
                self._rested = -math.inf
                return
            yield
        places = self._places(surface.get_rect())
        for call in self._calls(surface, places):
            while not _done(call):
                yield
            yield
        self._services.page.picture.show_hidpi(surface, places)
        self._blurred, self._cut, self._texts = [], [], _texts(scenes)

    def _copy(self, number: int, scene: Scene) -> Scene:
        """The likeness of the scene that has this place in the stack."""
        assert self._denser is not None
        assert self._surface is not None
        former = None
        if number < len(self._copies):
            arranged, former = self._copies[number]
            if arranged is not scene.sheets:
                self._drop(number)
                former = None
        like = hidpi_copy(scene, self._denser, self._surface.get_size(), former)
        self._copies[number:] = [(scene.sheets, like), *self._copies[number + 1 :]]
        return like

    def _drop(self, first: int) -> None:
        """Let go of the copies from this place in the stack upward."""
        for _, like in self._copies[first:]:
            for sheet in like.sheets:
                sheet.clear()
        del self._copies[first:]

    def _calls(
        self, surface: pygame.Surface, places: Sequence[pygame.Rect]
    ) -> Iterator[Callable[[], None]]:
        """Yield drawing steps: first without a place, which makes the images, then each place."""
        copies = [like for _, like in self._copies]
        for sheets, like in self._copies:
            for mine, its in zip(sheets, like.sheets, strict=True):
                yield from its.in_parts(mine)
            yield partial(_draw, [like], surface, pygame.Rect(0, 0, 0, 0))
        for place in places:
            yield partial(_draw, copies, surface, place)

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
            for band in range(grown.top // _BAND_PIXELS, (grown.bottom - 1) // _BAND_PIXELS + 1):
                part = grown.clip(pygame.Rect(0, band * _BAND_PIXELS, whole.width, _BAND_PIXELS))
                found[band] = found[band].union(part) if band in found else part
        return list(found.values())


def _texts(scenes: Sequence[Scene]) -> list[pygame.Rect]:
    """The places of everything with letters, with a little room for those that stand out of it."""
    return [
        place.inflate(2 * _TEXT_MARGIN_PIXELS, 2 * _TEXT_MARGIN_PIXELS)
        for scene in scenes
        for place in lettered(scene)
    ]


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
