"""The stack of scenes and the ways from one scene to another."""

import gc
from functools import partial

from flipside.game.drawing.display_list import Layer
from flipside.game.saves.album import unsaved
from flipside.game.scenes.common import troubles
from flipside.game.scenes.common.scene import Scene, SceneWays
from flipside.game.scenes.editor.session import set_up
from flipside.game.scenes.keys import show_keys
from flipside.game.scenes.problem.problems import open_problems
from flipside.game.scenes.shelf.linked import open_link
from flipside.game.scenes.shelf.menu import Menu
from flipside.game.scenes.study.session import explore, review
from flipside.game.scenes.task.lesson import learn
from flipside.game.services.plain import typed
from flipside.game.services.services import Services
from flipside.game.table.match_lists import PlayedMoves
from flipside.game.window.double_press import DoublePress
from flipside.game.window.screen import Screen

_MIN_WINDOW_PIXELS = (360, 360)
"""The least window in CSS pixels."""


class SceneStack:
    """The scenes of the program: opens, closes and replaces them. The last one takes the input."""

    def __init__(self, services: Services, screen: Screen) -> None:
        self.services, self.screen = services, screen
        self.ways = SceneWays(
            partial(explore, self), partial(review, self), partial(learn, self),
            partial(open_problems, self), partial(set_up, self), partial(open_link, self),
            partial(show_keys, self),
        )  # fmt: skip
        self.size = screen.surface.get_size()
        """That of the window in pixels."""
        self.played = PlayedMoves()
        self.scenes: list[Scene] = []
        self.running = True
        self.double_press = DoublePress()
        self._unarranged: set[Scene] = set()
        """Scenes that came to light when another was closed, until they are arranged: others may
        open over them at once."""
        self._leaving: Scene | None = None
        """The dialog that asks whether to lose unsaved matches."""

    # -- what is seen ------------------------------------------------------------------------------

    @property
    def top(self) -> Scene:
        """The scene that takes the input."""
        return self._up_to_date(self.scenes[-1])

    def visible(self) -> list[Scene]:
        """The scenes that can be seen, the lowest first: one that fills the window, and overlays
        above it; those are arranged that have just come to light."""
        return [self._up_to_date(scene) for scene in self._seen()]

    def _seen(self) -> list[Scene]:
        lowest = max((i for i, scene in enumerate(self.scenes) if not scene.overlay), default=0)
        return self.scenes[lowest:]

    def _up_to_date(self, scene: Scene) -> Scene:
        if scene in self._unarranged:
            self._unarranged.remove(scene)
            scene.load()
            scene.arrange(self.size)
        elif scene.late and scene is not self.scenes[-1]:  # nothing moves below a dialog
            scene.rearrange()
        return scene

    def show(self) -> bool:
        """Show the visible scenes if anything changed; return whether it did."""
        return self.screen.show(any(one.changed for one in self.scenes), self._layers)

    def _layers(self) -> list[Layer]:
        layers = [layer for scene in self.visible() for layer in scene.layers()]
        for scene in self.scenes:
            scene.changed = False
        return layers

    def look_again(self) -> None:
        """Let the top scene read the saves again and show what has changed."""
        self.top.load()
        self.top.rearrange()

    # -- ways from scene to scene ------------------------------------------------------------------

    def open(self, scene: Scene) -> None:
        """Put a scene on top."""
        self._turn_over(scene.overlay or not self.scenes)
        if self.scenes:
            below = self.top if scene.overlay else self.scenes[-1]
            below.let_go()
            below.hover(None)
        self._put(scene)

    def _put(self, scene: Scene) -> None:
        self.scenes.append(scene)
        scene.load()
        scene.arrange(self.size)

    def back(self) -> None:
        """Remove the top scene; on the shelf, end the program."""
        if len(self.scenes) > 1:
            self._turn_over(self.top.overlay)
            gone = self.scenes.pop()
            self._unarranged = {self.scenes[-1]} if gone.overlay else set(self._seen())
        else:
            self.quit()

    def replace(self, scene: Scene) -> None:
        """Replace the top scene that fills the window, and all overlays above it."""
        self._turn_over(False)
        self._unarranged.clear()
        while len(self.scenes) > 1 and self.scenes[-1].overlay:
            self.scenes.pop()
        if len(self.scenes) > 1:
            self.scenes.pop()
        self._put(scene)

    def home(self) -> None:
        """Remove every scene but the shelf."""
        self._turn_over(False)
        self._unarranged.clear()
        del self.scenes[1:]
        self.top.load()
        self.top.arrange(self.size)

    def begin_again(self) -> None:
        """Show the shelf alone, whatever state the scenes are in."""
        self.scenes = [Menu(self)]
        self.top.load()
        self._unarranged.clear()
        self.services.platform.typing(None)
        self.resize(self.size)

    def _turn_over(self, overlay: bool) -> None:
        """Begin the transition to a scene; nothing else moves then, so garbage is collected."""
        if self.scenes and self.scenes[-1].line is not None:
            self.services.platform.typing(None)
        if self.scenes:  # what the start has made stays
            gc.collect()
        self.screen.turn_over(overlay)

    def quit(self) -> None:
        """End the program after this frame."""
        self.running = False

    def close(self) -> None:
        """React to the window's close button: ask first if matches would be lost, and end the
        program at the second request."""
        asked = self._leaving is not None and self._leaving in self.scenes
        self.services.storage.retry()
        if asked or not unsaved(self.services):
            self.quit()
        else:
            self._leaving = troubles.question(self)
            self.open(self._leaving)

    # -- the window --------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Save changed settings and arrange everything for them."""
        services = self.services
        services.settings.save(services.storage)
        services.text.use(services.settings.language)
        resized = self.screen.follow_settings()
        self.resize(self.screen.surface.get_size() if resized else self.size)

    def resize(self, size: tuple[int, int]) -> None:
        """Arrange everything for a window of that size in pixels."""
        least = [round(side * self.services.platform.pixel_ratio()) for side in _MIN_WINDOW_PIXELS]
        self.size = max(size[0], least[0]), max(size[1], least[1])
        self.screen.hurry()
        self.services.theme.arrange(self.size)
        # What cannot be seen is arranged when it comes to the top.
        for scene in self.visible():
            scene.arrange(self.size)
        self.screen.redraw()

    def write(self, words: str, composing: bool = False) -> None:
        """Handle typed words; `composing`: those that an input method may still change."""
        line = self.top.line
        if line is not None and composing:
            line.composed = typed(words)
            self.top.rearrange()
        elif line is not None:
            line.write(words)

    def key(self, name: str) -> None:
        """Handle a key by its name, such as "u", "left" or "ctrl z"."""
        if self.double_press.strays_by_key(self.top, name):
            return
        self.screen.hurry()
        self.top.key(name)
