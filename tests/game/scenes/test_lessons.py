"""A lesson on the screen: offered once, always in the manual, by touch, keys and gamepad."""

from pathlib import Path

import pytest

from flipside.game.saves.matches import match_names
from flipside.game.saves.task_progress import LESSON_DONE, note_lesson
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.info.manual import Manual
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.shelf import LessonOffer
from flipside.game.scenes.task.lesson import LessonList, LessonSession
from flipside.game.scenes.task.session import SolveSession, TaskSession
from flipside.game.tasks.task import FOLLOW_UP_SECONDS, ProblemTask
from flipside.game.ui.widgets import Label
from flipside.game.window.key_input import BUTTON_KEYS
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching import lesson_of
from tests.game.answers import right
from tests.game.conftest import MakePilot
from tests.game.pilot import At, Pilot
from tests.game.scenes.layout_checks import problems
from tests.of_type import of_type
from tests.rules.teaching.small_problems import SMALL


def learn(pilot: Pilot, key: str, step: str = "") -> LessonSession:
    """The lesson of a game, at its first step or at another one."""
    pilot.learn(BY_KEY[key])
    session = pilot.session
    assert isinstance(session, LessonSession)
    while step and session.learning.step.key != step:
        pilot.press("next")
    return session


def follow(pilot: Pilot, session: LessonSession) -> None:
    """Let everything happen that follows an answer."""
    while session.learning._following or not session.scene.rests:
        pilot.advance(FOLLOW_UP_SECONDS)


# -- the way there --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_from_the_shelf_through_the_lesson_into_a_match(fly: MakePilot, game: AnyGame) -> None:
    pilot = fly(newcomer=True, drawing=True, size=(390, 844))
    pilot.press(f"play {game.key}")
    assert isinstance(pilot.top, LessonOffer)
    pilot.press("learn")
    session = pilot.session
    assert isinstance(session, LessonSession)
    for number, step in enumerate(session.learning.steps, start=1):
        assert f"{number} / {len(session.learning.steps)}" in pilot.words()
        assert step.say["en"] in pilot.words()
        assert step.task["en"] in pilot.words()
        pilot.make(right(session))
        pilot.settle()
        follow(pilot, session)
        assert session.learning.words[0] in pilot.words()
        assert not match_names(pilot.app.services.storage)
        pilot.press("play" if session.learning.last else "next")
    assert isinstance(pilot.session, PlaySession)
    assert pilot.match.game.key == game.key
    assert pilot.where() == "Shelf > PlaySession"
    pilot.app.stack.home()
    pilot.press(f"play {game.key}")
    assert isinstance(pilot.session, PlaySession)


def test_the_offer_comes_once(fly: MakePilot) -> None:
    pilot = fly(newcomer=True)
    pilot.press("play othello")
    pilot.key("escape")
    assert pilot.where() == "Shelf"
    pilot.press("play othello")
    assert isinstance(pilot.session, PlaySession)
    pilot.app.stack.home()
    pilot.press("play switch")
    pilot.press("just-play")
    assert isinstance(pilot.session, PlaySession)
    pilot.kill_and_reopen()
    pilot.press("play switch")
    assert isinstance(pilot.session, PlaySession)


def test_a_lesson_left_at_once_is_not_offered_again(fly: MakePilot) -> None:
    pilot = fly(newcomer=True)
    pilot.press("play flipop")
    pilot.press("learn")
    pilot.press("menu")
    pilot.press("leave")
    pilot.press("play flipop")
    assert isinstance(pilot.session, PlaySession)


def test_the_manual_has_it_always(pilot: Pilot) -> None:
    pilot.sit_down("contactic", "", first="orange")
    pilot.key("h")
    assert isinstance(pilot.top, Manual)
    pilot.press("learn")
    assert isinstance(pilot.top, LessonList)
    pilot.press("lesson-rules")
    session = pilot.session
    assert isinstance(session, LessonSession)
    while not session.learning.last:
        pilot.press("next")
    pilot.press("done")
    assert isinstance(pilot.top, Manual)
    pilot.key("escape")
    assert pilot.session is pilot.play


