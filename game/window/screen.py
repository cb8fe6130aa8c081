"""The window: its size, full screen, and one complete picture in each frame that changes it."""

import math
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from flipside.game.drawing.display_list import DisplayList, Layer
from flipside.game.services.platform.platform import Picture
from flipside.game.services.services import Services

_ICON = Path(__file__).resolve().parents[2] / "assets" / "icons" / "window.png"

_TRANSITION_SECONDS = 0.24
"""Duration of the transition between two scenes at tempo normal."""

MakeLayers = Callable[[], list[Layer]]
"""Makes the layers of everything that is seen, the lowest first."""


_SHADE = 0.47
"""How much darker the picture is while it is seen from its side, 0 to 1."""

_OLD_SHARE = 0.49
"""Share of the time up to which the old scene is seen, and until the new one has been painted."""

_WAITING_SECONDS = 0.1
"""Seconds that a frame paints while the transition waits for the new scene, and nothing moves."""


class Transition:
    """The picture of the old scene turning over, like a card, into the new one."""

    def __init__(self, old: pygame.Surface, seconds: float) -> None:
        self._old = old
        self._new: pygame.Surface | None = None
        self._length = seconds
        self._now = 0.0
        self.left: bool | None = None
        """Whether something of the new scene is left to be painted; None before it is begun."""

    def advance(self, seconds: float) -> bool:
        """Advance by that time; return whether it is done."""
        self._now += seconds
        if self.left:
            self._now = min(self._now, _OLD_SHARE * self._length)
        return self._now >= self._length

    @property
    def waits(self) -> bool:
        """Whether it stands still until the new scene has been painted."""
        return bool(self.left) and self._now >= _OLD_SHARE * self._length

    @property
    def _shows_old(self) -> bool:
        return self._share() < 0.5

    def _share(self) -> float:
        share = min(1.0 if self.left is False else _OLD_SHARE, self._now / self._length)
        return share * share * (3 - 2 * share)

    def turn(self, picture: Picture) -> None:
        """Let a picture that can turn show it. It must show the old scene at the first call."""
        width = abs(1 - 2 * self._share())
        side = "old" if self._shows_old else "new"
        picture.turn(side, width, 1 - _SHADE * (1 - width))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card on the surface, which holds the new scene at the first call."""
        if self._new is None:
            self._new = surface.copy()
        share = abs(1 - 2 * self._share())
        face = self._old if self._shows_old else self._new
        width = max(2, round(surface.get_width() * share))
        narrow = pygame.transform.scale(face, (width, surface.get_height()))
        light = 255 - round(255 * _SHADE * (1 - share))
        narrow.fill((light, light, light), special_flags=pygame.BLEND_MULT)
        surface.fill((18, 13, 10))
        surface.blit(narrow, ((surface.get_width() - width) // 2, 0))

    def end(self, surface: pygame.Surface) -> None:
        """Put the new scene on the surface, if that has shown the card."""
        if self._new is not None:
            surface.blit(self._new, (0, 0))


class Screen:
    """The surface of the window, and the picture on it."""

    frame_seconds = 0.005
    """Seconds of a frame after which what nobody sees yet waits for the next one."""

    def __init__(self, services: Services, size: tuple[int, int]) -> None:
        """`size` is that of the window in pixels."""
        self._services = services
        self.surface = pygame.Surface(size)
        self._display = DisplayList()
        self._fullscreen = False
        self._windowed = size
        """The size to return to from full screen."""
        self._dirty = True
        """Whether the window must be drawn even if no scene has changed."""
        self._begun = 0.0
        """When the frame began, by the clock of `time.perf_counter`."""
        self._transition: Transition | None = None
        self._turned = False
        """Whether the picture was turned when it was shown last."""

    # -- the window --------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the window, as large as the page or as the settings ask for."""
        pygame.display.set_caption("Flipside")  # it has a title from its first moment on
        platform, settings = self._services.platform, self._services.settings
        page_size, self._fullscreen = platform.look(), settings.fullscreen
        if page_size is not None:
            self.set_mode(page_size)
        elif settings.fullscreen:
            self.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            if _ICON.is_file():  # a window without its icon is one all the same
                pygame.display.set_icon(pygame.image.load(str(_ICON)))
            self.set_mode(self._windowed, pygame.RESIZABLE)
        pygame.key.set_repeat(350, 60)

    def at(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return the pixel of the surface at a point of SDL's window, in which the mouse is."""
        window = pygame.display.get_window_size()
        x, y = (
            part * side // of
            for part, side, of in zip(point, self.surface.get_size(), window, strict=True)
        )
        return x, y

    def set_mode(self, size: tuple[int, int], flags: int = 0) -> None:
        """Give the window a surface of that size; (0, 0): of the whole screen."""
        self.surface = self._services.platform.picture.open(size, flags)

    def follow_settings(self) -> bool:
        """Enter or leave full screen as the settings ask for; return whether the size changed."""
        wanted = self._services.settings.fullscreen
        if wanted == self._fullscreen:
            return False
        self._fullscreen = wanted
        if wanted:
            self._windowed = self.surface.get_size()
            self.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.set_mode(self._windowed, pygame.RESIZABLE)
        return True

    # -- pictures ----------------------------------------------------------------------------------

    def begin_frame(self) -> None:
        """Begin a frame, of which some seconds may be spent on what nobody sees yet."""
        self._begun = time.perf_counter()

    @property
    def seconds_spent(self) -> float:
        """Seconds since the frame began."""
        return time.perf_counter() - self._begun

    @property
    def seconds_left(self) -> float:
        """Seconds that this frame leaves for what may wait."""
        return self.frame_seconds - self.seconds_spent

    def redraw(self) -> None:
        """Draw the whole window in the next frame."""
        self._dirty = True
        self._display.forget()

    def prepare(self) -> None:
        """Prepare one thing that the display list will want, while nothing happens."""
        if not self._display.works:
            self._display.prepare(self.surface)

    def turn_over(self, overlay: bool) -> None:
        """Begin the transition to another scene; an `overlay` appears without one."""
        self.hurry()
        self._dirty = True
        seconds = _TRANSITION_SECONDS * self._services.theme.tempo
        if overlay or seconds <= 0 or not pygame.display.get_surface():
            return
        turns = self._services.platform.picture.turns
        self._transition = Transition(self.surface if turns else self.surface.copy(), seconds)

    def hurry(self) -> None:
        """End the transition, so that players see what they touch."""
        transition, self._transition = self._transition, None
        if transition is None:
            return
        self._dirty = True
        if not self._services.platform.picture.turns:
            transition.end(self.surface)
        elif self._display.works and (places := self._display.draw(self.surface, [])):
            self._services.platform.picture.show(self.surface, places)

    def advance(self, seconds: float) -> None:
        """Advance the transition by that time."""
        if self._transition is not None:
            self._dirty = True
            if self._transition.advance(seconds):
                self.hurry()

    def show(self, changed: bool, layers: MakeLayers) -> bool:
        """Show one complete picture of the `layers` if they have changed; return whether it did."""
        if not (self._dirty or changed):
            return False
        self._dirty = False
        picture, transition = self._services.platform.picture, self._transition
        if transition is None:
            places = self._draw(layers)
        elif picture.turns:
            places = self._turn_page(transition, layers)
        else:
            places = self._turn_window(transition, layers)
        if self._turned and transition is None and not picture.turns:
            places = [self.surface.get_rect()]
        if places and pygame.display.get_surface():
            picture.show(self.surface, places)
        if self._turned and transition is None:
            picture.turn("", 1.0, 1.0)
        self._turned = transition is not None
        return True

    def _draw(self, layers: MakeLayers, seconds: float = math.inf) -> list[pygame.Rect] | None:
        """Draw what changed in the layers; return its places, None if it takes longer."""
        made = list[Layer]() if self._display.works else layers()
        return self._display.draw(self.surface, made, seconds)

    def _turn_page(self, transition: Transition, layers: MakeLayers) -> list[pygame.Rect] | None:
        """Let the page turn its picture, and draw the new scene, which it does not show yet."""
        transition.turn(self._services.platform.picture)
        if transition.left is None:  # making the new scene took this frame
            transition.left = True
            return None
        seconds = math.inf
        if transition.left:
            seconds = _WAITING_SECONDS if transition.waits else self.seconds_left
        places = self._draw(layers, seconds)
        transition.left = places is None
        return places

    def _turn_window(self, transition: Transition, layers: MakeLayers) -> list[pygame.Rect]:
        """Draw the new scene, and the picture that turns over into it."""
        if transition.left is None:
            self._draw(layers)
            transition.left = False
        transition.draw(self.surface)
        return [self.surface.get_rect()]
