"""Accessibility: axe-core finds nothing serious, and each move is announced."""

from typing import Any

import pytest

from tests.browser.tab import Tab
from tests.needed import lacking


@pytest.fixture(scope="module")
def axe() -> str:
    """Return the script of axe-core."""
    try:
        from importlib.resources import files

        return (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    except ModuleNotFoundError:
        lacking("axe-playwright-python is not installed")


def faults(tab: Tab, axe: str) -> list[str]:
    """Return the faults that axe-core finds, except minor ones."""
    tab.js(f"{axe}; 0")
    found: Any = tab.js("axe.run()")
    return [
        f"{fault['id']}: {fault['nodes'][0]['html']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical", "moderate")
    ]


@pytest.mark.long  # test_readout.py runs axe in all scenes
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(tab: Tab, axe: str, scheme: Any) -> None:
    """axe finds nothing on the loading screen, in the game, and in each dialog of the page."""
    tab.page.emulate_media(color_scheme=scheme)
    tab.page.route("**/pythons.js", lambda route: route.abort())
    tab.forgiven = ("pythons.js", "ERR_FAILED")
    tab.open()
    assert faults(tab, axe) == []
    tab.js("element('loading').hidden = false, element('retry').hidden = false")
    tab.js("element('loading-words').textContent = element('retry').textContent = 'Try again'")
    assert faults(tab, axe) == []
    tab.js("element('loading').hidden = true")
    tab.js("flipside.ask('Paste', 'Paste', 'Back')")
    assert faults(tab, axe) == []
    tab.page.tap("#ask-no")
    tab.js("flipside.fail('what went wrong')")
    assert faults(tab, axe) == []


@pytest.mark.long
def test_each_move_is_told(tab: Tab) -> None:
    """Moves are announced in the player's language; changes of system colours are followed."""
    tab.settings(tempo="off", language="de").open()
    assert tab.js("element('canvas').getAttribute('aria-hidden')") == "true"
    assert tab.js("element('canvas').tabIndex") == -1, "what the canvas shows is said beside it"
    assert tab.js("element('live').getAttribute('aria-live')") == "polite"
    tab.listen()
    tab.first_move("othello")
    tab.until(lambda: any(said.startswith("Weiß: ") for said in tab.heard))
    assert [said[:11] for said in tab.heard if said.startswith("Schwarz: ")] == ["Schwarz: d3"]
    for wishes in ({"color_scheme": "dark"}, {"color_scheme": "light", "forced_colors": "active"}):
        tab.page.emulate_media(**wishes)  # type: ignore[arg-type]
        tab.look_again("othello")
        tab.until(lambda: tab.unlike() < 3)
    assert tab.mirror.app.services.theme.contrast


FRAME = "getComputedStyle(element('canvas')).outlineStyle !== 'none'"


@pytest.mark.long
def test_the_canvas_has_a_frame_only_until_a_key_shows_what_is_chosen(tab: Tab) -> None:
    tab.settings(tempo="off").open()
    tab.page.mouse.click(200, 60)
    for key in ("ArrowRight", "u", "Tab"):
        tab.page.keyboard.press(key)
        tab.frames(3)
        assert not tab.js(FRAME), f"after {key}"
    tab.page.keyboard.press("Shift")
    tab.js("element('canvas').blur(), element('canvas').focus({focusVisible: true}), 0")
    assert tab.js(FRAME), "the keys go to the game, which shows nothing chosen yet"
    tab.page.keyboard.press("ArrowRight")
    assert not tab.js(FRAME)
