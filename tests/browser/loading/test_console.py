"""Nothing stands in the browser's console that a developer would have to explain."""

import pytest

from tests.browser.conftest import MakeTab, Visit
from tests.browser.loading.test_engines import engines


@pytest.mark.long
@engines("chromium")
def test_the_console_stays_empty(visit: Visit, engine: str) -> None:
    """At the start, during a match with sound, and when the page is loaded again."""
    tab = visit(engine)
    tab.settings(tempo="off").open()
    tab.first_move("othello")
    tab.until(lambda: tab.asked("othello"))
    tab.reload()
    tab.frames(10)
    assert tab.unexplained() == []


@pytest.mark.long
def test_touches_that_cannot_be_cancelled(new_tab: MakeTab) -> None:
    """The browser takes a finger away, as when the page is left by a gesture."""
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
