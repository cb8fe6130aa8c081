"""The desktop answers whatever the environment says; the browser takes what its page sends."""

import asyncio
import json
import locale
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pygame
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from flipside.game.services.platform import browser as browser_module
from flipside.game.services.platform import desktop
from flipside.game.services.platform.desktop import DesktopPlatform, data_folder
from flipside.game.services.platform.platform import Platform
from flipside.rules.engine import data_files
from tests.game.browser_stub import browser
from tests.game.conftest import MakePilot

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment and a system that name no language."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pygame.system, "get_pref_locales", list)
    monkeypatch.setattr(locale, "getlocale", lambda: (None, None))
    return monkeypatch


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, []),
        ({"LANG": "de_DE.UTF-8"}, ["de"]),
        ({"LANG": "cs_CZ"}, ["cs"]),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, []),
        ({"LANG": "POSIX"}, []),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "cs:de_AT"}, ["cs", "de", "en"]),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "de_CH@euro"}, ["de"]),
        ({"LANG": "???"}, []),
        ({"LANG": "fil_PH"}, ["fil"]),
        ({"LANG": "klingon"}, []),
        ({"LANG": "abcd_XX"}, []),
        ({"LANG": ""}, []),
    ],
)
def test_languages_of_the_environment(
    bare: pytest.MonkeyPatch, environment: dict[str, str], expected: list[str]
) -> None:
    for name, value in environment.items():
        bare.setenv(name, value)
    assert DesktopPlatform().languages() == expected


def test_languages_of_the_system(bare: pytest.MonkeyPatch) -> None:
    spoken = [{"language": "cs", "country": "CZ"}, {"language": "en", "country": None}]
    bare.setattr(pygame.system, "get_pref_locales", lambda: spoken)
    bare.setattr(locale, "getlocale", lambda: ("German_Germany", "1252"))
    assert DesktopPlatform().languages() == ["cs", "en"]


