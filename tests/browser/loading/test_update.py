"""An update is offered on the shelf, installed only with consent, and keeps all saves."""

import json
import zlib
from pathlib import Path

import pytest

from flipside.rules.teaching import problem_json
from tests.browser.conftest import MakeTab
from tests.browser.servers import Host
from tests.browser.trees import TITLE_PLACE, built, copied, replace
from tests.made_problems import made


@pytest.fixture(scope="module")
def newer_site(cdn: str, vendored_site: Path, lock: Path, tmp_path_factory) -> Path:  # type: ignore[no-untyped-def]
    """Return the site with a changed word on the shelf and changed problems of one game."""
    tree = copied(tmp_path_factory.mktemp("newer"))
    text = "\n".join(json.dumps(problem_json(problem)) for problem in made("switch"))
    (tree / "rules" / "games" / "switch" / "problems.bin").write_bytes(zlib.compress(text.encode()))
    replace(tree, TITLE_PLACE, 'game, "Flipside Two"')
    return built(tree, cdn, lock)


@pytest.mark.long
@pytest.mark.parametrize("busy", [False, True], ids=["", "busy"])
def test_an_update(busy: bool, new_tab: MakeTab, host: Host, newer_site: Path) -> None:
    """An update waits for consent, fetches only what has changed, and replaces a busy worker."""
    tab = new_tab().open()
    tab.until(lambda: tab.js("flipside.about('offline')") == "yes")
    assert tab.title == "Flipside"
    tab.first_move("othello")
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    before = tab.text("othello")
    host.folder = newer_site
    host.asked.clear()
    tab.reload()
    tab.until(lambda: tab.js("flipside.about('update')") == "yes")
    unasked = ("/cdn/", "/icons/", "/strength/")
    assert not [path for path in host.asked if path.startswith(unasked)]
    changed = [path for path in host.asked if path.startswith("/bundle/")]
    assert changed == ["/bundle/game-scenes.bin"]
    assert tab.title == "Flipside", "the newer one came without consent"
    tab.reload()
    assert tab.title == "Flipside"
    tab.until(lambda: tab.js("flipside.about('update')") == "yes")
    tab.quiet()
    if busy:
        host.held.add("/slow")
        tab.js("void fetch('slow').catch(() => {})")
        tab.until(lambda: "/slow" in host.asked)
    tab.frames(20)
    tab.look_again()
    assert tab.unlike() < 3
    loads = tab.js("globalThis.untouched = true")
    assert loads
    at = tab.mirror.visible("update")
    tab.page.touchscreen.tap(*tab.mirror.on_page(at))
    if busy:
        tab.page.wait_for_function("globalThis.untouched && !element('loading').hidden")
    tab.page.wait_for_function("!globalThis.untouched")
    tab.started()
    tab.until(lambda: tab.title == "Flipside Two")
    assert tab.text("othello") == before
    tab.until(lambda: tab.js("flipside.about('offline')") == "yes")
    late = {path for path in host.asked if path.startswith("/strength/")}
    assert late == {"/strength/switch/problems.bin"}
    tab.frames(20)
    assert tab.js("flipside.about('update')") == ""
    names = tab.js("caches.keys()")
    assert len(names) == len({name.rsplit("-", 1)[0] for name in names}), "old caches are left"
    tab.press("play othello")
    tab.look_again("othello")
    assert tab.mirror.match.names() == tab.match("othello").names()
    host.stop()
    tab.context.set_offline(True)
    tab.reload()
    tab.until(lambda: tab.title == "Flipside Two")


@pytest.mark.long
def test_a_visit_broken_off_before_an_update(
    new_tab: MakeTab, host: Host, newer_site: Path
) -> None:
    """After an update, a visitor whose first start failed can play offline, too."""
    wasm = "/cdn/0.9.3/cpython312/main.wasm"
    host.broken |= {wasm, f"{wasm}.gz"}
    tab = new_tab()
    tab.forgiven = ("404",)
    tab.page.goto(tab.url)
    tab.page.wait_for_selector("#retry:visible")
    host.broken.clear()
    host.folder = newer_site
    tab.reload()
    tab.until(lambda: tab.js("flipside.about('offline')") == "yes")
    host.stop()
    tab.context.set_offline(True)
    tab.reload()