def test_the_list_ticks_what_is_done_and_suggests_the_next(pilot: Pilot) -> None:
    switch = BY_KEY["switch"]
    for lesson in ("rules", "groups"):
        note_lesson(pilot.app.services.storage, switch, LESSON_DONE, lesson)
    pilot.app.stack.ways.lessons(switch)
    assert {"The rules: done", "Groups: done", "No counter"} <= set(pilot.words().split("\n"))
    answers = of_type(LessonList, pilot.top).commands
    assert {answer.id: answer.look for answer in answers} == {
        "lesson-rules": "plain", "lesson-groups": "plain", "lesson-counter": "primary",
        "lesson-safe": "plain",
    }  # fmt: skip
    pilot.press("lesson-counter")
    session = of_type(LessonSession, pilot.session)
    assert session.learning.step.key == "counter-free"
    assert pilot.top.title().startswith("No counter – Switch")


def lose(pilot: Pilot) -> str:
    """Lose a match of Flip-Flop to a level; return what its end means."""
    game = BY_KEY["flipflop"]
    step = next(step for step in lesson_of(game, "block") if step.key == "block-fill")
    match = step.match()
    match.read_moves("a1")
    pilot.put(match, ("person", "level1"))
    pilot.play.show(pilot.play.live_match.play((match.board.cell_named("c6"),)))
    pilot.settle()
    return " ".join(pilot.play.match_view.meaning)


def test_a_loss_offers_the_lesson_about_it_once(pilot: Pilot) -> None:
    assert "“Blocking lines”: a short lesson about this." in lose(pilot)
    card = pilot.where()
    pilot.press("lesson")
    assert of_type(LessonSession, pilot.session).learning.step.key == "block-fill"
    pilot.press("menu")
    pilot.press("leave")
    assert pilot.where() == card
    assert "lesson about this" not in lose(pilot)
    assert "lesson" not in pilot.names()


def test_no_lesson_is_offered_without_help(fly: MakePilot) -> None:
    assert "lesson about this" not in lose(fly(aids=False))


def test_a_lesson_goes_on_where_it_was_left(pilot: Pilot) -> None:
    session = learn(pilot, "othello")
    pilot.make(right(session))
    pilot.kill_and_reopen()
    session = learn(pilot, "othello")
    assert session.learning.number == 1
    pilot.press("back")
    assert session.learning.number == 0


