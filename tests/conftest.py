"""What all tests share: options for more of them, and examples that do not depend on the day or on
how busy the machine is."""

import gc
import os
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import pytest
from hypothesis import HealthCheck, settings

SAMPLE = 8
"""Long tests without a browser that are run for a word; about half a minute on a quiet machine."""

BROWSER_SAMPLE = 1
"""Long tests in a browser that are run for a word. One takes as long as ten others."""

settings.register_profile(
    "flipside",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],  # it compares a time with a constant
)
settings.load_profile("flipside")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="all tests, with their full numbers")
    parser.addoption(
        "--sample", metavar="WORD", help=f"{SAMPLE + BROWSER_SAMPLE} of the long tests too"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what costs more than it finds, unless the full numbers are asked for.

    Groups come first: they are long, and one that came last would be waited for by all others.
    """
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)
    if not config.getoption("--long"):
        long = [item for item in items if item.get_closest_marker("long")]
        word = config.getoption("--sample")
        in_browsers = [item.nodeid for item in long if "browser" in item.path.parts]
        others = [
            item.nodeid
            for item in long
            if "browser" not in item.path.parts and not item.get_closest_marker("minutes")
        ]
        chosen = sampled(others, SAMPLE, word) | sampled(in_browsers, BROWSER_SAMPLE, word)
        for item in long:
            if item.nodeid not in chosen:
                item.add_marker(pytest.mark.skip(reason="only with --long"))


def sampled(names: list[str], count: int, word: str | None) -> set[str]:
    """Return that many names, the same ones for the same word; none without a word."""
    order = sorted(names, key=lambda name: sha256(f"{word} {name}".encode()).digest())
    return set(order[:count] if word else ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line how many tests were skipped, and why."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    if reasons:
        told = [f"{count} ({reason})" for reason, count in reasons.most_common()]
        terminalreporter.write_line(f"tests skipped: {', '.join(told)}")


def pytest_collection_finish() -> None:
    """Let no collection of garbage go through what was imported: the program collects between all
    scenes."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no program of a test wait for the disk after each save, nor for a collection of garbage
    before each scene: both would be most of the time that the tests take."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    for name in ("collect", "disable", "freeze"):
        monkeypatch.setattr(gc, name, lambda: 0)


@pytest.fixture(autouse=True, scope="module")
def collected() -> Iterator[None]:
    """Collect garbage after the tests of a file. Programs are circles, and hold large pictures."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the full numbers are asked for."""
    return bool(request.config.getoption("--long"))
