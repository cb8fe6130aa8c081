"""The stack of scenes and the ways from one scene to another."""

import gc
from collections.abc import Callable
from functools import partial

import pygame

from flipside.game.saves.album import unsaved
from flipside.game.saves.matches import Saved, draft_text, drop_draft, load_draft
from flipside.game.scenes.common import leaving
from flipside.game.scenes.common.dialog import Choice, Dialog, tell
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.common.stage import Stage
from flipside.game.scenes.editor.scene import Editor
from flipside.game.scenes.problem.problems import Problems
from flipside.game.scenes.shelf.linked import Linked
from flipside.game.scenes.shelf.menu import Menu
from flipside.game.scenes.study.scene import StudyScene
from flipside.game.scenes.task.lesson import Learn
from flipside.game.services.services import Services
from flipside.game.table.correspondence import find_known
from flipside.game.window.double_press import DoublePress
from flipside.game.window.transition import Transition
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.teaching.lessons import BadLesson

_TRANSITION_SECONDS = 0.24
"""Duration of the transition between two scenes at tempo normal."""


class SceneStack(Stage):
    """The scenes of the program, and what it does with them."""

    def __init__(self, services: Services, size: tuple[int, int]) -> None:
        """`size` is that of the window in pixels."""
        super().__init__(services, size)
        self.surface = pygame.Surface(size)
        self.double_press = DoublePress()
        self._dirty = True
        """Whether the window must be drawn even if no scene has changed."""
        self._transition: Transition | None = None
        self._leaving: Scene | None = None
        """The dialog that asks whether to lose unsaved matches."""

    @property
    def wakes(self) -> bool:
        """Whether the scene on top keeps the screen awake."""
        return self.top.wakes

    def learn(self, game: AnyGame, play: Callable[[], None] | None = None) -> None:
        """Open the lesson of a game, or a dialog if its file is damaged."""
        try:
            self.open(Learn(self, game, play))
        except BadLesson:
            text = self.services.text
            tell(self, text("lesson.title"), text.damage("lesson.damaged"))

    def problems(self, game: AnyGame) -> None:
        """Open the problems of a game."""
        self.open(Problems(self, game))

    def set_up(self, game: AnyGame, choices: Choices, text: str = "") -> None:
        """Open the editor of a game, with the position of a text or else the starting position;
        where another one was being set up, ask first which of the two goes on."""
        editor, kept = Editor(self, game, choices, text), load_draft(self.services, game)
        stored = draft_text(self.services, game)
        if kept is None or kept.start == editor.draft.text:
            editor.saver.stored = stored
            self.open(editor)
            return

        def discard() -> None:
            drop_draft(self.services, game, kept.start)
            self.open(editor)

        words, before = self.services.text, Editor(self, game, kept.choices, kept.start)
        before.saver.stored = stored
        answers = (
            Choice("go-on", words("editor.go_on"), "board", "primary", partial(self.open, before)),
            Choice("discard", words("editor.discard"), "bin", action=discard),
        )
        self.open(Dialog(self, words("editor.title"), words("editor.kept"), answers))

    def explore(self, saved: Saved, ply: int | None = None, reviews: bool = False) -> None:
        """Open the study of a match after `ply` plies, or where it stands; `reviews`: with a
        review of the match.

        Raises BadRecord if its lines do not fit.
        """
        self.open(StudyScene(self, saved, ply, reviews))

    def link(self, there: Saved) -> None:
        """Show the match of a link."""
        self.open(Linked(self, there, find_known(self.services, there.match)))

    def begin_again(self) -> None:
        """Show the shelf alone, whatever state the scenes are in."""
        self.scenes = [Menu(self)]
        self.top.load()
        self._unarranged.clear()
        self.services.platform.typing(None)
        self.resize(self.size)

    def close(self) -> None:
        """React to the window's close button: ask first if matches would be lost, and end the
        program at the second request."""
        asked = self._leaving is not None and self._leaving in self.scenes
        self.services.storage.retry()
        if asked or not unsaved(self.services):
            self.quit()
        else:
            self._leaving = leaving.question(self)
            self.open(self._leaving)

    def refresh(self) -> None:
        """Save changed settings and arrange everything for them."""
        services = self.services
        services.settings.save(services.storage)
        services.text.use(services.settings.language)
        self.resize(self.size)

    def key(self, name: str) -> None:
        """Handle a key by its name, such as "u", "left" or "ctrl z"."""
        if self.double_press.strays_by_key(self.top, name):
            return
        self.hurry()
        if name == "f11":
            self.toggle_fullscreen()
        else:
            self.top.key(name)

    def hurry(self) -> None:
        """End the transition, so that players see what they touch."""
        transition, self._transition = self._transition, None
        if transition is None:
            return
        self._dirty = True
        if not self.services.platform.picture.turns:
            transition.end(self.surface)
        elif transition.left:
            self.redraw()

    def resize(self, size: tuple[int, int]) -> None:
        """Arrange everything for a window of that size in pixels."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the whole window in the next frame."""
        raise NotImplementedError

    def _begin_transition(self, overlay: bool) -> None:
        """Begin the transition to a scene; nothing else moves then, so garbage is collected."""
        if self.scenes and self.scenes[-1].line is not None:
            self.services.platform.typing(None)
        gc.collect()
        self.hurry()
        self._dirty = True
        seconds = _TRANSITION_SECONDS * self.services.theme.tempo
        if overlay or not self.scenes or seconds <= 0 or not pygame.display.get_surface():
            return
        turns = self.services.platform.picture.turns
        self._transition = Transition(self.surface if turns else self.surface.copy(), seconds)
