"""The browser's history: going back closes what is open in the game, or leaves the shelf."""

import pytest

from tests.browser.conftest import Visit
from tests.browser.loading.test_engines import engines
from tests.browser.playing.test_links import link_after
from tests.browser.playing.test_names import write
from tests.browser.playing.test_play import two_people
from tests.browser.tab import Tab

BACK = "history.back()"


def left(tab: Tab) -> None:
    """Go back, to the page before Flipside."""
    tab.js(BACK)
    tab.page.wait_for_function("location.pathname !== '/'")


@pytest.mark.long
@engines("chromium")
def test_going_back(visit: Visit, engine: str) -> None:
    """From a match, going back leads to the menu and the shelf; from the shelf it always leaves."""
    tab = visit(engine)
    # Firefox logs requests of a worker for a page that has gone.
    tab.forgiven = ("favicon", "A ServiceWorker intercepted", "Failed to load")
    tab.page.goto(f"{tab.url}page.css")
    tab.settings(tempo="off").open()
    opened = tab.js("history.length")
    left(tab)
    tab.open()
    two_people(tab, "othello")
    for title in ("Othello – Flipside", "Flipside"):
        tab.frames(10)
        tab.js(BACK)
        tab.page.wait_for_function(f"document.title === '{title}'")
    tab.look_again()
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


def test_going_back_closes_a_dialog_of_the_page_first(tab: Tab) -> None:
    """Going back closes the dialog like Escape, and the scene below stays open.

    Escape may be held down or pressed outside of the field. Text typed before going back is there
    again. On the shelf the history has no additional entry.
    """
    tab.settings(tempo="off").open()
    for close in (BACK, "element('ask-no').click()"):
        tab.js("flipside.ask('Paste', 'Paste', 'Back')")
        assert tab.js("steps") == 1
        tab.js(close)
        tab.until(lambda: not tab.js("element('ask').open || steps"))
        assert tab.title == "Flipside"
    tab.press("setup othello")
    tab.press("kind1=person")
    at_setup = tab.title

    def held_escape() -> None:
        for _ in range(3):  # a held key repeats
            tab.page.keyboard.down("Escape")
        tab.page.keyboard.up("Escape")

    def escape_beside_the_field() -> None:
        tab.page.locator("#ask-title").click()
        tab.page.keyboard.press("Escape")

    def back() -> None:
        tab.js(BACK)

    for leave in (back, held_escape, escape_beside_the_field):
        tab.press("name0")
        tab.until(lambda: bool(tab.js("element('ask').open")))
        tab.page.keyboard.type("Nobody")
        leave()
        tab.until(lambda: not tab.js("element('ask').open"))
        tab.frames(20)
        assert tab.title == at_setup
        if leave == back:
            tab.press("name0")
            tab.page.wait_for_function("element('ask-line').value === 'Nobody'")
            tab.page.tap("#ask-no")
    tab.press("name0")
    write(tab, "Anna", enter=True)
    tab.press("start")
    tab.until(lambda: bool(tab.text("othello")))
    assert tab.match("othello").players[0] == "Anna"
