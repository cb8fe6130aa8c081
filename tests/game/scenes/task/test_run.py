"""Problem runs: the clock, mistakes, the order of problems, and how a run ends."""

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from flipside.game.saves.runs import RUNS, ProblemRun
from flipside.game.saves.task_progress import problem_statuses
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.dialog import Dialog
from flipside.game.scenes.task.run import MAX_MISTAKES, RUN_SECONDS, Run, RunPage, RunSession
from flipside.game.services.texts import LANGUAGES
from flipside.game.window.app import App
from flipside.rules.catalogue import BY_KEY
from flipside.rules.teaching import move_named, problems_of
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scenes.layout_checks import problems as unfitting

OTHELLO = BY_KEY["othello"]


class Clock:
    """The clock of the machine, which also runs while the program is not shown."""

    def __init__(self) -> None:
        self.now = 1000.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, step = Clock(), App.step

    def counted_step(app: App, seconds: float) -> None:
        clock.now += seconds
        step(app, seconds)

    monkeypatch.setattr(App, "step", counted_step)
    monkeypatch.setattr(time, "time", lambda: clock.now)
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    return clock


@pytest.fixture
def begin(fly: MakePilot, clock: Clock) -> Callable[..., Pilot]:
    """Makes pilots in a run of Othello's problems."""

    def make(**wanted: object) -> Pilot:
        pilot = fly(patience=0.01, **wanted)
        pilot.app.stack.open(RunPage(pilot.app.stack))
        pilot.press("of=othello")
        pilot.press("start")
        pilot.advance(1.0)
        return pilot

    return make


def session(pilot: Pilot) -> RunSession:
    assert isinstance(pilot.top, BoardScene), pilot.where()
    assert isinstance(pilot.top.session, RunSession)
    return pilot.top.session


def stored(pilot: Pilot) -> ProblemRun:
    (run,) = RUNS.load(pilot.app.services.storage).runs.values()
    return run


def answer(pilot: Pilot, right: bool) -> None:
    """Answer the first move of the problem, rightly or wrongly."""
    shown = session(pilot)
    match = shown.live_match.match
    name = shown._problem.answers[0]
    move = move_named(match.position, name)
    if not right:
        move = next(each for each in match.legal() if match.position.name(each) not in
                    shown._problem.answers)  # fmt: skip
    for cell in move:
        shown.tap_cell(cell)


def solve(pilot: Pilot) -> None:
    """Count the problem as solved, as after its last right move."""
    shown = session(pilot)
    shown.solving._solve()
    shown.show(shown.solving.live_match.take_back_taps())


def miss(pilot: Pilot) -> None:
    """Make a wrong move, and wait for the next problem or the end."""
    before = pilot.top
    answer(pilot, right=False)
    pilot.wait_for(lambda: pilot.top is not before)


def test_time_runs_only_while_the_player_thinks(begin: Callable[..., Pilot]) -> None:
    pilot = begin(tempo="normal")
    run = session(pilot).run
    first = run.seconds_left
    assert RUN_SECONDS - 1.2 < first <= RUN_SECONDS
    pilot.advance(5.0)
    assert run.seconds_left == pytest.approx(first - 5.0, abs=0.1)
    answer(pilot, right=False)
    left = run.seconds_left
    pilot.advance(0.2)
    assert run.seconds_left == left, "pieces move, and the move is judged"


def test_the_third_mistake_ends_the_run(begin: Callable[..., Pilot]) -> None:
    pilot = begin()
    problems = []
    for _ in range(MAX_MISTAKES):
        problems.append(session(pilot)._problem)
        miss(pilot)
    assert isinstance(pilot.top, Dialog)
    assert "third mistake" in pilot.words()
    assert stored(pilot).end == "mistakes"
    assert stored(pilot).missed == tuple(("othello", problem.key) for problem in problems)
    assert len({problem.key for problem in problems}) == MAX_MISTAKES
    statuses = problem_statuses(pilot.app.services.storage, OTHELLO)
    assert {statuses[problem.key].state for problem in problems} == {"begun"}


def test_missed_problems_come_back(begin: Callable[..., Pilot]) -> None:
    pilot = begin()
    missed = session(pilot)._problem
    miss(pilot)
    pilot.key("escape")
    pilot.press("back")
    assert isinstance(pilot.top, RunPage)
    assert "1 missed problem" in pilot.words()
    pilot.press("missed")
    assert isinstance(pilot.top, BoardScene)
    assert pilot.top.session.live_match.match.names() == missed.match().names()  # type: ignore[attr-defined]


def test_a_solved_problem_counts_and_the_next_one_comes(begin: Callable[..., Pilot]) -> None:
    pilot = begin()
    scene, run = pilot.top, session(pilot).run
    key, rating = session(pilot)._problem.key, run.rating
    solve(pilot)
    assert run.solved == 1
    assert run.rating > rating
    assert problem_statuses(pilot.app.services.storage, OTHELLO)[key].state == "first"
    pilot.wait_for(lambda: pilot.top is not scene)
    assert session(pilot).run is run
    assert "Solved: 1" in pilot.words()


