"""Keys of the browser keep their function, although the game listens to all keys."""

import os
import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests import needed
from tests.browser.conftest import FLAGS, tablet
from tests.browser.servers import Host
from tests.browser.tab import Tab

GAMEPAD = """() => {
  globalThis.pad = { id: 'Made up', index: 0, connected: true, mapping: 'standard', timestamp: 1,
    axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) };
  navigator.getGamepads = () => [pad];
  dispatchEvent(Object.assign(new Event('gamepadconnected'), { gamepad: pad }));
  globalThis.hold = (button, down) => {
    pad.buttons[button] = { pressed: down, value: Number(down) };
    pad.timestamp += 1;
  };
}"""


@pytest.mark.long
def test_keys_of_the_browser_stay_its_own(tab: Tab) -> None:
    """The game takes arrows and a later gamepad, and leaves reload, copy and Tab to the browser."""
    tab.page.add_init_script(
        "globalThis.pressed = [];addEventListener('keydown', (event) => pressed.push(event), true)"
    )
    tab.settings(tempo="off").open()
    tab.js("element('canvas').focus()")
    keys = ("ArrowUp", "Control+r", "Meta+r", "Control+c", "F5", "F12", "Tab")
    for name in keys:
        tab.js("element('canvas').focus()")
        tab.page.keyboard.press(name)
    tab.frames()
    taken = tab.js(
        "pressed.filter((event) => !['Control', 'Meta'].includes(event.key))"
        ".map((event) => event.key + ' ' + event.defaultPrevented)"
    )
    assert taken[0] == "ArrowUp true"
    assert [word.split()[1] for word in taken[1:]] == ["false"] * (len(keys) - 1)
    tab.js(GAMEPAD)
    tab.frames()
    for button, title in ((14, "Flipside"), (0, "Matches – Flipside"), (1, "Flipside")):
        for down in ("true", "false"):
            tab.js(f"hold({button}, {down})")
            tab.frames()
        tab.page.wait_for_function("(title) => document.title === title", arg=title)


PRESSED = """([where, more]) => {
  const target = document.querySelector(where);
  const reached = [];
  const listen = (event) => reached.push(event.key);
  target.addEventListener('keydown', listen);
  const event = new KeyboardEvent('keydown',
    { key: 'z', code: 'KeyZ', keyCode: 90, bubbles: true, cancelable: true, ...more });
  target.dispatchEvent(event);
  target.removeEventListener('keydown', listen);
  return [reached.length > 0, event.defaultPrevented];
}"""


@pytest.mark.long
def test_altgr_is_no_shortcut(tab: Tab) -> None:
    """AltGr types letters, so the game and the readout ignore it, even if Ctrl is reported, too."""
    tab.settings(tempo="off").open()
    told = "#readout [data-key]"
    tab.page.wait_for_selector(told, state="attached")
    for more in ({"modifierAltGraph": True}, {"modifierAltGraph": True, "ctrlKey": True}):
        assert tab.js(PRESSED, ["#canvas", more]) == [False, False]
        assert tab.js(PRESSED, [told, more])[1] is False
    assert tab.js(PRESSED, ["#canvas", {}])[0] is True
    assert tab.js(PRESSED, [told, {"ctrlKey": True}])[1] is True


@pytest.fixture
def screen() -> Iterator[str]:
    """Yield the name of a new screen for DISPLAY."""
    with needed.screen() as name:
        yield name


@pytest.mark.long
def test_reloading_with_the_canvas_focused(browser: Browser, home: Host, screen: str) -> None:
    """Ctrl+R and F5 reload the page; a driven browser gets such keys only from a real screen."""
    press = needed.program("xdotool")
    seen = {**os.environ, "DISPLAY": screen}
    path = needed.program("chromium", "chromium-browser", "google-chrome")
    other = browser.browser_type.launch(
        executable_path=path, headless=False, args=list(FLAGS), env=dict(seen)
    )
    try:
        tab = Tab(tablet(other, (800, 600), 1), home.url, (home.url,)).open()
        for key in ("ctrl+r", "F5"):
            tab.js("globalThis.untouched = true, element('canvas').focus()")
            assert tab.js("document.activeElement.id") == "canvas"
            found = [press, "search", "--onlyvisible", "--name", "Flipside"]
            window = subprocess.run(found, env=seen, capture_output=True, text=True, check=True)
            subprocess.run(
                [press, "windowfocus", "--sync", window.stdout.split()[-1], "key", key],
                env=seen, check=True,
            )  # fmt: skip
            tab.page.wait_for_function("!globalThis.untouched")
            tab.started()
        assert tab.faults() == []
    finally:
        other.close()
