"""Everything by gamepad: SDL makes one up as if it were plugged in; a browser's are events."""

import ctypes
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame._sdl2 import controller

from flipside.game.window.key_input import (
    FIRST_REPEAT_SECONDS,
    MAX_REPEATS,
    MAX_WEAK_REPEATS,
    NEXT_REPEAT_SECONDS,
)
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot

BUTTONS = ("a", "b", "x", "y", "back", "guide", "start", "left stick", "right stick",
           "left shoulder", "right shoulder", "up", "down", "left", "right")  # fmt: skip


def sdl() -> Any:
    """The SDL that pygame has loaded."""
    where = Path("/proc/self/maps")
    if not where.exists():
        pytest.skip("where SDL lies in memory is told on Linux alone")
    maps = where.read_text().splitlines()
    found = next(line.split()[-1] for line in maps if "libSDL2-" in line)
    library = ctypes.CDLL(found)
    library.SDL_JoystickOpen.restype = ctypes.c_void_p
    library.SDL_JoystickSetVirtualButton.argtypes = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8
    library.SDL_JoystickSetVirtualAxis.argtypes = ctypes.c_void_p, ctypes.c_int, ctypes.c_int16
    return library


class Virtual:
    """A gamepad that SDL makes up, and the program it is plugged into."""

    def __init__(self, pilot: Pilot) -> None:
        self.pilot = pilot
        self._sdl = sdl()
        self.place = -1

    def plug_in(self) -> None:
        """It is there."""
        self.place = self._sdl.SDL_JoystickAttachVirtual(1, 6, len(BUTTONS), 0)
        assert self.place >= 0
        self._device = self._sdl.SDL_JoystickOpen(self.place)
        self.events()

    def pull_out(self) -> None:
        """It is gone."""
        if self.place >= 0:
            self._sdl.SDL_JoystickDetachVirtual(self.place)
            self.place = -1
            self.events()

    def set(self, button: str, down: bool) -> None:
        """Hold a button down, or no longer."""
        self._sdl.SDL_JoystickSetVirtualButton(self._device, BUTTONS.index(button), int(down))
        self.events()

    def lean(self, axis: int, share: float) -> None:
        """Move a stick or a trigger."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._device, axis, round(share * 32767))
        self.events()

    def press(self, *buttons: str) -> None:
        """Press buttons one after the other."""
        for button in buttons:
            self.set(button, True)
            self.set(button, False)

    def events(self) -> None:
        """What SDL tells comes to the program."""
        for event in pygame.event.get():
            self.pilot.app.handle(event)
        self.pilot.advance(0.01)


@pytest.fixture
def pad(fly: MakePilot) -> Iterator[Virtual]:
    """A gamepad that is plugged in while the shelf is seen."""
    pilot = fly(tempo="off", drawing=True)
    pilot.app.gamepads.start()
    virtual = Virtual(pilot)
    virtual.plug_in()
    yield virtual
    virtual.pull_out()
    controller.quit()
    pygame.joystick.quit()


def test_from_the_shelf_into_a_match_and_back(pad: Virtual) -> None:
    pilot = pad.pilot
    pad.press("down")
    assert pilot.top.focus
    while pilot.top.focus != "setup othello":
        pad.press("x")
    pad.press("a")
    assert pilot.where() == "Shelf > SetupScene"
    pad.press("b")
    assert pilot.where() == "Shelf"
    pilot.sit_down(moves="d3")
    pad.press("down", "left")
    assert pilot.match.board.names[pilot.play.scene.board_input.cursor or 0] == "c3"
    pad.press("a")
    assert pilot.match.names() == ["d3", "c3"]
    pad.press("left shoulder", "left shoulder")
    assert pilot.match.ply == 0
    pad.press("right shoulder")
    assert pilot.match.ply == 1
    pad.press("start")
    assert "give-up" in pilot.names()
    pad.press("b")
    assert pilot.session is pilot.play
    pad.press("b")
    assert "give-up" in pilot.names(), "as Esc does"


def test_a_stick_moves_one_field_at_a_time_and_on_while_held(pad: Virtual) -> None:
    pilot = pad.pilot
    pilot.sit_down()
    pad.press("down")  # the keyboard's cell appears in the middle
    board_input, columns = pilot.play.scene.board_input, pilot.match.board.columns
    start = board_input.cursor
    assert start is not None
    for share in (0.1, 0.3, 0.5, 0.2, -0.3):
        pad.lean(0, share)
    assert board_input.cursor == start
    for share in (0.6, 0.9, 1.0, 0.7, 0.5, 0.58):
        pad.lean(0, share)
    assert board_input.cursor == start + 1, "once, however it trembles at the edge"
    pilot.advance(FIRST_REPEAT_SECONDS - 0.05)  # a tenth of a second has passed
    assert board_input.cursor == start + 2
    pilot.advance(NEXT_REPEAT_SECONDS)
    assert board_input.cursor == start + 3
    pad.lean(0, 0.0)
    pilot.advance(1.0)
    assert board_input.cursor == start + 3
    pad.lean(1, -0.8)
    pad.lean(0, -0.7)
    assert board_input.cursor == start + 3 - columns
    pad.lean(0, -0.9)
    assert board_input.cursor == start + 2 - columns
    pad.lean(0, 0.0)
    pad.lean(1, 0.0)


def cursor(pilot: Pilot) -> tuple[int, int]:
    """Column and row of the keyboard's cell."""
    row, column = divmod(pilot.play.scene.board_input.cursor or 0, pilot.match.board.columns)
    return column, row


