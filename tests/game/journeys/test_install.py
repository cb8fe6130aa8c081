"""What is installed starts from anywhere, beside whatever else is installed."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy
import pygame
import pytest

from flipside.rules import VERSION
from tests.needed import PATIENCE

ROOT = Path(__file__).resolve().parents[3]
PARTS = ("flipside", "game", "rules", "assets")
OTHERS = ("game", "rules", "assets")
"""Packages of others, beside ours."""

ONE_PACKAGE = """
import sys
before = list(sys.path)

import flipside
import flipside.game.live_match.live_match
from flipside.rules.catalogue import BY_KEY
from flipside.rules.contract.game import Game
from flipside.rules.match.match import Match
from flipside.rules.match.record import BadRecord, parse_record

assert sys.path == before
assert isinstance(BY_KEY["othello"], Game)
try:
    parse_record("no record")
    raise AssertionError("this is read")
except BadRecord:
    pass
ours = {
    name for name, module in sys.modules.items()
    if str(getattr(module, "__file__", "")).startswith(sys.argv[1])
    and "site-packages" not in module.__file__.removeprefix(sys.argv[1])
}
assert len(ours) > 60 and {name.partition(".")[0] for name in ours} == {"flipside"}, ours
for name in sys.argv[2:]:
    assert __import__(name).THEIRS
print("one package")
"""
"""Prints that line if one name means one module; its arguments are the folder of our modules, and
names of modules of others."""

START = """
import sys
from pathlib import Path

import flipside.game
from flipside.game.window.app import App

home = Path(sys.argv[1])
assert Path(flipside.game.__file__).is_relative_to(home / "flipside"), flipside.game.__file__
app = App(Path(sys.argv[2]), (800, 600))
app.start()
for _ in range(9):  # until all is painted
    app.frame(1 / 60)
surface = app.screen.surface
colours = {surface.get_at((x, y))[:3] for x in range(0, 800, 7) for y in range(0, 600, 7)}
assert len(colours) > 50, "nothing was drawn"
assert app.services.text("play.undo") != "play.undo"
app.services.sound.play("lay")
for _ in range(2):
    app.services.sound.prepare()
assert app.services.sound._files["lay1"] is not None
for key in ("othello", "flipflop", "switch", "flipop", "contactic"):
    assert app.services.text.game(key, "name") != f"{key}.name", key
assert not app.services.text.missing
print("started")
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a copy of the sources, built without looking anything up."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in PARTS:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    command = [sys.executable, "-m", "pip", "wheel", ".", *options, "--wheel-dir", str(folder)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return set(packed.namelist())


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site-packages of a fresh environment with the wheel, and with another `game`, another
    `rules` and another `assets` at its top; pygame and numpy come from here."""
    venv = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    options = ["--no-deps", "--no-index", "--quiet"]
    pip = [sys.executable, "-m", "pip", "--python", str(python_of(venv))]
    subprocess.run([*pip, "install", *options, str(wheel)], check=True, timeout=PATIENCE)
    (site,) = (path.parent for path in venv.rglob("flipside") if path.is_dir())
    beside = {str(Path(str(module.__file__)).parents[1]) for module in (numpy, pygame)}
    (site / "beside.pth").write_text("\n".join(beside) + "\n")
    for name in OTHERS:
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("THEIRS = True\n")
    return site


@pytest.fixture(scope="module")
def editable(wheel: Path, home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site-packages of another environment, where `pip install --editable` put the sources."""
    built, site = tmp_path_factory.mktemp("editable"), home.parent / "editable"
    command = f"from hatchling.build import build_editable; build_editable({str(built)!r})"
    source = wheel.with_name("source")
    subprocess.run([sys.executable, "-c", command], cwd=source, check=True, timeout=PATIENCE)
    (packed,) = built.glob("*.whl")
    shutil.unpack_archive(packed, site, "zip")
    (path,) = site.glob("*.pth")
    assert path.read_text().strip() == str(source)
    return source


def python_of(venv: Path) -> Path:
    return next(venv.glob("bin/python")) if os.name != "nt" else venv / "Scripts" / "python.exe"


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """Runs that environment's Python in an empty folder."""
    venv = next(path for path in home.parents if (path / "pyvenv.cfg").is_file())

    def run(*words: str, program: str = "python") -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"LANGUAGE": "en", "LANG": "en_GB.UTF-8"}
        environment.pop("PYTHONPATH", None)
        command = [str(python_of(venv).with_stem(program)), *words]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE
        )

    return run


