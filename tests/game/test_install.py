"""What is installed starts from anywhere: assets and words are found from the code."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

START = """
import sys
from pathlib import Path

import game
from game.app import App

home = Path(sys.argv[1])
assert Path(game.__file__).is_relative_to(home), game.__file__
app = App(Path(sys.argv[2]), (800, 600))
app.start()
app.frame(1 / 60)
colours = {app.surface.get_at((x, y))[:3] for x in range(0, 800, 7) for y in range(0, 600, 7)}
assert len(colours) > 50, "nothing was drawn"
assert app.services.text("play.undo") != "play.undo"
assert app.services.sound.play("lay")
for key in ("othello", "flipflop", "switch", "flipop", "contactic"):
    assert app.services.text.game(key, "name") != f"{key}.name", key
assert not app.services.text.missing
print("started")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel of a copy of the sources, built without looking anything up."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("game", "rules", "assets"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).is_file():
            shutil.copy(ROOT / name, source)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    command = [sys.executable, "-m", "pip", "wheel", ".", *options, "--wheel-dir", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def files_of(folder: str, *endings: str) -> set[str]:
    """The files of the sources below a folder, as a wheel names them."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in endings and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_all_code_words_and_assets(wheel: zipfile.ZipFile) -> None:
    held = set(wheel.namelist())
    wanted = files_of("game", ".py") | files_of("rules", ".py", ".toml")
    wanted |= files_of("assets", ".toml", ".ttf", ".ogg", ".png", ".txt")
    assert len(wanted) > 80
    assert wanted - held == set()


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"game", "rules", "assets"}


def test_the_wheel_has_a_command(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "flipside = game.__main__:main" in wheel.read(name).decode()


def test_what_is_unpacked_elsewhere_starts(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    home, script = tmp_path / "elsewhere", tmp_path / "start.py"
    wheel.extractall(home)
    script.write_text(START)
    environment = os.environ | {"PYTHONPATH": str(home), "LANGUAGE": "en", "LANG": "en_GB.UTF-8"}
    command = [sys.executable, str(script), str(home), str(tmp_path / "data")]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "started" in done.stdout
