"""Copies of the sources that a test may change, and sites built from them."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.needed import PATIENCE

ROOT = Path(__file__).resolve().parents[2]

COMMANDS = "tests/tools/commands"
PARTS = (
    "flipside",
    "game",
    "rules",
    "assets",
    "web",
    COMMANDS,
    "build.py",
    "LICENSE",
    "pyproject.toml",
)

Place = tuple[str, str]
"""A source file, and a text that it contains once."""

TITLE_PLACE = "game/scenes/common/scene.py", 'game, "Flipside"'
FILE_PLACE = "rules/games/othello/__init__.py", "data_files=(LEARNED,)"


def copied(target: Path) -> Path:
    """Copy the sources of a site to `target`, and return it."""
    for name in PARTS:
        source = ROOT / name
        if source.is_dir():
            unwanted = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, target / name, ignore=unwanted)
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target / name)
    return target


def replace(tree: Path, place: Place, new: str) -> Path:
    """Replace the text of a place in a copy of the sources; return the file."""
    path, (_, old) = tree / place[0], place
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} is in {path.name} {text.count(old)} times"
    path.write_text(text.replace(old, new), "utf-8")
    return path


def run_build(tree: Path, *more: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run `build.py web` in a copy of the sources."""
    import os

    return subprocess.run(
        [sys.executable, "build.py", "web", *more], cwd=tree, capture_output=True, text=True,
        timeout=PATIENCE, check=False, env={**os.environ, **environment},
    )  # fmt: skip


def built(tree: Path, cdn: str, lock: Path) -> Path:
    """Build a vendored site from a copy of the sources; return its folder."""
    out = tree / "build" / "site"
    done = run_build(tree, "--vendor", cdn, "--lock", str(lock))
    assert done.returncode == 0, done.stderr
    return out
