"""Hostile texts from outside: the program neither ends nor stalls, and nothing is lost."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest

from flipside.game.drawing import draw
from flipside.game.saves import matches
from flipside.game.saves.album import add_to_album, entry
from flipside.game.saves.export import BadBundle, unbundle
from flipside.game.services.plain import pasted
from flipside.game.services.platform.clipboard import Clipboard
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import Settings, load_settings
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import MAX_TEXT_BYTES, BrowserStore, FolderStore
from flipside.game.services.theme import Style, Theme
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match import record
from flipside.rules.match.formats import MAX_FILE_BYTES
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import MAX_PLIES, parse_record
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.services.stores import LocalStorage, MemoryStore, bundle, settings_text
from tests.rules.games.random_matches import UNENDING, endless

UNSEEN = ("\0", "\x1b[31m", "\x7f", "\x85", "\u200b", "\u202e", "\u2066", "\ufeff", "\ud800")
"""Characters that are invisible; some fonts fail on them."""

NAME = "finished-othello-20260101-120000-0123456789abcdef"


# What is drawn


@pytest.fixture
def fonts() -> None:
    pygame.font.init()


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_fonts_get_nothing_that_is_unseen(unseen: str) -> None:
    theme, ink = Theme(Settings(), DesktopPlatform()), (0, 0, 0)
    pictures = []
    for words in ("Black", f"Bl{unseen}ack".replace("[31m", ""), unseen.replace("[31m", "")):
        surface = pygame.Surface((200, 40))
        surface.fill((255, 255, 255))
        lines = draw.wrapped(theme, words, "text", 200)
        draw.label(theme, surface, lines, "text", ink, surface.get_rect())
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[1]
    assert set(pictures[2]) == {255}, "nothing is drawn"


@pytest.mark.usefixtures("fonts")
def test_a_line_far_longer_than_the_window_takes_no_room() -> None:
    theme = Theme(Settings(), DesktopPlatform())
    style: Style = "text"
    assert theme.rendered(style, "x" * 1_000_000, (0, 0, 0)).get_width() < 20_000
    assert theme.width(style, "x" * 1_000_000) < 20_000


# Finished matches


@pytest.fixture
def text(fly: MakePilot) -> str:
    """Return the saved text of a finished match of Othello."""
    pilot = fly()
    name = str(add_to_album(pilot.app.services, recorded("othello").match, ("person", "level2")))
    found = pilot.app.services.storage.load(name)
    pilot.app.services.storage.remove(name)
    assert found is not None
    return found


HARM = {
    "a NUL in a colour": ('"black"', '"bl\0ck"'),
    "a written NUL in a colour": ('"black"', r'"bl\u0000ck"'),
    "half a character": ('"black"', r'"bl\ud800ck"'),
    "a NUL in a move": ("moves ", "moves d\0"),
    "an escape": ('"more"', '"\x1b[31m"'),
    "another direction": ('"black"', '"\u202eblack"'),
    "a written other direction": ('"black"', r'"\u202eblack"'),
    "an unknown colour": ('"black"', '"mauve"'),
    "three colours": ('"black", "white"', '"black", "white", "white"'),
    "an unknown reason": ('"more"', '"magic"'),
    "no reason": ('"more"', "null"),
    "a million letters": ('"black"', '"' + 1_000_000 * "b" + '"'),
    "half a million letters": ('"black"', '"' + 500_000 * "b" + '"'),
    "a day nobody knows": ('"20', '"\N{ARABIC-INDIC DIGIT TWO}0'),
    "a third player": ('"winner": 0', '"winner": 2'),
    "digits": ('"winner": 0', '"winner": ' + "9" * 300_000),
    "brackets": ('"winner": 0', '"winner": ' + "[" * 300_000),
}


@pytest.mark.parametrize("kind", HARM)
def test_a_finished_match_that_does_harm_is_damaged(pilot: Pilot, text: str, kind: str) -> None:
    before, after = HARM[kind]
    assert before in text, text
    path = pilot.folder / f"{NAME}.txt"
    path.write_text(text.replace(before, after, 1), "utf-8")
    pilot.press("album")
    pilot.app.screen._draw(pilot.app.stack._layers)
    assert entry(pilot.app.services, NAME) is None
    assert NAME not in pilot.names(), "there is nothing to open"
    assert path.exists()


def test_a_bundle_brings_no_harm(text: str) -> None:
    storage = Storage(MemoryStore(), DesktopPlatform())
    harm = text.replace('"black"', '"bl\0ck"')
    for name, save, called in (
        (NAME, harm, NAME),
        ("a" * 99 + "\0", "", "a" * 60),
        ("othello", "x" * MAX_TEXT_BYTES, "othello"),
        ("\0\u202e", "", "…"),
    ):
        done = unbundle(storage, bundle({name: save}))
        assert done == (0, (called,))
    with pytest.raises(BadBundle) as caught:
        unbundle(storage, bundle({"othello": "x" * MAX_FILE_BYTES}))
    assert caught.value.key == "bundle.long"
    assert storage.names() == []


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_what_is_pasted_is_plain(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, unseen: str
) -> None:
    unseen = unseen.replace("[31m", "")
    moves = f"{unseen}d3{unseen} c{unseen}3\n\tc4"
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: moves)
    pilot = fly()
    pilot.sit_down()
    pilot.press("menu")
    pilot.press("paste")
    expected = ["d3", "c3", "c4"] if not unseen.isspace() else []
    assert pilot.match.names() == expected
    assert unseen not in pilot.words()
    assert pasted(f"a{unseen}b\r\nc\td") == f"a{' ' * unseen.isspace()}b\r\nc\td"


# Long texts


LONG: dict[str, Callable[[], str]] = {
    "a letter": lambda: "x" * 50_000_000,
    "letters": lambda: "ěščř " * 10_000_000,
    "line ends": lambda: "\n" * 1_000_000,
    "blanks": lambda: " " * 1_000_000,
    "no-break spaces": lambda: "\u00a0" * 8_000_000,
    "brackets": lambda: "(" * 1_000_000,
    "tabs": lambda: "\t" * 1_000_000,
    "marks": lambda: "e" + "\u0301" * 1_000_000,
    "nothing seen": lambda: "\0\u200b" * 4_000_000,
    "lines": lambda: "f5d6c3\n" * 200_000,
    "data": lambda: '{"moves":[{"m":"f5"},{"m":"-"}]},' * 150_000,
    "moves": lambda: "f5" * 4_000_000,
    "numbers": lambda: "1. " * 2_500_000,
    "beginnings": lambda: "(;GM[" * 1_000_000,
    "a record": lambda: "Flipside 1\ngame othello\n" + "moves f5\n" * 500_000,
    "a link": lambda: "#m=1." + "A" * 7_000_000,
    "files": lambda: "data:;name=a\n" * 500_000,
    "a file": lambda: "data:;name=a;base64," + "A" * 8_000_000,
    "saves": lambda: bundle({f"a{one}": "" for one in range(300_000)}),
    "damaged saves": lambda: bundle({f"a{one}": "" for one in range(300_000)})[:-9],
    "lines of saves": lambda: '{"kind": "saves"' + "\n[" * 3_900_000,
}
"""Functions that make long texts when they are pasted, because these have hundreds of megabytes."""


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize("where", ["a match", "saves", "name"])
def test_long_texts_are_refused_at_once(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, kind: str, where: str
) -> None:
    """Some are pasted into a match and some into the album."""
    if where == "a match":
        where = ("match", "album")[[*LONG].index(kind) % 2]
    monkeypatch.setattr(Clipboard, "paste", lambda self: LONG[kind]())
    pilot = fly()
    if where == "match":
        pilot.sit_down()
        pilot.press("menu")
    elif where == "name":
        pilot.press("setup othello")
        pilot.press("kind1=person")
        pilot.press("name0")
    else:
        pilot.press("album" if where == "album" else "options")
    if where == "name":
        pilot.key("ctrl v")
    else:
        pilot.press("paste_all" if where == "saves" else "paste")


# Files


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(FolderStore(tmp_path), DesktopPlatform())


ODD: dict[str, Callable[[Path], object]] = {
    "a pipe": lambda path: os.mkfifo(path),
    "endless": lambda path: path.symlink_to("/dev/zero"),
    "huge": lambda path: path.touch() or os.truncate(path, 10**11),
    "a NUL": lambda path: path.write_bytes(b"Flipside 1\ngame othello\0\n"),
    "too large": lambda path: path.write_bytes(b"x" * (MAX_TEXT_BYTES + 1)),
}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes and devices among its files")
@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", ["othello", "settings", NAME])
def test_only_small_regular_files_are_read(tmp_path: Path, kind: str, name: str) -> None:
    ODD[kind](tmp_path / f"{name}.txt")
    storage = Storage(FolderStore(tmp_path), DesktopPlatform())
    assert storage.peek(name) == ""
    assert storage.load(name) is None
    assert storage.pop_error() == "storage.set_aside"
    assert {*os.listdir(tmp_path)} == {".lock", f"{name}.set-aside-1.txt"}, "kept as it is"
    storage.save(name, "new\n")
    assert storage.load(name) == "new\n"


def test_the_program_starts_over_files_that_are_none(tmp_path: Path, fly: MakePilot) -> None:
    folder = tmp_path / "data"
    fly()
    names = {"othello": "endless", "switch": "a pipe", "flipop-setup": "huge", NAME: "huge"}
    for name, kind in names.items():
        ODD[kind](folder / f"{name}.txt")
    (folder / "Not a name of ours.txt").write_text("x")
    pilot = fly()
    assert "2 saved files could not be used here" in pilot.words()
    pilot.press("understood")
    pilot.advance(0.1)
    pilot.press("setup flipop")
    pilot.key("escape")
    pilot.press("album")
    assert "This match cannot be read." in pilot.words()
    assert "Not a name of ours" not in pilot.app.services.storage.names()


def test_a_link_to_a_text_is_read(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("x" * MAX_TEXT_BYTES)
    (tmp_path / "othello.txt").symlink_to(tmp_path / "elsewhere")
    assert storage.load("othello") == "x" * MAX_TEXT_BYTES


@pytest.mark.parametrize("wrong", ["x" * (MAX_TEXT_BYTES + 1), "bl\0ck"], ids=["long", "unseen"])
def test_a_browser_gives_only_small_plain_texts(wrong: str) -> None:
    texts = {"finished-a.txt": wrong, "settings.txt": wrong}
    storage = Storage(BrowserStore(LocalStorage(texts)), DesktopPlatform())
    assert storage.peek("finished-a") == ""
    assert load_settings(storage) == Settings()
    assert wrong in texts.values(), "kept as it is"


def test_settings_are_short(storage: Storage, tmp_path: Path) -> None:
    others = {f"k{number}": "v" for number in range(2_000)}
    (tmp_path / "settings.txt").write_text(settings_text(theme="dark", **others))
    assert load_settings(storage) == Settings()
    assert {*os.listdir(tmp_path)} == {".lock", "settings.set-aside-1.txt"}


def test_what_killed_saves_left_is_removed(tmp_path: Path) -> None:
    old = time.time() - 2 * 3600
    late, kept = ".flipside-zzzzzzz1.part", [".download.part", ".flipside-notes.txt", "mine.part"]
    for name in (".flipside-abcdefg_.part", late, *kept):
        (tmp_path / name).write_text("half a te")
        if name != late:
            os.utime(tmp_path / name, (old, old))
    Storage(FolderStore(tmp_path), DesktopPlatform())
    assert {*os.listdir(tmp_path)} == {late, *kept}, "one may just be written, others are not ours"


def test_a_save_leaves_what_is_recognised(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file that a killed save leaves has a name that is later found and removed."""
    for gone in ("replace", "unlink"):
        monkeypatch.setattr(os, gone, Mock(side_effect=KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        storage.save("othello", "text")
    monkeypatch.undo()
    (left,) = tmp_path.glob("*.part")
    os.utime(left, (1.0, 1.0))
    Storage(FolderStore(tmp_path), DesktopPlatform())
    assert not left.exists()


# Matches without end


def _endless_match(plies: int) -> Match:
    match = Match(BY_KEY["flipflop"], UNENDING)
    match.read_moves(endless(plies))
    return match


@pytest.fixture
def three_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a screen with three pixels per CSS pixel."""
    monkeypatch.setattr(DesktopPlatform, "pixel_ratio", lambda self: 3.0)


@pytest.mark.usefixtures("three_pixels")
def test_a_list_of_all_moves_is_drawn_as_far_as_it_is_seen(fly: MakePilot) -> None:
    pilot = fly(size=(1080, 1200), drawing=True)
    pilot.put(_endless_match(MAX_PLIES))
    pilot.key("l")
    last = pilot.find(f"ply{MAX_PLIES}")[1]
    assert last.rect.bottom > 100_000, "the list is long"
    pilot.wheel(-5)
    pilot.press("ply4321")
    assert pilot.match.ply == 4321


@pytest.mark.usefixtures("fonts")
def test_a_long_card_looks_as_it_did_where_it_is_seen() -> None:
    """The visible part of a card does not depend on its hidden part."""
    theme, pictures = Theme(Settings(), DesktopPlatform()), []
    for height in (1000, 200_000):
        surface = pygame.Surface((300, 200))
        place = pygame.Rect(20, -300, 260, height)
        draw.shadow(theme, surface, place, 12, 8)
        draw.box(theme, surface, place, (250, 240, 230), 12, (9, 9, 9), 2)
        pictures.append(pygame.image.tobytes(surface, "RGB"))
    assert pictures[0] == pictures[1]


def test_the_shelf_plays_a_match_once(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.put(_endless_match(40))
    counted = Mock(side_effect=replay)
    monkeypatch.setattr(matches, "replay", counted)
    pilot.kill_and_reopen()
    for width in (700, 900, 1100):
        pilot.app.resize((width, 800))
    pilot.press("album")
    pilot.key("escape")
    assert counted.call_count == 1
    pilot.press("play flipflop")
    pilot.make(pilot.match.position.moves()[0])
    pilot.app.stack.home()
    assert len(pilot.app.stack.top._last_matches["flipflop"].match.moves) == 41  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_a_match_that_goes_on_for_ever_is_drawn(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr("flipside.rules.match.match.MAX_PLIES", 200)
    monkeypatch.setattr("flipside.game.live_match.match_text.MAX_PLIES", 200)
    pilot = fly(language=language)
    pilot.put(_endless_match(199))
    pilot.make(pilot.match.position.moves()[0])
    pilot.wait_for(lambda: pilot.play.live_match.result is not None)
    assert pilot.play.live_match.result.winner is None
    said = {"en": "After 200 moves", "de": "Nach 200 Zügen", "cs": "Po 200 tazích"}[language]
    assert said in pilot.words()
    pilot.app.stack.home()
    pilot.press("album")
    names = [name for name in pilot.names() if name.startswith("finished-")]
    assert len(names) == 1, "it is in the album and can be read"


@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_a_text_with_too_many_moves_is_refused(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    text = f"Flipside 1\ngame flipflop\noptions cap=off\nmoves {endless(MAX_PLIES)} a1"
    monkeypatch.setattr(Clipboard, "paste", lambda self: text)
    pilot = fly(language=language)
    pilot.sit_down()
    pilot.press("menu")
    pilot.press("paste")
    said = {"en": "at most 5000 moves", "de": "höchstens 5000 Züge", "cs": "nejvýše 5000 tahů"}
    assert said[language] in pilot.words()


def test_the_longest_match_can_be_read_again() -> None:
    match = _endless_match(MAX_PLIES)
    assert match.result() is not None
    assert len(record.record_text(match.to_record())) < record.MAX_RECORD_CHARACTERS
    assert (
        replay(parse_record(record.record_text(match.to_record())), BY_KEY).result()
        == match.result()
    )
