"""Matches as text: copied, pasted, refused with a sentence."""

import json
import re
from base64 import b64encode
from pathlib import Path

import pytest

from flipside.game.saves.matches import match_names
from flipside.game.scenes.share.read_input import ReadingDialog
from flipside.game.scenes.shelf.album import Album, review_input
from flipside.game.scenes.study.session import StudySession
from flipside.game.services.platform.clipboard import Clipboard, read_files
from flipside.rules.match.formats import MAX_FILE_BYTES
from flipside.rules.match.link import fragment
from flipside.rules.match.record import record_text
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after
from tests.rules.games.othello.test_othello_formats import head, row
from tests.rules.games.othello.test_othello_printed import ZEBRA, ZEBRA_SIGNS
from tests.rules.games.othello.test_othello_texts import GO_SGF, OTHELLO_SGF

pytestmark = pytest.mark.usefixtures("clipboard")

OTHELLO = recorded("othello")


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
    assert clipboard == [record_text(pilot.match.to_record(("level1", "person")))]
    at = pilot.match.ply
    pilot.key("n")
    assert pilot.match.moves == []
    paste(pilot)
    assert pilot.match.moves == OTHELLO.match.moves[:20]
    assert pilot.match.ply == at
    assert pilot.play.live_match.seats == ("level1", "person")
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
def test_a_bare_transcript_is_pasted(pilot: Pilot, clipboard: list[str], words: str) -> None:
    pilot.sit_down()
    clipboard.append(words)
    pilot.key("ctrl v")
    assert pilot.match.names() == ["d3", "c3", "c4"]
    assert pilot.play.live_match.seats == ("person", "person")
    pilot.advance(0.5)
    pilot.make(pilot.match.position.moves()[0])
    assert len(pilot.match.moves) == 4


def test_a_pasted_match_that_has_ended_shows_its_result(pilot: Pilot, clipboard: list[str]) -> None:
    pilot.sit_down()
    clipboard.append(OTHELLO.text().replace(" pass", ""))
    pilot.key("ctrl v")
    assert pilot.match.result() == OTHELLO.result
    assert pilot.caption().startswith("Black wins 36–28")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (None, "There are no moves in this text."),
        ("", "There are no moves in this text."),
        ("  \n", "There are no moves in this text."),
        ("1. 2. 3.", "There are no moves in this text."),
        ("Dear Jana, see you on Friday", "This text is not a match from Flipside."),
        ("Dear Jana, see you at d3", "This text holds more than moves"),
        ("-" * 27 + "OX------XO" + "-" * 29 + " X\nf5d6", "This is a position, but"),
        ('{"a": 1}', "This is JSON, but there is no match in it"),
        ("<html>f5d6", "This is a web page (HTML)."),
        ("(;GM[1];B[pd])", "There is no game called “Go” here."),
        ("d3 d3", "Move 2, “d3”, is not possible at that point."),
        (OTHELLO.text() + " a1", "The match is already over before move 64, “a1”."),
        ("Flipside 3\ngame othello", "This match comes from a newer Flipside."),
        ("Flipside 1\ngame chess", "There is no game called “chess” here."),
        ("Flipside 1\ngame othello\nseats person wizard", "cannot be read: “seats person wizard”"),
        ("Flipside 1\ngame othello\noptions corners=9", "do not fit its game."),
        ("Flipside one", "This text is not a match from Flipside."),
        ("Flipside 1\ngame othello\nat 3", "cannot be read: “at 3”"),
        ("{0} {word} %s \\", "This text is not a match from Flipside."),
        ("f5 %s c9 d6", "This text holds more than moves"),
        ("f5 c9 d6 {0}", "cannot be read: “f5 c9 d6 {0}”"),
        ("Flipside 1\ngame othello\nmoves " + "d3 " * 100_000, "too long to be a match."),
    ],
)
def test_what_is_no_match_is_told_and_changes_nothing(
    pilot: Pilot, clipboard: list[str], words: str | None, sentence: str
) -> None:
    pilot.sit_down(moves=OTHELLO.text(6))
    if words is not None:
        clipboard.append(words)
    paste(pilot)
    pilot.wait_for(lambda: not isinstance(pilot.top, ReadingDialog))
    assert sentence in pilot.words()
    pilot.press("understood")
    assert pilot.session is pilot.play
    assert pilot.match.moves == OTHELLO.match.moves[:6]
    assert pilot.saved().moves == OTHELLO.match.moves[:6]


GGF = "(;GM[Othello]PC[Prague]PB[Anna]PW[Ben]RE[{}]TY[8]B[f5]W[d6]B[c3//2.5];)"


