"""Measures how many times slower than a reference this machine is, so that figures of machines are
comparable. A fixed loop is timed in Python and in a page, often enough for one undisturbed run. A
cheap tablet is 5 times slower than the reference."""

import statistics
import time

from playwright.sync_api import Page

_LOOP = compile("for number in range(count): s += number * number", "loop", "exec")
"""A loop of integer additions and multiplications at module level."""

_COUNT = 20_000_000
_PYTHON_SECONDS = 2.0
"""The process time of the reference for _COUNT iterations in CPython 3.11."""

_JAVASCRIPT_SECONDS = 0.0132
"""The time of a page on the reference for _COUNT iterations, computed from a machine on which
Python was 0.76 times as slow."""

_JAVASCRIPT_LOOP = """(count) => {
  const begun = performance.now();
  let s = 0;
  for (let number = 0; number < count; number += 1) s += number * number;
  return s && (performance.now() - begun) / 1000;
}"""

_PARTS = 10
"""The number of runs in Python, each with 1 / _PARTS of the iterations."""

_RUNS = 25
"""The number of runs in a page."""


def python_slowness() -> float:
    """Return how many times slower Python is here than on the reference."""
    return _PARTS * min(_loop_seconds(_COUNT // _PARTS) for _ in range(_PARTS)) / _PYTHON_SECONDS


def _loop_seconds(count: int) -> float:
    begun = time.process_time()
    exec(_LOOP, {"s": 0, "count": count})
    return time.process_time() - begun


def page_slowness(page: Page, slowed: bool = False) -> float:
    """Return how many times slower a page is than on the reference. Use the median of all runs if
    the page is `slowed`, because every run is disturbed then."""
    runs = [page.evaluate(_JAVASCRIPT_LOOP, _COUNT) for _ in range(_RUNS)]
    return float(statistics.median(runs) if slowed else min(runs)) / _JAVASCRIPT_SECONDS
