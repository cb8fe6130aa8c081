"""The choice of a seat in the set-up: a person, eight levels, a fixed depth."""

import pytest

from flipside.game.scenes.common.seat_rows import seat_names
from flipside.game.services.texts import LANGUAGES
from flipside.rules.engine.search import LEVELS
from flipside.rules.match.record import parse_record
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot

LEVEL_WORDS = [level.key for level in LEVELS]


def open_setup(fly: MakePilot, **wanted: object) -> Pilot:
    pilot = fly(patience=0.0, **wanted)
    pilot.press("setup othello")
    return pilot


def seats(pilot: Pilot) -> list[str]:
    return list(pilot.top.seats)  # type: ignore[attr-defined]


@pytest.mark.parametrize("word", LEVEL_WORDS)
def test_a_level_is_named_and_told(fly: MakePilot, word: str) -> None:
    pilot = open_setup(fly)
    pilot.seat(0, word)
    text = pilot.app.services.text
    assert text(f"level.{word}.name") in pilot.words().splitlines()
    assert text(f"level.{word}.line") in pilot.words().splitlines()
    pilot.press("start")
    assert pilot.play.live_match.seats == (word, "level2")
    near = pilot.panels()[1].splitlines()
    name = text(f"level.{word}.name")
    assert name in near or f"Computer, {name}" in near


@pytest.mark.parametrize("size", [(360, 360), (390, 844), (844, 390), (1280, 800)])
def test_steps_stand_in_order_and_nothing_jumps(fly: MakePilot, size: tuple[int, int]) -> None:
    """The numbers are in order, in one or two rows. A choice moves nothing below."""
    pilot = open_setup(fly, size=size)
    pilot.seat(0, "level1")
    steps = [pilot.find(f"seat0={word}")[1].rect for word in LEVEL_WORDS]
    assert steps == sorted(steps, key=lambda rect: (rect.y, rect.x))
    assert len({rect.y for rect in steps}) == (1 if size[0] > 600 else 2)
    places = set()
    for word in LEVEL_WORDS:
        pilot.press(f"seat0={word}")
        places.add(tuple(pilot.find("kind1=person")[1].rect))
    assert len(places) == 1


def test_each_kind_of_seat_remembers_what_was_chosen(fly: MakePilot) -> None:
    pilot = open_setup(fly)
    pilot.seat(0, "level6")
    pilot.press("kind0=depth")
    assert seats(pilot)[0] == "depth4"
    pilot.press("more0")
    pilot.press("kind0=person")
    assert seats(pilot)[0] == "person"
    assert "seat0=level6" not in pilot.names(), "a person has no level"
    pilot.press("kind0=computer")
    assert seats(pilot)[0] == "level6"
    pilot.press("kind0=depth")
    assert seats(pilot)[0] == "depth5"
    pilot.press("kind0=depth")
    assert seats(pilot)[0] == "depth5", "what is chosen stays when it is chosen again"


def test_the_depth_goes_from_one_to_twenty(fly: MakePilot) -> None:
    pilot = open_setup(fly)
    pilot.press("kind1=depth")
    found = []
    while "less1" in pilot.names():
        pilot.press("less1")
    while "more1" in pilot.names():
        found.append(seats(pilot)[1])
        pilot.press("more1")
    found.append(seats(pilot)[1])
    assert found == [f"depth{plies}" for plies in range(1, 21)]
    assert "Depth 20" in pilot.words()


def test_a_fixed_depth_is_saved_and_plays(pilot: Pilot) -> None:
    pilot.press("setup othello")
    pilot.press("kind1=depth")
    pilot.press("less1")
    pilot.press("less1")
    pilot.press("start")
    pilot.tap("d3")
    pilot.wait_for(lambda: pilot.match.ply == 2)
    assert parse_record(pilot.text()).seats == ("person", "depth2")
    pilot.kill_and_reopen()
    pilot.press("play othello")
    assert pilot.play.live_match.seats == ("person", "depth2")
    assert "Computer, Depth 2" in pilot.panels()[0]
    pilot.app.stack.home()
    pilot.press("setup othello")
    assert seats(pilot) == ["person", "depth2"]


def test_seats_are_chosen_by_keyboard(fly: MakePilot) -> None:
    pilot = open_setup(fly)
    pilot.top.focus = "kind1=computer"
    pilot.key("down")
    assert pilot.top.focus.startswith("seat1=level")
    for _ in range(len(LEVELS)):
        pilot.key("right")
    pilot.key("return")
    assert seats(pilot)[1] == "level8"
    pilot.keys("left left space")
    assert seats(pilot)[1] == "level6"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_seats_share_a_name(fly: MakePilot, language: str) -> None:
    text = fly(language=language).app.services.text
    words = ["person", *LEVEL_WORDS, "depth1", "depth20"]
    for way in (0, -1):
        assert len({seat_names(text, word)[way] for word in words}) == len(words)
    assert text.missing == set()