def test_a_match_of_another_program_is_pasted(pilot: Pilot, clipboard: list[str]) -> None:
    pilot.sit_down("flipop")
    clipboard.append(f"1 {GGF.format('?')}\n")
    pilot.key("ctrl v")
    assert pilot.match.game.key == "othello"
    assert pilot.match.names() == ["f5", "d6", "c3"]
    assert pilot.match.players == ("Anna", "Ben")


def test_of_several_matches_one_is_chosen(pilot: Pilot, clipboard: list[str]) -> None:
    pilot.sit_down(moves=OTHELLO.text(6))
    wrong = "(;GM[Othello]PB[Cyril]PW[Dora]B[f5]W[a1];)"
    clipboard.append(GGF.format("+2.000") + wrong)
    pilot.key("ctrl v")
    assert "1. Anna – Ben\nPrague · 33–31" in pilot.words()
    pilot.press("match2")
    assert "Move 2, “W[a1]”, is not possible at that point." in pilot.words()
    pilot.press("understood")
    pilot.press("match1")
    assert pilot.session is pilot.play
    assert pilot.match.names() == ["f5", "d6", "c3"]
    assert len(match_names(pilot.app.services.storage, "othello")) == 2, "the other one stays"


def test_a_result_that_the_moves_contradict_is_told(pilot: Pilot, clipboard: list[str]) -> None:
    pilot.sit_down()
    names = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]
    moves = "".join(f"{'BW'[ply % 2]}[{name}]" for ply, name in enumerate(names))
    clipboard.append(f"(;GM[Othello]RE[+2.000]{moves};)")
    pilot.key("ctrl v")
    assert "ended 33–31, but its moves lead to 64–0." in pilot.words()
    pilot.press("understood")
    assert pilot.match.names() == names


def test_a_file_from_the_page_is_no_text(pilot: Pilot, clipboard: list[str]) -> None:
    pilot.sit_down()
    whole = head(1) + row("f5 d6")
    for data, names in ((whole, ["f5", "d6"]), (whole[:-1], [])):
        clipboard.append("data:;name=a;base64," + b64encode(data).decode())
        pilot.key("ctrl v")
        assert pilot.match.names() == ["f5", "d6"]
        assert names or "it should hold 1 matches, but it holds 0" in pilot.words()


def test_a_file_that_is_dropped_on_the_window_is_reviewed(pilot: Pilot, tmp_path: Path) -> None:
    pilot.sit_down(moves=OTHELLO.text(6))
    file = tmp_path / "WTH_2001.wtb"
    for data, said in (
        (head(1) + row("f5 d6"), ""),
        (b"\x89PNG" + bytes(400), "This is a picture (PNG), not a match."),
        (b"\x7fELF" + bytes(400), "Flipside cannot read any matches from this file."),
        (head(0, 3) + bytes(60), "This file holds the names of 3 players and no matches."),
        (b"hello", "This text is not a match from Flipside."),
        (None, "This file cannot be read, or is too large."),
    ):
        if data is None:
            file.unlink()
        else:
            file.write_bytes(data)
        pilot.drop(file)
        if said:
            assert said in pilot.words()
            pilot.press("understood")
        else:
            assert pilot.review
            assert pilot.review.study_match.match.names() == ["f5", "d6"]
            pilot.key("escape")
        assert pilot.session is pilot.play
    assert pilot.match.moves == OTHELLO.match.moves[:6]


@pytest.mark.parametrize("key", ["othello", "flipop"])
def test_a_pasted_match_stands_beside_those_that_go_on(
    pilot: Pilot, clipboard: list[str], key: str
) -> None:
    pilot.put(match_after("flipop", 5))
    pilot.sit_down(moves=OTHELLO.text(6))
    before = {name: (pilot.folder / f"{name}.txt").read_text() for name in ("othello", "flipop")}
    clipboard.append(record_text(match_after(key, 8).to_record()))
    paste(pilot)
    assert pilot.match.game.key == key
    assert len(pilot.saved(key).moves) == len(pilot.match.moves) == 8
    assert len(match_names(pilot.app.services.storage, key)) == 2
    for name, text in before.items():
        assert (pilot.folder / f"{name}.txt").read_text() == text


