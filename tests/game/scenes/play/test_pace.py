"""The computer's pace: never hasty, never idle, to be halted at any moment, ready when asked."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from flipside.game.live_match.seats import Computer
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.common.scene import OPENING_SECONDS
from flipside.game.scenes.play.session import PlaySession
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.services import WorkClock
from flipside.rules.catalogue import GAMES
from flipside.rules.contract.batch_rules import AnyBatchRules
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move
from flipside.rules.engine.search import LEVELS, Level
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.engine.batch import OthelloBatch
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.rules.games.random_matches import by_single_positions

PACES = {"off": 0.0, "half": 0.5, "one": 1.0, "two": 2.0}

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def answered(pilot: Pilot) -> float:
    """Seconds until the computer has made its next move."""
    at, seconds = pilot.match.ply, 0.0
    while pilot.match.ply == at:
        pilot.advance(FRAME)
        seconds += FRAME
        assert seconds < 30
    return seconds


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("tempo", ["normal", "off"])
def test_a_computer_takes_its_time(fly: MakePilot, pace: str, tempo: str) -> None:
    pilot = fly(tempo=tempo, pace=pace)
    pilot.sit_down(seats=("person", "level1"))
    pilot.advance(1.0)
    pilot.tap("d3")
    pilot.settle()
    assert answered(pilot) == pytest.approx(PACES[pace], abs=5 * FRAME)


def test_the_pace_can_be_changed_in_the_settings(pilot: Pilot) -> None:
    pilot.press("options")
    pilot.press("pace=two")
    pilot.kill_and_reopen()
    pilot.sit_down(seats=("person", "level1"))
    pilot.advance(1.0)
    pilot.tap("d3")
    assert answered(pilot) == pytest.approx(2.0, abs=5 * FRAME)


def test_time_spent_thinking_counts(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [0]
    needed = round(0.7 / FRAME)

    def decide(self: Computer, seen: list[object], budget: float, hurry: bool) -> Move | None:
        asked[0] += 1
        return pilot.match.position.moves()[0] if asked[0] >= needed else None

    monkeypatch.setattr(Computer, "decide", decide)
    pilot = fly(pace="half")
    pilot.sit_down(seats=("person", "level8"))
    pilot.advance(1.0)
    pilot.tap("d3")
    assert answered(pilot) == pytest.approx(0.7, abs=3 * FRAME)
    assert asked[0] == needed, "it is not asked again while it waits"


# -- two computers -------------------------------------------------------------------------------


@EACH_GAME
@pytest.mark.parametrize("how", ["button", "key"])
def test_a_demonstration_can_be_halted_and_goes_on(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, game: AnyGame, how: str
) -> None:
    # By chance a match between beginners may end after five plies.
    monkeypatch.setattr(DesktopPlatform, "entropy", lambda self: 1)

    def press(button: str) -> None:
        if how == "key":
            pilot.key("p")
        else:
            pilot.press(button)

    pilot = fly(tempo="normal")
    pilot.sit_down(game.key, seats=("level1", "level1"))
    pilot.wait_for(lambda: pilot.match.ply >= 3)
    press("pause")
    at = pilot.match.ply
    pilot.advance(5.0)
    assert pilot.match.ply == at
    assert any("The computer waits" in panel for panel in pilot.panels())
    press("go-on")
    assert "error" not in pilot.sounds
    pilot.wait_for(lambda: pilot.match.ply >= at + 2)


def test_nobody_halts_a_person(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    for seats in (("person", "level1"), ("person", "person")):
        pilot.sit_down(moves="d3", seats=seats)
        pilot.key("p")
        assert not pilot.play.live_match.paused
        assert "pause" not in pilot.names()


def test_a_demonstration_is_left_at_any_moment(fly: MakePilot) -> None:
    pilot = fly(tempo="normal")
    pilot.sit_down(seats=("level1", "level1"))
    for part in range(20):
        pilot.advance(0.4 + 0.05 * part)
        at = pilot.match.ply
        pilot.press("menu")
        pilot.press("shelf")
        assert pilot.where() == "Shelf"
        pilot.press("play othello")
        assert pilot.match.ply == at
    assert pilot.match.ply > 0


# -- what is loaded beforehand -------------------------------------------------------------------


class Shelf:
    """A game whose computer has a hundred things to load, each a millisecond of a counted clock."""

    def __init__(self, pilot: Pilot) -> None:
        self.loaded = 0
        self.now = 0.0
        self._pilot = pilot
        pilot.app.services.clock = WorkClock(lambda: self.now)
        engine = replace(by_single_positions(OTHELLO).engine, warm_up=self._prepare)
        self.game = replace(OTHELLO, engine=engine)

    def _prepare(self) -> Iterator[None]:
        while self.loaded < 100:
            self.loaded += 1
            self.now += 0.001
            yield

    def sit_down(self, seats: tuple[str, str]) -> None:
        self._pilot.app.stack.open(
            BoardScene(PlaySession(self._pilot.app.stack, StoredMatch(Match(self.game), seats)))
        )


def test_a_computer_loads_while_the_person_thinks(fly: MakePilot) -> None:
    pilot = fly(patience=0.008)
    shelf = Shelf(pilot)
    shelf.sit_down(("person", "level1"))
    pilot.advance(OPENING_SECONDS - 2 * FRAME)
    assert shelf.loaded == 0, "the match is still turning into view"
    pilot.advance(2 * FRAME)
    while shelf.loaded < 100:
        before = shelf.loaded
        pilot.advance(FRAME)
        assert 0 < shelf.loaded - before <= 9, "a bite in every frame, and no more than that"
    assert pilot.match.moves == []


@pytest.mark.parametrize(("first", "loaded"), [("level1", 100), ("person", 0)])
def test_a_computer_that_begins_loads_first_and_two_people_wait_for_nothing(
    pilot: Pilot, first: str, loaded: int
) -> None:
    shelf = Shelf(pilot)
    shelf.sit_down((first, "person"))
    pilot.advance(2.0)
    assert shelf.loaded == loaded
    assert pilot.match.ply == (first != "person")


@pytest.mark.parametrize("level", LEVELS[:5], ids=lambda level: level.key)
def test_the_arrays_are_loaded_beforehand(level: Level) -> None:
    fetched = []

    def fetch() -> AnyBatchRules:
        fetched.append(level.key)
        return OthelloBatch()

    game = replace(OTHELLO, engine=replace(OTHELLO.engine, batch_rules=fetch))
    assert Computer(game, level, Random(1)).prepare(60.0)
    assert fetched == [level.key]


@EACH_GAME
def test_the_first_move_waits_for_numpy_and_says_so(fly: MakePilot, game: AnyGame) -> None:
    """A page loads it late, and every level needs it."""
    pilot = fly(tempo="off", patience=0.01)
    platform, loads = pilot.app.services.platform, pilot.app.services.text("level.loads")
    platform.numpy_ready = False
    seats = ("level1", "level1")  # lots say who begins in Contactic
    pilot.sit_down(game.key, seats=seats)
    pilot.advance(3.0)
    assert pilot.match.moves == []
    assert loads in "".join(pilot.panels())
    platform.numpy_ready = True
    pilot.wait_for(lambda: pilot.match.ply == 1)
    assert loads not in "".join(pilot.panels())
