"""First starts with missing, damaged, wrong or late files: the game, or a sentence and a button."""

import io
import json
from pathlib import Path

import pygame
import pytest

from tests.browser.conftest import MakeTab, Visit
from tests.browser.loading.test_engines import engines
from tests.browser.servers import Host
from tests.browser.tab import Tab

FAULTS = ("missing", "truncated", "empty", "other", "late")

QUICKER = """const wait = setTimeout; globalThis.setTimeout = (action, time, ...more) =>
  wait(action, { 60000: 8000, 10000: 1000, 4000: 1e6 }[time] ?? time, ...more);"""
"""Shortens the timeouts for late files, but not the one that reports a slow start."""

BEGUN = """Boolean(globalThis.flipside && !document.querySelector('main').hidden
  && !document.getElementById('early'))"""
"""Whether the page's own files have loaded."""

OUTCOME = """() => {
  const seen = (id) => document.getElementById(id)?.checkVisibility();
  if (seen('early')) return element('#early p').textContent;
  if (seen('retry')) return element('#loading-words').textContent;
  return globalThis.flipside && element('#loading').hidden ? 'game' : '';
  function element(found) { return document.querySelector(found); }
}"""
"""The result of a visit: "game", or the sentence on the page; "" before that."""


def spoil(host: Host, fault: str, *names: str) -> None:
    """Set a fault for files and for their compressed copies."""
    paths = {f"/{name}{twin}" for name in names for twin in ("", ".gz")}
    if fault == "missing":
        host.broken |= paths
    elif fault == "late":
        host.held |= paths
    else:
        host.spoiled |= {path: fault for path in paths if (host.folder / path[1:]).is_file()}


def mend(host: Host) -> None:
    host.broken.clear()
    host.held.clear()
    host.spoiled.clear()


def outcome(tab: Tab, url: str) -> str:
    """Visit the page and return the result."""
    tab.forgiven = ("",)
    tab.page.goto(url, wait_until="commit")
    tab.page.wait_for_function(f"({OUTCOME})() !== ''")
    return str(tab.js(OUTCOME))


def listed(site: Path, stage: str) -> list[str]:
    """Return the files of a phase of the start."""
    files = json.loads((site / "precache.json").read_text("utf-8"))["files"]
    return [file["url"] for file in files if file["stage"] == stage]


SENTENCES = {
    "en": ("Flipside could not be loaded", "Flipside is taking", "Try again"),
    "de": ("Flipside ließ sich nicht", "Flipside lässt", "Noch einmal"),
    "cs": ("Flipside se nepodařilo", "Načítání Flipside", "Zkusit znovu"),
}


@pytest.mark.parametrize("name", ["page.js", "page.css"])
def test_what_the_page_itself_needs(new_tab: MakeTab, host: Host, long: bool, name: str) -> None:
    """Any fault shows only a sentence, in the chosen language; its button brings the game."""
    languages = {"missing": "en", "truncated": "de", "late": "cs"}
    for fault in FAULTS if long else languages:
        language = languages.get(fault, "cs")
        failed, late, again = SENTENCES[language]
        tab = new_tab(color_scheme="light", service_workers="block")
        tab.settings(language=language, theme="dark")
        spoil(host, fault, name)
        told = outcome(tab, tab.url)
        assert told.startswith(late if fault == "late" else failed), f"{fault}: {told}"
        button = tab.page.get_by_role("button", name=again)
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert not tab.js("document.querySelector('main').checkVisibility()")
        assert tab.js("document.documentElement.lang") == language
        ground = tab.js("getComputedStyle(document.documentElement).backgroundColor")
        assert ground == "rgb(30, 27, 25)"
        if fault == "late":
            host.held.clear()  # the file arrives late
        else:
            mend(host)
            button.tap()
        tab.page.wait_for_function(BEGUN)
        tab.close()


def drawn(tab: Tab) -> bool:
    """Return whether something is visible on the background of the page."""
    seen = pygame.image.load(io.BytesIO(tab.page.screenshot()))
    ground = seen.get_at((2, seen.get_height() - 2))
    alike = pygame.mask.from_threshold(seen, ground, (60, 60, 60, 255)).count()
    return seen.get_width() * seen.get_height() - alike > 400


