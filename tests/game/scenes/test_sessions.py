"""What is the same in every scene with a board, whatever its session is."""

from collections.abc import Callable

import pytest

from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.match_session import MatchSession
from flipside.game.scenes.editor.session import DraftSession
from flipside.game.scenes.task.lesson import LessonSession
from flipside.game.scenes.task.session import SolveSession
from flipside.game.tasks.task import ProblemTask
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Move
from flipside.rules.teaching import move_named
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after
from tests.of_type import of_type
from tests.rules.teaching.small_problems import SMALL

OTHELLO = BY_KEY["othello"]


def play(pilot: Pilot) -> None:
    pilot.put(match_after("othello", 9))


def study(pilot: Pilot) -> None:
    pilot.explore(StoredMatch(match_after("othello", 9), ("person", "person")))


def review(pilot: Pilot) -> None:
    pilot.review_at(StoredMatch(match_after("othello", 9), ("person", "person")), 5)


def problem(pilot: Pilot) -> None:
    stack = pilot.app.stack
    stack.open(BoardScene(SolveSession(stack, ProblemTask(SMALL["othello-win"]), "Problem")))


def lesson(pilot: Pilot) -> None:
    pilot.learn(OTHELLO)
    session = of_type(LessonSession, pilot.session)
    while session.learning.asks_field:
        pilot.press("next")


def draft(pilot: Pilot) -> None:
    pilot.set_up(OTHELLO, {})


Open = Callable[[Pilot], None]
AT_A_TABLE = [play, study, problem, lesson]


def position(pilot: Pilot) -> object:
    session = pilot.session
    if isinstance(session, DraftSession):
        return session.draft.text
    return of_type(MatchSession, session).live_match.match.position


def right_move(pilot: Pilot) -> Move:
    """The right move of a problem, else any."""
    session = of_type(MatchSession, pilot.session)
    match = session.live_match.match
    task = getattr(getattr(session, "solving", None), "task", None)
    return move_named(match.position, task.answers[0]) if task is not None else match.legal()[0]


def move(pilot: Pilot) -> None:
    """Change the position by a tap: with the right move of a problem, else with any."""
    if isinstance(pilot.session, DraftSession):
        pilot.at_table.tap_cell(0)
    else:
        pilot.make(right_move(pilot))


@pytest.mark.parametrize("key", ["u", "ctrl z", "backspace"])
@pytest.mark.parametrize("way", [play, study, lesson, draft])
def test_the_same_keys_take_back(pilot: Pilot, way: Open, key: str) -> None:
    way(pilot)
    before = position(pilot)
    move(pilot)
    assert position(pilot) != before
    pilot.key(key)
    assert position(pilot) == before


@pytest.mark.parametrize("way", AT_A_TABLE)
def test_a_finger_that_stays_taps(pilot: Pilot, way: Open) -> None:
    way(pilot)
    before = position(pilot)
    (cell,) = right_move(pilot)
    pilot.hold(pilot.at(cell), 0.5)
    assert position(pilot) != before


@pytest.mark.parametrize("way", [*AT_A_TABLE, review, draft])
def test_another_language_is_spoken_at_once(fly: MakePilot, way: Open) -> None:
    pilot = fly(language="en")
    way(pilot)
    before = pilot.words()
    pilot.app.services.settings.language = "cs"
    pilot.app.stack.refresh()
    after = pilot.words()
    other = fly(language="cs")
    way(other)
    assert after != before
    assert after == other.words()


@pytest.mark.parametrize("way", AT_A_TABLE)
def test_a_tap_that_is_no_move_is_told_why(pilot: Pilot, heard: list[str], way: Open) -> None:
    """Over the panel, or on it beside a task, and for a screen reader; nothing is moved."""
    way(pilot)
    before, session = position(pilot), of_type(MatchSession, pilot.session)
    heard.clear()
    pieces, free = session.match_view.position.pieces(), session.match_view.next_cells
    pilot.tap(next(cell for cell in range(64) if pieces[cell] is not None and cell not in free))
    told = pilot.app.services.text.game("othello", "refused.taken")
    assert heard == [told]
    notice = pilot.at_table.notices.current
    assert told in (pilot.words() if notice is None else notice.words)
    assert position(pilot) == before


@pytest.mark.parametrize("way", [*AT_A_TABLE, draft])
def test_arrows_move_the_cursor_and_a_tap_hides_it(pilot: Pilot, way: Open) -> None:
    way(pilot)
    board_input = pilot.at_table.board_input
    assert board_input.cursor is None
    pilot.keys("left left up")
    assert board_input.cursor is not None
    pilot.touch(pilot.at_table.view.rect.topleft)
    assert board_input.cursor is None


@pytest.mark.parametrize("way", AT_A_TABLE)
def test_buttons_and_questions_tell_their_letters(pilot: Pilot, way: Open) -> None:
    way(pilot)
    session = of_type(MatchSession, pilot.session)
    commands = {one.id: one.letter for one in (*session.commands, *session.questions)}
    parts = {part.key: part.letter for part in pilot.top.parts()}
    told = parts.keys() & commands.keys()
    assert told
    assert {name: parts[name] for name in told} == {name: commands[name] for name in told}


@pytest.mark.parametrize("way", [play, study, review])
def test_a_refused_tap_shakes_and_lays_out_nothing(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, way: Open
) -> None:
    pilot = fly(tempo="normal")
    way(pilot)
    pilot.advance(1.0)
    laid: list[str] = []
    monkeypatch.setattr(pilot.top, "_layout", lambda: laid.append("panels"))
    session = of_type(MatchSession, pilot.session)
    wrong = next(cell for cell in range(64) if cell not in session.match_view.next_cells)
    pilot.sounds.clear()
    pilot.tap(wrong)
    assert pilot.sounds == ["error"]
    assert pilot.shown().refused_cell == wrong
    pilot.advance(0.5)
    assert laid == []


@pytest.mark.parametrize("way", [*AT_A_TABLE, draft])
def test_what_is_not_possible_says_why(pilot: Pilot, way: Open) -> None:
    way(pilot)
    commands, before, scene = pilot.session.own, position(pilot), pilot.top
    refusing = [
        one
        for one in commands.commands
        if not commands.is_possible(one.id) and one.why_not(pilot.session) is not None
    ]
    assert refusing
    for one in refusing:
        pilot.sounds.clear()
        pilot.top.run_command(one.id)
        assert pilot.sounds == ["error"], one.id
        notice = pilot.at_table.notices.current
        assert notice is not None, one.id
        assert notice.words, one.id
    assert pilot.top is scene
    assert position(pilot) == before


@pytest.mark.parametrize("way", [play, study, review, problem, lesson, draft])
def test_nothing_is_computed_before_numpy_is_here(fly: MakePilot, way: Open) -> None:
    """A page loads it late, and a scene in which nothing is computed lets the program rest."""
    pilot = fly(values=True)
    services = pilot.app.services
    services.platform.numpy_ready = False
    way(pilot)
    readings = services.clock.readings
    pilot.key("t")
    pilot.advance(2.0)
    assert services.clock.readings == readings


@pytest.mark.parametrize("way", [play, study, problem, lesson, draft])
def test_all_is_computed_after_a_while(fly: MakePilot, way: Open) -> None:
    pilot = fly(values=True)
    way(pilot)
    clock = pilot.app.services.clock
    for _ in range(100):
        readings = clock.readings
        pilot.advance(0.5)
        if clock.readings == readings:
            return
    pytest.fail("something is computed for ever")
