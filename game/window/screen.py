"""The window: its size, full screen, and a complete picture in each frame that changes it."""

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
"""Seconds of the transition between two scenes, at the tempo "normal"."""

_DEFAULT_SIZE = 1280, 800

_SCREEN_MARGINS = 16, 96
"""Width and height in pixels that a new window leaves free for its frame and for system bars."""

_Length = Annotated[int, range(20_000)]


@dataclass(frozen=True)
class WindowPlace:
    """The last place of the desktop window while it was not in full screen."""

    width: _Length = _DEFAULT_SIZE[0]
    height: _Length = _DEFAULT_SIZE[1]
    x: Annotated[int, range(-20_000, 20_000)] = 0
    y: Annotated[int, range(-20_000, 20_000)] = 0
    maximised: bool = False
    screens: tuple[tuple[_Length, _Length], ...] = ()
    """The sizes of all screens. If they have changed, `x` and `y` are not used."""


WINDOW_PLACE = Document(
    "window", WindowPlace, 10_000, merge_values=lambda here, _: here, durable=False
)

MakeLayers = Callable[[], list[Layer]]
"""Returns the layers of all visible scenes, from the lowest."""


_SHADE = 0.47
"""By how much the picture is darkened, 0 to 1, when the card is seen from its edge."""

_OLD_SHARE = 0.49
"""The part of the duration after which the transition waits until the new scene is painted."""

_FRAME_SECONDS = 1 / 60
"""The maximum seconds by which the transition advances in the frame after it has waited."""

_WAITING_SECONDS = 0.1
"""Seconds of painting in a frame while the transition waits."""