def test_a_move_before_the_end_of_the_time_counts(begin: Callable[..., Pilot]) -> None:
    pilot = begin(tempo="normal")
    run = session(pilot).run
    run.seconds_left = 0.02
    answer(pilot, right=False)
    pilot.wait_for(lambda: isinstance(pilot.top, Dialog))
    assert len(stored(pilot).missed) == 1
    assert stored(pilot).end == "time"


def test_no_move_counts_after_the_end_of_the_time(begin: Callable[..., Pilot]) -> None:
    pilot = begin()
    session(pilot).run.seconds_left = 0.02
    pilot.advance(0.2)
    assert isinstance(pilot.top, Dialog)
    assert "Time is up" in pilot.words()
    assert stored(pilot) == ProblemRun("othello", 0, (), "time")


def test_a_new_run_has_its_full_time_at_once(begin: Callable[..., Pilot]) -> None:
    pilot = begin()
    session(pilot).run.seconds_left = 0.02
    pilot.advance(0.2)
    pilot.press("again")
    assert session(pilot).run.seconds_left == RUN_SECONDS
    assert "3:00" in pilot.words()


def test_time_away_ends_the_run(begin: Callable[..., Pilot], clock: Clock) -> None:
    """A hidden page or a closed lid: no frames, while the clock of the machine goes on."""
    pilot = begin()
    pilot.advance(1.0)
    clock.now += 60
    pilot.advance(0.1)
    assert isinstance(pilot.top, Dialog)
    assert "The run was ended." in pilot.words()
    assert stored(pilot).end == "left"


def test_late_frames_and_short_absences_cost_their_time(
    begin: Callable[..., Pilot], clock: Clock
) -> None:
    """A frame counts at most 0.1 s elsewhere, and a page of keys stops the scene below it."""
    pilot = begin()
    run = session(pilot).run
    left = run.seconds_left
    for _ in range(10):
        clock.now += 1.0
        pilot.advance(0.05)
    assert run.seconds_left == pytest.approx(left - 10.5, abs=0.2)
    left = run.seconds_left
    pilot.key("f1")
    pilot.advance(3.0)
    pilot.key("escape")
    pilot.advance(1.0)
    assert run.seconds_left < left - 3.5


def test_a_clock_set_back_changes_nothing(
    begin: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    pilot = begin()
    monkeypatch.setattr(time, "time", lambda: clock.now - 3600)
    pilot.advance(1.0)
    assert isinstance(pilot.top, BoardScene)


def test_a_run_is_stored_after_each_problem(begin: Callable[..., Pilot]) -> None:
    """A program that is killed loses nothing that was solved."""
    pilot = begin()
    solve(pilot)
    assert stored(pilot) == ProblemRun("othello", 1, (), "left")


def test_there_is_one_try_and_its_reason_is_shown(begin: Callable[..., Pilot]) -> None:
    pilot = begin()
    answer(pilot, right=False)
    pilot.wait_for(lambda: session(pilot)._counted)
    words = session(pilot).solving.words[0]
    assert words
    session(pilot).tap_cell(session(pilot).live_match.match.legal()[0][0])
    assert session(pilot).solving.state == "wrong"


def test_there_is_no_help(begin: Callable[..., Pilot]) -> None:
    pilot = begin()
    before = session(pilot).solving.state
    pilot.keys("t z u")
    assert session(pilot).solving.state == before == "asked"
    assert {"show", "back", "again"} & set(pilot.names()) == set()


def test_the_time_is_said(begin: Callable[..., Pilot], heard: list[str]) -> None:
    pilot = begin()
    session(pilot).run.seconds_left = 30.5
    heard.clear()
    pilot.advance(1.0)
    assert any("30" in words for words in heard)


def test_problems_get_harder_and_none_comes_twice() -> None:
    run = Run("othello", list(problems_of(OTHELLO)), (), Random(1), "", 0)
    problems = []
    for _ in range(30):
        problems.append(run.next_problem())
        run.note(problems[-1], solved=True)
    assert len({problem.key for problem in problems}) == 30
    ratings = [problem.rating for problem in problems]
    assert all(later > former for former, later in pairwise(ratings[:12:2]))
    assert ratings[11] > ratings[0] + 300


def test_solved_problems_come_only_if_no_other_is_near() -> None:
    problems = list(problems_of(OTHELLO))
    before = {("othello", problem.key) for problem in problems[::2]}
    run = Run("othello", problems, before, Random(1), "", 0)
    for _ in range(8):
        problem = run.next_problem()
        assert ("othello", problem.key) not in before
        run.note(problem, solved=True)


def test_a_page_without_problems_says_so(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from flipside.rules import teaching

    monkeypatch.setattr(teaching, "problems_path", lambda game: tmp_path / game.key)
    pilot = fly()
    pilot.app.stack.open(RunPage(pilot.app.stack))
    assert "start" not in pilot.names()
    assert "problems of this game are missing" in pilot.words()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(360, 640), (820, 1180), (1280, 800)])
def test_everything_fits(begin: Callable[..., Pilot], language: str, size: tuple[int, int]) -> None:
    pilot = begin(language=language, size=size)
    assert unfitting(pilot.top) == []
    pilot.key("escape")
    assert unfitting(pilot.top) == []
    pilot.key("escape")
    assert unfitting(pilot.top) == []
