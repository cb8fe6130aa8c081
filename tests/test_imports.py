"""What may import what: rooms and their directions, read off the syntax trees of rules/ and game/.

A room is a folder. Imports for types alone count as all others do.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from rules.catalogue import GAMES

ROOT = Path(__file__).parent.parent
FILES = sorted(path for part in ("rules", "game") for path in (ROOT / part).rglob("*.py"))

DOORS = {
    "rules.catalogue",
    "rules.__main__",
    "game.app",
    "game.crashes",
    "game.gamepad",
    "game.letters",
    "game.pointer",
    "game.reader",
    "game.sharp",
    "game.turning",
    "game.__main__",
}
"""Files beside the lowest room that stand above all others: each is a room of its own."""

RULES = "rules rules.catalogue rules.thinking"

BESIDE = "game.crashes game.gamepad game.letters game.pointer game.reader game.sharp game.turning"
"""What the window needs besides scenes."""

SEEN = "game.board game.drawing game.services game.table"
"""The rooms of game/ below all scenes."""

DIRECTIONS = {
    "rules": "",
    "rules.thinking.arrays": "rules",
    "rules.thinking": "rules rules.thinking.arrays",
    "rules.games": "rules",
    "rules.catalogue": "rules rules.games",
    "rules.command": "rules rules.catalogue rules.thinking",
    "rules.__main__": "rules.command",
    "game": "",
    "game.services": "rules.thinking",
    "game.table": f"game.services {RULES}",
    "game.drawing": "game.services rules",
    "game.board": "game.drawing game.services rules",
    "game.scenes": f"{SEEN} {RULES}",
    "game.scenes.picture": f"game.scenes {SEEN} {RULES}",
    "game.scenes.review": f"game.scenes.picture game.scenes {SEEN} {RULES}",
    "game.scenes.play": f"game.scenes.picture game.scenes.review game.scenes {SEEN} {RULES}",
    "game.scenes.shelf": "game.scenes.picture game.scenes.play game.scenes.review"
    f" game.scenes {SEEN} {RULES}",
    "game.scenes.lesson": f"game.scenes.play game.scenes {SEEN} {RULES}",
    "game.scenes.problem": f"game.scenes.play game.scenes.shelf game.scenes {SEEN} {RULES}",
    "game.crashes": "game.scenes game.services game.table rules",
    "game.gamepad": "",
    "game.letters": "game.reader game.scenes.shelf game.scenes game.services game.table",
    "game.pointer": "game.scenes",
    "game.reader": "game.scenes game.services",
    "game.sharp": "game.scenes game.services",
    "game.turning": "",
    "game.app": f"{BESIDE} game.scenes.shelf game.scenes.lesson game.scenes.problem game.scenes"
    f" {SEEN} {RULES}",
    "game.__main__": "game.app game.table rules",
}
"""Which rooms the files of a room may import, beside others of their own."""

TOOLS = {
    "rules.thinking.arrays.bits",
    "rules.thinking.packed",
    "rules.thinking.strength",
    "rules.thinking.weights",
}
"""What a game may use of thinking: how its files and its arrays are read."""

PACKAGES = {
    "pygame": (
        *("game.services", "game.drawing", "game.board", "game.scenes"),
        *("game.app", "game.crashes", "game.gamepad", "game.pointer", "game.sharp", "game.turning"),
        "game.__main__",
    ),
    "segno": ("game.drawing.code",),
    "distributed": ("rules.command.cluster",),
    "numpy": ("rules.batch", "rules.thinking.arrays", "rules.games"),
}
"""Where packages may be imported."""

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
    "rules.lessons": "fnmatch pathlib tomllib",
    "rules.link": "base64",
    "rules.problems": "json pathlib",
    "rules.games.othello.json_moves": "json",
    "rules.thinking.slices": "time",
    "rules.thinking.strength": "pathlib sys",
    "rules.thinking.packed": "pathlib",
    "rules.thinking.weights": "pathlib sys",
    **{
        f"rules.games.{key}.{name}": "pathlib"
        for key in KEYS
        for name in ("learned", "table", "blocks_file")
    },
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
    parts = path.relative_to(ROOT).with_suffix("").parts
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


def room_of(module: str) -> str:
    """The room of a file; one game is a room like another."""
    if module in DOORS:
        return module
    is_folder = MODULES[module].name == "__init__.py"
    folder = module if is_folder else module.rpartition(".")[0]
    return next(
        room
        for room in sorted(DIRECTIONS, key=len, reverse=True)
        if f"{folder}.".startswith(f"{room}.")
    )


def own_part(module: str) -> str:
    """The room of a file, or the game among games."""
    room = room_of(module)
    return ".".join(module.split(".")[:3]) if room == "rules.games" else room


def neighbours(module: str) -> set[str]:
    """The files of our own that a file imports."""
    return set(imported(module)) & set(MODULES)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The names on a circle, if there is one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def test_there_are_files_to_read():
    assert "rules.position" in MODULES
    assert {room_of(module) for module in MODULES} == set(DIRECTIONS)
    assert set(MODULES) >= TOOLS | DOORS


@each_file
def test_directions(module):
    """Every import of our own goes into the same room or one that it may see."""
    seen = DIRECTIONS[room_of(module)].split()
    for other in neighbours(module):
        allowed = own_part(other) == own_part(module) or room_of(other) in seen
        tool = room_of(module) == "rules.games" and other in TOOLS
        assert allowed or tool, f"{module} imports {other}"


@each_file
def test_packages(module):
    """What is not ours is imported only where it may be."""
    tops = {name.split(".")[0] for name in imported(module)} - set(sys.stdlib_module_names)
    for name in tops - {"rules", "game"}:
        assert any(f"{module}.".startswith(f"{room}.") for room in PACKAGES[name]), name


def test_no_circle_of_files():
    assert circle({module: neighbours(module) for module in MODULES}) == []


def test_no_circle_of_rooms():
    rooms: dict[str, set[str]] = {}
    for module in MODULES:
        others = {own_part(other) for other in neighbours(module)}
        rooms.setdefault(own_part(module), set()).update(others - {own_part(module)})
    assert circle(rooms) == []


def test_a_circle_is_found():
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_the_first_move_does_not_wait_for_numpy():
    """The shelf, the rules and the door to thinking do without it."""
    asked = "import sys, rules.catalogue, rules.match, rules.thinking.search; "
    done = subprocess.run(
        [sys.executable, "-c", f"{asked}print('numpy' in sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.stdout == "False\n", done.stderr


@each_file
def test_standard_library_of_the_rules(module):
    """Rules know no clock, no files and no other programs; the command line may."""
    if room_of(module) in ("rules.command", "rules.__main__") or module.startswith("game"):
        return
    used = {name.split(".")[0] for name in imported(module)} & set(sys.stdlib_module_names)
    assert used - PURE - set(MORE.get(module, "").split()) == set()


@each_file
def test_standard_library_of_the_browser(module):
    """What is missing in the browser's Python is imported by nothing that ships there."""
    if room_of(module) == "rules.command":
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
def test_no_game_is_named_outside_its_folder(module):
    """The catalogue alone knows which games there are. What games may import of each other,
    nothing, is a matter of the directions; the words of their own rules are free."""
    if module == "rules.catalogue" or room_of(module) == "rules.games":
        return
    assert games_named(tree_of(module)) == set()


NAMING = (
    "from rules.games.{key} import box",
    "import rules.games.{key}.position as there",
    "from rules.catalogue import {key} as game",
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
def test_naming_a_game_is_found(line):
    """The test before this one would catch every way to name a game."""
    for key in KEYS:
        assert games_named(ast.parse(line.format(key=key))) == {key}
        assert games_named(ast.parse(line.format(key=key.title()))) == {key}


def test_naming_no_game_is_allowed():
    """What a docstring tells is free, and so is every other word."""
    quiet = '"""As in Switch."""\ndef switched(): "Not Othello alone."\nx = "flip flop"'
    assert games_named(ast.parse(quiet)) == set()
