"""Drills on the screen: opened from the album, one after the other, and switched off."""

from dataclasses import replace
from typing import Any

import pytest

from flipside.game.saves.album import add_to_album, album_names, delete
from flipside.game.saves.drills import DRILLS, StoredDrills, note_try, waiting_drills
from flipside.game.scenes.study.drill import open_drill
from flipside.game.scenes.task.session import SolveSession
from flipside.rules.catalogue import GAMES
from flipside.rules.engine.analysis.review import Review, SavedReview
from flipside.rules.teaching import move_named
from tests.game.answers import rest
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.of_type import of_type

pytestmark = pytest.mark.usefixtures("quick_reviews")

TOMORROW, LATER = "2126-01-31 10:00:00", "2126-02-01 10:00:00"


def drilled(pilot: Pilot, monkeypatch: pytest.MonkeyPatch, key: str) -> int:
    """Review a match to its end and delete it; return how many drills wait another day."""
    services, match = pilot.app.services, recorded(key).match
    name = str(add_to_album(services, match, ("person", "level2")))
    pilot.put(match, ("person", "level2"))
    pilot.key("e")
    assert pilot.review.analysis.pass_time(0.3, 1000.0)
    assert waiting_drills(services) == [], "not before tomorrow"
    pilot.app.stack.home()
    delete(services, name)
    monkeypatch.setattr(services.platform, "now", lambda: TOMORROW)
    return len(waiting_drills(services))


def session_of(pilot: Pilot) -> SolveSession:
    return of_type(SolveSession, pilot.session)


def answer(pilot: Pilot, move_name: str) -> None:
    session = session_of(pilot)
    for cell in move_named(session.solving.live_match.match.position, move_name):
        session.scene.tap_cell(cell)
    rest(pilot, session)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_drills_follow_each_other_though_the_match_was_deleted(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    pilot = fly(size=(390, 844), confirm=False)
    count = drilled(pilot, monkeypatch, key)
    assert count, "beginners make mistakes"
    services = pilot.app.services
    assert album_names(services) == []
    pilot.press("album")
    assert f"Drills: {count}" in pilot.words()
    pilot.press("drills")
    for left in range(count, 0, -1):
        name, drill = waiting_drills(services)[0]
        assert f"Drills left: {left}" in pilot.words()
        assert "From your match on " in pilot.words()
        assert "Find a better move than " in pilot.words()
        answer(pilot, Review.pv_names(drill.review(), drill.ply)[0])
        assert session_of(pilot).solving.state == "solved"
        assert "This drill comes back in 3 days." in pilot.words()
        assert [*DRILLS.load(services.storage).drills[name].tries.values()] == ["solved"]
        pilot.press("following" if left > 1 else "done")
    assert pilot.where() == "Shelf > Album"
    assert "Drills" not in pilot.words()


def test_a_failed_drill_returns_the_next_day(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fly(confirm=False)
    count = drilled(pilot, monkeypatch, "othello")
    services = pilot.app.services
    open_drill(pilot.app.stack)
    name, drill = waiting_drills(services)[0]
    match = drill.review().match
    answer(pilot, match.names()[drill.ply])
    assert session_of(pilot).solving.state == "wrong"
    pilot.press("again")
    answer(pilot, drill.results.moments[0].pv[0])
    assert [*DRILLS.load(services.storage).drills[name].tries.values()] == ["failed"]
    assert len(waiting_drills(services)) == count - 1
    monkeypatch.setattr(services.platform, "now", lambda: LATER)
    assert len(waiting_drills(services)) == count


def test_a_drill_that_is_left_waits(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = fly()
    count = drilled(pilot, monkeypatch, "othello")
    before = DRILLS.load(pilot.app.services.storage)
    open_drill(pilot.app.stack)
    pilot.key("escape")
    assert DRILLS.load(pilot.app.services.storage) == before
    assert len(waiting_drills(pilot.app.services)) == count


@pytest.mark.parametrize(
    "damage", [{"record": "Flipside 1"}, {"record": ""}, {"ply": 9999}, {"results": SavedReview()}]
)
def test_a_damaged_drill_is_passed_over(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, damage: dict[str, Any]
) -> None:
    pilot = fly()
    count = drilled(pilot, monkeypatch, "othello")
    services, stack = pilot.app.services, pilot.app.stack
    for place in range(count):
        name, drill = waiting_drills(services)[place]
        drills = DRILLS.load(services.storage).drills | {name: replace(drill, **damage)}
        services.storage.save(DRILLS.kind, DRILLS.dump(StoredDrills(drills)))
        open_drill(stack)
        assert ("No drill is waiting." in pilot.words()) == (place == count - 1)
        stack.home()


def test_drills_can_be_switched_off(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = fly()
    pilot.app.services.settings.drills = False
    assert drilled(pilot, monkeypatch, "othello") == 0
    assert DRILLS.load(pilot.app.services.storage) == DRILLS.of()
    pilot.press("album")
    assert "Drills" not in pilot.words()
    open_drill(pilot.app.stack)
    assert "No drill is waiting." in pilot.words()


def test_the_third_solution_is_the_last(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = fly(confirm=False)
    assert drilled(pilot, monkeypatch, "othello")
    services, said = pilot.app.services, list[str]()
    name, drill = waiting_drills(services)[0]
    for now in ("2126-01-31", "2126-02-03", "2126-02-10"):
        monkeypatch.setattr(services.platform, "now", lambda now=now: f"{now} 10:00:00")
        while waiting_drills(services)[0][0] != name:
            note_try(services.storage, waiting_drills(services)[0][0], solved=False)
        open_drill(pilot.app.stack)
        answer(pilot, Review.pv_names(drill.review(), drill.ply)[0])
        said.append(pilot.words())
        pilot.app.stack.home()
    assert ["comes back in 3 days" in said[0], "in 7 days" in said[1], "Learned" in said[2]] == [
        True, True, True
    ]  # fmt: skip
