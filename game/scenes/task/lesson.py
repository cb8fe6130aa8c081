"""The scene of a lesson, with its sentences in the near panel, and the list of lessons."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from flipside.game.live_match.match_view import MatchView
from flipside.game.saves.task_progress import LESSON_DONE, next_step
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import REDO_KEYS, TAP_KEYS, UNDO_KEYS, Command
from flipside.game.scenes.common.dialog import Dialog, answer, show_message
from flipside.game.scenes.common.match_session import TURN_BOARD
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.info.menu import MENU_COMMANDS
from flipside.game.scenes.task.session import TASK_MENU, TaskData, TaskSession, Tone, task_view
from flipside.game.services.texts import Texts
from flipside.game.tasks.lesson import LessonRun, LessonState
from flipside.game.ui.widgets import Action
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching import RULES_LESSON, BadLesson, LessonStep, lesson_of, lessons_of


class LessonSession(TaskSession):
    """A lesson, which continues at the step where the player left it."""

    name_key = "lesson.title"

    def __init__(
        self, nav: Navigator, steps: Sequence[LessonStep], play: Action | None = None
    ) -> None:
        """Begin a lesson with these steps; at its end `play` begins a match."""
        self.learning = LessonRun(nav.services, steps)
        game, lesson = steps[0].game, steps[0].lesson
        name = "" if lesson == RULES_LESSON else lesson_title(nav.services.text, game, lesson)
        super().__init__(nav, self.learning, name)
        self.commands, self._play = LESSON_COMMANDS, play
        self._say_step()

    def make_view(self, ending: bool) -> MatchView:
        """Return the view of the match; legal moves are shown only if the step asks for a move."""
        view, learning = super().make_view(ending), self.learning
        is_question = learning.state == "asked" and not learning.asks_field
        if learning.tapped_cell is not None and learning.start == view.at:
            view = replace(view, last=((learning.tapped_cell,), ()))
        return task_view(view, self.text, learning.learner, is_question)

    def _say_step(self) -> None:
        step = self.text("lesson.step", at=self.learning.number + 1, of=len(self.learning.steps))
        self.services.platform.say(" ".join((f"{step}.", *self.learning.words)))

    def _go(self, steps: int) -> None:
        self.scene.playback.finish()
        if self.learning.move_by(steps):
            self.live_match = self.learning.live_match
            self.scene.begin_board()
            self.scene.update_layout()
            self._say_step()

    @property
    def _answered(self) -> bool:
        return self.learning.state != "asked"

    def _again(self) -> None:
        """Ask again after an answer; before it, remove the hint or the taps."""
        self.show(self.learning.retry() if self._answered else self.live_match.take_back_taps())

    def _play_now(self) -> None:
        if self._play is not None:
            self._play()

    def task(self) -> TaskData:
        """Return the data of the panel."""
        learning = self.learning
        colour = learning.live_match.match_text.colour(learning.learner)
        tones: dict[LessonState, Tone] = {"asked": "open", "right": "good", "wrong": "bad"}
        main = self._main()
        return TaskData(
            person=learning.learner,
            words=learning.words,
            head=self.text(f"task.{learning.state}", colour=colour),
            tone=tones[learning.state],
            count=f"{learning.number + 1} / {len(learning.steps)}",
            smalls=("back", "menu"),
            main=main,
            words_of_main=self.text("lesson.skip") * (main == "next" and not self._answered),
        )

    def _main(self) -> str:
        if self.learning.state == "wrong":
            return "again"
        if not self.learning.last:
            return "next"
        return "play" if self._play is not None else "done"


LESSON_COMMANDS: tuple[Command[LessonSession], ...] = (
    Command("lead", "keys.lead", lambda of: of.lead_on(), keys=TAP_KEYS,
            possible=lambda of: of._answered and not of.scene.focus),
    Command("again", "task.again", lambda of: of._again(), "again", UNDO_KEYS),
    Command("next", "lesson.next", lambda of: of._go(1), "next", REDO_KEYS),
    Command("escape", "lesson.leave", lambda of: of.leave(), keys=("escape",)),
    Command("back", "lesson.back", lambda of: of._go(-1), "back",
            possible=lambda of: of.learning.number > 0, why_not=lambda of: "why.step"),
    Command("leave", "lesson.leave", lambda of: of.nav.back(), "back", place="menu"),
    TASK_MENU,
    *MENU_COMMANDS,
    TURN_BOARD,
    Command("play", "menu.play", lambda of: of._play_now(), "play"),
    Command("done", "task.done", lambda of: of.nav.back(), "check"),
)  # fmt: skip


def open_lesson(
    nav: Navigator, game: AnyGame, lesson: str = RULES_LESSON, play: Action | None = None
) -> None:
    """Open a lesson of a game; at its end `play` begins a match, which replaces it."""
    try:
        nav.open(BoardScene(LessonSession(nav, lesson_of(game, lesson), play)))
    except BadLesson:
        _show_damage(nav)


def _show_damage(nav: Navigator) -> None:
    text = nav.services.text
    show_message(nav, text("lesson.title"), text.damage("lesson.damaged"))


def lesson_title(text: Texts, game: AnyGame, lesson: str) -> str:
    """Return the title of a lesson."""
    return (
        text("lesson.rules") if lesson == RULES_LESSON else text.game(game.key, f"lesson.{lesson}")
    )


class LessonList(Dialog):
    """The lessons of a game: finished ones have a tick, and the next one is the main button."""

    def __init__(self, nav: Navigator, game: AnyGame) -> None:
        """Read the lessons; raises BadLesson if they are damaged."""
        text, storage = nav.services.text, nav.services.storage
        lessons = lessons_of(game)
        done = {key for key in lessons if next_step(storage, game, key) == LESSON_DONE}
        suggested = next((key for key in lessons if key not in done), "")
        answers = []
        for key, steps in lessons.items():
            title = lesson_title(text, game, key)
            words = text("lesson.done", title=title) if key in done else title
            begin = partial(self._begin, steps)
            look, icon = ("primary", "hint") if key == suggested else ("plain", "")
            icon = "check" if key in done else icon
            answers.append(answer(f"lesson-{key}", words, icon, look, begin))
        super().__init__(nav, text("lesson.list"), text.game(game.key, "short"), answers)

    def _begin(self, steps: Sequence[LessonStep]) -> None:
        self.nav.open(BoardScene(LessonSession(self.nav, steps)))


def show_lessons(nav: Navigator, game: AnyGame) -> None:
    """Open the list of a game's lessons."""
    try:
        nav.open(LessonList(nav, game))
    except BadLesson:
        _show_damage(nav)
