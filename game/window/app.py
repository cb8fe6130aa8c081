"""The window, the frame loop and the stack of scenes."""

import gc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from game.saves.album import unsaved
from game.scenes.common import leaving
from game.scenes.common.dialog import tell
from game.scenes.common.scene import Scene
from game.scenes.common.troubles import Troubles
from game.scenes.lesson.scene import Learn
from game.scenes.problem.problems import Problems
from game.scenes.problem.solve import Solve
from game.scenes.shelf.dropped import open_files
from game.scenes.shelf.linked import open_link
from game.scenes.shelf.menu import Menu
from game.services.services import open_services
from game.tasks.task import Task
from game.window.crashes import Crashes
from game.window.gamepads import Gamepads
from game.window.hidpi import Sharp
from game.window.page_events import PageEvents
from game.window.pointers import Pointers, key_name
from game.window.readout_sync import ReadoutSync
from game.window.transition import Transition
from rules.contract.game import AnyGame
from rules.engine.time_slices import TimeSliced
from rules.teaching.lessons import BadLesson
from rules.teaching.problems import Problem

LEAST_WINDOW = (360, 360)
"""The least window in CSS pixels."""

TRANSITION_SECONDS = 0.24
"""Seconds in which one scene turns over into the next, at tempo normal."""

RESIZE_SECONDS = 0.1
"""Seconds from one arrangement to the next while a person pulls at the window's edge."""

IDLE_SECONDS = 0.5
"""Seconds without an event, a change or a thought after which the loop turns less often."""

IDLE_WAIT_SECONDS = 0.08
"""Seconds that it waits then for somebody to do something; less than LONGEST_STEP, so that no time
is lost."""

LONGEST_STEP = 0.1
"""Seconds; a longer pause between frames counts as this much."""


