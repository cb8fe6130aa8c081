"""Clocks on the screen: the set-up, the display, the sounds, and when they stop."""

from dataclasses import replace

import pygame
import pytest

from flipside.game.saves.matches import load_setup
from flipside.game.scenes.info.manual import Manual
from flipside.game.ui.panel_widgets import ClockFace
from flipside.game.ui.sheet import Sheet
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.position import Result
from flipside.rules.match.clock import Clock, parse_clock
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot

OTHELLO = recorded("othello")


def sit_down(pilot: Pilot, words: str = "5+0 3+0", plies: int = 8, **left: int) -> None:
    """Continue a match with clocks between two people."""
    match = Match(BY_KEY["othello"], {}, 1)
    match.read_moves(OTHELLO.text(plies))
    match.clock = parse_clock(words)
    if left:
        match.clock = replace(match.clock, left=(left["first"], left["second"]))
    pilot.put(match)
    pilot.advance(0.5)


def clock(pilot: Pilot) -> Clock:
    assert pilot.match.clock is not None
    return pilot.match.clock


def spent_while(pilot: Pilot, seconds: float) -> int:
    """Return the milliseconds that both players use while so many seconds pass."""
    before = sum(clock(pilot).left)
    pilot.advance(seconds)
    return before - sum(clock(pilot).left)


def places(pilot: Pilot) -> list[tuple[Sheet, ClockFace]]:
    sheets = pilot.play.scene.sheets
    found = ((sheet, widget) for sheet in sheets for widget in sheet.widgets)
    return [(sheet, widget) for sheet, widget in found if isinstance(widget, ClockFace)]


def make_first_legal(pilot: Pilot) -> None:
    pilot.make(pilot.match.legal()[0])


def test_a_set_up_with_clocks_is_played_and_remembered(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.press("setup othello")
    pilot.press("kind1=person")
    pilot.press("clock-kind=match")
    for name in ("minutes0=10", "added0=5", "alike=no", "minutes1=3", "added1=0", "friendly=yes"):
        pilot.press(f"clock-{name}")
    pilot.press("start")
    assert clock(pilot).controls_text == "10+5 3+0 friendly"
    pilot.app.stack.home()
    pilot.press("setup othello")
    pilot.press("swap")
    pilot.press("start")
    assert clock(pilot).controls_text == "3+0 10+5 friendly"
    pilot.kill_and_reopen()
    pilot.press("setup othello")
    pilot.press("clock-kind=move")
    pilot.press("clock-each0=60")
    pilot.press("clock-kind=none")
    pilot.press("start")
    assert pilot.match.clock is None
    assert load_setup(pilot.app.services, BY_KEY["othello"]).clock is None


def test_the_same_time_for_both_is_that_of_the_first(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.press("setup othello")
    pilot.press("clock-kind=move")
    assert "clock-each1=10" not in pilot.names(), "at first both have the same"
    for name in ("alike=no", "each1=10", "each0=60", "alike=yes"):
        pilot.press(f"clock-{name}")
    pilot.press("start")
    assert clock(pilot).controls_text == "60s 60s"


def test_a_clock_runs_from_the_end_of_the_animation(fly: MakePilot) -> None:
    pilot = fly(tempo="calm")
    sit_down(pilot)
    before = clock(pilot).left
    make_first_legal(pilot)
    assert pilot.at_table.playback.timeline is not None
    pilot.advance(0.3)
    assert pilot.at_table.playback.timeline is not None
    assert clock(pilot).left == before
    pilot.settle()
    assert spent_while(pilot, 1.0) > 900


def test_a_clock_stands_under_a_dialog_and_in_a_hidden_window(pilot: Pilot) -> None:
    sit_down(pilot)
    assert spent_while(pilot, 1.0) > 900
    pilot.press("menu")
    assert spent_while(pilot, 3.0) == 0
    assert pilot.saved().clock == clock(pilot), "the way out leads through the menu"
    pilot.key("escape")
    for gone, here in (
        (pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED),
        (pygame.WINDOWHIDDEN, pygame.WINDOWSHOWN),
        (pygame.WINDOWHIDDEN, pygame.WINDOWFOCUSGAINED),
    ):
        pilot.app.handle(pygame.event.Event(gone))
        assert spent_while(pilot, 3.0) == 0
        pilot.app.handle(pygame.event.Event(here))
        assert spent_while(pilot, 1.0) > 900


@pytest.mark.parametrize("seconds", [0.5, 20.0, 8 * 3600.0])
def test_no_time_runs_while_the_program_is_stopped(fly: MakePilot, seconds: float) -> None:
    """If the process or the machine is suspended, the next frame is late. The manual says so."""
    pilot = fly(patience=0.0)
    sit_down(pilot, "5+0 3+0")
    before = sum(clock(pilot).left)
    pilot.app.frame(seconds)
    assert before - sum(clock(pilot).left) <= 100
    assert pilot.play.live_match.result is None
    for language in ("en", "de", "cs"):
        pilot.app.services.text.use(language)
        pilot.app.stack.open(Manual(pilot.app.stack, BY_KEY["othello"]))
        assert pilot.app.services.text("manual.clocks_stand") in pilot.words()
        pilot.app.stack.back()


def test_a_flag_is_seen_heard_and_kept(pilot: Pilot) -> None:
    sit_down(pilot, first=12_000, second=180_000)
    pilot.advance(12.5)
    assert pilot.play.live_match.result == Result(1, "on_time")
    assert pilot.sounds.count("clock") == 10
    assert "win" in pilot.sounds
    assert "White wins on time" in pilot.panels()[1]
    assert "White wins on time" in pilot.caption()
    pilot.app.stack.home()
    pilot.press("album")
    assert "Othello · White wins on time" in pilot.words()


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (820, 1180), (1280, 800)], ids=str)
def test_clocks_are_large_and_turned_to_their_players(
    fly: MakePilot, size: tuple[int, int]
) -> None:
    pilot = fly(size=size, tabletop=True)
    sit_down(pilot)
    (far, _), (near, _) = places(pilot)
    assert [far, near] == pilot.play.scene.sheets[:2]
    for sheet, face in places(pilot):
        assert sheet.rect.contains(face.rect)
        assert face.style == "clock", "the largest letters there are"


def test_what_is_left_is_painted_every_second_and_nothing_else_is(fly: MakePilot) -> None:
    pilot = fly(drawing=True)
    sit_down(pilot)
    turn = pilot.match.position.turn
    sheet, face = next(one for one in places(pilot) if one[1].player == turn)
    sheets = list(pilot.play.scene.sheets)

    def seen() -> bytes:
        pilot.app.show()
        return pygame.image.tobytes(
            pilot.app.screen.surface.subsurface(sheet.to_window(face.rect)), "RGB"
        )

    pictures = {seen()}
    for _ in range(3):
        pilot.advance(1.0)
        pictures.add(seen())
    assert len(pictures) == 4
    assert pilot.play.scene.sheets == sheets, "panels are not made anew for a second"
