"""Double clicks, double taps and held keys: what they do to a scene is never done to the next."""

from collections.abc import Callable

import pygame
import pytest

from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.dialog import Dialog
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.common.seat_rows import LineDialog
from flipside.game.scenes.editor.session import DraftSession
from flipside.game.scenes.play.session import PlaySession
from flipside.game.scenes.shelf.setup import SetupScene
from flipside.game.scenes.shelf.shelf import LessonOffer, Shelf
from flipside.game.scenes.task.session import SolveSession
from flipside.game.ui.containers import Column
from flipside.game.ui.widgets import Button
from flipside.game.window.scene_stack import DOUBLE_PRESS_PIXELS, DOUBLE_PRESS_SECONDS
from flipside.rules.catalogue import BY_KEY
from tests.game.conftest import MakePilot
from tests.game.pilot import At, Pilot, session_of
from tests.of_type import of_type

SIZES = [(390, 844), (820, 1180), (1280, 800)]
PAUSES = (0.0, 0.1, 0.3, 0.5)
"""Seconds between two clicks of a double click."""


def click(pilot: Pilot, at: At, finger: int | None = None) -> None:
    """Down and up, by the mouse or a finger; unlike the pilot's touch, right after another one."""
    if finger is None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pilot.app.handle(pygame.event.Event(kind, button=1, pos=at))
    else:
        pilot.finger(finger, "down", at)
        pilot.finger(finger, "up", at)


def twice(pilot: Pilot, name: str, pause: float = 0.2, finger: int | None = None) -> Scene:
    """Double click a widget; return the scene that the first click led to."""
    at = pilot.place(name)
    click(pilot, at, finger)
    reached = pilot.top
    if pause:
        pilot.advance(pause)
    click(pilot, (at[0] + 3, at[1] + 2), finger)
    assert pilot.top is reached, f"the second click of {name!r} led on to {pilot.where()}"
    return reached


@pytest.mark.parametrize(
    ("pause", "finger"), [*((pause, None) for pause in PAUSES), (0.2, 0), (0.2, 3)]
)
def test_next_problem_is_not_shown_its_solution(
    fly: MakePilot, pause: float, finger: int | None
) -> None:
    """The button that leads on lies where "Show the solution" lies in the next problem."""
    pilot = fly(size=(390, 844))
    pilot.problems(BY_KEY["othello"])
    pilot.press("next")
    scene = of_type(SolveSession, pilot.session)
    scene.solving.state, scene.solving.outcome = "solved", True
    scene.scene.update_layout()
    reached = of_type(SolveSession, session_of(twice(pilot, "following", pause, finger)))
    assert reached is not scene
    assert reached.solving.state == "asked"
    assert not reached.solving.spoilt


def known(pilot: Pilot, *games: str) -> Pilot:
    """The pilot back on the shelf, with no lesson left to be offered in these games."""
    for game in games:
        pilot.press(f"play {game}")
        pilot.app.stack.home()
    return pilot


