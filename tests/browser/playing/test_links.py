"""Matches in the page's address: opened, continued by correspondence, and shown as a QR code."""

from io import BytesIO
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Route

from flipside.game.scenes.shelf.album import review_input
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.link import fragment, read_link
from flipside.rules.match.match import Match
from tests.browser.conftest import tablet
from tests.browser.tab import Tab


def link_after(key: str, moves: str) -> str:
    match = Match(BY_KEY[key], seed=1)
    match.read_moves(moves)
    return "#" + fragment(match, match.to_record())


PUBLISHED = """() => {
  const { about } = flipside;
  flipside.about = (what) => what === 'address' ? location.origin + location.pathname : about(what);
}"""
"""Pretends that others can reach this page."""


def test_a_link_is_opened_played_on_and_given_back(tab: Tab) -> None:
    link = link_after("othello", "d3")
    tab.settings(tempo="off").open(link)
    tab.js(PUBLISHED)
    tab.mirror.bridge.tell(address=tab.url)
    tab.until(lambda: tab.title.startswith("Othello · White to move"))
    assert tab.js("location.hash") == "", "a reload does not ask again"
    assert tab.names("othello") == [], "nothing is stored before somebody says so"
    review_input(tab.mirror.app.stack, link)
    tab.press("play-as-1")
    tab.until(lambda: "\npost " in tab.text("othello"))
    tab.make("c3")
    tab.until(lambda: "moves d3 c3" in tab.text("othello"))
    tab.press("send")
    tab.press("code")
    tab.until(lambda: tab.title.startswith("QR code"))
    tab.frames(30)
    (seen,) = zxingcpp.read_barcodes(Image.open(BytesIO(tab.page.screenshot())))
    assert seen.text.startswith(f"{tab.url}#m=1.")
    match, record = read_link(seen.text, BY_KEY)
    assert match.names() == ["d3", "c3"]
    assert record.correspondence is not None
    assert f"post {record.correspondence.id} 0 2\n" in tab.text("othello"), "it has been sent"
    tab.key("Escape")
    tab.js("(hash) => { location.hash = hash; }", link_after("flipflop", ""))
    tab.until(lambda: tab.title.startswith("Flip-Flop · "))
    assert tab.js("location.hash") == ""
    tab.key("Escape")
    tab.until(lambda: "Othello" in tab.title)
    tab.js("(hash) => { location.hash = hash; }", link_after("flipflop", "").replace("#m=", "#"))
    tab.until(lambda: tab.title.startswith("Flip-Flop · "))
    tab.key("Escape")
    tab.until(lambda: "Othello" in tab.title)
    tab.js("(hash) => { location.hash = hash; }", "#m=1.nonsense")
    tab.until(lambda: tab.title.startswith("Link to a match"))
    assert "moves d3 c3" in tab.text("othello"), "nothing is lost"


SHARE = """async (outcome) => {
  const calls = [];
  const share = async (what) => {
    calls.push(['share', what.url ?? what.text]);
    if (outcome) throw new DOMException('', outcome);
  };
  const clipboard = { async writeText(text) { calls.push(['copy', text]); } };
  const canShare = outcome === 'none' ? () => false : undefined;
  for (const [name, value] of Object.entries({ share, clipboard, canShare })) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
  flipside.share('4 days', 'Share result', 'Share result', 'Back');
  await new Promise((resolve) => { setTimeout(resolve); });
  return calls;
}"""
"""Shares a text; the share sheet has this outcome, an error's name. Returns what was called."""


def test_a_text_is_copied_if_it_cannot_be_shared(tab: Tab) -> None:
    """A share sheet that the player closes is no reason to copy."""
    tab.open()
    shared, copied = ["share", "4 days"], ["copy", "4 days"]
    assert tab.js(SHARE, "") == [shared]
    assert tab.js(SHARE, "AbortError") == [shared]
    assert tab.js(SHARE, "NotAllowedError") == [shared, copied]
    assert tab.js(SHARE, "none") == [copied]
    assert not tab.js("element('ask').open")


def test_links_lead_where_others_can_follow(browser: Browser, vendored_site: Path) -> None:
    """A link leads to its page, unless that is on this machine or in the app for Android."""
    context = tablet(browser, service_workers="block")
    page = context.new_page()

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2] or "index.html"
        if name in ("index.html", "page.js"):
            route.fulfill(path=vendored_site / name)
        else:
            route.abort()

    page.route("**/*", answer)
    for address, leads in {
        "https://games.example.org/flipside/": True,
        "http://192.168.1.7:9000/": True,
        "http://127.example.org/": True,
        "http://127.0.0.1:9000/": False,
        "http://localhost:9000/": False,
        "http://[::1]:9000/": False,
        "https://appassets.androidplatform.net/": False,
    }.items():
        page.goto(address)
        page.wait_for_function("globalThis.flipside")
        assert page.evaluate("flipside.about('address')") == (address if leads else ""), address
    context.close()
