"""Files that are damaged, foreign or newer, and disks that do not save: told, and played on."""

import errno
import os
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path

import pygame
import pytest

from flipside.game.drawing.draw import wrapped
from flipside.game.saves.matches import SETUP, StoredSetup
from flipside.game.services.storage import store as stores
from flipside.game.services.storage.store import BrowserStore
from flipside.game.services.texts import LANGUAGES
from flipside.game.ui.widgets import label_height
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.match import replay
from flipside.rules.match.record import parse_record
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scenes.layout_checks import problems
from tests.game.services.stores import LocalStorage, failing

OTHELLO = recorded("othello")

BAD_SETUP = SETUP.dump(StoredSetup("othello", {"x": "y"}, ("person",) * 2, ("", ""), "")).encode()

BAD: dict[str, bytes] = {
    "empty": b"",
    "bytes": b"\xff\xfe\x00\x01",
    "foreign": b"<!doctype html><title>Othello</title>",
    "newer": b"Flipside 3\ngame othello\nmoves d3\n",
    "cut": b"Flipside 1\ngame othello\nseed 0\nmoves d3 c3 c",
    "illegal": b"Flipside 1\ngame othello\nmoves d3 d3\n",
    "other game": b"Flipside 1\ngame switch\n",
    "no game": b"Flipside 1\nmoves d3\n",
    "unknown game": b"Flipside 1\ngame chess\n",
    "options": b"Flipside 1\ngame othello\noptions corners=7\n",
    "unknown option": b"Flipside 1\ngame othello\noptions colour=red\n",
    "seats": b"Flipside 1\ngame othello\nseats person wizard\n",
    "at": b"Flipside 1\ngame othello\nat 5\nmoves d3\n",
    "line": b"Flipside 1\ngame othello\nclock 5\n",
    "beyond the end": b"Flipside 1\ngame othello\nmoves " + OTHELLO.text().encode() + b" a1\n",
    "zeros": b"\0" * 4096,
    "long": b"Flipside 1\ngame othello\nmoves " + b"d3 " * 90_000,
}


def put(pilot: Pilot, name: str, content: bytes) -> None:
    """Write a file into the data folder, as another hand would, and start the program anew."""
    (pilot.folder / name).write_bytes(content)
    pilot.kill_and_reopen()


def aside(pilot: Pilot) -> dict[str, bytes]:
    """What was set aside."""
    found = pilot.folder.glob("*.set-aside-*")
    return {path.name: path.read_bytes() for path in found}


@pytest.mark.parametrize("kind", BAD)
def test_a_save_that_is_none_is_set_aside_and_told(pilot: Pilot, kind: str) -> None:
    put(pilot, "othello.txt", BAD[kind])
    assert pilot.where() == "Shelf > Dialog"
    assert "it is kept as “othello.set-aside-1.txt”" in pilot.words()
    assert aside(pilot) == {"othello.set-aside-1.txt": BAD[kind]}
    pilot.press("understood")
    pilot.advance(1.0)
    assert pilot.where() == "Shelf", "told once"
    pilot.press("setup othello")
    pilot.press("kind1=person")
    pilot.press("start")
    pilot.tap("d3")
    assert aside(pilot) == {"othello.set-aside-1.txt": BAD[kind]}, "never overwritten"
    pilot.kill_and_reopen()
    assert pilot.where() == "Shelf", "told once"
    pilot.press("othello")
    assert pilot.match.names() == ["d3"]


def test_all_saves_damaged_at_once_are_all_told(pilot: Pilot) -> None:
    for game in GAMES:
        (pilot.folder / f"{game.key}.txt").write_bytes(b"nothing")
    (pilot.folder / "settings.txt").write_bytes(b"nothing")
    pilot.kill_and_reopen()
    assert pilot.where() == "Shelf > Dialog", "one for all"
    told = pilot.words()
    for name in ("settings", *BY_KEY):
        assert f"{name}.set-aside-1.txt" in told
    pilot.press("understood")
    pilot.advance(0.5)
    assert pilot.where() == "Shelf"


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff", b'{"kind": "settings", "version": 2}', b'{"volume": 5}', BAD["foreign"]],
)
def test_settings_that_are_none_are_set_aside_and_told(pilot: Pilot, content: bytes) -> None:
    put(pilot, "settings.txt", content)
    assert "it is kept as “settings.set-aside-1.txt”" in pilot.words()
    pilot.press("understood")
    pilot.press("options")
    pilot.press("theme=dark")
    assert aside(pilot) == {"settings.set-aside-1.txt": content}
    pilot.kill_and_reopen()
    assert pilot.app.services.settings.theme == "dark"
    assert pilot.where() == "Shelf"


@pytest.mark.parametrize(
    "content", [b"\xff", b"Flipside 1\ngame othello\n", BAD_SETUP.replace(b"{}", b'{"x": "y"}')]
)
def test_a_set_up_that_is_none_is_set_aside_and_told(pilot: Pilot, content: bytes) -> None:
    put(pilot, "othello-setup.txt", content)
    pilot.press("setup othello")
    pilot.advance(0.1)
    assert "“othello-setup.set-aside-1.txt”" in pilot.words()
    pilot.press("understood")
    pilot.press("start")
    assert aside(pilot) == {"othello-setup.set-aside-1.txt": content}


