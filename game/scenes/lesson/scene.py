"""Lesson on the board, with its sentences in the near panel."""

from collections.abc import Callable
from dataclasses import replace

from game.scenes.common.dialog import tell
from game.scenes.common.keys import LESSON_KEYS, key_action
from game.scenes.common.scene import Stage
from game.scenes.play.at_task import AtTask
from game.scenes.play.task_panel import IconButton, TaskData, Tone
from game.table.change import Change
from game.table.outlook import Outlook
from game.tasks.lesson import LessonRun, LessonState
from rules.contract.board import Cell
from rules.contract.game import AnyGame
from rules.teaching.lessons import BadLesson, lesson_of

_BeginMatch = Callable[[], None]
"""Begins a match in place of the lesson."""


class Learn(AtTask):
    """Scene of one lesson, from the step where it was left."""

    def __init__(self, stage: Stage, game: AnyGame, play: _BeginMatch | None = None) -> None:
        """`play` begins a match at the end. Raise BadLesson if the lesson is missing or damaged."""
        self.learning = LessonRun(stage.services, lesson_of(game))
        super().__init__(stage, self.learning.table)
        self._play = play
        self._say_step()

    def title(self) -> str:
        """The game, and how far one is."""
        name = self.text.game(self.match.game.key, "short")
        return f"{self.text('lesson.title')} – {name} – Flipside"

    # -- what happens ------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Animate, or else let happen what follows an answer."""
        if self.move_on(seconds):
            return
        try:
            change = self.learning.pass_time(seconds)
        except BadLesson:
            self._damaged()
            return
        if change is not None:
            self.show(change)

    def _say_step(self) -> None:
        """Tell a screen reader which step it is, and all that stands in the panel."""
        step = self.text("lesson.step", at=self.learning.number + 1, of=self._count)
        self.services.page.say(" ".join((f"{step}.", *self.learning.words)))

    @property
    def _count(self) -> int:
        return len(self.learning.lesson.steps)

    def _go(self, steps: int) -> None:
        """So many steps on, or back."""
        self.motion.finish()
        try:
            moved = self.learning.go(steps)
        except BadLesson:
            self._damaged()
            return
        if moved:
            self.take_table(self.learning.table)
            self.rearrange()
            self._say_step()

    def _damaged(self) -> None:
        """Leave, and say why."""
        self.stage.back()
        tell(self.stage, self.text("lesson.title"), self.text("lesson.damaged"))

    def run(self, name: str) -> None:
        """Do what a button says."""
        if name == "back":
            self._go(-1)
        elif name == "next":
            self._go(1)
        elif name == "again":
            self.show(self.learning.retry())
        elif name == "play" and self._play is not None:
            self._play()
        else:
            self.stage.back()

    # -- arrangement -------------------------------------------------------------------------------

    def task(self) -> TaskData:
        """The step that is shown."""
        learning = self.learning
        colour = self.table.words.colour(learning.learner)
        tones: dict[LessonState, Tone] = {"asked": "open", "right": "good", "wrong": "bad"}
        return TaskData(
            person=learning.learner,
            words=learning.words,
            head=self.text(f"task.{learning.state}", colour=colour),
            tone=tones[learning.state],
            count=f"{learning.number + 1} / {self._count}",
            smalls=(
                IconButton("back", "lesson.back", "back", learning.number > 0),
                IconButton("leave", "lesson.leave", "close"),
            ),
            main=self._main(),
        )

    def seen(self, told: Outlook) -> Outlook:
        """Nobody is asked anything but by the lesson, and who answers a question sees no moves."""
        learning = self.learning
        asks_move = learning.state == "asked" and not learning.asks_field
        last = told.last
        if learning.tapped is not None and learning.start == self.match.ply:
            last = ((learning.tapped,), ())
        return replace(
            told,
            next_cells=told.next_cells if asks_move else frozenset(),
            over=not asks_move,
            last=last,
        )

    def _main(self) -> tuple[str, str, str]:
        """The button that leads on: name, text key, icon."""
        learning = self.learning
        if learning.state == "wrong":
            return "again", "task.again", "again"
        if not learning.last:
            key = "lesson.next" if learning.state == "right" else "lesson.skip"
            return "next", key, "next"
        if self._play is not None:
            return "play", "menu.play", "play"
        return "done", "task.done", "check"

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tapped(self, cell: Cell) -> Change | None:
        """A tap on a cell is an answer, or a part of one."""
        return self.learning.tap(cell)

    def key(self, name: str) -> None:
        """Once there is an answer, Enter leads on; else it taps the field that is chosen."""
        self.finish_motion()
        answered = self.learning.state != "asked"
        match key_action(LESSON_KEYS, name):
            case "task.again":
                self.show(self.learning.retry() if answered else self.table.take_back_taps())
            case "lesson.next":
                self._go(1)
            case "keys.lead" if answered and not self.focus:
                self.run(self._main()[0])
            case _:
                super().key(name)
