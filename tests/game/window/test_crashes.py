"""Errors in the program itself: the shelf comes back with every match, a report is kept, and none
of it goes round for ever. Pilots let errors through; only the loop of the program catches them."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pygame
import pytest

from flipside.game.live_match import seats
from flipside.game.live_match.live_match import LiveMatch
from flipside.game.saves.export import ERROR_REPORT_SAVE, bundled
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.scene import Scene
from flipside.game.scenes.shelf.shelf import Shelf
from flipside.game.window.crashes import crash_report
from flipside.game.window.screen import Transition
from flipside.rules.contract.search_api import SearchInfo
from flipside.rules.engine.data_files import WeightsFile
from flipside.rules.games.flipop.engine import batch
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot

OPENING = "d3 c3"


def broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError("the board is broken")


def frame(pilot: Pilot, *events: pygame.event.Event) -> None:
    """One turn of the program's own loop."""
    pilot.app.crashes.attempt(partial(pilot.app.frame, FRAME, events))


def key(code: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=0)


def came_back(pilot: Pilot) -> None:
    """The shelf is there, and above it the words; nothing of the match is lost."""
    assert pilot.where() == "Shelf > Dialog"
    assert "error-report.txt" in pilot.words()
    assert str(pilot.folder) in pilot.words()
    assert pilot.saved().names() == OPENING.split()
    told = (pilot.folder / f"{ERROR_REPORT_SAVE}.txt").read_text("utf-8")
    assert "ZeroDivisionError: the board is broken" in told
    pilot.press("understood")
    frame(pilot)
    pilot.press("play othello")
    assert pilot.match.names() == OPENING.split()


PLACES = [
    (BoardScene, "layers"),
    (BoardScene, "_layout"),
    (BoardScene, "update"),
    (BoardScene, "title"),
    (LiveMatch, "pass_time"),
    (Transition, "draw"),
]


@pytest.mark.parametrize(("owner", "name"), PLACES, ids=lambda one: getattr(one, "__name__", one))
def test_an_error_in_a_frame(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, owner: type, name: str
) -> None:
    pilot = fly(tempo="normal" if owner is Transition else "off")
    pilot.sit_down("othello", OPENING)
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, broken)
        pilot.app.screen._dirty = True
        event = pygame.event.Event(pygame.VIDEORESIZE, w=900, h=700, size=(900, 700))
        for _ in range(10):
            frame(pilot, *([] if owner is Transition else [event]))  # which would end it
        for _ in range(10):  # the title waits for a frame with time to spare
            frame(pilot)
    came_back(pilot)


def test_an_error_while_a_computer_thinks(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object) -> Iterator[SearchInfo]:
        yield SearchInfo((), 0, 0, 0, ())
        broken()

    pilot = fly(patience=0.01)
    monkeypatch.setattr(seats, "search", search)
    pilot.sit_down("othello", OPENING, seats=("level3", "person"))
    for _ in range(200):
        frame(pilot)
    assert pilot.where() == "Shelf > Dialog"
    assert pilot.saved().names() == OPENING.split()


@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_a_computer_without_its_weights(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str
) -> None:
    """A damaged install: people can still play, and are told how to mend the computer."""
    pilot = fly(tempo="off", language=language)
    pilot.sit_down("flipop", seats=("person", "level3"))
    monkeypatch.setattr(batch, "WEIGHTS", WeightsFile(tmp_path / "weights.txt", 1))
    batch.by_weights.cache_clear()  # another match may have read them
    first = pilot.match.position.moves()[0]
    pilot.commit(first)
    for _ in range(60):
        frame(pilot)
    assert pilot.where() == "Shelf > Dialog"
    repair = {"en": "Reinstall", "de": "Installiere", "cs": "instalace"}[language]
    assert repair in pilot.words()
    assert pilot.saved("flipop").moves == [first]


