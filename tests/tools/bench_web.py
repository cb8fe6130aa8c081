"""Measures the page in Chromium with a substitute for pygbag's CDN; prints a table."""

import json
import shutil
import statistics
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.positions import texts
from tests.tools import bench_search
from tests.tools.processor import page_slowness, python_slowness
from web.serve import site_server
from web.site import build_site

SIZE = (1280, 800)
DENSE = ((820, 1180, 2), (1024, 1366, 2), (390, 844, 3))
"""Width and height of screens in CSS pixels, and device pixels per CSS pixel."""

CHROMIUM = shutil.which("chromium") or "chromium"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

STARTED = "document.getElementById('loading').hidden"

Row = tuple[str, str]

IN_PAGE = """
import gc, time
from flipside.game.window.app import App
gc.unfreeze()
app = next(thing for thing in gc.get_objects() if isinstance(thing, App))
frame, times, flips = app.frame, [], [0]
page = app.services.platform
put = page.picture.show
def counted(surface, places):
    flips[0] += 1
    return put(surface, places)
page.picture.show = counted
def timed(seconds, *met):
    begun = time.perf_counter()
    frame(seconds, *met)
    times.append((begun, time.perf_counter() - begun))
app.frame = timed
"""

OPEN = """
from flipside.game.saves.matches import StoredMatch
from flipside.game.scenes.common.board_scene import BoardScene
from flipside.game.scenes.play.session import PlaySession
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match
while len(app.stack.scenes) > 1:
    app.stack.back()
app.stack.open(BoardScene(PlaySession(app.stack, StoredMatch(Match(BY_KEY[%r], %r, 3), %r))))
play = app.stack.top.session
"""


def measure_all(cdn: str) -> None:
    """Build the site with the runtime `cdn`, start it, and print the table."""
    print("| in Chromium | figure |\n|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        site = Path(temporary) / "site"
        build_site(site, vendor=cdn, lock=Path(temporary) / "lock.json")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with served(site) as address:
            for what, figure in _rows(browser, site, address):
                print(f"| {what} | {figure} |", flush=True)
        browser.close()


@contextmanager
def served(site: Path) -> Iterator[str]:
    host = site_server(site)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_address[1]}/"
    host.shutdown()


def _rows(browser: Browser, site: Path, address: str) -> Iterator[Row]:
    yield "the game without runtime, compressed", f"{_app_bytes(site) / 1000:.0f} kB"
    context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
    page = context.new_page()
    yield "Python outside the page, times slower than the reference", f"{python_slowness():.2f}"
    yield "JavaScript, times slower than the reference", f"{page_slowness(page):.2f}"
    yield "cold start to an answering shelf", f"{_start(page, address):.1f} s"
    yield "warm start", f"{_start(page, address):.1f} s"
    page.evaluate("code => python.pyodide.runPython(code)", IN_PAGE)
    yield "flips per second when idle", f"{_idle_flips(page):.0f}"
    yield from _turning_rows(page, "")
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    yield from _turning_rows(page, ", processor slowed four times")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    first, rest = _prepare(page)
    yield "numpy, tables and modules of a first move in Othello, the largest", f"{first:.2f} s"
    yield "those of the other four games after that", f"{rest:.2f} s"
    yield from _search_rows(page)
    _run(page, OPEN % ("othello", {}, ("level8", "level8")))
    yield "frames while the computer thinks", _thinking(page)
    yield "memory of the page after 20 matches", _memory(page)
    context.close()
    for screen in DENSE:
        yield from _dense_rows(browser, address, *screen)


def _app_bytes(site: Path) -> int:
    """Return the size of the site without runtime and strength files; text files are compressed."""
    late = ("cdn", "strength")
    files = [p for p in site.rglob("*") if p.is_file() and p.relative_to(site).parts[0] not in late]
    with tempfile.NamedTemporaryFile() as packed:
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                archive.write(path, path.relative_to(site))
        return Path(packed.name).stat().st_size


def _start(page: Page, address: str) -> float:
    begun = time.perf_counter()
    page.goto(address)
    page.wait_for_function(STARTED, timeout=90_000)
    return time.perf_counter() - begun


def _run(page: Page, code: str) -> None:
    page.evaluate("code => { python.pyodide.runPython(code); }", code)


def _ask(page: Page, code: str) -> object:
    return json.loads(str(page.evaluate("code => python.pyodide.runPython(code)", code)))


def _idle_flips(page: Page) -> float:
    time.sleep(1)
    _run(page, "flips[0] = 0")
    time.sleep(3)
    return float(str(_ask(page, "str(flips[0])"))) / 3


