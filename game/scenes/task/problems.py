"""The page of a game's problems by grade, and progress."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Literal

import pygame

from flipside.game.drawing import draw, icons
from flipside.game.saves import task_progress
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.dialog import show_message
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.task.run_page import RunPage
from flipside.game.scenes.task.session import SolveSession
from flipside.game.services.texts import Texts
from flipside.game.services.theme import Colour, Theme
from flipside.game.tasks.task import ProblemTask
from flipside.game.ui.containers import Card, Column, Grid, Row, Wrap
from flipside.game.ui.layout import MIN_TARGET
from flipside.game.ui.page_widgets import choice_buttons
from flipside.game.ui.widgets import FIT, Button, Canvas, Label, ReadoutGroup, Widget
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching import GRADES, BadProblem, Problem, problems_of, problems_path

ProblemSign = task_progress.ProblemState | Literal["late"]

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_SIGN_SIZE = 16
"""The width of a sign in CSS pixels."""


def paint_sign(theme: Theme, sign: ProblemSign, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Paint the sign for the state of a problem."""
    palette, side, thick = theme.palette, rect.width, max(1, theme.px(1.5))
    inner = rect.inflate(-side // 4, -side // 4)
    if sign == "open":
        dot = rect.inflate(-3 * side // 4, -3 * side // 4)
        draw.box(theme, surface, dot, palette.soft, side)
    elif sign == "begun":
        draw.box(theme, surface, inner, None, side, palette.ink, thick)
    elif sign == "solved":
        theme.blend(surface, icons.icon(theme, "check", side, palette.good), rect)
    else:
        late = sign == "late"
        ink = palette.good if late else palette.card
        draw.box(theme, surface, rect, None if late else palette.good, side,
                 palette.good if late else None, thick)  # fmt: skip
        theme.blend(surface, icons.icon(theme, "check", inner.width, ink), inner)


@dataclass
class ProblemTile(Button):
    """A button with a number, a word above it if there is one, and a sign below it."""

    sign: ProblemSign = "open"
    above: str = ""

    def _content(
        self, theme: Theme, surface: pygame.Surface, rect: pygame.Rect, ink: Colour
    ) -> None:
        side, step = theme.px(_SIGN_SIZE), theme.line_height("bold")
        top = rect.centery - (self._height(theme)) // 2
        if self.above:
            word = pygame.Rect(rect.x, top, rect.width, theme.line_height("small"))
            draw.label(theme, surface, [self.above], "small", theme.palette.soft, word, across=0.5)
            top = word.bottom
        number = pygame.Rect(rect.x, top, rect.width, step)
        draw.label(theme, surface, [self.text], "bold", ink, number, across=0.5)
        below = pygame.Rect(0, number.bottom - theme.px(2), side, side)
        below.centerx = rect.centerx
        paint_sign(theme, self.sign, surface, below)

    def _height(self, theme: Theme) -> int:
        word = theme.line_height("small") if self.above else 0
        return word + theme.line_height("bold") - theme.px(2) + theme.px(_SIGN_SIZE)


def sign_legend(theme: Theme, meanings: Sequence[tuple[ProblemSign, str]]) -> Widget:
    """Return the signs with their meanings."""
    signs = [
        Row([Canvas(partial(paint_sign, theme, sign), 1.0, width=_SIGN_SIZE),
             Label(words, "small", width=FIT)])
        for sign, words in meanings
    ]  # fmt: skip
    return Wrap(signs, 20, row_gap=4)


def day_words(text: Texts, day: date) -> str:
    """Return a date in words, with its weekday."""
    weekday = text(f"problems.day.{WEEKDAYS[day.weekday()]}")
    return text.date("problems.date", day.isoformat(), weekday=weekday)


_SIGNS: tuple[ProblemSign, ...] = ("first", "solved", "begun", "open")

_GROUP_SIZE = 25
"""The number of problems below one heading of the readout."""


class Problems(Scene):
    """The page of the problems of one game; the player can change the game."""

    name_key = "problems.title"
    awaits_files = True  # the problems

    def __init__(self, nav: Navigator, game: AnyGame) -> None:
        super().__init__(nav)
        self.game: AnyGame = game
        self._announces = True
        """Whether the page must still be announced."""

    def load(self) -> None:
        """Load the problems of the game and their statuses."""
        self._read()
        self._statuses = self._load_statuses()
        if self._announces:
            self._announces = False
            self._announce()

    def _announce(self) -> None:
        if not self._problems:
            self.services.platform.say(self._trouble)
            return
        game = self.text.game(self.game.key, "short")
        self.services.platform.say(f"{game}. {self._sum()}")

    def _read(self) -> None:
        """Read the problems of the game, or the reason why there are none."""
        self._problems: tuple[Problem, ...] = ()
        self._trouble = ""
        """Why there are no problems, as a sentence; "" if there are."""
        try:
            self._problems = problems_of(self.game)
        except BadProblem:
            here, kind = problems_path(self.game).is_file(), self.services.platform.kind
            damage, lacking = self.text.damage("problems.damaged"), self.text(f"problems.{kind}")
            self._trouble = damage if here else lacking
        self._numbers = {problem.key: number for number, problem in enumerate(self._problems, 1)}

    def _load_statuses(self) -> dict[str, task_progress.ProblemStatus]:
        return task_progress.problem_statuses(self.services.storage, self.game)

    def stored(self, name: str) -> None:
        """Load the page again if another window has saved the progress with problems."""
        if name == task_progress.PROBLEMS.kind:
            self._reload()

    # -- arrangement -------------------------------------------------------------------------------

    def _layout(self) -> None:
        names = {game.key: self.text.game(game.key, "short") for game in GAMES}
        games = choice_buttons("of", names, self.game.key, self._choose)
        if self._problems:
            items: list[Widget | float] = [self._ways(), 12, self._all()]
        else:
            items = [Label(self._trouble)]
        self.sheets = [self._page([games, 12, *items])]

    def _choose(self, key: str) -> None:
        self.game, self._announces = BY_KEY[key], True
        self._reload()

    def _ways(self) -> Widget:
        """Return buttons for the next unsolved problem, runs, the daily page and lessons."""
        following, buttons = self._following(self._statuses), list[Button]()
        if following is not None:
            act = partial(self._open, following)
            buttons.append(
                Button("next", act, self.text("problems.next"), "next", "primary", height=48)
            )
        buttons.append(Button("run", self._run, self.text("run.title"), "clock", height=48))
        daily = self.nav.ways.daily
        buttons.append(Button("daily", daily, self.text("daily.title"), "puzzle", height=48))
        lessons = partial(self.nav.ways.lessons, self.game)
        buttons.append(Button("lessons", lessons, self.text("lesson.list"), "hint", height=48))
        return Grid(buttons, least=260)

    def _all(self) -> Widget:
        text, statuses = self.text, self._statuses
        by_grade = (
            [problem for problem in self._problems if problem.grade == grade] for grade in GRADES
        )
        grades = [self._grade(problems) for problems in by_grade if problems]
        meanings = [(sign, text(f"problems.state.{sign}")) for sign in _SIGNS]
        legend = sign_legend(self.theme, meanings)
        counts = [
            Label(self._count(text.game(self.game.key, f"theme.{theme}"), count), "small")
            for theme, count in task_progress.themes(self._problems, statuses).items()
        ]
        details = [Column(counts, 4)] if len(counts) > 1 else []
        return Card([*grades, legend, Column([Label(self._sum(), "bold"), *details])], 12)

    def _sum(self) -> str:
        """Return how many problems are solved."""
        every = task_progress.count_solved(self._problems, self._statuses)
        return self.text("problems.sum", solved=every.solved, of=every.of, first=every.first)

    def _count(self, name: str, count: task_progress.SolvedCount) -> str:
        return self.text("problems.count", name=name, solved=count.solved, of=count.of)

    def _grade(self, problems: list[Problem]) -> Widget:
        statuses = self._statuses
        name = self.text("problems.grade", number=problems[0].grade)
        words = self._count(name, task_progress.count_solved(problems, statuses))
        tiles = [self._tile(problem) for problem in problems]
        for at in range(_GROUP_SIZE, len(tiles), _GROUP_SIZE):
            part = problems[at : at + _GROUP_SIZE]
            span = self.text("spoken.to", first=self._number(part[0]), last=self._number(part[-1]))
            for tile in tiles[at : at + _GROUP_SIZE]:
                tile.group = ReadoutGroup(span, 3)
        group = ReadoutGroup(words)
        return Column([Label(words, "bold"), Grid(tiles, least=MIN_TARGET, gap=4, group=group)], 4)

    def _tile(self, problem: Problem) -> ProblemTile:
        status = self._statuses.get(problem.key, task_progress.NOT_BEGUN)
        name = self._title_of(problem)
        state = self.text(f"problems.state.{status.state}")
        return ProblemTile(
            f"problem {problem.key}", partial(self._open, problem),
            str(self._number(problem)), look="reached" if status.solved else "plain",
            accessible_name=self.text("problems.tile", name=name, state=state), sign=status.state,
        )  # fmt: skip

    # -- solving -----------------------------------------------------------------------------------

    def _number(self, problem: Problem) -> int:
        return self._numbers[problem.key]

    def _title_of(self, problem: Problem) -> str:
        return self.text("problems.named", number=self._number(problem))

    def _following(
        self,
        statuses: dict[str, task_progress.ProblemStatus],
        after: Problem | None = None,
        theme: str = "",
    ) -> Problem | None:
        """Return the next unsolved problem after `after`, or None; `theme` "" is any theme."""
        start = self._number(after) if after is not None else 0
        around = (*self._problems[start:], *self._problems[:start])
        for problem in around:
            unsolved = not statuses.get(problem.key, task_progress.NOT_BEGUN).solved
            if unsolved and problem != after and theme in ("", problem.theme):
                return problem
        return None

    def _run(self) -> None:
        self.nav.open(RunPage(self.nav, self.game.key))

    def _go_on(self, after: Problem, theme: str = "") -> None:
        """Open the next unsolved problem, or close this one; `theme` "" is any theme."""
        problem = self._following(self._load_statuses(), after, theme)
        if problem is None:
            self.nav.back()
        else:
            self._open(problem, replaces=True)

    def _open(self, problem: Problem, replaces: bool = False) -> None:
        """Open a problem, or show a message if it is damaged."""
        storage, statuses = self.services.storage, self._load_statuses()
        others = self._following(statuses, problem) is not None
        theme = problem.theme
        alike = theme and self._following(statuses, problem, theme) is not None
        opened = task_progress.day_of(self.services.platform.now())
        try:
            scene = BoardScene(SolveSession(
                self.nav, ProblemTask(problem), self._title_of(problem),
                lambda first: task_progress.solve_problem(storage, problem, first, opened),
                partial(self._go_on, problem) if others else None,
                partial(task_progress.begin_problem, storage, problem),
                partial(self._go_on, problem, theme) if alike else None,
            ))  # fmt: skip
        except BadProblem:
            words = self.text.damage("problems.damaged")
            show_message(self.nav, self.text("problems.title"), words)
        else:
            (self.nav.replace if replaces else self.nav.open)(scene)
