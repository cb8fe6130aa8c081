"""The page before a problem run."""

from dataclasses import replace
from functools import partial

from flipside.game.saves import task_progress
from flipside.game.saves.runs import RUNS, Selection
from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.task.run import begin_run, try_missed
from flipside.game.tasks.run import EVERY_PROBLEM, problems_in
from flipside.game.ui.containers import Card, Column, Grid, Wrap
from flipside.game.ui.page_widgets import Titled
from flipside.game.ui.widgets import Action, Button, Label, Widget
from flipside.rules.catalogue import GAMES
from flipside.rules.teaching import GRADES


class RunPage(Scene):
    """The page before a run: games, grades, the rules, the best result, and missed problems."""

    name_key = "run.title"
    awaits_files = True  # the problems

    def __init__(self, nav: Navigator, game: str = "") -> None:
        """Open the page with a game chosen; "" for the selection of the last run."""
        super().__init__(nav)
        last = RUNS.load(self.services.storage).last_selection or EVERY_PROBLEM
        self._selection = Selection((game,), GRADES[0]) if game else last

    def load(self) -> None:
        """Load the runs, and the problems that were missed and are still unsolved."""
        storage = self.services.storage
        self._runs = RUNS.load(storage)
        self._problems = {
            (problem.game.key, problem.key): problem for problem in problems_in(EVERY_PROBLEM)
        }
        statuses = {game.key: task_progress.problem_statuses(storage, game) for game in GAMES}
        self._missed = [
            self._problems[game, key]
            for game, key in self._runs.missed_problems()
            if (game, key) in self._problems
            and not statuses[game].get(key, task_progress.NOT_BEGUN).solved
        ]

    def stored(self, name: str) -> None:
        """Load the page again if another window has saved a run or a problem."""
        if name in (RUNS.kind, task_progress.PROBLEMS.kind):
            self._reload()

    def _layout(self) -> None:
        text, selection = self.text, self._selection
        games = [
            self._choice(f"of={game.key}", partial(self._toggle, game.key),
                         text.game(game.key, "short"), game.key in selection.games)
            for game in GAMES
        ]  # fmt: skip
        grades = [
            self._choice(f"grade={grade}", partial(self._begin_at, grade), str(grade),
                         grade == selection.grade)
            for grade in GRADES
        ]  # fmt: skip
        lines = [Label(text("run.rule"))]
        if best := self._runs.most_solved(selection):
            lines.append(Label(text("run.best", count=best), "bold"))
        buttons = [Button("start", partial(begin_run, self.nav, selection), text("run.start"),
                          "play", "primary", height=52)]  # fmt: skip
        if not selection.games:
            buttons[0].action, buttons[0].why = None, text("why.no_game")
        elif not any(map(selection.contains, self._problems.values())):
            lines.append(Label(text(f"problems.{self.services.platform.kind}")))
            buttons = []
        if self._missed:
            words = text("run.missed_waiting", count=len(self._missed))
            act = partial(try_missed, self.nav, self._missed)
            buttons.append(Button("missed", act, words, "puzzle", height=52))
        rows: list[Widget | float] = [
            Titled(text("run.games"), Wrap(games)),
            8,
            Titled(text("run.from_grade"), Grid(grades, len(grades))),
            12,
            Card([Column(lines), Grid(buttons, least=220, stretches=True)], 12),
        ]
        self.sheets = [self._page(rows)]

    def _choice(self, name: str, act: Action, words: str, chosen: bool) -> Button:
        return Button(name, act, words, look="chosen" if chosen else "plain")

    def _toggle(self, key: str) -> None:
        chosen = {key} ^ {*self._selection.games}
        games = tuple(game.key for game in GAMES if game.key in chosen)
        self._selection = replace(self._selection, games=games)
        self.update_layout()

    def _begin_at(self, grade: int) -> None:
        self._selection = replace(self._selection, grade=grade)
        self.update_layout()
