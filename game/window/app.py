"""The window, the frame loop and the stack of scenes."""

import gc
import math
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from flipside.game.drawing.display_list import DisplayList, Layer
from flipside.game.scenes.common.troubles import Troubles
from flipside.game.scenes.shelf.album import review_given
from flipside.game.scenes.shelf.menu import Menu
from flipside.game.services.platform.clipboard import read_files
from flipside.game.services.services import open_services
from flipside.game.window.crashes import Crashes
from flipside.game.window.gamepads import Gamepads
from flipside.game.window.keyboard import Keyboard
from flipside.game.window.page_events import PageEvents
from flipside.game.window.pointers import Pointers
from flipside.game.window.readout_sync import ReadoutSync
from flipside.game.window.scene_stack import SceneStack
from flipside.game.window.transition import Transition
from flipside.rules.match.formats import MAX_FILE_BYTES
from flipside.rules.match.link import is_link

_ICON = Path(__file__).resolve().parents[2] / "assets" / "icons" / "window.png"

_MIN_WINDOW_PIXELS = (360, 360)
"""The least window in CSS pixels."""

IDLE_SECONDS = 0.5
"""Seconds without events, changes and searches after which the loop runs less often."""

IDLE_WAIT_SECONDS = 0.3
"""Seconds that an idle loop waits for an event."""

_LATE_SECONDS = 0.02
"""Seconds after which a frame at 60 Hz is late."""

_SHORT_SECONDS = 0.004
"""Seconds of a frame that leaves time for what may wait, although something moves."""

MAX_STEP_SECONDS = 0.1
"""Longest time that one frame advances the scenes by, but for the wait of an idle loop."""

_AWAKE_SECONDS = 600
"""Seconds without events, changes and searches after which the screen may go dark."""


