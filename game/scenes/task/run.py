"""A problem run: as many problems as possible in three minutes, or until the third mistake."""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from flipside.game.live_match.move_text import MatchEvent
from flipside.game.saves import task_progress
from flipside.game.saves.runs import RUNS, ProblemRun, RunEnd, new_run_name, store_run
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command
from flipside.game.scenes.common.dialog import Dialog, answer
from flipside.game.scenes.common.match_session import TURN_BOARD
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.info.menu import MENU_COMMANDS
from flipside.game.scenes.task.session import TASK_MENU, SolveSession, TaskData
from flipside.game.tasks.task import ProblemTask
from flipside.game.ui.containers import Card, Column, Grid
from flipside.game.ui.page_widgets import choice_buttons
from flipside.game.ui.widgets import Button, Label, Widget
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.board import Cell
from flipside.rules.match.clock import seconds_shown, time_words
from flipside.rules.teaching import BadProblem, Problem, problems_of

RUN_SECONDS, MAX_MISTAKES = 180.0, 3

_ABSENT_SECONDS = 5.0
"""A run ends if the program was not shown for so long: the player may have thought meanwhile."""

_SHOWN_SECONDS = 1.2
"""Seconds for which a verdict, the right move and the end of a problem are shown."""

_TOLD_SECONDS = (60, 30, 10)
"""The seconds left at which a sentence tells the time."""

_RATING_STEP = 50.0
"""By how much the next problem is harder after a solved one, or easier after a missed one."""

_CHOICE = 6
"""The next problem is drawn from so many with the nearest ratings."""

_SOLVED_POINTS = 150.0
"""A problem that was solved before comes only if no other rating is nearer by so much."""


@dataclass
class Run:
    """A run in progress."""

    game: str
    """The key of its only game; "" for all games."""
    problems: list[Problem]
    """The problems that have not come yet."""
    solved_before: Collection[tuple[str, str]]
    """Game and key of problems that were solved before the run."""
    random: Random
    name: str
    """The name under which the run is stored."""
    best: int
    """The most problems that were solved in a run of this game before."""
    seconds_left: float = RUN_SECONDS
    solved: int = 0
    missed: list[Problem] = field(default_factory=list)
    rating: float = 0.0
    """The rating of the next problem; the easiest comes first."""

    @property
    def end(self) -> RunEnd | None:
        """How the run came to its end; None while it goes on."""
        if len(self.missed) >= MAX_MISTAKES:
            return "mistakes"
        if self.seconds_left <= 0:
            return "time"
        return None if self.problems else "finished"

    def result(self, end: RunEnd) -> ProblemRun:
        """Return the run as it is stored."""
        missed = tuple((problem.game.key, problem.key) for problem in self.missed)
        return ProblemRun(self.game, self.solved, missed, end)

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
        self.rating = max(self.rating, min(problem.rating for problem in self.problems))
        self.problems.sort(key=self._distance)
        return self.problems.pop(self.random.randrange(min(_CHOICE, len(self.problems))))

    def _distance(self, problem: Problem) -> float:
        again = (problem.game.key, problem.key) in self.solved_before
        return abs(problem.rating - self.rating) + (_SOLVED_POINTS if again else 0.0)

    def note(self, problem: Problem, solved: bool) -> None:
        """Count a problem; the next one is harder or easier."""
        if solved:
            self.solved += 1
            self.rating = max(self.rating, problem.rating) + _RATING_STEP
        else:
            self.missed.append(problem)
            self.rating -= _RATING_STEP