def test_without_a_clipboard_the_match_is_kept_inside(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.sit_down(moves=OTHELLO.text(6))
    monkeypatch.setattr(Clipboard, "copy", lambda self, text: False)
    pilot.press("menu")
    pilot.press("copy")
    assert "There is no clipboard here." in pilot.words()


PROBLEM = "-" * 20 + "X" + "-" * 6 + "XXO" + "-" * 5 + "OX" + "-" * 27

FEW = match_after("othello", 2)
LINK = f"https://example.org/#{fragment(FEW, FEW.to_record())}"

ALIKE = (
    ("1. f5 d6 2. -- c3 4-3", "f5 d6 c3"),
    ('[Black "a"]\n[White "b"]\n\n1. f5 d6 2. c3 *', "f5 d6 c3"),
    ("Shared by a phone app\nDatum: 10.6.2018\nZugfolge: f5d6c3\n19:45", "f5 d6 c3"),
    ("(;GM[2]FF[4]SZ[8];B[cd];W[ec])", "c4 e3"),
    ('{"moves":[{"m":"f5"},{"m":"-"}]}', "f5"),
    ("\ufefff5 d6".encode("utf-16-le"), "f5 d6"),
    ("(;GM[Othello]PB[M\u00fcller]PW[b]B[f5];)".encode("latin-1"), "f5"),
    ("1. f5 d6 2. c3 (2. c5 f4 (2... b4)) d3 ; c5\n3. c4", "f5 d6 c3 d3 c4"),
    (f"{PROBLEM} X g4f3", f"{PROBLEM} X g4 f3"),
    (f'"{PROBLEM}", "X", 10, "G4", "C5"', f"{PROBLEM} X"),
    (
        json.dumps({"board": [PROBLEM[at : at + 8] for at in range(0, 64, 8)], "turn": "white"}),
        f"{PROBLEM} O",
    ),
    (ZEBRA, ZEBRA_SIGNS),
    (f"{OTHELLO_SGF}\n{GO_SGF}", ""),
    ("Diagonal - E3 | F5d6C3\nWing (line 2) [x] | C4c3D3\nBad C1 | F5d6E6", ""),
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", ""),
    ("f5d6c3\nf5f6e6", ""),
    ("H1 2018 begins at d3", ""),
    (b"\xff\xd8\xff\xe0", ""),
    (LINK, ""),
    (LINK.replace("#m=1.", "#m=1.A"), ""),
    (LINK.replace("#m=", "%23m%3D"), ""),
    (LINK.replace("https://", "https://a.example/?u=https%3A%2F%2F"), ""),
)


@pytest.mark.parametrize(("given", "names"), ALIKE, ids=lambda given: repr(given)[:20])
def test_every_way_in_answers_alike(
    fly: MakePilot, tmp_path: Path, clipboard: list[str], given: str | bytes, names: str
) -> None:
    """A match on the table, the album, a file dropped or named at the start, bytes of the page."""
    data = given.encode() if isinstance(given, str) else given
    file = tmp_path / "given"
    file.write_bytes(data)
    text = given if isinstance(given, str) else "data:;name=a;base64," + b64encode(data).decode()

    def on_the_table(pilot: Pilot) -> None:
        clipboard.append(text)
        pilot.sit_down()
        pilot.key("ctrl v")

    def in_the_album(pilot: Pilot) -> None:
        clipboard.append(text)
        pilot.app.stack.open(Album(pilot.app.stack))
        pilot.press("paste")

    seen: set[object] = set()
    for way in (
        on_the_table,
        in_the_album,
        lambda pilot: pilot.drop(file),
        lambda pilot: review_input(pilot.app.stack, read_files([str(file)], MAX_FILE_BYTES)),
    ):
        pilot = fly()
        way(pilot)
        if names:
            top = pilot.session
            match = top.study_match.match if isinstance(top, StudySession) else pilot.match
            assert f"{match.start} {' '.join(match.names())}".strip() == names
            seen.add((match.players, match.comment))
        else:
            titles = ("play.paste", "album.paste")
            seen.add(re.sub("|".join(map(pilot.app.services.text, titles)), "", pilot.words()))
    assert len(seen) == 1


def test_of_a_match_that_stopped_the_announced_score_is_told(
    pilot: Pilot, clipboard: list[str]
) -> None:
    said = "The moves stop at 3–3. The match was scored 64–0."
    clipboard.append("(;GM[Othello]PB[a]PW[b]RE[+64.000]B[f5]W[d6];)")
    pilot.sit_down()
    pilot.key("ctrl v")
    assert said in pilot.words()
    pilot.app.stack.home()
    pilot.app.stack.open(Album(pilot.app.stack))
    pilot.press("paste")
    assert pilot.review
    assert said in pilot.words()
    assert "to move" in pilot.words()
    pilot.press("previous")
    assert said not in pilot.words()


def test_a_long_name_is_saved_whole_and_shown(pilot: Pilot, clipboard: list[str]) -> None:
    name = "Wilhelmine von der Wolkenburg-Ost"
    clipboard.append(f"(;GM[Othello]PB[{name}]PW[b]B[f5]W[d6];)")
    pilot.sit_down()
    pilot.key("ctrl v")
    assert pilot.match.players == (name, "b")
    assert pilot.saved().players == (name, "b")
    assert name[:20] in pilot.words()
    pilot.app.stack.open(Album(pilot.app.stack))
    pilot.advance(0.5)
    assert f"Black: {name}" in pilot.words()