class App(SceneStack):
    """The program: one window with a stack of scenes; `frame` does all the work of one frame."""

    frame_seconds = 0.005
    """Seconds of a frame after which what nobody sees yet waits for the next one."""

    slices = 0.006, 0.014
    """Least and most seconds of a frame in which something is computed."""

    def __init__(
        self,
        folder: Path | None = None,
        size: tuple[int, int] = (1280, 800),
        given: Sequence[str] = (),
    ) -> None:
        """Show what is `given` at the start: a link to a match, and files by their paths.

        `folder` replaces the system's folder for saves; `size` is in pixels.
        """
        pygame.display.init()
        pygame.font.init()
        super().__init__(open_services(folder), size)
        self._windowed = size
        """The size to return to from full screen."""
        self._wanted: tuple[int, int] | None = None
        """A new size of the window for which the scenes are not arranged yet."""
        self.pointers = Pointers(self)
        self._keyboard = Keyboard()
        self._display = DisplayList()
        self._turned = False
        """Whether the picture was turned when it was shown last."""
        self.readout_sync = ReadoutSync(self.services)
        self.page_events = PageEvents(self, self.readout_sync)
        self.gamepads = Gamepads(self.services.platform.sdl_gamepads)
        self._drawn_title = ""
        self._computed = False
        """Whether anything was computed in the last frame."""
        self._begun = 0.0
        """When the frame began, by the clock of `time.perf_counter`."""
        self._still = 0.0
        """Seconds since the last event, change of the picture or step of a search."""
        self._hidden = False
        """Whether the window is minimized or hidden on a desktop; scenes and clocks wait then. A
        browser stops calling the loop instead."""
        self._troubles = Troubles(self)
        self.crashes = Crashes(self)
        self._given = given
        self._dropped: list[str] = []
        """Paths of the files dropped since the last frame."""

    # -- the window --------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the window and show the shelf."""
        self._open_window()
        self._open_shelf()

    def _open_window(self) -> None:
        pygame.display.set_caption("Flipside")  # the window has a title from its first moment on
        page_size = self.services.platform.look()
        if page_size is not None:
            self._set_mode(page_size, 0)
        elif self.services.settings.fullscreen:
            self._set_mode((0, 0), pygame.FULLSCREEN)
        else:
            if _ICON.is_file():  # a window without its icon is one all the same
                pygame.display.set_icon(pygame.image.load(str(_ICON)))
            self._set_mode(self.size, pygame.RESIZABLE)
        pygame.key.set_repeat(350, 60)

    def _open_shelf(self) -> None:
        self.services.storage.try_out()
        # A full garbage collection takes longer than a frame once a search has filled its table.
        # So nothing is collected but between scenes; scenes leave no cycles behind meanwhile.
        gc.disable()
        self.open(Menu(self))
        gc.freeze()  # of what was collected when the shelf was opened
        self._troubles.tell()
        links = list(filter(is_link, self._given))
        if links:
            review_given(self, links[0])
        if files := [path for path in self._given if path not in links]:
            self._review_files(files)

    def _review_files(self, paths: Sequence[str]) -> None:
        review_given(self, read_files(paths, MAX_FILE_BYTES))

    def _set_mode(self, size: tuple[int, int], flags: int) -> None:
        self.surface = pygame.display.set_mode(size, flags)
        self.services.platform.picture.renew()
        self.resize(self.surface.get_size())

    def resize(self, size: tuple[int, int]) -> None:
        """Arrange everything for a window of that size."""
        self._wanted = None
        least = [round(side * self.services.platform.pixel_ratio()) for side in _MIN_WINDOW_PIXELS]
        self.size = max(size[0], least[0]), max(size[1], least[1])
        self.hurry()
        self.services.theme.arrange(self.size)
        # What cannot be seen is arranged when it comes to the top.
        for scene in self.visible():
            scene.arrange(self.size)
        self.redraw()

    def _follow(self) -> None:
        """Arrange the scenes for a new window size."""
        if self._wanted is not None and self.services.platform.own_window:
            self.resize(self._wanted)
        elif self._wanted is not None:
            self._set_mode(self._wanted, 0)

    def toggle_fullscreen(self) -> None:
        """Switch between full screen and a window."""
        settings = self.services.settings
        settings.fullscreen = not settings.fullscreen
        settings.save(self.services.storage)
        if settings.fullscreen:
            self._windowed = self.size
            self._set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self._set_mode(self._windowed, pygame.RESIZABLE)

    def begin_again(self) -> None:
        """Show the shelf alone, whatever state the scenes are in."""
        self.pointers.let_go()
        super().begin_again()

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay awake: something moves, or somebody may act soon."""
        return super().wakes and not self._hidden and self._still < _AWAKE_SECONDS

    # -- a frame -----------------------------------------------------------------------------------

    def frame(self, seconds: float, met: Sequence[pygame.event.Event] = ()) -> None:
        """Advance by `seconds`, handle the events `met` and all waiting ones, draw what changed."""
        self._begun = time.perf_counter()
        events = (*met, *pygame.event.get())
        most = IDLE_WAIT_SECONDS if self._still >= IDLE_SECONDS else MAX_STEP_SECONDS
        self._still += seconds
        if self._computed:
            self._adapt(seconds)
        readings = self.services.clock.readings
        self.step(min(seconds, most))  # before the events: what begins now has not moved yet
        for event in events:
            self._still = 0.0
            self.handle(event)
            if not self.running:
                return
        shown = self.show()
        if shown:
            self._still = 0.0
        if self.services.platform.reads_aloud:
            self.readout_sync.look(self.top, self._seconds_left() > 0)
        self._computed = self.services.clock.readings != readings
        if self.readout_sync.works or self._computed:
            self._still = 0.0
        if not shown or time.perf_counter() - self._begun < _SHORT_SECONDS:
            self.entitle()
            self.services.sound.prepare()

    def _adapt(self, seconds: float) -> None:
        """Compute less in a frame after one that came late, a little more after one on time."""
        now, (least, most) = self.services.slice_seconds, self.slices
        late = seconds > _LATE_SECONDS
        self.services.slice_seconds = max(least, 0.75 * now) if late else min(most, now + 0.0005)

    def entitle(self) -> None:
        """Show the title of the top scene, which takes a page as long as a few pieces."""
        title = self.top.title()
        if title != self._drawn_title:
            self._drawn_title = title
            pygame.display.set_caption(title)

    def _seconds_left(self) -> float:
        return self._begun + self.frame_seconds - time.perf_counter()

    def rest(self) -> float:
        """Return how many seconds the loop may wait for an event: 0 with a gamepad, since not
        every system sends its events."""
        return IDLE_WAIT_SECONDS if self._still >= IDLE_SECONDS and not self.gamepads.any else 0.0

    def step(self, seconds: float) -> None:
        """Advance everything but the drawing by `seconds`."""
        if self._dropped:
            paths, self._dropped = self._dropped, []
            self._review_files(paths)
        self._wanted = self.page_events.read(seconds) or self._wanted
        self.pointers.wait(seconds)
        self.double_press.wait(seconds)
        for key in self.gamepads.wait(seconds):
            self.key(key)
        if self._transition is not None:
            self._dirty = True
            if self._transition.advance(seconds):
                self.hurry()
        if not self._hidden:
            self.top.update(seconds)
        self._troubles.tell()

    def show(self) -> bool:
        """Show the visible scenes in one complete picture if anything changed; return whether it
        did."""
        self._follow()
        if not (self._dirty or any(one.changed for one in self.scenes)):
            return False
        self._dirty = False
        picture, transition = self.services.platform.picture, self._transition
        if transition is None:
            places = self._draw()
        elif picture.turns:
            places = self._turn_page(transition)
        else:
            places = self._turn_window(transition)
        if self._turned and transition is None and not picture.turns:
            places = [self.surface.get_rect()]
        if places and pygame.display.get_surface():
            picture.show(self.surface, places)
        if self._turned and transition is None:
            picture.turn("", 1.0, 1.0)
        self._turned = transition is not None
        return True

    def _draw(self, seconds: float = math.inf) -> list[pygame.Rect] | None:
        """Draw what changed in the visible scenes; return its places, None if it takes longer."""
        layers = list[Layer]()
        if not self._display.works:
            layers = [layer for scene in self.visible() for layer in scene.layers()]
            for scene in self.scenes:
                scene.changed = False
        return self._display.draw(self.surface, layers, seconds)

    def _turn_page(self, transition: Transition) -> list[pygame.Rect] | None:
        """Let the page turn its picture, and draw the new scene, which it does not show yet."""
        transition.turn(self.services.platform.picture)
        if transition.left is None:  # making the new scene took this frame
            transition.left = True
            return None
        places = self._draw(self._seconds_left() if transition.left else math.inf)
        transition.left = places is None
        return places

    def _turn_window(self, transition: Transition) -> list[pygame.Rect]:
        """Draw the new scene, and the picture that turns over into it."""
        if transition.left is None:
            self._draw()
            transition.left = False
        transition.draw(self.surface)
        return [self.surface.get_rect()]

    def redraw(self) -> None:
        """Draw the whole window in the next frame."""
        self._dirty = True
        self._display.forget()

    # -- events ------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: of a pointer, a gamepad, the keyboard, or else of the window."""
        if self.pointers.handle(event, self.surface.get_size()):
            return
        for key in self.gamepads.handle(event):
            self.key(key)
        if key := self._keyboard.handle(event):
            top = self.top
            self.key(key)
            if self.top is not top:
                self._keyboard.leave(event.key)
        match event.type:
            case pygame.TEXTINPUT | pygame.TEXTEDITING:
                if self._keyboard.types:
                    self.top.write(event.text, composing=event.type == pygame.TEXTEDITING)
            case _:
                self._handle_window(event)

    def _handle_window(self, event: pygame.event.Event) -> None:
        """React to an event of the window itself."""
        match event.type:
            case pygame.QUIT:
                self.close()
            case pygame.DROPFILE:
                self._dropped.append(event.file)
            case pygame.VIDEORESIZE:
                self.surface = pygame.display.get_surface() or self.surface
                size = event.w, event.h
                self._wanted = size if size != self.size else None
                self.redraw()
            case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED | pygame.WINDOWSHOWN:
                self._hidden = False
                self.redraw()
            case pygame.WINDOWFOCUSGAINED:
                self._hidden = False
                if self.services.platform.own_window:  # a page is told of what others save
                    self.reload(self.top)
            case pygame.WINDOWENTER:
                self._hidden = False
            case pygame.WINDOWMINIMIZED | pygame.WINDOWHIDDEN:
                self._hidden = self.services.platform.own_window

    async def run(self) -> None:
        """Run until the window is closed."""
        self._open_window()
        self.crashes.attempt(self._open_shelf)
        self.crashes.attempt(partial(self.frame, 0.0))
        self.services.platform.started()
        self.gamepads.start()
        clock = pygame.time.Clock()
        while self.running:
            met = await self.services.platform.next_frame(self.rest())
            seconds = clock.tick() / 1000
            self.crashes.attempt(partial(self.frame, seconds, met))
        pygame.quit()