def test_a_system_that_cannot_tell_is_no_trouble(bare: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise pygame.error("no")

    def unknown() -> None:
        raise ValueError("unknown locale: UTF-8")

    bare.setattr(pygame.system, "get_pref_locales", fail)
    bare.setattr(locale, "getlocale", unknown)
    assert DesktopPlatform().languages() == []


def test_entropy_differs_and_fits() -> None:
    page = DesktopPlatform()
    seeds = {page.entropy() for _ in range(50)}
    assert len(seeds) > 45
    assert all(0 <= seed < 2**31 for seed in seeds)


def test_clipboard_without_a_window_is_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise pygame.error("video system not initialized")

    monkeypatch.setattr(pygame.scrap, "put_text", fail)
    monkeypatch.setattr(pygame.scrap, "get_text", fail)
    page = DesktopPlatform()
    assert page.clipboard.paste() is None
    assert not page.clipboard.copy("d3 c5")
    assert page.clipboard.paste() == "d3 c5"


def test_clipboard_of_the_system_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []
    monkeypatch.setattr(pygame.scrap, "put_text", texts.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: texts[-1])
    page = DesktopPlatform()
    assert page.clipboard.copy("d3")
    texts.append("from elsewhere")
    assert page.clipboard.paste() == "from elsewhere"


def test_text_that_no_clipboard_carries_is_kept() -> None:
    page = DesktopPlatform()
    assert not page.clipboard.copy("\ud800")
    assert page.clipboard.paste() is not None


@pytest.mark.skipif(sys.platform == "win32", reason="asks other systems")
@pytest.mark.parametrize(
    ("platform", "dirs", "below_home", "below_data"),
    [
        ("linux", Unix, ".local/share/flipside", "data/flipside"),
        ("darwin", MacOS, *2 * ("Library/Application Support/flipside",)),
    ],
)
def test_data_folder(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    platform: str,
    dirs: type,
    below_home: str,
    below_data: str,
) -> None:
    """The folder in which every version has saved."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(platformdirs, "PlatformDirs", dirs)
    monkeypatch.setenv("HOME", str(tmp_path))
    for data, below in (("", below_home), ("not/absolute", below_home), ("data", below_data)):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / data) if data == "data" else data)
        assert data_folder() == tmp_path / below


def test_data_folder_of_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Saves lie where APPDATA says, also where a player has set it."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "flipside"


def test_without_a_home_folders_are_temporary(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **named: object) -> Path:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr(desktop, "user_data_path", fail)
    monkeypatch.setattr(desktop, "user_pictures_path", fail)
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_folder() == Path(tempfile.gettempdir()) / "flipside"
    assert DesktopPlatform().files.folder == Path(tempfile.gettempdir())


class Sent:
    """What the page answers when its letters and a file are asked for."""

    def __init__(self, data: bytes, letters: str) -> None:
        self.data, self.letters = data, letters

    def events(self) -> str:
        letters, self.letters = self.letters, ""
        return letters

    @asynccontextmanager
    async def fopen(self, address: str, mode: str) -> AsyncIterator[BytesIO]:
        assert (address, mode) == ("http://host/strength/othello/a.bin", "rb")
        yield BytesIO(self.data)


@pytest.mark.parametrize(("data", "expected"), [(b"1234", [("strength", "")]), (b"123", [])])
def test_a_file_of_a_computer_player(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: bytes, expected: list[tuple[str, str]]
) -> None:
    sent = Sent(data, '[["strength", "4 http://host/strength/othello/a.bin"]]')
    monkeypatch.setattr(data_files, "path", lambda key, name: tmp_path / f"{key}-{name}")
    monkeypatch.setitem(sys.modules, "platform", sent)
    page = browser(events=sent.events)

    async def messages() -> list[tuple[str, str]]:
        assert page.events() == []
        for _ in range(5):
            await asyncio.sleep(0)
        return page.events()

    assert asyncio.run(messages()) == expected
    assert [path.name for path in tmp_path.iterdir()] == ["othello-a.bin"] * len(expected)


@pytest.mark.parametrize("installs", [True, False])
def test_numpy_that_cannot_be_unpacked_is_installed_by_the_runtime(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, installs: bool
) -> None:
    modules = dict.fromkeys(["numpy", "numpy.linalg", "numpydoc"])
    (tmp_path / "numpy").mkdir()
    ran, failed = list[Path](), list[str]()

    async def source(script: Path) -> None:
        assert list(modules) == ["numpydoc"]
        assert not (tmp_path / "numpy").exists()
        ran.append(script)
        modules.update(dict.fromkeys(browser_module._NUMPY) if installs else {})

    monkeypatch.setattr(browser_module, "_INSTALL_SCRIPT", tmp_path / "arrays.py")
    monkeypatch.setattr(browser_module, "sys", SimpleNamespace(modules=modules))
    monkeypatch.setitem(
        sys.modules, "platform", SimpleNamespace(shell=SimpleNamespace(source=source))
    )
    page = browser(fail=failed.append)
    asyncio.run(page._install_numpy("http://host/numpy.whl"))
    assert ran == [tmp_path / "arrays.py"]
    assert page._late_events == [("strength", "")] * installs
    assert len(failed) == (not installs)
    assert page.numpy_ready is installs


@pytest.mark.parametrize("name", ["copy", "share"])
def test_a_text_is_copied_once_the_browser_says_so(name: str) -> None:
    """Nothing is told before: it may want a button pressed, which a person need not do."""
    calls: list[tuple[str, ...]] = []
    messages: list[bool] = []
    page = browser(**{name: lambda *args: calls.append(args)}, events=lambda: "")
    hand_over = getattr(page.clipboard, f"{name}_then")
    hand_over("d3", "Copy match", "Back", messages.append)
    assert calls == [("d3", "Copy match", "Copy match", "Back")]
    assert page.events() == []
    assert messages == []
    page._js.events = lambda: '[["copied", ""]]'
    assert page.events() == []
    assert messages == [True]


def test_the_time_is_one_that_sorts() -> None:
    assert re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d", DesktopPlatform().now())


@pytest.mark.parametrize(("driver", "shown"), [("x11", ["Sorry."]), ("dummy", []), ("", [])])
def test_a_mistake_of_ours_is_told_in_a_box_where_there_is_a_screen(
    monkeypatch: pytest.MonkeyPatch, driver: str, shown: list[str]
) -> None:
    messages: list[str] = []
    monkeypatch.setattr(pygame.display, "get_init", lambda: bool(driver))
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(
        pygame.display, "message_box", lambda title, words, kind: messages.append(words)
    )
    DesktopPlatform().fail("what went wrong", "Sorry.")
    assert messages == shown


def test_a_mistake_of_ours_is_shown_by_the_page_in_a_browser() -> None:
    messages: list[str] = []
    browser(fail=messages.append).fail("what went wrong", "Sorry.")
    assert messages == ["what went wrong"]


A_FILE = "a.gif", "image/gif", "R0lG"

TOLD: dict[str, tuple[Callable[[Platform], object], tuple[object, ...]]] = {
    "take_update": (lambda page: page.take_update(), ()),
    "started": (lambda page: page.started(), ()),
    "finished": (lambda page: page.finished(), ()),
    "playing": (lambda page: page.keep_awake(True), ("yes",)),
    "holds_back": (lambda page: page.holds_back(False), ("no",)),
    "say": (lambda page: page.say("Black wins."), ("Black wins.",)),
    "at_risk": (lambda page: page.at_risk("d3 c5"), ("d3 c5",)),
    "send_file": (lambda page: page.files.send("a.gif", "image/gif", b"GIF"), A_FILE),
    "download_file": (lambda page: page.files.download("a.gif", "image/gif", b"GIF"), A_FILE),
    "renew": (lambda page: page.picture.renew(), ()),
    "turn": (lambda page: page.picture.transform("old", 0.5, 0.75), ("old", 0.5, 0.75)),
    "readout": (lambda page: page.picture.readout("{}"), ("{}",)),
}
"""What tells the page something, by the function of the bridge, and what that is given."""


@pytest.mark.parametrize("name", TOLD)
def test_a_browser_is_told_and_a_desktop_needs_not_be(name: str) -> None:
    messages = list[object]()
    tell, expected = TOLD[name]
    for page in (DesktopPlatform(), browser(**{name: lambda *args: messages.append(args)})):
        tell(page)
    assert messages == [expected]


def test_input_methods_are_told_where_a_line_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    messages, field = list[object](), pygame.Rect(8, 40, 200, 30)
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: messages.append("start"))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", messages.append)
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: messages.append("stop"))
    DesktopPlatform().typing(field)
    DesktopPlatform().typing(None)
    assert messages == ["start", field, "stop"]


@pytest.mark.parametrize(
    ("key", "ask"),
    [
        ("shares", lambda page: page.links.can_send),
        ("sends files", lambda page: page.files.can_send),
        ("offline", lambda page: page.offline),
        ("update", lambda page: page.update),
    ],
)
def test_a_browser_says_what_it_can(key: str, ask: Callable[[Platform], bool]) -> None:
    assert not ask(DesktopPlatform())
    assert not ask(browser(about=lambda calls: "no"))
    assert ask(browser(about=lambda calls: "yes" * (calls == key)))


def test_a_line_or_text_of_the_page_goes_to_the_one_who_asked() -> None:
    calls, results = list[tuple[object, ...]](), list[object]()
    page = browser(ask=lambda *args: calls.append(args), ask_line=lambda *args: calls.append(args))

    def answer(text: str) -> list[tuple[str, str]]:
        page._js.events = lambda: json.dumps([["text", text]])
        return page.events()

    assert page.clipboard.ask_line("Name", "Anna", 20, "Take", "Back", results.append)
    assert answer("Ben") == []
    assert answer("Cyril") == [("text", "Cyril")]
    page.clipboard.ask_line("Name", "Anna", 20, "Take", "Back", results.append)
    assert answer("data:;name=a.txt;base64,QUJD") == []
    page.clipboard.ask_text("Paste", "Anything", "Take", "Back", results.append)
    assert answer("d3 c5") == []
    assert results == ["Ben", "", "d3 c5"]
    line = "Name", "Anna", "20", "Take", "Back"
    assert calls == [line, line, ("Paste", "Take", "Back", "Anything")]
    assert not DesktopPlatform().clipboard.ask_line("Name", "", 20, "Take", "Back", results.append)


def test_a_page_rests_only_while_nothing_is_loaded_and_wakes_when_it_is_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = count()
    monkeypatch.setattr(time, "monotonic", lambda: float(next(seconds)))
    rests, calls = list[int](), list[str]()

    def active() -> str:
        calls.append("yes" if len(calls) == 2 else "")
        return calls[-1]

    page = browser(rest=rests.append, active=active)

    async def wait() -> None:
        await page.next_frame()
        assert rests == []
        await page.next_frame(30.0)
        assert rests == [30_000]
        assert calls == ["", "", "yes"]
        page.begin(asyncio.sleep(0.01))
        await page.next_frame(1.0)
        assert rests == [30_000]

    asyncio.run(wait())


def test_a_browser_names_its_languages() -> None:
    page = browser(about=lambda key: "de-AT,cs,EN-gb" * (key == "languages"))
    assert page.languages() == ["de", "cs", "en"]


@pytest.mark.parametrize(
    ("view", "size", "ratio", "safe"),
    [
        ("800,600,1,0,0,0,0", (800, 600), 1.0, (0, 0, 0, 0)),
        ("400,800,2,0,40,0,20", (800, 1600), 2.0, (0, 80, 0, 40)),
        ("180,640,1,0,0,0,0", (180, 640), 0.5, (0, 0, 0, 0)),
        ("640,270,2,0,0,0,0", (1280, 540), 1.5, (0, 0, 0, 0)),
        ("820,1180,2,0,0,0,0", (1640, 2360), 2.0, (0, 0, 0, 0)),
        ("1024,1366,2,0,0,0,0", (2048, 2732), 2.0, (0, 0, 0, 0)),
        ("390,844,3,0,0,0,0", (1170, 2532), 3.0, (0, 0, 0, 0)),
        ("1400,1500,3,10,0,0,0", (2100, 2250), 1.5, (15, 0, 0, 0)),
        ("2000,3000,3,0,0,0,0", (2000, 3000), 1.0, (0, 0, 0, 0)),
    ],
)
def test_a_browser_tells_how_large_and_how_dense_its_window_is(
    view: str, size: tuple[int, int], ratio: float, safe: tuple[int, int, int, int]
) -> None:
    """All pixels of the screen, up to a number that no tablet has; smaller below 360 CSS pixels."""
    page = browser(view=lambda: view)
    assert page.look() == size
    assert (page.pixel_ratio(), page.safe_area()) == (ratio, safe)


def test_a_browser_gets_the_places_of_the_picture_that_changed() -> None:
    """Where it lies in memory, and its size; then the places."""
    messages = list[str]()
    surface = pygame.Surface((40, 30), 0, 32, (0xFF, 0xFF00, 0xFF0000, 0))
    page = browser(about=lambda key: "yes" * (key == "picture"), show=messages.append)
    page.picture.show(surface, [pygame.Rect(1, 2, 3, 4), pygame.Rect(0, 0, 40, 30)])
    head = f"{surface._pixels_address},{surface.get_pitch()},40,30"
    assert messages == [f"{head};1,2,3,4;0,0,40,30"]


def test_a_picture_that_the_page_cannot_read_is_given_by_sdl(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The page did not find Python's memory, or colours lie there in another order."""
    flips = list[None]()
    monkeypatch.setattr(pygame.display, "flip", lambda: flips.append(None))
    page, places = browser(view=lambda: "400,800,3,0,0,0,0"), [pygame.Rect(0, 0, 4, 4)]
    page.picture.show(pygame.Surface((4, 4), 0, 32, (0xFF, 0xFF00, 0xFF0000, 0)), places)
    page._js.about = lambda key: "yes"
    page.picture.show(pygame.Surface((4, 4), 0, 32, (0xFF0000, 0xFF00, 0xFF, 0)), places)
    assert len(flips) == 2


def test_a_page_says_how_large_the_window_is(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DesktopPlatform, "look", lambda page: (640, 480))
    app = fly().app
    assert app.stack.size == app.screen.surface.get_size() == (640, 480)
