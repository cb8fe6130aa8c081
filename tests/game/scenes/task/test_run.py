"""Problem runs as a player has them: choosing, the clock, mistakes, and how a run ends."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest

from flipside.game.drawing.display_list import DisplayList
from flipside.game.saves.runs import RUNS, ProblemRun, Selection, store_run
from flipside.game.saves.task_progress import problem_statuses
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.dialog import Dialog
from flipside.game.scenes.task.run import RunSession
from flipside.game.scenes.task.run_page import RunPage
from flipside.game.scenes.task.session import SolveSession
from flipside.game.services.readout import Part
from flipside.game.services.texts import LANGUAGES
from flipside.game.tasks import run as tasks_run
from flipside.game.tasks.task import ProblemTask, Verdict
from flipside.game.window.app import App
from flipside.rules import teaching
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move
from flipside.rules.match.match import Match
from flipside.rules.teaching import BadProblem, Problem, move_named, problems_of
from tests.browser.same_game import Mirror
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.game.scenes.layout_checks import problems as unfitting
from tests.game.window.test_transition import TurningBridge

SWITCH = BY_KEY["switch"]
ONLY_SWITCH = Selection(("switch",), 1)

Begin = Callable[..., Pilot]


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


def short_problems(game: AnyGame) -> list[Problem]:
    """Return the problems in which one move decides."""
    return [problem for problem in problems_of(game) if problem.plies == 1]


@pytest.fixture
def begin(fly: MakePilot, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Makes pilots in a run of short problems of Switch."""
    monkeypatch.setattr(tasks_run, "problems_of", short_problems)

    def make(**wanted: object) -> Pilot:
        pilot = fly(patience=0.01, **wanted)
        pilot.problems(SWITCH)
        pilot.press("run")
        pilot.press("start")
        pilot.advance(0.5)
        return pilot

    return make


# -- what is seen and heard ------------------------------------------------------------------------


def clock_face(pilot: Pilot) -> tuple[str, str]:
    """Return the words and the look of the clock in the picture."""
    items = [item for layer in pilot.top.layers() for item in layer.make()]
    looks = [item.look for item in items if isinstance(item.look, tuple)]
    (clock,) = [look for look in looks if look[0] == "clock"]
    return clock[-2], clock[-1]


def time_left(pilot: Pilot) -> int:
    """Return the seconds left, as the clock says."""
    minutes, _, seconds = clock_face(pilot)[0].rpartition(":")
    return 60 * int(minutes or 0) + int(float(seconds))


def read(pilot: Pilot) -> str:
    """Return the words of the readout."""
    parts: list[Part] = list(pilot.top.parts())
    return "\n".join(part.words for part in parts)


def is_run(pilot: Pilot) -> bool:
    return isinstance(pilot.top, BoardScene) and isinstance(pilot.top.session, RunSession)


def stored(pilot: Pilot) -> ProblemRun:
    (run,) = RUNS.load(pilot.app.services.storage).runs.values()
    return run


# -- what the player does --------------------------------------------------------------------------


def move(pilot: Pilot, right: bool) -> Move:
    """Return a right or a wrong move."""
    assert isinstance(pilot.top, BoardScene)
    assert isinstance(pilot.top.session, SolveSession)
    match, answers = pilot.match, pilot.top.session.solving.task.answers
    if right:
        return move_named(match.position, answers[0])
    return next(each for each in match.legal() if match.position.name(each) not in answers)


def answer(pilot: Pilot, right: bool) -> None:
    """Make a right or a wrong move, and wait for the next problem or the end."""
    before = pilot.top
    pilot.make(move(pilot, right))
    pilot.wait_for(lambda: pilot.top is not before)
    pilot.advance(0.5)


def think(pilot: Pilot, clock: Clock, until: float) -> None:
    """Let late frames come until so many seconds are left."""
    while (spare := time_left(pilot) - until) > 0:
        clock.now += min(4.0, spare)
        pilot.advance(FRAME)


# -- the clock -------------------------------------------------------------------------------------


