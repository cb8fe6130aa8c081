"""The tables of commands: keys, buttons, menus and the list of keys are made of them."""

from collections import Counter
from pathlib import Path

import pytest

from flipside.game.drawing import icons
from flipside.game.scenes.common.board_scene import BOARD_COMMANDS
from flipside.game.scenes.common.command import CommandTable
from flipside.game.scenes.common.match_session import MatchSession
from flipside.game.scenes.common.scene import SCENE_COMMANDS
from flipside.game.scenes.editor.session import DRAFT_COMMANDS
from flipside.game.scenes.info.manual import Manual
from flipside.game.scenes.info.settings import SettingsScene
from flipside.game.scenes.keys import CHAPTERS
from flipside.game.scenes.play.session import PLAY_COMMANDS
from flipside.game.scenes.shelf.album import Album
from flipside.game.scenes.shelf.setup import SetupScene
from flipside.game.scenes.shelf.shelf import Shelf
from flipside.game.scenes.study.session import REVIEW_COMMANDS
from flipside.game.scenes.task.lesson import LESSON_COMMANDS
from flipside.game.scenes.task.session import SOLVE_COMMANDS
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.texts import LANGUAGES, Texts
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after

TABLES: dict[str, CommandTable] = {
    "play": PLAY_COMMANDS,
    "review": REVIEW_COMMANDS,
    "lesson": LESSON_COMMANDS,
    "solve": SOLVE_COMMANDS,
    "draft": DRAFT_COMMANDS,
    "shelf": Shelf.commands,
    "album": Album.commands,
    "setup": SetupScene.commands,
    "manual": Manual.commands,
    "settings": SettingsScene.commands,
    "questions": MatchSession.questions,
    "board": BOARD_COMMANDS,
    "page": SCENE_COMMANDS,
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_every_command_has_an_id_words_and_an_icon(table: CommandTable) -> None:
    assert len({one.id for one in table}) == len(table)
    for language in LANGUAGES:
        text = Texts(language, DesktopPlatform())
        for command in table:
            assert text(command.label) != command.label
            assert text(command.key_line or command.label)
            assert command.icon in icons.NAMES or not (command.icon or command.place)
        assert not text.missing


def test_a_key_means_one_thing_at_a_time(pilot: Pilot) -> None:
    """Two commands share a key only if never both are possible."""
    counts = Counter(key for command in PLAY_COMMANDS for key in command.keys)
    assert [key for key, count in counts.items() if count > 1] == ["p"]
    for seats in (("person", "person"), ("level1", "person"), ("level1", "level1")):
        pilot.put(match_after("othello", 9), seats)
        for back in (0, 2):
            pilot.match.goto_ply(9 - back)
            pilot.play.scene.update_layout()
            assert sum(c.possible(pilot.play) for c in PLAY_COMMANDS if "p" in c.keys) <= 1
    assert pilot.play.own.keyed("z") is None


def test_the_page_of_keys_lists_every_key_of_a_command_once() -> None:
    chapters = {
        name: [key for keys in lines.values() for key in keys] for name, lines in CHAPTERS.items()
    }
    listed = {key for keys in chapters.values() for key in keys} | {"shift tab"}
    for table in TABLES.values():
        assert {key for command in table for key in command.keys} <= listed
    for keys in chapters.values():
        assert len(keys) == len(set(keys))
    moving = {"left", "right", "up", "down", "return", "space", "tab", "escape"}
    assert set(chapters["board"]) == {key for one in PLAY_COMMANDS for key in one.keys} | moving
    for chapter in ("board", "lesson", "problem"):
        assert not set(chapters["aloud"]) & set(chapters[chapter])


def test_no_file_of_a_scene_has_500_lines() -> None:
    for path in (Path(__file__).parents[3] / "game" / "scenes").rglob("*.py"):
        assert path.read_text("utf-8").count("\n") < 500, path.name


def test_the_menu_offers_what_is_possible(pilot: Pilot) -> None:
    pilot.sit_down("othello")
    pilot.key("m")
    assert "review" not in pilot.names()
    assert {"restart", "rematch", "give-up", "seats", "swap", "shelf"} <= set(pilot.names())
    pilot.press("close")
    pilot.tap("d3")
    pilot.play.scene.run_command("whole-menu")
    menu = pilot.names()
    assert menu.index("hint") < menu.index("moves") < menu.index("values") < menu.index("restart")
    assert "redo" not in menu
    pilot.press("give-up")
    pilot.press("yes")
    pilot.key("m")
    assert "give-up" not in pilot.names()
    assert "review" in pilot.names()


@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_can_be_changed_in_the_middle_of_a_match(fly: MakePilot, language: str) -> None:
    pilot = fly(language=language)
    pilot.sit_down("othello", "d3 c5", ("person", "level2"))
    pilot.key("w")
    pilot.seat(1, "level5")
    pilot.press("close")
    assert pilot.play.live_match.seats == ("person", "level2")
    pilot.key("m")
    pilot.press("seats")
    pilot.press("kind1=depth")
    pilot.press("less1")
    pilot.press("sit")
    assert pilot.play.live_match.seats == ("person", "depth3")
    assert pilot.match.names() == ["d3", "c5"]
    pilot.kill_and_reopen()
    pilot.press("play othello")
    assert pilot.play.live_match.seats == ("person", "depth3")
    pilot.tap("f6")
    pilot.wait_for(lambda: len(pilot.match.moves) == 4)


def test_only_people_are_offered_where_options_need_them(pilot: Pilot) -> None:
    pilot.sit_down("contactic", referee="off")
    pilot.key("w")
    assert "kind0=person" in pilot.names()
    assert "kind0=computer" not in pilot.names()
    assert pilot.app.services.text("play.two_people") in pilot.words()
    pilot.press("sit")
    assert pilot.play.live_match.seats == ("person", "person")


def test_whatever_is_pressed_clicks(pilot: Pilot) -> None:
    pilot.sit_down()
    pilot.sounds.clear()
    pilot.press("menu")
    assert pilot.sounds == ["tap"]
    pilot.key("tab")
    pilot.key("return")
    assert pilot.sounds == ["tap", "tap"]
