"""The daily page: the problems of a date in all games, the month, and the streak of days."""

import time
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial

from flipside.game.saves import days, task_progress
from flipside.game.saves.days import DAYS
from flipside.game.saves.drills import waiting_drills
from flipside.game.scenes.common.board import miniature
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.command import Command, CommandTable
from flipside.game.scenes.common.dialog import share_text, show_message
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.task.problems import (
    WEEKDAYS,
    ProblemSign,
    ProblemTile,
    day_words,
    sign_legend,
)
from flipside.game.scenes.task.run_page import RunPage
from flipside.game.scenes.task.session import SolveSession
from flipside.game.tasks.task import ProblemTask
from flipside.game.ui.containers import Card, Column, Grid, Row, Space
from flipside.game.ui.widgets import FIT, Button, Canvas, Label, Widget
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.match.match import Match
from flipside.rules.teaching import BadProblem, Problem, problems_of

_SIGNS: tuple[ProblemSign, ...] = ("first", "solved", "late", "begun", "open")

_TWO_COLUMNS = 720
"""CSS pixels of the width of a page from which the calendar is beside the games."""


@dataclass(frozen=True)
class _DayProblem:
    """The problem of a date in one game."""

    game: AnyGame
    problem: Problem
    match: Match
    sign: ProblemSign

    @property
    def is_open(self) -> bool:
        """Whether the problem must still be solved."""
        return self.sign in ("open", "begun")


