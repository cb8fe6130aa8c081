"""Measures how smooth the first match of each game is in Chromium on a slow processor; prints
medians. The processor is slowed to a multiple of the reference (`processor.py`). Frames come from
`requestAnimationFrame`, taps from the browser's Event Timing. Only the main thread of the page is
slowed, not its worker or the browser."""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    ViewportSize,
    sync_playwright,
)

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.match import Match
from tests.browser.tab import Tab
from tests.browser.watched_page import incomplete, put, run, settle, watch
from tests.tools.bench_web import CHROMIUM, FLAGS, served
from tests.tools.processor import page_slowness, python_slowness
from web.site import build_site

_SCREEN: ViewportSize = {"width": 820, "height": 1180}
_PIXEL_RATIO = 2

_MOVES = 8
"""The number of moves of the person in each match."""

_SETTLED_SECONDS = 20
"""The seconds after the first start for loading and compiling the rest of the page."""

_EMPTY = """<body style="height: 100vh"><script>
addEventListener('pointerup', () => {
  document.body.style.background = document.body.style.background ? '' : 'teal';
});
</script>"""
"""A page that only changes its colour on a tap."""

_EMPTY_TAPS = 20

_WATCH = """() => {
  globalThis.frames = [];
  globalThis.taps = [];
  let before = performance.now();
  let moved = true;
  const next = (now) => {
    frames.push([now - before, moved]);
    before = now;
    moved = !globalThis.flipside;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  if (globalThis.flipside) {
    const { show } = flipside;
    flipside.show = (numbers) => { moved = true; show(numbers); };
  }
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) taps.push(duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}"""
"""Records the milliseconds between frames, and whether the game drew a frame meanwhile."""

Figures = dict[tuple[str, str], list[float]]
"""The figures by place and kind of measurement."""


def measure(
    cdn: str, slowness: float, other: Path | None, games: Sequence[str], rounds: int
) -> bool:
    """Build the site with the runtime `cdn` and print the figures of each game, on a page
    `slowness` times slower than the reference. Also print those of the site `other`. Return False
    if this machine is too slow for that."""
    print(f"this machine: Python {python_slowness():.2f} times slower than the reference")
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        site = Path(temporary) / "site"
        build_site(site, vendor=cdn, lock=Path(temporary) / "lock.json")
        with closing(_started(playwright)) as browser:
            own = page_slowness(browser.new_page())
        print(f"this machine: JavaScript {own:.2f} times slower than the reference", flush=True)
        if own > slowness:
            print(f"bench web: it cannot be as fast as {slowness:g} times slower", file=sys.stderr)
            return False
        rate = slowness / own
        sites = {"other": other, "this": site} if other else {"this": site}
        for _ in range(rounds):
            with closing(_started(playwright)) as browser:
                _note(figures, "an empty page", _empty_figures(browser, rate))
            for game in games or [game.key for game in GAMES]:
                for name, folder in sites.items():
                    with served(folder) as address, closing(_started(playwright)) as browser:
                        where = f"{game}, {name}" if other else game
                        _note(figures, where, _figures(browser, address, game, rate))
    print(f"medians of {rounds}, {slowness:g} times slower than the reference:")
    for (where, what), found in figures.items():
        print(f"{where}: {what}: {statistics.median(found):.2f}")
    return True


def _started(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


def _note(figures: Figures, where: str, found: Iterator[tuple[str, float]]) -> None:
    """Store and print each figure."""
    for what, figure in found:
        figures.setdefault((where, what), []).append(figure)
        print(f"{where}: {what}: {figure:.2f}", flush=True)


def _screen(browser: Browser) -> BrowserContext:
    return browser.new_context(viewport=_SCREEN, device_scale_factor=_PIXEL_RATIO, has_touch=True)


def _slow_down(page: Page, rate: float) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def _empty_figures(browser: Browser, rate: float) -> Iterator[tuple[str, float]]:
    """Yield the figures of an empty page, which are the browser's share of all others."""
    page = _screen(browser).new_page()
    page.set_content(_EMPTY)
    _slow_down(page, rate)
    yield "times slower than the reference", page_slowness(page, slowed=True)
    page.evaluate(_WATCH)
    for number in range(_EMPTY_TAPS):
        page.touchscreen.tap(100 + 20 * number, 100)
        time.sleep(0.3)
    yield from _smoothness(page.evaluate("frames"), page.evaluate("taps"))


def _figures(browser: Browser, address: str, game: str, rate: float) -> Iterator[tuple[str, float]]:
    tab = Tab(_screen(browser), address, (address,))
    tab.open()
    time.sleep(_SETTLED_SECONDS)
    _slow_down(tab.page, rate)
    begun = time.perf_counter()
    tab.reload()
    yield "seconds of a warm start", time.perf_counter() - begun
    tab.js(_WATCH)
    tab.sit(game)
    _move(tab, game)
    longest = max(length for length, _ in tab.js("frames"))
    yield "seconds of the longest pause before the first move", longest / 1000
    tab.js("frames.length = 0")
    for _ in range(_MOVES - 1):
        _move(tab, game)
    yield from _smoothness(tab.js("frames"), tab.js("taps"))
    watch(tab)
    put(tab, Match(BY_KEY[game], {}, 3))
    for _ in range(3):
        settle(tab)
        run(tab, "live_match = app.stack.top.session.live_match")
        played = "live_match.play(live_match.match.legal()[0])"
        run(tab, f"app.stack.top.session.show({played})")
    settle(tab)
    for _ in range(2):  # the menu of the match opens and closes
        tab.key("Escape")
        settle(tab)
    yield "frames that were looked at", run(tab, "watched.shown")
    yield "incomplete frames among them", len(incomplete(tab))


def _smoothness(frames: list[tuple[float, bool]], taps: list[float]) -> Iterator[tuple[str, float]]:
    """Yield figures of frames during animations, and of taps."""
    moving = [length for (length, moved), (_, goes_on) in pairwise(frames) if moved and goes_on]
    for share in (0.95, 0.99):
        yield f"ms of a frame while something moves, {share:.0%} below", _below(moving, share)
    yield "ms from tap to picture, 95% below", _below(taps, 0.95)
    yield "ms from tap to picture, longest", max(taps, default=0.0)


def _move(tab: Tab, game: str) -> None:
    """Make the first legal move in the person's turn and wait for the answer, until the end."""
    if tab.match(game).result() is not None:
        return
    tab.until(lambda: tab.asked(game))
    tab.look_again(game)
    position = tab.mirror.match.position
    made = len(tab.match(game).moves)
    tab.make(position.name(position.moves()[0]))
    tab.until(lambda: len(tab.match(game).moves) > made + 1 or tab.match(game).result() is not None)


def _below(figures: Sequence[float], share: float) -> float:
    return sorted(figures)[min(len(figures) - 1, int(len(figures) * share))]
