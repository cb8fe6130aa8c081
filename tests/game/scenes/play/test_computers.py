"""The computer as an opponent: every level, in every game, without stopping the screen."""

import pytest

from flipside.game.live_match.seats import Computer
from flipside.game.services.services import WorkClock
from flipside.rules.engine.search import LEVEL_BY_KEY
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after

OTHELLO = recorded("othello")


def play_out(pilot: Pilot, seconds: float = 600.0) -> None:
    pilot.wait_for(lambda: pilot.match.result() is not None, seconds)


@pytest.mark.parametrize("level", LEVEL_BY_KEY)
def test_every_level_finishes_a_match_of_othello(pilot: Pilot, level: str, long: bool) -> None:
    start = OTHELLO.text(0 if level in ("level1", "level2", "level3") or long else 52)
    pilot.sit_down(moves=start, seats=(level, level))
    play_out(pilot)
    assert pilot.match.names()[: len(start.split())] == start.split()
    words = pilot.table_session.match_view.result_words
    assert pilot.caption() == f"{words} – Othello – Flipside"
    assert words in pilot.panels()[1]


def test_thinking_leaves_the_screen_alive(fly: MakePilot) -> None:
    pilot = fly(patience=0.0, drawing=True)
    pilot.sit_down(moves="d3", seats=("person", "level4"))
    seen = set()
    for _ in range(20):
        pilot.advance(0.1)
        seen |= {line for line in pilot.panels()[0].splitlines() if "Thinking" in line}
    assert len(seen) == 4, "three dots come and go"
    pilot.tap("c3")
    assert pilot.match.names() == ["d3"], "it is not the person's turn"
    pilot.press("menu")
    pilot.press("shelf")
    assert pilot.app.stack.scenes == [pilot.top]
    pilot.advance(1.0)
    pilot.press("othello")
    assert pilot.play.live_match.thinking


def test_a_frame_is_given_no_more_than_its_bite(fly: MakePilot) -> None:
    """The clock is counted in looks: each look at it takes a millisecond."""
    looks = [0]

    def clock() -> float:
        looks[0] += 1
        return looks[0] / 1000

    pilot = fly(patience=0.008)
    pilot.app.services.clock = WorkClock(clock)
    pilot.sit_down(moves="d3", seats=("person", "level4"))
    for _ in range(10):
        before = looks[0]
        pilot.advance(1 / 60)
        assert looks[0] - before <= 12
    assert pilot.play.live_match.thinking


def test_each_computer_thinks_at_its_own_level(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    real = Computer.decide

    def decide(self, seen, budget, hurry):  # type: ignore[no-untyped-def]
        asked.append((seen[-1].turn, self.level.key))
        return real(self, seen, budget)

    monkeypatch.setattr(Computer, "decide", decide)
    pilot = fly()
    pilot.sit_down(seats=("level1", "level3"))
    pilot.wait_for(lambda: len(pilot.match.moves) >= 6)
    assert set(asked) == {(0, "level1"), (1, "level3")}


def test_a_level_takes_its_time_and_no_more(fly: MakePilot) -> None:
    """The computer moves when its time is over, however deep it could still think."""
    now = [0.0]

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    pilot = fly(patience=0.1)
    pilot.app.services.clock = WorkClock(clock)
    pilot.sit_down(moves=recorded("othello").text(20), seats=("level7", "person"))
    assert pilot.play.live_match.thinking
    seconds = LEVEL_BY_KEY["level7"].seconds
    assert seconds is not None
    pilot.wait_for(lambda: len(pilot.match.moves) == 21, 2 * seconds)
    assert seconds <= now[0] <= seconds + 0.2


def test_another_level_is_offered_after_three_wins(pilot: Pilot) -> None:
    for seed in range(3):
        pilot.put(match_after("othello", 6, seed), ("person", "level3"))
        pilot.play.show(pilot.play.live_match.resign(1))
    near = pilot.panels()[1]
    assert "Three wins in a row. Ready for “Steady”?" in near
    pilot.press("rematch")
    pilot.press("against-level4")
    assert set(pilot.play.live_match.seats) == {"person", "level4"}
    pilot.put(match_after("othello", 6, 9), ("person", "level3"))
    pilot.play.show(pilot.play.live_match.resign(1))
    assert "Ready for" not in pilot.panels()[1]