@pytest.mark.parametrize("size", SIZES)
def test_a_double_click_on_a_game(
    fly: MakePilot, size: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    tapped: list[int] = []
    monkeypatch.setattr(BoardScene, "tap_cell", lambda play, cell: tapped.append(cell))
    games = "othello", "contactic", "switch"
    pilot = fly(size=size)
    for game in games:
        assert isinstance(twice(pilot, game, 0.1), LessonOffer)
        pilot.app.stack.home()
    for game in games:
        known(pilot, game)
        assert isinstance(session_of(twice(pilot, game, 0.1)), PlaySession)
        assert tapped == []
        pilot.app.stack.home()


@pytest.mark.parametrize("size", SIZES)
def test_ways_from_scene_to_scene(fly: MakePilot, size: At) -> None:
    pilot = fly(size=size)
    setup = twice(pilot, "setup contactic")
    assert isinstance(setup, SetupScene)
    pilot.advance(1.0)
    assert isinstance(twice(pilot, "back"), Shelf)
    pilot.sit_down(moves="d3 c3")
    menu = of_type(Dialog, twice(pilot, "menu" if "menu" in pilot.names() else "whole-menu"))
    pilot.advance(1.0)
    assert session_of(twice(pilot, "close")) is pilot.play
    assert menu not in pilot.app.stack.scenes
    pilot.press("menu")
    assert isinstance(session_of(twice(pilot, "set-up")), DraftSession)
    pilot.advance(1.0)
    assert session_of(twice(pilot, "back")) is pilot.play
    pilot.press("menu")
    play = pilot.play
    assert isinstance(session_of(twice(pilot, "restart")), PlaySession)
    assert pilot.play is not play
    assert pilot.match.moves == []


def test_a_third_click_is_none_either(fly: MakePilot) -> None:
    """Each stray click begins the wait anew, as long as somebody goes on clicking."""
    pilot = known(fly(), "othello")
    at = pilot.place("othello")
    for _ in range(6):
        click(pilot, at)
        pilot.advance(0.3)
    assert pilot.play.live_match.match.moves == []
    assert pilot.play.live_match.taps == ()


def test_a_tap_elsewhere_or_later_counts(fly: MakePilot) -> None:
    """Who taps on something else of the new scene, or waits for a moment, means it."""
    pilot = fly(size=(820, 1180))
    pilot.sit_down()
    pilot.app.stack.home()
    click(pilot, pilot.place("othello"))
    click(pilot, pilot.at("d3"))
    assert pilot.match.names() == ["d3"]
    pilot.app.stack.home()
    at = pilot.place("othello")
    click(pilot, at)
    click(pilot, at)
    pilot.app.pointers.down(at)
    assert pilot.play.scene.pressed == {}
    pilot.advance(DOUBLE_PRESS_SECONDS + 0.1)
    pilot.app.pointers.down(at)
    assert pilot.play.scene.pressed != {}


def test_fast_play_on_a_board(fly: MakePilot) -> None:
    pilot = fly(size=(360, 560))
    pilot.sit_down("contactic")
    board = pilot.match.board
    made = 0
    while made < 6:
        for cell in pilot.match.legal()[0]:
            place = f"cell {board.names[cell]}"
            click(pilot, pilot.place(place) if place in pilot.names() else pilot.at(cell))
        made += 1
        assert pilot.match.ply == made


def test_undo_may_be_pressed_as_fast_as_one_can(pilot: Pilot) -> None:
    pilot.sit_down(moves="d3 c3 c4 e3")
    at = pilot.place("undo")
    for left in (3, 2, 1, 0):
        click(pilot, at)
        assert pilot.match.ply == left


class _Changing(Scene):
    """A scene whose button gives way to another one."""

    def __init__(self, pilot: Pilot) -> None:
        super().__init__(pilot.app.stack)
        self.acts: list[str] = []
        self._shows = "first"

    def _layout(self) -> None:
        button = Button(self._shows, self._change, self._shows)
        self.sheets = [self._safe_sheet().show(Column([button]))]

    def _change(self) -> None:
        self.acts.append(self._shows)
        self._shows = "second"
        self.update_layout()


def test_what_comes_to_lie_under_the_pointer_is_not_pressed(pilot: Pilot) -> None:
    """Within a scene, too: the panel is arranged anew and another button lies there."""
    scene = _Changing(pilot)
    pilot.app.stack.open(scene)
    at = pilot.place("first")
    for _ in range(3):
        click(pilot, at)
    assert scene.acts == ["first"]
    pilot.advance(DOUBLE_PRESS_SECONDS + 0.1)
    click(pilot, at)
    assert scene.acts == ["first", "second"]


@pytest.mark.parametrize("away", [DOUBLE_PRESS_PIXELS - 2, DOUBLE_PRESS_PIXELS + 2])
def test_how_far_two_taps_are_apart(pilot: Pilot, away: int) -> None:
    """In pixels of the page, so that it is the same for a finger on every screen."""
    at = pilot.place("options")
    click(pilot, at)
    strays = pilot.app.stack.double_press.strays(pilot.top, (at[0] + away, at[1]))
    assert strays is (away < DOUBLE_PRESS_PIXELS)


def test_a_press_that_began_before_a_scene_came(fly: MakePilot) -> None:
    ways: list[Callable[[Pilot], None]] = [
        lambda pilot: pilot.app.stack.open(Dialog(pilot.app.stack, "Told")),
        lambda pilot: pilot.app.stack.replace(
            SetupScene(pilot.app.stack, pilot.play.live_match.game)
        ),
        lambda pilot: pilot.app.stack.home(),
        lambda pilot: pilot.key("m"),
    ]
    for way in ways:
        pilot = fly(size=(820, 1180))
        pilot.app.stack.restart()
        pilot.sit_down()
        at = pilot.at("d3")
        pilot.finger(1, "down", at)
        way(pilot)
        top = pilot.top
        pilot.finger(1, "up", at)
        assert pilot.top is top
        assert not any(
            isinstance(one, PlaySession) and one.live_match.match.moves
            for one in map(session_of, pilot.app.stack.scenes)
        )


# -- keys ------------------------------------------------------------------------------------------


def press(pilot: Pilot, name: str, times: int = 1, up: bool = True) -> None:
    """Press a key, held so long that it is told several times, and let it go."""
    code = pygame.key.key_code(name)
    for _ in range(times):
        pilot.app.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0))
    if up:
        pilot.app.handle(pygame.event.Event(pygame.KEYUP, key=code, mod=0))


