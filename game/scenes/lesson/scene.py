"""A lesson on the board: what a table tells of it, with its sentences in the near panel."""

from collections.abc import Callable
from dataclasses import replace

from game.scenes.dialog import tell
from game.scenes.lesson.panel import LessonData, arranged
from game.scenes.play.at_table import AtTable
from game.scenes.play.data import PanelData
from game.scenes.play.hands import on_board
from game.scenes.scene import Stage
from game.table.change import Change
from game.table.lesson import Learning
from game.table.outlook import Outlook, outlook_of
from rules.board import Cell
from rules.game import AnyGame
from rules.lessons import BadLesson, lesson_of

AGAIN = ("u", "backspace", "ctrl z")
NEXT = ("r", "ctrl y")
"""Keys besides Enter: those that take back, and make again, in a match."""

Play = Callable[[], None]
"""Begins a match in the place of the lesson."""


class Learn(AtTable):
    """One lesson, from the step where it was left."""

    def __init__(self, stage: Stage, game: AnyGame, play: Play | None = None) -> None:
        """With `play` a match follows; BadLesson where there is no lesson that can be used."""
        self.learning = Learning(stage.services, lesson_of(game))
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
            self._show(change)

    def _show(self, change: Change | None) -> None:
        """Show what happened on the board or in the panel; None: nothing."""
        self.motion.finish()
        if change is None:
            return
        self.begin_motion(change)
        self.hands.peek = None
        self.rearrange()
        if change.said:
            self.services.page.say(" ".join(change.said))

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
            self._show(self.learning.again())
        elif name == "play" and self._play is not None:
            self._play()
        else:
            self.stage.back()

    def leave(self) -> None:
        """Escape takes back a begun move, or else leaves the lesson."""
        change = self.table.take_back_taps()
        if change is not None:
            self._show(change)
        else:
            self.stage.back()

    # -- arrangement -------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Board and panels, as the lesson is now."""
        self.outlook = self._seen()
        panel = PanelData(
            theme=self.theme,
            text=self.text,
            settings=self.services.settings,
            outlook=self.outlook,
            moves=[],
            run=lambda name, quarter: None,
            tap=self.tap_cell,
            go=None,
        )
        learning = self.learning
        data = LessonData(
            panel=panel,
            learner=learning.learner,
            words=learning.words,
            state=learning.state,
            at=learning.number + 1,
            of=self._count,
            main=self._main(),
            run=self.run,
        )
        self.arranged = arranged(data, self.size, self.services.page.safe_area())
        self.sheets = self.arranged.sheets

    def _seen(self) -> Outlook:
        """What the table tells, as a lesson shows it: nobody is asked anything but by the lesson,
        and who answers a question sees no moves."""
        learning = self.learning
        told = outlook_of(self.table, self.motion.ending)
        asks_move = learning.state == "asked" and not learning.asks_field
        last = told.last
        if learning.tapped is not None and learning.start == self.match.at:
            last = ((learning.tapped,), ())
        you, other = self.text("lesson.you"), self.text("lesson.opponent")
        return replace(
            told,
            near=learning.learner,
            players=(other, you) if learning.learner else (you, other),
            asked="",
            warning="",
            note="",
            opening_name="",
            next_cells=told.next_cells if asks_move else frozenset(),
            over=not asks_move,
            last=last,
        )

    def _main(self) -> tuple[str, str, str]:
        """The button that leads on: name, text key, icon."""
        learning = self.learning
        if learning.state == "wrong":
            return "again", "lesson.again", "again"
        if not learning.last:
            key = "lesson.next" if learning.state == "right" else "lesson.skip"
            return "next", key, "next"
        if self._play is not None:
            return "play", "menu.play", "play"
        return "done", "lesson.done", "check"

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tap_cell(self, cell: Cell) -> None:
        """A tap on a cell is an answer, or a part of one."""
        self.finish_motion()
        self._show(self.learning.tap(cell))
        self.let_go(on_board)

    def key(self, name: str) -> None:
        """Once there is an answer, Enter leads on; else it taps the field that is chosen."""
        self.finish_motion()
        answered = self.learning.state != "asked"
        if name in AGAIN:
            self._show(self.learning.again() if answered else self.table.take_back_taps())
        elif name in NEXT:
            self._go(1)
        elif name in ("return", "space") and answered and not self.focus:
            self.run(self._main()[0])
        else:
            super().key(name)