def listen(pilot: Pilot) -> list[str]:
    """The keys that the scene on top is told from here on."""
    keys: list[str] = []
    pilot.top.key = keys.append  # type: ignore[method-assign, assignment]
    return keys


@pytest.mark.parametrize("before", [[], [0.0], [0.3, 0.0]])
@pytest.mark.parametrize("rest", [0.56, 0.6, 0.75])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_stick_that_rests_off_the_middle_moves_once(
    pad: Virtual, before: list[float], rest: float, sign: int
) -> None:
    """However long and however it trembles, also from the moment that it was plugged in."""
    pilot = pad.pilot
    pilot.sit_down()
    pad.press("down")
    column, row = cursor(pilot)
    for share in (*before, sign * rest):
        pad.lean(0, share)
    for _ in range(20):
        pilot.advance(0.5)
        for tremble in (0.03, -0.02, 0.0):
            pad.lean(0, sign * (rest + tremble))
            pad.lean(1, tremble)
    assert cursor(pilot) == (column + sign, row)


def test_a_stick_that_rests_off_the_middle_can_be_used(pad: Virtual) -> None:
    pilot = pad.pilot
    pilot.sit_down()
    pad.press("down", "up", "up", "left", "left")
    pad.lean(0, 0.6)
    pilot.advance(2.0)
    column, row = cursor(pilot)
    for axis, far, back, by in (
        (1, 1.0, 0.0, (0, 1)),
        (0, 1.0, 0.6, (1, 0)),
        (0, -1.0, 0.6, (-1, 0)),
        (1, -1.0, 0.0, (0, -1)),
    ):
        column, row = column + by[0], row + by[1]
        for share in (far, back):
            pad.lean(axis, share)
            assert cursor(pilot) == (column, row)
    pad.lean(0, 1.0)
    pilot.advance(FIRST_REPEAT_SECONDS + 0.02)
    assert cursor(pilot) == (column + 2, row), "held, it goes on"
    pad.lean(0, 0.05)
    pad.lean(0, 0.6)
    assert cursor(pilot) == (column + 3, row), "it was in the middle: that is where it rests"


def test_a_stick_that_comes_back_halfway_stops(pad: Virtual) -> None:
    pad.pilot.sit_down()
    keys = listen(pad.pilot)
    pad.lean(0, 1.0)
    pad.lean(0, 0.6)
    pad.pilot.advance(20.0)
    assert len(keys) <= 1 + MAX_WEAK_REPEATS


@pytest.mark.parametrize(("far", "seconds"), [(0.75, 3.0), (1.0, 20.0)])
def test_a_stick_that_was_held_for_long_is_let_go(pad: Virtual, far: float, seconds: float) -> None:
    pad.pilot.sit_down()
    keys = listen(pad.pilot)
    pad.lean(0, far)
    pad.pilot.advance(seconds)
    for share in (0.7, 0.5, 0.3, 0.0):
        pad.lean(0, share)
    assert set(keys) == {"right"}
    keys.clear()
    for share in (-0.6, 0.0, 0.6, 0.0):
        pad.lean(0, share)
    assert keys == ["left", "right"]