def test_time_starts_with_a_problem_that_is_shown_completely(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow page paints the new scene in many frames, behind the old picture."""
    pygame.display.set_mode((400, 800))
    page = Mirror(TurningBridge())
    page.app.stack.open(RunPage(page.app.stack))
    page.press("start")
    assert page.app.screen.in_transition
    with monkeypatch.context() as slowly:
        slowly.setattr(DisplayList, "draw", lambda *_: None)
        for _ in range(round(3.0 / FRAME)):
            page.app.step(FRAME)
            page.app.show()
    assert clock_face(page) == ("3:00", "runs")
    while page.app.screen.in_transition:
        page.app.step(FRAME)
        page.app.show()
    assert clock_face(page) == ("3:00", "runs")
    page.advance(1.5)
    assert time_left(page) == 179
    assert "Time left: 2:59" in read(page)


def test_time_stands_still_while_pieces_move_and_verdicts_are_shown(
    begin: Begin, clock: Clock
) -> None:
    pilot = begin(tempo="normal")
    pilot.advance(5.0)
    left, before = time_left(pilot), pilot.top
    assert left == 175
    pilot.make(move(pilot, right=False))
    pilot.wait_for(lambda: "Mistakes left: 2" in pilot.words())
    assert clock_face(pilot)[1] == "still"
    pilot.wait_for(lambda: pilot.top is not before)
    assert time_left(pilot) >= left - 1


def test_the_last_seconds_are_seen_and_heard(begin: Begin, clock: Clock, heard: list[str]) -> None:
    pilot = begin()
    think(pilot, clock, 31)
    heard.clear()
    pilot.advance(1.1)
    assert heard == ["30 seconds left."]
    assert clock_face(pilot)[1] == "runs"
    think(pilot, clock, 10.5)
    pilot.sounds.clear()
    pilot.advance(3.0)
    assert pilot.sounds == ["clock"] * 3
    words, look = clock_face(pilot)
    assert re.fullmatch(r"\d\.\d", words)
    assert look == "last"
    assert f"Time left: 0:0{int(words[0]) + 1}" in read(pilot)


def test_late_frames_and_other_pages_cost_their_time(begin: Begin, clock: Clock) -> None:
    pilot = begin()
    left = time_left(pilot)
    for _ in range(10):
        clock.now += 1.0
        pilot.advance(FRAME)
    assert time_left(pilot) in (left - 10, left - 11)
    left = time_left(pilot)
    pilot.key("f1")
    pilot.advance(3.0)
    pilot.key("escape")
    pilot.advance(1.0)
    assert time_left(pilot) <= left - 3


def test_a_clock_set_back_changes_nothing(
    begin: Begin, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = begin()
    monkeypatch.setattr(time, "time", lambda: clock.now - 3600)
    pilot.advance(3.0)
    assert time_left(pilot) in (176, 177)


def test_a_new_run_has_its_full_time_at_once(begin: Begin, clock: Clock) -> None:
    pilot = begin()
    pilot.advance(5.0)
    pilot.key("escape")
    pilot.advance(0.6)
    pilot.press("again")
    assert clock_face(pilot)[0] == "3:00"
    pilot.advance(2.0)
    assert time_left(pilot) == 179


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("tempo", ["normal", "off"])
def test_a_move_before_the_end_of_the_time_counts(begin: Begin, clock: Clock, tempo: str) -> None:
    pilot = begin(tempo=tempo)
    think(pilot, clock, 0.04)
    pilot.make(move(pilot, right=True))
    clock.now += 0.5
    pilot.wait_for(lambda: not is_run(pilot) or "Solved: 1" in pilot.words())
    pilot.wait_for(lambda: isinstance(pilot.top, Dialog))
    assert stored(pilot) == ProblemRun(ONLY_SWITCH, 1, (), "time")
    assert "You solved 1 problem." in pilot.words()


def test_a_move_in_the_late_frame_that_ends_the_time_counts(begin: Begin, clock: Clock) -> None:
    """The player has seen the clock run until that frame."""
    pilot = begin()
    think(pilot, clock, 1)
    clock.now += 1.5
    pilot.app.step(FRAME)
    pilot.make(move(pilot, right=True))
    pilot.wait_for(lambda: isinstance(pilot.top, Dialog))
    assert stored(pilot).solved == 1


def test_no_move_counts_after_the_end_of_the_time(begin: Begin, clock: Clock) -> None:
    """A tap on the board that comes late neither counts nor closes the result."""
    pilot = begin()
    places = [pilot.at(cell) for cell in move(pilot, right=True)]
    think(pilot, clock, 1)
    clock.now += 1.5
    pilot.advance(3 * FRAME)
    for place in places:
        pilot.touch(place)
        pilot.advance(0.1)
    assert isinstance(pilot.top, Dialog)
    assert "Time is up." in pilot.words()
    assert stored(pilot) == ProblemRun(ONLY_SWITCH, 0, (), "time")
    pilot.advance(0.5)
    pilot.press("back")
    assert isinstance(pilot.top, RunPage)


def test_the_third_mistake_ends_the_run(begin: Begin) -> None:
    pilot = begin()
    for left in (2, 1, 0):
        assert f"Mistakes left: {left + 1}" in pilot.words()
        answer(pilot, right=False)
    assert isinstance(pilot.top, Dialog)
    assert "That was the third mistake.\n3 mistakes: Switch, Switch, Switch." in pilot.words()
    assert stored(pilot).end == "mistakes"
    keys = {key for _, key in stored(pilot).missed}
    statuses = problem_statuses(pilot.app.services.storage, SWITCH)
    assert len(keys) == 3
    assert {statuses[key].state for key in keys} == {"begun"}


def test_a_third_mistake_at_the_end_of_the_time(begin: Begin, clock: Clock) -> None:
    pilot = begin(tempo="normal")
    answer(pilot, right=False)
    answer(pilot, right=False)
    think(pilot, clock, 0.04)
    answer(pilot, right=False)
    assert "That was the third mistake." in pilot.words()
    assert stored(pilot).end == "mistakes"


def test_the_last_of_all_problems(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    some = short_problems(SWITCH)[:2]
    monkeypatch.setattr(tasks_run, "problems_of", lambda game: some)
    pilot = begin()
    answer(pilot, right=True)
    answer(pilot, right=True)
    assert "You solved 2 problems." in pilot.words()
    assert "There is no problem left.\nThat is a new best.\nNo mistakes." in pilot.words()
    assert stored(pilot) == ProblemRun(ONLY_SWITCH, 2, (), "finished")


@pytest.mark.parametrize("moment", ["thinking", "moving", "wrong", "minimised"])
def test_time_away_ends_the_run(begin: Begin, clock: Clock, moment: str) -> None:
    """A hidden page or a closed lid: no frames, while the clock of the machine goes on."""
    pilot = begin(tempo="normal")
    if moment == "minimised":
        pilot.app.handle(pygame.event.Event(pygame.WINDOWMINIMIZED))
        pilot.advance(6.0)
        assert is_run(pilot)
        pilot.app.handle(pygame.event.Event(pygame.WINDOWRESTORED))
    elif moment != "thinking":
        pilot.make(move(pilot, right=False))
        pilot.advance(0.1)
    if moment == "wrong":
        pilot.wait_for(lambda: "Mistakes left: 2" in pilot.words())
    if moment != "minimised":
        clock.now += 60
    pilot.advance(FRAME)
    assert isinstance(pilot.top, Dialog)
    assert "The run was ended." in pilot.words()
    assert stored(pilot).end == "left"


def test_time_away_after_the_third_mistake(begin: Begin, clock: Clock) -> None:
    pilot = begin()
    answer(pilot, right=False)
    answer(pilot, right=False)
    pilot.make(move(pilot, right=False))
    pilot.wait_for(lambda: "Mistakes left: 0" in pilot.words())
    clock.now += 60
    pilot.advance(FRAME)
    assert "That was the third mistake." in pilot.words()


def test_a_window_hidden_for_the_last_second(begin: Begin, clock: Clock) -> None:
    pilot = begin()
    think(pilot, clock, 1)
    clock.now += 4.0
    pilot.advance(3 * FRAME)
    assert "Time is up." in pilot.words()


def test_escape_removes_taps_and_then_ends_the_run(begin: Begin) -> None:
    pilot = begin()
    pilot.tap(move(pilot, right=True)[0])
    pilot.key("escape")
    assert is_run(pilot)
    assert not pilot.table_session.live_match.taps
    pilot.key("escape")
    assert "The run was ended." in pilot.words()
    pilot.advance(0.6)
    pilot.key("escape")
    assert isinstance(pilot.top, RunPage)


# -- problems --------------------------------------------------------------------------------------


def test_a_solved_problem_counts_and_the_next_one_comes(begin: Begin) -> None:
    pilot = begin()
    first = pilot.top
    pilot.sounds.clear()
    pilot.make(move(pilot, right=True))
    pilot.wait_for(lambda: "Solved on the first try." in pilot.words())
    assert "Solved: 1" in pilot.words()
    assert "win" in pilot.sounds
    pilot.wait_for(lambda: pilot.top is not first)
    pilot.advance(0.5)
    assert is_run(pilot)
    assert pilot.top is not first
    assert "Solved: 1" in pilot.words()
    statuses = problem_statuses(pilot.app.services.storage, SWITCH)
    assert [status.state for status in statuses.values()] == ["first"]


def test_there_is_one_try_without_help(begin: Begin) -> None:
    pilot = begin()
    position = pilot.match.position
    pilot.keys("t z u")
    assert pilot.match.position is position
    assert {"show", "back", "again"} & set(pilot.names()) == set()
    wrong, right = move(pilot, right=False), move(pilot, right=True)
    pilot.make(wrong)
    pilot.wait_for(lambda: "Mistakes left: 2" in pilot.words())
    reached = pilot.match.position
    pilot.tap(right[0])
    assert pilot.match.position is reached
    assert stored(pilot).solved == 0


def test_the_reason_and_the_right_move_are_shown_after_a_mistake(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without motion too, and however long the search for the reason takes."""
    verdicts = ProblemTask.verdicts

    def slow_verdicts(task: ProblemTask, match: Match, start: int) -> Iterator[Verdict | None]:
        yield from repeat(None, 120)
        yield from verdicts(task, match, start)

    monkeypatch.setattr(ProblemTask, "verdicts", slow_verdicts)
    pilot = begin()
    pilot.app.services.slice_seconds = 0.0
    first, right = pilot.top, move(pilot, right=True)
    pilot.make(move(pilot, right=False))
    states = list[tuple[str, Move]]()
    while pilot.top is first:
        pilot.advance(FRAME)
        if pilot.top is first:
            states.append((pilot.words(), pilot.match.moves[-1]))
    is_reason = ["see why" not in words and last != right for words, last in states]
    assert FRAME * sum(is_reason) > 1.0
    assert states[-1][1] == right


def test_missed_problems_come_back_one_after_the_other(begin: Begin) -> None:
    pilot = begin()
    missed = []
    for _ in range(2):
        missed.append(pilot.match.names())
        answer(pilot, right=False)
    pilot.press("stop")
    pilot.advance(0.6)
    pilot.press("missed")
    for names in missed:
        assert pilot.match.names() == names
        assert "Missed: Switch" in pilot.words()
        pilot.make(move(pilot, right=True))
        pilot.wait_for(lambda: {"following", "done"} & set(pilot.names()) != set())
        pilot.press("following" if "following" in pilot.names() else "done")
    assert isinstance(pilot.top, RunPage)
    assert "missed" not in pilot.names()


def test_missed_problems_wait_on_the_page(begin: Begin) -> None:
    pilot = begin()
    answer(pilot, right=False)
    pilot.keys("escape escape")
    assert "1 missed problem" in pilot.words()


# -- games, grades, and best results ---------------------------------------------------------------


def test_games_and_grades_are_chosen(fly: MakePilot, clock: Clock) -> None:
    pilot = fly()
    pilot.app.stack.open(RunPage(pilot.app.stack))
    for key in ("othello", "flipflop", "contactic"):
        pilot.press(f"of={key}")
    pilot.press("grade=4")
    pilot.press("start")
    pilot.advance(0.5)
    ((game,), grade) = ({pilot.match.game.key}, pilot.top.session._problem.grade)  # type: ignore[attr-defined]
    assert game in ("switch", "flipop")
    assert grade >= 4
    pilot.press("stop")
    assert stored(pilot).selection == Selection(("switch", "flipop"), 4)
    pilot.app.stack.home()
    page = RunPage(pilot.app.stack)
    pilot.app.stack.open(page)
    states = {part.key: part.state for part in page.parts()}
    chosen = [key for key, state in states.items() if state == "on"]
    assert chosen == ["of=switch", "of=flipop", "grade=4"], "the last choice comes back"


def test_a_run_needs_a_game(fly: MakePilot) -> None:
    pilot = fly()
    pilot.problems(SWITCH)
    pilot.press("run")
    pilot.press("of=switch")
    pilot.touch(next(
        sheet.to_window(widget.rect).center
        for sheet in pilot.top.sheets for widget in sheet.widgets if widget.name == "start"
    ))  # fmt: skip
    assert isinstance(pilot.top, RunPage)
    assert pilot.top.notices.current is not None
    assert pilot.top.notices.current.words == "Choose at least one game."


def test_the_best_result_belongs_to_the_selection(begin: Begin) -> None:
    pilot = begin()
    storage = pilot.app.services.storage
    store_run(
        storage, "20260101-120000-00000000", ProblemRun(Selection(("switch",), 2), 9, (), "time")
    )
    answer(pilot, right=True)
    # Another window finishes a run of the same selection meanwhile.
    store_run(storage, "20260101-120000-00000001", ProblemRun(ONLY_SWITCH, 5, (), "time"))
    pilot.press("stop")
    pilot.advance(0.6)
    assert "The run was ended.\nBest so far: 5 problems.\nNo mistakes." in pilot.words()
    pilot.press("back")
    assert "Best so far: 5 problems." in pilot.words()
    pilot.press("grade=2")
    assert "Best so far: 9 problems." in pilot.words()
    pilot.press("of=othello")
    assert "Best so far" not in pilot.words()


# -- everything that may happen meanwhile ----------------------------------------------------------


def test_a_run_survives_whatever_changes_the_window(begin: Begin, clock: Clock) -> None:
    """Turning the board, sizes of window and text, sitting face to face, languages, theme."""
    pilot = begin()
    stack, settings = pilot.app.stack, pilot.app.services.settings

    def change(key: str, value: object) -> Callable[[], None]:
        def act() -> None:
            setattr(settings, key, value)
            stack.refresh()

        return act

    changes = (
        lambda: pilot.key("q"),
        lambda: pilot.resize((360, 640)), lambda: pilot.resize((640, 360)),
        lambda: pilot.resize((1280, 800)),
        change("tabletop", True), change("language", "cs"), change("size", 150),
        change("theme", "dark"), change("language", "en"), change("tabletop", False),
        change("size", 100),
    )  # fmt: skip
    for number, act in enumerate(changes):
        left = time_left(pilot)
        act()
        pilot.advance(1.1)
        assert is_run(pilot)
        assert unfitting(pilot.top) == []
        assert time_left(pilot) in (left - 1, left - 2)
        answer(pilot, right=number != 3)
    assert f"Solved: {len(changes) - 1}" in pilot.words()
    assert "Mistakes left: 2" in pilot.words()


def test_a_killed_program_loses_nothing_that_was_solved(begin: Begin) -> None:
    pilot = begin()
    answer(pilot, right=True)
    pilot.kill_and_reopen()
    assert stored(pilot) == ProblemRun(ONLY_SWITCH, 1, (), "left")
    pilot.problems(SWITCH)
    pilot.press("run")
    assert "Best so far: 1 problem." in pilot.words()


def test_damaged_problems_are_left_out_of_a_run(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    def problems(game: AnyGame) -> list[Problem]:
        *damaged, last = short_problems(SWITCH)[:3]
        return [*(replace(problem, moves="z9") for problem in damaged), last]

    monkeypatch.setattr(tasks_run, "problems_of", problems)
    pilot = begin()
    answer(pilot, right=True)
    assert "There is no problem left." in pilot.words()


def test_a_missed_problem_that_is_damaged_is_reported(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = begin()
    answer(pilot, right=False)
    pilot.key("escape")
    monkeypatch.setattr(Problem, "match", Mock(side_effect=BadProblem))
    pilot.advance(0.6)
    pilot.press("missed")
    assert "their file is damaged" in pilot.words()
    pilot.press("understood")
    assert isinstance(pilot.top, RunPage)


def test_damaged_runs_are_reported_and_a_run_goes_on(begin: Begin) -> None:
    pilot = begin()
    answer(pilot, right=True)
    pilot.app.services.storage.save("runs", "damaged")
    answer(pilot, right=True)
    assert isinstance(pilot.top, Dialog)
    pilot.press("understood")
    pilot.advance(FRAME)
    assert "Solved: 2" in pilot.words()
    assert stored(pilot).solved == 2


def test_a_page_without_problems_says_so(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(teaching, "problems_path", lambda game: tmp_path / game.key)
    pilot = fly()
    pilot.app.stack.open(RunPage(pilot.app.stack))
    assert "start" not in pilot.names()
    assert "problems of this game are missing" in pilot.words()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(360, 640), (820, 1180), (1280, 800)])
def test_everything_fits(begin: Begin, language: str, size: tuple[int, int]) -> None:
    pilot = begin(language=language, size=size)
    assert unfitting(pilot.top) == []
    answer(pilot, right=False)
    pilot.key("escape")
    assert unfitting(pilot.top) == []
    pilot.key("escape")
    assert unfitting(pilot.top) == []