def test_an_error_in_what_is_read_out(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.sit_down("othello", OPENING)
    page = pilot.app.services.platform

    def look(top: Scene, spare: bool) -> None:
        page.reads_aloud = False
        broken()

    monkeypatch.setattr(pilot.app.page_events, "read", lambda seconds, wakes: None)
    monkeypatch.setattr(pilot.app.readout_sync, "update", look)
    page.reads_aloud = True
    frame(pilot)
    came_back(pilot)


def test_an_error_on_the_shelf_itself_ends_the_program(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Shelf, "layers", broken)
    pilot.app.screen._dirty = True
    frames = 0
    while pilot.app.stack.running and frames < 20:
        frame(pilot)
        frames += 1
    assert frames == 2
    assert pilot.app.crashes.failed
    assert caplog.text.count("the board is broken") >= 2


def test_a_shelf_that_cannot_be_opened_ends_the_program(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.sit_down("othello", OPENING)
    monkeypatch.setattr(Shelf, "_layout", broken)
    monkeypatch.setattr(BoardScene, "layers", broken)
    pilot.app.screen._dirty = True
    frame(pilot)
    assert not pilot.app.stack.running
    assert pilot.app.crashes.failed
    frame(pilot)


def test_an_error_may_come_again_once_the_first_was_read(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.sit_down("othello", OPENING)
    pilot.app.stack.home()
    monkeypatch.setattr(BoardScene, "layers", broken)
    for _ in range(3):
        pilot.press("play othello")
        frame(pilot)
        assert pilot.where() == "Shelf > Dialog"
        pilot.press("understood")
        frame(pilot)
    assert pilot.app.stack.running


def test_a_pilot_lets_errors_through(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = fly(drawing=True)
    pilot.sit_down("othello", OPENING)
    monkeypatch.setattr(BoardScene, "layers", broken)
    with pytest.raises(ZeroDivisionError):
        pilot.tap("c4")
    monkeypatch.setattr(Scene, "key", broken)
    with pytest.raises(ZeroDivisionError):
        pilot.key("tab")
    monkeypatch.setattr(BoardScene, "update", broken)
    with pytest.raises(ZeroDivisionError):
        pilot.advance(FRAME)


def test_a_report_names_no_folder_of_a_person(tmp_path: Path) -> None:
    home = Path.home()
    try:
        try:
            (home / "no such thing" / "x.txt").read_text()
        except OSError as first:
            raise ValueError(f"in {home}/secret\x1b[0m\x00") from first
    except ValueError as error:
        told = crash_report(error, ["Shelf", "PlaySession"], (360, 640))
    assert str(home) not in told
    assert str(Path(__file__).parents[3]) not in told
    assert sys.platform in told
    assert "Shelf > PlaySession" in told
    assert "360 x 640" in told
    assert "tests/game/window/test_crashes.py" in told
    assert "FileNotFoundError" in told
    assert told.isprintable() or all(c.isprintable() or c == "\n" for c in told)


def test_a_report_of_endless_calls_is_short() -> None:
    def endless(n: int) -> int:
        return endless(n + 1)

    with pytest.raises(RecursionError) as caught:
        endless(0)
    assert len(crash_report(caught.value, [], (1, 1))) < 21_000


def test_a_report_is_not_carried_along(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.sit_down("othello", OPENING)
    pilot.app.stack.home()
    monkeypatch.setattr(Shelf, "key", broken)
    frame(pilot, key(pygame.K_o))
    assert ERROR_REPORT_SAVE in pilot.app.services.storage.names()
    assert ERROR_REPORT_SAVE not in bundled(pilot.app.services.storage)


def test_a_browser_offers_the_report(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, str, bytes]] = []
    page = pilot.app.services.platform
    monkeypatch.setattr(page.files, "download", lambda *file: given.append(file))
    monkeypatch.setattr(page.files, "folder", None)
    try:
        broken()
    except ZeroDivisionError as error:
        dialog = pilot.app.crashes._error_dialog(
            "What happened.", crash_report(error, [], (1, 1)), True
        )
    pilot.app.stack.open(dialog)
    assert "error-report.txt" not in pilot.words()
    assert "folder" not in pilot.words()
    pilot.press("save")
    ((name, kind, data),) = given
    assert (name, kind) == ("flipside-error-report.txt", "text/plain")
    assert b"the board is broken" in data