def full_disk() -> AbstractContextManager[object]:
    return failing(os, "replace", errno.ENOSPC)


def test_saving_that_fails_is_told_once_and_play_goes_on(pilot: Pilot) -> None:
    pilot.sit_down(moves="d3 c3")
    before = (pilot.folder / "othello.txt").read_text()
    with full_disk():
        pilot.tap("c4")
        pilot.advance(0.1)
        assert "There is no room left to save." in pilot.words()
        pilot.press("understood")
        for _ in range(6):
            pilot.make(pilot.match.position.moves()[0])
            pilot.advance(0.5)
            assert pilot.session is pilot.play, "told once"
        pilot.press("menu")
        pilot.press("shelf")
        pilot.press("othello")
        assert len(pilot.match.moves) == 9, "kept while the program runs"
        assert (pilot.folder / "othello.txt").read_text() == before, "the old save is whole"
    pilot.make(pilot.match.position.moves()[0])
    match = replay(parse_record((pilot.folder / "othello.txt").read_text()), BY_KEY)
    assert match.moves == pilot.match.moves, "the disk is tried again each time"
    names = {".lock", "othello.txt", "played.txt", "settings.txt"}
    assert {path.name for path in pilot.folder.iterdir()} == names


def test_leaving_names_what_is_not_saved_and_offers_to_copy_it(pilot: Pilot) -> None:
    pilot.sit_down("switch")
    pilot.app.stack.home()
    pilot.sit_down("othello", "d3 c3")
    with full_disk():
        pilot.tap("c4")
        pilot.advance(0.1)
        pilot.press("understood")
        pilot.app.stack.home()
        pilot.key("escape")
        assert "Your matches are saved" not in pilot.words()
        assert "these matches are lost once you leave: Othello." in pilot.words()
        pilot.press("copy")
        assert "They are on the clipboard." in pilot.words()
        pilot.press("understood")
        pilot.key("escape")
    pilot.press("no")
    pilot.key("escape")
    assert "Your matches are saved" in pilot.words(), "it was tried again"
    pilot.press("no")
    (pilot.folder / "othello.txt").unlink()
    pilot.press("options")
    pilot.press("paste_all")
    assert "Loaded: 1." in pilot.words()
    assert pilot.saved().names() == ["d3", "c3", "c4"]
    pilot.press("understood")
    pilot.press("copy_all")
    pilot.press("understood")
    pilot.app.stack.home()
    pilot.key("escape")
    pilot.press("quit")
    assert not pilot.app.stack.running


def test_a_window_that_closes_asks_once_if_something_would_be_lost(pilot: Pilot) -> None:
    close = pygame.event.Event(pygame.QUIT)
    pilot.sit_down("othello", "d3 c3")
    with full_disk():
        pilot.tap("c4")
        pilot.advance(0.1)
        pilot.press("understood")
        pilot.app.handle(close)
        assert pilot.app.stack.running
        assert "lost once you leave: Othello." in pilot.words()
        pilot.press("no")
        assert pilot.session is pilot.play
        pilot.app.handle(close)
        assert pilot.app.stack.running, "asked anew"
        pilot.app.handle(close)
        assert not pilot.app.stack.running
    pilot.app.stack.running = True
    pilot.app.handle(close)
    assert not pilot.app.stack.running, "saved in the end"
    assert len(replay(parse_record((pilot.folder / "othello.txt").read_text()), BY_KEY).moves) == 3


def test_a_finished_match_blames_room_only_where_it_is_the_reason(fly: MakePilot) -> None:
    for number, words in ((28, "no room to keep this"), (30, "could not be saved")):
        pilot = fly()
        pilot.sit_down("othello", "d3 c3")
        with failing(os, "replace", number):
            pilot.key("g")
            pilot.press("yes")
            pilot.advance(0.1)
            told = ""
            while "understood" in pilot.names():
                told += pilot.words()
                pilot.press("understood")
                pilot.advance(0.1)
        assert words in told
        assert ("delete" in told.lower()) == (number == 28)
        assert "finished-" in " ".join(pilot.app.services.storage.unsaved())