@engines("webkit")
def test_what_the_page_itself_needs_in_all_engines(visit: Visit, host: Host, engine: str) -> None:
    """The sentence is visible while the style sheet loads, and disappears after that."""
    host.headers = {"Cache-Control": "no-store"}
    tab = visit(engine)
    tab.forgiven = ("",)
    tab.page.goto(f"{tab.url}manifest.webmanifest")
    for name in ("page.css", "page.js"):
        # WebKit's driver cannot act before a page has loaded.
        for fault in FAULTS[:2] if engine == "webkit" else FAULTS:
            spoil(host, fault, name)
            spoil(host, "missing", "service-worker.js")  # it would cache both files
            tab.js(f"setTimeout(() => {{ location.href = '{tab.url}' }})")
            tab.page.wait_for_function("Boolean(document.getElementById('early'))")
            tab.page.wait_for_timeout(1000)
            assert drawn(tab), f"{name} {fault}"
            assert tab.js("document.querySelector('main').offsetHeight") == 0
            mend(host)
            if fault != "late":
                tab.page.tap("#early button")
            tab.page.wait_for_function(BEGUN)


def test_a_page_that_is_cut_off(new_tab: MakeTab, host: Host) -> None:
    """A truncated page does not start and shows a sentence."""
    host.spoiled["/"] = "truncated"
    tab = new_tab()
    told = outcome(tab, tab.url)
    assert told.startswith(SENTENCES["en"][0])
    assert not tab.js("document.querySelector('main')?.checkVisibility()")
    mend(host)


@pytest.mark.parametrize(
    "fault", ["missing", *(pytest.param(one, marks=pytest.mark.long) for one in FAULTS[1:])]
)
def test_what_a_start_needs(new_tab: MakeTab, host: Host, long: bool, fault: str) -> None:
    """The page reports a fault in any file that Python or the game needs."""
    needed = ["precache.json", *listed(host.folder, "python"), *listed(host.folder, "shelf")]
    needed = [name for name in needed if "index-" not in name and "bundle/rules" not in name]
    for name in needed if long else ["precache.json", "cdn/0.9.3/pythons.js"]:
        tab = new_tab()
        tab.page.add_init_script(QUICKER)
        spoil(host, fault, name)
        assert outcome(tab, tab.url).startswith("This page could not be loaded"), name
        mend(host)
        tab.close()


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_start_can_do_without(new_tab: MakeTab, host: Host, fault: str) -> None:
    """The game starts without pictures, fonts, icons, manifests, workers and files for later."""
    rest = [name for name in listed(host.folder, "rest") if not name.startswith(("page.", "./"))]
    rest.remove("precache.json")
    if fault == "late":  # a browser requests six files at once from a host, so more would stop it
        rest = ["fonts/title.woff2", "icons/icon-192.png", "painter.js", "service-worker.js"]
    spoil(host, fault, *rest)
    tab = new_tab()
    tab.page.add_init_script(QUICKER)
    assert outcome(tab, tab.url) == "game"
    mend(host)


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS)
def test_what_the_runtime_fetches_itself(new_tab: MakeTab, host: Host, fault: str) -> None:
    """Without a service worker a file is not checked before Python reads it."""
    for name in listed(host.folder, "python"):
        if "index-" in name:
            continue
        tab = new_tab(service_workers="block")
        tab.page.add_init_script(QUICKER)
        spoil(host, fault, name)
        assert outcome(tab, tab.url).startswith("This page could not be loaded"), name
        mend(host)
        tab.close()


def test_nothing_is_said_of_progress_after_a_failure(new_tab: MakeTab, host: Host) -> None:
    """Failing files, a tap on the shelf, or a continuing start do not hide the error."""
    held = "/cdn/0.9.3/cpython312/main.wasm.gz"
    host.held.add(held)
    tab = new_tab()
    tab.forgiven = ("Failed to load",)
    tab.page.goto(tab.url)
    tab.page.wait_for_selector("#shelf button")
    tab.until(lambda: " of " in tab.js("element('loading-words').textContent"))
    tab.page.click("[data-name='options']")
    host.stop()
    host.broken.add(held)
    host.held.clear()
    tab.page.wait_for_selector("#retry:visible")
    told = tab.js("element('loading').innerText")
    assert told.startswith("This page could not be loaded")
    tab.js("showProgress(1e6, 2e6), setTable(), bootTime = -1e9")
    tab.page.click("[data-name='album']")
    tab.page.wait_for_timeout(1500)  # the other files are retried, and a slow start is reported
    assert tab.js("element('loading').innerText") == told
    assert not tab.page.locator("#progress").is_visible()
