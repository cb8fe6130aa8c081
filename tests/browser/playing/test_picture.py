"""The canvas: as many pixels as the screen, at rest and in motion, each as Python drew it."""

import base64
from functools import partial
from typing import Any

import pytest

from tests.browser.conftest import MakeTab
from tests.browser.playing.test_play import two_people
from tests.browser.tab import Tab
from tests.browser.watched_page import checksum, checksums, incomplete, put, run, settle, watch
from tests.game.scene_tour import match_after

pytestmark = pytest.mark.xdist_group("browser")

_IN_PAGE = "Object.defineProperty(navigator, 'userAgentData', { value: undefined });"
"""Makes the page paint the picture itself, as in Safari and Firefox, so that it can be read."""

_IN_WORKER = """
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (...given) {
    globalThis.painting = this;
    postMessage.apply(this, given);
  };
"""
"""Stores the worker that paints."""

_STALE = """() => {
  const context = element('picture').firstElementChild.getContext('2d');
  const { width, height } = context.canvas;
  const read = () => new Int32Array(context.getImageData(0, 0, width, height).data.buffer);
  const shown = read();
  picture.restore();
  const drawn = read();
  let stale = 0, sum = 0;
  for (let at = 0; at < drawn.length; at += 1) {
    stale += shown[at] !== drawn[at];
    sum = (sum * 31 + drawn[at]) | 0;
  }
  return [stale, sum];
}"""
"""The number of pixels of the canvas that differ from Python's current picture, and a checksum."""

_AT_REST = "element('picture').firstElementChild.style.transform === ''"
"""Whether no transition is running, during which the page shows the old scene."""


def sharp(tab: Tab) -> bool:
    """Return whether the canvas has a pixel for each of the screen."""
    return list(tab.pixels()) == tab.js(
        "[innerWidth * devicePixelRatio, innerHeight * devicePixelRatio]"
    )


@pytest.fixture
def tab(new_tab: MakeTab) -> Tab:
    """Return a tab on a screen with two device pixels per CSS pixel."""
    return new_tab(ratio=2)


@pytest.mark.long
@pytest.mark.parametrize(("size", "ratio"), [((820, 1180), 2), ((1024, 1366), 2), ((390, 844), 3)])
def test_a_page_at_rest(new_tab: MakeTab, size: tuple[int, int], ratio: float) -> None:
    tab = new_tab(size=size, ratio=ratio).settings(tempo="off").open()
    assert sharp(tab)
    assert tab.unlike() < 3


@pytest.mark.long
@pytest.mark.parametrize("game", ["othello", "flipop"])
def test_nothing_is_torn_while_something_moves(tab: Tab, game: str) -> None:
    """In each frame of a slow move the canvas shows what Python drew, with all pixels."""
    tab.page.add_init_script(_IN_PAGE)
    tab.settings(tempo="calm").open()
    two_people(tab, game)
    tab.until(lambda: tab.js(_AT_REST))
    seen = [tab.js(_STALE)]
    tab.make(tab.mirror.match.position.name(tab.mirror.match.position.moves()[0]))
    for _ in range(8):
        seen.append(tab.js(_STALE))
        tab.frames(1)
    assert {stale for stale, _ in seen} == {0}
    assert len({picture for _, picture in seen}) > 2, "nothing moved"
    assert sharp(tab)


@pytest.mark.parametrize("where", ["worker", pytest.param("page", marks=pytest.mark.long)])
def test_a_slow_page_shows_complete_pictures(new_tab: MakeTab, where: str) -> None:
    """Every frame is complete with dialogs, glowing pieces, transitions and new window sizes."""
    tab = new_tab(size=(390, 844))
    if where == "page":
        tab.page.add_init_script(_IN_PAGE)
    tab.settings(tempo="normal").open()
    session, shown = tab.context.new_cdp_session(tab.page), list[str]()

    def note(frame: Any) -> None:
        shown.append(frame["data"])
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def press(*keys: str) -> None:
        for key in keys:
            tab.key(key)
            settle(tab)

    match = match_after("switch", None)
    winning = match.moves[-1]
    match.goto_ply(match.ply - 1)
    match.clear_redo()
    watch(tab)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    put(tab, match)
    settle(tab)
    session.on("Page.screencastFrame", note)
    session.send("Page.startScreencast", {"format": "png"})
    press("Escape", "Escape")
    run(tab, f"app.stack.top.session.show(app.stack.top.session.live_match.play({winning!r}))")
    settle(tab)
    session.send("Page.stopScreencast")
    assert {checksum(base64.b64decode(frame)) for frame in shown} <= checksums(tab)
    assert len({*shown}) > 2
    press("h", "Escape")
    for size in ((844, 390), (600, 600)):
        tab.page.set_viewport_size({"width": size[0], "height": size[1]})
        tab.until(partial(lambda wanted: tab.pixels() == wanted, size))
        settle(tab)
    assert incomplete(tab) == []
    assert run(tab, "watched.turned") > 4


@pytest.mark.long
@pytest.mark.parametrize(
    ("where", "empty", "sign"),
    [
        (
            _IN_WORKER,
            "painting.postMessage({ ...size, parts: [[0, 0, 999, new Int32Array(999 * 999)]] })",
            "painting.dispatchEvent(new MessageEvent('message', { data: 'forgotten' }))",
        ),
        (
            _IN_PAGE,
            "card.getContext('2d').clearRect(0, 0, 999, 999)",
            "card.dispatchEvent(new Event('contextrestored'))",
        ),
    ],
)
def test_a_canvas_that_the_browser_emptied_is_filled_again(
    tab: Tab, where: str, empty: str, sign: str
) -> None:
    tab.page.add_init_script(where)
    tab.settings(tempo="off").open()
    tab.js(
        "globalThis.size = { width: element('canvas').width, height: element('canvas').height };"
        "globalThis.card = element('picture').firstElementChild;"
    )
    for told in (sign, "document.dispatchEvent(new Event('visibilitychange'))"):
        tab.js(empty)
        tab.frames()
        assert tab.unlike() > 10
        assert tab.js(told)
        tab.frames()
        assert tab.unlike() < 3


@pytest.mark.long
def test_a_page_without_its_worker_paints_itself(tab: Tab) -> None:
    tab.forgiven = ("painter.js",)
    tab.context.route("**/painter.js", lambda route: route.abort())
    tab.settings(tempo="normal").open()
    two_people(tab, "othello")
    tab.make("d3")
    tab.until(lambda: tab.unlike() < 3)
    assert tab.js(_STALE)[0] == 0


@pytest.mark.long
def test_a_runtime_whose_memory_is_not_found(tab: Tab) -> None:
    """SDL paints the whole picture."""
    tab.page.add_init_script(
        "Object.defineProperty(WebAssembly.Memory, Symbol.hasInstance, { value: () => false })"
    )
    tab.settings(tempo="normal").open()
    assert not tab.js("picture.ready()")
    two_people(tab, "othello")
    tab.make("d3")
    tab.until(lambda: tab.unlike() < 3)


@pytest.mark.long
def test_a_turned_device(tab: Tab) -> None:
    tab.settings(tempo="off").open()
    tab.page.set_viewport_size({"width": 1180, "height": 820})
    tab.until(lambda: tab.pixels() == (2360, 1640))
    tab.frames(2)
    assert tab.look_again().app.stack.size == (2360, 1640)
    tab.until(lambda: tab.unlike() < 3)  # the picture arrives in parts
