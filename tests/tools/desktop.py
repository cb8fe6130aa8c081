"""Makes packages for a desktop without Python, behind `python build.py desktop`.

PyInstaller (extra `desktop`) makes them for the system it runs on: a folder, on macOS an
application, and one file. desktop.spec says what goes in.
"""

import platform
import shutil
import subprocess
import sys
from importlib.metadata import files
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from flipside.rules import VERSION

ROOT = Path(__file__).resolve().parents[2]
SPEC = Path(__file__).with_suffix(".spec")
LARGEST = 90_000_000
"""The maximum bytes of the folder with its contents, and of the single file."""

OTHERS = ("filelock", "numpy", "Pillow", "platformdirs", "pyinstaller")
"""Packages whose licence files are included."""

NOTICE = """These parts of the package are not ours.

CPython: Python Software Foundation License, https://www.python.org
pygame-ce: GNU LGPL 2.1, source at https://github.com/pygame-community/pygame-ce
SDL and its libraries: zlib and other free licences, https://www.libsdl.org
numpy: BSD 3-clause licence, https://numpy.org
segno: BSD 3-clause licence, https://segno.readthedocs.io
filelock: MIT licence, https://py-filelock.readthedocs.io
platformdirs: MIT licence, https://platformdirs.readthedocs.io
Pillow: MIT-CMU licence, https://python-pillow.github.io
PyInstaller's starter: GNU GPL 2 with an exception for what it starts, https://pyinstaller.org
"""

LINUX = {"desktop": "applications", "metainfo.xml": "metainfo"}
"""Endings of files in assets/linux, and the folders of share/ in which desktops look for them."""


class DesktopError(Exception):
    """The packages cannot be made; the message is a sentence with the reason."""


def build(out: Path) -> list[Path]:
    """Make the folder, its archive and the single file in `out`, which is emptied first."""
    if find_spec("PyInstaller") is None:
        raise DesktopError("PyInstaller is not installed: python -m pip install '.[desktop]'")
    shutil.rmtree(out, ignore_errors=True)
    made = out / "made"
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    places = ["--distpath", str(made), "--workpath", str(out / "work")]
    if subprocess.call([*command, *places, str(SPEC)], cwd=ROOT):
        raise DesktopError("PyInstaller failed; what it says stands above")
    name = out / package_name()
    ending = ".exe" if sys.platform == "win32" else ""
    file = made.joinpath(f"flipside{ending}").rename(out / f"{name.name}-onefile{ending}")
    if sys.platform == "darwin":
        name.mkdir()
        made.joinpath("Flipside.app").rename(name / "Flipside.app")
    else:
        made.joinpath("folder").rename(name)
    _copy_licences(name / "licences")
    if sys.platform == "linux":
        _copy_share(name / "share")
    for folder in (made, out / "work"):
        shutil.rmtree(folder)
    _see_that_it_is_small(name, file)
    kind = "zip" if sys.platform == "win32" else "gztar"
    archive = shutil.make_archive(str(name), kind, out, name.name)
    return [name, Path(archive), file]


def package_name() -> str:
    """Return the name of the packages for this machine, such as flipside-1.2.3-linux-x86_64."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)
    return f"flipside-{VERSION}-{system}-{platform.machine().lower()}"


def _copy_licences(folder: Path) -> None:
    folder.mkdir()
    (folder / "notice.txt").write_text(NOTICE, "utf-8")
    own = (ROOT / "assets" / "fonts").glob("OFL-*.txt"), (ROOT / "assets" / "licences").iterdir()
    for path in (ROOT / "LICENSE", *chain(*own)):
        shutil.copyfile(path, folder / f"{path.stem}.txt")
    for package in OTHERS:
        for entry in files(package) or ():
            if "dist-info" in str(entry) and entry.stem.upper().startswith(("LICEN", "COPYING")):
                inner = "-".join(entry.with_suffix("").parts[1:])
                shutil.copyfile(entry.locate(), folder / f"{package}-{inner}.txt")


def _copy_share(share: Path) -> None:
    """Copy the desktop entry, its metadata and the icon, with the folders of /usr/share."""
    linux = ROOT / "assets" / "linux"
    for path in linux.iterdir():
        place = share / LINUX[path.name.removeprefix("games.flipside.flipside.")] / path.name
        place.parent.mkdir(parents=True)
        shutil.copyfile(path, place)
    icon = share / "icons" / "hicolor" / "512x512" / "apps" / "games.flipside.flipside.png"
    icon.parent.mkdir(parents=True)
    shutil.copyfile(ROOT / "assets" / "icons" / "icon-512.png", icon)


def _see_that_it_is_small(*packages: Path) -> None:
    for package in packages:
        inside = [package, *package.rglob("*")]
        size = sum(path.lstat().st_size for path in inside if not path.is_dir())
        print(f"{package}: {size / 1e6:.1f} MB")
        if size > LARGEST:
            raise DesktopError(f"{package.name} has more than {LARGEST / 1e6:.0f} MB")
