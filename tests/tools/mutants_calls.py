"""A plugin for pytest that records which functions each test calls, and its time. With `--calls
FILE` every passing test adds a line to the file. A test that takes too long fails in any case."""

import json
import signal
import time
from collections.abc import Iterator
from cProfile import Profile
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

import pytest

HANGS = 12.0
"""The maximum processor seconds of a test."""


@dataclass(frozen=True)
class Calls:
    """The functions and time of a test of the unchanged program."""

    test: str
    seconds: float
    """The processor seconds, including the recording."""
    functions: frozenset[str]
    """The called functions, each as path:qualified name."""


def read(path: Path) -> list[Calls]:
    """Return the recorded calls of the tests; empty if there is no file."""
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return [
        Calls(test, seconds, frozenset(names)) for test, seconds, names in map(json.loads, lines)
    ]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--calls", type=Path, metavar="FILE", help="write down what each test calls")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Record the calls of a test with its fixtures."""
    path: Path | None = item.config.getoption("--calls")
    if path is None:
        return (yield)
    failed, start = item.session.testsfailed, time.process_time()
    with Profile(builtins=False) as profile:
        result = yield
    if item.session.testsfailed == failed:
        root = f"{item.config.rootpath}/"
        codes = [entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType)]
        own = [code for code in codes if code.co_filename.startswith(root)]
        names = {f"{c.co_filename.removeprefix(root)}:{c.co_qualname}" for c in own}
        with path.open("a", encoding="utf-8") as file:
            line = item.nodeid, round(time.process_time() - start, 3), sorted(names)
            file.write(json.dumps(line) + "\n")
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Stop a test that hangs, unless its calls are recorded, which takes longer."""
    if item.config.getoption("--calls"):
        return (yield)

    def stop(number: int, frame: object) -> None:
        raise TimeoutError("this test hangs")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, HANGS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
