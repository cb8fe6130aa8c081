"""The page under the rules of a host, in a frame, and with limits of a browser."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import MakeContext, MakeTab
from tests.browser.playing.test_saves import titles
from tests.browser.scripts import script
from tests.browser.servers import Host
from tests.browser.tab import Tab
from tests.game.services.stores import settings_text

README = Path(__file__).resolve().parents[3] / "web" / "README.md"


def headers(site: Path) -> dict[str, str]:
    """Return the headers for hosts of a site that the README lists."""
    (block,) = re.findall(r"```http\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    (digest,) = re.findall(r"'sha256-([\w+/=]+)'", (site / "index.html").read_text("utf-8"))
    return dict(line.replace("DIGEST", digest).split(": ", 1) for line in block.splitlines())


QUICK = f"localStorage.setItem('flipside/settings.txt', {json.dumps(settings_text(tempo='off'))})"

BEFORE = "<!doctype html><title>Before</title><link rel=icon href='data:,'>"


class Framed(Tab):
    """A tab with the game in a frame that fills the page."""

    @property
    def here(self) -> Any:
        """The frame with the game."""
        return self.page.frames[-1]


@pytest.fixture
def around(host: Host, tmp_path: Path) -> Iterator[Host]:
    """Yield a host of another origin whose page contains the game in a frame."""
    for name, sandbox in (("index", ""), ("box", ' sandbox="allow-scripts"')):
        text = f"""<!doctype html><title>Around</title><link rel="icon" href="data:,">
<style>
body {{ margin: 0 }}
iframe {{ border: 0; width: 100%; height: 100vh; display: block }}
</style>
<iframe src="{host.url}"{sandbox}></iframe>"""
        (tmp_path / f"{name}.html").write_text(text, "utf-8")
    (tmp_path / "before.html").write_text(BEFORE, "utf-8")
    around = Host(tmp_path)
    yield around
    around.stop()


@pytest.fixture
def framed(context_of: MakeContext, host: Host, around: Host) -> Iterator[Framed]:
    """Yield a tab for that page, not yet open."""
    tab = Framed(context_of(), around.url, (around.url, host.url))
    tab.page.add_init_script(f"try {{ {QUICK} }} catch {{}}")
    yield tab
    # In a frame without an origin the digests of files cannot be checked, and the browser says so.
    assert [fault for fault in tab.faults() if "Subresource Integrity" not in fault] == []
    tab.close()


def words(tab: Tab) -> str:
    """Wait for a failed start and return the reason on the page."""
    tab.page.wait_for_function("!document.getElementById('retry')?.hidden")
    tab.frames()
    return str(tab.js("element('loading-words').textContent"))


@pytest.mark.long
def test_a_move_under_the_rules_of_the_readme(new_tab: MakeTab, host: Host) -> None:
    """The game works with all these headers, online and offline."""
    host.headers = headers(host.folder)
    assert "Content-Security-Policy" in host.headers
    tab = new_tab().settings(tempo="off").open()
    assert tab.first_move("othello").names()[0] == "d3"
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    tab.until(lambda: tab.js("flipside.about('offline')") == "yes")
    host.stop()
    tab.reload()
    tab.frames(5)
    assert tab.unlike() < 3
    assert tab.unexplained() == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("'unsafe-eval' ", "", "script-src: eval"),
        ("'unsafe-eval' 'wasm-unsafe-eval'", "", "script-src: eval"),
        ("connect-src 'self' data: blob:", "connect-src 'none'", "connect-src: http"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de", "cs"])
def test_rules_that_forbid_it(
    new_tab: MakeTab, host: Host, browser: Browser, old: str, new: str, rule: str, language: str
) -> None:
    """The message excludes the connection as the cause and names the rule."""
    policy = headers(host.folder)["Content-Security-Policy"]
    assert old in policy
    host.headers = {"Content-Security-Policy": policy.replace(old, new)}
    context = browser.new_context(locale=language)
    tab = new_tab(context=context)
    # An early service worker cannot fetch anything, either, not even the page's icon.
    tab.forgiven = ("Content Security Policy", "Refused to", "violates", "net::ERR_FAILED")
    tab.page.goto(tab.url)
    told = words(tab)
    assert rule in told
    assert told.startswith(
        {"en": "Flipside cannot start here. It is not your connection",
         "de": "Flipside kann hier nicht starten. An deiner Verbindung liegt es nicht",
         "cs": "Flipside se tu nemůže spustit. Připojením to není"}[language]
    )  # fmt: skip
    assert tab.js("element('retry').offsetHeight") >= 44
    context.close()


def test_a_browser_without_webassembly(new_tab: MakeTab) -> None:
    """The Lockdown Mode of Apple's devices disables WebAssembly."""
    tab = new_tab()
    tab.page.add_init_script("delete globalThis.WebAssembly")
    tab.page.goto(tab.url)
    assert "WebAssembly" in words(tab)


REFUSED = script("refused")
FULL = script("full")


@pytest.mark.long
@pytest.mark.parametrize(
    "script", [pytest.param(REFUSED, marks=pytest.mark.long), FULL], ids=["refused", "full"]
)
def test_a_browser_that_keeps_no_files(new_tab: MakeTab, script: str) -> None:
    """The game starts from the network and does not claim to work offline."""
    tab = new_tab()
    tab.page.add_init_script(script)
    tab.settings(tempo="off").open()
    tab.first_move("othello")
    tab.quiet()
    assert tab.js("flipside.about('offline')") == ""


@pytest.mark.long
def test_a_frame_without_an_origin(framed: Framed, around: Host) -> None:
    """The game starts, reports that nothing can be saved, and takes a move."""
    framed.page.goto(f"{around.url}box.html")
    framed.here.wait_for_load_state()
    framed.started()
    assert "Nothing can be saved here" in framed.live
    framed.here.focus("#canvas")
    framed.frames()
    titles(framed)
    framed.press("play othello")
    framed.frames(20)
    titles(framed)
    framed.make("d3")
    framed.until(lambda: "moves d3 " in framed.js("unsavedMatches"))
    assert framed.js("history.length") == 2, "about:blank and this page"


@pytest.mark.long
def test_a_frame_of_another_site_adds_nothing_to_its_history(framed: Framed, around: Host) -> None:
    """Going back leaves the enclosing page, even during a match."""
    framed.page.goto(f"{around.url}before.html")
    framed.page.goto(around.url)
    framed.here.wait_for_load_state()
    framed.started()
    framed.first_move("othello")
    framed.until(lambda: framed.asked("othello"))
    assert framed.page.evaluate("history.length") == 3  # about:blank and the two pages
    framed.page.go_back()
    framed.page.wait_for_function("document.title === 'Before'")
