"""What the page tells, such as what somebody asked for before the game was there, and is told."""

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import NoStore
from flipside.game.window.app import App
from flipside.game.window.page_sync import PageEvents, ReadoutSync
from tests.game.browser_stub import browser
from tests.game.pilot import Pilot
from tests.game.services.stores import bundle


def told(pilot: Pilot, *letters: tuple[str, str]) -> Pilot:
    """The page tells of these."""
    for event in browser(events=lambda: json.dumps(letters)).events():
        pilot.app.page_events.handle(*event)
    return pilot


@pytest.mark.parametrize(
    ("asked", "title"),
    [("options", "Settings"), ("album", "Matches"), ("daily", "Problems"), ("continue", "Switch"),
     ("play switch", "Switch"), ("setup flipop", "Flipop"), ("nonsense", "Flipside"),
     ("more othello", "Flipside")],
)  # fmt: skip
def test_the_shelf_does_what_was_asked(tmp_path: Path, asked: str, title: str) -> None:
    pilot = Pilot(tmp_path)
    pilot.sit_down("othello", "d3")
    pilot.sit_down("switch")
    assert title in told(pilot, ("chosen", asked)).caption().removesuffix(" – Flipside")


def test_continue_without_a_match_does_nothing(tmp_path: Path) -> None:
    assert told(Pilot(tmp_path), ("chosen", "continue")).caption() == "Flipside"


def test_a_match_that_is_handed_over_is_reviewed(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.sit_down("othello", "d3 c3")
    text = pilot.text()
    assert told(pilot, ("match", text)).caption().startswith("Review")
    told(pilot, ("match", "some shopping list"))
    assert pilot.top.overlay


def test_going_back_from_the_menu_that_it_opened_leads_to_the_shelf(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.sit_down("othello", "d3 c3")
    for title in ("Othello – Flipside", "Flipside"):
        told(pilot, ("back", ""))
        assert pilot.caption() == title
    pilot.sit_down("othello")
    at_table = pilot.caption()
    pilot.key("m")
    assert pilot.caption() == "Othello – Flipside"
    told(pilot, ("back", ""))
    assert pilot.caption() == at_table
    told(pilot, ("back", ""))
    pilot.press("manual")
    for title in (at_table, "Othello – Flipside", "Flipside"):
        told(pilot, ("back", ""))
        assert pilot.caption() == title


class Page:
    """A page with what it would tell, which writes down what it is told."""

    media_preferences: frozenset[str] = frozenset()

    def __init__(self, *events: tuple[str, str]) -> None:
        self.to_tell = list(events)
        self.size, self.ratio, self.looks = (100, 50), 1.0, 0
        self.told: list[object] = []

    def events(self) -> list[tuple[str, str]]:
        found, self.to_tell = self.to_tell, []
        return found

    def look(self) -> tuple[int, int]:
        self.looks += 1
        self.ratio = 2.0 if self.looks == 3 else self.ratio
        return self.size

    def pixel_ratio(self) -> float:
        return self.ratio

    def safe_area(self) -> tuple[int, int, int, int]:
        return 0, 0, 0, 0

    def at_risk(self, text: str) -> None:
        self.told.append(("at risk", text))

    def keep_awake(self, awake: bool) -> None:
        self.told.append(("awake", awake))

    def holds_back(self, held: bool) -> None:
        self.told.append(("holds back", held))


class Stack:
    """Writes down what it is asked for."""

    def __init__(self, page: Page, top: object = None) -> None:
        storage = Storage(NoStore(), DesktopPlatform())
        self.services = SimpleNamespace(platform=page, storage=storage)
        self.size = page.size
        self.asked: list[tuple[object, ...]] = []
        self.screen = SimpleNamespace(finish_transition=lambda: self.asked.append(("finish",)))
        self.top: Any = top or SimpleNamespace(
            stored=lambda name: self.asked.append(("stored", name)),
            choose=lambda key, act: self.asked.append(("choose", key, act)),
            typed=lambda words: self.asked.append(("typed", words)),
            awaits_files=False,
            update_layout=lambda: self.asked.append(("rearrange",)),
            rests=True,
        )
        self.scenes = [self.top]

    def key(self, name: str) -> None:
        self.asked.append(("key", name))

    def reload_top(self) -> None:
        self.asked.append(("look again",))


def events_of(stack: Stack) -> PageEvents:
    return PageEvents(stack, ReadoutSync(stack.services))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "asked"),
    [
        (("back", ""), [("key", "escape")]),
        (("key", "u"), [("key", "u")]),
        (("stored", "othello.txt"), [("stored", "othello")]),
        (("at", "cell d3"), [("finish",), ("choose", "cell d3", False)]),
        (("do", "cell d3"), [("finish",), ("choose", "cell d3", True)]),
        (("typed", "d3"), [("finish",), ("typed", "d3")]),
        (("size", ""), []),
        (("strength", ""), []),
        (("offline", ""), [("rearrange",)]),
        (("update", ""), [("rearrange",)]),
    ],
)
def test_every_event_does_its_own(event: tuple[str, str], asked: list[tuple[object, ...]]) -> None:
    stack = Stack(Page(event))
    assert events_of(stack).read(0.0, False) is None
    assert stack.asked == asked


