"""Lesson on the board, with its sentences in the near panel."""

from dataclasses import replace

from flipside.game.scenes.common.dialog import tell
from flipside.game.scenes.common.keys import LESSON_KEYS, key_action
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.task.scene import TaskButton, TaskData, TaskScene, Tone, task_view
from flipside.game.table.match_view import MatchView
from flipside.game.tasks.lesson import LessonRun, LessonState
from flipside.game.ui.widgets import Action
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching.lessons import BadLesson, lesson_of


class Learn(TaskScene):
    """Scene of one lesson, from the step where it was left."""

    name_key = "lesson.title"

    def __init__(self, nav: Navigator, game: AnyGame, play: Action | None = None) -> None:
        """`play` begins a match at the end. Raise BadLesson if the lesson is missing or damaged."""
        self.game, self.learning = game, LessonRun(nav.services, lesson_of(game))
        super().__init__(nav, self.learning)
        self._play = play
        self._say_step()

    # -- what happens ------------------------------------------------------------------------------

    def _say_step(self) -> None:
        step = self.text("lesson.step", at=self.learning.number + 1, of=len(self.learning.steps))
        self.services.platform.say(" ".join((f"{step}.", *self.learning.words)))

    def _go(self, steps: int) -> None:
        self.board.motion.finish()
        if self.learning.go(steps):
            self._sit_down()
            self.rearrange()
            self._say_step()

    def run(self, name: str) -> None:
        ways = {
            "back": lambda: self._go(-1),
            "next": lambda: self._go(1),
            "again": lambda: self.board.show(self.learning.retry()),
            "play": self._play,
        }
        (ways.get(name) or self.nav.back)()

    # -- arrangement -------------------------------------------------------------------------------

    def _task(self) -> TaskData:
        learning = self.learning
        colour = learning.table.words.colour(learning.learner)
        tones: dict[LessonState, Tone] = {"asked": "open", "right": "good", "wrong": "bad"}
        return TaskData(
            person=learning.learner,
            words=learning.words,
            head=self.text(f"task.{learning.state}", colour=colour),
            tone=tones[learning.state],
            count=f"{learning.number + 1} / {len(learning.steps)}",
            smalls=(
                self._small("back", "lesson.back", "back", learning.number > 0),
                self._small("leave", "lesson.leave", "close"),
            ),
            main=self._main(),
        )

    def _adapt(self, view: MatchView) -> MatchView:
        """Players who answer a question see no moves; nobody is asked anything else."""
        learning = self.learning
        asked = learning.state == "asked" and not learning.asks_field
        if learning.tapped is not None and learning.start == view.at:
            view = replace(view, last=((learning.tapped,), ()))
        return task_view(view, self.text, learning.learner, asked)

    def _main(self) -> TaskButton:
        """The button that leads on."""
        learning = self.learning
        if learning.state == "wrong":
            return "again", "task.again", "again"
        if not learning.last:
            key = "lesson.next" if learning.state == "right" else "lesson.skip"
            return "next", key, "next"
        if self._play is not None:
            return "play", "menu.play", "play"
        return "done", "task.done", "check"

    def key(self, name: str) -> None:
        """Once there is an answer, Enter leads on; else it taps the field that is chosen."""
        self.changed |= self.board.finish()
        learning = self.learning
        answered = learning.state != "asked"
        match key_action(LESSON_KEYS, name):
            case "task.again":
                self.board.show(learning.retry() if answered else learning.table.take_back_taps())
            case "lesson.next":
                self._go(1)
            case "keys.lead" if answered and not self.focus:
                self.run(self._main()[0])
            case _:
                super().key(name)


def learn(nav: Navigator, game: AnyGame, play: Action | None = None) -> None:
    """Open the lesson of a game, or a dialog if its file is damaged; `play` begins a match in its
    place at its end."""
    try:
        nav.open(Learn(nav, game, play))
    except BadLesson:
        text = nav.services.text
        tell(nav, text("lesson.title"), text("lesson.damaged"))
