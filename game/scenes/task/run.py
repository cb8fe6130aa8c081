"""A problem run: as many problems as possible in three minutes, or until the third mistake."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from flipside.game.live_match.move_text import MatchEvent
from flipside.game.saves import task_progress
from flipside.game.saves.runs import RUNS, ProblemRun, RunEnd, note_run
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command
from flipside.game.scenes.common.dialog import Dialog, answer
from flipside.game.scenes.common.match_session import TURN_BOARD
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.task.session import SolveSession, TaskData
from flipside.game.tasks.task import ProblemTask
from flipside.game.ui.containers import Card, Column, Grid
from flipside.game.ui.page_widgets import choice_buttons
from flipside.game.ui.widgets import Button, Label, Widget
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.clock import seconds_shown, time_words
from flipside.rules.teaching import BadProblem, Problem, problems_of

RUN_SECONDS, MAX_MISTAKES = 180.0, 3

_ABSENT_SECONDS = 5.0
"""A run ends if the program was not shown for so long: the player may have thought meanwhile."""

_SHOWN_SECONDS = 1.2
"""Seconds for which the end of a problem is shown before the next one."""

_TOLD_SECONDS = (60, 30, 10)
"""The seconds left at which a sentence tells the time."""

_FIRST_RATING, _RATING_STEP = 600.0, 70.0
"""The rating of the first problem, and by how much the next one is harder or easier."""

_CHOICE = 6
"""The next problem is drawn from so many with the nearest ratings."""


@dataclass
class Run:
    """A run in progress."""

    game: str
    """The key of its only game; "" for all games."""
    problems: list[Problem]
    """The problems that have not come yet."""
    random: Random
    seconds_left: float = RUN_SECONDS
    solved: int = 0
    missed: list[Problem] = field(default_factory=list)
    rating: float = _FIRST_RATING

    @property
    def is_over(self) -> bool:
        """Whether time is up, or the player has made the last mistake, or no problem is left."""
        return self.seconds_left <= 0 or len(self.missed) >= MAX_MISTAKES or not self.problems

    @property
    def milliseconds(self) -> int:
        """The milliseconds left."""
        return max(0, round(1000 * self.seconds_left))

    @property
    def shown(self) -> int:
        """The whole seconds left, as they are displayed."""
        return seconds_shown(self.milliseconds)

    def next_problem(self) -> Problem:
        """Return the next problem, with a rating near that of the run."""
        self.problems.sort(key=lambda problem: abs(problem.rating - self.rating))
        return self.problems.pop(self.random.randrange(min(_CHOICE, len(self.problems))))

    def note(self, problem: Problem, solved: bool) -> None:
        """Count a problem; the next one is harder or easier."""
        self.rating += _RATING_STEP if solved else -_RATING_STEP
        if solved:
            self.solved += 1
        else:
            self.missed.append(problem)


class RunSession(SolveSession):
    """A problem of a run: one try, with the remaining time in the panel."""

    def __init__(self, nav: Navigator, run: Run, problem: Problem) -> None:
        self.run = run
        self._problem = problem
        self._counted = False
        self._seconds_shown = 0.0
        self._last_time: float | None = None
        super().__init__(nav, ProblemTask(problem), nav.services.text("run.title"))
        self.commands = RUN_COMMANDS

    # -- what happens ------------------------------------------------------------------------------

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Let the time run while the player thinks, and go on after the end of the problem.

        It is called only while nothing moves. So time stops during animations, and while a move is
        checked. A move that was made before the end of the time counts.
        """
        if not opened:
            return
        now, before = time.time(), self._last_time
        self._last_time = now
        if self.solving.state == "asked" and not self._counted:
            absent = before is not None and abs(now - before) > _ABSENT_SECONDS
            self._think(seconds)
            if absent or self.run.seconds_left <= 0:
                end_run(self.nav, self.run, "left" if absent else "time")
                return
        super().pass_time(seconds, opened)
        if self._counted and self.solving.state in ("solved", "open", "end"):
            self._seconds_shown += seconds
            if self._seconds_shown >= _SHOWN_SECONDS:
                go_on(self.nav, self.run)

    def _think(self, seconds: float) -> None:
        before = self.run.shown
        self.run.seconds_left -= seconds
        now = self.run.shown
        if now != before:
            if now in _TOLD_SECONDS:
                self.services.platform.say(self.text("clock.left", seconds=now))
            self.scene.follow()

    def show(self, event: MatchEvent | None) -> None:
        """Show an event; count the problem once it is solved, or after a wrong move."""
        super().show(event)
        state, storage = self.solving.state, self.services.storage
        if self._counted or state not in ("solved", "wrong"):
            return
        self._counted = True
        self.run.note(self._problem, state == "solved")
        if state == "solved":
            task_progress.solve_problem(storage, self._problem, first=True)
        else:
            self.services.sound.play("error")
            task_progress.begin_problem(storage, self._problem)
            self.show(self.solving.show())  # the right move

    def leave(self) -> None:
        """End the run."""
        end_run(self.nav, self.run, "left")

    # -- arrangement -------------------------------------------------------------------------------

    def task(self) -> TaskData:
        """Return the data of the panel: the time left, and what was solved and missed."""
        data, run, text = super().task(), self.run, self.text
        head = text("run.head", solved=run.solved, left=MAX_MISTAKES - len(run.missed))
        clock, smalls = time_words(run.milliseconds), ("turn-board",)
        return replace(data, head=head, count=clock, smalls=smalls, main="leave")


