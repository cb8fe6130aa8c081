"""One word, one meaning: a public name of the product is defined in one module, or allowed here.

A public member is either called or data in all classes of a package.
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
    "Floats": "type of arrays, named in each package that may not import the other",
    "LEAST_PYTHON": "both programs check it before they import anything",
    "LIMITS": "engine limits by level, in the package of each game",
    "LINES": "bitboards of the lines of a game",
    "OPTIONS": "options of the set-up (`Game.options`), in the package of each game",
    "ROOT": "the root of the checkout, found by each program for itself",
    "SIZE": "number of the weights of each game",
    "Setup": "the options of each game that its positions must know",
    "WEIGHTS": "the file of learned weights of each game",
    "cell_descriptions": "`Game.cell_descriptions` of each game",
    "facts": "`Game.facts` of each game; `explain.facts` adds the general ones",
    "illegal_reason": "`Game.illegal_reason` of each game",
    "joined": "whether stones are connected, of one position or of a batch",
    "legal": "legal moves of each game, of one position or of a batch",
    "lessons_after_loss": "`Game.lessons_after_loss` of each game",
    "main": "entry points of the programs",
    "opening": "`Game.opening`: the starting position of each game",
    "position": "a position of each game from its bitboards",
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


# -- members ---------------------------------------------------------------------------------------

BOTH_KINDS: dict[str, str] = {}
"""Members that are a method of one class and data of another in the same package, with the reason
why both mean the same."""


def public_classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Yield the public classes of a module."""
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
            yield statement


def members(defined: ast.ClassDef) -> dict[str, str]:
    """Return the public members of a class by name: each is "called" or "data".

    A property is data. A field that holds a function is called.
    """
    kinds: dict[str, str] = {}
    for statement in defined.body:
        match statement:
            case ast.FunctionDef(name=name, decorator_list=decorators, returns=returns):
                kinds[name] = kind_of(returns) if reads(decorators) else "called"
                for target, annotation in assigned(statement):
                    kinds.setdefault(target, kind_of(annotation))
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                kinds[name] = kind_of(annotation)
            case ast.Assign(targets=[ast.Name(id=name)]):
                kinds[name] = "data"
    return {name: kind for name, kind in kinds.items() if not name.startswith("_")}


def reads(decorators: Iterable[ast.expr]) -> bool:
    """Return whether decorators make a method a property."""
    words = [ast.unparse(decorator) for decorator in decorators]
    return any("property" in word or word.endswith(".setter") for word in words)


def assigned(method: ast.FunctionDef) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the attributes that a method gives to `self`, with their annotations.

    One that is a parameter has the annotation of the parameter.
    """
    parameters = {arg.arg: arg.annotation for arg in [*method.args.args, *method.args.kwonlyargs]}
    for node in ast.walk(method):
        match node:
            case ast.AnnAssign(target=ast.Attribute(ast.Name("self"), name), annotation=annotation):
                yield name, annotation
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from attributes(target, value, parameters)


def attributes(
    target: ast.expr, value: ast.expr, parameters: dict[str, ast.expr | None]
) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the attributes of `self` to which an assignment gives a value."""
    match target, value:
        case ast.Tuple(elts=targets), ast.Tuple(elts=values):
            for each, its_value in zip(targets, values, strict=True):
                yield from attributes(each, its_value, parameters)
        case ast.Tuple(elts=targets), _:
            for each in targets:
                yield from attributes(each, value, {})
        case ast.Attribute(ast.Name("self"), name), ast.Name(parameter):
            yield name, parameters.get(parameter)
        case ast.Attribute(ast.Name("self"), name), _:
            yield name, None


def kind_of(annotation: ast.expr | None) -> str:
    """Return the kind of a field with this annotation."""
    words = "" if annotation is None else ast.unparse(annotation)
    return "called" if words.startswith(("Callable", "Action")) else "data"


def members_of_both_kinds(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Return the members that are called in one class and data in another of their package.

    A member that a class inherits has the meaning of its base class.
    """
    trees = {path: ast.parse(path.read_text("utf-8")) for path in paths}
    classes = {one.name: one for tree in trees.values() for one in public_classes(tree)}

    def inherited(defined: ast.ClassDef) -> set[str]:
        bases = [ast.unparse(base).split("[")[0].split(".")[-1] for base in defined.bases]
        known = [classes[base] for base in bases if base in classes]
        return set().union(*(members(base).keys() | inherited(base) for base in known))

    kinds: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for path, tree in trees.items():
        for defined in public_classes(tree):
            for name, kind in members(defined).items():
                if name not in inherited(defined):
                    package = path.parent.relative_to(ROOT).as_posix()
                    kinds[f"{package}: {name}"][defined.name] = kind
    return {
        name: [f"{kind} in {holder}" for holder, kind in by_class.items()]
        for name, by_class in kinds.items()
        if len(set(by_class.values())) > 1
    }


def test_a_member_has_one_meaning_in_its_package() -> None:
    mixed = members_of_both_kinds(sources())
    assert not {name: places for name, places in mixed.items() if name not in BOTH_KINDS}


def test_every_exception_of_a_member_is_needed() -> None:
    assert not BOTH_KINDS.keys() - members_of_both_kinds(sources()).keys()
    assert all(BOTH_KINDS.values())
