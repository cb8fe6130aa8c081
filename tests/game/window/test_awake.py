"""The screen stays awake while somebody here moves soon or something moves, and goes dark else."""

import pygame
import pytest

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.clock import TimeControl, full_clock
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot


def awake(pilot: Pilot) -> bool:
    """Whether the screen is kept awake after a frame."""
    pilot.app.frame(FRAME)
    return not pygame.display.get_allow_screensaver()


def test_a_person_to_move_keeps_it_awake(pilot: Pilot) -> None:
    assert not awake(pilot), "on the shelf"
    pilot.sit_down("othello", "d3 c5")
    assert awake(pilot)
    pilot.key("u")
    assert awake(pilot), "looking back"
    pilot.press("menu")
    assert not awake(pilot)
    pilot.press("manual")
    assert not awake(pilot)
    pilot.key("escape")
    assert awake(pilot)
    pilot.key("g")
    pilot.press("yes")
    assert pilot.play.live_match.result is not None
    assert not awake(pilot)
    pilot.press("review")
    pilot.wait_for(lambda: pilot.review.analysis.review.done)
    assert not awake(pilot)
    pilot.key("escape")
    pilot.key("escape")
    pilot.app.stack.home()
    assert not awake(pilot)


def test_a_player_who_is_away_does_not(pilot: Pilot) -> None:
    pilot.sit_down("othello", "d3")
    live_match = pilot.play.live_match
    pilot.play.show(live_match.correspondence.begin(0))
    assert live_match.correspondence.away == 0
    assert awake(pilot), "the move of the player here"
    pilot.tap("c5")
    assert live_match.correspondence.awaits
    assert not awake(pilot)
    there = live_match.match.restarted()
    there.read_moves("d3 c5 f6")
    there.correspondence = live_match.match.correspondence
    pilot.play.show(live_match.correspondence.take_in(there))
    assert awake(pilot)


def test_two_computers_do_until_they_are_paused(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down("othello", seats=("level1", "level1"))
    assert awake(pilot)
    pilot.play.show(pilot.play.live_match.pause())
    assert not awake(pilot)
    pilot.play.show(pilot.play.live_match.go_on())
    assert awake(pilot)


@pytest.mark.parametrize("kind", [pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN])
def test_a_hidden_window_does_not(pilot: Pilot, kind: int) -> None:
    pilot.sit_down()
    assert awake(pilot)
    pilot.app.handle(pygame.event.Event(kind))
    assert not awake(pilot)
    pilot.app.handle(pygame.event.Event(pygame.WINDOWRESTORED))
    assert awake(pilot)


def test_nobody_may_leave_it_awake_for_hours(pilot: Pilot) -> None:
    pilot.sit_down()
    pilot.app._idle_seconds = 300.0
    assert awake(pilot), "somebody thinks"
    pilot.app._idle_seconds = 3_600.0
    assert not awake(pilot)
    pilot.app.frame(FRAME, [pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1))])
    assert awake(pilot)
    match = Match(BY_KEY["othello"])
    match.clock = full_clock((TimeControl(300), TimeControl(300)))
    pilot.put(match)
    pilot.app._idle_seconds = 599.0
    for _ in range(30):
        pilot.app.frame(0.1)
    assert awake(pilot)


def test_where_there_is_no_window_nothing_is_asked_for() -> None:
    pygame.display.quit()
    DesktopPlatform().keep_awake(True)
    pygame.display.init()
