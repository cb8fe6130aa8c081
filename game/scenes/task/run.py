"""The scenes of a problem run: a board with a clock for each problem, and the result."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from flipside.game.drawing.display_list import DisplayItem
from flipside.game.live_match.live_match import TICKING_SECONDS
from flipside.game.live_match.move_text import MatchEvent
from flipside.game.saves import task_progress
from flipside.game.saves.runs import RUNS, RunEnd, Selection, new_run_name, store_run
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command
from flipside.game.scenes.common.dialog import Dialog, answer, show_message
from flipside.game.scenes.common.match_session import TURN_BOARD
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.task.session import SolveSession, TaskData
from flipside.game.services.readout import Part
from flipside.game.tasks.run import MAX_MISTAKES, RUN_SECONDS, Run, problems_in
from flipside.game.tasks.task import ProblemTask
from flipside.game.ui.panel_widgets import ClockFace, face_item
from flipside.game.ui.sheet import Sheet
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.board import Cell
from flipside.rules.match.clock import seconds_shown, time_words
from flipside.rules.teaching import BadProblem, Problem

_ABSENT_SECONDS = 5.0
"""A run ends if the program was not shown for so long: the player may have thought meanwhile."""

_SOLVED_SECONDS, _SHOWN_SECONDS = 0.8, 1.6
"""Seconds for which the end of a solved problem, a reason or the right move are shown."""

_LATE_TAP_SECONDS = 0.5
"""For so long the result ignores taps, which were meant for the board."""

_TOLD_SECONDS = (60, 30, 10)
"""The seconds left at which a sentence tells the time."""


class RunSession(SolveSession):
    """A problem of a run: one try, with a clock in the panel."""

    def __init__(self, nav: Navigator, run: Run, problem: Problem) -> None:
        self.run = run
        self._problem = problem
        self._counted = False
        self._was_whole = False
        """Whether the problem was shown completely in the last frame."""
        self._seconds_shown = 0.0
        super().__init__(nav, ProblemTask(problem), nav.services.text("run.title"))
        self.commands = RUN_COMMANDS

    # -- time --------------------------------------------------------------------------------------

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay on, because the player thinks."""
        return not self._counted

    @property
    def _asked(self) -> bool:
        """Whether the player is to move."""
        return self.solving.state == "asked" and not self._counted

    def goes_on(self, whole: bool) -> bool:
        """Let the time since the last frame pass; end the run and return False if it is over.

        Time passes while the player thinks about a problem that is shown completely (`whole`). The
        run ends a frame after its time, so that a move counts that was made during a late frame.
        """
        seconds = self.run.elapsed()
        thinks = self.scene.rests and self._asked
        if seconds > _ABSENT_SECONDS:
            self.stop()
            return False
        if thinks and self.run.seconds_left <= 0:
            end_run(self.nav, self.run, "time")
            return False
        if thinks and self._was_whole:
            self._think(seconds)
        self._was_whole = whole
        return True

    def _think(self, seconds: float) -> None:
        before, words = seconds_shown(self.run.milliseconds), self._time_words()
        self.run.seconds_left -= seconds
        now = seconds_shown(self.run.milliseconds)
        self.scene.changed |= self._time_words() != words
        if now != before:
            self.scene.unread = True
            if now in _TOLD_SECONDS:
                self.services.platform.say(self.text("clock.left", seconds=now))
            if now <= TICKING_SECONDS:
                self.services.sound.play("clock")

    def _time_words(self) -> str:
        """Return the time on the clock, with tenths of a second near its end."""
        left = self.run.milliseconds
        if seconds_shown(left) > TICKING_SECONDS:
            return time_words(left)
        return self.text.decimal(-(-left // 100) / 10)

    def clocks(self, sheets: Sequence[Sheet]) -> list[DisplayItem]:
        """Return the clock of the run."""
        look = "runs" if self._asked else "still"
        if seconds_shown(self.run.milliseconds) <= TICKING_SECONDS:
            look = "last"
        faces = [(at, face) for at in sheets for face in at.widgets if isinstance(face, ClockFace)]
        return [
            face_item(self.theme, face, at.to_window(face.rect), 0, self._time_words(), look)
            for at, face in faces
        ]

    # -- what happens ------------------------------------------------------------------------------

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Let the problem continue; some time after its end, show the next one."""
        if not opened:
            return
        super().pass_time(seconds, opened)
        state, thinking = self.solving.state, self.solving.thinking
        if not self._counted or thinking or state not in ("wrong", "solved", "open", "end"):
            return
        self._seconds_shown += seconds
        if self._seconds_shown < (_SOLVED_SECONDS if state == "solved" else _SHOWN_SECONDS):
            return
        self._seconds_shown = 0.0
        if state == "wrong":
            self.show(self.solving.show())  # the right move
        else:
            go_on(self.nav, self.run)

    def tap_cell(self, cell: Cell) -> None:
        """Tap a cell as an answer; there is only one try."""
        if not self._counted:
            super().tap_cell(cell)

    def show(self, event: MatchEvent | None) -> None:
        """Show an event; count the problem once it is solved, or after a wrong move."""
        if not self._counted and self.solving.state in ("solved", "wrong"):
            self._count(self.solving.state == "solved")
        super().show(event)

    def _count(self, solved: bool) -> None:
        self._counted, storage = True, self.services.storage
        self.run.note(self._problem, solved)
        if solved:
            task_progress.solve_problem(storage, self._problem, first=True)
        else:
            self.services.sound.play("error")
            task_progress.begin_problem(storage, self._problem)
        store_run(storage, self.run.name, self.run.result("left"))

    def stop(self) -> None:
        """End the run, which may have come to its end with this problem."""
        end = self.run.end if self._counted else None
        end_run(self.nav, self.run, end or "left")

    def leave(self) -> None:
        """Remove the taps; if there are none, end the run."""
        if not self.take_back():
            self.stop()

    # -- arrangement -------------------------------------------------------------------------------

    def task(self) -> TaskData:
        """Return the data of the panel: what was solved, the mistakes left, and the clock."""
        run, text, data = self.run, self.text, super().task()
        solved = text("run.solved_so_far", count=run.solved_count)
        mistakes = text("run.mistakes_left", count=MAX_MISTAKES - len(run.missed))
        is_missed = self._counted and self._problem in run.missed
        return replace(
            data,
            head=mistakes if is_missed else solved,
            count=solved if is_missed else mistakes,
            tone="bad" if is_missed else data.tone,
            smalls=("turn-board", "stop"),
            main="",
            clock=time_words(round(1000 * RUN_SECONDS)),
        )

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the readout, with the time left."""
        left = self.text("run.time_left", time=time_words(self.run.milliseconds))
        return self._readout((left, *self.task().sentences))


RUN_COMMANDS: tuple[Command[RunSession], ...] = (
    TURN_BOARD,
    Command("escape", "run.end", lambda of: of.leave(), keys=("escape",)),
    Command("stop", "run.end", lambda of: of.stop(), "close"),
)


class RunScene(BoardScene):
    """The board of a run, which measures the time of every frame, also while pieces move."""

    session: RunSession

    def _pass_time(self, seconds: float, opened: bool) -> None:
        if self.session.goes_on(opened and not self.nav.in_transition):
            super()._pass_time(seconds, opened)


class RunResult(Dialog):
    """The result of a run. Taps that were meant for the board do not close it."""

    def target_at(self, at: tuple[int, int]) -> Hashable:
        """Return the target at a point, or None; at first there are no targets."""
        target = super().target_at(at)
        return None if target == "beside" or self._age < _LATE_TAP_SECONDS else target


def begin_run(nav: Navigator, selection: Selection) -> None:
    """Begin a run."""
    storage = nav.services.storage
    solved_before = {
        (game.key, key)
        for game in GAMES
        for key, status in task_progress.problem_statuses(storage, game).items()
        if status.solved
    }
    random = Random(nav.services.platform.entropy())
    run = Run(selection, problems_in(selection), solved_before, random, new_run_name(storage))
    go_on(nav, run, replaces=False)


def go_on(nav: Navigator, run: Run, replaces: bool = True) -> None:
    """Show the next problem of a run, or its end."""
    while (end := run.end) is None:
        try:
            scene = RunScene(RunSession(nav, run, run.next_problem()))
        except BadProblem:
            continue
        (nav.replace if replaces else nav.open)(scene)
        return
    end_run(nav, run, end)


def end_run(nav: Navigator, run: Run, end: RunEnd) -> None:
    """Store a run, and show its result."""
    text, storage, missed = nav.services.text, nav.services.storage, run.missed
    store_run(storage, run.name, run.result(end))
    best = RUNS.load(storage).most_solved(run.selection, apart_from=run.name)
    sentences = [text(f"run.ended_{end}")]
    if run.solved_count > best:
        sentences.append(text("run.new_best"))
    elif best:
        sentences.append(text("run.best", count=best))
    answers = [
        answer("again", text("run.again"), "again", "primary",
               partial(begin_run, nav, run.selection))
    ]  # fmt: skip
    if missed:
        games = ", ".join(text.game(problem.game.key, "short") for problem in missed)
        sentences.append(text("run.missed", count=len(missed), games=games))
        act = partial(try_missed, nav, missed)
        answers.append(answer("missed", text("run.try_missed"), "puzzle", act=act))
    elif run.solved_count:
        sentences.append(text("run.no_mistakes"))
    answers.append(answer("back", text("dialog.back")))
    nav.back()
    if run.solved_count > best:
        nav.services.sound.play("win")
    title = text("run.solved", count=run.solved_count)
    nav.open(RunResult(nav, title, "\n".join(sentences), answers))


def try_missed(nav: Navigator, problems: Sequence[Problem], replaces: bool = False) -> None:
    """Open the first of some missed problems, to be solved without haste; the others follow."""
    problem, *others = problems
    storage, text = nav.services.storage, nav.services.text
    try:
        scene = BoardScene(SolveSession(
            nav, ProblemTask(problem),
            text("run.one_missed", game=text.game(problem.game.key, "short")),
            partial(task_progress.solve_problem, storage, problem),
            partial(try_missed, nav, others, replaces=True) if others else None,
            partial(task_progress.begin_problem, storage, problem),
        ))  # fmt: skip
    except BadProblem:
        show_message(nav, text("problems.title"), text.damage("problems.damaged"))
    else:
        (nav.replace if replaces else nav.open)(scene)
