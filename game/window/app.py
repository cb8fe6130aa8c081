"""The program: its frame loop, which passes events to the scenes."""

import gc
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from flipside.game.scenes.common.dialog import StorageErrors
from flipside.game.scenes.shelf.album import review_input
from flipside.game.scenes.shelf.shelf import Shelf
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
"""Seconds without events, changes and searches after which the loop is idle."""

IDLE_WAIT_SECONDS = 0.3
"""Seconds that an idle loop waits for an event."""

_LATE_SECONDS = 0.02
"""A frame that takes longer than this is late, at 60 frames a second."""

_SHORT_SECONDS = 0.004
"""A frame of at most this duration leaves time for postponed work, even if something moves."""

MAX_STEP_SECONDS = 0.1
"""The maximum time by which a frame advances the scenes, unless the loop was idle."""

_AWAKE_SECONDS = 600
"""Seconds without events, changes and searches after which the screen may turn off."""


class App:
    """The program: a window with a stack of scenes. `frame` does all the work of a frame."""

    slices = 0.006, 0.014
    """The minimum and the maximum of `Services.slice_seconds`."""

    def __init__(
        self,
        folder: Path | None = None,
        size: tuple[int, int] | None = None,
        sources: Sequence[str] = (),
    ) -> None:
        """Show `sources` at the start: a link to a match, and paths of files.

        Saves are in `folder`, or by default in the system's folder; `size` is in pixels.
        """
        pygame.display.init()
        pygame.font.init()
        self.services = open_services(folder)
        self.screen = Screen(self.services, size)
        self.stack = SceneStack(self.services, self.screen)
        self._new_size: tuple[int, int] | None = None
        """A new size of the window, until the scenes are laid out for it."""
        self.pointers = Pointers(self.stack)
        self._keyboard = Keyboard()
        self.readout_sync = ReadoutSync(self.services)
        self.page_events = PageEvents(self.stack, self.readout_sync)
        self.gamepads = Gamepads(self.services.platform.sdl_gamepads)
        self._title = ""
        self._computed: bool = False
        """Whether time slices were used in the last frame."""
        self._idle_seconds = 0.0
        """Seconds since the last event, change of the picture, or time slice."""
        self._hidden = False
        """Whether the window is minimized or hidden on a desktop; then scenes and clocks stop. A
        browser does not call the loop of a hidden page."""
        self._troubles = StorageErrors(self.stack)
        self.crashes = Crashes(self.stack, self.pointers.let_go)
        self._sources = sources
        self._dropped_paths: list[str] = []

    def start(self) -> None:
        """Open the window and show the shelf."""
        self._open_window()
        self._open_shelf()

    def _open_window(self) -> None:
        self.screen.open()
        self.resize(self.screen.surface.get_size())

    def _open_shelf(self) -> None:
        self.services.storage.try_out()
        # A full garbage collection takes longer than a frame after a search has filled its table.
        # So garbage is collected only after scenes have changed, and while nothing moves. Scenes
        # leave no reference cycles behind.
        gc.disable()
        self.stack.open(Shelf(self.stack))
        gc.freeze()  # the next collections skip everything created so far
        self._troubles.report()
        links = list(filter(is_link, self._sources))
        if links:
            review_input(self.stack, links[0])
        if files := [path for path in self._sources if path not in links]:
            self._review_files(files)

    def _review_files(self, paths: Sequence[str]) -> None:
        review_input(self.stack, read_files(paths, MAX_FILE_BYTES))

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out the visible scenes for a window of `size`."""
        self._new_size = None
        self.stack.resize(size)

    def _apply_new_size(self) -> None:
        if self._new_size is None:
            return
        if self.services.platform.own_window:
            self.screen.note_size(self._new_size)
        else:
            self.screen.set_mode(self._new_size)
        self.resize(self._new_size)

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay on, because something moves or a player may act soon."""
        return self.stack.top.wakes and not self._hidden and self._idle_seconds < _AWAKE_SECONDS

    # -- a frame -----------------------------------------------------------------------------------

    def frame(self, seconds: float, page_events: Sequence[pygame.event.Event] = ()) -> None:
        """Advance by `seconds`, handle all events, and draw what has changed."""
        self.screen.begin_frame()
        events = (*page_events, *pygame.event.get())
        max_step = IDLE_WAIT_SECONDS if self._idle_seconds >= IDLE_SECONDS else MAX_STEP_SECONDS
        self._idle_seconds += seconds
        if self._computed:
            self._adapt_slices(seconds)
        clock_reads = self.services.clock.readings
        self.step(
            min(seconds, max_step)
        )  # before the events: a new animation starts at its beginning
        for event in events:
            self._idle_seconds = 0.0
            self.handle(event)
            if not self.stack.running:
                return
        new_picture = self.show()
        self.services.platform.awaited = self.stack.top.awaits_files and not new_picture
        if new_picture:
            self._idle_seconds = 0.0
        if self.services.platform.reads_aloud:
            self.readout_sync.update(self.stack.top, self.screen.seconds_left > 0)
        self._computed = self.services.clock.readings != clock_reads
        if self.readout_sync.works or self._computed:
            self._idle_seconds = 0.0
        if not new_picture or self.screen.seconds_spent < _SHORT_SECONDS:
            self.update_title()
            self.services.sound.prepare()
        if not new_picture:
            self.stack.collect_garbage()
            self.screen.prepare()
            next(self.stack.top.preparation, None)

    def _adapt_slices(self, seconds: float) -> None:
        """Shorten time slices after a late frame, and lengthen them after a frame in time."""
        seconds_now, (shortest, longest) = self.services.slice_seconds, self.slices
        late = seconds > _LATE_SECONDS
        shorter, longer = max(shortest, 0.75 * seconds_now), min(longest, seconds_now + 0.0005)
        self.services.slice_seconds = shorter if late else longer

    def update_title(self) -> None:
        """Show the title of the top scene; on a page this takes as long as drawing a few pieces."""
        title = self.stack.top.title()
        if title != self._title:
            self._title = title
            pygame.display.set_caption(title)

    def rest(self) -> float:
        """Return the seconds that the loop may wait for an event.

        With a gamepad it is 0, because some systems do not wake the loop for its events.
        """
        return (
            IDLE_WAIT_SECONDS
            if self._idle_seconds >= IDLE_SECONDS and not self.gamepads.any
            else 0.0
        )

    def step(self, seconds: float) -> None:
        """Advance everything except the picture by `seconds`."""
        if self._dropped_paths:
            paths, self._dropped_paths = self._dropped_paths, []
            self._review_files(paths)
        self._new_size = self.page_events.read(seconds, self.wakes) or self._new_size
        self.pointers.wait(seconds)
        self.stack.double_press.wait(seconds)
        for key in self.gamepads.wait(seconds):
            self.stack.key(key)
        self.screen.advance(seconds)
        if not self._hidden:
            self.stack.top.update(seconds)
        self._troubles.report()

    def show(self) -> bool:
        """Show the visible scenes if they have changed; return whether they were drawn."""
        self._apply_new_size()
        return self.stack.show()

    # -- events ------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event of a pointer, a gamepad, the keyboard or the window."""
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
        match event.type:
            case pygame.QUIT:
                self.stack.close()
            case pygame.DROPFILE:
                self._dropped_paths.append(event.file)
            case pygame.VIDEORESIZE:
                self.screen.surface = pygame.display.get_surface() or self.screen.surface
                size = event.w, event.h
                self._new_size = size if size != self.stack.size else None
                self.screen.redraw()
            case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED | pygame.WINDOWSHOWN:
                self._hidden = False
                self.screen.redraw()
                if event.type == pygame.WINDOWRESTORED:
                    self.screen.note_maximised(False)
            case pygame.WINDOWMAXIMIZED:
                self.screen.note_maximised(True)
            case pygame.WINDOWFOCUSGAINED:
                self._hidden = False
                if self.services.platform.own_window:  # a page gets an event after a save
                    self.stack.reload_top()
            case pygame.WINDOWENTER:
                self._hidden = False
            case pygame.WINDOWMINIMIZED | pygame.WINDOWHIDDEN:
                self._hidden = self.services.platform.own_window

    async def run(self) -> None:
        """Run the program until the window is closed."""
        self._open_window()
        self.crashes.attempt(self._open_shelf)
        self.crashes.attempt(partial(self.frame, 0.0))
        self.services.platform.started()
        self.gamepads.start()
        clock = pygame.time.Clock()
        while self.stack.running:
            events = await self.services.platform.next_frame(self.rest())
            seconds = clock.tick() / 1000
            self.crashes.attempt(partial(self.frame, seconds, events))
        self.screen.close()
