"""Task on the board: moves are tried and answered, and the solution can be shown."""

from collections.abc import Callable
from dataclasses import replace

from flipside.game.scenes.common.keys import PROBLEM_KEYS, key_action
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.task.scene import TaskButton, TaskData, TaskScene, Tone, task_view
from flipside.game.table.change import Change
from flipside.game.table.match_view import MatchView
from flipside.game.tasks.solving import Solving, SolvingState
from flipside.game.tasks.task import Task

_AGAIN: TaskButton = ("again", "task.again", "again")
_BEST: TaskButton = ("best", "problem.best", "next")
_SHOW: TaskButton = ("show", "problem.show", "hint")

_LOOKS: dict[SolvingState, tuple[str, Tone, TaskButton | None]] = {
    "asked": ("task.asked", "open", _SHOW),
    "judged": ("problem.judged", "open", _SHOW),
    "right": ("task.right", "good", _SHOW),
    "wrong": ("task.wrong", "bad", _AGAIN),
    "solved": ("problem.solved", "good", None),
    "open": ("problem.watched", "open", _BEST),
    "sought": ("problem.watched", "open", _BEST),
    "end": ("problem.watched", "good", None),
}
"""Text key of the head, tone and main button of each state; None: the button that leads on."""

_LEADING = ("wrong", "solved", "open", "end")
"""States in which keys press the main button, too."""


class Solve(TaskScene):
    """Scene of one task."""

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
        self._solved = solved
        self._following = following
        self._spoilt = spoilt
        self._alike = alike
        self._told = self._told_spoilt = False
        self.services.platform.say(" ".join((f"{title}.", *self.solving.words)))

    # -- what happens ------------------------------------------------------------------------------

    def _show(self, change: Change | None) -> None:
        """Show a change, and report once that the problem is solved or spoilt."""
        super()._show(change)
        outcome = self.solving.outcome
        if self.solving.spoilt and not self._told_spoilt:
            self._told_spoilt = True
            self._spoilt()
        if outcome is not None and not self._told:
            self._told = True
            if self.solving.table.result is None:
                self.services.sound.play("win")
            self._solved(outcome)

    def run(self, name: str) -> None:
        solving = self.solving
        changes = {
            "show": solving.show, "best": solving.next, "again": solving.retry,
            "back": solving.back,
        }  # fmt: skip
        ways = {"following": self._following, "alike": self._alike}
        if name in changes:
            self._show(changes[name]())
        else:
            (ways.get(name) or self.nav.back)()

    # -- arrangement -------------------------------------------------------------------------------

    def _task(self) -> TaskData:
        solving, text = self.solving, self.text
        key, tone, _ = _LOOKS[solving.state]
        if solving.state in ("wrong", "solved"):
            first = self._small("show", "problem.show", "hint")
        else:
            first = self._small("back", "problem.back", "undo", solving.can_go_back)
        smalls = [first, self._small("leave", "problem.leave", "close")]
        # The theme is told at the end.
        if self._alike is not None and solving.state in ("solved", "end"):
            smalls.insert(1, self._small("alike", "problem.alike", "puzzle"))
        return TaskData(
            person=solving.solver,
            words=solving.words,
            head=text(key, colour=solving.table.words.colour(solving.solver)),
            tone=tone,
            count=self._name,
            smalls=smalls,
            main=self._main(),
        )

    def _main(self) -> TaskButton:
        """The button that leads on."""
        if (button := _LOOKS[self.solving.state][2]) is not None:
            return button
        if self._following is not None:
            return "following", "problem.following", "next"
        return "done", "task.done", "check"

    def _adapt(self, view: MatchView) -> MatchView:
        solving = self.solving
        view = replace(view, thinking=solving.thinking, dots=solving.dots)
        return task_view(view, self.text, solving.solver, solving.takes_moves)

    def key(self, name: str) -> None:
        """Handle a key: Enter goes on, or taps the chosen square while a move is asked for."""
        self.changed |= self.board.finish()
        solving = self.solving
        match key_action(PROBLEM_KEYS, name):
            case "problem.back":
                taps, wrong = solving.table.take_back_taps(), solving.state == "wrong"
                self._show(taps or (solving.retry() if wrong else solving.back()))
            case "problem.best" if solving.state in _LEADING:
                self.run(self._main()[0])
            case "problem.show" if not solving.watching:
                self._show(solving.show())
            case "keys.lead" if not solving.takes_moves and not self.focus:
                if solving.state in _LEADING:
                    self.run(self._main()[0])
            case _:
                super().key(name)