def test_a_folder_that_cannot_be_written_at_all(fly: MakePilot, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    pilot = fly()
    assert "Nothing can be saved here" in pilot.words(), "before the first move"
    pilot.press("othello")
    pilot.advance(0.1)
    assert "Saving does not work right now." in pilot.words()
    pilot.press("understood")
    pilot.tap("d3")
    assert pilot.match.names()[0] == "d3"
    assert (tmp_path / "data").read_text() == "a file where the folder should be"
    pilot.app.stack.home()
    pilot.key("escape")
    assert "lost once you leave: Othello. " in pilot.words()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_tells_whether_anything_can_be_saved(fly: MakePilot, language: str) -> None:
    pilot = fly(language=language)
    assert pilot.top.sheets[0].named("unsafe") is None
    erofs = errno.EROFS
    with failing(tempfile, "mkstemp", erofs), failing(stores, "TemporaryFile", erofs):
        pilot.kill_and_reopen()
        for size in ((360, 360), (390, 420), (390, 844), (844, 390), (820, 1180), (1280, 800)):
            pilot.resize(size)
            assert problems(pilot.top) == []
            found = pilot.top.sheets[0].named("unsafe")
            assert label_height(pilot.top.theme, found.words, "small-bold", found.rect.width) == (
                pilot.top.theme.line_height("small-bold")
            )
            assert found.rect.bottom <= pilot.find("othello")[1].rect.top
            assert found.rect.bottom < size[1], "seen without scrolling"
        pilot.press("play othello")
        pilot.advance(0.1)
        pilot.press("understood")
    pilot.tap("d3")
    pilot.app.stack.home()
    assert pilot.top.sheets[0].named("unsafe") is None


def test_a_seat_of_a_newer_version_is_refused(pilot: Pilot) -> None:
    pilot.sit_down()
    words = "Flipside 1\ngame othello\nseed 1234567\nseats person level9\nmoves d3 c3 c4\n"
    pilot.app.services.platform.clipboard.copy(words)
    pilot.key("ctrl v")
    assert "This line of the match cannot be read: “seats person level9”." in pilot.words()


NAMES = [f"match-{key}-20260101-120000-0123456{n}" for key in ("othello", "flipop") for n in (1, 2)]


def damage(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / f"{name}.txt").write_text("no match")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [NAMES[:1], NAMES, [*NAMES, "settings", "contactic-setup"]])
def test_one_dialog_tells_of_all_damaged_saves(
    fly: MakePilot, tmp_path: Path, language: str, names: list[str]
) -> None:
    fly(language=language)
    damage(tmp_path / "data", *(name for name in names if name != "settings"))
    pilot = fly(size=(360, 360))
    assert pilot.where() == "Shelf > Dialog"
    assert problems(pilot.top) == []
    assert NAMES[0] in pilot.words()
    pilot.press("understood")
    assert pilot.where() == "Shelf"


def test_what_comes_while_it_is_open_is_put_into_it(fly: MakePilot, tmp_path: Path) -> None:
    damage(tmp_path / "data", NAMES[0])
    pilot = fly()
    storage = pilot.app.services.storage
    storage.save(NAMES[3], "no match either")
    storage.quarantine(NAMES[3])
    storage.report_error("storage.progress_full")
    pilot.advance(0.1)
    assert pilot.where() == "Shelf > Dialog"
    for words in ("2 saved files", NAMES[0], NAMES[3], "100 matches"):
        assert words in pilot.words()
    pilot.press("understood")
    assert pilot.where() == "Shelf"


@pytest.fixture
def page(fly: MakePilot) -> Pilot:
    """A page whose storage holds damaged saves."""
    pilot = fly(size=(360, 640))
    held = {f"{name}.txt": f"torn {name}\x00" for name in NAMES}
    storage = pilot.app.services.storage
    storage.store = BrowserStore(LocalStorage(held))
    for name in NAMES:
        storage.load(name)
    return pilot


def test_a_browser_shows_no_files_and_gives_the_texts_away(
    page: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[str] = []
    clipboard = page.app.services.platform.clipboard
    monkeypatch.setattr(clipboard, "copy_then", lambda text, *rest: given.append(text))
    page.app._troubles.report()
    assert page.where() == "Shelf > Dialog"
    words = page.words()
    assert "file" not in words
    assert "set-aside" not in words
    assert "browser" in words
    assert problems(page.top) == []
    page.press("copy")
    assert all(f"torn {name}" in given[0] for name in NAMES)


def test_a_name_of_a_file_is_broken_only_where_it_is_too_wide(fly: MakePilot) -> None:
    theme = fly().app.services.theme
    name = "match-othello-20260101-120000-01234567.set-aside-12.txt"
    for width in (150, 200, 300, 1000):
        lines = wrapped(theme, f"It is kept as “{name}”.", "text", width)
        assert "".join(lines).replace(" ", "") == f"Itiskeptas“{name}”."
        assert all(theme.width("text", line) <= width for line in lines)
        assert not any(line.startswith(("txt", "-", ".")) for line in lines)
    assert wrapped(theme, "so-so well-known", "text", 1000) == ["so-so well-known"]


def test_a_dot_between_two_parts_neither_ends_nor_begins_a_line(fly: MakePilot) -> None:
    theme = fly().app.services.theme
    words = "Dark: Person · Light: Expert · Moves: 12 · 28 November"
    for width in range(60, 500, 10):
        lines = wrapped(theme, words, "small", width)
        assert not any(line.startswith("·") or line.endswith("·") for line in lines), lines
        assert " ".join(lines).replace(" ·", "") == words.replace(" ·", "")
