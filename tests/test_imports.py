"""What may import what: the table of layers, read off the syntax trees of rules/ and game/."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.catalogue import GAMES

ROOT = Path(__file__).parent.parent
FILES = sorted(path for part in ("rules", "game") for path in (ROOT / part).rglob("*.py"))

ROWS = {
    "rules": "board thought position strength packed weights notation match memory alpha_beta facts"
    " batch_bits batch_rules batch_sight batch_table null_window batch_search search levels contest"
    " perft catalogue arguments pool series times gtp",
    "base": "page storage settings theme sound text services layout",
    "parts": "layers draw timeline faces icons loupe widgets panel seats analyst appraiser"
    " saves decisions finished review bundle board_notes board_marks board_view",
    "scenes": "scene dialog rows seating manual options says moves beside hands hint values shown"
    " computers motion graph review_words review_panel review play_menu kept keys play_buttons"
    " play_words play_panels play album setup menu",
    "top": "pointer turning app __main__",
}
"""The table of layers; a module may import those to its left and those of the rows above."""

COMMAND_LINE = {
    "rules.__main__",
    "rules.command.arguments",
    "rules.command.pool",
    "rules.command.series",
}
"""The modules of rules/ that may know the clock, files and other programs."""

WITH_NUMPY = {
    "batch_bits",
    "batch_rules",
    "batch_sight",
    "batch_table",
    "null_window",
    "batch_search",
    "batch",
    "eights",
    "lines",
    "paths",
    "patterns",
    "tables",
    "table",
    "perfect",
    "solve",
    "sampling",
}
"""The modules of rules/ and of its games that may import numpy; none is needed for a first move."""

RULES, BASE, PARTS, SCENES, TOP = (row.split() for row in ROWS.values())

KEYS = [game.key for game in GAMES]

LIBRARY = {
    "pure": "abc array bisect collections dataclasses enum functools heapq itertools math operator"
    " random re typing",
    "built in": "array atexit binascii cmath errno gc itertools marshal math sys time unicodedata"
    " zlib",
    "frozen": "abc codecs io os stat",
}
"""Modules of the standard library: those that rules may use (no time, no files, no programs), and
those that the browser's Python has without a file, in C or frozen."""

PURE, BUILT_IN, FROZEN = (set(row.split()) for row in LIBRARY.values())

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


def imported_for_types(module: str) -> set[str]:
    """What a file imports below `if TYPE_CHECKING:` alone."""
    found: set[str] = set()
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            found |= {str(inner.module) for inner in node.body if isinstance(inner, ast.ImportFrom)}
    return found


def left_of(name: str, row: list[str], prefix: str) -> set[str]:
    return {f"{prefix}.{other}" for other in row[: row.index(name)]}


def whole(row: list[str], prefix: str) -> set[str]:
    return {f"{prefix}.{name}" for name in row}


def allowed(module: str) -> set[str]:
    """The modules of our own and from elsewhere that a module may import; no standard library."""
    layer, _, name = module.partition(".")
    folder, _, inner = name.partition(".")
    if layer == "rules":
        return allowed_in_rules(name, folder, inner)
    all_rules = whole(RULES, "rules")
    if name in BASE:
        return left_of(name, BASE, "game") | {"rules.position", "rules.thinking.strength", "pygame"}
    parts = whole(BASE, "game") | all_rules | {"pygame"}
    if name in PARTS:
        return left_of(name, PARTS, "game") | parts
    parts |= whole(PARTS, "game")
    if inner in SCENES:
        return left_of(inner, SCENES, "game.scenes") | parts | {"game.scenes"}
    assert name in (*TOP, "", "scenes"), f"{module} stands in no row of the table of layers"
    return whole(SCENES, "game.scenes") | parts | whole(TOP, "game")


def allowed_in_rules(name: str, folder: str, inner: str) -> set[str]:
    if folder in KEYS:
        own = {other for other in MODULES if other.startswith(f"rules.{folder}")}
        arrays = (
            {"numpy", "rules.thinking.arrays.bits", "rules.batch"} if inner in WITH_NUMPY else set()
        )
        base = left_of("notation", RULES, "rules")
        return own | base | arrays
    if name == "__main__":
        return whole(RULES, "rules")
    if name == "":
        return set()
    assert name in RULES, f"rules.{name} stands in no row of the table of layers"
    games = {f"rules.{key}" for key in KEYS} if name == "catalogue" else set()
    return left_of(name, RULES, "rules") | games | ({"numpy"} if name in WITH_NUMPY else set())


def test_there_are_files_to_read():
    assert "rules.position" in MODULES
    assert set(RULES) - {"batch_search"} <= {
        module.split(".")[1] for module in MODULES if "." in module
    }


@each_file
def test_table_of_layers(module):
    """Every import of our own and of packages stands in the table."""
    own = {name for name in imported(module) if name.split(".")[0] not in sys.stdlib_module_names}
    types_only = imported_for_types(module) & set(MODULES)
    packages = {"pygame", "numpy"}
    own = {name.split(".")[0] if name.split(".")[0] in packages else name for name in own}
    assert own - allowed(module) - types_only == set()


@each_file
def test_standard_library_of_the_rules(module):
    """Rules know no clock, no files and no other programs; the command line may."""
    if module.startswith("game") or module in COMMAND_LINE:
        return
    used = {name.split(".")[0] for name in imported(module)} & set(sys.stdlib_module_names)
    if module == "rules.thinking.strength":
        used -= {"pathlib"}
    if module == "rules.thinking.packed":
        used -= {"pathlib", "zlib"}
    if module == "rules.thinking.weights":
        used -= {"pathlib", "sys", "zlib"}
    if module.endswith((".table", ".learned")):
        used -= {"pathlib"}
    assert used - PURE == set()


@each_file
def test_standard_library_of_the_browser(module):
    """What is missing in the browser's Python is imported nowhere."""
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
    nothing, is a matter of the layers; the words of their own rules are free."""
    if module == "rules.catalogue" or module.split(".")[1:2] in [[key] for key in KEYS]:
        return
    assert games_named(tree_of(module)) == set()


NAMING = (
    "from rules.{key} import box",
    "import rules.{key}.position as there",
    "from rules.catalogue import {key} as game",
    "if game.key == '{key}': pass",
    "words = text('name.{key}.x')",
    "words = f'{{here}} {key}-setup'",
    "def draw_{key}(): pass",
    "def draw(*, {key}=1): pass",
    "class {key}(Scene): pass",
    "draw({key}=True)",
    "there = rules.{key}",
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
