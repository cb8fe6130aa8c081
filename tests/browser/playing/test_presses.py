"""Accidental presses, and presses that the page must not lose."""

from typing import Any

import pytest

from flipside.game.window.scene_stack import DOUBLE_PRESS_SECONDS
from tests.browser.playing.test_play import two_people
from tests.browser.tab import Tab
from tests.game.pilot import At


class Hand:
    """A finger, a mouse or a pen, controlled only by Chromium's DevTools protocol."""

    def __init__(self, tab: Tab) -> None:
        self._tab = tab
        self._session = tab.context.new_cdp_session(tab.page)

    def touch(self, kind: str, at: At | None = None) -> None:
        """Send "Start" at a point, "End", or "Cancel", by which the system ends a touch."""
        points: list[dict[str, Any]] = []
        if at is not None:
            x, y = self._tab.mirror.on_page(at)
            points = [{"x": x, "y": y, "id": 0}]
        told = {"type": f"touch{kind}", "touchPoints": points}
        self._session.send("Input.dispatchTouchEvent", told)

    def mouse(self, kind: str, at: At, pointer: str = "mouse", count: int = 1) -> None:
        """Send "Pressed" or "Released" of a mouse or a pen at a point, without a movement."""
        x, y = self._tab.mirror.on_page(at)
        self._session.send(
            "Input.dispatchMouseEvent",
            {"type": f"mouse{kind}", "x": x, "y": y, "button": "left", "clickCount": count,
             "pointerType": pointer},
        )  # fmt: skip

    def click(self, at: At, pointer: str = "mouse", count: int = 1) -> None:
        self.mouse("Pressed", at, pointer, count)
        self.mouse("Released", at, pointer, count)


def test_a_touch_that_is_taken_away_does_nothing(tab: Tab) -> None:
    """A cancelled touch of a square or a button has no effect, and the next touch works."""
    tab.settings(tempo="off").open()
    two_people(tab, "othello")
    tab.make("d3")
    hand = Hand(tab)
    for at in (tab.mirror.at("c3"), tab.mirror.place("undo"), tab.mirror.place("menu")):
        for milliseconds in (0, 200, 700):
            hand.touch("Start", at)
            tab.page.wait_for_timeout(milliseconds)
            hand.touch("Cancel")
            tab.frames()
    assert tab.match("othello").names() == ["d3"]
    hand.touch("Start", tab.mirror.at("c5"))
    hand.touch("Cancel")
    tab.make("c3")
    assert tab.match("othello").names() == ["d3", "c3"]


def test_a_press_acts_where_it_is(tab: Tab) -> None:
    """No movement precedes the press of a mouse or a pen that enters elsewhere."""
    tab.settings(tempo="off").open()
    two_people(tab, "othello")
    hand = Hand(tab)
    for cell, pointer in (("d3", "mouse"), ("c5", "pen"), ("f6", "mouse"), ("f5", "pen")):
        hand.click(tab.mirror.at(cell), pointer)
        tab.frames()
        tab.mirror.tap(cell)
    assert tab.match("othello").names() == ["d3", "c5", "f6", "f5"]


@pytest.mark.long
def test_a_pen_that_is_taken_away_does_nothing(tab: Tab) -> None:
    """SDL gets no event for it, so the page ends the press."""
    tab.settings(tempo="off").open()
    two_people(tab, "othello")
    hand = Hand(tab)
    hand.mouse("Pressed", tab.mirror.at("d3"), "pen")
    tab.js(
        "element('canvas').dispatchEvent("
        "new PointerEvent('pointercancel', { pointerType: 'pen', bubbles: true }))"
    )
    hand.mouse("Released", tab.mirror.at("d3"), "pen")
    tab.frames()
    assert tab.match("othello").moves == []
    hand.click(tab.mirror.at("d3"))
    tab.frames()
    assert tab.match("othello").names() == ["d3"]


_SOON = """(seconds) => python.pyodide.runPython(`
from flipside.game.window import scene_stack
scene_stack.DOUBLE_PRESS_SECONDS = ${seconds}
`)"""
"""Sets the maximum seconds between the presses of a double click."""


def test_double_clicks_and_double_taps(tab: Tab) -> None:
    """If the first press changes the scene, the second press has no effect."""
    tab.settings(tempo="off").open()
    two_people(tab, "othello")
    hand = Hand(tab)

    def mouse(at: At) -> None:
        for count in (1, 2):
            hand.click(at, count=count)
            tab.frames()

    def finger(at: At) -> None:
        for _ in range(2):
            hand.touch("Start", at)
            hand.touch("End")
            tab.frames()

    for twice in (mouse, finger):
        tab.shelf()
        at = tab.mirror.place("othello")
        tab.js(_SOON, 3600)  # also on a slow machine
        twice(at)
        tab.until(lambda: "Black" in tab.title)
        tab.js(_SOON, DOUBLE_PRESS_SECONDS)
        tab.page.wait_for_timeout(700)
        tab.mirror.touch(at)
        tab.mirror.advance(0.1)
        assert tab.match("othello").moves == []


@pytest.mark.long
def test_a_double_click_that_opens_a_dialog_of_the_page(tab: Tab) -> None:
    """The second click does not act on the dialog, which covers the canvas."""
    tab.settings(tempo="off").open()
    tab.page.mouse.move(200, 200)
    tab.js(
        "addEventListener('pointerup', () => flipside.ask('Paste', 'Yes', 'Back'), { once: true })"
    )
    tab.js("addEventListener('flipside-started', () => {})")
    yes = "element('ask-no').getBoundingClientRect()"
    tab.js("flipside.ask('Paste', 'Yes', 'Back')")
    x = tab.js(f"{yes}.x + {yes}.width / 2")
    y = tab.js(f"{yes}.y + {yes}.height / 2")
    tab.js("element('ask').close()")
    for count in (1, 2):
        tab.page.mouse.move(x, y)
        tab.page.mouse.down(click_count=count)
        tab.page.mouse.up(click_count=count)
    assert tab.js("element('ask').open"), "the second click closed it"
    tab.page.wait_for_timeout(700)
    tab.page.mouse.click(x, y)
    assert not tab.js("element('ask').open")