RUN_COMMANDS: tuple[Command[RunSession], ...] = (
    TURN_BOARD,
    Command("leave", "run.end", lambda of: of.leave(), "close", ("escape",)),
)


def begin_run(nav: Navigator, game: str, replaces: bool = False) -> None:
    """Begin a run in a game, or "" for all games; it may replace the scene that is open."""
    problems = [*_all_problems(game)]
    marks = {each.key: task_progress.problem_statuses(nav.services.storage, each) for each in GAMES}
    unsolved = [
        problem
        for problem in problems
        if not marks[problem.game.key].get(problem.key, task_progress.NOT_BEGUN).solved
    ]
    if len(unsolved) < 50:  # solved problems come again rather than too few
        unsolved = problems
    run = Run(game, unsolved, Random(nav.services.platform.entropy()))
    go_on(nav, run, replaces)


def _all_problems(game: str) -> Sequence[Problem]:
    """Return the problems of a game, or of all games for ""; without those that are not here."""
    problems: list[Problem] = []
    for each in GAMES if not game else (BY_KEY[game],):
        try:
            problems += problems_of(each)
        except BadProblem:
            continue
    return problems


def go_on(nav: Navigator, run: Run, replaces: bool = True) -> None:
    """Show the next problem of a run, or its end."""
    while not run.is_over:
        try:
            scene = BoardScene(RunSession(nav, run, run.next_problem()))
        except BadProblem:
            continue
        (nav.replace if replaces else nav.open)(scene)
        return
    end_run(nav, run, "mistakes" if len(run.missed) >= MAX_MISTAKES else "time")


def end_run(nav: Navigator, run: Run, end: RunEnd) -> None:
    """Store a run, and show its result."""
    text, storage = nav.services.text, nav.services.storage
    best = RUNS.load(storage).most_solved(run.game)
    missed = tuple((problem.game.key, problem.key) for problem in run.missed)
    note_run(storage, ProblemRun(run.game, run.solved, missed, end))
    sentences = [text(f"run.ended_{end}"), text("run.solved", count=run.solved)]
    if run.solved:
        is_best = run.solved > best
        sentences.append(text("run.new_best") if is_best else text("run.best", count=best))
    if missed:
        sentences.append(text("run.missed", count=len(missed)))
    nav.back()
    if run.solved > best:
        nav.services.sound.play("win")
    answers = [
        answer("again", text("run.again"), "again", "primary", partial(begin_run, nav, run.game)),
        *(
            [answer("missed", text("run.try_missed"), "puzzle", act=partial(_try, nav, run.missed))]
            if missed
            else []
        ),
        answer("back", text("dialog.back")),
    ]
    nav.open(Dialog(nav, text("run.title"), " ".join(sentences), answers))


def _try(nav: Navigator, problems: Sequence[Problem], replaces: bool = False) -> None:
    """Open the first of some missed problems, to be solved without haste."""
    problem, *others = problems
    storage = nav.services.storage
    session = SolveSession(
        nav, ProblemTask(problem), nav.services.text("run.one_missed"),
        lambda first: task_progress.solve_problem(storage, problem, first),
        partial(_try, nav, others, replaces=True) if others else None,
        partial(task_progress.begin_problem, storage, problem),
    )  # fmt: skip
    (nav.replace if replaces else nav.open)(BoardScene(session))


class RunPage(Scene):
    """The page before a run: its games, its rules, the best results, and missed problems."""

    name_key = "run.title"

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._game = ""

    @property
    def awaits_files(self) -> bool:
        """Whether the page changes when a file arrives. The problems are in files."""
        return True

    def load(self) -> None:
        """Load the runs, and the problems that were missed and are still unsolved."""
        storage = self.services.storage
        self._runs = RUNS.load(storage)
        problems = {(problem.game.key, problem.key): problem for problem in _all_problems("")}
        statuses = {game.key: task_progress.problem_statuses(storage, game) for game in GAMES}
        self._missed = [
            problems[game, key]
            for game, key in self._runs.missed_problems()
            if (game, key) in problems
            and not statuses[game].get(key, task_progress.NOT_BEGUN).solved
        ]
        self._ready = {problem.game.key for problem in problems.values()}

    def stored(self, name: str) -> None:
        """Load the page again if another window has saved a run or a problem."""
        if name in (RUNS.kind, task_progress.PROBLEMS.kind):
            self._reload()

    def _layout(self) -> None:
        text = self.text
        names = {"": text("run.all")} | {g.key: text.game(g.key, "short") for g in GAMES}
        best = self._runs.most_solved(self._game)
        lines = [Label(text("run.rule"))]
        if best:
            lines.append(Label(text("run.best", count=best), "bold"))
        if self._ready and (not self._game or self._game in self._ready):
            start = partial(begin_run, self.nav, self._game)
            buttons = [Button("start", start, text("run.start"), "play", "primary", height=52)]
        else:
            lines.append(Label(text(f"problems.{self.services.platform.kind}")))
            buttons = []
        if self._missed:
            words = text("run.missed_waiting", count=len(self._missed))
            act = partial(_try, self.nav, self._missed)
            buttons.append(Button("missed", act, words, "puzzle", height=52))
        rows: list[Widget | float] = [
            choice_buttons("of", names, self._game, self._choose),
            12,
            Card([Column(lines), Grid(buttons, least=220, stretches=True)], 12),
        ]
        self.sheets = [self._page(rows)]

    def _choose(self, game: str) -> None:
        self._game = game
        self.update_layout()
