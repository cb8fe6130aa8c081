"""Packages for a desktop: what Linux is told of them, and that they are played without Python."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageGrab

from flipside.rules import VERSION
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import replay
from flipside.rules.match.record import parse_record
from tests.game.pilot import At, Pilot
from tests.needed import PATIENCE, program, screen
from tests.of_type import frames_of
from tests.tools import desktop

ROOT = Path(__file__).parent.parent
LINUX = ROOT / "assets" / "linux"

linux = pytest.mark.skipif(sys.platform != "linux", reason="looked at on a screen of Linux")


# -- without building ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "pattern"),
    [
        (("desktop-file-validate", "--no-hints"), "*.desktop"),
        (("appstreamcli", "validate", "--no-net"), "*.metainfo.xml"),
    ],
)
def test_desktops_understand_what_is_told(words: tuple[str, ...], pattern: str) -> None:
    (path,) = LINUX.glob(pattern)
    done = subprocess.run(
        [program(words[0]), *words[1:], str(path)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


# -- built -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folder, its archive and the one file; nobody may write there."""
    pytest.importorskip("PyInstaller", reason="the extra `desktop` is not installed")
    out = tmp_path_factory.mktemp("desktop")
    made = desktop.build(out)
    let_in(out)
    for path in (*out.rglob("*"), out):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & 0o555 | 0o444)
    return made


def let_in(folder: Path) -> None:
    """Let other users into a folder of pytest's, whose own folders keep them out."""
    (top,) = (above for above in folder.parents if above.name.startswith("pytest-of-"))
    for above in (folder, *folder.parents):
        if above.is_relative_to(top):
            above.chmod(0o755)


def started(command: list[Path | str], **environment: str) -> "subprocess.Popen[str]":
    """As another user where we may choose one, with nothing else in the environment."""
    other: dict[str, Any] = {}
    if os.getuid() == 0:
        import pwd  # which Windows lacks

        nobody = pwd.getpwnam("nobody")
        other = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    return subprocess.Popen(
        command, env=environment, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, **other,
    )  # fmt: skip


def said(command: list[Path | str], **environment: str) -> tuple[int, str, str]:
    """The exit code, and what was said on standard output and on standard error."""
    process = started(command, **environment)
    words = process.communicate(timeout=PATIENCE)
    return process.returncode, *words


def wait_for(wanted: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """What is wanted as soon as it is there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := wanted():
            return found
        time.sleep(0.1)
    raise AssertionError(f"still not so after {seconds} seconds")


class Window:
    """The window on a screen, and a mouse."""

    def __init__(self, display: str) -> None:
        self.display = display
        self._number = wait_for(self._found)
        told = self._do("getwindowgeometry", "--shell", self._number)
        place = dict(line.split("=") for line in told.split())
        self.at = int(place["X"]), int(place["Y"])
        self.size = int(place["WIDTH"]), int(place["HEIGHT"])

    def _do(self, *words: str) -> str:
        command = [program("xdotool"), *words]
        environment = os.environ | {"DISPLAY": self.display}
        return subprocess.run(command, env=environment, capture_output=True, text=True).stdout

    def _found(self) -> str:
        return self._do("search", "--onlyvisible", "--name", "Flipside").strip()

    def picture(self) -> Image.Image:
        """What is seen once nothing moves."""
        seen = [ImageGrab.grab(xdisplay=self.display)]

        def rests() -> bool:
            time.sleep(0.5)
            seen.append(ImageGrab.grab(xdisplay=self.display))
            return seen[-1] == seen[-2]

        wait_for(rests)
        return seen[-1]

    def is_drawn(self) -> bool:
        """Whether more than a blank window is seen."""
        return len(self.picture().getcolors(1 << 24)) > 200

    def tap(self, at: At) -> None:
        """Click there, and wait until that is seen."""
        x, y = (str(side + inside) for side, inside in zip(self.at, at, strict=True))
        self._do("mousemove", x, y)
        before = self.picture()
        self._do("click", "1")
        wait_for(lambda: self.picture() != before)


@contextmanager
def playing(command: Path, display: str, **environment: str) -> Iterator[Window]:
    process = started([command], DISPLAY=display, **environment)
    try:
        yield Window(display)
        assert process.poll() is None
    finally:
        process.terminate()
        _, complained = process.communicate(timeout=PATIENCE)
    # The machine's libraries may complain that there is nothing to hear.
    assert (process.returncode, "Traceback" in complained) == (143, False), complained


@linux
@pytest.mark.long
@pytest.mark.parametrize("which", [0, 2], ids=["folder", "file"])
def test_it_is_played_without_python(packages: list[Path], which: int, tmp_path: Path) -> None:
    """By another user, with an empty environment, from a folder that is read-only: the shelf is
    drawn, a move is answered by what the computer has learned, both lie in the user's data, and a
    moving picture of them among the user's pictures."""
    package = packages[which]
    command = package / "flipside" if package.is_dir() else package
    assert said([command, "--version"]) == (0, f"Flipside {VERSION}\n", "")
    unseen = "flipside: finds no screen to open a window on.\n"
    assert said([command]) == (2, "", unseen)
    let_in(tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o777)
    before = sorted(packages[0].rglob("*"))
    with screen() as display:
        with playing(command, display, HOME=str(home)) as window:
            wait_for(window.is_drawn)
            # The same program in this process knows where everything lies.
            pilot = Pilot(tmp_path / "mirror", window.size, newcomer=True)
            for name in ("play othello", "just-play"):
                window.tap(pilot.place(name))
                pilot.press(name)
            window.tap(pilot.at("d3"))
            saves = home / ".local" / "share" / "flipside"
            match = wait_for(lambda: next(saves.glob("match-othello-*"), None))
            wait_for(lambda: len(replay(parse_record(match.read_text("utf-8")), BY_KEY).moves) >= 2)
            pilot.tap("d3")
            for name in ("menu", "share", "picture"):
                window.tap(pilot.place(name))
                pilot.press(name)
            window.tap(pilot.place("whole"))
            picture = wait_for(lambda: next((home / "Pictures").glob("*.gif"), None))
            window.picture()  # what tells of it is shown once it is whole
            with Image.open(picture) as seen:
                assert frames_of(seen) > 2
        with playing(command, display) as window:  # no HOME: the system's, which nobody has
            wait_for(window.is_drawn)
    assert sorted(packages[0].rglob("*")) == before


@linux
@pytest.mark.long
def test_the_archive_holds_the_folder(packages: list[Path], tmp_path: Path) -> None:
    """With the right to start it, what a Linux desktop looks for, and licences."""
    folder, archive, _ = packages
    subprocess.run(["tar", "-xzf", str(archive)], cwd=tmp_path, check=True)
    inside = {path.relative_to(folder) for path in folder.rglob("*")}
    unpacked = tmp_path / folder.name
    assert {path.relative_to(unpacked) for path in unpacked.rglob("*")} == inside
    assert os.access(unpacked / "flipside", os.X_OK)
    for name in (
        "assets/text/cs/program.toml",
        "assets/icons/window.png",
        "rules/games/switch/table.bin",
    ):
        assert (unpacked / "_internal" / "flipside" / name).is_file()
    shared = {path.name for path in (unpacked / "share").rglob("*") if path.is_file()}
    stem = "games.flipside.flipside"
    assert shared == {f"{stem}.desktop", f"{stem}.metainfo.xml", f"{stem}.png"}
    licences = {path.stem for path in (unpacked / "licences").iterdir()}
    assert {"LICENSE", "notice", "OFL-Lato", "OFL-Vollkorn"} <= licences