def files_of(folder: str, *endings: str) -> set[str]:
    """The files of the sources below a folder, as a wheel names them."""
    return {
        f"flipside/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / folder).rglob("*")
        if path.suffix in endings and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_all_code_words_and_assets(names: set[str]) -> None:
    wanted = files_of("game", ".py") | files_of("rules", ".py", ".toml", ".txt", ".bin")
    wanted |= files_of("assets", ".toml", ".ttf", ".ogg", ".png", ".txt")
    developers = files_of("rules/training", ".py", ".txt")
    assert len(wanted) > 80
    assert wanted - names == developers
    assert developers & names == set()


def test_the_wheel_holds_one_package(names: set[str]) -> None:
    """Nothing that other packages may also be called lies at the top."""
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"flipside"}


def test_it_starts_beside_others_of_its_parts_names(run: Run, home: Path, tmp_path: Path) -> None:
    script = tmp_path / "start.py"
    script.write_text(START)
    done = run(str(script), str(home), str(tmp_path / "data"))
    assert done.returncode == 0, done.stderr
    assert "started" in done.stdout


@pytest.mark.parametrize("way", ["wheel", "editable", "checkout"])
def test_one_name_means_one_module(
    run: Run, home: Path, request: pytest.FixtureRequest, tmp_path: Path, way: str
) -> None:
    """`sys.path` stays as it is, and a user's own modules are found beside ours."""
    (tmp_path / "one.py").write_text(ONE_PACKAGE)
    (tmp_path / "game.py").write_text("THEIRS = True\n")
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "__init__.py").write_text("THEIRS = True\n")
    if way == "wheel":
        done = run("one.py", str(home / "flipside"), "game", "rules", "assets")
    else:
        source = ROOT if way == "checkout" else request.getfixturevalue("editable")
        done = subprocess.run(
            [sys.executable, "one.py", str(source), "game", "rules"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(source)},
            capture_output=True,
            text=True,
        )
    assert done.stdout == "one package\n", done.stderr


def test_the_examples_of_the_library_run(run: Run, tmp_path: Path) -> None:
    shutil.copy(ROOT / "rules" / "LIBRARY.md", tmp_path)
    done = run("-m", "doctest", "-o", "FAIL_FAST", "LIBRARY.md")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout


def test_type_checkers_see_it(names: set[str], home: Path, tmp_path: Path) -> None:
    assert "flipside/py.typed" in names
    (tmp_path / "asked.py").write_text(
        "from flipside.rules.catalogue import BY_KEY\n"
        "from flipside.rules.match.match import Match\n"
        'reveal_type(Match(BY_KEY["othello"]).ply)\n'
    )
    venv = next(path for path in home.parents if (path / "pyvenv.cfg").is_file())
    options = ["--python-executable", str(python_of(venv)), "--strict", "--follow-imports=silent"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "asked.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert 'Revealed type is "int"' in done.stdout, done.stdout + done.stderr


def test_its_command_and_its_module_start_the_same(run: Run) -> None:
    command, module = run("--help", program="flipside"), run("-m", "flipside", "--help")
    assert command.returncode == module.returncode == 0, command.stderr + module.stderr
    assert command.stdout == module.stdout
    assert "--data FOLDER" in module.stdout


def test_it_knows_its_version(run: Run, wheel: Path) -> None:
    assert wheel.name.startswith(f"flipside-{VERSION}-")
    assert run("--version", program="flipside").stdout == f"Flipside {VERSION}\n"


def test_its_module_tells_what_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the exit code that scripts look at."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "none")
    for done in (run(program="flipside"), run("-m", "flipside")):
        assert done.returncode == 2
        assert done.stderr == "flipside: finds no screen to open a window on: none not available.\n"


def test_its_command_line_answers(run: Run) -> None:
    """As that of a checkout, also with other processes."""
    words = ["match", "flipop", "--first", "random", "--second", "random", "--jobs", "2"]
    done = run("-m", "flipside.rules", *words)
    assert done.returncode == 0, done.stderr
    here = subprocess.run(
        [sys.executable, "-m", "flipside.rules", *words], cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout == here.stdout != ""
