"""Compares the start and the idle load of two sites in Chromium, in turns; prints a table. For the
first start, the server simulates a line of 10 Mbit/s with a delay of 150 ms. All requests of page
and worker use this line."""

import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from playwright.sync_api import Browser, sync_playwright

from tests.tools.bench_web import CHROMIUM, FLAGS, IN_PAGE, OPEN, SIZE, STARTED
from web.serve import SiteHandler, SiteServer
from web.site import build_site

BITS = 10_000_000
"""The bits per second of the simulated line."""
DELAY = 0.15
"""The delay of the simulated line in seconds."""
PIECE = 16_384
"""The number of bytes sent at once."""

PATIENCE = 300_000
"""The timeout of a start in milliseconds."""

SEEN = "performance.getEntriesByName('shelf')[0]?.startTime ?? 0"
SETTLED = 40
"""The seconds for each page to load the rest, and for the browser to cache compiled code."""
RESTS = 20
"""The seconds for which an idle match is measured."""

EMPTY = "<script>const turn = () => requestAnimationFrame(turn); turn();</script>"
"""A page that requests every animation frame and does nothing in it."""


class Line:
    """The simulated line, on which all responses share the rate."""

    def __init__(self) -> None:
        self.slow = False
        self._lock = threading.Lock()
        self._free = 0.0

    def send(self, data: bytes, out: BinaryIO) -> None:
        """Write `data` to `out` at the rate of the line."""
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            if self.slow:
                with self._lock:
                    begins = max(time.monotonic(), self._free)
                    self._free = begins + len(piece) * 8 / BITS
                time.sleep(max(0.0, self._free - time.monotonic()))
            out.write(piece)


class _Slow(SiteHandler):
    """A handler that serves files over the simulated line."""

    def __init__(self, *args: Any, line: Line, **more: Any) -> None:
        self._line = line
        super().__init__(*args, **more)

    def do_GET(self) -> None:  # noqa: N802  its name is given
        if self._line.slow:
            time.sleep(DELAY)
        super().do_GET()

    def copyfile(self, source: object, outputfile: object) -> None:
        self._line.send(cast("BinaryIO", source).read(), cast("BinaryIO", outputfile))


@contextmanager
def _served(site: Path, line: Line) -> Iterator[str]:
    host = SiteServer(("127.0.0.1", 0), partial(_Slow, line=line, directory=str(site)))
    threading.Thread(target=host.serve_forever, args=(0.05,), daemon=True).start()
    yield f"http://127.0.0.1:{host.server_address[1]}/"
    host.shutdown()


def compare(cdn: str, other: Path, rounds: int) -> None:
    """Build the site with the runtime `cdn`, and print medians of it and of the site `other`."""
    found: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        site = Path(temporary) / "site"
        build_site(site, vendor=cdn, lock=Path(temporary) / "lock.json")
        for _ in range(rounds):
            for name, folder in (("other", other), ("this", site)):
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                for what, figure in _figures(browser, folder):
                    found.setdefault(what, {}).setdefault(name, []).append(figure)
                    print(f"{name}: {what}: {figure:.2f}", flush=True)
                browser.close()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        page.set_content(EMPTY)
        print(f"an empty page of animation frames: {_resting(browser):.1f} processor s a minute")
        browser.close()
    print(f"\n| medians of {rounds} | {other.name} | this | |\n|---|---|---|---|")
    for what, both in found.items():
        before, after = statistics.median(both["other"]), statistics.median(both["this"])
        print(f"| {what} | {before:.2f} | {after:.2f} | {after / before:.0%} |")


def _figures(browser: Browser, site: Path) -> Iterator[tuple[str, float]]:
    line = Line()
    with _served(site, line) as address:
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        page = context.new_page()
        for what, slow in (("first start, slow line", True), ("warm start", False)):
            line.slow = slow
            page.goto("about:blank")
            worked, begun = _processor(browser), time.perf_counter()
            page.goto(address, wait_until="commit")
            page.wait_for_function(
                f"document.getElementById('loading') && {STARTED}", timeout=PATIENCE
            )
            taken, worked = time.perf_counter() - begun, _processor(browser) - worked
            yield f"{what}: seconds until the shelf answers", taken
            yield f"{what}: processor seconds", worked
            yield f"{what}: seconds until a shelf is seen", page.evaluate(SEEN) / 1000 or taken
            line.slow = False
            if slow:
                time.sleep(SETTLED)
            time.sleep(2)
        page.evaluate("code => { python.pyodide.runPython(code); }", IN_PAGE)
        opening = OPEN % ("othello", {}, ("person", "person"))
        page.evaluate("code => { python.pyodide.runPython(code); }", opening)
        time.sleep(5)
        yield "a match that waits: processor seconds a minute", _resting(browser)
        context.close()


def _processor(browser: Browser) -> float:
    """Return the processor seconds of all processes of the browser so far."""
    session = browser.new_browser_cdp_session()
    told = session.send("SystemInfo.getProcessInfo")
    session.detach()
    return sum(float(process["cpuTime"]) for process in told["processInfo"])


def _resting(browser: Browser) -> float:
    """Return the processor seconds per minute of an idle page."""
    before = _processor(browser)
    time.sleep(RESTS)
    return (_processor(browser) - before) * 60 / RESTS
