"""A match in the page's address: opened, played on by post, and shown as a code."""

from io import BytesIO

import zxingcpp
from PIL import Image

from rules.catalogue import BY_KEY
from rules.link import fragment, read_link
from rules.match import Match
from tests.web.tab import Tab


def link_after(key: str, moves: str) -> str:
    match = Match(BY_KEY[key], seed=1)
    match.read_moves(moves)
    return "#" + fragment(match, match.record())


def test_a_link_is_opened_played_on_and_given_back(tab: Tab) -> None:
    link = link_after("othello", "d3")
    tab.settings(tempo="off").open(link)
    tab.until(lambda: tab.title.startswith("Othello · White to move"))
    assert tab.js("location.hash") == "", "a reload does not ask again"
    assert tab.names("othello") == [], "nothing is stored before somebody says so"
    tab.mirror.app.link(link)
    tab.press("play-as-1")
    tab.until(lambda: "\npost " in tab.text("othello"))
    tab.make("c3")
    tab.until(lambda: "moves d3 c3" in tab.text("othello"))
    tab.press("send")
    tab.press("code")
    tab.until(lambda: tab.title.startswith("QR code"))
    tab.frames(30)
    (seen,) = zxingcpp.read_barcodes(Image.open(BytesIO(tab.page.screenshot())))
    assert seen.text.startswith(tab.url + "#m=1.")
    match, record = read_link(seen.text, BY_KEY)
    assert match.names() == ["d3", "c3"]
    assert record.post is not None
    assert f"post {record.post.id} 0 2\n" in tab.text("othello"), "it has been sent"
    tab.key("Escape")
    tab.js("(hash) => { location.hash = hash; }", link_after("flipflop", ""))
    tab.until(lambda: tab.title.startswith("Flip-Flop · "))
    assert tab.js("location.hash") == ""
    tab.key("Escape")
    tab.until(lambda: "Othello" in tab.title)
    tab.js("(hash) => { location.hash = hash; }", "#m=1.nonsense")
    tab.until(lambda: tab.title.startswith("Link to a match"))
    assert "moves d3 c3" in tab.text("othello"), "nothing is lost"
