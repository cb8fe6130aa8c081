"""One word, one meaning: a public name of the product is defined in one module, or allowed here.

The check knows names of modules alone: constants, classes and functions, not members.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

PRODUCT = ("flipside", "game", "rules", "web")

SAME_MEANING: dict[str, str] = {
    "ALL": "bitboard of all squares of a game",
    "BOARD": "the board of each game",
    "COLOURS": "the two colours of each game",
    "DIAGRAMS": "`Game.diagrams` of each game",
    "EXACT_DEPTH": "depth that stands for a solved position, of both engines",
    "FORMATS": "the formats of Othello are those of the catalogue",
    "Floats": "type of arrays, named in each room that may not import the other",
    "LEAST_PYTHON": "both programs check it before they import anything",
    "LIMITS": "engine limits by level, in the package of each game",
    "LINES": "bitboards of the lines of a game",
    "OPTIONS": "options of the set-up (`Game.options`), in the package of each game",
    "ROOT": "the root of the checkout, found by each program for itself",
    "SIZE": "number of the weights of each game",
    "Setup": "the options of each game that its positions must know",
    "T": "type variable",
    "WEIGHTS": "the file of learned weights of each game",
    "facts": "`Game.facts` of each game; `explain.facts` adds the general ones",
    "joined": "whether stones are connected, of one position or of a batch",
    "legal": "legal moves of each game, of one position or of a batch",
    "main": "entry points of the programs",
    "opening": "`Game.opening`: the starting position of each game",
    "position": "a position of each game from its bitboards",
    "refusal": "`Game.refusal` of each game",
    "remarks": "`Game.remarks` of each game",
}
"""Names with one meaning in all their modules, each with the reason why they have several."""


def sources() -> Iterator[Path]:
    """The modules of the product."""
    yield ROOT / "build.py"
    for folder in PRODUCT:
        yield from sorted((ROOT / folder).rglob("*.py"))


def public_names(body: Iterable[ast.stmt]) -> Iterator[str]:
    """The names that statements of a module define, without private ones and imports."""
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found = [name]
            case ast.ClassDef(name=name):
                found = [name]
            case ast.Assign(targets=targets):
                nodes = [node for target in targets for node in ast.walk(target)]
                found = [
                    node.id
                    for node in nodes
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
                ]
            case ast.AnnAssign(target=ast.Name(id=name)):
                found = [name]
            case ast.If() | ast.Try():
                found = list(public_names([*statement.body, *statement.orelse]))
            case _:
                found = []
        yield from (name for name in found if not name.startswith("_"))


def shared_names() -> dict[str, list[str]]:
    """The names defined in several modules, with those modules."""
    modules: defaultdict[str, set[str]] = defaultdict(set)
    for path in sources():
        for name in public_names(ast.parse(path.read_text("utf-8")).body):
            modules[name].add(path.relative_to(ROOT).as_posix())
    return {name: sorted(places) for name, places in modules.items() if len(places) > 1}


def test_a_public_name_has_one_meaning() -> None:
    unknown = {name: places for name, places in shared_names().items() if name not in SAME_MEANING}
    assert not unknown


def test_every_exception_is_needed() -> None:
    assert not SAME_MEANING.keys() - shared_names().keys()
    assert all(SAME_MEANING.values())