def _rate(page: Page, each_frame: str, seconds: float = 3.0) -> float:
    """Return the frames per second while the Python line `each_frame` runs before each frame."""
    _run(page, f"before = app.step\ndef step(s):\n    before(s)\n    {each_frame}\napp.step = step")
    _run(page, "flips[0] = 0")
    time.sleep(seconds)
    found = float(str(_ask(page, "str(flips[0])"))) / seconds
    _run(page, "app.step = before")
    return found


def _turning_rows(page: Page, how: str) -> Iterator[Row]:
    """Yield frames per second during switches, and with an unchanged picture as the maximum."""
    _run(page, OPEN % ("flipflop", {"setup": "chess"}, ("person", "person")))
    time.sleep(2)
    _run(
        page,
        "shown = app.show\ndef empty():\n"
        "    surface = app.screen.surface\n"
        "    page.picture.show(surface, [surface.get_rect()])\n    return True\n"
        "app.show = empty",
    )
    empty = _rate(page, "pass")
    _run(page, "app.show = shown")
    turning = _rate(
        page,
        "play.live_match.match.ply < 60 and play.live_match.result is None "
        "and not play.scene.playback.seconds_left() and "
        "play.show(play.live_match.play(play.live_match.match.position.moves()[7]))",
    )
    yield f"empty flips per second{how}", f"{empty:.0f}"
    yield f"frames per second while 15 discs turn{how}", f"{turning:.0f} ({turning / empty:.0%})"


_SHARPNESS = """element('canvas').width / (innerWidth * devicePixelRatio)"""


def _dense_rows(
    browser: Browser, address: str, width: int, height: int, ratio: int
) -> Iterator[Row]:
    """Yield the resolution of the picture, and frames per second while discs are flipped."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=ratio
    )
    page = context.new_page()
    _start(page, address)
    page.evaluate("code => python.pyodide.runPython(code)", IN_PAGE)
    time.sleep(3)
    _run(page, OPEN % ("othello", {}, ("person", "person")))
    screen = f"{width}x{height} at {ratio}"
    yield f"pixels per pixel of the device, {screen}", f"{page.evaluate(_SHARPNESS):.2f}"
    yield from _turning_rows(page, f", {screen}")
    context.close()


def _prepare(page: Page) -> tuple[float, float]:
    """Return the seconds for loading one game and the others in a new page."""
    taken = _ask(page, PREPARE)
    assert isinstance(taken, list)
    return taken[0], taken[1]


def _search_rows(page: Page) -> Iterator[Row]:
    """Yield the figures of bench_search, measured in the page."""
    _run(page, Path(bench_search.__file__).read_text("utf-8"))
    lines = {name: texts(name) for name in bench_search.FILES}
    _run(page, f"found = rows({lines!r})")
    while row := _ask(page, "json.dumps(next(found, None))"):
        assert isinstance(row, list)
        yield row[0], row[1]


def _thinking(page: Page) -> str:
    time.sleep(3)  # the match is being opened
    _run(page, "times.clear()")
    time.sleep(20)
    taken = sorted(
        float(seconds)
        for seconds in _ask(page, "import json; json.dumps([s for _, s in times])")  # type: ignore[attr-defined]
    )
    high = taken[min(len(taken) - 1, int(len(taken) * 0.999))]
    return (
        f"median {statistics.median(taken) * 1000:.0f} ms, 99.9 % below {high * 1000:.0f} ms, "
        f"longest {taken[-1] * 1000:.0f} ms ({len(taken)} frames)"
    )


PREPARE = """
import json, time
from flipside.rules.catalogue import GAMES
from flipside.rules.engine.search import LEVELS
from flipside.rules.engine.search import warm_up
taken = []
for games in (GAMES[:1], GAMES[1:]):
    begun = time.perf_counter()
    for game in games:
        list(warm_up(game, LEVELS[-1].limit))
    taken.append(time.perf_counter() - begun)
json.dumps(taken)
"""

_MATCHES = """
from random import Random
for number in range(%d):
    exec(OPENING)
    random = Random(number)
    while play.live_match.match.result() is None:
        moves = play.live_match.match.position.moves()
        play.live_match.match.play(moves[int(random.random() * len(moves))])
    play.scene.update_layout()
    app.show()
"""


def _memory(page: Page) -> str:
    """Return the WebAssembly memory after one match, and its growth after twenty more."""
    opening = OPEN % ("othello", {}, ("person", "person"))
    sizes = []
    for count in (1, 20):
        _run(page, f"OPENING = {opening!r}\n" + _MATCHES % count)
        sizes.append(int(page.evaluate("python.pyodide._module.HEAP8.length")))
    growth = sizes[1] / sizes[0] - 1
    return f"{sizes[1] / 1e6:.0f} MB, {growth:+.0%} since the first"
