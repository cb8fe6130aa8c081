"""Names are typed into a field of the page, which opens the tablet's keyboard."""

import pytest

from flipside.game.services.platform.clipboard import PageClipboard
from tests.browser.playing.test_device import HIDE
from tests.browser.tab import Tab


def write(tab: Tab, words: str, enter: bool) -> None:
    """Type words into the page's field and confirm, on the page and in the mirror."""
    tab.until(lambda: bool(tab.js("element('ask').open")))
    line = tab.page.locator("#ask-line")
    assert tab.js("document.activeElement.id") == "ask-line", "one may write at once"
    line.tap()
    line.fill("")
    tab.page.keyboard.type(words)
    if enter:
        tab.page.keyboard.press("Enter")
    else:
        tab.page.locator("#ask-yes").tap()
    tab.frames()
    assert not tab.js("element('ask').open")
    clipboard = tab.mirror.app.services.platform.clipboard
    assert isinstance(clipboard, PageClipboard)
    take = clipboard._take
    assert take is not None
    take(words)


@pytest.mark.long
def test_a_name_is_written_by_touch(tab: Tab) -> None:
    tab.settings(tempo="off").open()
    tab.press("setup othello")
    tab.press("kind1=person")
    tab.press("name0")
    write(tab, "Anna O", enter=False)
    tab.press("name1")
    assert not tab.page.locator("#ask-text").is_visible()
    write(tab, "Zoé", enter=True)
    tab.press("start")
    tab.until(lambda: bool(tab.text("othello")))
    assert tab.match("othello").players == ("Anna O", "Zoé")
    tab.look_again("othello")
    assert tab.title == "Anna O to move – Othello – Flipside"
    tab.make("d3")
    assert "Anna O: d3" in tab.live
    tab.js("flipside.ask('Paste', 'Paste', 'Back')")
    assert tab.page.locator("#ask-text").is_visible()
    assert not tab.page.locator("#ask-line").is_visible()


@pytest.mark.long
def test_a_clock_runs_out_in_a_page(tab: Tab) -> None:
    """The clock runs only while the page is visible."""
    tab.page.add_init_script(HIDE)
    tab.settings(tempo="off").open()
    tab.press("setup othello")
    tab.press("kind1=person")
    tab.press("clock-kind=move")
    tab.press("clock-each0=10")
    tab.press("start")
    tab.until(lambda: bool(tab.text("othello")))
    tab.js("hide(true)")
    tab.page.wait_for_timeout(11_000)
    tab.js("hide(false)")
    tab.frames(20)
    assert tab.match("othello").flag_fallen is None
    assert "White wins on time" not in tab.title
    tab.until(lambda: "White wins on time" in tab.title)
    assert tab.match("othello").flag_fallen == 0
