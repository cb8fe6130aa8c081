"""Matches as text: copied, pasted, refused with a sentence."""

import pytest

from game.services.page import Page
from game.table.saves import match_names
from rules.notation import write
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


def paste(pilot: Pilot) -> None:
    pilot.press("menu")
    pilot.press("paste")


def test_copied_and_pasted_the_match_is_the_same(fly: MakePilot, clipboard: list[str]) -> None:
    pilot = fly(patience=0.0)
    pilot.sit_down(moves=OTHELLO.text(20), seats=("level1", "person"))
    pilot.press("undo")
    pilot.press("menu")
    pilot.press("copy")
    assert "The match is on the clipboard." in pilot.words()
    pilot.press("understood")
    assert clipboard == [write(pilot.match.record(("level1", "person")))]
    at = pilot.match.at
    pilot.key("n")
    assert pilot.match.moves == []
    paste(pilot)
    assert pilot.match.moves == OTHELLO.match.moves[:20]
    assert pilot.match.at == at
    assert pilot.play.table.seats == ("level1", "person")
    assert pilot.saved().moves == pilot.match.moves


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
    assert pilot.play.table.seats == ("person", "person")
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
    assert pilot.saved().moves == OTHELLO.match.moves[:6]


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
    assert pilot.play.table.seats == ("person", "person")
    assert pilot.saved().moves == OTHELLO.match.moves[:6], "this match stays in its own box"
    assert pilot.saved("flipop").moves == other.moves


@pytest.mark.parametrize("key", ["othello", "flipop"])
def test_a_pasted_match_stands_beside_those_that_go_on(
    fly: MakePilot, clipboard: list[str], key: str
) -> None:
    pilot = fly()
    pilot.put(match_after("flipop", 5))
    pilot.sit_down(moves=OTHELLO.text(6))
    before = {name: (pilot.folder / f"{name}.txt").read_text() for name in ("othello", "flipop")}
    clipboard.append(write(match_after(key, 8).record()))
    paste(pilot)
    assert pilot.match.game.key == key
    assert len(pilot.saved(key).moves) == len(pilot.match.moves) == 8
    assert len(match_names(pilot.app.services.storage, key)) == 2
    for name, text in before.items():
        assert (pilot.folder / f"{name}.txt").read_text() == text


def test_without_a_clipboard_the_match_is_kept_inside(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = fly()
    pilot.sit_down(moves=OTHELLO.text(6))
    monkeypatch.setattr(Page, "copy", lambda self, text: False)
    pilot.press("menu")
    pilot.press("copy")
    assert "There is no clipboard here." in pilot.words()
