"""Measures how smooth the first match of each game is in Chromium on a slow processor; prints a
table. Frames come from `requestAnimationFrame`, taps from the browser's Event Timing."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from flipside.rules.catalogue import GAMES
from tests.browser.tab import Tab
from tests.tools.bench_web import CHROMIUM, FLAGS, served
from web.site import build_site

_SCREEN: ViewportSize = {"width": 820, "height": 1180}
_PIXEL_RATIO = 2

_MOVES = 8
"""Moves of the person in each match."""

_SETTLED_SECONDS = 20
"""Seconds after the first start, in which the page fetches the rest and the browser compiles."""

_WATCH = """() => {
  globalThis.frames = [];
  globalThis.taps = [];
  let before = performance.now();
  const next = (now) => { frames.push([now, now - before]); before = now; requestAnimationFrame(next); };
  requestAnimationFrame(next);
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) taps.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}"""  # noqa: E501

Figures = dict[str, float]


def measure(cdn: str, rate: float, other: Path | None, games: Sequence[str]) -> None:
    """Build this site with that runtime; print the figures of each game, and those of the site
    `other` before them. `rate` is how many times slower the processor is."""
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        site = Path(temporary) / "site"
        build_site(site, vendor=cdn, lock=Path(temporary) / "lock.json")
        sites = {"other": other, "this": site} if other else {"this": site}
        for game in games or [game.key for game in GAMES]:
            for name, folder in sites.items():
                with (
                    served(folder) as address,
                    closing(
                        playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                    ) as browser,
                ):
                    for what, figure in _figures(browser, address, game, rate):
                        print(f"{game}, {name}: {what}: {figure:.2f}", flush=True)


def _figures(browser: Browser, address: str, game: str, rate: float) -> Iterator[tuple[str, float]]:
    context = browser.new_context(
        viewport=_SCREEN, device_scale_factor=_PIXEL_RATIO, has_touch=True
    )
    tab = Tab(context, address, (address,))
    tab.open()
    time.sleep(_SETTLED_SECONDS)
    session = context.new_cdp_session(tab.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    begun = time.perf_counter()
    tab.reload()
    yield "seconds of a warm start", time.perf_counter() - begun
    tab.js(_WATCH)
    tab.sit(game)
    _move(tab, game)
    yield "seconds of the longest pause before the first move", max(_frames(tab)) / 1000
    tab.js("frames.length = 0")
    for _ in range(_MOVES - 1):
        _move(tab, game)
    for share in (0.95, 0.99):
        yield f"ms of a frame, {share:.0%} below", _below(_frames(tab), share)
    yield "ms from tap to picture, 95% below", _below(tab.js("taps"), 0.95)
    yield "ms from tap to picture, longest", max(tab.js("taps"))


def _move(tab: Tab, game: str) -> None:
    """Make the first legal move when the person is asked, and wait for the answer; nothing after
    the end of the match."""
    if tab.match(game).result() is not None:
        return
    tab.until(lambda: tab.asked(game))
    tab.look_again(game)
    position = tab.mirror.match.position
    made = len(tab.match(game).moves)
    tab.make(position.name(position.moves()[0]))
    tab.until(lambda: len(tab.match(game).moves) > made + 1 or tab.match(game).result() is not None)


def _frames(tab: Tab) -> list[float]:
    """Milliseconds between the frames of the page so far."""
    return [float(length) for _, length in tab.js("frames")]


def _below(figures: Sequence[float], share: float) -> float:
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))]
