"""The same match in two windows: the one that is behind overwrites nothing and says so."""

import pytest

from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot


@pytest.fixture
def pair(fly: MakePilot) -> tuple[Pilot, Pilot]:
    """Two windows with the same match; in the second one it went on."""
    behind, ahead = fly(), fly()
    behind.sit_down("othello", "d3 c5")
    ahead.press("play othello")
    ahead.tap("f6")
    assert ahead.saved().names() == ["d3", "c5", "f6"]
    return behind, ahead


def asked(pilot: Pilot) -> bool:
    return "take-over" in pilot.names()


@pytest.mark.parametrize("key", ["", "u", "s", "g"])
def test_whatever_changes_the_match_is_refused(pair: tuple[Pilot, Pilot], key: str) -> None:
    behind, ahead = pair
    if key:
        behind.key(key)
        if "yes" in behind.names():
            behind.press("yes")
    else:
        behind.tap("f6")
    assert asked(behind)
    assert behind.saved().names() == ["d3", "c5", "f6"]
    behind.press("take-over")
    assert behind.match.names() == ["d3", "c5", "f6"]
    behind.tap(behind.match.position.moves()[0][0])
    assert len(behind.saved().moves) == 4
    ahead.tap(ahead.match.position.moves()[1][0])
    assert asked(ahead)
    assert len(ahead.saved().moves) == 4


def test_a_tab_hears_of_it_at_once(pair: tuple[Pilot, Pilot]) -> None:
    """Another game's save is none of its business; the shelf shows what was played."""
    behind, _ = pair
    behind.top.stored("flipop")
    assert not asked(behind)
    behind.top.stored("othello")
    assert asked(behind)
    behind.press("shelf")
    behind.top.stored("othello")
    behind.press("play othello")
    assert behind.match.names() == ["d3", "c5", "f6"]


def test_a_computer_does_not_move_in_a_match_that_went_on(fly: MakePilot) -> None:
    behind, ahead = fly(patience=0.0), fly()
    behind.sit_down("othello", "d3", seats=("person", "level1"))
    ahead.press("play othello")
    ahead.wait_for(lambda: len(ahead.saved().moves) == 2)
    newer = ahead.saved().names()
    behind.app.slices, behind.app.services.slice_seconds = (1.0, 1.0), 1.0
    behind.wait_for(lambda: asked(behind))
    behind.advance(1.0)
    assert behind.saved().names() == newer
