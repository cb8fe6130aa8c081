"""What a match asks and tells: giving up, rematches, swapping sides, copying and pasting."""

import pytest

from game.page import Page
from rules.catalogue import BY_KEY
from rules.match import Match, replay
from rules.notation import read, write
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.recorded import recorded
from tests.game.stops import match_after

OTHELLO = recorded("othello")


@pytest.fixture(autouse=True)
def clipboard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A clipboard of the test's own, empty at first."""
    held: list[str] = []
    monkeypatch.setattr(Page, "copy", lambda self, text: held.append(text) or True)
    monkeypatch.setattr(Page, "paste", lambda self: held[-1] if held else None)
    return held


def saved(pilot: Pilot, key: str = "othello") -> Match:
    """The match on disk, played again."""
    text = pilot.app.services.storage.load(key)
    assert text is not None
    return replay(read(text), BY_KEY)


# -- giving up ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "plies", "gives_up"),
    [
        (("person", "person"), 6, 0),
        (("person", "person"), 7, 1),
        (("person", "strong"), 7, 0),
        (("strong", "person"), 6, 1),
        (("person", "strong"), 6, 0),
        (("strong", "strong"), 7, 1),
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
    assert pilot.match.given_up == gives_up
    assert pilot.caption() == f"{winner} wins – Othello – Flipside"
    assert all(f"{loser} gave up." in panel for panel in pilot.panels())
    assert saved(pilot).given_up == gives_up
    assert pilot.sounds.count("win") == 1


def test_not_giving_up_after_all(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(6))
    for answer in ("no", "close"):
        pilot.key("g")
        pilot.press(answer)
        assert pilot.match.result() is None
        assert pilot.top is pilot.play


@pytest.mark.parametrize("seats", [("person", "person"), ("person", "easy"), ("easy", "easy")])
def test_giving_up_is_taken_back(fly: MakePilot, seats: tuple[str, str]) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves=OTHELLO.text(6), seats=seats)
    pilot.key("g")
    pilot.press("yes")
    assert "rematch" in pilot.names()
    pilot.press("undo")
    assert pilot.match.result() is None
    assert saved(pilot).given_up is None
    assert pilot.match.moves == OTHELLO.match.moves[:6]
    assert "rematch" not in pilot.names()
    pilot.advance(1.0)
    if seats == ("easy", "easy"):
        assert pilot.play.waiting, "undo pauses two computers"
    else:
        pilot.make(OTHELLO.match.moves[6])
        assert pilot.match.moves == OTHELLO.match.moves[:7]


def test_giving_up_while_looking_back_ends_the_match_there(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(20))
    pilot.press("undo")
    pilot.press("undo")
    pilot.key("g")
    pilot.press("yes")
    assert pilot.match.given_up == 0
    assert pilot.match.moves == OTHELLO.match.moves[:18]


def test_nobody_gives_up_what_has_ended(fly: MakePilot) -> None:
    pilot = fly()
    pilot.put(OTHELLO.match)
    pilot.key("g")
    assert pilot.top is pilot.play
    pilot.key("m")
    assert "give-up" not in pilot.names()


def test_looking_back_over_a_match_given_up(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(10))
    pilot.key("g")
    pilot.press("yes")
    pilot.press("moves")
    pilot.press("ply4")
    assert pilot.match.result() is None
    assert pilot.caption().startswith("Black to move")
    pilot.press("moves")
    pilot.press("ply10")
    assert pilot.match.given_up == 0
    assert pilot.caption().startswith("White wins")


# -- again -------------------------------------------------------------------------------------


def test_a_rematch_swaps_the_seats(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(), seats=("person", "easy"), corners="0")
    pilot.put(OTHELLO.match, ("person", "easy"))
    seed = pilot.match.seed
    pilot.press("rematch")
    assert pilot.play.words == ("easy", "person")
    assert pilot.match.moves == []
    assert pilot.match.seed != seed
    assert pilot.where() == "Menu > Play"
    pilot.wait_for(lambda: len(pilot.match.moves) == 1)
    assert "Black" in pilot.panels()[0], "the computer plays black now, across the table"


def test_a_rematch_keeps_the_options(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down("switch", setup="ring", cap="off")
    pilot.press("menu")
    pilot.press("rematch-menu")
    assert dict(pilot.match.choices)["setup"] == "ring"
    assert dict(pilot.match.choices)["cap"] == "off"


@pytest.mark.parametrize("name", ["restart", "rematch-menu"])
def test_a_match_that_goes_on_is_not_replaced_unasked(fly: MakePilot, name: str) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(6), seats=("person", "person"))
    pilot.press("menu")
    pilot.press(name)
    assert "This match is still going on." in pilot.words()
    pilot.press("no")
    assert len(saved(pilot).moves) == 6
    pilot.press("menu")
    pilot.press(name)
    pilot.press("yes")
    assert pilot.match.moves == []
    assert saved(pilot).moves == []
    assert pilot.where() == "Menu > Play"


def test_a_new_match_keeps_the_seats(fly: MakePilot) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(seats=("easy", "person"))
    pilot.key("n")
    assert pilot.play.words == ("easy", "person")


def test_swapping_sides_in_mid_match(fly: MakePilot) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(6), seats=("person", "easy"))
    pilot.press("menu")
    pilot.press("swap")
    assert pilot.play.words == ("easy", "person")
    assert read(pilot.app.services.storage.load("othello") or "").seats == ("easy", "person")
    pilot.wait_for(lambda: len(pilot.match.moves) == 7)
    assert pilot.match.position.turn == 1
    assert "White" in pilot.panels()[1].splitlines()


