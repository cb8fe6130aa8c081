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
    "rules.version",
    "rules.__main__",
    "game.__main__",
}
"""Files beside all rooms: each is a room of its own."""

ENGINE = "rules.engine rules.engine.analysis rules.engine.data rules.engine.vector"
RULES = f"rules.contract rules.match rules.teaching {ENGINE} rules.catalogue rules.version"
BELOW = (
    "game.services game.saves game.drawing game.ui game.board game.table game.speech game.tasks"
    f" {RULES}"
)
"""The rooms of game/ below all scenes."""

PLAYED = f"rules.contract rules.match {ENGINE} rules.catalogue rules.games rules.games.engine"
"""What plays many matches, and trains, may look into single games."""

DIRECTIONS = {
    "rules": "",
    "rules.version": "",
    "rules.contract": "",
    "rules.match": "rules.contract",
    "rules.teaching": "rules.contract rules.match",
    "rules.engine.vector": "rules.contract",
    "rules.engine.data": "rules.contract",
    "rules.engine": "rules.contract rules.engine.data rules.engine.vector",
    "rules.engine.analysis": "rules.contract rules.match rules.engine rules.engine.vector",
    "rules.games": "rules.contract rules.match",
    "rules.games.engine": "rules.contract rules.games",
    "rules.catalogue": "rules.contract rules.match rules.games",
    "rules.arena": PLAYED,
    "rules.arena.rivals": f"rules {PLAYED} rules.arena rules.cli",
    "rules.cli": f"rules.contract rules.match rules.teaching {ENGINE} rules.catalogue rules.arena"
    " rules.version",
    "rules.training": f"{PLAYED} rules.teaching rules.arena rules.training",
    "rules.__main__": "rules.cli",
    "game": "",
    "game.services": "rules.engine.data",
    "game.saves": f"game.services {RULES}",
    "game.drawing": "game.services rules.contract",
    "game.table": f"game.services game.saves {RULES}",
    "game.ui": "game.services game.drawing rules.contract",
    "game.board": "game.services game.drawing rules.contract",
    "game.speech": f"game.services game.table {RULES}",
    "game.tasks": f"game.services game.saves game.table {RULES}",
    "game.scenes.common": BELOW,
    "game.scenes.info": f"game.scenes.common {BELOW}",
    "game.scenes.share": f"game.scenes.common {BELOW}",
    "game.scenes.review": f"game.scenes.common game.scenes.share {BELOW}",
    "game.scenes.play": "game.scenes.common game.scenes.info game.scenes.share"
    f" game.scenes.review {BELOW}",
    "game.scenes.shelf": "game.scenes.common game.scenes.info game.scenes.share"
    f" game.scenes.review game.scenes.play {BELOW}",
    "game.scenes.lesson": f"game.scenes.common game.scenes.play {BELOW}",
    "game.scenes.problem": f"game.scenes.common game.scenes.play game.scenes.shelf {BELOW}",
    "game.scenes": "",
    "game.window": "game.scenes.common game.scenes.shelf game.scenes.lesson game.scenes.problem"
    f" {BELOW}",
    "game.__main__": "game.window game.saves rules.match rules.version",
}
"""Which rooms the files of a room may import, beside others of their own."""

TOOLS = {
    "rules.engine.data.packed",
    "rules.engine.data.locate",
    "rules.engine.data.weights",
    "rules.engine.vector.bits",
}
"""What a game's engine may use of the engine for all games: how its files and arrays are read."""

BOXES = ("", ".facts")
"""The files of a game's rules that may import its engine: the box, and what hints say."""

PACKAGES = {
    "pygame": (
        *("game.services", "game.drawing", "game.ui", "game.board", "game.scenes", "game.window"),
        "game.__main__",
    ),
    "segno": ("game.drawing.qr_code",),
    "distributed": ("rules.arena.cluster",),
    "numpy": (
        "rules.contract.batch_rules",
        "rules.engine.vector",
        "rules.games",
        "rules.training",
        "rules.arena.rivals",
    ),
    "numba": ("rules.training", "rules.arena.rivals"),
    "rust_reversi": ("rules.arena.rivals",),
}
"""Where packages may be imported."""

