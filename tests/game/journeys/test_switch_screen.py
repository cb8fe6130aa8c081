"""Switch on the screen: previews, bridges, the counter, laying the start."""

import math

import pytest

from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.seen import hover, marked, own_panel, previewed

COUNTER = "a1-d1 e2-b2 a5-d5 e4-b4 a3-c3 a1-a3 c1-c2"
"""Light must now counter; a3, b3 and a4 each begin a counter."""

PLACED = "c3=D b2=L d4=D d2=L b4=D a1=L e5=D"
"""The first seven stones of a start that the players lay themselves."""


def row(number: int) -> set[str]:
    return {f"{letter}{number}" for letter in "abcde"}


def column(letter: str) -> set[str]:
    return {f"{letter}{number}" for number in range(1, 6)}


def test_what_a_second_tap_would_do_is_previewed(pilot: Pilot) -> None:
    pilot.sit_down("switch")
    hover(pilot, "a1")
    assert marked(pilot, "line") == [row(1), column("a")], "hovering shows the lines as well"
    assert previewed(pilot) == {}
    pilot.tap("a1")
    hover(pilot, "d1")
    assert previewed(pilot) == {"a1": "light stone", "d1": "dark stone"}
    hover(pilot, "c3")
    assert previewed(pilot) == {"c3": "dark stone"}
    pilot.tap("e2")
    pilot.hover((2, 2))
    assert marked(pilot, "line") == [], "a tap that is no move ends one that was begun"


def test_bridges_that_stay_are_seen_while_stones_move(fly: MakePilot) -> None:
    pilot = fly(tempo="calm", drawing=True)
    pilot.sit_down("switch", "a1-d1")
    before = marked(pilot, "join")
    pilot.make(pilot.match.position.moves()[0])
    pilot.advance(0.05)
    during = marked(pilot, "join")
    pilot.settle()
    after = marked(pilot, "join")
    assert during == [bridge for bridge in before if bridge in after]
    assert during


@pytest.mark.parametrize("move", ["a1-d1", "a1-b1", "a3-a2", "e5-b5"])
def test_two_stones_pass_each_other(fly: MakePilot, move: str) -> None:
    pilot = fly(tempo="calm", drawing=True)
    pilot.sit_down("switch")
    one, other = move.split("-")
    pilot.tap(one)
    pilot.tap(other)
    assert nearest(pilot) > 0.8
    pilot.press("undo")
    assert nearest(pilot) > 0.8


def nearest(pilot: Pilot) -> float:
    """The least distance between the two stones under way, in cells."""
    least = math.inf
    while (timeline := pilot.at_table.playback.timeline) is not None and not timeline.rests:
        under_way = [s for s in pilot.shown().sprites if s.target is not None]
        assert len(under_way) == 2
        view = pilot.view
        least = min(least, math.dist(*map(view.place, under_way)) / view.cell)
        pilot.advance(1 / 60)
    return least


def test_the_counter_is_announced_and_marked(fly: MakePilot) -> None:
    pilot = fly(aids=False)
    *before, last = COUNTER.split()
    pilot.sit_down("switch", " ".join(before))
    for cell in last.split("-"):
        pilot.tap(cell)
    assert "Counter now, or you lose" in own_panel(pilot, 1)
    assert set().union(*marked(pilot, "counter")) == {"a3", "b3", "a4"}
    assert len(marked(pilot, "threat")[0]) == 12
    pilot.tap("a3")
    assert marked(pilot, "counter") == [{"c3"}]
    hover(pilot, "c3")
    assert marked(pilot, "counter") == [{"c3"}], "looking at the counter does not hide it"
    hover(pilot, "a1")
    assert marked(pilot, "counter") == [{"c3"}]
    pilot.tap("c3")
    pilot.advance(0.1)
    assert any("Light wins" in panel for panel in pilot.panels())
    assert any("has broken the connection" in panel for panel in pilot.panels())
    assert len(marked(pilot, "island")[0]) == 12


def test_laying_the_start_takes_a_field_and_a_colour(pilot: Pilot) -> None:
    pilot.sit_down("switch", PLACED, setup="placed")
    assert "Tap a square, then a colour" in own_panel(pilot, 1)
    assert not [name for name in pilot.names() if name.startswith("cell ")]
    pilot.tap("a2")
    assert previewed(pilot) == {}, "which colour it will be is still open"
    assert {"cell dark", "cell light"} <= set(pilot.names())
    pilot.tap("a3")
    assert pilot.play.live_match.taps == (pilot.match.board.cell_named("a3"),), (
        "another field instead"
    )
    pilot.press("cell light")
    assert pilot.match.names()[-1] == "a3=L"
    assert {"8"} <= set(own_panel(pilot, 0).splitlines()), "eight of each are left"
    pilot.tap("a2")
    pilot.press("cell dark")
    assert pilot.match.names()[-1] == "a2=D"


@pytest.mark.parametrize("colour", ["dark", "light"])
def test_a_colour_is_chosen_by_its_button(pilot: Pilot, colour: str) -> None:
    names = recorded("switch-placed").match.names()
    pilot.sit_down("switch", " ".join(names[:24]), setup="placed")
    chooser = pilot.match.position.turn
    assert "Choose your colour" in own_panel(pilot, chooser)
    for player, words in ((0, "First player"), (1, "Second player")):
        assert words in own_panel(pilot, player)
    pilot.press(f"cell {colour}")
    other = {"dark": "Light", "light": "Dark"}[colour]
    assert colour.title() in own_panel(pilot, chooser).splitlines()
    assert other in own_panel(pilot, 1 - chooser).splitlines()
    assert pilot.match.position.turn == 1 - chooser
    assert pilot.caption().startswith(f"{other} to move")
    assert not [name for name in pilot.names() if name.startswith("cell ")]


def test_the_buttons_are_turned_toward_the_player_who_lays(fly: MakePilot) -> None:
    """Across a table the taps reach the buttons of the panel that is turned round."""
    for size in ((1280, 800), (390, 844)):
        pilot = fly(tabletop=True, size=size)
        pilot.sit_down("switch", PLACED, setup="placed")
        pilot.tap("a2")
        sheet, _ = pilot.find("cell light")
        assert sheet is pilot.play.scene.sheets[0]
        assert sheet.quarter_turns in (2, 3)
        pilot.press("cell light")
        assert pilot.match.names()[-1] == "a2=L"
        pilot.tap("a3")
        assert pilot.find("cell light")[0] is pilot.play.scene.sheets[1]
