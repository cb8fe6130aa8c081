"""The program as a process: a sentence names missing parts, and a signal ends it quietly."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from flipside.game.window import screen
from flipside.game.window.app import App
from tests.needed import PATIENCE

ROOT = Path(__file__).parents[3]

UNSEEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals, and X as the screen")


def environment(**changed: str) -> dict[str, str]:
    """Return the environment without a screen, and with these variables."""
    without = {"SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER", "DISPLAY", "WAYLAND_DISPLAY"}
    kept = {key: value for key, value in os.environ.items() if key not in without}
    return kept | {"XDG_RUNTIME_DIR": "/tmp"} | changed


def started(folder: Path, *flags: str, **changed: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, *flags, "--data", str(folder)],
        cwd=ROOT,
        env=environment(**changed),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error."""
    try:
        said, complained = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return process.returncode, said, complained


def free_display() -> str:
    """Return the name of a display that does not exist."""
    taken = {one.name for one in Path("/tmp/.X11-unix").glob("X*")}
    taken |= {f"X{one.name[2:-5]}" for one in Path("/tmp").glob(".X*-lock")}
    return next(f":{number}" for number in range(700, 1700) if f"X{number}" not in taken)


FREE = free_display()


@posix
@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, "flipside: finds no screen to open a window on.\n"),
        ({"DISPLAY": FREE}, f"flipside: finds no screen to open a window on; DISPLAY is {FREE}.\n"),
        (
            {"SDL_VIDEODRIVER": "none"},
            "flipside: finds no screen to open a window on: none not available.\n",
        ),
    ],
)
def test_without_a_screen(tmp_path: Path, changed: dict[str, str], sentence: str) -> None:
    assert ended(started(tmp_path, "-m", "flipside", **changed)) == (2, "", sentence)
    assert list(tmp_path.iterdir()) == []


MISSING = """
import sys
from importlib.util import find_spec as found
import importlib.util
for name in {names}:
    sys.modules[name] = None
importlib.util.find_spec = lambda name, *rest: None if name in {names} else found(name, *rest)
sys.version_info = {version}
from flipside.__main__ import main
sys.exit(main())
"""


PACKAGES = {
    **{name: name for name in ("numpy", "segno", "filelock", "platformdirs")},
    "pygame": "pygame-ce",
}
"""What is needed besides Python, by the name of its module."""


@pytest.mark.parametrize("name", [*PACKAGES, ""])
def test_what_is_missing_is_said_at_once(tmp_path: Path, name: str) -> None:
    names = (name,) if name else ()
    version = "sys.version_info" if name else "(3, 10, 9)"
    words = f"{PACKAGES[name]}, which is not installed: " if name else "Python 3.11 or later.\n"
    code = MISSING.format(names=names, version=version)
    number, said, complained = ended(started(tmp_path, "-c", code, **UNSEEN))
    assert (number, said) == (2, "")
    assert complained.startswith(f"flipside: needs {words}")
    assert complained.count("\n") == 1


def test_an_older_python_can_read_the_door() -> None:
    source = (ROOT / "flipside" / "__main__.py").read_text("utf-8")
    compile(source, "__main__.py", "exec", dont_inherit=True)
    import ast

    ast.parse(source, feature_version=(3, 7))


IMPORTING = """
import builtins, sys, time
real = builtins.__import__
def spy(name, *rest):
    if name == "pygame":
        builtins.__import__ = real
        print("ready", flush=True)
        time.sleep(0.1)
    return real(name, *rest)
from flipside.__main__ import main
builtins.__import__ = spy
sys.exit(main())
"""

PLAYING = """
import sys
from flipside.game.window.app import App
start = App._open_shelf
def told(self):
    start(self)
    self.services.storage.save("othello", "Flipside 1\\ngame othello\\nmoves d3\\n")
    print("ready", flush=True)
App._open_shelf = told
from flipside.__main__ import main
sys.exit(main())
"""

FULL = """
from flipside.game.services.storage import store as stores
def full(*_): raise OSError(28, "full")
stores.write_text = full
"""


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("code", "told"),
    [
        (IMPORTING, ""),
        (PLAYING, ""),
        (FULL + PLAYING, "flipside: could not be saved and is lost: othello.\n"),
    ],
    ids=["importing", "playing", "unsaved"],
)
def test_a_signal_ends_the_game_quietly(
    tmp_path: Path, number: signal.Signals, code: str, told: str
) -> None:
    game = started(tmp_path, "-c", code, **UNSEEN, PYGAME_HIDE_SUPPORT_PROMPT="1")
    assert game.stdout.readline() == "ready\n"
    game.send_signal(number)
    assert ended(game) == (128 + number, "", told)


BROKEN = """
from flipside.game.scenes.shelf.shelf import Shelf
def broken(*_): raise ZeroDivisionError("the shelf is broken")
Shelf.{name} = broken
from flipside.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("name", ["__init__", "layers"])
def test_an_error_that_comes_back_at_once_ends_the_game(tmp_path: Path, name: str) -> None:
    code = "import sys" + BROKEN.format(name=name)
    game = started(tmp_path, "-c", code, **UNSEEN, PYGAME_HIDE_SUPPORT_PROMPT="1")
    number, said, complained = ended(game)
    assert (number, said) == (1, "")
    assert complained.endswith(
        "flipside: ends, as an error came back at once; what happened stands above.\n"
    )
    kept = (tmp_path / "error-report.txt").read_text("utf-8")
    assert "ZeroDivisionError: the shelf is broken" in kept
    assert complained.count("ZeroDivisionError: the shelf is broken") >= 2


def test_a_log_that_cannot_be_written_is_told_at_once(tmp_path: Path) -> None:
    game = started(tmp_path, "-m", "flipside", "--log", str(tmp_path), **UNSEEN)
    code, _, told = ended(game)
    assert code == 2
    assert told.startswith(f"flipside: cannot write the log {tmp_path}: ")


FAILING = """
from flipside.game.window.app import App
def frame(*_): raise ValueError("the board is broken")
App.frame = frame
import sys
from flipside.__main__ import main
sys.exit(main())
"""


def test_reports_of_errors_stand_in_the_log(tmp_path: Path) -> None:
    log = tmp_path / "flipside.log"
    flags = ("-c", FAILING, "--verbose", "--log", str(log))
    code, _, told = ended(started(tmp_path / "saves", *flags, **UNSEEN))
    assert code == 1
    for text in (told, log.read_text("utf-8")):
        assert "the board is broken" in text


def test_a_window_opens_without_its_icon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "_ICON", tmp_path / "no icon.png")
    app = App(tmp_path)
    app.start()
    assert app.screen.surface.get_size() == app.stack.size
