"""Matches are played by touch, with disturbances of the page."""

import re

import pytest

from flipside.rules.catalogue import GAMES
from flipside.rules.contract.game import AnyGame
from flipside.rules.engine.search import LEVELS
from tests.browser.conftest import MakeTab
from tests.browser.scripts import script
from tests.browser.servers import Host
from tests.browser.tab import Tab
from tests.game.journeys.recorded import recorded

_LOADED = script("loaded")
"""Whether the page has the data of the usual level; until then the setup has another line."""


def two_people(tab: Tab, game: str) -> None:
    """Set up and open a match of two people."""
    tab.until(lambda: bool(tab.js(_LOADED, game)))
    tab.press(f"setup {game}")
    tab.press("kind1=person")
    tab.press("start")
    tab.until(lambda: bool(tab.text(game)))
    assert tab.seats(game) == ("person", "person")
    tab.look_again(game)


@pytest.mark.long
def test_a_whole_match_of_othello(tab: Tab) -> None:
    """Every move of a recorded match is tapped, the first while another finger rests."""
    tab.settings(tempo="off").open()
    two_people(tab, "othello")
    wanted = recorded("othello")
    names = wanted.match.names()
    other = wanted.match.position_at(1)
    rests = next(move[0] for move in other.moves() if other.name(move) != names[1])
    tab.touch_beside(tab.mirror.at(rests), tab.mirror.at(names[0]))
    tab.mirror.tap(names[0])
    assert tab.match("othello").names() == names[:1]
    for ply in wanted.taken[1:]:
        tab.make(names[ply])
    tab.until(lambda: len(tab.match("othello").moves) == len(wanted.match.moves))
    played = tab.match("othello")
    assert played.moves == wanted.match.moves
    assert played.result() == wanted.result
    black, white = wanted.score
    assert f"{max(black, white)}–{min(black, white)}" in tab.title
    assert tab.live


def test_first_moves_in_all_games(tab: Tab, home: Host) -> None:
    """In each game the first legal move is tapped, the computer answers, and both are announced.

    A returning visitor's page requests only the worker's script, and the console stays empty.
    """
    home.asked.clear()
    tab.settings(tempo="off").open()
    for game in GAMES:
        begun(tab, game.key)
        tab.look_again(game.key)
        tab.shelf()
    assert set(home.asked) <= {"/service-worker.js"}
    assert tab.unexplained() == []


def begun(tab: Tab, game: str) -> None:
    """Play until it is the person's turn again, and check that every ply is announced once."""
    tab.listen()
    tab.first_move(game)
    assert tab.mirror.app.services.text.game(game, "short") in tab.title
    tab.until(lambda: tab.asked(game))
    names = tab.match(game).names()
    assert len(names) >= 2, game
    tab.until(lambda: all(told(tab, name) == names.count(name) for name in names))


def told(tab: Tab, name: str) -> int:
    """Return how often the page announced a move; a coded move is announced by its square."""
    place = re.escape(name.partition(":")[0])
    words = r"[^:]+ has no move and passes" if name == "pass" else rf"[^:,]+: {place}"
    return sum(re.match(rf"{words}\b", said) is not None for said in tab.heard)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_strongest_computer_answers(tab: Tab, game: AnyGame) -> None:
    """The strongest level's data and computations work in the page's Python."""
    tab.settings(tempo="off").open()
    tab.press(f"setup {game.key}")
    for player in (0, 1):
        if f"kind{player}=computer" in tab.mirror.names():
            tab.press(f"kind{player}=computer")
        tab.press(f"seat{player}={LEVELS[-1].key}")
    tab.press("start")
    tab.until(lambda: len(tab.match(game.key).moves) >= 3)


ROTATED = script("rotated")


@pytest.mark.long
def test_rotation_in_the_middle_of_an_animation(new_tab: MakeTab) -> None:
    """The layout changes a few frames after the resize event, and the match continues.

    The best of three tries counts, because a busy machine may deliver the event late.
    """
    tab = new_tab(ratio=2)
    tab.settings(tempo="calm").open()
    two_people(tab, "othello")
    frames = []
    names = ("d3", "c5", "f6")
    for turn, name in enumerate(names):
        tab.make(name)
        tab.js(ROTATED)
        sides = (820, 1180) if turn % 2 else (1180, 820)
        tab.page.set_viewport_size({"width": sides[0], "height": sides[1]})
        frames.append(tab.js("rotated"))
        tab.look_again("othello")
    assert min(frames) < 20, frames
    tab.until(lambda: tab.match("othello").names() == list(names))
    tab.look_again("othello")
    tab.until(lambda: tab.unlike() < 3)  # after all discs have turned


