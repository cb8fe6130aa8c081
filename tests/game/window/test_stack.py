"""The stack of scenes: what comes to light is as large as the window, what is gone is forgotten."""

import weakref
from gc import collect  # before tests are kept from waiting for it

import pytest

from flipside.game.saves.matches import Saved
from tests.game.conftest import MakePilot
from tests.game.scene_tour import PEOPLE, match_after


def test_what_lies_below_a_dialog_is_as_large_as_the_window(fly: MakePilot) -> None:
    """Also if the window changed while another scene hid both."""
    pilot = fly(size=(1280, 800))
    pilot.sit_down()
    pilot.press("menu")
    pilot.explore(Saved(match_after("othello", 9), PEOPLE))
    pilot.app.resize((900, 700))
    pilot.app.stack.back()
    assert pilot.where().endswith("PlaySession > Dialog")
    assert [scene.size for scene in pilot.app.stack.visible()] == [(900, 700)] * 2


@pytest.mark.parametrize("leave", ["home", "begin_again"])
def test_a_match_that_was_left_is_forgotten(fly: MakePilot, leave: str) -> None:
    pilot = fly()
    pilot.sit_down()
    table = weakref.ref(pilot.play.table)
    pilot.press("menu")
    pilot.app.stack.back()
    getattr(pilot.app.stack, leave)()
    collect()
    assert table() is None


def test_a_hidden_cursor_previews_nothing(fly: MakePilot) -> None:
    pilot = fly()
    pilot.review_at(Saved(match_after("othello", 9), PEOPLE), 5)
    pilot.settle()
    pilot.key("i")
    over_all = (["left"] * 7 + ["up"] + ["right"] * 7 + ["up"]) * 4
    keys = iter(["down"] * 7 + over_all)
    while pilot.at_table.hands.peek is None:
        pilot.key(next(keys))
    pilot.key("i")
    assert (pilot.at_table.hands.cursor, pilot.at_table.hands.peek) == (None, None)
