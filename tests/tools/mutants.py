"""Mutation testing: measures how many small changes of the code make a test fail.

A copy in `build/mutants` is mutated, and results are stored there. For each mutation the fastest
tests that call its function run, and a few files with the same words as its line. Other tests might
also detect it. Time limits count processor time, so other programs do not matter.
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
from math import log
from pathlib import Path
from random import Random

import pytest

from tests.tools.mutants_calls import Calls, read
from tests.tools.mutants_changes import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]

NOTICING = {"rules": ("rules",), "game": ("game",)}
"""The folders with mutated code, and the folders below tests/ that should detect the mutations."""

COPIED = (
    *NOTICING, "flipside", "tests", "assets", "web",
    "build.py", "pyproject.toml", "README.md", "LICENSE",
)  # fmt: skip

LIKELY = 3
"""The number of test files run for a mutation that the tests calling its function do not detect."""

NOTHING = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED, -signal.SIGXCPU)
"""The exit codes of pytest if nothing was detected: passed, no test, out of time."""

WATCHING = 90
"""The processor seconds for recording a test file. Later tests are selected by words only."""

SECONDS = 10
"""The processor seconds for the tests that call a mutated function; pytest gets twice as many."""


def concerned(source: str, line: int) -> set[str]:
    """Return the qualified name of the innermost function around a line. Outside of functions,
    return those that use a name assigned in the line."""
    around, given, users = "", set[str](), dict[str, set[str]]()

    def go(node: ast.AST, within: str) -> None:
        nonlocal around, given
        for inner in ast.iter_child_nodes(node):
            name = within
            if isinstance(inner, ast.FunctionDef | ast.ClassDef):
                name = f"{within}{inner.name}"
            if isinstance(inner, ast.FunctionDef):
                users[name] = {n.id for n in ast.walk(inner) if isinstance(n, ast.Name)}
                users[name] |= {n.attr for n in ast.walk(inner) if isinstance(n, ast.Attribute)}
                if _has(inner, line):
                    around = name
                name += ".<locals>"
            elif isinstance(inner, ast.Assign | ast.AnnAssign) and _has(inner, line):
                named = [n for n in ast.walk(inner) if isinstance(n, ast.Name)]
                given |= {n.id for n in named if isinstance(n.ctx, ast.Store)}
            go(inner, f"{name}." if name and not name.endswith(".") else name)

    go(ast.parse(source), "")
    return {around} if around else {name for name, used in users.items() if used & given}


def _has(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or 0)


class Bench:
    """A copy of the program in which mutations are tried."""

    def __init__(self, folder: Path) -> None:
        self.tree, self.output = folder / "tree", folder / "output.txt"
        shutil.rmtree(self.tree, ignore_errors=True)
        for name in COPIED:
            source, target = ROOT / name, self.tree / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)
        parts = [self.tree / "tests" / part for named in NOTICING.values() for part in named]
        files = [path for part in parts for path in part.rglob("test_*.py")]
        self.words = {
            str(path.relative_to(self.tree)): set(re.findall(r"\w+", path.read_text("utf-8")))
            | set(path.stem.split("_"))
            for path in sorted(files)
        }
        """The words of each test file."""
        self.known = Counter(word for words in self.words.values() for word in words)
        """The number of test files that contain each word."""
        self.calls: list[Calls] = []
        """The recorded calls of tests, fastest tests first."""
        self.sound: set[str] = set()
        """Tests known to pass without a mutation."""
        self.noticed = ""
        """The test that detected the last mutation."""
        self.flawed: set[str] = set()
        """Tests known to fail without a mutation."""

    def watch(self, folder: Path, parts: set[str]) -> None:
        """Record the calls of the tests of these parts, once for each version of a file."""
        folder.mkdir(exist_ok=True)
        found: list[Calls] = []
        names = [name for name in self.words if name.split("/")[1] in parts]
        if self._pytest("--collect-only", *names, seconds=600, compiles=True):
            raise SystemExit(f"the tests cannot be collected: see {self.output}")
        for name in names:
            path = folder / f"{digest([self.tree / name])}.jsonl"
            if not path.is_file():
                print(f"watching {name}", flush=True)
                new = path.with_suffix(".new")
                new.write_bytes(b"")
                self._pytest(name, f"--calls={new}", seconds=WATCHING, stops=False)
                new.rename(path)
            found += read(path)
        self.calls = sorted(found, key=lambda calls: calls.seconds)
        self.sound |= {calls.test for calls in found}

    def callers(self, mutant: Mutant) -> list[str]:
        """Return the fastest tests that call the mutated function or use the mutated name."""
        source = (self.tree / mutant.path).read_text("utf-8")
        names = {f"{mutant.path}:{name}" for name in concerned(source, mutant.line)}
        return self._quickest([calls for calls in self.calls if names & calls.functions])

    def _quickest(self, those: list[Calls]) -> list[str]:
        chosen, seconds = list[str](), 0.0
        for calls in those:
            seconds += calls.seconds
            if chosen and seconds > SECONDS:
                break
            chosen.append(calls.test)
        return chosen

    def named(self, mutant: Mutant) -> list[str]:
        """Return the fastest recorded tests of the likely files, and likely files without any."""
        files = set(self.likely(mutant)[:LIKELY])
        watched = [calls for calls in self.calls if calls.test.split("::")[0] in files]
        others = files - {calls.test.split("::")[0] for calls in watched}
        return [*self._quickest(watched), *sorted(others)]

    def likely(self, mutant: Mutant) -> list[str]:
        """Return the test files, first those with the rarest words of the mutated place."""
        source = (self.tree / mutant.path).read_text("utf-8")
        around = re.findall(r"\w+", source.splitlines()[mutant.line - 1])
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and _has(node, mutant.line):
                around += [node.name, node.name.strip("_")]
        of_path = {*Path(mutant.path).with_suffix("").parts}
        here = {*around, *of_path} - {"__init__", "scenes", *NOTICING}
        own = Path(mutant.path).stem
        worth = {word: log(len(self.words) / self.known[word]) for word in here & {*self.known}}

        def rank(name: str) -> tuple[bool, float]:
            named = {word for word in of_path - {"position"} if word in Path(name).stem}
            found = sum(worth.get(word, 0.0) for word in self.words[name])
            same = mutant.path.split("/")[0] in name or own in Path(name).stem.split("_")
            return not same, -found - 3 * len(named)

        return sorted(self.words, key=rank)

    def verdict(self, mutant: Mutant) -> str:
        """Return "caught" or "survived"."""
        path, groups = self.tree / mutant.path, [self.callers(mutant), self.named(mutant)]
        good, times = path.read_bytes(), path.stat()
        path.write_bytes(good[: mutant.start] + mutant.text.encode() + good[mutant.end :])
        try:
            without = [f"--deselect={test}" for test in self.flawed]
            codes = (self._pytest(*group, *without) for group in groups if group)
            caught = any(code not in NOTHING for code in codes)
        finally:
            path.write_bytes(good)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        if caught and not self._accountable():
            return self.verdict(mutant)
        return "caught" if caught else "survived"

    def _accountable(self) -> bool:
        """Return whether the failed tests pass without the mutation; exclude others from now on."""
        lines = self.output.read_text("utf-8").splitlines()
        told = re.compile(r"(?:FAILED|ERROR) (tests/\S+\.py::.*)")
        failed = [found[1].partition(" - ")[0] for line in lines if (found := told.match(line))]
        self.noticed = " ".join(failed) or "all that read it"
        for test in {*failed} - self.sound:
            if self._pytest(test, seconds=600):
                print(f"left out, since it fails without any change: {test}", flush=True)
                self.flawed.add(test)
                return False
            self.sound.add(test)
        return True

    def _pytest(
        self,
        *arguments: str,
        seconds: int = 2 * SECONDS,
        compiles: bool = False,
        stops: bool = True,
    ) -> int:
        """Return the exit code of pytest in the copy, negative after a timeout."""
        options = ("-q", "-p", "no:cacheprovider", "-p", "tests.tools.mutants_calls")
        # Bytecode of a mutated file must not be used for the original file.
        own = {"PYTHONDONTWRITEBYTECODE": "" if compiles else "1"}
        own["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins start more slowly than many tests run
        with self.output.open("w") as output:
            code = subprocess.call(
                [sys.executable, "-m", "pytest", *options, *(["-x"] if stops else []), *arguments],
                cwd=self.tree,
                env={**os.environ, **own},
                stdout=output,
                stderr=output,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)),
            )
        told = self.output.read_text("utf-8")
        broken = "ERROR collecting" in told or "while loading conftest" in told
        if code == pytest.ExitCode.USAGE_ERROR and not broken:
            raise SystemExit(f"pytest does not know what to do: see {self.output}")
        return code


def digest(paths: list[Path]) -> str:
    """Return a hash of the files."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def measure(folder: Path, count: int, seed: int, only: str = "") -> int:
    """Try `count` mutations and print the survivors; return their number. A caught mutation is
    tried again only if its file changes, a survivor only if the tests change."""
    folder.mkdir(parents=True, exist_ok=True)
    bench, answers = Bench(folder), folder / "answers.json"
    paths = sorted(path for part in NOTICING for path in (bench.tree / part).rglob("*.py"))
    names = [str(path.relative_to(bench.tree)) for path in paths]
    every = [m for n in names for m in mutants(n, (bench.tree / n).read_text("utf-8"))]
    among = [m for m in every if only in m.path or only == f"{m.path}:{m.line}"]
    some = Random(seed).sample(among, min(count, len(among)))
    parts = {part for mutant in some for part in NOTICING[mutant.path.split("/")[0]]}
    bench.watch(folder / "calls", parts)
    tests = digest(list((bench.tree / "tests").rglob("*.py")))
    known = json.loads(answers.read_text()) if answers.is_file() else {}
    survived = []
    for number, mutant in enumerate(some, 1):
        key = f"{mutant} {mutant.start} {digest([bench.tree / mutant.path])}"
        verdict, when = known.get(key, ("survived", ""))
        if verdict == "survived" and when != tests:
            verdict = bench.verdict(mutant)
            if verdict == "caught":
                print(f"by {bench.noticed}:")
            known[key] = verdict, tests
            answers.write_text(json.dumps(known, indent=0))
        if verdict == "survived":
            survived.append(mutant)
        print(f"{number:4} {verdict:8} {mutant}", flush=True)
    print(f"\n{len(some) - len(survived)} of {len(some)} caught ({len(among)} are possible)")
    for mutant in survived:
        print(f"survived: {mutant}")
    return len(survived)
