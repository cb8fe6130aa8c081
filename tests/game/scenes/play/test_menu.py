"""The menu of a match, and the button that shows the values of moves."""

from collections.abc import Iterator

import pytest

from flipside.game.saves.album import add_to_album, review_name
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.dialog import Menu
from flipside.game.scenes.info.manual import Manual
from flipside.game.scenes.info.settings import SettingsScene
from flipside.game.ui.widgets import Button
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import COMPUTERS, PEOPLE, match_after
from tests.of_type import of_type

SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800)]


def entries(pilot: Pilot) -> list[str]:
    """The names of all buttons of the menu, also of those that are disabled."""
    menu = of_type(Menu, pilot.top)
    buttons = [w for sheet in menu.sheets for w in sheet.widgets if isinstance(w, Button)]
    return [button.name for button in buttons if button.name != "close"]


def states() -> list[tuple[Match, tuple[str, str]]]:
    """A match at its beginning, later, looked back at, with clocks, of computers, and over."""
    back, timed = match_after("othello", 9), match_after("othello", 9)
    back.goto_ply(4)
    timed.clock = parse_clock("5+0 5+0")
    return [
        (match_after("othello", 0), PEOPLE),
        (match_after("othello", 9), PEOPLE),
        (back, PEOPLE),
        (timed, PEOPLE),
        (match_after("othello", 9), COMPUTERS),
        (match_after("othello", None), PEOPLE),
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_entries_of_the_menu_keep_their_order(fly: MakePilot, size: tuple[int, int]) -> None:
    """The ways out are below them, at the same place in every state."""
    pilot, orders, places = fly(size=size, patience=0.0), set(), set()
    for match, seats in states():
        pilot.put(match, seats)
        pilot.play.scene.run_command("menu")
        orders.add(tuple(entries(pilot)))
        places.add(tuple((*pilot.place(name),) for name in ("shelf", "keep-playing")))
        pilot.press("keep-playing")
        assert pilot.top is pilot.play.scene
    assert len(orders) == len(places) == 1
    assert next(iter(orders))[-2:] == ("shelf", "keep-playing")
    shelf, keep = next(iter(places))
    assert shelf[0] < keep[0]
    assert shelf[1] == keep[1]


@pytest.mark.parametrize("language", ["en", "de", "cs", "fr"])
def test_no_menu_scrolls_on_a_telephone(fly: MakePilot, language: str) -> None:
    for game in GAMES:
        pilot = fly(size=(360, 640), language=language)
        pilot.put(match_after(game.key, 9))
        for name in ("menu", "whole-menu"):
            pilot.play.scene.run_command(name)
            assert not any(sheet.scrolls for sheet in pilot.top.sheets)
            pilot.app.stack.back()


def test_an_impossible_entry_says_why(pilot: Pilot) -> None:
    pilot.sit_down("othello")
    pilot.press("menu")
    review = next(w for sheet in pilot.top.sheets for w in sheet.widgets if w.name == "review")
    assert review.explanation == pilot.app.services.text("spoken.no_last")


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] != 844], ids=str)
def test_values_are_one_touch_away(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = fly(size=size)
    pilot.sit_down("othello", "d3 c5")
    assert not pilot.app.services.settings.values
    pilot.press("values")
    assert pilot.app.services.settings.values
    assert of_type(Button, pilot.find("values")[1]).look == "chosen"
    pilot.press("values")
    assert not pilot.app.services.settings.values


def test_no_button_offers_values_where_there_is_no_help(pilot: Pilot) -> None:
    match = match_after("othello", 9)
    match.clock = parse_clock("5+0 5+0")
    pilot.put(match)
    assert "values" not in [w.name for sheet in pilot.top.sheets for w in sheet.widgets]


def board_scenes(pilot: Pilot) -> Iterator[str]:
    """Open each kind of scene with a board, except a match and a problem run.

    A run has no menu, because its time would pass while the menu is open.
    """
    game, stored_match = BY_KEY["flipop"], StoredMatch(match_after("flipop", 9), PEOPLE)
    pilot.explore(stored_match)
    yield "study"
    pilot.review_at(stored_match, 4)
    yield "review"
    pilot.set_up(game, {})
    yield "editor"
    pilot.learn(game)
    yield "lesson"
    pilot.problems(game)
    pilot.press("next")
    yield "problem"


@pytest.mark.parametrize("size", [(360, 560), (844, 390)], ids=str)
def test_every_board_has_a_menu_with_settings_manual_and_shelf(
    fly: MakePilot, size: tuple[int, int]
) -> None:
    pilot = fly(size=size)
    for name in board_scenes(pilot):
        board = pilot.top
        for entry, scene in (("options", SettingsScene), ("manual", Manual)):
            pilot.press("menu")
            assert {"options", "manual", "marks", "shelf"} < set(entries(pilot)), name
            pilot.press(entry)
            assert isinstance(pilot.top, scene), name
            pilot.key("escape")
            assert pilot.top is board
        pilot.key("m")
        pilot.press("shelf")
        assert pilot.where() == "Shelf"


def test_lessons_and_problems_are_left_and_turned_from_the_menu(pilot: Pilot) -> None:
    pilot.learn(BY_KEY["switch"])
    pilot.press("menu")
    pilot.press("turn-board")
    assert pilot.at_table.turned
    pilot.press("menu")
    pilot.press("leave")
    assert pilot.where() == "Shelf"


def test_the_shelf_is_reached_from_a_review_without_losing_its_analysis(pilot: Pilot) -> None:
    match = match_after("flipop", None)
    name = add_to_album(pilot.app.services, match, PEOPLE)
    pilot.review_at(StoredMatch(match, PEOPLE), 0)
    pilot.wait_for(lambda: pilot.review.analysis.review.share() > 0)
    pilot.press("menu")
    pilot.press("shelf")
    assert pilot.app.services.storage.load(review_name(str(name))) is not None
