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
    "LEAST_PYTHON": "both programs check it before they import anything",
    "LIMITS": "engine limits by level, in the package of each game",
    "OPTIONS": "options of the set-up (`Game.options`), in the package of each game",
    "facts": "`Game.facts` of each game; `explain.facts` adds the general ones",
    "main": "entry points of the programs",
    "opening": "`Game.opening`: the starting position of each game",
    "refusal": "`Game.refusal` of each game",
    "remarks": "`Game.remarks` of each game",
}
"""Names with one meaning in all their modules, each with the reason why they have several."""

LEFT_TO_RENAME = """
AHEAD ALL ARROWS ASIDE Answer At BLOCK BOARD Bits Box CAP CELL CHUNK CIRCLE CLEAR CLOSE COLOURS
COLUMNS COMMANDS CORNERS COUNT COUNTED COUNTS Choice Choosing Clock DARK DEEPEST DEPTH DEPTHS
DIAGONAL EACH EAST EMPTY END ENOUGH EXACT_DEPTH EXITS Entry FAR FEW FIELDS FINE FIRST FLAGS
FORCED FORMAT FORMATS FULL Field Flags Floats GOALS Group HEAD HIGH Index Indices KEYS KINDS
Keys Kind LANGUAGES LATE LEFT LEVELS LIGHT LINE LINES LONGEST LONGEST_LINE LOST Laying Line
MATCHES MAX_BYTES MAX_DEALS MAX_LENGTH MAX_PLIES MOST MOVES Moment NAME NEAR NOBODY NONE NORTH
Numbers OFF ONE OPEN OPENED OPENING OPENINGS OUT PAGE PARTS PATH PATIENCE PITS PLACES PLIES
POINT PORTION Paint Picture Place Play Player Points RANDOM REASONS REPEATED RIDGE ROOM ROOT
ROUNDS ROWS Record Row SCALE SHORT SIDE SIZE SIZES SMALL SOUTH SPARE STAGES STAGE_OF STARTS STEP
STEPS STEP_POSITIONS STEP_SECONDS STYLES SURE SWINGS Setup Sheet Sign Small State Step T TARGET
TEMPO TRIES TURN Table Tables Task Tile TranspositionTable WAYS WEIGHTS WEST WHEELS WIDE WIDTHS
WIN WON WORDS WORTH WRITTEN Way Weights Words add_head arranged beside book build bytes_of
chosen count evaluate features figures fits fitted fitting found group hashed image islands
joined judged keep largest learned legal line lines looked margins matches measure numbers
on_board open_ways packed parsed perft play played popcount position put read search series_of
short show sign singles sits_down spread swung table thoughts turned value verdict whole
winner_of write written
"""
UNDECIDED = frozenset(LEFT_TO_RENAME.split())
"""Names that need another name or a reason in `SAME_MEANING`. No name may be added."""


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
    unknown = {
        name: places
        for name, places in shared_names().items()
        if name not in SAME_MEANING and name not in UNDECIDED
    }
    assert not unknown


def test_every_exception_is_needed() -> None:
    assert not {*SAME_MEANING, *UNDECIDED} - shared_names().keys()
    assert not UNDECIDED & SAME_MEANING.keys()
    assert all(SAME_MEANING.values())
