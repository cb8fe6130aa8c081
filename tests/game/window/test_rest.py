"""The loop turns less often while nothing happens, and every frame as soon as something does."""

from pathlib import Path

import pygame
import pytest

from flipside.game.services.platform.platform import Platform
from flipside.game.window.app import IDLE_SECONDS, IDLE_WAIT_SECONDS, App
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.clock import TimeControl, full_clock
from flipside.rules.match.match import Match
from tests.game.pilot import FRAME, Pilot

MOVED = pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(1, 1), buttons=(0, 0, 0))


def rest_after(app: App, seconds: float) -> float:
    """How long the loop may wait after so many seconds of frames."""
    for _ in range(round(seconds / FRAME)):
        app.frame(FRAME)
    return app.rest()


def turned_once(page: Platform, rest: float) -> list[pygame.event.Event]:
    """What one wait for the next frame on a desktop has met."""
    try:
        page.next_frame(rest).send(None)
    except StopIteration as end:
        return list(end.value)
    raise AssertionError("a desktop waits without an event loop")


def test_it_rests_only_while_nothing_happens(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, patience=0.002, values=True)
    app = pilot.app
    assert rest_after(app, FRAME) == 0
    assert 0 < rest_after(app, 2 * IDLE_SECONDS) == IDLE_WAIT_SECONDS
    app.frame(FRAME, [MOVED])
    assert app.rest() == 0
    assert rest_after(app, 2 * IDLE_SECONDS) == IDLE_WAIT_SECONDS
    pilot.sit_down("flipop", seats=("level8", "person"))
    assert rest_after(app, 2 * IDLE_SECONDS) == 0, "the computer thinks"
    pilot.sit_down("switch", seats=("person", "person"))
    for _ in range(2000):
        if rest_after(app, FRAME) == IDLE_WAIT_SECONDS:
            break
    else:
        raise AssertionError("values of moves are worked out for ever")


def test_a_rest_is_neither_lost_nor_given_to_what_ends_it(tmp_path: Path) -> None:
    """The clock of a match counts the whole of it, and a move made then begins at its beginning."""
    pilot = Pilot(tmp_path, tempo="normal")
    match = Match(BY_KEY["othello"])
    match.clock = full_clock((TimeControl(300), TimeControl(300)))
    pilot.put(match)
    app = pilot.app
    pilot.advance(1.0)

    def left_after(*events: pygame.event.Event) -> int:
        app._idle_seconds = IDLE_SECONDS
        app.frame(IDLE_WAIT_SECONDS, events)
        return pilot.match.clock.left[0]

    before = left_after()
    assert before - left_after() == 1000 * IDLE_WAIT_SECONDS
    kinds = pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP
    at = pilot.at("d3")
    left = left_after(*(pygame.event.Event(one, pos=at, button=1, touch=False) for one in kinds))
    assert before - left == 2000 * IDLE_WAIT_SECONDS
    timeline = pilot.at_table.playback.timeline
    assert timeline.now == 0


def test_a_desktop_wakes_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, waits, wait = Pilot(tmp_path).app.services.platform, list[int](), pygame.event.wait

    def counted(milliseconds: int) -> pygame.event.Event:
        waits.append(milliseconds)
        return wait(milliseconds)

    monkeypatch.setattr(pygame.event, "wait", counted)
    pygame.event.clear()
    assert turned_once(page, 0.05) == []
    pygame.event.post(MOVED)
    assert [event.type for event in turned_once(page, 3600.0)] == [pygame.MOUSEMOTION]
    assert pygame.event.get(pygame.MOUSEMOTION) == []
    assert turned_once(page, 0.0) == []
    assert waits == [50, 3_600_000], "nothing else waits"


def test_less_is_computed_where_frames_come_late(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path, values=True)
    pilot.sit_down("othello")
    app = pilot.app
    app.slices = 0.006, 0.014

    def frames(count: int, seconds: float, computing: bool) -> float:
        for _ in range(count):
            app._computed = computing
            app.frame(seconds)
        return app.services.slice_seconds

    app.services.slice_seconds = 0.008
    assert frames(5, 0.05, computing=False) == 0.008
    assert frames(20, 0.05, computing=True) == 0.006
    assert frames(6, 1 / 60, computing=True) == pytest.approx(0.009)
    assert frames(60, 1 / 60, computing=True) == 0.014


def test_a_page_knows_that_a_player_waits_for_numpy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only while nothing moves may loading take most of a frame."""
    pilot = Pilot(tmp_path, tempo="normal", patience=0.01)
    platform = pilot.app.services.platform
    monkeypatch.setattr(platform, "numpy_ready", False)
    pilot.sit_down("othello", seats=("person", "level2"))
    pilot.advance(1.0)
    pilot.app.frame(FRAME)
    assert not platform.awaited, "a person is to move"
    pilot.tap("d3")
    pilot.app.frame(FRAME)
    assert not platform.awaited, "discs turn"
    pilot.advance(4.0)
    awaited = set[bool]()
    for _ in range(60):
        pilot.app.frame(FRAME)
        awaited.add(platform.awaited)
    assert True in awaited
    monkeypatch.setattr(platform, "numpy_ready", True)
    pilot.wait_for(lambda: pilot.match.ply == 2)
    pilot.app.frame(FRAME)
    assert not platform.awaited
