"""Fixtures of the browser tests: built sites, hosts that serve them, one browser, and tabs.

The tests need Chromium, some also Firefox and WebKit, and a copy of the runtime. Without these they
are skipped with a reason, or fail if FLIPSIDE_BROWSER_REQUIRED is set.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, sync_playwright

from tests.browser.engines import firefox, webkit
from tests.browser.servers import Host
from tests.browser.tab import START, Tab
from tests.needed import lacking, program
from web import site

ROOT = Path(__file__).resolve().parents[2]

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip

At = tuple[int, int]

TABLET = (820, 1180)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run all browser tests in one worker, or those of a file if --long needs all workers."""
    for item in items:
        names = getattr(item, "fixturenames", ())
        if "browser" in names and item.get_closest_marker("xdist_group") is None:
            group = item.path.stem if config.getoption("--long") else "browser"
            item.add_marker(pytest.mark.xdist_group(group))


def find_cdn() -> str | None:
    """Return a folder or address of the runtime: from the environment, else beside the checkout."""
    named = os.environ.get("FLIPSIDE_CDN")
    if named:
        return named
    beside = [folder / "shared" / "web" / "cdn" for folder in ROOT.parents]
    return next((str(folder) for folder in beside if folder.is_dir()), None)


@pytest.fixture(scope="session")
def cdn() -> str:
    found = find_cdn()
    return found or lacking("no copy of the runtime: FLIPSIDE_CDN names none")


@pytest.fixture(scope="session")
def lock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a lock for this copy of the runtime; the project's lock is for the official one."""
    return tmp_path_factory.mktemp("lock") / "runtime.lock.json"


@pytest.fixture(scope="session")
def vendored_site(cdn: str, lock: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site that contains the runtime."""
    out = tmp_path_factory.mktemp("vendored") / "site"
    site.build_site(out, vendor=cdn, lock=lock)
    return out


@pytest.fixture(scope="session")
def runtime_host(vendored_site: Path) -> Iterator[Host]:
    """Yield a second origin with the runtime, like the official CDN."""
    host = Host(vendored_site)
    yield host
    host.stop()


@pytest.fixture(scope="session")
def linked_site(runtime_host: Host, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site that loads the runtime from the second origin."""
    out = tmp_path_factory.mktemp("linked") / "site"
    site.build_site(out, cdn=f"{runtime_host.url}cdn/0.9.3/")
    return out


@pytest.fixture
def host(vendored_site: Path) -> Iterator[Host]:
    """Yield a host of the vendored site for a single test."""
    host = Host(vendored_site)
    yield host
    host.stop()


def launched(chromium: BrowserType, *more: str) -> Browser:
    """Return Chromium with additional switches; it can reach only 127.0.0.1."""
    path = program("chromium", "chromium-browser", "google-chrome")
    return chromium.launch(executable_path=path, args=[*FLAGS, *more])


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Yield one Chromium for all tests of the page."""
    with sync_playwright() as playwright:
        yield launched(playwright.chromium)


MakeContext = Callable[..., BrowserContext]
MakeTab = Callable[..., Tab]


def tablet(
    browser: Browser, size: tuple[int, int] = TABLET, ratio: float = 1, **more: Any
) -> BrowserContext:
    """Return a context for a new visitor with a touch tablet."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=ratio, has_touch=True, **{"locale": "en-GB", **more},
    )  # fmt: skip
    context.set_default_timeout(START)
    return context


FORBID = """Object.defineProperty(globalThis, 'localStorage', {
  get() { throw new DOMException('denied', 'SecurityError'); },
});"""


@contextmanager
def in_chromium(browser: Browser, size: At, ratio: int, mode: str) -> Iterator[BrowserContext]:
    """Yield a visitor in Chromium; all its contexts are private."""
    context = tablet(browser, size, ratio)
    if mode == "forbidden":
        context.add_init_script(FORBID)
    yield context
    context.close()