@pytest.mark.parametrize("words", ["[[step]]", "no toml ="])
def test_a_damaged_lesson_is_told_and_play_goes_on(
    fly: MakePilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    (tmp_path / "lessons.toml").write_text(words)
    monkeypatch.setattr(
        "flipside.rules.teaching.lesson_path", lambda game: tmp_path / "lessons.toml"
    )
    pilot = fly(newcomer=True)
    pilot.press("play othello")
    pilot.press("learn")
    assert "its file is damaged" in pilot.words()
    pilot.press("understood")
    pilot.press("play othello")
    assert isinstance(pilot.session, PlaySession)


# -- answers --------------------------------------------------------------------------------------


def test_a_wrong_move_is_seen_and_taken_back(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", drawing=True)
    session = learn(pilot, "othello", "row")
    before = session.learning.live_match.match.position
    pilot.tap("b2")
    assert not session.scene.rests
    assert "it turns fewer than three" in pilot.panels()[1] + pilot.words()
    pilot.settle()
    assert session.learning.live_match.match.position != before
    pilot.press("again")
    assert not session.scene.rests
    pilot.settle()
    assert session.learning.live_match.match.position == before
    assert session.learning.step.task["en"] in pilot.words()


def test_the_end_of_a_lesson_s_match_is_none_to_be_kept(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn(pilot, "flipflop", "line")
    asked: list[str] = []
    monkeypatch.setattr(pilot.app.services.platform, "finished", lambda: asked.append("keep"))
    pilot.tap("h4")
    assert pilot.sounds[-1] == "win"
    assert not asked


def test_a_question_shows_no_moves(pilot: Pilot) -> None:
    session = learn(pilot, "othello", "only-new")
    pilot.hover(pilot.at("c7"))
    state = pilot.shown()
    assert not state.next_cells
    assert not state.preview
    pilot.tap("d4")
    assert session.learning.state == "wrong"
    assert pilot.shown().last == (session.learning.live_match.match.board.cell_named("d4"),)
    pilot.tap("d6")
    assert session.learning.state == "right"
    follow(pilot, session)
    assert session.learning.live_match.match.names()[-1] == "c7"


def test_what_a_screen_reader_is_told(pilot: Pilot, heard: list[str]) -> None:
    learn(pilot, "othello")
    heard.clear()
    pilot.press("next")
    row = lesson_of(BY_KEY["othello"])[1]
    assert heard == [f"Step 2 of 7. {row.say['en']} {row.task['en']}"]
    pilot.tap("d7")
    assert heard[1:] == [f"Black: d7, turns 3: d4 to d6. {row.answers[0].text['en']}"]


def test_a_lesson_by_keys_alone(pilot: Pilot) -> None:
    """Arrows and Enter answer, Enter leads on, Escape takes back and leaves; so do gamepads, whose
    buttons stand for these keys."""
    assert {BUTTON_KEYS["a"], BUTTON_KEYS["b"], BUTTON_KEYS["left shoulder"]} == {
        "return",
        "escape",
        "ctrl z",
    }
    session = learn(pilot, "switch")
    board = session.learning.live_match.match.board
    pilot.key("right")
    assert session.scene.board_input.cursor == board.cell_named("c3")
    pilot.keys("up up return")
    assert session.learning.live_match.match.ply == 0
    assert session.learning.live_match.taps == (board.cell_named("c1"),)
    pilot.key("escape")
    assert session.learning.live_match.taps == ()
    pilot.keys("return down down return")
    assert session.learning.state == "right"
    pilot.key("return")
    assert session.learning.step.key == "exchange"
    pilot.keys("up up up return down down return")
    assert session.learning.state == "wrong"
    pilot.key("ctrl z")
    assert session.learning.state == "asked"
    pilot.key("ctrl y")
    assert session.learning.step.key == "connect"
    pilot.keys("tab return")
    assert session.learning.step.key == "exchange"
    pilot.key("escape")
    assert pilot.where() == "Shelf"


# -- points ----------------------------------------------------------------------------------------


def labels(session: TaskSession, sheet: int) -> list[Label]:
    return [one for one in session.scene.sheets[sheet].widgets if isinstance(one, Label)]


def points(session: TaskSession, sheet: int) -> list[str]:
    """The numbers on a panel, without the small ones of the things beside the board."""
    found = labels(session, sheet)
    return [one.text for one in found if one.text.isdigit() and one.style != "small-bold"]


@pytest.mark.parametrize("size", [(360, 360), (360, 560), (390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_both_players_see_their_points(fly: MakePilot, game: AnyGame, size: At) -> None:
    pilot = fly(size=size)
    session = learn(pilot, game.key)
    while True:
        match_view, learner = session.match_view, session.learning.learner
        score = match_view.score
        told = [[] if score is None else [str(score[one])] for one in (1 - learner, learner)]
        assert [points(session, sheet) for sheet in (0, 1)] == told, session.learning.step.key
        assert problems(session.scene) == []
        if session.learning.last:
            break
        pilot.press("next")


def test_points_of_a_problem_follow_its_moves(fly: MakePilot) -> None:
    pilot = fly(size=(360, 560))
    stack = pilot.app.stack
    stack.open(BoardScene(SolveSession(stack, ProblemTask(SMALL["othello-most"]), "Problem 7")))
    session = of_type(SolveSession, pilot.session)
    seen = set()
    for _ in range(2):
        score, solver = session.match_view.score, session.solving.solver
        assert points(session, 1) == [str(score[solver])]
        seen.update(points(session, 1))
        pilot.make(session.solving.live_match.match.legal()[0])
    assert len(seen) == 2


def test_other_numbers_of_the_solver_are_seen_as_those_of_the_opponent(pilot: Pilot) -> None:
    session = learn(pilot, "switch")
    for sheet in (0, 1):
        assert any(one.text.startswith("Largest group: ") for one in labels(session, sheet))
