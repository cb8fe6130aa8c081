"""Every setting does what it says, at once, and is remembered."""

import signal
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from flipside import __main__ as program
from flipside.game.board.timeline import DURATION_SECONDS
from flipside.game.live_match.match_text import meaning
from flipside.game.scenes.shelf.album import NARROW_SPACE
from flipside.game.services.settings import SETTINGS
from flipside.game.services.sound import Sound
from flipside.game.services.texts import LANGUAGES
from flipside.game.ui.containers import Card
from flipside.game.ui.widgets import Button, Canvas
from flipside.rules import VERSION
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.story import Flip, Place
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after
from tests.of_type import of_type

OTHELLO = recorded("othello")


def word(value: object) -> str:
    return str(value).lower()


def picture(pilot: Pilot) -> bytes:
    """What is seen once everything has come to rest."""
    pilot.advance(2.0)
    pilot.app.show()
    return pygame.image.tobytes(pilot.app.screen.surface, "RGB")


def choose(pilot: Pilot, name: str) -> None:
    """Change a setting from within a match, and come back."""
    pilot.key("o")
    pilot.press(name)
    pilot.press("back")
    assert pilot.session is pilot.play


EVERYWHERE = [key for key in SETTINGS if key not in ("large", "vibration")]
"""Settings that a desktop has; a page shows words in large type besides (test_readout.py)."""


@pytest.mark.parametrize("key", EVERYWHERE)
def test_every_value_that_is_offered_is_taken_and_remembered(pilot: Pilot, key: str) -> None:
    pilot.press("options")
    values = [name.partition("=")[2] for name in pilot.names() if name.startswith(f"{key}=")]
    assert len(values) >= 2
    if len(SETTINGS[key]) <= 5:
        assert values == [word(value) for value in SETTINGS[key]]
    else:
        # Of many values only some are offered, and the present one.
        values.remove(word(getattr(pilot.app.services.settings, key)))
    for value in values:
        pilot.press(f"{key}={value}")
        assert word(getattr(pilot.app.services.settings, key)) == value
        assert pilot.find(f"{key}={value}")[1].look == "chosen"  # type: ignore[attr-defined]
        pilot.kill_and_reopen()
        assert word(getattr(pilot.app.services.settings, key)) == value
        pilot.press("options")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_spoken_at_once(fly: MakePilot, language: str) -> None:
    pilot = fly(language="de" if language == "en" else "en")
    pilot.sit_down(moves="d3")
    before = pilot.words()
    choose(pilot, f"language={language}")
    text = pilot.app.services.text
    assert text.language == language
    assert text("play.menu") in pilot.words()
    assert text.game("othello", "prompt.lay") in pilot.words()
    assert pilot.words() != before
    pilot.key("o")
    for name in LANGUAGES.values():
        assert name in pilot.words()


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("theme=dark", True),
        ("legal=red", True),
        ("legal=off", True),
        ("coordinates=false", True),
        ("tabletop=true", True),
        ("theme=light", False),
        ("volume=100", False),
        ("award=false", False),
    ],
)
def test_what_is_seen_changes_with_what_can_be_seen(
    fly: MakePilot, name: str, changed: bool
) -> None:
    pilot = fly(drawing=True)
    pilot.sit_down(moves="d3 c3")
    before = picture(pilot)
    choose(pilot, name)
    assert (picture(pilot) != before) == changed


@pytest.mark.parametrize("tempo", ["calm", "normal", "quick", "off"])
def test_the_tempo_counts_for_the_next_move(fly: MakePilot, tempo: str) -> None:
    pilot = fly(tempo="off" if tempo != "off" else "normal")
    pilot.sit_down()
    choose(pilot, f"tempo={tempo}")
    pilot.tap("d3")
    factor = {"calm": 1.6, "normal": 1.0, "quick": 0.6, "off": 0.0}[tempo]
    frames = 0
    while pilot.at_table.playback.timeline is not None:
        pilot.advance(1 / 60)
        frames += 1
    assert frames == pytest.approx(
        60 * factor * (DURATION_SECONDS[Place] + DURATION_SECONDS[Flip]), abs=2
    )


def test_the_last_move_is_marked_and_what_it_turned_if_hints_are_wanted(pilot: Pilot) -> None:
    pilot.sit_down(moves="d3")
    board = pilot.match.board
    state = pilot.shown()
    assert state.last == (board.cell_named("d3"),)
    assert state.changed_cells == (board.cell_named("d4"),)
    choose(pilot, "aids=false")
    assert (pilot.shown().last, pilot.shown().changed_cells) == (state.last, ())
    pilot.press("undo")
    assert pilot.shown().last == ()


def test_the_settings_tell_the_version(pilot: Pilot) -> None:
    pilot.press("options")
    assert f"Version {VERSION}" in pilot.words()


def test_every_kind_of_event_has_its_sound(fly: MakePilot) -> None:
    pilot = fly(tempo="normal")
    pilot.sit_down()
    pilot.tap("d3")
    pilot.advance(1.0)
    assert pilot.sounds == ["lay", "turn"]
    pilot.tap("a1")
    assert pilot.sounds[2:] == ["error"]
    pilot.press("undo")
    assert pilot.sounds[3:] == ["tap"]
    pilot.sounds.clear()
    pilot.put(match_after("flipop", 4))
    pilot.make(pilot.match.position.moves()[0])
    pilot.advance(2.0)
    assert "slide" in pilot.sounds


