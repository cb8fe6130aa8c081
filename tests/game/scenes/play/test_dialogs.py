"""What a match asks and tells: giving up, rematches, swapping sides."""

from itertools import combinations

import pytest

from flipside.game.saves.matches import load_setup, match_names
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import replay
from flipside.rules.match.record import parse_record
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot

OTHELLO = recorded("othello")


# -- giving up ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "plies", "gives_up"),
    [
        (("person", "person"), 6, 0),
        (("person", "person"), 7, 1),
        (("person", "level4"), 7, 0),
        (("level4", "person"), 6, 1),
        (("person", "level4"), 6, 0),
        (("level4", "level4"), 7, 1),
    ],
)
def test_who_gives_up(fly: MakePilot, seats: tuple[str, str], plies: int, gives_up: int) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves=OTHELLO.text(plies), seats=seats)
    pilot.press("menu")
    pilot.press("give-up")
    loser, winner = ("Black", "White") if gives_up == 0 else ("White", "Black")
    assert f"{loser} gives up and loses this match." in pilot.words()
    pilot.press("yes")
    assert pilot.match.resigned == gives_up
    assert pilot.caption() == f"{winner} wins – Othello – Flipside"
    is_addressed = seats.count("person") == 1 and seats[gives_up] == "person"
    far, near = pilot.panels()
    assert ("You gave up." if is_addressed else f"{loser} gave up.") in near
    assert "gave up." not in far, "only the card tells the result"
    assert pilot.saved().resigned == gives_up
    assert pilot.sounds.count("win") == 1
    assert pilot.play.live_match.resign(0) is None


def test_not_giving_up_after_all(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(6))
    for answer in ("no", "close"):
        pilot.key("g")
        pilot.press(answer)
        assert pilot.match.result() is None
        assert pilot.session is pilot.play


@pytest.mark.parametrize(
    "seats", [("person", "person"), ("person", "level1"), ("level1", "level1")]
)
def test_giving_up_is_taken_back(fly: MakePilot, seats: tuple[str, str]) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves=OTHELLO.text(6), seats=seats)
    pilot.key("g")
    pilot.press("yes")
    assert "rematch" in pilot.names()
    pilot.press("undo")
    assert pilot.match.result() is None
    assert pilot.saved().resigned is None
    assert pilot.match.moves == OTHELLO.match.moves[:6]
    assert "rematch" not in pilot.names()
    pilot.advance(1.0)
    if seats == ("level1", "level1"):
        assert pilot.play.live_match.waiting, "undo pauses two computers"
    else:
        pilot.make(OTHELLO.match.moves[6])
        assert pilot.match.moves == OTHELLO.match.moves[:7]


def test_giving_up_while_looking_back_ends_the_match_there(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(20))
    pilot.press("undo")
    pilot.press("undo")
    pilot.key("g")
    pilot.press("yes")
    assert pilot.match.resigned == 0
    assert pilot.match.moves == OTHELLO.match.moves[:18]


def test_looking_back_over_a_match_given_up(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(10))
    pilot.key("g")
    pilot.press("yes")
    pilot.press("result")
    pilot.press("moves")
    pilot.press("ply4")
    assert pilot.match.result() is None
    assert pilot.caption().startswith("Black to move")
    pilot.press("moves")
    pilot.press("ply10")
    assert pilot.match.resigned == 0
    assert pilot.caption().startswith("White wins")


# -- again -------------------------------------------------------------------------------------


def test_a_rematch_swaps_the_seats(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(), seats=("person", "level1"), corners="0")
    pilot.put(OTHELLO.match, ("person", "level1"))
    seed = pilot.match.seed
    pilot.press("rematch")
    assert pilot.play.live_match.seats == ("level1", "person")
    assert pilot.match.moves == []
    assert pilot.match.seed != seed
    assert pilot.where() == "Shelf > PlaySession"
    pilot.wait_for(lambda: len(pilot.match.moves) == 1)
    assert "Black" in pilot.panels()[0], "the computer plays black now, across the table"


def test_for_a_rematch_lots_are_drawn_anew(fly: MakePilot) -> None:
    """In Contactic everybody keeps the colour, and who begins is drawn each time, as in a new
    match; the set-up still knows who has which colour."""
    pilot = fly(patience=0.0)
    setup = load_setup(pilot.app.services, BY_KEY["contactic"])[1]
    assert setup == ("person", "level2")
    pilot.app.stack.home()
    pilot.press("setup contactic")
    pilot.press("start")
    begun = []
    for number in range(16):
        colours, words = pilot.match.position_at(0).colours, pilot.play.live_match.seats
        assert colours is not None
        assert dict(zip(colours, words, strict=True)) == {"orange": "person", "green": "level2"}
        assert load_setup(pilot.app.services, pilot.match.game)[1] == setup
        begun.append(colours[0])
        pilot.play.scene.run_command("restart" if number % 3 == 0 else "rematch")
    assert set(begun) == {"orange", "green"}