ELSEWHERE = ("rules.cli", "rules.arena", "rules.training", "rules.__main__")
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
    "rules.teaching.lessons": "fnmatch pathlib tomllib",
    "rules.match.link": "base64",
    "rules.teaching.problems": "json pathlib",
    "rules.games.othello.formats.json_moves": "json",
    "rules.engine.time_slices": "time",
    "rules.engine.data.locate": "pathlib sys",
    "rules.engine.data.packed": "pathlib",
    "rules.engine.data.weights": "pathlib sys",
    **{
        f"rules.games.{key}.engine.{name}": "pathlib"
        for key in KEYS
        for name in ("weights", "table", "blocks_file")
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
    """The room of a file; one game is a room like another, and so is its engine."""
    if module in DOORS:
        return module
    is_folder = MODULES[module].name == "__init__.py"
    folder = module if is_folder else module.rpartition(".")[0]
    if folder.startswith("rules.games."):
        return "rules.games.engine" if ".engine" in folder else "rules.games"
    return next(
        room
        for room in sorted(DIRECTIONS, key=len, reverse=True)
        if f"{folder}.".startswith(f"{room}.")
    )


def own_part(module: str) -> str:
    """The room of a file, or the game among games, or its engine."""
    room = room_of(module)
    game = ".".join(module.split(".")[:3])
    return {"rules.games": game, "rules.games.engine": f"{game}.engine"}.get(room, room)


def box_of(module: str) -> str:
    """The room of a file, a game and its engine being one."""
    return ".".join(own_part(module).split(".")[:3])


def of_one_game(module: str, other: str) -> bool:
    """Whether both lie in the folder of one game, and the import goes up from its engine to its
    rules, or down from those files that may."""
    game = ".".join(module.split(".")[:3])
    if not module.startswith("rules.games.") or not f"{other}.".startswith(f"{game}."):
        return False
    return room_of(other) == "rules.games" or module.removeprefix(game) in BOXES


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


def test_there_are_files_to_read() -> None:
    assert "rules.contract.position" in MODULES
    assert {room_of(module) for module in MODULES} == set(DIRECTIONS)
    assert set(MODULES) >= TOOLS | DOORS


@each_file
def test_directions(module: str) -> None:
    """Every import of our own goes into the same room or one that it may see."""
    seen = DIRECTIONS[room_of(module)].split()
    for other in neighbours(module):
        allowed = own_part(other) == own_part(module) or of_one_game(module, other)
        if not module.startswith("rules.games."):
            allowed = allowed or room_of(other) in seen
        elif not other.startswith("rules.games."):
            tool = room_of(module) == "rules.games.engine" and other in TOOLS
            allowed = allowed or room_of(other) in seen or tool
        assert allowed, f"{module} imports {other}"


@each_file
def test_packages(module: str) -> None:
    """What is not ours is imported only where it may be."""
    tops = {name.split(".")[0] for name in imported(module)} - set(sys.stdlib_module_names)
    for name in tops - {"rules", "game"}:
        assert any(f"{module}.".startswith(f"{room}.") for room in PACKAGES[name]), name


def test_no_circle_of_files() -> None:
    assert circle({module: neighbours(module) for module in MODULES}) == []


def test_no_circle_of_rooms() -> None:
    """A game and its engine are one room here: the box holds both together."""
    rooms: dict[str, set[str]] = {}
    for module in MODULES:
        room = box_of(module)
        others = {box_of(other) for other in neighbours(module)}
        rooms.setdefault(room, set()).update(others - {room})
    assert circle(rooms) == []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_the_first_move_does_not_wait_for_numpy() -> None:
    """The shelf, the rules and the door to thinking do without it."""
    asked = "import sys, rules.catalogue, rules.match.match, rules.engine.search; "
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
    if module.startswith(ELSEWHERE) or module.startswith("game"):
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
    free = ("rules.games.", "rules.training", "rules.arena")
    if module == "rules.catalogue" or module.startswith(free):
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
def test_naming_a_game_is_found(line: str) -> None:
    """The test before this one would catch every way to name a game."""
    for key in KEYS:
        assert games_named(ast.parse(line.format(key=key))) == {key}
        assert games_named(ast.parse(line.format(key=key.title()))) == {key}


def test_naming_no_game_is_allowed() -> None:
    """What a docstring tells is free, and so is every other word."""
    quiet = '"""As in Switch."""\ndef switched(): "Not Othello alone."\nx = "flip flop"'
    assert games_named(ast.parse(quiet)) == set()
