"""How many times slower than a reference this machine is, so that figures of machines compare.

A fixed loop is timed in Python and in a page, as often as it takes to be undisturbed once. A cheap
tablet is 5 times slower than the reference.
"""

import statistics
import time

from playwright.sync_api import Page

_LOOP = compile("for number in range(count): s += number * number", "loop", "exec")
"""Additions and multiplications of whole numbers, at the top of a module."""

_COUNT = 20_000_000
_PYTHON_SECONDS = 2.0
"""Process time that the reference needs for so many turns of the loop with CPython 3.11."""

_JAVASCRIPT_SECONDS = 0.0132
"""Time that a page of the reference needs for as many: measured where Python was 0.76 times as slow
as the reference."""

_JAVASCRIPT_LOOP = """(count) => {
  const begun = performance.now();
  let s = 0;
  for (let number = 0; number < count; number += 1) s += number * number;
  return s && (performance.now() - begun) / 1000;
}"""

_PARTS = 10
"""Runs of the loop in Python, each of that part of its turns."""

_RUNS = 25
"""Runs of the loop in a page."""


def python_slowness() -> float:
    """Return how many times slower than the reference Python is here."""
    return _PARTS * min(_loop_seconds(_COUNT // _PARTS) for _ in range(_PARTS)) / _PYTHON_SECONDS


def _loop_seconds(count: int) -> float:
    begun = time.process_time()
    exec(_LOOP, {"s": 0, "count": count})
    return time.process_time() - begun


def page_slowness(page: Page, slowed: bool = False) -> float:
    """Return how many times slower than the reference a page is; the middle of all runs if it is
    `slowed`, which disturbs each of them."""
    runs = [page.evaluate(_JAVASCRIPT_LOOP, _COUNT) for _ in range(_RUNS)]
    return float(statistics.median(runs) if slowed else min(runs)) / _JAVASCRIPT_SECONDS
