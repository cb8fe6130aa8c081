"""A lesson on the screen: offered once, always in the manual, by touch, keys and gamepad."""

from pathlib import Path

import pytest

from flipside.game.saves.matches import match_names
from flipside.game.scenes.info.manual import Manual
from flipside.game.scenes.play.scene import Play
from flipside.game.scenes.shelf.beginning import LessonOffer
from flipside.game.scenes.task.lesson import Learn
from flipside.game.scenes.task.scene import TaskScene
from flipside.game.scenes.task.solve import Solve
from flipside.game.tasks.task import FOLLOW_UP_SECONDS, ProblemTask
from flipside.game.ui.widgets import Label
from flipside.game.window.gamepads import BUTTON_KEYS
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching.lessons import lesson_of
from tests.game.answers import right
from tests.game.conftest import MakePilot
from tests.game.pilot import At, Pilot
from tests.game.scenes.layout_checks import problems
from tests.rules.teaching.small_problems import SMALL


def learn(pilot: Pilot, key: str, step: str = "") -> Learn:
    """The lesson of a game, at its first step or at another one."""
    pilot.learn(BY_KEY[key])
    scene = pilot.top
    assert isinstance(scene, Learn)
    while step and scene.learning.step.key != step:
        pilot.press("next")
    return scene


def follow(pilot: Pilot, scene: Learn) -> None:
    """Let everything happen that follows an answer."""
    while scene.learning._then or not scene.board.rests:
        pilot.advance(FOLLOW_UP_SECONDS)


