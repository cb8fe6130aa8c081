"""The stack of open scenes, the functions with which scenes open others, and double presses."""

import gc
import math
import weakref
from collections.abc import Callable, Hashable
from functools import partial

from flipside.game.drawing.display_list import Layer
from flipside.game.live_match.match_lists import PlayedMoves
from flipside.game.saves.album import unsaved
from flipside.game.scenes.common import dialog
from flipside.game.scenes.common.scene import Scene, SceneWays
from flipside.game.scenes.editor.session import set_up
from flipside.game.scenes.keys import show_keys
from flipside.game.scenes.shelf.album import open_link
from flipside.game.scenes.shelf.progress import Progress
from flipside.game.scenes.shelf.shelf import Shelf
from flipside.game.scenes.study.drill import open_drill
from flipside.game.scenes.study.session import explore, review
from flipside.game.scenes.task.daily import Daily
from flipside.game.scenes.task.lesson import open_lesson, show_lessons
from flipside.game.scenes.task.problems import Problems
from flipside.game.services.plain import typed
from flipside.game.services.services import Services
from flipside.game.window.screen import Screen

DOUBLE_PRESS_SECONDS = 0.6
"""Maximum seconds between the two presses of a double press. Systems use 0.5 s."""

DOUBLE_PRESS_PIXELS = 32
"""Maximum distance between these presses, in CSS pixels."""

_PRESSING_KEYS = ("return", "space")

_Place = tuple[int, int] | str
"""The place of a press: a point in the window, or a key."""


class DoublePress:
    """The last press, with which the next press is compared.

    The second press of a double click or double tap is ignored if the target of the first is gone:
    a scene has opened or closed, or a panel has changed.
    """

    def __init__(self) -> None:
        self._seconds = math.inf
        self._place: _Place = ""
        self._target: Hashable = None
        self._scene: Callable[[], Scene | None] = lambda: None
        """Returns the scene of the last press, or None if it is gone."""

    def wait(self, seconds: float) -> None:
        """Advance by `seconds`."""
        self._seconds += seconds

    def note(self, top: Scene, place: _Place, target: Hashable = None) -> None:
        """Record a press on a target of the top scene."""
        self._scene, self._place, self._target = weakref.ref(top), place, target
        self._seconds = 0.0

    def lift(self) -> None:
        """Record that a pointer went up; the time since the press is measured from this moment."""
        self._seconds = 0.0

    def forget(self) -> None:
        """Forget the last press, because the player has scrolled."""
        self._seconds = math.inf

    def strays(self, top: Scene, place: _Place) -> bool:
        """Return whether to ignore a press: it is the second of two, and the first target is gone.

        If so, the next press is compared with this one.
        """
        slack = DOUBLE_PRESS_PIXELS * top.services.platform.pixel_ratio()
        if self._seconds > DOUBLE_PRESS_SECONDS or not _near(self._place, place, slack):
            return False
        same_scene = top is self._scene()
        if isinstance(self._place, str) or not same_scene:
            target_gone = not same_scene
        else:
            target_gone = top.target_at(self._place) != self._target
        if target_gone:
            self._seconds = 0.0
        return target_gone

    def strays_by_key(self, top: Scene, key: str) -> bool:
        """Return whether to ignore the press of a key (`strays`); if not, record it."""
        if key in _PRESSING_KEYS and self.strays(top, key):
            return True
        self.note(top, key)
        return False


def _near(place: _Place, other: _Place, pixels: float) -> bool:
    """Return whether two places are equal, or at most `pixels` apart."""
    if isinstance(place, str) or isinstance(other, str):
        return place == other
    return math.dist(place, other) <= pixels


_MIN_WINDOW_PIXELS = (360, 360)
"""The minimum size of the window in CSS pixels."""