@pytest.mark.long
@pytest.mark.parametrize("size", [(320, 568), (568, 320)], ids=["narrow", "low"])
def test_a_page_smaller_than_the_least_window(tab: Tab, size: tuple[int, int]) -> None:
    """On a tiny screen everything is smaller but complete, and touches reach it."""
    tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    tab.settings(tempo="off").open()
    tab.frames(10)
    assert tab.mirror.app.stack.size == tab.pixels(), "the scene is larger than the page"
    assert tab.unlike() < 3
    tab.first_move("othello")


@pytest.mark.long
def test_back_closes_a_dialog(tab: Tab) -> None:
    """The browser's back button closes the menu, and the page stays."""
    tab.settings(tempo="off").open()
    two_people(tab, "othello")
    at_table = tab.title
    tab.press(next(name for name in tab.mirror.names() if name.startswith("menu")))
    tab.until(lambda: tab.title != at_table)
    tab.page.go_back()
    tab.until(lambda: tab.title == at_table)
    tab.look_again("othello")
    tab.make("d3")
    assert tab.match("othello").names() == ["d3"]
    assert tab.js("location.href") == tab.url


@pytest.mark.long
def test_a_hidden_tab_loses_nothing(tab: Tab) -> None:
    """A frozen tab continues where it was, a discarded tab from its saves."""
    tab.settings(tempo="calm").open()
    two_people(tab, "othello")
    tab.make("d3")
    session = tab.context.new_cdp_session(tab.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    tab.page.wait_for_timeout(500)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    tab.look_again("othello")
    tab.make("c5")
    tab.until(lambda: tab.match("othello").names() == ["d3", "c5"])
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    other = Tab(tab.context, tab.url, (tab.url,))
    try:
        other.open()
        other.press("play othello")
        other.look_again("othello")
        other.make("f6")
        assert other.match("othello").names() == ["d3", "c5", "f6"]
        assert other.faults() == []
    finally:
        other.close()
    session.send("Page.setWebLifecycleState", {"state": "active"})


@pytest.mark.long
def test_two_tabs(tab: Tab) -> None:
    """Two tabs play different games at the same time, and both matches are saved."""
    tab.settings(tempo="off").open()
    other = Tab(tab.context, tab.url, (tab.url,))
    try:
        other.open()
        tab.first_move("othello")
        other.look_again()
        other.first_move("flipop")
        tab.page.bring_to_front()
        tab.until(lambda: len(tab.match("othello").moves) >= 2)
        assert len(other.match("flipop").moves) >= 1
        assert other.faults() == []
    finally:
        other.close()
    tab.reload()
    assert len(tab.match("othello").moves) >= 2
    assert len(tab.match("flipop").moves) >= 1
    assert tab.unlike() < 3


_COUNT = script("count")

_SPEAKER = "audioContext()?.state ?? 'none'"


@pytest.mark.long
def test_a_waiting_match_gets_few_frames(new_tab: MakeTab) -> None:
    tab = new_tab().open()
    two_people(tab, "othello")
    first = tab.mirror.match.position
    tab.make(first.name(first.moves()[0]))
    assert tab.js(_SPEAKER) in ("running", "none")
    tab.until(lambda: tab.js("rests") >= 12)  # numpy and the game itself are cached
    tab.js(_COUNT)
    tab.until(lambda: len(tab.js("lulls")) > 12)
    # A rest of 0.3 seconds follows every frame.
    lulls = tab.js("lulls")
    assert lulls == [[300, frames] for frames in range(len(lulls))]
    assert tab.js(_SPEAKER) in ("suspended", "none")
    second = tab.mirror.match.position
    tab.make(second.name(second.moves()[0]))
    tab.until(lambda: tab.js(_SPEAKER) in ("running", "none"))
    assert tab.match("othello").moves
