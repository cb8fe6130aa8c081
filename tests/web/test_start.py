"""The page starts and takes a first move by touch, wherever the runtime comes from."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.web.conftest import TABLET, MakeTab, tablet
from tests.web.servers import Host
from tests.web.tab import Tab

pytestmark = pytest.mark.xdist_group("browser")

SIZES = ((1024, 768), TABLET, (390, 844))


@pytest.fixture(scope="module", params=["vendored", "linked"])
def either_host(
    request: pytest.FixtureRequest, vendored_site: Path, linked_site: Path
) -> Iterator[Host]:
    """A host of a site with the runtime, and of one without."""
    host = Host(vendored_site if request.param == "vendored" else linked_site)
    yield host
    host.stop()


@pytest.fixture(scope="module", params=[1, 2])
def visitor(
    request: pytest.FixtureRequest, browser: Browser, either_host: Host
) -> Iterator[BrowserContext]:
    """A visitor with that many device pixels to a CSS pixel, who keeps what was fetched."""
    context = tablet(browser, ratio=request.param)
    yield context
    context.close()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_start_and_first_move(
    new_tab: MakeTab, either_host: Host, visitor: BrowserContext, size: tuple[int, int]
) -> None:
    """What is seen is the shelf, what is touched is what was meant, and the computer answers."""
    tab = new_tab(either_host, visitor)
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    tab.page.add_init_script("localStorage.clear()")
    tab.open()
    ratio = float(tab.js("devicePixelRatio"))
    wanted = min(ratio, int((2_200_000 / (size[0] * size[1])) ** 0.5 * 4) / 4)
    assert tab.pixels() == (round(size[0] * wanted), round(size[1] * wanted))
    tab.frames(5)
    assert tab.unlike() < 3
    match = tab.first_move("othello")
    assert match.names()[0] == "d3"
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    assert "Othello" in tab.title
    tab.close()


@pytest.mark.parametrize("query", ["?PYGPI=http://127.0.0.1:9/", "?python3.11", "#debug"])
def test_a_crafted_address_has_no_effect(tab: Tab, query: str) -> None:
    tab.open(query)
    assert tab.js("location.href") == tab.url
    assert tab.js("config.PYBUILD") == "3.12"
    assert not tab.js("config.debug")
    told = tab.js("Module.PyConfig.orig_argv.filter((word) => word.startsWith('PYGPI='))")
    assert told == [f"PYGPI={tab.url}cdn/"]
    assert tab.unlike() < 3


def test_two_fresh_starts_deal_different_matches(tab: Tab) -> None:
    tab.page.add_init_script("localStorage.clear()")
    seeds = []
    for _ in range(2):
        tab.open()
        tab.sit("flipop")
        seeds.append(tab.match("flipop").seed)
    assert seeds[0] != seeds[1]
