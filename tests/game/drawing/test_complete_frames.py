"""Each frame that is shown is one complete picture, the previous one or the new one."""

from collections.abc import Callable, Iterator
from itertools import chain
from random import Random

import pygame
import pytest

from flipside.game.scenes.info.settings import SettingsScene
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from tests.browser.same_game import Bridge, Mirror
from tests.game.conftest import MakePilot
from tests.game.drawing.watched_frames import PageScreen, Screen, bytes_of
from tests.game.pilot import FRAME, Pilot
from tests.game.scene_tour import (
    AGAINST,
    PEOPLE,
    all_stops,
    dialogs,
    lessons,
    long_names,
    match_after,
    middle,
    pictures,
    problem_pages,
    shelf,
    solving,
    taken,
)
from tests.game.services.stores import settings_text

SMALL, HELD, LARGE = (640, 480), (480, 640), (3840, 2160)

each_game = pytest.mark.parametrize("key", [game.key for game in GAMES])


def arranged_anew(pilot: Pilot) -> None:
    """Assert that what is seen at rest is up to date: to arrange it again changes nothing."""
    pilot.app.show()
    before = bytes_of(pilot.app.screen.surface)
    pilot.top.update_layout()
    pilot.app.show()
    assert bytes_of(pilot.app.screen.surface) == before, f"an older arrangement on {pilot.where()}"


def move(pilot: Pilot, number: int = 0) -> None:
    """Tap a legal move of the match on the table, a frame after each cell."""
    legal = pilot.match.legal()
    if legal and pilot.top is pilot.at_table:
        for cell in legal[number % len(legal)]:
            button = f"cell {pilot.match.board.names[cell]}"
            pilot.press(button) if button in pilot.names() else pilot.tap(cell)
            pilot.advance(FRAME)


def visit(pilot: Pilot, stops: Iterator[str]) -> int:
    """Look at each scene of a tour for a moment, through keys, the mouse and the window's size."""
    random, count = Random(1), 0
    for _ in stops:
        count += 1
        pilot.advance(FRAME)
        width, height = pilot.size
        pilot.hover((random.randrange(width), random.randrange(height)))
        pilot.key("tab")
        pilot.wheel(-1)
        pilot.advance(2 * FRAME)
        if count % 5 == 0:
            pilot.resize((height, width))
    return count


@each_game
def test_a_match(fly: MakePilot, key: str) -> None:
    pilot = fly(tempo="quick", size=SMALL, drawing=True, values=True, patience=0.01)
    match = match_after(key, middle(key))
    match.clock = parse_clock("5+2 3+0 friendly")
    pilot.put(match)
    screen = Screen(pilot)
    pilot.advance(0.5)
    for number in range(2):
        move(pilot, number)
        pilot.advance(0.1)
    pilot.settle()
    pilot.hover(pilot.at(pilot.match.legal()[0][0]))
    pilot.advance(FRAME)
    pilot.advance(2 * FRAME)
    arranged_anew(pilot)
    for name in ("t", "u", "escape", "escape"):
        pilot.key(name)
        pilot.advance(2 * FRAME)
    pilot.resize(HELD)
    pilot.settle()
    pilot.advance(2 * FRAME)
    arranged_anew(pilot)
    assert screen.waited > 3, "no panel waited for the board"
    assert screen.shown > 20


@each_game
def test_the_end_of_a_match(fly: MakePilot, key: str) -> None:
    pilot = fly(tempo="quick", size=HELD, drawing=True)
    whole = match_after(key, None)
    pilot.put(match_after(key, len(whole.moves) - 2))
    pilot.advance(0.5)
    screen = Screen(pilot)
    for played in whole.moves[-2:]:
        if pilot.play.live_match.result is None:
            pilot.commit(played)
            pilot.settle()
    pilot.advance(0.5)
    arranged_anew(pilot)
    pilot.key("u")
    pilot.advance(0.5)
    assert screen.shown > 10
    assert screen.waited > 2


