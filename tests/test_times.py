"""No test asserts how long something took: a slow or busy machine would fail it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

TESTS = Path(__file__).parent

CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time"}
CLOCKS |= {f"{clock}_ns" for clock in CLOCKS}
COLLECTORS = {"add", "append", "extend", "insert"}


def is_measured(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression asks a clock, or holds one of these names."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in names:
            return True
        if isinstance(part, ast.Call) and ast.unparse(part.func).removeprefix("time.") in CLOCKS:
            return True
    return False


def assignments(function: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned or added to, and what."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    yield from zip(target.elts, node.value.elts, strict=False)
                else:
                    yield target, node.value
        elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
            if node.value is not None:
                yield node.target, node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            given = node.args if node.func.attr in COLLECTORS else ()
            yield from ((node.func.value, one) for one in given)


def times(function: ast.AST) -> set[str]:
    """The names that hold times of clocks in a function."""
    names, found = set[str](), {""}
    while not found <= names:
        names |= found
        found = {
            one.id
            for target, value in assignments(function)
            if is_measured(value, names)
            for one in ast.walk(target)
            if isinstance(one, ast.Name)
        }
    return names


def timed_asserts(tree: ast.AST) -> Iterator[int]:
    """Lines of asserts that compare a time with anything but another time."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            names = times(function)
            for check in (one for one in ast.walk(function) if isinstance(one, ast.Assert)):
                for node in ast.walk(check.test):
                    if isinstance(node, ast.Compare):
                        sides = {is_measured(one, names) for one in (node.left, *node.comparators)}
                        if len(sides) == 2:
                            yield check.lineno


def test_no_time_is_compared_with_a_constant() -> None:
    found = []
    for path in sorted(TESTS.rglob("*.py")):
        text = path.read_text("utf-8")
        if any(f"{clock}()" in text for clock in CLOCKS):
            found += [
                f"{path.relative_to(TESTS)}:{line}" for line in timed_asserts(ast.parse(text))
            ]
    assert found == []


def test_examples_may_take_their_time() -> None:
    """Hypothesis compares times with constants, too."""
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check


@pytest.mark.parametrize(
    ("lines", "is_found"),
    [
        ("begun = time.monotonic()\nwork()\nassert time.monotonic() - begun < 2", True),
        ("begun = process_time()\ntaken = process_time() - begun\nassert taken < LIMIT", True),
        ("all = []\nall.append(perf_counter_ns() - begun)\nassert 3 > sorted(all)[-1]", True),
        ("most = max(most, time.time() - begun)\nassert work() and most <= 1e-3", True),
        ("one, two = clock(), time.time()\nassert one < 2", False),
        ("one = time.time() - begun\nother = time.time() - begun\nassert one < 9 * other", False),
        ("end = time.time() + 60\nwhile time.time() < end:\n    assert work() < 2", False),
        ("old = time.time() - 3600\nos.utime(path, (old, old))\nassert len(files) == 2", False),
    ],
)
def test_such_an_assert_is_found(lines: str, is_found: bool) -> None:
    indented = lines.replace("\n", "\n    ")
    assert bool(list(timed_asserts(ast.parse(f"def test():\n    {indented}\n")))) is is_found