def test_for_a_rematch_the_seats_are_swapped_where_a_colour_was_agreed_on(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down("contactic", seats=("person", "level1"), first="green")
    pilot.play.scene.run_command("rematch")
    assert pilot.play.live_match.seats == ("level1", "person")
    assert pilot.match.position_at(0).colours == ("green", "orange")


def test_a_rematch_keeps_the_options(pilot: Pilot) -> None:
    pilot.sit_down("switch", setup="ring", cap="off")
    pilot.press("menu")
    pilot.press("rematch")
    assert dict(pilot.match.choices)["setup"] == "ring"
    assert dict(pilot.match.choices)["cap"] == "off"


@pytest.mark.parametrize("name", ["restart", "rematch"])
def test_a_new_match_stands_beside_the_one_that_goes_on(pilot: Pilot, name: str) -> None:
    """That is told, once; of two without a move only the newer one stays."""
    pilot.sit_down(moves=OTHELLO.text(6), seats=("person", "person"))
    for told in (True, False):
        pilot.press("menu")
        pilot.press(name)
        assert pilot.where() == "Shelf > PlaySession"
        assert pilot.match.moves == []
        assert ("Your previous match is still in progress" in pilot.panels()[1]) == told
        assert pilot.saved().moves == []
        assert len(match_names(pilot.app.services.storage)) == 2
        kept = pilot.app.services.storage.load("othello") or ""
        assert len(replay(parse_record(kept), BY_KEY).moves) == 6


def test_swapping_sides_in_mid_match(pilot: Pilot) -> None:
    pilot.sit_down(moves=OTHELLO.text(6), seats=("person", "level1"))
    pilot.press("menu")
    pilot.press("swap")
    assert pilot.play.live_match.seats == ("level1", "person")
    assert parse_record(pilot.app.services.storage.load("othello") or "").seats == (
        "level1",
        "person",
    )
    pilot.wait_for(lambda: len(pilot.match.moves) == 7)
    assert pilot.match.position.turn == 1
    assert "White" in pilot.panels()[1].splitlines()


@pytest.mark.parametrize(("width", "columns"), [(390, 3), (1280, 2)])
def test_the_menu_of_a_match_has_as_many_columns_as_fit(
    fly: MakePilot, width: int, columns: int
) -> None:
    pilot = fly(size=(width, 844))
    pilot.sit_down(moves=OTHELLO.text(6))
    pilot.press("menu")
    others = ("close", "shelf", "keep-playing")
    choices = [pilot.find(name)[1].rect for name in pilot.names() if name not in others]
    assert len({rect.x for rect in choices}) == columns
    assert all(not one.colliderect(other) for one, other in combinations(choices, 2))
    widths = [rect.width for rect in choices[:columns]]
    assert max(widths) - min(widths) <= 1


@pytest.mark.parametrize(
    ("game", "note"), [("othello", "again_swapped"), ("contactic", "again_lots")]
)
@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1280, 800)])
def test_the_menu_of_a_match_is_grouped(
    fly: MakePilot, size: tuple[int, int], game: str, note: str
) -> None:
    """For the eye and in the readout; and it says how a rematch differs from a new match."""
    pilot = fly(size=size)
    pilot.sit_down(game)
    pilot.press("menu")
    text = pilot.app.services.text
    groups: dict[str, list[str]] = {}
    for part in pilot.top.parts():
        if part.kind == "heading":
            assert part.level == (2 if groups else 1)
            groups[part.words] = []
        elif part.kind == "button" and part.key != "close":
            groups[list(groups)[-1]].append(part.key)
    assert list(groups)[1:] == [text("play.this"), text("play.another"), "Flipside"]
    assert groups[text("play.another")] == ["restart", "rematch", "paste"]
    ways = ["shelf", "keep-playing"]
    assert groups["Flipside"] == ["manual", "marks", "options", "turn-board", "set-up", *ways]
    assert text(f"play.{note}") in pilot.words()


@pytest.mark.parametrize("size", [(568, 320), (844, 390), (360, 640), (390, 844), (1280, 800)])
def test_a_rematch_is_offered_in_every_window(fly: MakePilot, size: tuple[int, int]) -> None:
    pilot = fly(size=size)
    pilot.put(OTHELLO.match)
    pilot.settle()
    assert "rematch" in pilot.names()
