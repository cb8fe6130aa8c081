"""A problem on the board: moves are tried and answered, and the solution can be watched."""

from collections.abc import Callable
from dataclasses import replace

from game.scenes.common.scene import Stage
from game.scenes.play.at_task import GO_ON, TAKE_BACK, AtTask
from game.scenes.play.task_panel import Small, TaskData, Tone
from game.table.change import Change
from game.table.outlook import Outlook
from game.tasks.solving import Solving, SolvingState
from game.tasks.task import ProblemTask, Task
from rules.contract.board import Cell
from rules.teaching.problems import Problem

STEP_SECONDS = 0.01
"""Seconds of thinking in one frame."""

SHOW = ("t",)
"""The key that asks for a hint in a match shows the solution."""

ENTER = ("return", "space")

LEADING = ("wrong", "solved", "open", "end")
"""The states in which something leads on."""

HEADS: dict[SolvingState, tuple[str, Tone]] = {
    "asked": ("task.asked", "open"),
    "judged": ("problem.judged", "open"),
    "right": ("task.right", "good"),
    "wrong": ("task.wrong", "bad"),
    "solved": ("problem.solved", "good"),
    "open": ("problem.watched", "open"),
    "sought": ("problem.watched", "open"),
    "end": ("problem.watched", "good"),
}
"""Text key and tone of each state."""


class Solve(AtTask):
    """One problem, or another task."""

    def __init__(
        self,
        stage: Stage,
        problem: Problem | Task,
        title: str,
        solved: Callable[[bool], None],
        following: Callable[[], None] | None = None,
        spoilt: Callable[[], None] = lambda: None,
    ) -> None:
        """`title` says which problem it is. `solved` is told once that it has been solved, and
        whether at the first try; not where the solution was shown. `following` opens another
        problem in the place of this one. `spoilt` is told once that a wrong move was made or the
        solution asked for. BadProblem if its position does not exist."""
        task = ProblemTask(problem) if isinstance(problem, Problem) else problem
        self.solving = Solving(stage.services, task)
        super().__init__(stage, self.solving.table)
        self._title = title
        self._solved = solved
        self._following = following
        self._spoilt = spoilt
        self._told = False
        """Whether it has been told that the problem is solved."""
        self._told_spoilt = False
        """Whether it has been told that there is no first try any more."""
        self.services.page.say(" ".join((f"{title}.", *self.solving.words)))

    def title(self) -> str:
        """Which problem it is."""
        return f"{self._title} – Flipside"

    # -- what happens ------------------------------------------------------------------------------

    def update(self, seconds: float) -> None:
        """Animate, or else judge moves and let happen what follows them."""
        if self.move_on(seconds):
            return
        self._show(self.solving.pass_time(seconds, STEP_SECONDS))

    def _show(self, change: Change | None) -> None:
        """Show what happened, and tell whoever opened the problem that it is solved."""
        self.show(change)
        outcome = self.solving.outcome
        if self.solving.spoilt and not self._told_spoilt:
            self._told_spoilt = True
            self._spoilt()
        if outcome is not None and not self._told:
            self._told = True
            if self.table.result is None:
                self.services.sound.play("win")
            self._solved(outcome)

    def run(self, name: str) -> None:
        """Do what a button says."""
        solving = self.solving
        if name == "show":
            self._show(solving.show())
        elif name == "best":
            self._show(solving.next())
        elif name == "again":
            self._show(solving.retry())
        elif name == "back":
            self._show(solving.back())
        elif name == "following" and self._following is not None:
            self._following()
        else:
            self.stage.back()

    # -- arrangement -------------------------------------------------------------------------------

    def task(self) -> TaskData:
        """How far the problem is solved."""
        solving = self.solving
        key, tone = HEADS[solving.state]
        if solving.state in ("wrong", "solved"):
            first = Small("show", "problem.show", "hint")
        else:
            first = Small("back", "problem.back", "undo", solving.can_go_back)
        return TaskData(
            person=solving.solver,
            words=solving.words,
            head=self.text(key, colour=self.table.words.colour(solving.solver)),
            tone=tone,
            count=self._title,
            smalls=(first, Small("leave", "problem.leave", "close")),
            main=self._main(),
        )

    def _main(self) -> tuple[str, str, str]:
        """The button that leads on: name, text key, icon."""
        state = self.solving.state
        if state == "wrong":
            return "again", "task.again", "again"
        if state in ("open", "sought"):
            return "best", "problem.best", "next"
        if state not in ("solved", "end"):
            return "show", "problem.show", "hint"
        if self._following is not None:
            return "following", "problem.following", "next"
        return "done", "task.done", "check"

    def seen(self, told: Outlook) -> Outlook:
        """Moves are shown to whoever may make one."""
        solving = self.solving
        return replace(
            told,
            next_cells=told.next_cells if solving.takes_moves else frozenset(),
            over=not solving.takes_moves,
            thinking=solving.thinking,
            dots=solving.dots,
        )

    # -- pointer and keyboard ----------------------------------------------------------------------

    def tapped(self, cell: Cell) -> Change | None:
        """A tap on a cell tries a move, or makes a reply while the solution is watched."""
        return self.solving.tap(cell)

    def key(self, name: str) -> None:
        """Where no move is asked for, Enter leads on; else it taps the field that is chosen."""
        self.finish_motion()
        solving = self.solving
        if name in TAKE_BACK:
            taps = self.table.take_back_taps()
            self._show(taps or (solving.retry() if solving.state == "wrong" else solving.back()))
        elif name in GO_ON and solving.state in LEADING:
            self.run(self._main()[0])
        elif name in SHOW and not solving.watching:
            self._show(solving.show())
        elif name in ENTER and not solving.takes_moves and not self.focus:
            if solving.state in LEADING:
                self.run(self._main()[0])
        else:
            super().key(name)