class Transition:
    """The animation from one scene to the next: a card is flipped, with the old scene in front."""

    def __init__(self, old: pygame.Surface, seconds: float) -> None:
        self._old = old
        self._new: pygame.Surface | None = None
        self._duration = seconds
        self._seconds = 0.0
        self.pending: bool | None = None
        """Whether the new scene must still be painted; None before painting has begun."""
        self._waited = False

    def advance(self, seconds: float) -> bool:
        """Advance by `seconds`; return whether the transition has ended."""
        if self._waited:  # the frame that completed the painting took long
            seconds = min(seconds, _FRAME_SECONDS)
        self._waited = bool(self.pending)
        self._seconds += seconds
        if self.pending:
            self._seconds = min(self._seconds, _OLD_SHARE * self._duration)
        return self._seconds >= self._duration

    @property
    def waits(self) -> bool:
        """Whether the transition waits until the new scene is painted."""
        return bool(self.pending) and self._seconds >= _OLD_SHARE * self._duration

    @property
    def _shows_old(self) -> bool:
        return self._share() < 0.5

    def _share(self) -> float:
        share = min(1.0 if self.pending is False else _OLD_SHARE, self._seconds / self._duration)
        return share * share * (3 - 2 * share)

    def transform(self, picture: Picture) -> None:
        """Transform the picture of a page; at the first call, the picture is the old scene."""
        width = abs(1 - 2 * self._share())
        side = "old" if self._shows_old else "new"
        picture.transform(side, width, 1 - _SHADE * (1 - width))

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the card on a surface; at the first call, the surface contains the new scene."""
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
        """Draw the new scene instead of the card, if the card was drawn on this surface."""
        if self._new is not None:
            surface.blit(self._new, (0, 0))


class Screen:
    """The surface of the window, and the picture on it."""

    frame_seconds = 0.005
    """Seconds after which postponed work waits for the next frame."""
    still_seconds = 0.02
    """Seconds of painting in a frame in which nothing moves. Longer painting goes on in the next
    frame, and the last picture stays visible. So a slow machine responds to input meanwhile."""

    def __init__(self, services: Services, size: tuple[int, int] | None) -> None:
        """`size` is the window's size in pixels; if None, the window gets its last size."""
        self._services = services
        self._given_size = size
        self.surface = pygame.Surface(size or _DEFAULT_SIZE)
        self._display = DisplayList()
        self._fullscreen = False
        self._window_size = self._earlier_size = size or _DEFAULT_SIZE
        """The last two sizes while the window was neither maximised nor in full screen."""
        self._position: tuple[int, int] | None = None
        """The position of the window before it entered full screen."""
        self._maximised = False
        self._dirty = True
        """Whether the window must be drawn, even if no scene has changed."""
        self._frame_start = 0.0
        """When the frame began, by `time.perf_counter`."""
        self._transition: Transition | None = None
        self._was_transformed: bool = False
        """Whether the last picture was part of a transition."""

    # -- the window --------------------------------------------------------------------------------

    def open(self) -> None:
        """Open the window: as large as the page, or as the settings and the saved place say."""
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
            if place.screens == _screens():
                self._position = place.x, place.y
        if _ICON.is_file():  # the icon is optional
            pygame.display.set_icon(pygame.image.load(str(_ICON)))
        if self._position is not None or not settings.fullscreen:
            self._open_in_place()
        if settings.fullscreen:  # on the screen with the window
            self.set_mode((0, 0), pygame.FULLSCREEN)
        elif self._given_size is None and place.maximised:
            pygame.Window.from_display_module().maximize()
        pygame.key.set_repeat(350, 60)

    def _open_in_place(self) -> None:
        """Open a window that is not in full screen, at its last position if that is known."""
        self.set_mode(self._window_size, pygame.RESIZABLE)
        if self._position is not None:
            pygame.display.set_window_position(self._position)

    def at(self, point: tuple[int, int]) -> tuple[int, int]:
        """Return the pixel of the surface at a point in SDL's window, such as that of the mouse."""
        window = pygame.display.get_window_size()
        x, y = (
            part * side // of
            for part, side, of in zip(point, self.surface.get_size(), window, strict=True)
        )
        return x, y

    def set_mode(self, size: tuple[int, int], flags: int = 0) -> None:
        """Give the window a surface of `size`; (0, 0) is the whole screen."""
        self.surface = self._services.platform.picture.open(size, flags)

    def follow_settings(self) -> bool:
        """Enter or leave full screen, as the settings say; return whether the size has changed."""
        fullscreen = self._services.settings.fullscreen
        if fullscreen == self._fullscreen:
            return False
        self._fullscreen = fullscreen
        if fullscreen:
            self._position = pygame.display.get_window_position()
            self.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self._open_in_place()
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
        """Save the place of the window, and close the window."""
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
        """Record the time at which a frame begins."""
        self._frame_start = time.perf_counter()

    @property
    def seconds_spent(self) -> float:
        """Seconds since the frame began."""
        return time.perf_counter() - self._frame_start

    @property
    def seconds_left(self) -> float:
        """Seconds of this frame that are left for postponed work; negative if none are."""
        return self.frame_seconds - self.seconds_spent

    def redraw(self) -> None:
        """Let the next frame draw the whole window."""
        self._dirty = True
        self._display.forget()

    def prepare(self) -> None:
        """Create a picture for the display list in advance, while there is time."""
        if not self._display.works:
            self._display.prepare(self.surface)

    @property
    def in_transition(self) -> bool:
        """Whether a transition to another scene is running, or waits for its picture."""
        return self._transition is not None

    def start_transition(self, overlay: bool) -> None:
        """Start the transition to another scene; an `overlay` appears without a transition."""
        self.finish_transition()
        self._dirty = True
        seconds = _TRANSITION_SECONDS * self._services.theme.tempo
        if overlay or seconds <= 0 or not pygame.display.get_surface():
            return
        turns = self._services.platform.picture.transforms
        self._transition = Transition(self.surface if turns else self.surface.copy(), seconds)

    def finish_transition(self) -> None:
        """End the transition immediately, so that players see the target of their input.

        A picture that is partly painted is completed and shown.
        """
        transition, self._transition = self._transition, None
        if transition is not None:
            self._dirty = True
            if not self._services.platform.picture.transforms:
                transition.end(self.surface)
        if self._display.works and (places := self._display.draw(self.surface, [])):
            self._services.platform.picture.show(self.surface, places)

    def advance(self, seconds: float) -> None:
        """Advance the transition by `seconds`."""
        if self._transition is not None:
            self._dirty = True
            if self._transition.advance(seconds):
                self.finish_transition()

    def show(self, changed: bool, moves: bool, layers: MakeLayers) -> bool:
        """Show a complete picture of `layers` if something has changed; return whether it has.

        Unless something `moves`, a large picture may be painted in several frames. The first one of
        a window, and of a new size, is painted at once.
        """
        if not (self._dirty or changed or self._display.works):
            return False
        self._dirty = False
        picture, transition = self._services.platform.picture, self._transition
        if transition is None:
            at_once = moves or self._was_transformed or self._display.is_empty
            seconds = math.inf if at_once else self.still_seconds
            places = self._draw(layers, seconds)
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
        """Draw the changes; return their places, or None if `seconds` are too few."""
        new_layers = list[Layer]() if self._display.works else layers()
        return self._display.draw(self.surface, new_layers, seconds)

    def _animate_page(self, transition: Transition, layers: MakeLayers) -> list[pygame.Rect] | None:
        """Let the page animate its picture, and draw the new scene, which is not yet visible."""
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
        """Draw the card of the transition; the first time, draw the new scene before it."""
        if transition.pending is None:
            self._draw(layers)
            transition.pending = False
        transition.draw(self.surface)
        return [self.surface.get_rect()]


def _screens() -> tuple[tuple[int, int], ...]:
    """Return the sizes of all screens in pixels."""
    return tuple((width, height) for width, height in pygame.display.get_desktop_sizes())


def _fitting(place: WindowPlace, screens: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """Return the saved size; if the screens have changed, shrink it to fit the first screen."""
    size = place.width, place.height
    if place.screens == screens or not screens:
        return size
    (wide, high), (beside, above) = screens[0], _SCREEN_MARGINS
    return min(size[0], wide - beside), min(size[1], high - above)
