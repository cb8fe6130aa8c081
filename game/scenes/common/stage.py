"""The program around the scenes, as they see it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from flipside.game.saves.matches import Saved
from flipside.game.services.services import Services
from flipside.game.table.played_moves import PlayedMoves
from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.match.match import Match

if TYPE_CHECKING:  # a scene knows its stage
    from flipside.game.scenes.common.scene import Scene


class Stage:
    """Opens, closes and replaces scenes; the last one of `scenes` takes the input."""

    def __init__(self, services: Services, size: tuple[int, int]) -> None:
        """`size` is that of the window in pixels."""
        self.services, self.size = services, size
        self.played = PlayedMoves()
        self.scenes: list[Scene] = []
        self.running = True
        self._unarranged: set[Scene] = set()
        """Scenes that came to light when another was closed, until they are arranged: others may
        open over them at once."""

    @property
    def top(self) -> "Scene":
        """The scene that takes the input."""
        return self._up_to_date(self.scenes[-1])

    def visible(self) -> "list[Scene]":
        """The scenes that can be seen, the lowest first: one that fills the window, and overlays
        above it; those are arranged that have just come to light."""
        return [self._up_to_date(scene) for scene in self._seen()]

    def _seen(self) -> "list[Scene]":
        lowest = max((i for i, scene in enumerate(self.scenes) if not scene.overlay), default=0)
        return self.scenes[lowest:]

    def _up_to_date(self, scene: "Scene") -> "Scene":
        if scene in self._unarranged:
            self._unarranged.remove(scene)
            scene.load()
            scene.arrange(self.size)
        elif scene.late and scene is not self.scenes[-1]:  # nothing moves below a dialog
            scene.rearrange()
        return scene

    def open(self, scene: "Scene") -> None:
        """Put a scene on top."""
        self._begin_transition(scene.overlay)
        if self.scenes:
            below = self.top if scene.overlay else self.scenes[-1]
            below.let_go()
            below.hover(None)
        self.scenes.append(scene)
        scene.load()
        scene.arrange(self.size)

    def back(self) -> None:
        """Remove the top scene; on the shelf, end the program."""
        if len(self.scenes) > 1:
            self._begin_transition(self.top.overlay)
            gone = self.scenes.pop()
            self._unarranged = {self.scenes[-1]} if gone.overlay else set(self._seen())
        else:
            self.quit()

    def replace(self, scene: "Scene") -> None:
        """Replace the top scene that fills the window, and all overlays above it."""
        self._begin_transition(False)
        self._unarranged.clear()
        while len(self.scenes) > 1 and self.scenes[-1].overlay:
            self.scenes.pop()
        if len(self.scenes) > 1:
            self.scenes.pop()
        self.scenes.append(scene)
        scene.load()
        scene.arrange(self.size)

    def home(self) -> None:
        """Remove every scene but the shelf."""
        self._begin_transition(False)
        self._unarranged.clear()
        del self.scenes[1:]
        self.top.load()
        self.top.arrange(self.size)

    def reload(self, scene: "Scene") -> None:
        """Let a scene read the saves again and show what has changed."""
        scene.load()
        scene.rearrange()

    def quit(self) -> None:
        """End the program after this frame."""
        self.running = False

    def set_up_position(self, match: Match) -> None:
        """Open the editor with the position of a match."""
        text = write_position(match.game, match.choices, match.position)
        self.set_up(match.game, match.choices, text or "")

    # -- to be filled by the program ---------------------------------------------------------------

    def learn(self, game: AnyGame, play: Callable[[], None] | None = None) -> None:
        """Open the lesson of a game; `play` begins a match in its place at its end."""
        raise NotImplementedError

    def problems(self, game: AnyGame) -> None:
        """Open the problems of a game."""
        raise NotImplementedError

    def set_up(self, game: AnyGame, choices: Choices, text: str = "") -> None:
        """Open the editor of a game, with the position of a text or else the starting position."""
        raise NotImplementedError

    def explore(self, saved: Saved, ply: int | None = None, reviews: bool = False) -> None:
        """Open the study of a match, or its review, after `ply` plies or where it stands."""
        raise NotImplementedError

    def link(self, there: Saved) -> None:
        """Show the match of a link."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Arrange every scene anew after settings have changed."""
        raise NotImplementedError

    def toggle_fullscreen(self) -> None:
        """Enter or leave full screen."""
        raise NotImplementedError

    def _begin_transition(self, overlay: bool) -> None:
        """Begin the transition to a scene."""
        raise NotImplementedError
