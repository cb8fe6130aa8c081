"""The basics in all browser engines: Firefox, WebKit and Chromium, which runs all other tests."""

from pathlib import Path

import pytest

from tests.browser.conftest import Visit
from tests.browser.playing.test_picture import sharp
from tests.browser.playing.test_play import two_people
from tests.browser.playing.test_saves import FILL, titles
from tests.browser.servers import Host
from tests.browser.tab import Tab


def engines(*usual: str) -> pytest.MarkDecorator:
    """Parametrize with all engines; only the `usual` ones run without --long."""
    return pytest.mark.parametrize(
        "engine",
        [
            pytest.param(
                name,
                marks=[
                    pytest.mark.xdist_group(f"engines {name}"),
                    *([] if name in usual else [pytest.mark.long]),
                ],
            )
            for name in ("chromium", "firefox", "webkit")
        ],
    )


_ASKS = """globalThis.asks = 0;
const { resume } = AudioContext.prototype;
AudioContext.prototype.resume = function () { asks += 1; return resume.call(this); };"""


def carried_by_clipboard(tab: Tab) -> None:
    """Copy the match and check that it can be pasted; success is reported only afterwards."""
    for command in ("copy", "paste"):
        tab.press("menu")
        tab.press(command)
        if command == "copy":
            done = "document.title.startsWith('Copy match')"
            tab.page.wait_for_function(f"{done} || element('ask').open")
            if tab.js("element('ask').open"):  # WebKit requires a press of a page's button
                assert not tab.js(done)
                tab.page.tap("#ask-yes")
            tab.page.wait_for_function(done)
            tab.key("Escape")
            tab.look_again("othello")
    tab.page.wait_for_function("element('ask').open")
    tab.page.keyboard.press("Control+v")
    tab.page.wait_for_function("element('ask-text').value.includes('moves d3')")
    tab.page.tap("#ask-no")
    tab.look_again("othello")


@engines("firefox", "webkit")
def test_a_match_goes_on_without_a_network(visit: Visit, host: Host, engine: str) -> None:
    """The page looks right, and a match continues after an offline reload; the console is empty."""
    tab = visit(engine)
    tab.settings(tempo="off").open()
    tab.frames(5)
    assert tab.unlike() < 3
    tab.js("addEventListener('pointerdown', (event) => { globalThis.by = event.pointerType; })")
    tab.first_move("othello")
    assert tab.js("by") == ("mouse" if engine == "webkit" else "touch")  # its driver has no touch
    tab.until(lambda: tab.asked("othello"))
    begun = tab.match("othello").names()
    assert begun[0] == "d3"
    assert begun[1] in tab.live
    tab.look_again("othello")
    carried_by_clipboard(tab)
    tab.until(lambda: tab.js("flipside.about('offline')") == "yes")
    assert tab.unexplained() == []
    host.stop()
    # Firefox logs failed requests of a worker, and the page requests the list again.
    tab.forgiven = ("A ServiceWorker intercepted the request",)
    saved = tab.text("othello")
    tab.reload()
    assert tab.text("othello") == saved
    tab.frames(5)
    assert tab.unlike() < 3
    tab.press("play othello")
    tab.look_again("othello")
    tab.frames(20)
    assert tab.unlike() < 3
    tab.make(tab.mirror.match.position.name(tab.mirror.match.position.moves()[0]))
    tab.until(lambda: len(tab.match("othello").moves) >= 4)
    assert tab.match("othello").names()[:2] == begun


@pytest.mark.long
@engines("chromium")
@pytest.mark.parametrize("trouble", ["full", "forbidden"])
def test_storage_fails(visit: Visit, engine: str, trouble: str) -> None:
    """A failure to save is reported once, nothing claims to be saved, and the match continues."""
    if trouble == "forbidden":
        tab = visit(engine, mode="forbidden")
        tab.forgiven = ("Failed to register/update a ServiceWorker",)  # logged by Firefox
    else:
        tab = visit(engine).settings(tempo="off")
    tab.open()
    warned = "Nothing can be saved here" in tab.live
    assert warned is (trouble == "forbidden"), "the shelf tells it before the first move"
    if trouble == "full":
        tab.js(FILL)
    tab.frames()
    told = titles(tab)
    tab.press("play othello")
    tab.until(lambda: tab.title.startswith("About your saved"))  # slow engines set it late
    told += titles(tab)
    tab.make("d3")
    tab.until(lambda: "d3" in tab.live or bool(tab.live))
    tab.frames(30)
    told += titles(tab)
    assert len(told) == 1
    tab.until(lambda: tab.title.startswith("Black to move"))  # the computer has answered
    assert "moves d3" in tab.js("unsavedMatches")


@pytest.mark.long
def test_a_private_window(visit: Visit) -> None:
    """The game works with the limits of Firefox's private windows."""
    tab = visit("firefox", mode="private")
    tab.settings(tempo="off").open()
    tab.first_move("othello")
    tab.until(lambda: tab.asked("othello"))
    begun = tab.match("othello").names()
    tab.reload()
    assert tab.match("othello").names() == begun


@pytest.mark.long
def test_leaving_without_a_device_for_sound(visit: Visit, tmp_path: Path) -> None:
    """For each repeated request for sound, Firefox would log an error when the page closes."""
    tab = visit("firefox", mode="silent")
    tab.page.add_init_script(_ASKS)
    tab.settings(tempo="off").open()
    for _ in range(2):
        tab.sit("othello")
        tab.until(lambda: tab.js("Module.SDL2?.audioContext?.state") == "suspended")
        tab.page.wait_for_timeout(3000)
        tab.press("menu")
        assert 1 <= tab.js("asks") < 12
        tab.reload()
    assert "Navigated away" not in (tmp_path / "told.txt").read_text("utf-8")


@engines()
def test_the_same_match_in_two_tabs(visit: Visit, engine: str) -> None:
    """The tab with the older match reports it, saves nothing, and takes over the newer match."""
    tab = visit(engine)
    tab.settings(tempo="off", language="en").open()
    two_people(tab, "othello")
    tab.make("d3")
    tab.until(lambda: len(tab.match("othello").moves) == 1)
    other = Tab(tab.context, tab.url, (tab.url,))
    other.open()
    other.sit("othello")
    other.make("c5")
    other.until(lambda: len(other.match("othello").moves) == 2)
    newer = other.text("othello")
    tab.page.bring_to_front()
    tab.until(lambda: tab.title == "Continued elsewhere – Flipside")
    tab.key("Escape")
    tab.touch(tab.mirror.at("c3"))
    tab.until(lambda: tab.title == "Continued elsewhere – Flipside")
    assert tab.text("othello") == newer
    tab.mirror.play._ask_where()
    tab.press("take-over")
    tab.look_again("othello")
    tab.make("f6")
    tab.until(lambda: tab.match("othello").names() == ["d3", "c5", "f6"])
    other.page.bring_to_front()
    other.until(lambda: other.title == "Continued elsewhere – Flipside")
    assert other.faults() == []


@engines()
def test_a_dense_screen_is_sharp(visit: Visit, engine: str) -> None:
    """The canvas has all pixels of the screen, and a touch reaches it."""
    tab = visit(engine, ratio=2)
    tab.settings(tempo="off").open()
    assert sharp(tab)
    assert tab.unlike() < 3
    tab.first_move("othello")
    tab.until(lambda: tab.asked("othello"))
    assert sharp(tab)
    tab.look_again("othello")
    assert tab.unlike() < 3
