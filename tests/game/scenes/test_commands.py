"""The table of commands: keys, buttons, the menu and the list of keys are made of it."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from flipside.game.drawing import icons
from flipside.game.scenes.common.commands import BY_NAME, MATCH_COMMANDS, by_key
from flipside.game.scenes.common.keys import BOARD_KEYS
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.text import LANGUAGES, Text
from tests.game.conftest import MakePilot
from tests.game.scene_tour import match_after

ROOT = Path(__file__).parents[3]


def test_every_command_has_a_name_words_and_an_icon() -> None:
    assert len(BY_NAME) == len(MATCH_COMMANDS)
    for language in LANGUAGES:
        text = Text(language, DesktopPlatform())
        for command in MATCH_COMMANDS:
            assert text(command.words) != command.words
            assert text(command.told or command.words)
            assert command.icon in icons.NAMES
        assert not text.missing


def test_a_key_means_one_thing_at_a_time(fly: MakePilot) -> None:
    """Two commands share a key only if never both are possible."""
    pilot = fly()
    counts = Counter(key for command in MATCH_COMMANDS for key in command.keys)
    assert [key for key, count in counts.items() if count > 1] == ["p"]
    for seats in (("person", "person"), ("level1", "person"), ("level1", "level1")):
        pilot.put(match_after("othello", 9), seats)
        for back in (0, 2):
            pilot.match.go(9 - back)
            pilot.play.rearrange()
            match_view = pilot.board.match_view
            assert sum(c.possible(match_view) for c in MATCH_COMMANDS if "p" in c.keys) <= 1
    assert by_key("z", pilot.board.match_view) is None


def test_the_list_of_keys_names_each_once() -> None:
    keys = [key for keys in BOARD_KEYS.values() for key in keys]
    assert {key for command in MATCH_COMMANDS for key in command.keys} <= set(keys)
    assert len(keys) == len(set(keys))


def test_the_menu_offers_what_is_possible(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("othello")
    pilot.key("m")
    assert "review" not in pilot.names()
    assert {"restart", "rematch", "give-up", "seats", "swap", "shelf"} <= set(pilot.names())
    pilot.press("close")
    pilot.tap("d3")
    pilot.play.actions.run("whole-menu")
    menu = pilot.names()
    assert menu.index("moves") < menu.index("hint") < menu.index("restart")
    assert "redo" not in menu
    pilot.press("give-up")
    pilot.press("yes")
    pilot.key("m")
    assert "give-up" not in pilot.names()
    assert "review" in pilot.names()


def test_what_is_not_possible_is_heard(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("othello")
    for key in ("u", "r", "e", "p"):
        pilot.sounds.clear()
        pilot.key(key)
        assert pilot.sounds == ["error"], key
        assert pilot.top is pilot.play


def test_files_and_classes_stay_small() -> None:
    """No file of a scene has 300 lines, no class of game/ more than thirty public methods."""
    for path in (ROOT / "game").rglob("*.py"):
        source = path.read_text("utf-8")
        if "scenes" in path.parts:
            assert source.count("\n") < 300, path.name
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef):
                methods = [part.name for part in node.body if isinstance(part, ast.FunctionDef)]
                public = [name for name in methods if not name.startswith("_")]
                assert len(public) <= 30, f"{node.name} in {path.name}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_can_be_changed_in_the_middle_of_a_match(fly: MakePilot, language: str) -> None:
    """The match goes on with others; nothing changes until that is confirmed."""
    pilot = fly(language=language)
    pilot.sit_down("othello", "d3 c5", ("person", "level2"))
    pilot.key("w")
    pilot.seat(1, "level5")
    pilot.press("close")
    assert pilot.play.table.seats == ("person", "level2")
    pilot.key("m")
    pilot.press("seats")
    pilot.press("kind1=depth")
    pilot.press("less1")
    pilot.press("sit")
    assert pilot.play.table.seats == ("person", "depth3")
    assert pilot.match.names() == ["d3", "c5"]
    pilot.kill_and_reopen()
    pilot.press("play othello")
    assert pilot.play.table.seats == ("person", "depth3")
    pilot.tap("f6")
    pilot.wait_for(lambda: len(pilot.match.moves) == 4)


def test_what_was_chosen_of_another_kind_is_remembered(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("othello", "d3", ("person", "level6"))
    pilot.key("w")
    pilot.press("kind1=person")
    pilot.press("kind1=computer")
    pilot.press("sit")
    assert pilot.play.table.seats == ("person", "level6")


def test_only_people_are_offered_where_options_need_them(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("contactic", referee="off")
    pilot.key("w")
    assert "kind0=person" in pilot.names()
    assert "kind0=computer" not in pilot.names()
    assert pilot.app.services.text("play.two_people") in pilot.words()
    pilot.press("sit")
    assert pilot.play.table.seats == ("person", "person")


def test_whatever_is_pressed_clicks(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down()
    pilot.sounds.clear()
    pilot.press("menu")
    assert pilot.sounds == ["tap"]
    pilot.key("tab")
    pilot.key("return")
    assert pilot.sounds == ["tap", "tap"]
