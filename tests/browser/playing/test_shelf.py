"""The page before the game has loaded: the shelf, true messages, and a tap that is stored."""

import json

import pytest

from flipside.game.drawing.draw import wrapped
from flipside.game.ui.widgets import Label
from flipside.rules.catalogue import BY_KEY
from tests.browser.conftest import MakeTab
from tests.browser.same_game import Mirror
from tests.browser.servers import Host
from tests.browser.tab import Tab
from tests.game.services.stores import settings_text

WASM = "/cdn/0.9.3/cpython312/main.wasm.gz"
"""The page fetches this compressed copy and unpacks it."""
SIZES = ((1280, 800), (1024, 768), (820, 1180), (590, 700), (390, 844), (844, 390))

PLACES = """() => Object.fromEntries([...document.querySelectorAll('#shelf button')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.dataset.name, [x, y, width, height]];
}))"""

LINES = """() => [...document.querySelectorAll('#shelf .shelf-card ~ .words.soft')].map(
  (one) => one.textContent.replaceAll('\\u00a0', ' '))"""
"""The texts about the games with their line breaks."""

SMALLEST = """Math.min(...[...document.querySelectorAll('#shelf *, #loading-words')].map(
  (one) => parseFloat(getComputedStyle(one).fontSize)))"""
"""The size of the smallest letters in CSS pixels."""

LOADING_SEEN = """(() => {
  const { x, y, width, height } = element('loading-words').getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === element('loading-words');
})()"""

KEPT = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).find((one) => one.url.includes('/kept/'));
    if (kept) return (await (await cache.match(kept)).arrayBuffer()).byteLength;
  }
  return 0;
}"""
"""The size of the cached game."""

SPOILED = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith('flipside-app-'));
  const cache = await caches.open(name);
  const [request] = (await cache.keys()).filter((one) => one.url.includes('/kept/'));
  const whole = await (await cache.match(request)).arrayBuffer();
  new Uint8Array(whole)[whole.byteLength >> 1] ^= 255;
  await cache.put(request, new Response(whole));
  return whole.byteLength;
}"""


def wait_for_the_shelf(tab: Tab) -> None:
    tab.page.wait_for_function(
        "document.getElementById('shelf') && performance.getEntriesByName('shelf').length"
    )


def places(mirror: Mirror) -> dict[str, list[float]]:
    """Return the places of the buttons on the game's shelf, in CSS pixels."""
    found = {}
    for sheet in mirror.top.sheets:
        for widget in sheet.widgets:
            if widget.action is not None and widget.name not in BY_KEY:
                found[widget.name] = [float(one) for one in sheet.to_window(widget.rect)]
    return found


def lines(mirror: Mirror) -> list[str]:
    """Return the texts about the games with the game's line breaks."""
    theme, text = mirror.app.services.theme, mirror.app.services.text
    told = [text.game(key, "line") for key in BY_KEY]
    return [
        "\n".join(wrapped(theme, widget.text, widget.style, widget.rect.width)).replace("\xa0", " ")
        for sheet in mirror.top.sheets
        for widget in sheet.widgets
        if isinstance(widget, Label) and widget.text in told
    ]


def test_the_shelf_of_the_page(new_tab: MakeTab, host: Host) -> None:
    """The page's shelf has the game's places and line breaks in every window size.

    It is visible while files load, also after a reload, and the last tap acts when the game starts.
    With large type it shows the game's texts without pictures.
    """
    host.held.add(WASM)
    tab = new_tab(size=SIZES[0])
    tab.page.goto(tab.url)
    wait_for_the_shelf(tab)
    tab.until(lambda: " of " in tab.js("element('loading-words').textContent"))
    tab.js("localStorage.setItem('flipside/match-othello-20260131-183005-0123abcd.txt', '')")
    tab.page.reload()
    wait_for_the_shelf(tab)
    assert tab.page.locator("[data-name='play othello'].primary").count() == 1
    tab.js("localStorage.clear()")
    for width, height in SIZES:
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.wait_for_function(f"innerWidth === {width}")
        tab.frames(2)
        meant, seen = places(tab.look_again()), tab.js(PLACES)
        assert tab.js(LINES) == lines(tab.mirror), f"{width}x{height}"
        assert set(seen) == set(meant)
        for name, place in meant.items():
            assert seen[name] == pytest.approx(place, abs=2), f"{name} in {width}x{height}"
    text = json.dumps(settings_text(large=True))
    tab.js(f"localStorage.setItem('flipside/settings.txt', {text})")
    tab.page.reload()
    wait_for_the_shelf(tab)
    told = [part.words for part in tab.look_again().top.parts() if part.kind == "button"]
    assert tab.page.locator("#shelf button").all_text_contents() == told
    assert tab.page.locator("#shelf :is(img, .icon)").count() == 0
    assert tab.js(SMALLEST) >= 24
    assert tab.js(LOADING_SEEN)
    tab.js("localStorage.clear()")
    tab.page.reload()
    wait_for_the_shelf(tab)
    tab.page.click("[data-name='options']")
    tab.page.click("[data-name='album']")
    assert tab.js("element('chosen').textContent")
    host.held.clear()
    tab.started()
    tab.until(lambda: tab.title.startswith("Matches"))
    assert tab.page.locator("#shelf").count() == 0
    assert WASM.removesuffix(".gz") not in host.asked


