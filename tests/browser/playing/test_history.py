"""Going back and forth in the browser: it closes what is open in the game, and leaves from the
shelf."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.loading.test_engines import engines
from tests.browser.playing.test_links import link_after
from tests.browser.playing.test_play import two_people
from tests.browser.tab import Tab

BACK = "history.back()"


def left(tab: Tab) -> None:
    """Go back, which shows the page from before Flipside."""
    tab.js(BACK)
    tab.page.wait_for_function("location.pathname !== '/'")


@pytest.mark.long
@engines("chromium")
def test_going_back(visit: Visit, engine: str) -> None:
    """At the table it opens the menu and closes it again, as often as one likes; from the shelf it
    leaves, whatever was played, opened or loaded again before."""
    tab = visit(engine)
    # Firefox tells developers of what a worker fetched for a page that went.
    tab.forgiven = ("favicon", "A ServiceWorker intercepted", "Failed to load")
    tab.page.goto(f"{tab.url}page.css")
    tab.settings(tempo="off").open()
    opened = tab.js("history.length")
    left(tab)
    tab.open()
    two_people(tab, "othello")
    at_table = tab.title
    for _ in range(2):
        tab.js(BACK)
        tab.until(lambda: tab.title == "Othello – Flipside")
        tab.js(BACK)
        tab.until(lambda: tab.title == at_table)
    tab.shelf()
    for page in ("options", "album"):
        tab.press(page)
        tab.until(lambda: tab.title != "Flipside")
        tab.frames(10)
        tab.js(BACK)
        tab.until(lambda: tab.title == "Flipside")
        tab.look_again()
    assert tab.js("history.length") <= opened + 1
    tab.sit("othello")
    tab.js("(hash) => { location.hash = hash; }", link_after("flipflop", ""))
    tab.until(lambda: "Flip-Flop" in tab.title)
    tab.frames(10)
    tab.js(BACK)
    tab.until(lambda: "Othello" in tab.title)
    tab.reload()
    left(tab)
