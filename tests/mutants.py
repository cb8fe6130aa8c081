"""How much the tests notice: small changes of the code, each of which ought to make a test fail.

Works on a copy in `build/mutants`, where the answers are kept as well. The few files of tests run
that speak of the same things as the changed line, so rather too little is noticed than too much.
Time is the processor's, for a busy machine shall change nothing. A plugin for pytest as well, with
which a test that hangs fails.
"""

import ast
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import islice
from math import log
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).resolve().parent.parent

CODE = ("rules", "game")
"""The folders whose code is changed, and below tests/ those whose tests ought to notice."""

COPIED = (*CODE, "tests", "assets", "web", "build.py", "pyproject.toml", "README.md")

GROUPS = (3, 9)
"""So many files of tests run for a change, and then so many more: beyond these few notice."""

SECONDS = 20
"""Of the processor for a group; what its tests have not noticed by then survives."""

HANGS = 20.0
"""Of the processor for one test."""

SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult, ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
"""What each operator is exchanged for."""

NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes of a file from `start` to `end` become `text`."""

    path: str
    line: int
    start: int
    end: int
    old: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old}  ->  {self.text}"


def mutants(path: str, source: str) -> Iterator[Mutant]:
    """Every change of a file, in the order of its lines."""
    tree, data = ast.parse(source), source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _changeable(tree):
        for text in _changed(node):
            assert node.end_lineno is not None
            assert node.end_col_offset is not None
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            yield Mutant(path, node.lineno, start, end, data[start:end].decode(), text)


def _changeable(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The nodes of a tree but for types, decorators, and texts, which have no places inside."""
    left_out = {"annotation", "returns", "decorator_list", "pattern"}
    if isinstance(node, ast.JoinedStr) or _for_types(node):
        return
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for field, value in ast.iter_fields(node):
        if field not in left_out:
            for inner in value if isinstance(value, list) else [value]:
                if isinstance(inner, ast.AST):
                    yield from _changeable(inner)


def _for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _changed(node: ast.expr | ast.stmt) -> Iterator[str]:
    """What may stand in the place of an expression or a statement."""
    match node:
        case ast.Compare(ops=[op, *_]):
            yield _with(node, ops=[SWAPPED[type(op)](), *node.ops[1:]])
        case ast.BoolOp() | ast.BinOp() if type(node.op) in SWAPPED:
            yield _with(node, op=SWAPPED[type(node.op)]())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield f"({ast.unparse(node.operand)})"
        case ast.Constant(value=bool()):
            yield str(not node.value)
        case ast.Constant(value=int() | float()):
            yield f"({node.value!r} + 1)"
        case ast.IfExp():
            yield _with(node, body=node.orelse, orelse=node.body)
        case ast.Name(id=name, ctx=ast.Load()) if name in NAMES:
            yield NAMES[name]
        case ast.Break():
            yield "continue"
        case ast.Continue():
            yield "break"
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return None"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Delete():
            yield "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "pass"
        case _:
            pass


def _with(node: ast.expr, **fields: object) -> str:
    new = deepcopy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return f"({ast.unparse(new)})"


