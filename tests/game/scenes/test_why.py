"""A button that cannot be used says why when it is pressed, in every scene."""

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.ui.widgets import Button
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.match.clock import parse_clock
from flipside.rules.match.match import Match
from flipside.rules.match.record import Correspondence
from tests.game import scene_tour
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after
from tests.game.scenes.test_notice import notice, pressed, shown

Tour = Callable[[Pilot], Iterator[str]]

OF_EACH_GAME = (
    scene_tour.around,
    scene_tour.editors,
    scene_tour.matches,
    scene_tour.studies,
    scene_tour.reviews,
)
OTHERS = (
    scene_tour.shelf,
    scene_tour.album,
    scene_tour.dialogs,
    scene_tour.links,
    scene_tour.lessons,
    scene_tour.problem_pages,
    scene_tour.solving,
    scene_tour.taken,
    scene_tour.pictures,
)
TOURS: dict[str, Tour] = {
    **{
        f"{part.__name__} {game.key}": partial(part, key=game.key)
        for part in OF_EACH_GAME
        for game in GAMES
    },
    **{part.__name__: part for part in OTHERS},
}

QUICK = ("editors flipflop", "studies flipflop", "shelf", "solving", "taken")
"""Tours without `--long`."""


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    words: list[str] = []
    monkeypatch.setattr(DesktopPlatform, "say", lambda self, said: words.append(said))
    return words


@pytest.mark.parametrize(
    "name", [pytest.param(key, marks=[] if key in QUICK else pytest.mark.long) for key in TOURS]
)
def test_every_button_that_cannot_be_used_says_why(
    fly: MakePilot, said: list[str], name: str
) -> None:
    """A reason of its own, over a panel and to a screen reader; and nothing else happens. Cells
    beside the board and the ply shown are no buttons that do something."""
    pilot, silent, asked = fly(size=(820, 1180)), [], 0
    empty = pilot.app.services.text("spoken.cannot", name="")[-15:]
    for stop in TOURS[name](pilot):
        scene = pilot.top
        buttons = [w for sheet in scene.sheets for w in sheet.widgets if isinstance(w, Button)]
        for button in buttons:
            if button.enabled or button.look == "chosen" or button.name.startswith("cell"):
                continue
            del said[:]
            scene.choose(button.name, True)
            asked += 1
            told = bool(said) and said[-1] == shown(scene) == button.why
            if pilot.top is not scene or not told or button.why.endswith(empty):
                silent.append((stop, button.name, button.why))
    assert not silent, silent[:5]
    assert asked or not name.endswith("flipflop")


def test_the_reason_goes_with_the_next_press(fly: MakePilot) -> None:
    """In a scene without a table too."""
    pilot = fly(drawing=True)
    pilot.set_up(BY_KEY["othello"], {})
    assert "no change" in pressed(pilot, "undo")
    pilot.advance(3.0)
    assert notice(pilot)
    pilot.advance(1.5)
    assert not notice(pilot)
    pressed(pilot, "redo")
    pilot.press("clear")
    assert not notice(pilot)


def test_moves_that_stay_say_so_in_every_list(fly: MakePilot) -> None:
    """On the panel and in the dialog; a window with no room for the list shows nothing of it."""
    match = match_after("othello", 8)
    match.clock = parse_clock("5+2 5+2")
    pilot = fly(drawing=True, size=(1280, 800))
    pilot.put(match)
    assert "clocks" in pressed(pilot, "ply3")
    pilot.resize((360, 560))
    pilot.advance(0.1)
    pilot.key("l")
    assert "clocks" in pressed(pilot, "ply3")


@pytest.mark.parametrize(
    ("clock", "seats", "reason"),
    [
        ("5+2 5+2 friendly", ("level1", "person"), "no move to take back"),
        ("5+2 5+2", ("level1", "person"), "clocks"),
        ("", ("level1", "person"), "no move to take back"),
    ],
)
def test_why_the_first_move_of_a_computer_stays(
    fly: MakePilot, clock: str, seats: tuple[str, str], reason: str
) -> None:
    """Nothing is said of time where none is missing."""
    match = Match(BY_KEY["othello"])
    match.clock = parse_clock(clock) if clock else None
    match.read_moves("d3")
    pilot = fly()
    pilot.put(match, seats)
    assert reason in pressed(pilot, "undo")


def test_seats_of_a_match_by_link_stay(fly: MakePilot) -> None:
    match = match_after("othello", 4)
    match.correspondence = Correspondence("0123abcd", 1, 4)
    pilot = fly()
    pilot.put(match)
    pilot.key("w")
    assert "players stay" in notice(pilot)
    pilot.key("x")
    assert "no help" in notice(pilot)
    pilot.put(match_after("othello", 0))
    pilot.key("e")
    assert notice(pilot) == "No move has been made."
