"""The program: its frame loop, and the events that it hands on."""

import gc
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from flipside.game.scenes.common.troubles import Troubles
from flipside.game.scenes.shelf.album import review_given
from flipside.game.scenes.shelf.menu import Menu
from flipside.game.services.platform.clipboard import read_files
from flipside.game.services.services import open_services
from flipside.game.window.crashes import Crashes
from flipside.game.window.key_input import Gamepads, Keyboard
from flipside.game.window.page_sync import PageEvents, ReadoutSync
from flipside.game.window.pointers import Pointers
from flipside.game.window.scene_stack import SceneStack
from flipside.game.window.screen import Screen
from flipside.rules.match.formats import MAX_FILE_BYTES
from flipside.rules.match.link import is_link

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


class App:
    """The program: one window with a stack of scenes; `frame` does all the work of one frame."""

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
        self.services = open_services(folder)
        self.screen = Screen(self.services, size)
        self.stack = SceneStack(self.services, self.screen)
        self._wanted: tuple[int, int] | None = None
        """A new size of the window for which the scenes are not arranged yet."""
        self.pointers = Pointers(self.stack)
        self._keyboard = Keyboard()
        self.readout_sync = ReadoutSync(self.services)
        self.page_events = PageEvents(self.stack, self.readout_sync)
        self.gamepads = Gamepads(self.services.platform.sdl_gamepads)
        self._drawn_title = ""
        self._computed = False
        """Whether anything was computed in the last frame."""
        self._still = 0.0
        """Seconds since the last event, change of the picture or step of a search."""
        self._hidden = False
        """Whether the window is minimized or hidden on a desktop; scenes and clocks wait then. A
        browser stops calling the loop instead."""
        self._troubles = Troubles(self.stack)
        self.crashes = Crashes(self.stack, self.pointers.let_go)
        self._given = given
        self._dropped: list[str] = []
        """Paths of the files dropped since the last frame."""

    def start(self) -> None:
        """Open the window and show the shelf."""
        self._open_window()
        self._open_shelf()

    def _open_window(self) -> None:
        self.screen.open()
        self.resize(self.screen.surface.get_size())

    def _open_shelf(self) -> None:
        self.services.storage.try_out()
        # A full garbage collection takes longer than a frame once a search has filled its table.
        # So nothing is collected but between scenes; scenes leave no cycles behind meanwhile.
        gc.disable()
        self.stack.open(Menu(self.stack))
        gc.freeze()  # of what was collected when the shelf was opened
        self._troubles.tell()
        links = list(filter(is_link, self._given))
        if links:
            review_given(self.stack, links[0])
        if files := [path for path in self._given if path not in links]:
            self._review_files(files)

    def _review_files(self, paths: Sequence[str]) -> None:
        review_given(self.stack, read_files(paths, MAX_FILE_BYTES))

    def resize(self, size: tuple[int, int]) -> None:
        """Arrange everything for a window of that size."""
        self._wanted = None
        self.stack.resize(size)

    def _follow(self) -> None:
        """Arrange the scenes for a new window size."""
        if self._wanted is None:
            return
        if not self.services.platform.own_window:
            self.screen.set_mode(self._wanted)
        self.resize(self._wanted)

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay awake: something moves, or somebody may act soon."""
        return self.stack.top.wakes and not self._hidden and self._still < _AWAKE_SECONDS

    # -- a frame -----------------------------------------------------------------------------------

    def frame(self, seconds: float, met: Sequence[pygame.event.Event] = ()) -> None:
        """Advance by `seconds`, handle the events `met` and all waiting ones, draw what changed."""
        self.screen.begin_frame()
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
            if not self.stack.running:
                return
        shown = self.show()
        if shown:
            self._still = 0.0
        if self.services.platform.reads_aloud:
            self.readout_sync.look(self.stack.top, self.screen.seconds_left > 0)
        self._computed = self.services.clock.readings != readings
        if self.readout_sync.works or self._computed:
            self._still = 0.0
        if not shown or self.screen.seconds_spent < _SHORT_SECONDS:
            self.entitle()
            self.services.sound.prepare()
        if not shown:
            self.screen.prepare()

    def _adapt(self, seconds: float) -> None:
        """Compute less in a frame after one that came late, a little more after one on time."""
        now, (least, most) = self.services.slice_seconds, self.slices
        late = seconds > _LATE_SECONDS
        self.services.slice_seconds = max(least, 0.75 * now) if late else min(most, now + 0.0005)

    def entitle(self) -> None:
        """Show the title of the top scene, which takes a page as long as a few pieces."""
        title = self.stack.top.title()
        if title != self._drawn_title:
            self._drawn_title = title
            pygame.display.set_caption(title)

    def rest(self) -> float:
        """Return how many seconds the loop may wait for an event: 0 with a gamepad, since not
        every system sends its events."""
        return IDLE_WAIT_SECONDS if self._still >= IDLE_SECONDS and not self.gamepads.any else 0.0

    def step(self, seconds: float) -> None:
        """Advance everything but the drawing by `seconds`."""
        if self._dropped:
            paths, self._dropped = self._dropped, []
            self._review_files(paths)
        self._wanted = self.page_events.read(seconds, self.wakes) or self._wanted
        self.pointers.wait(seconds)
        self.stack.double_press.wait(seconds)
        for key in self.gamepads.wait(seconds):
            self.stack.key(key)
        self.screen.advance(seconds)
        if not self._hidden:
            self.stack.top.update(seconds)
        self._troubles.tell()

    def show(self) -> bool:
        """Show the visible scenes in one complete picture if anything changed; return whether it
        did."""
        self._follow()
        return self.stack.show()

    # -- events ------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: of a pointer, a gamepad, the keyboard, or else of the window."""
        if self.pointers.handle(event, self.screen.surface.get_size()):
            return
        for key in self.gamepads.handle(event):
            self.stack.key(key)
        if key := self._keyboard.handle(event):
            top = self.stack.top
            self.stack.key(key)
            if self.stack.top is not top:
                self._keyboard.leave(event.key)
        match event.type:
            case pygame.TEXTINPUT | pygame.TEXTEDITING:
                if self._keyboard.types:
                    self.stack.write(event.text, composing=event.type == pygame.TEXTEDITING)
            case _:
                self._handle_window(event)

    def _handle_window(self, event: pygame.event.Event) -> None:
        """React to an event of the window itself."""
        match event.type:
            case pygame.QUIT:
                self.stack.close()
            case pygame.DROPFILE:
                self._dropped.append(event.file)
            case pygame.VIDEORESIZE:
                self.screen.surface = pygame.display.get_surface() or self.screen.surface
                size = event.w, event.h
                self._wanted = size if size != self.stack.size else None
                self.screen.redraw()
            case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED | pygame.WINDOWSHOWN:
                self._hidden = False
                self.screen.redraw()
            case pygame.WINDOWFOCUSGAINED:
                self._hidden = False
                if self.services.platform.own_window:  # a page is told of what others save
                    self.stack.look_again()
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
        while self.stack.running:
            met = await self.services.platform.next_frame(self.rest())
            seconds = clock.tick() / 1000
            self.crashes.attempt(partial(self.frame, seconds, met))
        pygame.quit()
