"""What the tests of the pages of problems share: made-up problems, and a scene in their place."""

from collections.abc import Callable
from pathlib import Path

import pytest

from flipside.game.scenes.common.scene import Navigator, Scene
from flipside.game.scenes.task import daily, problems
from flipside.game.tasks.task import ProblemTask
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.made_problems import lay

NOW = "2026-03-01 12:00:00"


class Table(Scene):
    """Stands where a problem is played: a test solves it, or goes away."""

    def __init__(
        self,
        nav: Navigator,
        task: ProblemTask,
        title: str,
        done: Callable[[bool], str | None],
        following: Callable[[], None] | None,
        spoilt: Callable[[], None],
        alike: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(nav)
        task.make_match()
        self.problem, self.heading, self.done, self.following = task.problem, title, done, following
        self.spoilt, self.alike = spoilt, alike

    def _layout(self) -> None:
        self.sheets = [self._page([], self.heading)]


def table(pilot: Pilot) -> Table:
    assert isinstance(pilot.top, Table), pilot.where()
    return pilot.top


def set_clock(pilot: Pilot, now: str) -> None:
    pilot.app.services.platform.now = lambda: now  # type: ignore[method-assign]


@pytest.fixture
def at_noon(fly: MakePilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MakePilot:
    """Makes pilots at noon of the first of March; a `Table` stands for each problem."""
    lay(monkeypatch, tmp_path / "files")
    for page in (daily, problems):
        monkeypatch.setattr(page, "SolveSession", Table)
        monkeypatch.setattr(page, "BoardScene", lambda session: session)

    def make(now: str = NOW, **wanted: object) -> Pilot:
        pilot = fly(**wanted)
        set_clock(pilot, now)
        return pilot

    return make