@pytest.mark.long
def test_the_game_is_kept(new_tab: MakeTab) -> None:
    """The second start uses the cached game, as a changed copy proves; damage is repaired."""
    tab = new_tab().open()
    tab.until(lambda: tab.js(KEPT))
    before = tab.js(KEPT)
    told = tab.js("code => python.pyodide.runPython(code)", CHANGED)
    assert min(json.loads(told)) > 100
    tab.until(lambda: tab.js(KEPT) != before)
    tab.reload()
    tab.until(lambda: tab.title == "Kept")
    assert tab.js(SPOILED) > 100_000
    tab.reload()
    tab.until(lambda: tab.title == "Flipside")


LIBRARY = """(spoil) => caches.keys().then(async (names) => {
  const cache = await caches.open(names.find((one) => one.startsWith('flipside-app-')));
  const library = (await cache.keys()).find((one) => one.url.endsWith('main.data'));
  if (library && spoil) await cache.put(library, new Response('no library'));
  return Boolean(library);
})"""
"""Whether Python's library is cached with its byte code; with `spoil`, replaces the copy."""


@pytest.mark.long
def test_the_library_is_kept(new_tab: MakeTab) -> None:
    """The second start uses the library's byte code; a damaged copy is deleted in the next."""
    tab = new_tab().open()
    tab.until(lambda: tab.js(LIBRARY, False))
    tab.reload()
    code = "import asyncio, dataclasses; asyncio.__file__ + dataclasses.__file__"
    assert tab.js("code => python.pyodide.runPython(code)", code).count(".pyc") == 2
    tab.js(LIBRARY, True)
    tab.page.reload()
    tab.page.wait_for_selector("#retry")
    tab.until(lambda: not tab.js(LIBRARY, False))
    tab.reload()


CHANGED = """
import base64, json, marshal, zlib
import module_cache
from platform import window
whole = zlib.decompress(b"".join(module_cache.packed_modules()))
files, modules, codes, patterns = marshal.loads(whole[12:])
source, digest, folders, _ = modules["flipside.game.scenes.common.scene"]
text = open(source).read().replace('game, "Flipside"', 'game, "Kept"')
other = marshal.dumps(compile(text, source, "exec"))
modules["flipside.game.scenes.common.scene"] = source, digest, folders, other
source, _, folders, _ = modules["pygame.sprite"]
other = marshal.dumps(compile("1 / 0", source, "exec"))
modules["pygame.sprite"] = source, bytes(8), folders, other
whole = marshal.dumps((files, modules, codes, patterns))
kept = zlib.compress(b"flipside" + zlib.crc32(whole).to_bytes(4) + whole)
window.flipside.keep_game(module_cache.PYTHON_ID, base64.b64encode(kept).decode())
json.dumps([len(modules), len(codes), len(patterns)])
"""
"""Caches changed byte code. The code of pygame.sprite has another source hash, so it must not be
used."""


@pytest.mark.long
def test_a_slow_start_is_no_failure(new_tab: MakeTab, host: Host) -> None:
    """No failure is reported while bytes arrive, but one is after they stop."""
    host.held.add(WASM)
    tab = new_tab()
    tab.page.add_init_script(
        "const wait = setTimeout; globalThis.setTimeout = (action, time, ...more) =>"
        " wait(action, time === 60000 ? 2500 : time, ...more);"
    )
    tab.page.goto(tab.url)
    wait_for_the_shelf(tab)
    for _ in range(8):  # each activity restarts the timeout
        tab.js("noteActivity()")
        tab.page.wait_for_timeout(500)
        assert tab.js("element('retry').hidden")
    tab.page.wait_for_selector("#retry:visible")
    assert tab.js("element('loading-words').textContent").startswith("This page could not")
    host.held.clear()
    tab.page.tap("#retry")
    tab.page.wait_for_function("document.getElementById('retry')?.hidden")


@pytest.mark.parametrize(
    ("locale", "name"),
    [
        ("cs-CZ", "manifest-cs"),
        ("de-AT", "manifest-de"),
        ("en-GB", "manifest"),
        ("fr-CA", "manifest-fr"),
        ("pl", "manifest"),
    ],
)
def test_the_page_names_the_manifest_of_its_language(
    new_tab: MakeTab, host: Host, locale: str, name: str
) -> None:
    """The manifest and the page have the same language and description."""
    host.held.add(WASM)
    tab = new_tab(locale=locale)
    tab.page.goto(tab.url)
    wait_for_the_shelf(tab)
    link = tab.js("document.querySelector('link[rel=manifest]').href")
    assert link == f"{tab.url}{name}.webmanifest"
    manifest = tab.page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())"
    )
    assert manifest["lang"] == tab.js("document.documentElement.lang")
    assert manifest["description"] == tab.js(
        "document.querySelector('meta[name=description]').content"
    )