class SceneStack:
    """The open scenes; the last of them gets the input."""

    def __init__(self, services: Services, screen: Screen) -> None:
        self.services, self.screen = services, screen
        self.ways = SceneWays(
            partial(explore, self), partial(review, self),
            lambda game, play: open_lesson(self, game, play=play),
            partial(show_lessons, self), partial(open_lesson, self),
            lambda game: self.open(Problems(self, game)), lambda: self.open(Daily(self)),
            lambda game: self.open(Progress(self, game)), partial(set_up, self),
            partial(open_link, self), partial(open_drill, self), partial(show_keys, self),
        )  # fmt: skip
        self.size = screen.surface.get_size()
        self.played = PlayedMoves()
        self.scenes: list[Scene] = []
        self.running = True
        self.double_press = DoublePress()
        self._scenes_to_arrange: set[Scene] = set()
        """Scenes that became visible when another was closed. They are laid out when they are used:
        other scenes may open above them at once."""
        self._quit_dialog: Scene | None = None
        """The dialog that asks whether to quit although matches are not saved."""
        self._has_garbage = False

    # -- visible scenes ---------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The scene that gets the input."""
        return self._up_to_date(self.scenes[-1])

    @property
    def in_transition(self) -> bool:
        """Whether the top scene is not yet shown completely."""
        return self.screen.in_transition

    def visible(self) -> list[Scene]:
        """Return the visible scenes after layout: one that fills the window, and overlays."""
        return [self._up_to_date(scene) for scene in self._visible()]

    def _visible(self) -> list[Scene]:
        lowest = max((i for i, scene in enumerate(self.scenes) if not scene.overlay), default=0)
        return self.scenes[lowest:]

    def _up_to_date(self, scene: Scene) -> Scene:
        if scene in self._scenes_to_arrange:
            self._scenes_to_arrange.remove(scene)
            scene.load()
            scene.layout(self.size)
        elif scene.late and scene is not self.scenes[-1]:  # animations stop below a dialog
            scene.update_layout()
        return scene

    def show(self) -> bool:
        """Show the visible scenes if they have changed; return whether they were drawn."""
        changed, top = any(scene.changed for scene in self.scenes), self.top
        moves = not top.rests or bool(top.pressed)  # a finger may carry a piece, or scroll
        return self.screen.show(changed, moves, self._layers)

    def _layers(self) -> list[Layer]:
        layers = [layer for scene in self.visible() for layer in scene.layers()]
        for scene in self.scenes:
            scene.changed = False
        return layers

    def reload_top(self) -> None:
        """Let the top scene load its saves and lay itself out again."""
        self.top.load()
        self.top.update_layout()

    # -- opening and closing ---------------------------------------------------------------------

    def open(self, scene: Scene) -> None:
        """Put a scene on top."""
        self._start_transition(scene.overlay or not self.scenes)
        if self.scenes:
            below = self.top if scene.overlay else self.scenes[-1]
            below.let_go()
            below.hover(None)
        self._put(scene)

    def _put(self, scene: Scene) -> None:
        self.scenes.append(scene)
        scene.load()
        scene.layout(self.size)

    def back(self) -> None:
        """Remove the top scene; if it is the shelf, end the program."""
        if len(self.scenes) > 1:
            self._start_transition(self.top.overlay)
            top = self.scenes.pop()
            self._scenes_to_arrange = {self.scenes[-1]} if top.overlay else set(self._visible())
        else:
            self.quit()

    def replace(self, scene: Scene) -> None:
        """Replace the top scene that fills the window, and the overlays above it."""
        self._start_transition(False)
        self._scenes_to_arrange.clear()
        while len(self.scenes) > 1 and self.scenes[-1].overlay:
            self.scenes.pop()
        if len(self.scenes) > 1:
            self.scenes.pop()
        self._put(scene)

    def home(self) -> None:
        """Remove every scene except the shelf."""
        self._start_transition(False)
        self._scenes_to_arrange.clear()
        del self.scenes[1:]
        self.top.load()
        self.top.layout(self.size)

    def restart(self) -> None:
        """Show only a new shelf, even if other scenes have failed."""
        self.scenes = [Shelf(self)]
        self.top.load()
        self._scenes_to_arrange.clear()
        self.services.platform.typing(None)
        self.resize(self.size)

    def _start_transition(self, overlay: bool) -> None:
        if self.scenes and self.scenes[-1].line is not None:
            self.services.platform.typing(None)
        self._has_garbage |= bool(self.scenes)  # not at the start: its objects stay
        self.screen.start_transition(overlay)

    def collect_garbage(self) -> None:
        """Collect garbage if a scene was opened or closed; call this while nothing moves."""
        if self._has_garbage and not self.in_transition:
            self._has_garbage = False
            gc.collect()

    def quit(self) -> None:
        """End the program after this frame."""
        self.running = False

    def close(self) -> None:
        """Handle the window's close button: ask whether to quit if matches are not saved.

        If the dialog is already open, end the program.
        """
        second_request = self._quit_dialog in self.scenes
        self.services.storage.retry()
        if second_request or not unsaved(self.services):
            self.quit()
        else:
            self._quit_dialog = dialog.quit_dialog(self)
            self.open(self._quit_dialog)

    # -- the window --------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Save changed settings and apply them to all scenes."""
        services = self.services
        services.settings.save(services.storage)
        services.text.use(services.settings.language)
        size_changed = self.screen.follow_settings()
        self.resize(self.screen.surface.get_size() if size_changed else self.size)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay out the visible scenes for a window of `size` in pixels."""
        minimum = [
            round(side * self.services.platform.pixel_ratio()) for side in _MIN_WINDOW_PIXELS
        ]
        self.size = max(size[0], minimum[0]), max(size[1], minimum[1])
        self.screen.redraw()  # painting for the old size is not continued
        self.screen.finish_transition()
        self.services.theme.resize(self.size)
        # Hidden scenes are laid out when they become visible.
        for scene in self.visible():
            scene.layout(self.size)
        self.screen.redraw()

    def write(self, text: str, composing: bool = False) -> None:
        """Handle text input; if `composing`, an input method may still change it."""
        line = self.top.line
        if line is not None and composing:
            line.composition = typed(text)
            self.top.update_layout()
        elif line is not None:
            line.write(text)

    def key(self, name: str) -> None:
        """Handle a key by its name, such as "u", "left" or "ctrl z"."""
        if self.double_press.strays_by_key(self.top, name):
            return
        self.screen.finish_transition()
        self.top.key(name)
