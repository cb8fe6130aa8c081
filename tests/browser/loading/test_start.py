"""The page starts and takes a first move by touch, with the runtime from either origin."""

import subprocess
from contextlib import closing

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import TABLET, MakeTab, launched, tablet
from tests.browser.servers import Host
from tests.browser.tab import Tab
from tests.needed import lacking

# Every source of the runtime with all pixel ratios, and every size.
STARTS = [
    ("vendored", 2, TABLET),
    ("vendored", 3, (390, 844)),
    ("vendored", 1, TABLET),
    ("linked", 1, (1024, 768)),
    ("linked", 2, (390, 844)),
]


@pytest.mark.long
@pytest.mark.parametrize(("source", "ratio", "size"), STARTS, ids=str)
def test_start_and_first_move(
    new_tab: MakeTab,
    host: Host,
    request: pytest.FixtureRequest,
    source: str,
    ratio: int,
    size: tuple[int, int],
) -> None:
    """The shelf appears, a touch reaches its target, the computer answers, the console is empty."""
    if source == "linked":
        host.stop()
        host.folder = request.getfixturevalue("linked_site")
        host.start()
    tab = new_tab(host, ratio=ratio, size=size)
    tab.open()
    assert tab.js("devicePixelRatio") == ratio
    wanted = min(ratio, int((6_000_000 / (size[0] * size[1])) ** 0.5 * 4) / 4)
    assert tab.pixels() == (round(size[0] * wanted), round(size[1] * wanted))
    tab.frames(5)
    assert tab.unlike() < 3
    match = tab.first_move("othello")
    assert match.names()[0] == "d3"
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    assert "Othello" in tab.title
    if source == "vendored":
        tab.reload()
        tab.frames(10)
    assert tab.unexplained() == []


@pytest.mark.long
@pytest.mark.parametrize("query", ["?PYGPI=http://127.0.0.1:9/", "?python3.11", "#debug"])
def test_a_crafted_address_has_no_effect(tab: Tab, query: str) -> None:
    tab.open(query)
    assert tab.js("location.href") == tab.url
    assert tab.js("config.PYBUILD") == "3.12"
    assert not tab.js("config.debug")
    told = tab.js("Module.PyConfig.orig_argv.filter((word) => word.startsWith('PYGPI='))")
    assert told == [f"PYGPI={tab.url}cdn/"]
    assert tab.unlike() < 3


@pytest.mark.long
def test_two_fresh_starts_deal_different_matches(tab: Tab) -> None:
    tab.page.add_init_script("localStorage.clear()")
    seeds = []
    for _ in range(2):
        tab.open()
        tab.sit("flipop")
        seeds.append(tab.match("flipop").seed)
    assert seeds[0] != seeds[1]


# Enables Chromium's heap profiler in every tab, as in some visitors' browsers, and with frequent
# samples.
PROFILED = (
    "HeapProfilerReporting:stable-probability/1/nonstable-probability/1"
    "/renderer-prob-pct/100/renderer-sampling-rate-bytes/20000"
)


@pytest.mark.long
def test_start_while_chromium_profiles_its_heap(browser: Browser, host: Host) -> None:
    """The profiler reads the stack at any time; if it cannot, the tab crashes."""
    with closing(launched(browser.browser_type, f"--enable-features={PROFILED}")) as profiled:
        tab = Tab(tablet(profiled), host.url, (host.url,)).open()
        tab.first_move("othello")
        tab.until(lambda: len(tab.match("othello").moves) >= 2)
        assert tab.faults() == []
        told = profiled.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        ids = ",".join(str(process["id"]) for process in told if process["type"] == "renderer")
        command = ["ps", "-ww", "-o", "args=", "-p", ids]
        ran = subprocess.run(command, check=True, capture_output=True, text=True)
    if "--subproc-heap-profiling" not in ran.stdout:
        lacking("this Chromium profiles no heap when told to")