@pytest.mark.parametrize("awaited", [True, False])
def test_a_file_of_a_computer_player_is_shown_where_somebody_waits(awaited: bool) -> None:
    stack = Stack(Page(("strength", "")))
    stack.top.awaits_files = awaited
    events_of(stack).read(0.0, False)
    assert stack.asked == [("look again",)] * awaited


@pytest.mark.parametrize("loads", [True, False])
def test_a_match_waits_for_the_files_of_its_computer_player(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, loads: bool
) -> None:
    pilot.sit_down(seats=("level8", "person"))
    monkeypatch.setattr(LiveMatch, "loads", property(lambda table: loads))
    pilot.play.scene.update_layout()
    assert pilot.top.awaits_files == loads
    pilot.app.stack.home()
    assert not pilot.top.awaits_files


def test_a_desktop_tells_nothing_and_is_told_nothing() -> None:
    stack = Stack(Page(("key", "u")))
    stack.services.platform = DesktopPlatform()
    assert events_of(stack).read(1.0, False) is None
    assert stack.asked == []


def test_the_page_is_looked_at_now_and_then_and_at_once_where_its_size_changed() -> None:
    page = Page()
    events = events_of(Stack(page))
    looks = []
    for seconds in (0.125, 0.125, 0.125, 0.0):
        assert events.read(seconds, False) is None, "nothing is new"
        looks.append(page.looks)
    assert looks == [0, 1, 1, 1]
    page.to_tell, page.size = [("size", "")], (50, 100)
    assert events.read(0.0, False) == (50, 100)
    events._stack.size = page.size
    assert events.read(0.25, False) == (50, 100), "its pixels are others"
    assert events.read(0.25, False) is None


def test_the_page_is_told_once_of_each_change() -> None:
    page = Page()
    stack = Stack(page)
    events = events_of(stack)
    for wakes in (False, True, True, False):
        events.read(0.0, wakes)
    assert page.told == [("awake", False), ("holds back", True), ("awake", True), ("awake", False)]


def test_the_page_is_told_of_matches_that_are_only_in_memory() -> None:
    page = Page()
    stack = Stack(page)
    events = events_of(stack)
    for text in ("Flipside 1\ngame othello\n", "Flipside 1\ngame othello\nmoves d3\n"):
        stack.services.storage.save("othello", text)
        events.read(0.0, False)
        events.read(0.0, False)
    told = [told for told in page.told if told[0] == "at risk"]  # type: ignore[index]
    assert told == [("at risk", ""), ("at risk", bundle({"othello": text}))]


def test_the_page_hears_of_the_first_picture_once_it_is_drawn(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    app, heard = App(tmp_path), list[str]()
    page = app.services.platform

    async def next_frame(rest: float) -> list[pygame.event.Event]:
        app.stack.running = False
        return []

    monkeypatch.setattr(page, "next_frame", next_frame)
    monkeypatch.setattr(page, "started", lambda: heard.append("started"))
    monkeypatch.setattr(app, "frame", lambda seconds, met=(): heard.append("frame"))
    monkeypatch.setattr(pygame, "quit", lambda: None)
    asyncio.run(app.run())
    assert heard[:2] == ["frame", "started"]
