"""The window: its size, full screen, and one complete picture in each frame that changes it."""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pygame

from flipside.game.drawing.display_list import DisplayList, Layer
from flipside.game.services.platform.platform import Picture
from flipside.game.services.services import Services
from flipside.game.services.storage.document import Document

_ICON = Path(__file__).resolve().parents[2] / "assets" / "icons" / "window.png"

_TRANSITION_SECONDS = 0.24
"""Duration of the transition between two scenes at tempo normal."""

_DEFAULT_SIZE = 1280, 800

_SCREEN_MARGINS = 16, 96
"""Pixels of a screen that a new window leaves free, for its frame and the system's bars."""

_Length = Annotated[int, range(20_000)]


@dataclass(frozen=True)
class WindowPlace:
    """The last place of the window, outside full screen."""

    width: _Length = _DEFAULT_SIZE[0]
    height: _Length = _DEFAULT_SIZE[1]
    x: Annotated[int, range(-20_000, 20_000)] = 0
    y: Annotated[int, range(-20_000, 20_000)] = 0
    maximised: bool = False
    screens: tuple[tuple[_Length, _Length], ...] = ()
    """The sizes of all screens; the place is used only with the same screens."""


WINDOW_PLACE = Document(
    "window", WindowPlace, 10_000, merge_values=lambda here, _: here, durable=False
)

MakeLayers = Callable[[], list[Layer]]
"""Returns the layers of all visible scenes, the lowest first."""


_SHADE = 0.47
"""Share by which the picture is darker when the card is edge-on, 0 to 1."""

_OLD_SHARE = 0.49
"""Share of the duration during which the old scene is visible at least, until the new one is
painted."""

_FRAME_SECONDS = 1 / 60
"""Seconds that the card moves by in the first frame after the new scene is complete."""

_WAITING_SECONDS = 0.1
"""Seconds that a frame paints while the transition waits for the new scene, and nothing moves."""