@pytest.mark.parametrize("key", ["return", "space"])
def test_enter_is_held(pilot: Pilot, key: str) -> None:
    pilot.sit_down(moves="d3 c3")
    pilot.top.focus = "menu"
    press(pilot, key, times=9)
    dialog = of_type(Dialog, pilot.top)
    pilot.advance(1.0)
    dialog.focus = "close"
    press(pilot, key, times=9)
    assert pilot.session is pilot.play
    assert pilot.play.scene.focus == "menu", "it would open the menu again"


def test_enter_twice(pilot: Pilot) -> None:
    pilot.sit_down(moves="d3 c3")
    pilot.top.focus = "menu"
    press(pilot, "return")
    pilot.top.focus = "close"
    press(pilot, "return")
    assert isinstance(pilot.top, Dialog)
    press(pilot, "tab")
    pilot.top.focus = "close"
    press(pilot, "return")
    assert pilot.session is pilot.play


def test_a_gamepad_presses_twice(pilot: Pilot) -> None:
    """Its button is a key as well."""
    pilot.sit_down(moves="d3 c3")
    pilot.top.focus = "menu"
    pilot.app.stack.key("return")
    pilot.top.focus = "shelf"
    pilot.app.stack.key("return")
    assert isinstance(pilot.top, Dialog)


def test_escape_and_letters_are_held(pilot: Pilot) -> None:
    pilot.sit_down(moves="d3 c3 c4")
    pilot.press("menu")
    press(pilot, "escape", times=9)
    assert pilot.session is pilot.play
    press(pilot, "n", times=9)
    assert pilot.match.moves == []
    pilot.sit_down(moves="d3 c3 c4")
    press(pilot, "u", times=9)
    assert pilot.match.ply == 0


def test_a_key_that_was_lost_is_not_held(pilot: Pilot) -> None:
    """When the window loses the focus, no key is down any more."""
    pilot.sit_down(moves="d3 c3")
    press(pilot, "m", up=False)
    assert isinstance(pilot.top, Dialog)
    pilot.app.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    pilot.key("escape")
    press(pilot, "m")
    assert isinstance(pilot.top, Dialog)


def test_the_key_that_opens_a_line_types_nothing_there(pilot: Pilot) -> None:
    """A blank is typed by the key that pressed the button, after it was handled."""
    pilot.press("setup othello")
    pilot.press("kind1=person")
    pilot.top.focus = "name0"
    pilot.app.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0))
    dialog = of_type(LineDialog, pilot.top)
    pilot.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=" "))
    pilot.app.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))
    assert dialog.line.text == ""
    for letter in "Jo":
        code = pygame.key.key_code(letter)
        pilot.app.handle(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0))
        pilot.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    assert dialog.line.text == "Jo"