def listen(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is told from here on."""
    heard: list[str] = []
    monkeypatch.setattr(pilot.app.services.platform, "say", heard.append)
    return heard


def test_a_finger_that_stays_answers(fly: MakePilot) -> None:
    """What is held for a while counts as what is tapped."""
    pilot = fly(tempo="off")
    scene = learn(pilot, "othello")
    while not scene.board.match_view.next_cells:
        pilot.press("next")
    before = scene._task().sentences
    pilot.hold(pilot.at(min(scene.board.match_view.next_cells)), 0.5)
    assert scene._task().sentences != before


# -- the way there --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_from_the_shelf_through_the_lesson_into_a_match(fly: MakePilot, game: AnyGame) -> None:
    """By touch alone, without a match being saved before the lesson is over."""
    pilot = fly(newcomer=True, drawing=True, size=(390, 844))
    pilot.press(f"play {game.key}")
    assert isinstance(pilot.top, LessonOffer)
    pilot.press("learn")
    scene = pilot.top
    assert isinstance(scene, Learn)
    for number, step in enumerate(scene.learning.steps, start=1):
        assert f"{number} / {len(scene.learning.steps)}" in pilot.words()
        assert step.say["en"] in pilot.words()
        assert step.task["en"] in pilot.words()
        pilot.make(right(scene))
        pilot.settle()
        follow(pilot, scene)
        assert scene.learning.words[0] in pilot.words()
        assert not match_names(pilot.app.services.storage)
        pilot.press("play" if scene.learning.last else "next")
    assert isinstance(pilot.top, Play)
    assert pilot.match.game.key == game.key
    assert pilot.where() == "Menu > Play"
    pilot.app.stack.home()
    pilot.press(f"play {game.key}")
    assert isinstance(pilot.top, Play)


def test_the_offer_comes_once(fly: MakePilot) -> None:
    pilot = fly(newcomer=True)
    pilot.press("play othello")
    pilot.key("escape")
    assert pilot.where() == "Menu"
    pilot.press("play othello")
    assert isinstance(pilot.top, Play)
    pilot.app.stack.home()
    pilot.press("play switch")
    pilot.press("just-play")
    assert isinstance(pilot.top, Play)
    pilot.kill_and_reopen()
    pilot.press("play switch")
    assert isinstance(pilot.top, Play)


def test_a_lesson_left_at_once_is_not_offered_again(fly: MakePilot) -> None:
    pilot = fly(newcomer=True)
    pilot.press("play flipop")
    pilot.press("learn")
    pilot.press("leave")
    pilot.press("play flipop")
    assert isinstance(pilot.top, Play)


def test_the_manual_has_it_always(fly: MakePilot) -> None:
    """Also in the middle of a match, which goes on afterwards."""
    pilot = fly()
    pilot.sit_down("contactic", "", first="orange")
    pilot.key("h")
    assert isinstance(pilot.top, Manual)
    pilot.press("learn")
    scene = pilot.top
    assert isinstance(scene, Learn)
    while not scene.learning.last:
        pilot.press("next")
    pilot.press("done")
    assert isinstance(pilot.top, Manual)
    pilot.key("escape")
    assert pilot.top is pilot.play


def test_a_lesson_goes_on_where_it_was_left(fly: MakePilot) -> None:
    pilot = fly()
    scene = learn(pilot, "othello")
    pilot.make(right(scene))
    pilot.kill_and_reopen()
    scene = learn(pilot, "othello")
    assert scene.learning.number == 1
    pilot.press("back")
    assert scene.learning.number == 0


@pytest.mark.parametrize("words", ["[[step]]", "no toml ="])
def test_a_damaged_lesson_is_told_and_play_goes_on(
    fly: MakePilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    (tmp_path / "lessons.toml").write_text(words)
    monkeypatch.setattr(
        "flipside.rules.teaching.lessons.lesson_path", lambda game: tmp_path / "lessons.toml"
    )
    pilot = fly(newcomer=True)
    pilot.press("play othello")
    pilot.press("learn")
    assert "its file is damaged" in pilot.words()
    pilot.press("understood")
    pilot.press("play othello")
    assert isinstance(pilot.top, Play)


def test_damaged_progress_is_told(fly: MakePilot) -> None:
    pilot = fly()
    pilot.app.services.storage.save("lessons", "?")
    pilot.learn(BY_KEY["othello"])
    pilot.advance(0.1)
    assert "A saved file could not be used here" in pilot.words()
    assert (pilot.folder / "lessons.set-aside-1.txt").read_text() == "?"
    pilot.press("understood")
    assert isinstance(pilot.top, Learn)


# -- answers --------------------------------------------------------------------------------------


def test_a_wrong_move_is_seen_and_taken_back(fly: MakePilot) -> None:
    """By the board's own animation, there and back."""
    pilot = fly(tempo="normal", drawing=True)
    scene = learn(pilot, "othello", "row")
    before = scene.learning.table.match.position
    pilot.tap("b2")
    assert not scene.board.rests
    assert "it turns fewer than three" in pilot.panels()[1] + pilot.words()
    pilot.settle()
    assert scene.learning.table.match.position != before
    pilot.press("again")
    assert not scene.board.rests
    pilot.settle()
    assert scene.learning.table.match.position == before
    assert scene.learning.step.task["en"] in pilot.words()


def test_a_tap_that_is_no_move_is_told_why(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the task, on the panel and for a screen reader; and the board stays as it was."""
    pilot = fly()
    scene = learn(pilot, "flipop", "doors")
    heard = listen(pilot, monkeypatch)
    pilot.tap("a1")
    told = "No door lies at any side of this ball, so it cannot leave its pit."
    assert heard == [told]
    assert told in pilot.words()
    assert scene.learning.step.task["en"] in pilot.words()


def test_the_end_of_a_lesson_s_match_is_none_to_be_kept(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is seen and heard, but a browser is not asked to keep anything for good."""
    pilot = fly()
    learn(pilot, "flipflop", "line")
    asked: list[str] = []
    monkeypatch.setattr(pilot.app.services.platform, "finished", lambda: asked.append("keep"))
    pilot.tap("h4")
    assert pilot.sounds[-1] == "win"
    assert not asked


def test_a_question_shows_no_moves(fly: MakePilot) -> None:
    """Any field of the board is an answer; what is true is then seen on the board."""
    pilot = fly()
    scene = learn(pilot, "othello", "only-new")
    pilot.hover(pilot.at("c7"))
    shown = pilot.shown()
    assert not shown.next_cells
    assert not shown.preview
    pilot.tap("d4")
    assert scene.learning.state == "wrong"
    assert pilot.shown().last == (scene.learning.table.match.board.cell("d4"),)
    pilot.tap("d6")
    assert scene.learning.state == "right"
    follow(pilot, scene)
    assert scene.learning.table.match.names()[-1] == "c7"


def test_what_a_screen_reader_is_told(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The step and its task; then the move and what is right or wrong about it."""
    pilot = fly()
    learn(pilot, "othello")
    heard = listen(pilot, monkeypatch)
    pilot.press("next")
    row = lesson_of(BY_KEY["othello"])[1]
    assert heard == [f"Step 2 of 7. {row.say['en']} {row.task['en']}"]
    pilot.tap("d7")
    assert heard[1:] == [f"Black: d7, turns 3: d4 to d6. {row.answers[0].text['en']}"]


def test_a_lesson_by_keys_alone(fly: MakePilot) -> None:
    """Arrows and Enter answer, Enter leads on, Escape takes back and leaves; so do gamepads, whose
    buttons stand for these keys."""
    assert {BUTTON_KEYS["a"], BUTTON_KEYS["b"], BUTTON_KEYS["left shoulder"]} == {
        "return",
        "escape",
        "ctrl z",
    }
    pilot = fly()
    scene = learn(pilot, "switch")
    board = scene.learning.table.match.board
    pilot.key("right")
    assert scene.hands.cursor == board.cell("c3")
    pilot.keys("up up return")
    assert scene.learning.table.match.ply == 0
    assert scene.learning.table.taps == (board.cell("c1"),)
    pilot.key("escape")
    assert scene.learning.table.taps == ()
    pilot.keys("return down down return")
    assert scene.learning.state == "right"
    pilot.key("return")
    assert scene.learning.step.key == "exchange"
    pilot.keys("up up up return down down return")
    assert scene.learning.state == "wrong"
    pilot.key("ctrl z")
    assert scene.learning.state == "asked"
    pilot.key("ctrl y")
    assert scene.learning.step.key == "connect"
    pilot.keys("tab return")
    assert scene.learning.step.key == "exchange"
    pilot.key("escape")
    assert pilot.where() == "Menu"


def test_every_button_is_reached_by_keys(fly: MakePilot) -> None:
    pilot = fly()
    scene = learn(pilot, "othello", "row")
    found = set()
    for _ in range(3):
        pilot.key("tab")
        found.add(scene.focus)
    assert found == {"back", "leave", "next"}


def test_it_speaks_another_language_at_once(fly: MakePilot) -> None:
    pilot = fly()
    scene = learn(pilot, "contactic")
    pilot.app.services.settings.language = "cs"
    pilot.app.stack.refresh()
    assert scene.learning.step.say["cs"] in pilot.words()


# -- points ----------------------------------------------------------------------------------------


def labels(scene: TaskScene, sheet: int) -> list[Label]:
    return [one for one in scene.sheets[sheet].widgets if isinstance(one, Label)]


def points(scene: TaskScene, sheet: int) -> list[str]:
    """The numbers on a panel, without the small ones of the things beside the board."""
    found = labels(scene, sheet)
    return [one.text for one in found if one.text.isdigit() and one.style != "small-bold"]


@pytest.mark.parametrize("size", [(360, 360), (360, 560), (390, 844), (844, 390), (1280, 800)])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_both_players_see_their_points(fly: MakePilot, game: AnyGame, size: At) -> None:
    """In every step, in games that have points."""
    pilot = fly(size=size)
    scene = learn(pilot, game.key)
    while True:
        match_view, learner = scene.board.match_view, scene.learning.learner
        score = match_view.score
        told = [[] if score is None else [str(score[one])] for one in (1 - learner, learner)]
        assert [points(scene, sheet) for sheet in (0, 1)] == told, scene.learning.step.key
        assert problems(scene) == []
        if scene.learning.last:
            break
        pilot.press("next")


def test_points_of_a_problem_follow_its_moves(fly: MakePilot) -> None:
    pilot = fly(size=(360, 560))
    scene = Solve(pilot.app.stack, ProblemTask(SMALL["othello-most"]), "Problem 7")
    pilot.app.stack.open(scene)
    seen = set()
    for _ in range(2):
        score, solver = scene.board.match_view.score, scene.solving.solver
        assert score is not None
        assert points(scene, 1) == [str(score[solver])]
        seen.update(points(scene, 1))
        pilot.make(scene.solving.table.match.legal()[0])
    assert len(seen) == 2


def test_other_numbers_of_the_solver_are_seen_as_those_of_the_opponent(fly: MakePilot) -> None:
    pilot = fly()
    scene = learn(pilot, "switch")
    for sheet in (0, 1):
        assert any(one.text.startswith("Largest group: ") for one in labels(scene, sheet))
