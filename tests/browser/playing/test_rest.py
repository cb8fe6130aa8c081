"""A page that waits spares the battery, and is there at the first touch."""

import time

import pytest

from tests.browser.conftest import MakeTab
from tests.browser.playing.test_play import two_people

pytestmark = pytest.mark.xdist_group("browser")

_COUNT = """() => {
  globalThis.lulls = 0;
  const { rest } = flipside;
  flipside.rest = (milliseconds) => { lulls += 1; rest(milliseconds); };
}"""

_SPEAKER = "speaker()?.state ?? 'none'"


@pytest.mark.long
def test_a_waiting_match_gets_few_frames(new_tab: MakeTab) -> None:
    tab = new_tab().open()
    two_people(tab, "othello")
    first = tab.mirror.match.position
    tab.make(first.name(first.moves()[0]))
    assert tab.js(_SPEAKER) in ("running", "none")
    tab.until(lambda: tab.js("rests") >= 12)  # numpy and the game itself have been kept
    tab.js(_COUNT)
    time.sleep(4)
    # A rest of 0.3 seconds, and the frame after it; none where something goes on.
    assert 8 < tab.js("lulls") < 20
    assert tab.js(_SPEAKER) in ("suspended", "none")
    second = tab.mirror.match.position
    tab.make(second.name(second.moves()[0]))
    tab.until(lambda: tab.js(_SPEAKER) in ("running", "none"))
    assert tab.match("othello").moves
