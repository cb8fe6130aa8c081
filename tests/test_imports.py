"""What may import what: the contracts in pyproject.toml, and what they cannot say.

Imports for types alone count as all others do.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flipside.rules.catalogue import GAMES
from tests.tools.commands.checks import lay_out_package

ROOT = Path(__file__).parent.parent
FILES = sorted(path for part in ("rules", "game") for path in (ROOT / part).rglob("*.py"))

PACKAGES = {
    "distributed", "filelock", "numpy", "platformdirs", "pygame", "segno",
}  # fmt: skip
"""Packages of others that may be imported; the contracts say where."""

ELSEWHERE = (
    "flipside.rules.cli",
    "flipside.rules.arena",
    "flipside.rules.training",
    "flipside.rules.__main__",
)
"""What runs on desktops alone, for people who have a command line."""

KEYS = [game.key for game in GAMES]

LIBRARY = {
    "pure": "abc array bisect collections dataclasses enum functools heapq itertools math operator"
    " random re typing zlib",
    "built in": "array atexit binascii cmath errno gc itertools marshal math sys time unicodedata"
    " zlib",
    "frozen": "abc codecs io os stat",
}
"""Modules of the standard library: those that rules may use (no time, no files, no programs), and
those that the browser's Python has without a file, in C or frozen."""

PURE, BUILT_IN, FROZEN = (set(row.split()) for row in LIBRARY.values())

MORE = {
    "flipside.rules.catalogue": "copyreg",
    "flipside.rules.games.othello.openings": "pathlib",
    "flipside.rules.texts": "json pathlib tomllib",
    "flipside.rules.teaching": "fnmatch json pathlib tomllib",
    "flipside.rules.match.any_text": "json",
    "flipside.rules.match.reading": "json",
    "flipside.rules.match.link": "base64 urllib",
    "flipside.rules.streams": "codecs io sys",
    "flipside.rules.games.othello.formats.json_moves": "json",
    "flipside.rules.engine.time_slices": "time",
    "flipside.rules.engine.data_files": "pathlib sys",
}
"""What single files of rules may use besides: the one loop that watches a clock, and what reads
the large files of computer players."""

IN_BROWSER = (
    BUILT_IN
    | FROZEN
    | {
        word
        for line in (ROOT / "tests" / "stdlib-cp312.txt").read_text().splitlines()
        if not line.startswith("#")
        for word in line.split()
    }
)


def module_of(path: Path) -> str:
    """The dotted name of a file."""
    parts = ("flipside", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in FILES}

each_file = pytest.mark.parametrize("module", MODULES)


def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text("utf-8"))


def imported(module: str) -> Iterator[str]:
    """The dotted names of the modules that a file imports, those for types alone included."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by a relative name"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else str(node.module)


def test_contracts(tmp_path: Path) -> None:
    """The contracts of import-linter in pyproject.toml hold."""
    # In a process of its own, for import-linter silences the loggers of the one it runs in.
    command = (
        "import importlinter.cli, sys; sys.exit(importlinter.cli.lint_imports("
        f"config_filename={str(ROOT / 'pyproject.toml')!r}, cache_dir=None))"
    )
    folder = lay_out_package(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_packages() -> None:
    """Every package of others has a contract that says where it may be imported."""
    used = {name.split(".")[0] for module in MODULES for name in imported(module)}
    assert used - set(sys.stdlib_module_names) - {"flipside"} == PACKAGES


def test_the_first_move_does_not_wait_for_numpy() -> None:
    """The shelf, the rules and the door to thinking do without it."""
    asked = (
        "import sys, flipside.rules.catalogue, flipside.rules.match.match; "
        "import flipside.rules.engine.search; "
    )
    done = subprocess.run(
        [sys.executable, "-c", f"{asked}print('numpy' in sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "False\n", done.stderr


@each_file
def test_standard_library_of_the_rules(module: str) -> None:
    """Rules know no clock, no files and no other programs; the command line may."""
    if module.startswith(ELSEWHERE) or module.startswith("flipside.game"):
        return
    used = {name.split(".")[0] for name in imported(module)} & set(sys.stdlib_module_names)
    assert used - PURE - set(MORE.get(module, "").split()) == set()


@each_file
def test_standard_library_of_the_browser(module: str) -> None:
    """What is missing in the browser's Python is imported by nothing that ships there."""
    if module.startswith(ELSEWHERE):
        return
    used = {name.split(".")[0] for name in imported(module)} & set(sys.stdlib_module_names)
    assert used - IN_BROWSER == set()


def spoken(tree: ast.Module) -> Iterator[str]:
    """Every name and text in a file but its docstrings."""
    described = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in described:
            yield str(node.value)
        for part in ("id", "attr", "name", "asname", "arg", "module"):
            yield str(getattr(node, part, None) or "")


def games_named(tree: ast.Module) -> set[str]:
    """The keys of games among the words of a file, also as parts of longer names and texts."""
    words = {word for said in spoken(tree) for word in re.findall("[a-z]+", said.lower())}
    return words & set(KEYS)


@each_file
def test_no_game_is_named_outside_its_folder(module: str) -> None:
    """The catalogue alone knows which games there are. What games may import of each other,
    nothing, is a matter of the directions; the words of their own rules are free."""
    free = ("flipside.rules.games.", "flipside.rules.training")
    if module == "flipside.rules.catalogue" or module.startswith(free):
        return
    assert games_named(tree_of(module)) == set()


NAMING = (
    "from flipside.rules.games.{key} import box",
    "import flipside.rules.games.{key}.position as there",
    "from flipside.rules.catalogue import {key} as game",
    "if game.key == '{key}': pass",
    "words = text('name.{key}.x')",
    "words = f'{{here}} {key}-setup'",
    "def draw_{key}(): pass",
    "def draw(*, {key}=1): pass",
    "class {key}(Scene): pass",
    "draw({key}=True)",
    "there = rules.games.{key}",
    "match position:\n    case {key}(): pass",
)


@pytest.mark.parametrize("line", NAMING)
def test_naming_a_game_is_found(line: str) -> None:
    """The test before this one would catch every way to name a game."""
    for key in KEYS:
        assert games_named(ast.parse(line.format(key=key))) == {key}
        assert games_named(ast.parse(line.format(key=key.title()))) == {key}


def test_naming_no_game_is_allowed() -> None:
    """What a docstring tells is free, and so is every other word."""
    quiet = '"""As in Switch."""\ndef switched(): "Not Othello alone."\nx = "flip flop"'
    assert games_named(ast.parse(quiet)) == set()
