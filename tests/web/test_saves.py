"""Saves in the browser: full, forbidden, carried away and brought back."""

from pathlib import Path

import pytest

from tests.web.tab import Tab

pytestmark = pytest.mark.xdist_group("browser")

FORBID = """Object.defineProperty(globalThis, 'localStorage', {
  get() { throw new DOMException('denied', 'SecurityError'); },
});"""

FILL = """(() => {
  let piece = 'x'.repeat(1 << 20);
  for (let number = 0; piece.length; number += 1) {
    try { localStorage.setItem('full' + number, piece); }
    catch { piece = piece.slice(0, piece.length >> 1); }
  }
})()"""


def titles(tab: Tab) -> list[str]:
    """Close with Escape what the game tells; the titles of all that it told."""
    told = []
    while tab.title.startswith("Saving"):
        told.append(tab.title)
        tab.key("Escape")
        tab.frames(3)
        assert len(told) < 20
    return told


def test_storage_is_full(tab: Tab) -> None:
    """It is told once that saving does not work, and playing goes on."""
    tab.settings(tempo="off").open()
    tab.js(FILL)
    tab.press("play othello")
    tab.frames(5)
    told = titles(tab)
    tab.mirror.press("play othello") if tab.mirror.where() == "Menu" else None
    for name in ("d3",):
        tab.make(name)
    tab.until(lambda: "d3" in tab.live or "White" in tab.live)
    tab.frames(60)
    told += titles(tab)
    assert len(told) == 1, told


def test_storage_is_forbidden(tab: Tab) -> None:
    """It is told once that saving does not work, and playing goes on."""
    tab.page.add_init_script(FORBID)
    tab.page.goto(tab.url)
    tab.started()
    tab.frames(5)
    told = titles(tab)
    tab.look_again()
    tab.press("play othello")
    tab.frames(5)
    told += titles(tab)
    tab.make("d3")
    tab.until(lambda: bool(tab.live))
    tab.frames(30)
    told += titles(tab)
    assert len(told) == 1, told


def test_saves_are_carried_away_and_brought_back(tab: Tab, tmp_path: Path) -> None:
    """All saves go into one file, and come back from it after everything was lost."""
    tab.settings(tempo="off").open()
    tab.first_move("othello")
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    tab.look_again("othello")
    tab.shelf()
    before = tab.saved("othello")
    tab.press("options")
    with tab.page.expect_download() as coming:
        tab.press("export")
    target = tmp_path / coming.value.suggested_filename
    coming.value.save_as(target)
    assert before in target.read_text("utf-8")
    tab.js("localStorage.removeItem('flipside/othello.txt')")
    tab.reload()
    tab.press("options")
    tab.press("import")
    tab.page.wait_for_selector("#ask[open]")
    tab.page.set_input_files("#ask-file", str(target))
    tab.until(lambda: before in tab.js("element('ask-text').value"))
    tab.page.tap("#ask-yes")
    tab.until(lambda: tab.saved("othello") == before)