def test_scenes_turn_over(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", size=SMALL, drawing=True)
    screen = Screen(pilot)
    pilot.key("h")
    pilot.advance(0.5)
    for wait in (0, 1, 4, 9):
        pilot.key("escape")
        pilot.advance(wait * FRAME)
        pilot.put(Match(GAMES[0]))
        pilot.advance(wait * FRAME)
        pilot.key("escape")
        pilot.advance(FRAME)
        pilot.app.stack.open(SettingsScene(pilot.app.stack))
        pilot.advance(wait * FRAME)
        pilot.resize(HELD if wait % 2 else SMALL)
    pilot.advance(0.5)
    assert screen.turned > 30


@pytest.mark.parametrize("seconds", [0.0, 0.002, 10.0])
def test_scenes_turn_over_on_a_page(seconds: float) -> None:
    """However little of the new scene is painted in a frame."""
    kept = {"settings": settings_text(tempo="normal")}
    about = {"languages": "en", "picture": "yes"}
    pygame.display.set_mode((480, 640))
    pilot = Mirror(Bridge("480,640,1,0,0,0,0", about, kept))
    pilot.drawing, pilot.app.screen.frame_seconds = True, seconds
    screen = PageScreen(pilot)

    def frames(count: int) -> None:
        for _ in range(count):
            pilot.app.frame(FRAME)

    for wait in (1, 3, 9, 300):
        for name in ("h", "escape"):
            pilot.key(name)
            frames(wait)
        pilot.put(match_after("switch", 9))
        frames(wait)
        pilot.touch(pilot.at(pilot.match.legal()[0][0]))
        frames(wait)
        pilot.key("escape")
        frames(wait)
        pilot.app.stack.home()
    assert screen.turned > 20
    assert screen.shown > 12


def test_a_still_picture_is_painted_in_several_frames(fly: MakePilot) -> None:
    """It is shown when it is complete, and a move or another scene does not wait for it."""
    pilot = fly(tempo="normal", size=SMALL, drawing=True)
    pilot.put(match_after("othello", 9))
    pilot.advance(1)
    screen, display = Screen(pilot), pilot.app.screen._display
    pilot.app.screen.still_seconds = 0.0

    def frames_of_picture() -> int:
        pilot.advance(FRAME)
        shown, frames = screen.shown, 1
        while display.works:
            assert screen.shown == shown, "it is not complete"
            pilot.advance(FRAME)
            frames += 1
        return frames

    for _ in range(2):
        pilot.key("escape")
        assert frames_of_picture() > 5
    for _ in range(2):
        pilot.resize(pilot.size[::-1])
        assert frames_of_picture() == 1, "an empty window is seen"
    for wait in range(5):  # a tap, a move and a dialog come while a picture is painted
        pilot.key("escape")
        pilot.advance(wait * FRAME)
        pilot.key("escape")
        pilot.advance(wait * FRAME)
        plies = pilot.match.ply
        move(pilot)
        assert pilot.match.ply == plies + 1
        pilot.advance(0.1)
        assert not pilot.at_table.rests
        assert not display.works, "a picture of moving pieces is painted at once"
        pilot.advance(2)
    arranged_anew(pilot)
    pilot.kill_and_reopen()
    pilot.app.screen.still_seconds = 0.0
    pilot.advance(FRAME)
    assert not pilot.app.screen._display.works, "an empty window is seen at the start"


def test_a_window_that_is_pulled(fly: MakePilot) -> None:
    pilot = fly(tempo="normal", size=SMALL, drawing=True)
    pilot.put(match_after("flipflop", 9))
    pilot.advance(0.5)
    screen = Screen(pilot)
    pilot.drawing = False
    move(pilot)
    for step in range(6):
        pilot.pull((600 - step, 500))
        pilot.pull((640 - 7 * step, 480 + 5 * step))
        pilot.app.frame(FRAME)
    assert screen.shown == 6
    assert pilot.app.stack.size == (605, 505)


@pytest.mark.parametrize("tour", [shelf, dialogs, lessons, solving])
def test_scenes_and_dialogs(fly: MakePilot, tour: Callable[[Pilot], Iterator[str]]) -> None:
    pilot = fly(size=SMALL, drawing=True, tempo="quick")
    screen = Screen(pilot)
    stops = (stop for number, stop in enumerate(tour(pilot)) if number % 5 == 0)
    visited = visit(pilot, stops)
    assert screen.shown > visited > 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "settings", "share"),
    [
        (SMALL, {"tempo": "quick"}, 1),
        (HELD, {"tempo": "normal", "tabletop": True, "theme": "dark"}, 1),
        ((1280, 800), {"tempo": "off", "values": True}, 1),
        pytest.param(
            LARGE, {"tempo": "quick", "values": True}, 7, marks=pytest.mark.minutes, id="large"
        ),
    ],
)
def test_all_scenes(
    fly: MakePilot, size: tuple[int, int], settings: dict[str, object], share: int
) -> None:
    """One stop of so many, as a large picture takes long."""
    pilot = fly(size=size, drawing=True, patience=0.01, **settings)
    screen = Screen(pilot)
    tours = all_stops, lessons, solving, taken, pictures, problem_pages, long_names
    whole = chain.from_iterable(tour(pilot) for tour in tours)
    stops = (stop for number, stop in enumerate(whole) if number % share == 0)
    visited = visit(pilot, stops)
    assert screen.shown > visited > 400 // share


@pytest.mark.long
@each_game
def test_a_match_against_a_computer(fly: MakePilot, key: str) -> None:
    pilot = fly(tempo="quick", size=SMALL, drawing=True, values=True, patience=0.004)
    pilot.put(Match(BY_KEY[key], {}, 4), ("person", "level2"))
    screen, random = Screen(pilot), Random(3)
    while pilot.play.live_match.result is None and len(pilot.match.moves) < 12:
        if pilot.at_table.rests and pilot.play.live_match.human is not None:
            pilot.drawing = False
            move(pilot, random.randrange(9))
        pilot.app.frame(FRAME)
    for _ in range(60):
        pilot.app.frame(FRAME)
    arranged_anew(pilot)
    assert screen.shown > 3 * len(pilot.match.moves)


@pytest.mark.parametrize("key", ["othello", pytest.param("contactic", marks=pytest.mark.long)])
def test_on_a_large_screen(fly: MakePilot, key: str) -> None:
    pilot = fly(tempo="quick", size=LARGE, drawing=True)
    pilot.put(match_after(key, middle(key)), AGAINST if key == "othello" else PEOPLE)
    pilot.advance(0.2)
    screen = Screen(pilot)
    pilot.commit(pilot.match.legal()[0])
    for _ in range(3):
        pilot.advance(FRAME)
    pilot.at_table._finish()
    pilot.key("escape")
    pilot.resize(LARGE[::-1])
    pilot.key("escape")
    assert screen.shown > 5