def test_sound_off_is_silent(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[bool] = []
    real = Sound.play
    pilot = fly(volume=70)
    sound = pilot.app.services.sound
    monkeypatch.setattr(sound, "play", lambda *given: heard.append(real(sound, *given)))
    pilot.sit_down()
    pilot.tap("a1")
    for _ in range(2):
        sound.prepare()  # as a frame does that has time left
    assert heard.count(True) >= 1
    choose(pilot, "volume=0")
    heard.clear()
    pilot.tap("d3")
    pilot.advance(1.0)
    assert heard
    assert not any(heard)


# -- the manual --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_the_manual_tells_everything(fly: MakePilot, key: str, language: str) -> None:
    pilot = fly(language=language, drawing=language == "de")
    pilot.press(f"setup {key}")
    pilot.press("manual")
    words, text = pilot.words(), pilot.app.services.text
    wanted = [text.game(key, part) for part in ("name", "goal", "end", "credits")]
    for chapter in ("how", "advice", "sheet"):
        wanted += [step["text"] for step in text.game_list(key, chapter)]
    wanted += text.game_list(key, "rulings")
    for option in BY_KEY[key].options:
        wanted += [meaning(text, key, option.key, value) for value in option.values]
    wanted += [text(f"manual.{part}") for part in ("clocks", "undo")]
    wanted.append(text("manual.lots" if key == "contactic" else "manual.rematch"))
    for sentence in wanted:
        assert sentence.replace(NARROW_SPACE, " ") in words
    chosen = key in ("switch", "contactic")
    assert (text("manual.begins") in words) != chosen, "their sheets say who begins"
    assert not text.missing
    for _ in range(40):
        pilot.key("page down")
    pilot.press("back")
    assert pilot.where() == "Shelf > SetupScene"


# -- the shelf ---------------------------------------------------------------------------------


def test_five_boxes_stand_on_the_shelf_and_none_is_a_dead_end(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    assert len(GAMES) == 5
    for game in GAMES:
        assert pilot.app.services.text.game(game.key, "line") in pilot.words()
        for name in (game.key, f"play {game.key}"):
            pilot.press(name)
            assert pilot.match.game is game
            pilot.press("menu")
            pilot.press("shelf")
        pilot.press(f"setup {game.key}")
        pilot.press("back")
        assert pilot.where() == "Shelf"


@pytest.mark.parametrize("size", [(1920, 1200), (820, 1180), (390, 844), (360, 640)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_of_the_shelf_have_words_where_there_is_room(
    fly: MakePilot, size: tuple[int, int], language: str
) -> None:
    """All four or none; and a picture means one thing: sliders are the settings."""
    pilot = fly(size=size, language=language)
    found = {
        name: of_type(Button, pilot.find(name)[1])
        for name in ("options", "album", "progress", "problems")
    }
    texts = [button.text for button in found.values()]
    assert texts == [button.accessible_name for button in found.values()] or not any(texts)
    assert all(texts) or size[0] < 600
    for game in GAMES:
        setup = of_type(Button, pilot.find(f"setup {game.key}")[1])
        assert bool(setup.text) != bool(setup.icon)
        assert setup.icon != found["options"].icon
        assert setup.text.lower() in setup.accessible_name.lower()


@pytest.mark.parametrize("size", [(1920, 1200), (1280, 800), (768, 1024)])
def test_the_pictures_on_the_shelf_are_as_large_as_there_is_room(
    fly: MakePilot, size: tuple[int, int]
) -> None:
    """Each is as wide as its card, or the cards are as high as the window lets them be."""
    pilot = fly(size=size)
    sheet = pilot.top.sheets[0]
    cards = [widget.rect for widget in sheet.widgets if isinstance(widget, Card)]
    pictures = [widget.rect for widget in sheet.widgets if isinstance(widget, Canvas)][1:]
    assert len(cards) == len(pictures) == len(GAMES)
    high = max(card.bottom for card in cards) - min(card.y for card in cards)
    free = sheet.height - high - min(card.y for card in cards)
    for card, picture in zip(cards, pictures, strict=True):
        assert card.contains(picture)
        wide = picture.width == card.width - pilot.top.theme.px(24)
        assert wide or free <= pilot.top.theme.px(24), (picture, card, free)


# -- the command -------------------------------------------------------------------------------


def test_the_data_folder_is_named_on_the_command_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folders = []

    class Short:
        def __init__(self, folder: Path | None, **_: object) -> None:
            folders.append(folder)
            self.crashes = SimpleNamespace(failed=False)

        async def run(self) -> None:
            return None

    monkeypatch.setattr("flipside.game.window.app.App", Short)
    monkeypatch.setattr(signal, "signal", lambda number, answer: None)
    for arguments in (["flipside"], ["flipside", "--data", str(tmp_path)]):
        monkeypatch.setattr("sys.argv", arguments)
        assert program.main() == 0
    assert folders == [None, tmp_path]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_preview_is_visible_with_all_settings_that_change_it(
    fly: MakePilot, language: str
) -> None:
    pilot = fly(size=(360, 640), language=language)
    pilot.press("options")
    sheet, last = pilot.find("tiles=distinct")
    boards = [w.rect for w in sheet.widgets if isinstance(w, Canvas)]
    assert len(boards) == len(GAMES)
    assert last.rect.bottom - min(board.top for board in boards) <= sheet.height
