"""Adds the sample game as rules/games/README.md says, and checks that everything includes it.

A game is a folder, one import and one entry. The tests add `tests/game/sample_game/threes` to a
copy of the program.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from flipside.rules.catalogue import GAMES

ROOT = Path(__file__).resolve().parents[3]
SAMPLE_GAME = ROOT / "tests" / "game" / "sample_game" / "threes"
PARTS = ("flipside", "rules", "game", "assets", "tests")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with the sample game in its catalogue."""
    root = tmp_path_factory.mktemp("sample")
    for part in PARTS:
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    shutil.copytree(
        SAMPLE_GAME,
        root / "rules" / "games" / "threes",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    catalogue = root / "rules" / "catalogue.py"
    words = catalogue.read_text("utf-8")
    words = words.replace(
        "\n\nGAMES", "\nfrom flipside.rules.games.threes import THREES\n\nGAMES", 1
    )
    words, entries = re.subn(r"(GAMES: .* = \(.*)\)", r"\1, THREES)", words)
    assert entries == 1
    catalogue.write_text(words, "utf-8")
    return root


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.is_file()}


def test_its_folder_holds_no_more_than_every_real_one() -> None:
    """The sample game contains only what every game must have."""
    least = {"__init__.py", "pictures.toml", "position.py"}
    engine = {"__init__.py", "evaluation.py"}
    assert (files(SAMPLE_GAME), files(SAMPLE_GAME / "engine")) == (least, engine)
    for game in GAMES:
        folder = ROOT / "rules" / "games" / game.key
        assert files(folder) >= least
        assert "__init__.py" in files(folder / "engine")


def test_the_documented_move_goes_through_the_interface(copy: Path) -> None:
    """The copy runs the example of rules/contract/README.md."""
    page = copy / "rules" / "contract" / "README.md"
    code = f"import doctest; print(doctest.testfile({str(page)!r}, module_relative=False))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=True,
    )
    outcome = re.search(r"failed=0, attempted=(\d+)", done.stdout)
    assert outcome, done.stdout
    assert int(outcome[1]) >= 10


def test_everything_includes_it(copy: Path) -> None:
    """The scenes, the tests of the contract, the texts and the table of layers."""
    run = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist"]
    files = ["tests/game/sample_game/play_threes.py"]
    files += ["tests/rules/contract/test_contract.py", "tests/rules/games/test_texts.py"]
    files += ["tests/test_imports.py"]
    done = subprocess.run(
        [*run, *files, "-k", "threes or test_contracts"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed
    assert int(passed[1]) > 30