class Transition:
    """The animation from one scene to the next: a card with the old scene in front flips over."""

    def __init__(self, old: pygame.Surface, seconds: float) -> None:
        self._old = old
        self._new: pygame.Surface | None = None
        self._duration = seconds
        self._seconds = 0.0
        self.pending: bool | None = None
        """Whether parts of the new scene are not painted yet; None before the painting has
        begun."""
        self._waited = False

    def advance(self, seconds: float) -> bool:
        """Advance by that time; return whether the transition has ended."""
        if self._waited:  # the frame that completed the painting took long
            seconds = min(seconds, _FRAME_SECONDS)
        self._waited = bool(self.pending)
        self._seconds += seconds
        if self.pending:
            self._seconds = min(self._seconds, _OLD_SHARE * self._duration)
        return self._seconds >= self._duration

    @property
    def waits(self) -> bool:
        """Whether it stands still until the new scene has been painted."""
        return bool(self.pending) and self._seconds >= _OLD_SHARE * self._duration

    @property
    def _shows_old(self) -> bool:
        return self._share() < 0.5

    def _share(self) -> float:
        share = min(1.0 if self.pending is False else _OLD_SHARE, self._seconds / self._duration)
        return share * share * (3 - 2 * share)

    def transform(self, picture: Picture) -> None:
        """Apply the transition to a page's picture, which shows the old scene at the first call."""
        width = abs(1 - 2 * self._share())
        side = "old" if self._shows_old else "new"
        picture.transform(side, width, 1 - _SHADE * (1 - width))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card on the surface, which contains the new scene at the first call."""
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
        """Draw the new scene on the surface, if the card was drawn there."""
        if self._new is not None:
            surface.blit(self._new, (0, 0))


class Screen:
    """The surface of the window, and the picture on it."""

    frame_seconds = 0.005
    """Seconds of a frame after which invisible work waits for the next one."""

    def __init__(self, services: Services, size: tuple[int, int] | None) -> None:
        """`size` is that of the window in pixels; if None, its last size that fits the screen."""
        self._services = services
        self._given_size = size
        self.surface = pygame.Surface(size or _DEFAULT_SIZE)
        self._display = DisplayList()
        self._fullscreen = False
        self._window_size = self._earlier_size = size or _DEFAULT_SIZE
        """The size of the window outside full screen, not maximised, and the one before."""
        self._position: tuple[int, int] | None = None
        """The position of the window before full screen."""
        self._maximised = False
        self._dirty = True
        """Whether the window must be drawn even if no scene has changed."""
        self._frame_start = 0.0
        """Time at which the frame began, by `time.perf_counter`."""
        self._transition: Transition | None = None
        self._was_transformed: bool = False
        """Whether the last picture was part of a transition."""

    # -- the window --------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the window, in the size of the page or as the settings require."""
        pygame.display.set_caption("Flipside")  # the window has a title from the start
        platform, settings = self._services.platform, self._services.settings
        page_size, self._fullscreen = platform.look(), settings.fullscreen
        if page_size is not None:
            self.set_mode(page_size)
            pygame.key.set_repeat(350, 60)
            return
        place = WINDOW_PLACE.load(self._services.storage)
        if self._given_size is None:
            self._window_size = _fitting(place, _screens())
        if _ICON.is_file():  # the icon is optional
            pygame.display.set_icon(pygame.image.load(str(_ICON)))
        if settings.fullscreen:
            self._position = place.x, place.y
            self.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.set_mode(self._window_size, pygame.RESIZABLE)
            if self._given_size is None and place.screens == _screens():
                pygame.display.set_window_position((place.x, place.y))
            if self._given_size is None and place.maximised:
                pygame.Window.from_display_module().maximize()
        pygame.key.set_repeat(350, 60)

    def at(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return the pixel of the surface at a point of SDL's window, such as that of the mouse."""
        window = pygame.display.get_window_size()
        x, y = (
            part * side // of
            for part, side, of in zip(point, self.surface.get_size(), window, strict=True)
        )
        return x, y

    def set_mode(self, size: tuple[int, int], flags: int = 0) -> None:
        """Give the window a surface of that size; (0, 0) is the whole screen."""
        self.surface = self._services.platform.picture.open(size, flags)

    def follow_settings(self) -> bool:
        """Enter or leave full screen as the settings require; return whether the size changed."""
        fullscreen = self._services.settings.fullscreen
        if fullscreen == self._fullscreen:
            return False
        self._fullscreen = fullscreen
        if fullscreen:
            self._position = pygame.display.get_window_position()
            self.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.set_mode(self._window_size, pygame.RESIZABLE)
            if self._position is not None:
                pygame.display.set_window_position(self._position)
        return True

    def note_size(self, size: tuple[int, int]) -> None:
        """Remember the size of the window, unless it is maximised or in full screen."""
        if not (self._fullscreen or self._maximised):
            self._earlier_size, self._window_size = self._window_size, size

    def note_maximised(self, maximised: bool) -> None:
        """Remember whether the window is maximised."""
        width, height = self._window_size
        if maximised and any(width > 0.9 * w and height > 0.8 * h for w, h in _screens()):
            self._window_size = self._earlier_size  # the new size was reported first
        self._maximised = maximised

    def close(self) -> None:
        """Save the place of the window, and close it."""
        if self._services.platform.own_window and pygame.display.get_surface():
            position = None if self._fullscreen else pygame.display.get_window_position()
            x, y = position or self._position or (0, 0)
            width, height = self._window_size
            place = WindowPlace(width, height, x, y, self._maximised, _screens())
            with suppress(ValueError):  # a window far outside all screens is forgotten
                WINDOW_PLACE.parse(WINDOW_PLACE.dump(place))
                WINDOW_PLACE.change(self._services.storage, lambda _: place)
        pygame.quit()

    # -- pictures ----------------------------------------------------------------------------------

    def begin_frame(self) -> None:
        """Begin a frame; invisible work may use some seconds of it."""
        self._frame_start = time.perf_counter()

    @property
    def seconds_spent(self) -> float:
        """Seconds since the frame began."""
        return time.perf_counter() - self._frame_start

    @property
    def seconds_left(self) -> float:
        """Seconds that this frame leaves for postponed work."""
        return self.frame_seconds - self.seconds_spent

    def redraw(self) -> None:
        """Draw the whole window in the next frame."""
        self._dirty = True
        self._display.forget()

    def prepare(self) -> None:
        """Prepare one item for the display list while nothing happens."""
        if not self._display.works:
            self._display.prepare(self.surface)

    def start_transition(self, overlay: bool) -> None:
        """Start the transition to another scene; an `overlay` appears without one."""
        self.finish_transition()
        self._dirty = True
        seconds = _TRANSITION_SECONDS * self._services.theme.tempo
        if overlay or seconds <= 0 or not pygame.display.get_surface():
            return
        turns = self._services.platform.picture.transforms
        self._transition = Transition(self.surface if turns else self.surface.copy(), seconds)

    def finish_transition(self) -> None:
        """End the transition at once, so that players see the target of their input."""
        transition, self._transition = self._transition, None
        if transition is None:
            return
        self._dirty = True
        if not self._services.platform.picture.transforms:
            transition.end(self.surface)
        elif self._display.works and (places := self._display.draw(self.surface, [])):
            self._services.platform.picture.show(self.surface, places)

    def advance(self, seconds: float) -> None:
        """Advance the transition by that time."""
        if self._transition is not None:
            self._dirty = True
            if self._transition.advance(seconds):
                self.finish_transition()

    def show(self, changed: bool, layers: MakeLayers) -> bool:
        """Show one complete picture of `layers` if they changed; return whether they did."""
        if not (self._dirty or changed):
            return False
        self._dirty = False
        picture, transition = self._services.platform.picture, self._transition
        if transition is None:
            places = self._draw(layers)
        elif picture.transforms:
            places = self._animate_page(transition, layers)
        else:
            places = self._draw_transition(transition, layers)
        if self._was_transformed and transition is None and not picture.transforms:
            places = [self.surface.get_rect()]
        if places and pygame.display.get_surface():
            picture.show(self.surface, places)
        if self._was_transformed and transition is None:
            picture.transform("", 1.0, 1.0)
        self._was_transformed = transition is not None
        return True

    def _draw(self, layers: MakeLayers, seconds: float = math.inf) -> list[pygame.Rect] | None:
        """Draw the changes of the layers; return their places, None if the time was too short."""
        new_layers = list[Layer]() if self._display.works else layers()
        return self._display.draw(self.surface, new_layers, seconds)

    def _animate_page(self, transition: Transition, layers: MakeLayers) -> list[pygame.Rect] | None:
        """Let the page animate its picture, and draw the new scene, which is not visible yet."""
        transition.transform(self._services.platform.picture)
        if transition.pending is None:  # creating the new scene took this frame
            transition.pending = True
            return None
        seconds = math.inf
        if transition.pending:
            seconds = _WAITING_SECONDS if transition.waits else self.seconds_left
        places = self._draw(layers, seconds)
        transition.pending = places is None
        return places

    def _draw_transition(self, transition: Transition, layers: MakeLayers) -> list[pygame.Rect]:
        """Draw the new scene, and the card above it."""
        if transition.pending is None:
            self._draw(layers)
            transition.pending = False
        transition.draw(self.surface)
        return [self.surface.get_rect()]


def _screens() -> tuple[tuple[int, int], ...]:
    """Return the sizes of all screens in pixels."""
    return tuple((width, height) for width, height in pygame.display.get_desktop_sizes())


def _fitting(place: WindowPlace, screens: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Return the size of a place; with other screens at most the size of the first of them."""
    size = place.width, place.height
    if place.screens == screens or not screens:
        return size
    (wide, high), (beside, above) = screens[0], _SCREEN_MARGINS
    return min(size[0], wide - beside), min(size[1], high - above)
