"""Effects of a device on a page: hiding, sleep, sound, insets, the back button."""

import pytest

from tests.browser.playing.test_play import two_people
from tests.browser.tab import Tab

HIDE = """
{ // A driven browser holds every tab for visible, also behind another one: so the page is told.
  let hidden = false;
  const frame = requestAnimationFrame.bind(globalThis), held = [];
  globalThis.requestAnimationFrame = (step) => frame((time) => {
    if (hidden) held.push(step); else step(time);
  });
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { get: () => hidden ? 'hidden' : 'visible' });
  globalThis.hide = (on) => {
    hidden = on;
    document.dispatchEvent(new Event('visibilitychange'));
    if (!on) held.splice(0).forEach((step) => frame(step));
  };
}
globalThis.drawn = 0;
globalThis.last = 0;  // after that many pictures the page is hidden
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (...given) {
  drawn += 1;
  if (drawn === last) queueMicrotask(() => hide(true));
  postMessage.apply(this, given);
};
addEventListener('pagehide', () => sessionStorage.setItem('left',
  localStorage.getItem(Object.keys(localStorage).find(
    (name) => name.startsWith('flipside/match-othello-'))) || ''));
"""

LOCKS = """
globalThis.locks = [];
globalThis.lock = null;
Object.defineProperty(navigator, 'wakeLock', { value: { async request(kind) {
  locks.push(`request ${kind}`);
  const made = new EventTarget();
  made.release = async () => { locks.push('release'); made.dispatchEvent(new Event('release')); };
  globalThis.lock = made;
  return made;
} } });
"""

PERSIST = """
globalThis.asked = 0;
navigator.storage.persist = async () => { globalThis.asked += 1; return true; };
"""

SOUND = """() => {
  globalThis.resumed = 0;
  globalThis.audio = {
    state: 'suspended',
    async resume() { resumed += 1; audio.state = 'running'; },
  };
  Module.SDL2 = { ...Module.SDL2, audioContext: audio };
}"""


def lay_and_hide(tab: Tab) -> None:
    """Lay a disc, and hide the page while another disc turns."""
    tab.page.add_init_script(HIDE)
    tab.settings(tempo="calm").open()
    two_people(tab, "othello")
    tab.frames(40)
    tab.js("last = drawn + 6")
    tab.page.touchscreen.tap(*tab.mirror.on_page(tab.mirror.at("d3")))
    tab.until(lambda: tab.js("document.hidden"))
    assert tab.match("othello").names() == ["d3"]


def rests(tab: Tab) -> bool:
    """Return whether nothing is drawn in thirty frames."""
    before = tab.js("drawn")
    tab.frames(30)
    return bool(tab.js("drawn") == before)


@pytest.mark.long
def test_a_hidden_tab_stands_still(tab: Tab) -> None:
    """The move is saved before the page is hidden; later the animation continues where it was."""
    lay_and_hide(tab)
    saved, hidden = tab.text("othello"), tab.js("drawn")
    tab.page.wait_for_timeout(3000)
    assert tab.js("drawn") == hidden
    tab.js("hide(false)")
    tab.until(lambda: rests(tab))
    assert tab.js("drawn") - hidden > 3, "the animation jumped to its end"
    assert tab.text("othello") == saved


@pytest.mark.long
def test_a_page_that_is_left_in_mid_animation(tab: Tab) -> None:
    """The page leaves the match with its last move in storage."""
    lay_and_hide(tab)
    tab.reload()
    assert tab.js("sessionStorage.getItem('left')") == tab.text("othello")
    assert tab.match("othello").names() == ["d3"]


@pytest.mark.long
def test_the_screen_stays_awake(tab: Tab) -> None:
    """The screen stays awake during a match, again after the page was hidden, not on the shelf."""
    tab.page.add_init_script(HIDE)
    tab.page.add_init_script(LOCKS)
    tab.settings(tempo="off").open()
    tab.frames(10)
    assert tab.js("locks") == []
    two_people(tab, "othello")
    tab.until(lambda: tab.js("locks") == ["request screen"])
    tab.js("hide(true)")
    tab.js("lock.dispatchEvent(new Event('release'))")  # as the system releases it
    tab.page.wait_for_timeout(300)
    assert len(tab.js("locks")) == 1
    tab.js("hide(false), hide(true), hide(false)")
    tab.until(lambda: tab.js("locks") == ["request screen"] * 2)
    tab.frames(10)
    assert len(tab.js("locks")) == 2, "one lock is enough"
    tab.shelf()
    tab.until(lambda: tab.js("locks")[2:] == ["release"])


@pytest.mark.long
def test_sound_is_unlocked_and_comes_back(tab: Tab) -> None:
    """Sound starts at the first touch, after an interruption, and when the page is shown again."""
    tab.page.add_init_script(HIDE)
    tab.settings(tempo="off").open()
    tab.js(SOUND)
    tab.frames(5)
    assert tab.js("resumed") == 0, "no browser allows it before a touch"
    tab.press("options")
    assert tab.js("[resumed, audio.state]") == [1, "running"]
    tab.press("back")
    assert tab.js("resumed") == 1
    tab.js("audio.state = 'interrupted', 0")
    tab.press("options")
    assert tab.js("[resumed, audio.state]") == [2, "running"]
    tab.js("audio.state = 'interrupted', hide(true), hide(false)")
    assert tab.js("[resumed, audio.state]") == [3, "running"]


@pytest.mark.long
def test_saves_are_kept_for_good_after_a_finished_match(tab: Tab) -> None:
    """Persistent storage is requested only when a match has ended."""
    tab.page.add_init_script(PERSIST)
    tab.settings(tempo="off").open()
    two_people(tab, "othello")
    tab.make("d3")
    tab.frames(20)
    assert tab.js("asked") == 0
    tab.press(next(name for name in tab.mirror.names() if name.startswith("menu")))
    tab.press("give-up")
    tab.press("yes")
    tab.until(lambda: tab.js("asked") == 1)


@pytest.mark.long
def test_corners_of_the_screen(tab: Tab) -> None:
    """Nothing is below a notch or a rounded corner, also after these change."""
    tab.settings(tempo="off").open()
    session = tab.context.new_cdp_session(tab.page)
    for insets in ({"left": 50, "top": 70, "right": 30, "bottom": 40}, {"top": 90}):
        session.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
        mirror = tab.look_again()
        ratio = mirror.app.services.platform.pixel_ratio()
        (sheet,) = mirror.top.sheets
        width, height = mirror.app.stack.size
        assert sheet.place.left >= insets.get("left", 0) * ratio - 1
        assert sheet.place.top >= insets["top"] * ratio - 1
        assert sheet.place.right <= width - insets.get("right", 0) * ratio + 1
        assert sheet.place.bottom <= height - insets.get("bottom", 0) * ratio + 1
        tab.until(lambda: tab.unlike() < 3)