# -- copying and pasting -----------------------------------------------------------------------


def paste(pilot: Pilot) -> None:
    pilot.press("menu")
    pilot.press("paste")


def test_copied_and_pasted_the_match_is_the_same(fly: MakePilot, clipboard: list[str]) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves=OTHELLO.text(20), seats=("easy", "person"))
    pilot.press("undo")
    pilot.press("menu")
    pilot.press("copy")
    assert "The match is in the clipboard." in pilot.words()
    pilot.press("understood")
    assert clipboard == [write(pilot.match.record(("easy", "person")))]
    at = pilot.match.at
    pilot.key("n")
    pilot.press("yes")
    assert pilot.match.moves == []
    paste(pilot)
    assert pilot.match.moves == OTHELLO.match.moves[:20]
    assert pilot.match.at == at
    assert pilot.play.words == ("easy", "person")
    assert saved(pilot).moves == pilot.match.moves


@pytest.mark.parametrize(
    "words",
    [
        "d3 c3 c4",
        "D3 C3 C4",
        "1. d3 c3 2. c4",
        "d3c3c4",
        "d3,c3;c4\n",
        "  d3\tc3\nc4  ",
    ],
)
def test_a_bare_transcript_is_pasted(fly: MakePilot, clipboard: list[str], words: str) -> None:
    pilot = fly()
    pilot.sit_down()
    clipboard.append(words)
    pilot.key("ctrl v")
    assert pilot.match.names() == ["d3", "c3", "c4"]
    assert pilot.play.words == ("person", "person")
    pilot.advance(0.5)
    pilot.make(pilot.match.position.moves()[0])
    assert len(pilot.match.moves) == 4


def test_a_pasted_match_that_has_ended_shows_its_result(
    fly: MakePilot, clipboard: list[str]
) -> None:
    pilot = fly()
    pilot.sit_down()
    clipboard.append(OTHELLO.text().replace(" pass", ""))
    pilot.key("ctrl v")
    assert pilot.match.result() == OTHELLO.result
    assert pilot.caption().startswith("Black wins 36 : 28")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (None, "There are no moves in this text."),
        ("", "There are no moves in this text."),
        ("  \n", "There are no moves in this text."),
        ("1. 2. 3.", "There are no moves in this text."),
        ("Dear Jana, see you on Friday", "Move 1, “Dear”, is not possible at that point."),
        ("d3 d3", "Move 2, “d3”, is not possible at that point."),
        (OTHELLO.text() + " a1", "The match is already over before move 64, “a1”."),
        ("Flipside 2\ngame othello", "This match comes from a newer Flipside."),
        ("Flipside 1\ngame chess", "There is no game called “chess” here."),
        ("Flipside 1\ngame othello\nseats person wizard", "cannot be read: “seats person wizard”"),
        ("Flipside 1\ngame othello\noptions corners=9", "do not fit its game."),
        ("Flipside one", "This text is not a match from Flipside."),
        ("Flipside 1\ngame othello\nat 3", "cannot be read: “at 3”"),
        ("{0} {word} %s \\", "Move 1, “{0}”, is not possible at that point."),
        ("Flipside 1\ngame othello\nmoves " + "d3 " * 100_000, "too long to be a match."),
    ],
)
def test_what_is_no_match_is_told_and_changes_nothing(
    fly: MakePilot, clipboard: list[str], words: str | None, sentence: str
) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(6))
    if words is not None:
        clipboard.append(words)
    paste(pilot)
    assert sentence in pilot.words()
    pilot.press("understood")
    assert pilot.top is pilot.play
    assert pilot.match.moves == OTHELLO.match.moves[:6]
    assert saved(pilot).moves == OTHELLO.match.moves[:6]


def test_a_match_of_another_game_is_taken_to_its_own_box(
    fly: MakePilot, clipboard: list[str]
) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(6))
    other = match_after("flipop", 8)
    clipboard.append(write(other.record()))
    paste(pilot)
    assert pilot.match.game.key == "flipop"
    assert pilot.match.moves == other.moves
    assert pilot.play.words == ("person", "person")
    assert saved(pilot).moves == OTHELLO.match.moves[:6], "this match stays in its own box"
    assert saved(pilot, "flipop").moves == other.moves


def test_a_match_of_another_game_replaces_none_there_unasked(
    fly: MakePilot, clipboard: list[str]
) -> None:
    pilot = fly()
    pilot.put(match_after("flipop", 5))
    pilot.sit_down(moves=OTHELLO.text(6))
    clipboard.append(write(match_after("flipop", 8).record()))
    paste(pilot)
    pilot.press("no")
    assert len(saved(pilot, "flipop").moves) == 5
    assert pilot.match.game.key == "othello"


def test_pasting_over_a_match_that_goes_on_asks_first(fly: MakePilot, clipboard: list[str]) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(6))
    clipboard.append("d3 c3")
    paste(pilot)
    assert "This match is still going on." in pilot.words()
    pilot.press("no")
    assert len(pilot.match.moves) == 6
    paste(pilot)
    pilot.press("yes")
    assert pilot.match.names() == ["d3", "c3"]


def test_without_a_clipboard_the_match_is_kept_inside(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(6))
    monkeypatch.setattr(Page, "copy", lambda self, text: False)
    pilot.press("menu")
    pilot.press("copy")
    assert "There is no clipboard here." in pilot.words()
