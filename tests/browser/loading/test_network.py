"""Which files are fetched, when, and failures of the network."""

import pytest

from tests.browser.conftest import MakeContext, MakeTab
from tests.browser.servers import Host

DATA = "/cdn/0.9.3/cpython312/main.data"
WASM = "/cdn/0.9.3/cpython312/main.wasm"


@pytest.mark.long
def test_without_a_service_worker(new_tab: MakeTab, host: Host) -> None:
    """Without workers, as in some private windows, the page starts from the network."""
    tab = new_tab(service_workers="block").open()
    tab.first_move("othello")
    assert tab.js("flipside.about('offline')") == ""
    assert tab.js("caches.keys()") == []
    tab.reload()
    assert len(tab.match("othello").moves) >= 1


@pytest.mark.long
@pytest.mark.parametrize(
    "missing", ["pythons.js", "main.js", "main.wasm", "game-scenes.bin", "pygame_ce"]
)
@pytest.mark.long
def test_without_a_service_worker_and_without_a_file(
    new_tab: MakeTab, host: Host, missing: str
) -> None:
    """The page reports the missing file and offers a button instead of waiting for ever."""
    name = next(
        path.relative_to(host.folder)
        for path in host.folder.rglob("*")
        if missing in path.name and path.suffix != ".gz"
    )
    host.broken.add(f"/{name}")
    tab = new_tab(service_workers="block")
    tab.forgiven = ("404",)
    # A missing wheel is noticed only by the timeout of a minute. It is shortened for the first try.
    tab.page.add_init_script(
        "if (!sessionStorage.getItem('tried')) { sessionStorage.setItem('tried', 'once');"
        " const wait = setTimeout; globalThis.setTimeout ="
        " (action, time, ...rest) => wait(action, time === 60000 ? 8000 : time, ...rest); }"
    )
    tab.page.goto(tab.url)
    tab.page.wait_for_function("!element('retry').hidden || element('trouble').open")
    tab.until(lambda: any(path.endswith(name.name) for path in host.asked))
    host.broken.clear()
    tab.page.tap("#trouble-reload" if tab.js("element('trouble').open") else "#retry")
    tab.page.wait_for_function("document.getElementById('retry')?.hidden")
    tab.started()


@pytest.mark.long
def test_a_file_damaged_on_its_way_is_fetched_again(new_tab: MakeTab, host: Host) -> None:
    """The caches and the game never get the damaged bytes."""
    host.damage[DATA] = 1
    tab = new_tab().open()
    assert host.asked.count(DATA) == 2
    tab.first_move("othello")


@pytest.mark.long
def test_a_file_that_stays_damaged_or_missing(new_tab: MakeTab, host: Host) -> None:
    """The page reports the failure, keeps the other files, and retries on demand."""
    host.damage |= {WASM: 99, f"{WASM}.gz": 99}
    tab = new_tab()
    tab.page.goto(tab.url)
    tab.page.wait_for_selector("#retry:visible")
    assert tab.js("element('loading-words').textContent").startswith("This page could not")
    assert tab.page.locator("#retry").bounding_box()["height"] >= 44
    assert [host.asked.count(name) for name in (f"{WASM}.gz", WASM)] == [1, 2]
    host.damage.clear()
    host.asked.clear()
    tab.page.tap("#retry")
    tab.page.wait_for_selector("#retry", state="hidden")
    tab.started()
    assert f"{WASM}.gz" in host.asked
    assert DATA not in host.asked, "what was here already was fetched again"


@pytest.mark.long
def test_progress_is_honest(new_tab: MakeTab, context_of: MakeContext) -> None:
    """The progress never decreases, and it ends at the sum of the sizes in the list."""
    context = context_of()
    context.add_init_script(
        """globalThis.told = [];
        addEventListener('DOMContentLoaded', () => new MutationObserver(() =>
          told.push([element('progress').value, element('loading-words').textContent])
        ).observe(document.getElementById('loading-words'), { childList: true }));"""
    )
    tab = new_tab(context=context).open()
    told = [value for value, words in tab.js("told") if " of " in words]
    assert len(told) > 20
    assert told == sorted(told)
    assert told[-1] == 1.0