class Bench:
    """A copy of the program in which changes are tried."""

    def __init__(self, folder: Path) -> None:
        self.tree, self.output = folder / "tree", folder / "output.txt"
        shutil.rmtree(self.tree, ignore_errors=True)
        for name in COPIED:
            source, target = ROOT / name, self.tree / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)
        files = [path for part in CODE for path in (self.tree / "tests" / part).rglob("test_*.py")]
        self.words = {
            str(path.relative_to(self.tree)): set(re.findall(r"\w+", path.read_text("utf-8")))
            | set(path.stem.split("_"))
            for path in sorted(files)
        }
        """The words of each file of tests."""
        self.known = Counter(word for words in self.words.values() for word in words)
        """In how many of them each word stands."""
        self.sound: set[str] = set()
        """Tests that are known to pass without any change."""
        if self._pytest("--collect-only", *self.words, seconds=600, compiles=True):
            raise SystemExit(f"the tests cannot be collected: see {self.output}")

    def likely(self, mutant: Mutant) -> list[str]:
        """The files of tests, first those with the rarest words of the changed place."""
        source = (self.tree / mutant.path).read_text("utf-8")
        around = re.findall(r"\w+", source.splitlines()[mutant.line - 1])
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                assert node.end_lineno is not None
                if node.lineno <= mutant.line <= node.end_lineno:
                    around += [node.name, node.name.strip("_")]
        of_path = {*Path(mutant.path).with_suffix("").parts}
        here = {*around, *of_path} - {"__init__", "scenes", *CODE}
        worth = {word: log(len(self.words) / self.known[word]) for word in here & {*self.known}}

        def rank(name: str) -> tuple[bool, float]:
            named = {word for word in of_path - {"position"} if word in Path(name).stem}
            found = sum(worth.get(word, 0.0) for word in self.words[name])
            return mutant.path.split("/")[0] not in name, -found - 3 * len(named)

        return sorted(self.words, key=rank)

    def verdict(self, mutant: Mutant) -> str:
        """ "caught" or "survived"."""
        path, files = self.tree / mutant.path, iter(self.likely(mutant))
        good, times = path.read_bytes(), path.stat()
        path.write_bytes(good[: mutant.start] + mutant.text.encode() + good[mutant.end :])
        try:
            codes = (self._pytest(*islice(files, count)) for count in GROUPS)
            caught = any(code not in (0, -signal.SIGXCPU) for code in codes)
        finally:
            path.write_bytes(good)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        if caught:
            self._hold_to_account()
        return "caught" if caught else "survived"

    def _hold_to_account(self) -> None:
        """Whatever failed just now must pass while nothing is changed."""
        lines = self.output.read_text("utf-8").splitlines()
        failed = [line.partition(" - ")[0] for line in lines if line.startswith("FAILED ")]
        for test in {line.removeprefix("FAILED ") for line in failed} - self.sound:
            if self._pytest(test, seconds=600):
                raise SystemExit(f"{test} fails without any change: see {self.output}")
            self.sound.add(test)

    def _pytest(self, *arguments: str, seconds: int = SECONDS, compiles: bool = False) -> int:
        """The exit code of pytest in the copy, negative where its time was over."""
        options = ("-x", "-q", "-p", "no:cacheprovider", "-p", "tests.mutants")
        # What is compiled of a changed file must not be found when it is as it was.
        own = {"PYTHONDONTWRITEBYTECODE": "" if compiles else "1"}
        own["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # they take longer to start than many a test
        with self.output.open("w") as output:
            return subprocess.call(
                [sys.executable, "-m", "pytest", *options, *arguments],
                cwd=self.tree,
                env={**os.environ, **own},
                stdout=output,
                stderr=output,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)),
            )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """A test that takes too long fails."""

    def stop(number: int, frame: object) -> None:
        raise TimeoutError("this test hangs")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, HANGS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def digest(paths: list[Path]) -> str:
    """A word that changes with any of the files."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def measure(folder: Path, count: int, seed: int, only: str = "") -> int:
    """Try that many changes and print those that nothing notices; the number of these.

    What was caught is not tried again while its file is the same, the others while the tests are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    bench, answers = Bench(folder), folder / "answers.json"
    paths = sorted(path for part in CODE for path in (bench.tree / part).rglob("*.py"))
    names = [str(path.relative_to(bench.tree)) for path in paths]
    every = [m for n in names for m in mutants(n, (bench.tree / n).read_text("utf-8"))]
    among = [mutant for mutant in every if only in mutant.path]
    some = Random(seed).sample(among, min(count, len(among)))
    tests = digest(list((bench.tree / "tests").rglob("*.py")))
    known = json.loads(answers.read_text()) if answers.is_file() else {}
    survived = []
    for number, mutant in enumerate(some, 1):
        key = f"{mutant} {mutant.start} {digest([bench.tree / mutant.path])}"
        verdict, when = known.get(key, ("survived", ""))
        if verdict == "survived" and when != tests:
            verdict = bench.verdict(mutant)
            known[key] = verdict, tests
            answers.write_text(json.dumps(known, indent=0))
        if verdict == "survived":
            survived.append(mutant)
        print(f"{number:4} {verdict:8} {mutant}", flush=True)
    print(f"\n{len(some) - len(survived)} of {len(some)} caught ({len(among)} are possible)")
    for mutant in survived:
        print(f"survived: {mutant}")
    return len(survived)
