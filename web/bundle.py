"""Stages the files that ship, packs them with pygbag, and zips them, one zip a room.

Uses no network.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from fnmatch import fnmatch
from importlib.util import find_spec
from pathlib import Path

from web.sources import PAGE, ROOT, BuildError, sha256

BUNDLE_NAME = "flipside"
ZERO_TIME = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the bundle, so that the same commit gives the same bytes."""

RUNTIME_FILES = ("main.py", "arrays.py", "library_cache.py", "module_cache.py")
"""Files that the runtime reads besides the game."""
TEXT_TABLES = ("assets/text/*.toml", "rules/games/*/text/*.toml", "rules/games/*/pictures.toml")
"""Tables that lie in the bundle as JSON, which Python reads much sooner."""


def stage(staging: Path) -> list[str]:
    """Copy the files that ship; return their names, sorted. Raises BuildError for links."""
    staging.mkdir(parents=True)
    for name in RUNTIME_FILES:
        shutil.copyfile(PAGE / name, staging / name)
    for folder in ("flipside", "game", "rules", "assets"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_symlink():
                raise BuildError(f"a link would break the bundle: {path.relative_to(ROOT)}")
            if path.is_file() and _ships(path):
                target = staging / installed_name(path)
                target.parent.mkdir(parents=True, exist_ok=True)
                if any(fnmatch(path.relative_to(ROOT).as_posix(), words) for words in TEXT_TABLES):
                    tables = tomllib.loads(path.read_text("utf-8"))
                    packed = json.dumps(tables, ensure_ascii=False)
                    target.with_suffix(".json").write_text(packed, "utf-8")
                else:
                    shutil.copyfile(path, target)
    _stage_segno(staging / "segno")
    return sorted(
        path.relative_to(staging).as_posix() for path in staging.rglob("*") if path.is_file()
    )


def installed_name(path: Path) -> Path:
    """Return where an installed Flipside has this file of the checkout."""
    name = path.relative_to(ROOT)
    return name if name.parts[0] == "flipside" else "flipside" / name


def _stage_segno(target: Path) -> None:
    """Copy the encoder alone; the package's own first file would load all its ways to draw."""
    found = find_spec("segno")
    if found is None or found.origin is None:
        raise BuildError("the page's QR codes need segno, which pyproject.toml names")
    target.mkdir()
    (target / "__init__.py").write_bytes(b"")
    for name in ("consts.py", "encoder.py"):
        shutil.copyfile(Path(found.origin).parent / name, target / name)


_KINDS = {".py", ".toml", ".ttf", ".ogg"}
_TEXTS = {"address.txt", "book.txt", "openings.txt", "weights.txt"}
_ELSEWHERE = (
    "assets/text/*/page.toml",
    "assets/fonts/subset.py",
    "assets/sounds/source/*",
    "flipside/__main__.py",
    "rules/__main__.py",
    "rules/arena/*",
    "rules/cli/*",
    "rules/training/*",
)
"""Programs for developers and the command line, which a page cannot start."""


def _ships(path: Path) -> bool:
    name = path.relative_to(ROOT).as_posix()
    hidden = any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)
    # The icons of the window are of no use in a page.
    ships = path.suffix in _KINDS or path.name in _TEXTS
    return ships and not hidden and not any(fnmatch(name, other) for other in _ELSEWHERE)


def run_pygbag(staging: Path, temporary: Path, cdn: str, members: list[str]) -> str:
    """Pack the staging folder with pygbag and return its page; raises BuildError if it fails."""
    command = [
        sys.executable, "-m", "pygbag", "--build", "--no_opt", "--disable-sound-format-error",
        "--ume_block", "0", "--can_close", "1", "--title", "Flipside", "--cdn", cdn,
        "--template", str(PAGE / "index.tmpl"), "--icon", str(ROOT / "assets/icons/icon-192.png"),
        str(staging),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(_without_black(temporary))}
    before = _hashes(staging, members)
    try:
        done = subprocess.run(
            command, cwd=temporary, env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        raise BuildError("pygbag did not finish within two minutes") from late
    built = staging / "build" / "web"
    page = built / "index.html"
    if done.returncode != 0 or not page.is_file() or not page.stat().st_size:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["it said nothing"]
        raise BuildError(f"pygbag failed with code {done.returncode}: {last[0]}")
    if _hashes(staging, members) != before:
        raise BuildError("pygbag changed the files it was to pack")
    _compare_archive(built / f"{BUNDLE_NAME}.apk", members)
    return page.read_text("utf-8")


def _without_black(temporary: Path) -> Path:
    """A folder whose `black` cannot be imported: with one, pygbag reformats what it packs."""
    folder = temporary / "no-black"
    folder.mkdir()
    (folder / "black.py").write_text("raise ImportError('not here')\n")
    return folder


def _hashes(folder: Path, members: Iterable[str]) -> dict[str, str]:
    return {name: sha256((folder / name).read_bytes()) for name in members}


def _compare_archive(archive: Path, members: list[str]) -> None:
    if not archive.is_file():
        raise BuildError("pygbag wrote no archive")
    with zipfile.ZipFile(archive) as packed:
        held = sorted(name.removeprefix("assets/") for name in packed.namelist())
    held = [name for name in held if not name.endswith("/")]
    missing, extra = sorted(set(members) - set(held)), sorted(set(held) - set(members))
    if missing or extra:
        named = ", ".join((missing or extra)[:3])
        what = "lacks" if missing else "holds too much"
        raise BuildError(f"the archive of pygbag {what}: {named}")


def _room(name: str) -> str:
    """Which bundle a file of the game lies in: an update fetches those that have changed."""
    parts = Path(name).parent.parts
    return "-".join(parts[1 : 4 if parts[1:3] == ("rules", "games") else 3]) or "main"


def write_bundles(staging: Path, folder: Path, members: list[str]) -> None:
    """The game as zips under a neutral name, one a room, the same bytes for the same files."""
    folder.mkdir()
    for room in sorted({_room(name) for name in members}):
        with zipfile.ZipFile(
            folder / f"{room}.bin", "w", zipfile.ZIP_DEFLATED, compresslevel=9
        ) as bundle:
            for name in members:
                if _room(name) != room:
                    continue
                data = (staging / name).read_bytes()
                if name.endswith(".py"):
                    _see_that_it_compiles(data, name)
                entry = zipfile.ZipInfo(f"assets/{name}", ZERO_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                bundle.writestr(entry, data)


def _see_that_it_compiles(data: bytes, name: str) -> None:
    try:
        compile(data, name, "exec")
    except (SyntaxError, ValueError) as wrong:
        raise BuildError(f"{name} is no Python: {wrong}") from wrong