class Daily(Scene):
    """The page of one date, by default today; the calendar leads to earlier dates."""

    name_key = "daily.title"
    awaits_files = True  # the problems
    commands: CommandTable = (
        Command("share", "daily.share", lambda page: page._share(), "share", ("s",)),
    )

    def __init__(self, nav: Navigator) -> None:
        super().__init__(nav)
        self._day: date | None = None
        """The date that is shown; None for today, also after midnight."""
        self._month: date | None = None
        """The first day of the month that is shown; None for that of the date."""

    def load(self) -> None:
        """Load the problems of the date that is shown, and the results of all days."""
        self._today = task_progress.day_of(self.services.platform.now())
        self._days = DAYS.load(self.services.storage)
        self._counted = self._days.counted(self._today)
        self._problems = [*filter(None, map(self._problem, GAMES))]
        self._drills = len(waiting_drills(self.services))
        self._streak = days.day_streak(self._counted, self._today)

    @property
    def _shown(self) -> date:
        return self._day or self._today

    def _problem(self, game: AnyGame) -> _DayProblem | None:
        """Return the problem of the date in a game; None if the problems are not here."""
        try:
            problem = task_progress.problem_of(problems_of(game), self._shown)
            match = problem.shown_match
        except BadProblem:
            return None
        return _DayProblem(game, problem, match, self._sign(game.key))

    def _following(self, solved: _DayProblem | None = None) -> _DayProblem | None:
        """Return the next open problem apart from `solved`: the easiest, first of those not begun.

        None if there is none.
        """
        key = "" if solved is None else solved.game.key
        others = [each for each in self._problems if each.is_open and each.game.key != key]
        rank = {each.game.key: (each.sign == "begun", each.problem.grade) for each in others}
        return min(others, key=lambda each: rank[each.game.key], default=None)

    def _sign(self, game: str) -> ProblemSign:
        result = self._days.results_of(self._shown).get(game)
        if result is None:
            return "open"
        counts = result.on_time and self._shown in self._counted
        return result.state if counts or result.state == "begun" else "late"

    def stored(self, name: str) -> None:
        """Load the page again if another window has saved the results of a day."""
        if name == DAYS.kind:
            self._reload()

    def _pass_time(self, seconds: float, opened: bool) -> None:
        """At midnight, load the page again."""
        if self._today != task_progress.day_of(self.services.platform.now()):
            self._reload()

    # -- arrangement -------------------------------------------------------------------------------

    def _layout(self) -> None:
        items, beside = self._cards(), [self._calendar(), self._more()]
        if self._window.usable[2] >= self.theme.px(_TWO_COLUMNS):
            columns = [Column(items, 12), Column(beside, 12, width=348)]
            self.sheets = [self._page([Row(columns, 12, align_y=0)])]
        else:
            self.sheets = [self._page([*items, *beside])]

    def _cards(self) -> list[Widget]:
        """Return the date, the streak, drills that are due, and a card for each game.

        The easiest problem leads.
        """
        text = self.text
        head = Column([Label(day_words(text, self._shown), "head"), self._streak_line()], 0)
        back = [Button("today", self._show_today, text("problems.today"), "back", height=44,
                       width=FIT)] if self._day else []  # fmt: skip
        following = self._following()
        cards = [self._card(entry, leads=entry is following) for entry in self._problems]
        missing = Card([Label(text(f"problems.{self.services.platform.kind}"))])
        drills: list[Widget] = []
        if self._drills:
            label = text("drill.waiting", count=self._drills)
            drills = [Button("drills", self.nav.ways.drill, label, "again", height=48)]
        return [Row([head, *back]), *drills, *(cards or [missing])]

    def _card(self, entry: _DayProblem, leads: bool) -> Widget:
        text, key = self.text, entry.game.key
        name = text.game(key, "short")
        goal = text(f"problems.goal.{entry.problem.goal}")
        grade = text("problems.grade", number=entry.problem.grade)
        state = text(f"problems.state.{entry.sign}")
        paint = miniature(self.theme, entry.match, self.services.settings.aids)
        words = text("problems.solve" if entry.is_open else "problems.again")
        icon, look = "play" if entry.is_open else "again", "primary" if leads else "plain"
        button = Button(
            f"solve {key}", partial(self._solve, entry), words, icon, look, height=44,
            accessible_name=text("spoken.about", head=words, words=name),
        )  # fmt: skip
        lines = Column([
            Label(name, "bold"), Label(f"{goal} · {grade}", "small"), Label(state, "small"),
            Space(fills=True), button,
        ], 2, fills=True)  # fmt: skip
        return Card([Row([Canvas(paint, 1.0, width=112), 12, lines], align_y=0)], name=key)

    def _calendar(self) -> Widget:
        """Return the card with the month, its signs, and the rule of streaks."""
        text, month = self.text, (self._month or self._shown).replace(day=1)
        name = text.date("daily.month", month.isoformat())
        later = month.year * 12 + month.month < self._today.year * 12 + self._today.month
        head = Row([
            Button("earlier", partial(self._turn, month, -1) if month.year > 1 else None,
                   icon="back", look="quiet", accessible_name=text("daily.earlier"), width=44),
            Label(name, "bold", align_x=0.5),
            Button("later", partial(self._turn, month, 1) if later else None, icon="next",
                   look="quiet", accessible_name=text("daily.later"), width=44,
                   why="" if later else text("why.day")),
        ])  # fmt: skip
        weekdays = [
            Label(text(f"problems.weekday.{day}"), "small", align_x=0.5) for day in WEEKDAYS
        ]
        first, count = monthrange(month.year, month.month)
        tiles = [self._day_tile(month.replace(day=number)) for number in range(1, count + 1)]
        cells: list[Widget] = [*(Space() for _ in range(first)), *tiles]
        meanings = [(sign, text(f"daily.sign.{sign}")) for sign in _SIGNS if sign != "open"]
        return Card([
            head, Grid(weekdays, 7, gap=2), Grid(cells, 7, gap=2),
            sign_legend(self.theme, meanings),
            Label(text("daily.rule"), "small"), self._own.button("share", height=44),
        ], 8)  # fmt: skip

    def _day_tile(self, day: date) -> Widget:
        results = self._days.results_of(day) if day <= self._today else days.NO_RESULTS
        if day in self._counted:
            sign: ProblemSign = "first" if days.is_complete(results) else "solved"
        elif any(result.state != "begun" for result in results.values()):
            sign = "late"
        else:
            sign = "begun" if results else "open"
        return ProblemTile(
            f"day {day.isoformat()}", partial(self._show, day) if day <= self._today else None,
            str(day.day), look="chosen" if day == self._shown else "plain",
            accessible_name=self.text("problems.tile", name=day_words(self.text, day),
                                      state=self.text(f"daily.sign.{sign}")),
            sign=sign, height=48, why="" if day <= self._today else self.text("why.day"),
        )  # fmt: skip

    def _streak_line(self) -> Widget:
        text, streak = self.text, self._streak
        now = text("daily.streak", count=streak.now) if streak.now else text("daily.no_streak")
        best = text("daily.best", count=streak.best) if streak.best > streak.now else ""
        return Label(f"{now} {best}".strip(), "bold")

    def _more(self) -> Widget:
        """Return the card that leads to problem runs, and to all problems of each game."""
        text = self.text
        buttons = [
            Button(f"all {game.key}", partial(self.nav.ways.problems, game),
                   text.game(game.key, "short"), height=44)
            for game in GAMES
        ]  # fmt: skip
        run = Button("run", lambda: self.nav.open(RunPage(self.nav)), text("run.title"), "clock",
                     height=48)  # fmt: skip
        all_words = Label(text("daily.all"), "bold")
        return Card([run, all_words, Grid(buttons, least=140)], 8)

    # -- actions -----------------------------------------------------------------------------------

    def _turn(self, month: date, step: int) -> None:
        index = month.year * 12 + month.month - 1 + step
        self._month = date(index // 12, index % 12 + 1, 1)
        self.update_layout()

    def _show(self, day: date) -> None:
        self._day = None if day == self._today else day
        self._reload()

    def _show_today(self) -> None:
        self._day = self._month = None
        self._reload()

    def _go_on(self, solved: _DayProblem) -> None:
        """Replace a problem by the next open one of its date, also after midnight."""
        today = task_progress.day_of(self.services.platform.now())
        self._day = None if self._shown == today else self._shown
        self.load()
        following = self._following(solved)
        if following is None:
            self.nav.back()
        else:
            self._solve(following, self.nav.replace)

    def _solve(self, entry: _DayProblem, show: Callable[[Scene], None] | None = None) -> None:
        """Open a problem, or let `show` show it."""
        storage, problem, day = self.services.storage, entry.problem, self._shown
        opened, key = task_progress.day_of(self.services.platform.now()), entry.game.key

        def solved(first: bool) -> str:
            # The day first: after a crash between the two, solving again would not be a first try.
            days.note_day(storage, key, day, "first" if first else "solved", opened, _utc_offset())
            task_progress.solve_problem(storage, problem, first, opened)
            return self._streak_news(day) if day == opened else ""

        def spoilt() -> None:
            task_progress.begin_problem(storage, problem)
            days.note_day(storage, key, day, "begun", opened, _utc_offset())

        title = self.text("problems.of_day") if day == self._today else day_words(self.text, day)
        following = partial(self._go_on, entry) if self._following(entry) is not None else None
        try:
            session = SolveSession(self.nav, ProblemTask(problem), title, solved, following, spoilt)
        except BadProblem:
            words = self.text.damage("problems.damaged")
            show_message(self.nav, self.text("daily.title"), words)
            return
        (show or self.nav.open)(BoardScene(session))

    def _streak_news(self, day: date) -> str:
        """Return the streak with a date, and whether all its problems are solved, in sentences."""
        stored, text = DAYS.load(self.services.storage), self.text
        today = task_progress.day_of(self.services.platform.now())
        streak = days.day_streak(stored.counted(today), day).now
        words = text("daily.streak", count=streak) if streak else ""
        complete = text("daily.complete") if days.is_complete(stored.results_of(day)) else ""
        return f"{complete} {words}".strip()

    def _share(self) -> None:
        share_text(self.nav, self.text("daily.share"), self.summary(), "daily")

    def summary(self) -> str:
        """Return the results of the date that is shown in a line, without any solution."""
        text = self.text
        parts = [f"Flipside {text.date('daily.date', self._shown.isoformat())}"]
        for entry in self._problems:
            if not entry.is_open:
                name = text.game(entry.game.key, "short")
                parts.append(text(f"daily.line.{entry.sign}", game=name))
        streak = days.day_streak(self._counted, self._shown).now
        if streak:
            parts.append(text("daily.days", count=streak))
        return " · ".join(parts)


def _utc_offset() -> int:
    return time.localtime().tm_gmtoff