@contextmanager
def in_firefox(profile: Path, size: At, ratio: int, mode: str) -> Iterator[firefox.Visitor]:
    modes = {
        "private": firefox.PRIVATE, "forbidden": firefox.FORBIDDEN, "silent": firefox.SILENT,
    }  # fmt: skip
    wanted = modes.get(mode, {})
    with firefox.started(program("firefox-esr", "firefox"), profile, wanted) as browser:
        yield browser.visitor(size, ratio)


def in_webkit(size: At, ratio: int, mode: str) -> AbstractContextManager[webkit.Visitor]:
    """Return a visitor in WebKit; all its driven windows are private."""
    programs = (
        program("WebKitWebDriver"),
        program("MiniBrowser", beside="/usr/lib/*/webkit2gtk-4.*"),
    )
    return webkit.started(*programs, size, ratio, webkit.FORBIDDEN if mode == "forbidden" else ())


@pytest.fixture
def context_of(browser: Browser) -> Iterator[MakeContext]:
    """Yield a function that makes contexts for new visitors."""
    with ExitStack() as open_ones:

        def make(**wanted: Any) -> BrowserContext:
            context = tablet(browser, **wanted)
            open_ones.callback(context.close)
            return context

        yield make


@pytest.fixture
def new_tab(context_of: MakeContext, host: Host, runtime_host: Host) -> Iterator[MakeTab]:
    """Yield a function that makes tabs; finally none may have shown a fault."""
    tabs: list[Tab] = []

    def make(at: Host | None = None, context: BrowserContext | None = None, **more: Any) -> Tab:
        context = context or context_of(**more)
        own = tuple({(at or host).url, runtime_host.url})
        tab = Tab(context, (at or host).url, own)
        tabs.append(tab)
        return tab

    yield make
    assert [fault for tab in tabs for fault in tab.faults()] == []


Visit = Callable[..., Tab]


@pytest.fixture
def visit(request: pytest.FixtureRequest, host: Host, tmp_path: Path) -> Iterator[Visit]:
    """Yield a function that opens a tab for a new visitor in "chromium", "firefox" or "webkit".

    In the `mode` "private" nothing is stored after the window closes, in "forbidden" nothing can be
    stored, and in "silent" Firefox has no audio device.
    """
    tabs: list[Tab] = []
    with ExitStack() as open_ones:

        def make(engine: str, size: At = TABLET, ratio: int = 1, mode: str = "") -> Tab:
            how: AbstractContextManager[Any]
            if engine == "chromium":
                how = in_chromium(request.getfixturevalue("browser"), size, ratio, mode)
            elif engine == "firefox":
                how = in_firefox(tmp_path, size, ratio, mode)
            else:
                how = in_webkit(size, ratio, mode)
            visitor: Any = open_ones.enter_context(how)
            tabs.append(Tab(visitor, host.url, (host.url,)))
            return tabs[-1]

        yield make
        assert [fault for tab in tabs for fault in tab.faults()] == []


@pytest.fixture(scope="package")
def home(vendored_site: Path) -> Iterator[Host]:
    """Yield the host of the returning visitor."""
    host = Host(vendored_site)
    yield host
    host.stop()


@pytest.fixture(scope="package")
def visited(browser: Browser, home: Host) -> Iterator[BrowserContext]:
    """Yield the context of a returning visitor, whose caches contain everything."""
    context = tablet(browser)
    tab = Tab(context, home.url, (home.url,))
    tab.open()
    tab.frames(5)
    assert tab.unlike() < 3
    tab.until(lambda: tab.js("flipside.about('offline')") == "yes")
    assert tab.unexplained() == []
    tab.close()
    yield context
    context.close()


@pytest.fixture
def tab(visited: BrowserContext, home: Host, new_tab: MakeTab) -> Iterator[Tab]:
    """Yield a tab of the returning visitor without saves, before it opens the page."""
    tab = new_tab(home, visited)
    tab.page.add_init_script(
        "if (!sessionStorage.length) { localStorage.clear(); sessionStorage.setItem('new', 'no'); }"
    )
    yield tab
    tab.close()
