"""Saves in the browser: full storage, unsaved matches, export and import."""

import json
from pathlib import Path

import pytest

from tests.browser.scripts import script
from tests.browser.tab import Tab

FILL = script("fill")


def titles(tab: Tab) -> list[str]:
    """Close messages about saves with Escape, and return their titles."""
    told = []
    while tab.title.startswith("About your saved"):
        told.append(tab.title)
        tab.key("Escape")
        tab.frames(3)
        assert len(told) < 20
    return told


@pytest.mark.long
def test_what_is_not_saved_can_still_be_copied(tab: Tab) -> None:
    """Leaving requires consent, and the error panel does not claim that all is saved."""
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.settings(tempo="off")
    tab.open()
    tab.js(FILL)
    tab.press("play othello")
    tab.frames()
    titles(tab)
    tab.make("d3")
    tab.until(lambda: tab.js("unsavedMatches") != "")
    assert tab.js("!dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    tab.js("flipside.fail('oh')")
    assert "saving did not work" in tab.js("element('trouble-words').textContent")
    tab.page.tap("#trouble-matches")
    tab.until(lambda: tab.js("element('trouble-matches').textContent") == "Copied")
    assert "moves d3" in tab.js("navigator.clipboard.readText()")


@pytest.mark.long
def test_saves_are_carried_away_and_brought_back(tab: Tab, tmp_path: Path) -> None:
    """All saves are exported to a file and imported from it after they were lost."""
    tab.settings(tempo="off").open()
    tab.first_move("othello")
    tab.until(lambda: len(tab.match("othello").moves) >= 2)
    tab.look_again("othello")
    tab.shelf()
    before = tab.text("othello")
    tab.press("options")
    tab.swipe_to("export")
    with tab.page.expect_download() as coming:
        tab.press("export")
    target = tmp_path / coming.value.suggested_filename
    coming.value.save_as(target)
    exported = target.read_text("utf-8")
    assert before in json.loads(exported)["saves"].values()
    (name,) = tab.names("othello")
    tab.js("(name) => localStorage.removeItem(`flipside/${name}.txt`)", name)
    tab.reload()
    tab.press("options")
    tab.swipe_to("import")
    tab.press("import")
    tab.page.wait_for_selector("#ask[open]")
    tab.page.set_input_files("#ask-file", str(target))
    tab.until(lambda: tab.js("element('ask-text').value") == exported)
    tab.page.tap("#ask-yes")
    tab.until(lambda: tab.text("othello") == before)