class RunSession(SolveSession):
    """A problem of a run: one try, with the remaining time in the panel."""

    def __init__(self, nav: Navigator, run: Run, problem: Problem) -> None:
        self.run = run
        self._problem = problem
        self._counted = False
        self._seconds_shown = 0.0
        self._last_times: tuple[float, float] | None = None
        """The two clocks when the player last thought; None if pieces have moved since."""
        super().__init__(nav, ProblemTask(problem), nav.services.text("run.title"))
        self.commands = RUN_COMMANDS

    # -- what happens ------------------------------------------------------------------------------

    @property
    def wakes(self) -> bool:
        """Whether the screen must stay on, because the player thinks."""
        return not self._counted

    def pass_time(self, seconds: float, opened: bool) -> None:
        """Let the time run while the player thinks, and go on after the end of the problem.

        It is called only while nothing moves. So time stops during animations, and while a move is
        checked. A move that was made before the end of the time counts.
        """
        if not opened:
            return
        if self.solving.state != "asked" or self._counted:
            self._last_times = None
        else:
            elapsed = self._elapsed()
            self._think(elapsed)
            if elapsed > _ABSENT_SECONDS or self.run.seconds_left <= 0:
                end_run(self.nav, self.run, "left" if elapsed > _ABSENT_SECONDS else "time")
                return
        super().pass_time(seconds, opened)
        if self._counted and self.solving.state in ("wrong", "solved", "open", "end"):
            self._seconds_shown += seconds
            if self._seconds_shown >= _SHOWN_SECONDS:
                self._seconds_shown = 0.0
                if self.solving.state == "wrong":
                    self.show(self.solving.show())  # the right move
                else:
                    go_on(self.nav, self.run)

    def _elapsed(self) -> float:
        """Return the seconds since the last call, also those of late frames and other scenes.

        One clock stands still while a device sleeps; the other may be set by hand.
        """
        now, before = (time.monotonic(), time.time()), self._last_times
        self._last_times = now
        return 0.0 if before is None else max(0.0, now[0] - before[0], now[1] - before[1])

    def tap_cell(self, cell: Cell) -> None:
        """Tap a cell as an answer; there is only one try."""
        if not self._counted:
            super().tap_cell(cell)

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
        store_run(storage, self.run.name, self.run.result("left"))

    def leave(self) -> None:
        """End the run."""
        end_run(self.nav, self.run, "left")

    # -- arrangement -------------------------------------------------------------------------------

    def task(self) -> TaskData:
        """Return the data of the panel: the time left, and what was solved and missed."""
        data, run, text = super().task(), self.run, self.text
        return replace(
            data,
            head=text("run.solved_so_far", count=run.solved),
            count=text("run.mistakes_left", count=MAX_MISTAKES - len(run.missed)),
            smalls=("turn-board", "menu"),
            main="leave",
            # Small panels show only the request and the buttons.
            words_of_main=text("run.end_at", time=time_words(run.milliseconds)),
        )


RUN_COMMANDS: tuple[Command[RunSession], ...] = (
    TASK_MENU,
    *MENU_COMMANDS,
    TURN_BOARD,
    Command("leave", "run.end", lambda of: of.leave(), "close", ("escape",)),
)


def begin_run(nav: Navigator, game: str, replaces: bool = False) -> None:
    """Begin a run in a game, or "" for all games; it may replace the scene that is open."""
    storage = nav.services.storage
    solved_before = {
        (each.key, key)
        for each in GAMES
        for key, status in task_progress.problem_statuses(storage, each).items()
        if status.solved
    }
    best = RUNS.load(storage).most_solved(game)
    random = Random(nav.services.platform.entropy())
    run = Run(game, [*_all_problems(game)], solved_before, random, new_run_name(storage), best)
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
    while (end := run.end) is None:
        try:
            scene = BoardScene(RunSession(nav, run, run.next_problem()))
        except BadProblem:
            continue
        (nav.replace if replaces else nav.open)(scene)
        return
    end_run(nav, run, end)


def end_run(nav: Navigator, run: Run, end: RunEnd) -> None:
    """Store a run, and show its result."""
    text, missed = nav.services.text, run.missed
    store_run(nav.services.storage, run.name, run.result(end))
    sentences = [text(f"run.ended_{end}"), text("run.solved", count=run.solved)]
    if run.solved:
        is_best = run.solved > run.best
        sentences.append(text("run.new_best") if is_best else text("run.best", count=run.best))
    if missed:
        sentences.append(text("run.missed", count=len(missed)))
    nav.back()
    if run.solved > run.best:
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

    def __init__(self, nav: Navigator, game: str = "") -> None:
        """Open the page with a game chosen; "" for all games."""
        super().__init__(nav)
        self._game = game

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
