"""What the tests of the page share: built sites, hosts that serve them, one browser, and tabs.

They need Chromium, for some Firefox and WebKit, and a copy of the runtime. Without these they are
skipped with a reason, or fail where FLIPSIDE_BROWSER_REQUIRED is set.
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
    """Keep the browser tests together, for a browser is started once a worker; those of a file
    where there are so many that all workers are needed."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            group = item.path.stem if config.getoption("--long") else "browser"
            item.add_marker(pytest.mark.xdist_group(group))


def find_cdn() -> str | None:
    """A folder or address of the runtime's CDN: from the environment, else beside the checkout."""
    named = os.environ.get("FLIPSIDE_CDN")
    if named:
        return named
    beside = [folder / "shared" / "web" / "cdn" for folder in ROOT.parents]
    return next((str(folder) for folder in beside if folder.is_dir()), None)


@pytest.fixture(scope="session")
def cdn() -> str:
    """Where the runtime is."""
    found = find_cdn()
    return found or lacking("no copy of the runtime: FLIPSIDE_CDN names none")


@pytest.fixture(scope="session")
def lock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lock that fits this copy of the runtime; the project's own is that of the official one."""
    return tmp_path_factory.mktemp("lock") / "runtime.lock.json"


@pytest.fixture(scope="session")
def vendored_site(cdn: str, lock: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that holds the runtime itself."""
    out = tmp_path_factory.mktemp("vendored") / "site"
    site.build_site(out, vendor=cdn, lock=lock)
    return out


@pytest.fixture(scope="session")
def runtime_host(vendored_site: Path) -> Iterator[Host]:
    """A second origin with the runtime, as the official CDN is one."""
    host = Host(vendored_site)
    yield host
    host.stop()


@pytest.fixture(scope="session")
def linked_site(runtime_host: Host, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site that takes the runtime from the second origin."""
    out = tmp_path_factory.mktemp("linked") / "site"
    site.build_site(out, cdn=f"{runtime_host.url}cdn/0.9.3/")
    return out


@pytest.fixture
def host(vendored_site: Path) -> Iterator[Host]:
    """A host of the vendored site, for one test alone."""
    host = Host(vendored_site)
    yield host
    host.stop()


def launched(chromium: BrowserType, *more: str) -> Browser:
    """Chromium, with more switches if need be; it can reach nothing but 127.0.0.1."""
    path = program("chromium", "chromium-browser", "google-chrome")
    return chromium.launch(executable_path=path, args=[*FLAGS, *more])


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, once for all tests of the page."""
    with sync_playwright() as playwright:
        yield launched(playwright.chromium)


MakeContext = Callable[..., BrowserContext]
MakeTab = Callable[..., Tab]


def tablet(
    browser: Browser, size: tuple[int, int] = TABLET, ratio: float = 1, **more: Any
) -> BrowserContext:
    """The browser of a fresh visitor, on a tablet that is touched."""
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
    """A visitor in Chromium, whose visitors are all private ones."""
    context = tablet(browser, size, ratio)
    if mode == "forbidden":
        context.add_init_script(FORBID)
    yield context
    context.close()


@contextmanager
def in_firefox(profile: Path, size: At, ratio: int, mode: str) -> Iterator[firefox.Visitor]:
    """A visitor in Firefox."""
    modes = {
        "private": firefox.PRIVATE, "forbidden": firefox.FORBIDDEN, "silent": firefox.SILENT,
    }  # fmt: skip
    wanted = modes.get(mode, {})
    with firefox.started(program("firefox-esr", "firefox"), profile, wanted) as browser:
        yield browser.visitor(size, ratio)


def in_webkit(size: At, ratio: int, mode: str) -> AbstractContextManager[webkit.Visitor]:
    """A visitor in WebKit, whose driven windows are all private ones."""
    programs = (
        program("WebKitWebDriver"),
        program("MiniBrowser", beside="/usr/lib/*/webkit2gtk-4.*"),
    )
    return webkit.started(*programs, size, ratio, webkit.FORBIDDEN if mode == "forbidden" else ())


@pytest.fixture
def context_of(browser: Browser) -> Iterator[MakeContext]:
    """Makes browsers of fresh visitors."""
    with ExitStack() as open_ones:

        def make(**wanted: Any) -> BrowserContext:
            context = tablet(browser, **wanted)
            open_ones.callback(context.close)
            return context

        yield make


@pytest.fixture
def new_tab(context_of: MakeContext, host: Host, runtime_host: Host) -> Iterator[MakeTab]:
    """Makes tabs; in the end none may have shown a dialog, an error or a foreign request."""
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
    """Opens a tab for a fresh visitor in "chromium", "firefox" or "webkit". In the `mode`
    "private" nothing outlives the window, in "forbidden" nothing may be stored, in "silent"
    Firefox finds no device for sound."""
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
    """The host of the visitor who comes again and again."""
    host = Host(vendored_site)
    yield host
    host.stop()


@pytest.fixture(scope="package")
def visited(browser: Browser, home: Host) -> Iterator[BrowserContext]:
    """The browser of somebody who has been here before: everything is in its caches."""
    context = tablet(browser)
    tab = Tab(context, home.url, (home.url,))
    tab.open()
    tab.until(lambda: tab.js("flipside.about('offline')") == "yes", 120)
    tab.close()
    yield context
    context.close()


@pytest.fixture
def tab(visited: BrowserContext, home: Host, new_tab: MakeTab) -> Iterator[Tab]:
    """A tab of that visitor, without any saves and not yet on the page."""
    tab = new_tab(home, visited)
    tab.page.add_init_script(
        "if (!sessionStorage.length) { localStorage.clear(); sessionStorage.setItem('new', 'no'); }"
    )
    yield tab
    tab.close()
