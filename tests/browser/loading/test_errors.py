"""Errors are shown in a panel with a next step, never in a browser dialog, and lose nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import MakeTab, Visit
from tests.browser.loading.test_engines import engines
from tests.browser.servers import Host
from tests.browser.tab import Tab
from tests.browser.trees import built, copied

FRAGILE = """
def fragile(self, name, key=Shelf.key):
    if name == "h":
        raise RuntimeError("oh")
    key(self, name)


Shelf.key = fragile
"""


@pytest.fixture(scope="module")
def fragile_host(cdn: str, vendored_site: Path, lock: Path, tmp_path_factory) -> Iterator[Host]:  # type: ignore[no-untyped-def]
    """Yield a host whose game raises an exception when H is pressed on the shelf."""
    tree = copied(tmp_path_factory.mktemp("fragile"))
    menu = tree / "game" / "scenes" / "shelf" / "shelf.py"
    menu.write_text(menu.read_text("utf-8") + FRAGILE, "utf-8")
    host = Host(built(tree, cdn, lock))
    yield host
    host.stop()


@pytest.fixture(scope="module")
def broken_host(cdn: str, vendored_site: Path, lock: Path, tmp_path_factory) -> Iterator[Host]:  # type: ignore[no-untyped-def]
    """Yield a host whose game raises an exception while it is imported."""
    tree = copied(tmp_path_factory.mktemp("broken"))
    menu = tree / "game" / "scenes" / "shelf" / "shelf.py"
    menu.write_text(menu.read_text("utf-8") + '\nraise RuntimeError("oh")\n', "utf-8")
    host = Host(built(tree, cdn, lock))
    yield host
    host.stop()


def panel(tab: Tab) -> str:
    """Wait for the error panel, check it, and return its details."""
    tab.page.wait_for_selector("#trouble[open]")
    for name in ("reload", "copy"):
        box = tab.page.locator(f"#trouble-{name}").bounding_box()
        assert box is not None
        assert box["height"] >= 44
    assert "saved" in tab.js("element('trouble-words').textContent")
    return str(tab.js("element('trouble-details').textContent"))


def start_again(tab: Tab) -> None:
    """Press the panel's button and wait for the game."""
    tab.page.tap("#trouble-reload")
    tab.page.wait_for_function("document.getElementById('trouble')?.open === false")
    tab.started()


@pytest.mark.long
def test_an_exception_in_python(new_tab: MakeTab, fragile_host: Host) -> None:
    tab = new_tab(fragile_host).open()
    tab.first_move("othello")
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    tab.look_again("othello")
    tab.shelf()
    before = tab.text("othello")
    tab.key("h")
    tab.until(lambda: "Something went wrong" in tab.title)
    assert "RuntimeError: oh" in tab.saved("error-report")
    assert "shelf.py" in tab.saved("error-report")
    tab.key("Escape")
    assert tab.text("othello") == before
    tab.press("play othello")
    assert tab.look_again("othello").match.names() == tab.match("othello").names()


@pytest.mark.long
def test_an_exception_while_the_game_is_imported(new_tab: MakeTab, broken_host: Host) -> None:
    tab = new_tab(broken_host)
    tab.page.goto(tab.url)
    tab.page.wait_for_selector("#trouble[open]")
    assert "RuntimeError: oh" in panel(tab)


@pytest.mark.long
@pytest.mark.parametrize(
    "script",
    ["setTimeout(() => { throw new Error('oh'); })", "Promise.reject(new Error('oh')); 0"],
    ids=["error", "rejection"],
)
def test_a_mistake_in_javascript(tab: Tab, script: str) -> None:
    tab.open()
    tab.first_move("othello")
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    before = tab.text("othello")
    tab.js(script)
    assert "oh" in panel(tab)
    start_again(tab)
    assert tab.text("othello") == before


@pytest.mark.long
def test_details_are_copied(tab: Tab) -> None:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.open()
    tab.js("flipside.fail('what went wrong')")
    tab.page.tap("#trouble-copy")
    tab.until(lambda: tab.js("element('trouble-copy').textContent") == "Copied")
    assert tab.js("navigator.clipboard.readText()") == "what went wrong"


@pytest.mark.long
@engines("chromium")
def test_the_console_stays_empty(visit: Visit, engine: str) -> None:
    """The console stays empty at the start, in a match with sound, and after a reload."""
    tab = visit(engine)
    tab.settings(tempo="off").open()
    tab.first_move("othello")
    tab.until(lambda: tab.asked("othello"))
    tab.reload()
    tab.frames(10)
    assert tab.unexplained() == []


@pytest.mark.long
def test_touches_that_cannot_be_cancelled(new_tab: MakeTab) -> None:
    """The browser cancels a touch, as when a gesture leaves the page."""
    tab = new_tab().settings(tempo="off").open()
    session = tab.context.new_cdp_session(tab.page)
    tab.js("addEventListener('touchcancel', (event) => { globalThis.could = event.cancelable; })")
    finger = [{"x": 30, "y": 1000, "id": 0}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    tab.frames()
    session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    tab.frames()
    assert tab.js("could") is False
    assert tab.warnings == []


def test_the_manifest_is_understood(new_tab: MakeTab) -> None:
    tab = new_tab()
    tab.page.goto(tab.url)
    told = tab.context.new_cdp_session(tab.page).send("Page.getAppManifest")
    assert told["url"].endswith("manifest.webmanifest")
    assert [error["message"] for error in told["errors"]] == []