class App:
    """One window with a stack of scenes; `frame` does everything that one frame needs."""

    def __init__(
        self,
        folder: Path | None = None,
        size: tuple[int, int] = (1280, 800),
        link: str = "",
        files: Sequence[str] = (),
    ) -> None:
        """`link` is that of a match to be shown at the start, `files` are paths of files with
        matches."""
        pygame.display.init()
        pygame.font.init()
        self.services = open_services(folder)
        self.size = size
        self._windowed = size
        self._wanted: tuple[int, int] | None = None
        """The size that the window has by now, for which nothing is arranged yet."""
        self._arranged = RESIZE_SECONDS
        """Seconds since everything was arranged last."""
        self.surface = pygame.Surface(size)
        self.scenes: list[Scene] = []
        self.running = True
        self._dirty = True
        self.pointers = Pointers(self)
        self.sharp = Sharp(self.services)
        self.reader = ReadoutSync(self.services)
        self.letters = PageEvents(self, self.reader)
        self.gamepads = Gamepads(web=self.services.page.in_browser)
        self._turning: Transition | None = None
        self._drawn_title = ""
        self._still = 0.0
        """Seconds since anything happened, was drawn or was thought about."""
        self._hidden = False
        """Whether nobody can see the window: a desktop tells so, a browser stops asking for
        pictures. Then everything waits, clocks included."""
        self._leaving: Scene | None = None
        self._troubles = Troubles(self)
        self.crashes = Crashes(self)
        self._link, self._files = link, files
        self._dropped: list[str] | None = None
        """Paths of the files that are being dropped together; None where nothing is."""

    # -- the window --------------------------------------------------------------------------------

    def start(self) -> None:
        """Open the window and show the shelf."""
        self._open_window()
        self._open_shelf()

    def _open_window(self) -> None:
        page_size = self.services.page.look()
        if page_size is not None:
            self._set_mode(page_size, 0)
        elif self.services.settings.fullscreen:
            self._set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_icon(_window_icon())
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
        if self._link:
            self.link(self._link)
        if self._files:
            open_files(self, self._files)

    def _set_mode(self, size: tuple[int, int], flags: int) -> None:
        self.surface = pygame.display.set_mode(size, flags)
        self.services.page.picture.renew()
        self.resize(self.surface.get_size())

    def resize(self, size: tuple[int, int]) -> None:
        """Arrange everything for a window of that size."""
        self._wanted, self._arranged = None, 0.0
        least = [round(side * self.services.page.pixel_ratio()) for side in LEAST_WINDOW]
        self.size = max(size[0], least[0]), max(size[1], least[1])
        self._turning = None
        self.services.theme.arrange(self.size)
        self.sharp.forget()
        # What cannot be seen is arranged when it comes to the top.
        for scene in self.scenes[self._lowest() :]:
            scene.arrange(self.size)
        self._dirty = True

    def _follow(self, seconds: float) -> None:
        """Let time pass; arrange everything for the size of the window if that has changed, but not
        again at once: a drag of its edge does not wait for each size on the way."""
        # The frame that arranges is a slow one; counted in full it would be followed by the next.
        self._arranged += min(seconds, RESIZE_SECONDS / 3)
        if self._wanted is None or self._arranged < RESIZE_SECONDS:
            return
        if self.services.page.in_browser:
            self._set_mode(self._wanted, 0)
        else:
            self.resize(self._wanted)

    def _lowest(self) -> int:
        """The place in the stack of the lowest scene that can be seen."""
        return max((i for i, scene in enumerate(self.scenes) if not scene.overlay), default=0)

    def toggle_fullscreen(self) -> None:
        """Fill the screen, or no longer."""
        settings = self.services.settings
        settings.fullscreen = not settings.fullscreen
        settings.save(self.services.storage)
        if settings.fullscreen:
            self._windowed = self.size
            self._set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self._set_mode(self._windowed, pygame.RESIZABLE)

    # -- the stack ---------------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The scene that is played with."""
        return self.scenes[-1]

    def open(self, scene: Scene) -> None:
        """Put a scene on top."""
        self._turn(scene.overlay)
        if self.scenes:
            self.top.let_go()
            self.top.hover(None)
        self.scenes.append(scene)
        scene.arrange(self.size)

    def back(self) -> None:
        """Take the top scene away; behind the shelf there is nothing."""
        if len(self.scenes) > 1:
            self._turn(self.top.overlay)
            self.scenes.pop()
            self.top.arrange(self.size)
        else:
            self.running = False

    def replace(self, scene: Scene) -> None:
        """Put a scene in the place of the top one that fills the window, dialogs included."""
        self._turn(False)
        while len(self.scenes) > 1 and self.top.overlay:
            self.scenes.pop()
        if len(self.scenes) > 1:
            self.scenes.pop()
        self.scenes.append(scene)
        scene.arrange(self.size)

    def home(self) -> None:
        """Take everything away but the shelf."""
        self._turn(False)
        del self.scenes[1:]
        self.top.arrange(self.size)

    def begin_again(self) -> None:
        """Show the shelf and nothing else, whatever was there before."""
        self.scenes = [Menu(self)]
        self.pointers.let_go()
        self.services.page.typing(None)
        self.resize(self.size)

    def learn(self, game: AnyGame, play: Callable[[], None] | None = None) -> None:
        """Open the lesson of a game; one that is damaged is told."""
        try:
            self.open(Learn(self, game, play))
        except BadLesson:
            text = self.services.text
            tell(self, text("lesson.title"), text("lesson.damaged"))

    def problems(self, game: AnyGame) -> None:
        """Open the problems of a game."""
        self.open(Problems(self, game))

    def solve(self, task: Problem | Task, title: str) -> None:
        """Open a problem or a task on the board; `title` says which."""
        self.open(Solve(self, task, title, lambda clean: None))

    def link(self, words: str) -> None:
        """Show the match of a link that somebody sent, or say why there is none."""
        open_link(self, words)

    def quit(self) -> None:
        """End the program after this frame."""
        self.running = False

    def close(self) -> None:
        """The window shall close: it asks if matches would be lost, and at a second time goes."""
        asked = self._leaving is not None and self._leaving in self.scenes
        self.services.storage.retry()
        if asked or not unsaved(self.services):
            self.quit()
        else:
            self._leaving = leaving.question(self)
            self.open(self._leaving)

    def refresh(self) -> None:
        """Settings have changed: arrange everything anew."""
        services = self.services
        services.settings.save(services.storage)
        services.text.use(services.settings.language)
        self.resize(self.size)
        self._troubles.tell()

    def _turn(self, overlay: bool) -> None:
        """Begin turning the picture over, from what is seen now; a good time to clean up."""
        gc.collect()
        self._dirty = True
        seconds = TRANSITION_SECONDS * self.services.theme.tempo
        if overlay or not self.scenes or seconds <= 0 or not pygame.display.get_surface():
            return
        self._turning = Transition(self.surface.copy(), seconds)

    def hurry(self) -> None:
        """End the turning over of scenes, so that one sees what is touched."""
        self._turning = None

    # -- a frame -----------------------------------------------------------------------------------

    def frame(self, seconds: float, met: Sequence[pygame.event.Event] = ()) -> None:
        """Handle events, first those that were met already, let time pass, and draw if anything has
        changed."""
        self._still += seconds
        for event in (*met, *pygame.event.get()):
            self._still = 0.0
            self.handle(event)
            if not self.running:
                return
        thoughts = TimeSliced.worked
        self.step(min(seconds, LONGEST_STEP))
        if self.services.page.in_browser:
            self.reader.look(self.top)
        if self.show():
            self._still = 0.0
        else:
            self.sharp.pass_time(seconds, self.scenes[self._lowest() :])
        if self.sharp.works or self.reader.works or TimeSliced.worked != thoughts:
            self._still = 0.0

    def rest(self) -> float:
        """Seconds that the loop may wait for somebody to do something. Gamepads are asked in every
        frame, for not every system tells of them."""
        return IDLE_WAIT_SECONDS if self._still >= IDLE_SECONDS and not self.gamepads.any else 0.0

    def step(self, seconds: float) -> None:
        """Let time pass."""
        self._wanted = self.letters.read(seconds) or self._wanted
        self._follow(seconds)
        self.pointers.wait(seconds)
        for key in self.gamepads.wait(seconds):
            self.key(key)
        if self._turning is not None:
            self._dirty = True
            if self._turning.advance(seconds):
                self._turning = None
        if not self._hidden:
            self.top.update(seconds)
        self._troubles.tell()

    def show(self) -> bool:
        """Draw the scenes if anything has changed since they were drawn last; whether it had."""
        title = self.top.title()
        if title != self._drawn_title:
            self._drawn_title = title
            pygame.display.set_caption(title)
        if not (self._dirty or any(scene.changed for scene in self.scenes)):
            return False
        self._dirty = False
        self._draw(self.surface)
        if self._turning is not None:
            self._turning.draw(self.surface)
            self._dirty = True
        if pygame.display.get_surface():
            places = self.services.page.picture.show(self.surface)
            seen = self.scenes[self._lowest() :]
            if self.sharp.changed(places, self.surface, seen):
                self.sharp.go_on(seen)
        return True

    def _draw(self, surface: pygame.Surface) -> None:
        if surface.get_size() != self.size:  # somebody pulls at the window's edge
            surface.fill(self.services.theme.palette.table)
        for scene in self.scenes[self._lowest() :]:
            scene.draw(surface)
        for scene in self.scenes:
            scene.changed = False

    # -- events ------------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """One event of the window."""
        if self.pointers.handle(event, self.surface.get_size()):
            return
        for key in self.gamepads.handle(event):
            self.key(key)
        match event.type:
            case pygame.QUIT:
                self.close()
            case pygame.VIDEORESIZE:
                self.surface = pygame.display.get_surface() or self.surface
                size = event.w, event.h
                self._wanted, self._dirty = size if size != self.size else None, True
            case pygame.MOUSEWHEEL:
                self.top.wheel(pygame.mouse.get_pos(), event.precise_y)
            case pygame.WINDOWLEAVE:
                self.top.hover(None)
            case pygame.WINDOWFOCUSLOST:
                self.pointers.let_go()
                self.gamepads.let_go()
            case pygame.WINDOWEXPOSED | pygame.WINDOWRESTORED | pygame.WINDOWSHOWN:
                self._dirty, self._hidden = True, False
            case pygame.WINDOWFOCUSGAINED | pygame.WINDOWENTER:
                self._hidden = False
            case pygame.WINDOWMINIMIZED | pygame.WINDOWHIDDEN:
                self._hidden = not self.services.page.in_browser
            case pygame.TEXTINPUT:
                self.top.write(event.text)
            case pygame.TEXTEDITING:
                self.top.compose(event.text)
            case pygame.DROPBEGIN | pygame.DROPFILE | pygame.DROPCOMPLETE:
                self._drop(event)
            case pygame.KEYDOWN:
                name = key_name(event.key, event.mod)
                if name:
                    self.key(name)

    def _drop(self, event: pygame.event.Event) -> None:
        """Open what is dropped together as one; a file that comes alone at once."""
        if event.type == pygame.DROPBEGIN:
            self._dropped = []
        elif event.type == pygame.DROPFILE:
            if self._dropped is None:
                open_files(self, [event.file])
            else:
                self._dropped.append(event.file)
        else:
            paths, self._dropped = self._dropped, None
            if paths:
                open_files(self, paths)

    def key(self, name: str) -> None:
        """A key, by its name such as "u", "left", "ctrl z"."""
        self.hurry()
        if name == "f11":
            self.toggle_fullscreen()
        else:
            self.top.key(name)

    # -- the loop ----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Run until the window is closed."""
        self._open_window()
        self.crashes.attempt(self._open_shelf)
        self.crashes.attempt(partial(self.frame, 0.0))
        self.services.page.started()
        self.gamepads.start()
        clock = pygame.time.Clock()
        while self.running:
            met = await self.services.page.next_frame(self.rest())
            seconds = clock.tick(0 if self.services.page.in_browser else 60) / 1000
            self.crashes.attempt(partial(self.frame, seconds, met))
        pygame.quit()


def _window_icon() -> pygame.Surface:
    path = Path(__file__).resolve().parents[2] / "assets" / "icons" / "window.png"
    if path.is_file():
        return pygame.image.load(str(path))
    return pygame.Surface((32, 32), pygame.SRCALPHA)
