"""Contactic without referee on the screen: wrong tiles, objections, voluntary passes."""

import pytest

from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.seen import marked, named, open_cells, own_panel, previewed

SEED = 5
"""With this seed, the first tile has one coloured edge. On f5, above the white square, that edge
must be at the bottom."""

WRONG, RIGHT = 1, 3
"""Taps on f5 after which the coloured edge is at the top, and at the bottom."""


def lay(pilot: Pilot, taps: int) -> None:
    """Lay the first tile of a match without referee on f5."""
    pilot.sit_down("contactic", seed=SEED, referee="off", first="orange")
    for _ in range(taps):
        pilot.tap("f5")
    pilot.press("cell lay")


def test_every_turn_is_accepted_and_none_is_told_apart(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("contactic", seed=SEED, referee="off", first="orange")
    assert open_cells(pilot) == {"f5", "e6", "g6", "f7"}
    faces = []
    for _ in range(5):
        pilot.tap("f5")
        faces.append(previewed(pilot)["f5"].partition(":")[2])
    assert faces == ["1000", "0100", "0010", "0001", "1000"]


@pytest.mark.parametrize("taps", [WRONG, RIGHT])
def test_whoever_is_next_may_object(fly: MakePilot, taps: int) -> None:
    pilot = fly()
    lay(pilot, taps)
    assert "Lay your tile, or object first" in own_panel(pilot, 1)
    assert named(pilot, pilot.shown().last) == {"f5"}, "the tile in question is marked"
    buttons = {name for name in pilot.names() if name.startswith("cell ")}
    assert buttons == {"cell object"}, "it may not pass, for its tile fits somewhere"


def test_a_founded_objection_kills_the_tile(fly: MakePilot) -> None:
    pilot = fly()
    lay(pilot, WRONG)
    pilot.press("cell object")
    assert pilot.match.names() == ["f5:1000", "object"]
    assert pilot.match.position.pieces()[pilot.match.board.cell_named("f5")] is None
    assert "Objection upheld: that tile is dead" in own_panel(pilot, 1)
    assert "-1" in own_panel(pilot, 0).splitlines(), "a dead tile costs a point"
    assert "cell object" not in pilot.names(), "one objection for each laying"
    assert pilot.caption().startswith("Green to move")
    pilot.tap("f5")
    pilot.press("cell lay")
    assert len(pilot.match.moves) == 3


def test_an_unfounded_objection_changes_nothing(fly: MakePilot) -> None:
    pilot = fly()
    lay(pilot, RIGHT)
    before = pilot.match.position.pieces()
    pilot.press("cell object")
    assert pilot.match.position.pieces() == before
    assert pilot.match.position.points() == (1, 0)
    assert "Objection rejected: that tile stays" in own_panel(pilot, 1)
    assert marked(pilot, "line") == [{"f5"}]
    assert "cell object" not in pilot.names()


def test_an_objection_can_be_taken_back(fly: MakePilot) -> None:
    pilot = fly(tempo="quick", drawing=True)
    lay(pilot, WRONG)
    pilot.press("cell object")
    pilot.settle()
    pilot.press("undo")
    pilot.settle()
    assert pilot.match.ply == 1
    assert "cell object" in pilot.names()
    assert own_panel(pilot, 0).splitlines().count("-1") == 0
    pilot.press("redo")
    pilot.settle()
    assert "cell object" not in pilot.names()


def test_passing_is_a_choice_where_the_tile_fits_nowhere(fly: MakePilot) -> None:
    match = recorded("contactic-open").match
    ply = next(p for p, name in enumerate(match.names()) if name == "pass" and match.moves[p])
    pilot = fly()
    pilot.put(match)
    pilot.play.goto_ply(ply)
    pilot.advance(0.5)
    assert pilot.match.ply == ply, "nothing passes by itself"
    assert {"cell pass"} <= set(pilot.names())
    assert open_cells(pilot) - {"pass", "object"}, "the tile may be laid wrongly instead"
    pilot.press("cell pass")
    assert pilot.match.names()[-1] == "pass"
    pilot.press("undo")
    assert pilot.match.ply == ply, "a pass by choice is a decision to come back to"


def test_who_has_no_tile_left_may_still_object(fly: MakePilot) -> None:
    match = recorded("contactic-open").match
    last = len(match.moves) - 1
    assert match.names()[last] == "object"
    pilot = fly()
    pilot.put(match)
    pilot.press("undo")
    mover = pilot.match.position.turn
    assert pilot.match.position.prompt() == "object"
    assert "Object, or pass" in own_panel(pilot, mover)
    assert {"cell object", "cell pass"} <= set(pilot.names())
    assert pilot.play.live_match.result is None, "the match is not over before that"
    pilot.press("cell object")
    pilot.advance(0.1)
    assert pilot.play.live_match.result == match.result()