def test_what_is_stuck_does_not_go_on_for_ever(pad: Virtual) -> None:
    """A stick at its end, a button and a trigger: held they count again, and end at last."""
    pilot = pad.pilot
    pilot.sit_down()
    keys = listen(pilot)
    held: list[tuple[Callable[[], None], Callable[[], None]]] = [
        (lambda: pad.lean(0, 1.0), lambda: pad.lean(0, 0.0)),
        (lambda: pad.set("down", True), lambda: pad.set("down", False)),
        (lambda: pad.lean(5, 1.0), lambda: pad.lean(5, -1.0)),
    ]
    for hold, let in held:
        keys.clear()
        hold()
        pilot.advance(FIRST_REPEAT_SECONDS + 20 * NEXT_REPEAT_SECONDS)
        assert len(keys) > 20
        pilot.advance(100 * NEXT_REPEAT_SECONDS)
        assert len(keys) == 1 + MAX_REPEATS
        let()
        hold()
        assert len(keys) == 2 + MAX_REPEATS
        let()


def test_a_stick_that_rests_on_a_diagonal_moves_once(pad: Virtual) -> None:
    pad.pilot.sit_down()
    keys = listen(pad.pilot)
    for step in range(200):
        pad.lean(0, 0.65 + 0.02 * (step % 2))
        pad.lean(1, 0.65 + 0.02 * (step % 3 == 0))
    assert keys == ["right"]


def test_a_trigger_that_rests_pressed_scrolls_once(pad: Virtual) -> None:
    pad.pilot.key("h")
    keys = listen(pad.pilot)
    pad.lean(5, 0.6)
    pad.pilot.advance(10.0)
    assert keys == ["page down"]


def test_the_other_stick_and_another_gamepad_count_for_themselves(pilot: Pilot) -> None:
    """In a browser, where all of them are joysticks."""
    pilot.sit_down()
    pilot.app.gamepads._by_sdl = False
    keys = listen(pilot)

    def lean(pad: int, axis: int, value: float) -> None:
        event = pygame.event.Event(pygame.JOYAXISMOTION, instance_id=pad, axis=axis, value=value)
        pilot.app.handle(event)

    for axis in (2, 3):
        lean(0, axis, -0.6)
    pilot.advance(3.0)
    assert keys == []
    lean(0, 0, -0.6)
    pilot.advance(3.0)
    assert keys == ["left"]
    lean(1, 1, 1.0)
    pilot.advance(FIRST_REPEAT_SECONDS + NEXT_REPEAT_SECONDS)
    assert keys.count("down") >= 2
    assert keys.count("left") == 1


def test_triggers_scroll_a_page(pad: Virtual) -> None:
    pilot = pad.pilot
    pilot.key("h")
    sheet = pilot.top.sheets[0]
    pad.lean(5, 0.9)
    assert sheet.offset > 0
    pad.lean(5, -1.0)
    pad.lean(4, 0.9)
    assert sheet.offset == 0


def test_plugging_out_and_in(pad: Virtual) -> None:
    pilot = pad.pilot
    pilot.sit_down()
    pad.press("down")
    pad.set("right", True)
    pad.pull_out()
    before = pilot.play.scene.board_input.cursor
    pilot.advance(2.0)
    assert pilot.play.scene.board_input.cursor == before
    pad.plug_in()
    pad.press("left")
    assert pilot.play.scene.board_input.cursor != before
    pad.set("left", True)
    pilot.app.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    before = pilot.play.scene.board_input.cursor
    pilot.advance(2.0)
    assert pilot.play.scene.board_input.cursor == before


def test_in_a_browser_gamepads_have_the_buttons_of_the_web(pilot: Pilot) -> None:
    """There SDL numbers buttons as the browser does, and knows no others."""
    pilot.sit_down(moves="d3 c3")
    pilot.app.gamepads._by_sdl = False

    def press(*buttons: int) -> None:
        for button in buttons:
            for kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
                pilot.app.handle(pygame.event.Event(kind, instance_id=0, button=button))

    press(4, 4, 5)
    assert pilot.match.ply == 1
    press(12, 14, 13, 15, 12)
    assert pilot.match.board.names[pilot.play.scene.board_input.cursor or 0] == "d3", (
        "where it appeared"
    )
    press(9)
    assert "give-up" in pilot.names()
    press(1)
    assert pilot.session is pilot.play
    pilot.app.handle(pygame.event.Event(pygame.JOYAXISMOTION, instance_id=0, axis=0, value=-1.0))
    assert pilot.match.board.names[pilot.play.scene.board_input.cursor or 0] == "c3"
    press(0, 3, 16, 40)
    assert pilot.match.ply == 2
    assert pilot.session is pilot.play


def test_without_the_module_nothing_happens(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pygame._sdl2.controller", None)
    pilot = fly()
    pilot.app.gamepads.start()
    pilot.app.handle(pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=0))
    pilot.key("h")
    assert pilot.where() == "Shelf > Manual"
