"""Copies the files that ship, packs them with pygbag, and writes one zip for each package.

No network is used.
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
"""Tables that the bundle contains as JSON, which Python reads much faster."""


def stage_files(staging: Path) -> list[str]:
    """Copy the files that ship and return their sorted names; raise BuildError for a link."""
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
                name = path.relative_to(ROOT).as_posix()
                if any(fnmatch(name, pattern) for pattern in TEXT_TABLES):
                    tables = tomllib.loads(path.read_text("utf-8"))
                    json_text = json.dumps(tables, ensure_ascii=False)
                    target.with_suffix(".json").write_text(json_text, "utf-8")
                else:
                    shutil.copyfile(path, target)
    _stage_segno(staging / "segno")
    return sorted(
        path.relative_to(staging).as_posix() for path in staging.rglob("*") if path.is_file()
    )


def installed_name(path: Path) -> Path:
    """Return the path that a file of the checkout has in an installed Flipside."""
    name = path.relative_to(ROOT)
    return name if name.parts[0] == "flipside" else "flipside" / name


def _stage_segno(target: Path) -> None:
    """Copy only segno's encoder, because its `__init__.py` would import all its writers."""
    spec = find_spec("segno")
    if spec is None or spec.origin is None:
        raise BuildError("the page's QR codes need segno, which pyproject.toml names")
    target.mkdir()
    (target / "__init__.py").write_bytes(b"")
    for name in ("consts.py", "encoder.py"):
        shutil.copyfile(Path(spec.origin).parent / name, target / name)


_SUFFIXES = {".py", ".toml", ".ttf", ".ogg"}
_TEXT_FILES = {"address.txt", "book.txt", "openings.txt", "weights.txt"}
_EXCLUDED = (
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
    # PNG files are left out: they are icons of the desktop window.
    ships = path.suffix in _SUFFIXES or path.name in _TEXT_FILES
    return ships and not hidden and not any(fnmatch(name, pattern) for pattern in _EXCLUDED)


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
        process = subprocess.run(
            command, cwd=temporary, env=environment, stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise BuildError("pygbag did not finish within two minutes") from error
    built_site = staging / "build" / "web"
    page = built_site / "index.html"
    if process.returncode != 0 or not page.is_file() or not page.stat().st_size:
        last = (process.stderr or process.stdout).strip().splitlines()[-1:] or ["no output"]
        raise BuildError(f"pygbag failed with code {process.returncode}: {last[0]}")
    if _hashes(staging, members) != before:
        raise BuildError("pygbag changed the files that it packs")
    _compare_archive(built_site / f"{BUNDLE_NAME}.apk", members)
    return page.read_text("utf-8")


def _without_black(temporary: Path) -> Path:
    """Return a folder with a broken `black`, without which pygbag does not reformat files."""
    folder = temporary / "no-black"
    folder.mkdir()
    (folder / "black.py").write_text("raise ImportError('not here')\n")
    return folder


def _hashes(folder: Path, members: Iterable[str]) -> dict[str, str]:
    return {name: sha256((folder / name).read_bytes()) for name in members}


def _compare_archive(archive: Path, members: list[str]) -> None:
    if not archive.is_file():
        raise BuildError("pygbag wrote no archive")
    with zipfile.ZipFile(archive) as zip_file:
        names = sorted(name.removeprefix("assets/") for name in zip_file.namelist())
    names = [name for name in names if not name.endswith("/")]
    missing, extra = sorted(set(members) - set(names)), sorted(set(names) - set(members))
    if missing or extra:
        examples = ", ".join((missing or extra)[:3])
        problem = "lacks" if missing else "has unexpected files"
        raise BuildError(f"the archive of pygbag {problem}: {examples}")


def _bundle_of(name: str) -> str:
    """Return the bundle of a file of the game; an update fetches only the changed bundles."""
    parts = Path(name).parent.parts
    return "-".join(parts[1 : 4 if parts[1:3] == ("rules", "games") else 3]) or "main"


def write_bundles(staging: Path, folder: Path, members: list[str]) -> None:
    """Write the game as zips, one for each package; the same files give the same bytes."""
    folder.mkdir()
    for bundle_name in sorted({_bundle_of(name) for name in members}):
        with zipfile.ZipFile(
            folder / f"{bundle_name}.bin", "w", zipfile.ZIP_DEFLATED, compresslevel=9
        ) as bundle:
            for name in members:
                if _bundle_of(name) != bundle_name:
                    continue
                data = (staging / name).read_bytes()
                if name.endswith(".py"):
                    _check_syntax(data, name)
                entry = zipfile.ZipInfo(f"assets/{name}", ZERO_TIME)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                bundle.writestr(entry, data)


def _check_syntax(data: bytes, name: str) -> None:
    try:
        compile(data, name, "exec")
    except (SyntaxError, ValueError) as error:
        raise BuildError(f"{name} is no Python: {error}") from error
