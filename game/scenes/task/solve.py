"""Task on the board: moves are tried and answered, and the solution can be shown."""

from collections.abc import Callable
from dataclasses import replace

from flipside.game.scenes.common.command import (
    REDO_KEYS,
    TAP_KEYS,
    UNDO_KEYS,
    Command,
)
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.task.session import TaskData, TaskSession, Tone, task_view
from flipside.game.table.match_view import MatchView
from flipside.game.table.move_text import Change
from flipside.game.tasks.solving import Solving, SolvingState
from flipside.game.tasks.task import Task

_LOOKS: dict[SolvingState, tuple[str, Tone, str]] = {
    "asked": ("task.asked", "open", "show"),
    "judged": ("problem.judged", "open", "show"),
    "right": ("task.right", "good", "show"),
    "wrong": ("task.wrong", "bad", "again"),
    "solved": ("problem.solved", "good", ""),
    "open": ("problem.watched", "open", "best"),
    "sought": ("problem.watched", "open", "best"),
    "end": ("problem.watched", "good", ""),
}
"""Text key of the head, tone and main command of each state; "": the command that leads on."""

_LEADING = ("wrong", "solved", "open", "end")
"""States in which keys press the main button, too."""


class SolveSession(TaskSession):
    """One task."""

    def __init__(
        self,
        nav: Navigator,
        task: Task,
        title: str,
        solved: Callable[[bool], None] = lambda first: None,
        following: Callable[[], None] | None = None,
        spoilt: Callable[[], None] = lambda: None,
        alike: Callable[[], None] | None = None,
    ) -> None:
        """Show `task` under `title`. `solved` is called once when it is solved, with whether at
        the first try; not after the solution was shown. `spoilt` is called once at a wrong move or
        a request for the solution. `following` opens another problem in place of this one, `alike`
        one of the same theme. Raise BadProblem if the position is invalid."""
        self.solving = Solving(nav.services, task)
        super().__init__(nav, self.solving, title)
        self.commands = SOLVE_COMMANDS
        self._solved = solved
        self._following = following
        self._spoilt = spoilt
        self._alike = alike
        self._told = self._told_spoilt = False
        self.services.platform.say(" ".join((f"{title}.", *self.solving.words)))

    # -- what happens ------------------------------------------------------------------------------

    def show(self, change: Change | None) -> None:
        """Show a change, and report once that the problem is solved or spoilt."""
        super().show(change)
        outcome = self.solving.outcome
        if self.solving.spoilt and not self._told_spoilt:
            self._told_spoilt = True
            self._spoilt()
        if outcome is not None and not self._told:
            self._told = True
            if self.solving.table.result is None:
                self.services.sound.play("win")
            self._solved(outcome)

    def _take_back(self) -> None:
        """Take back the move begun, or the wrong move, or the last one that was right."""
        wrong = self.solving.state == "wrong"
        taken = self.table.take_back_taps()
        self.show(taken or (self.solving.retry() if wrong else self.solving.back()))

    @property
    def _goes_back(self) -> bool:
        """Whether there is anything to take back."""
        solving, begun = self.solving, self.table.taps or self.table.hint.shown
        return bool(begun) or solving.state == "wrong" or solving.can_go_back

    @property
    def _leads(self) -> bool:
        """Whether keys press the main button, too."""
        return self.solving.state in _LEADING

    def _lead(self) -> None:
        if self._leads:
            self.lead_on()

    def _go_on(self, way: Callable[[], None] | None) -> None:
        if way is not None:
            way()

    # -- arrangement -------------------------------------------------------------------------------

    def task(self) -> TaskData:
        solving, text = self.solving, self.text
        key, tone, _ = _LOOKS[solving.state]
        smalls = ["show" if solving.state in ("wrong", "solved") else "back", "leave"]
        # The theme is told at the end.
        if self._alike is not None and solving.state in ("solved", "end"):
            smalls.insert(1, "alike")
        return TaskData(
            person=solving.solver,
            words=solving.words,
            head=text(key, colour=solving.table.words.colour(solving.solver)),
            tone=tone,
            count=self.name,
            smalls=smalls,
            main=self._main(),
        )

    def _main(self) -> str:
        """Return the command that leads on."""
        further = "following" if self._following is not None else "done"
        return _LOOKS[self.solving.state][2] or further

    def view(self, ending: bool) -> MatchView:
        solving = self.solving
        view = replace(super().view(ending), thinking=solving.thinking, dots=solving.dots)
        return task_view(view, self.text, solving.solver, solving.takes_moves)


SOLVE_COMMANDS: tuple[Command[SolveSession], ...] = (
    Command("lead", "keys.lead", lambda of: of._lead(), keys=TAP_KEYS,
            possible=lambda of: not (of.solving.takes_moves or of.scene.focus)),
    Command("back", "problem.back", lambda of: of._take_back(), "undo", UNDO_KEYS,
            lambda of: of._goes_back, lambda of: "why.undo"),
    Command("on", "problem.best", lambda of: of._lead(), keys=REDO_KEYS),
    Command("show", "problem.show", lambda of: of.show(of.solving.show()), "hint", ("t",),
            lambda of: not of.solving.watching),
    Command("escape", "problem.leave", lambda of: of.leave(), keys=("escape",)),
    Command("leave", "problem.leave", lambda of: of.nav.back(), "close"),
    Command("best", "problem.best", lambda of: of.show(of.solving.next()), "next"),
    Command("again", "task.again", lambda of: of.show(of.solving.retry()), "again"),
    Command("following", "problem.following", lambda of: of._go_on(of._following), "next"),
    Command("alike", "problem.alike", lambda of: of._go_on(of._alike), "puzzle"),
    Command("done", "task.done", lambda of: of.nav.back(), "check"),
)  # fmt: skip
"""What players do at a task."""
