"""Tables, saves, words and tasks need no screen: they are imported, and whole matches played, where
there is no pygame."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROOMS = ("saves", "table", "speech", "tasks")
MODULES = sorted(
    f"flipside.game.{room}.{path.stem}"
    for room in ROOMS
    for path in (ROOT / "game" / room).glob("[a-z]*.py")
)

BLOCKED = "import sys; sys.modules['pygame'] = None; "
"""Every import of it fails from here on."""


def run(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED + code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_module_is_imported() -> None:
    assert "flipside.game.table.table" in MODULES
    run(f"import importlib; [importlib.import_module(name) for name in {MODULES}]")


def test_a_whole_evening_is_played() -> None:
    arguments = ["-p", "no:cacheprovider", "-p", "no:xdist", "tests/game/table/test_table.py"]
    run(f"import pytest; sys.exit(pytest.main({arguments}))")


def test_it_would_be_noticed() -> None:
    with pytest.raises(AssertionError, match="pygame"):
        run("import flipside.game.scenes.play.session")
