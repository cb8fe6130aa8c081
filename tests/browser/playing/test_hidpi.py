"""At rest the page shows a pixel for each of the screen's; what moves is drawn with fewer."""

import io
import time
from unittest.mock import patch

import pygame
import pytest

from game.services.platform import browser as platform_module
from game.window.hidpi_copy import lettered
from tests.browser.conftest import MakeTab
from tests.browser.playing.test_play import two_people
from tests.browser.tab import Tab

pytestmark = pytest.mark.xdist_group("browser")

GLASS = """() => {
  const { width, height } = element('overlay');
  const { data } = element('overlay').getContext('2d').getImageData(0, 0, width, height);
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) clear += data[at] === 0;
  return [width, height, clear / (width * height)];
}"""
"""The pixels of the overlay over the canvas, and the part of it that is clear."""


def sharp(tab: Tab) -> bool:
    """Whether every pixel of the screen is drawn."""
    width, height, clear = tab.js(GLASS)
    seen = tab.js("[innerWidth * devicePixelRatio, innerHeight * devicePixelRatio]")
    return [width, height] == seen and clear == 0


def seen(tab: Tab) -> pygame.Surface:
    """What the screen shows."""
    taken = tab.page.screenshot(type="png", scale="device")
    return pygame.image.load(io.BytesIO(taken), "page.png").convert(24)


def drawn(tab: Tab, most: int) -> pygame.Surface:
    """The same scene, drawn with so many pixels at most, and as large as the screen."""
    app = tab.look_again().app
    with patch.object(platform_module, "MAX_WINDOW_PIXELS", most):
        size = app.services.page.look()
    assert size is not None
    app._set_mode(size, 0)
    app.show()
    return pygame.transform.smoothscale(app.surface.convert(24), seen(tab).get_size())


def far(one: pygame.Surface, other: pygame.Surface) -> float:
    """How far two pictures are apart, at most 255 for each colour of a pixel."""
    apart = one.copy()
    apart.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    back = other.copy()
    back.blit(one, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return sum(sum(pygame.transform.average_color(part)[:3]) for part in (apart, back)) / 3


@pytest.fixture
def tab(new_tab: MakeTab) -> Tab:
    """A tab on a screen with two pixels for each of the layout's."""
    return new_tab(ratio=2)


@pytest.mark.long
@pytest.mark.parametrize(("size", "ratio"), [((820, 1180), 2), ((1024, 1366), 2), ((390, 844), 3)])
def test_a_page_at_rest(new_tab: MakeTab, size: tuple[int, int], ratio: float) -> None:
    """It has all pixels of the screen, and is what they would show if all were always drawn."""
    tab = new_tab(size=size, ratio=ratio).settings(tempo="off").open()
    tab.until(lambda: sharp(tab), seconds=60)
    shown = seen(tab)
    all_pixels, fewer = (far(shown, drawn(tab, most)) for most in (6_000_000, 1_600_000))
    assert all_pixels < 0.5 * fewer


@pytest.mark.long
def test_a_tap_while_it_becomes_sharp(tab: Tab) -> None:
    """It is answered at once."""
    tab.settings(tempo="off").open()
    two_people(tab, "othello")
    tab.frames(15)
    assert not sharp(tab)
    begun = time.monotonic()
    tab.make("d3")
    assert tab.match("othello").names() == ["d3"]
    assert time.monotonic() - begun < 1.5
    tab.until(lambda: sharp(tab), seconds=60)


@pytest.mark.long
def test_what_does_not_move_stays_sharp(tab: Tab) -> None:
    """Only around what moves the overlay is clear, and soon nowhere."""
    tab.settings(tempo="calm").open()
    two_people(tab, "othello")
    tab.until(lambda: sharp(tab), seconds=60)
    tab.page.touchscreen.tap(*tab.mirror.on_page(tab.mirror.at("d3")))
    tab.frames(12)
    assert 0.005 < tab.js(GLASS)[2] < 0.4
    tab.until(lambda: sharp(tab), seconds=60)


COVERED = """([places, across]) => {
  const pane = element('overlay').getContext('2d');
  return places.map(([x, y, wide, high]) => {
    const { data } = pane.getImageData(x * across, y * across, wide * across, high * across);
    let opaque = 0;
    for (let at = 3; at < data.length; at += 4) opaque += data[at] === 255;
    return opaque / (data.length / 4);
  });
}"""
"""The part of each place, in pixels of the window, that the overlay covers."""


@pytest.mark.long
def test_no_text_is_torn(tab: Tab) -> None:
    """While something moves, each text is sharp or not, as a whole."""
    tab.settings(tempo="calm").open()
    two_people(tab, "othello")
    tab.until(lambda: sharp(tab), seconds=60)
    tab.page.touchscreen.tap(*tab.mirror.on_page(tab.mirror.at("d3")))
    tab.frames(6)
    tab.mirror.tap("d3")
    app = tab.mirror.app
    across = tab.js("element('overlay').width") / app.size[0]
    texts = [tuple(place) for place in lettered(app.top)]
    parts = tab.page.evaluate(COVERED, [texts, across])
    assert {round(part) for part in parts} == {0, 1}
    assert not [text for text, part in zip(texts, parts, strict=True) if 0.001 < part < 0.999]


@pytest.mark.long
def test_a_turned_device_becomes_sharp_again(tab: Tab) -> None:
    """And at no time shows what was sharp before."""
    tab.settings(tempo="off").open()
    tab.until(lambda: sharp(tab), seconds=60)
    tab.page.set_viewport_size({"width": 1180, "height": 820})
    tab.until(lambda: tab.pixels() == (1475, 1025))
    tab.frames(2)
    assert tab.look_again().app.size == (1475, 1025)
    assert tab.unlike() < 3
    tab.until(lambda: sharp(tab), seconds=60)
    assert tab.unlike() < 3
