"""The list of matches that a text or files hold: shown in parts, searched, named, come back to."""

from base64 import b64encode
from pathlib import Path

import pygame
import pytest

from flipside.game.live_match.match_lists import MatchSearch
from flipside.game.scenes.share.read_input import PAGE_MATCHES, MatchList
from flipside.game.scenes.shelf.album import Album
from flipside.game.services.services import WorkClock
from flipside.game.ui.containers import Card
from flipside.rules.match.formats import ForeignMatch
from tests.game.conftest import MakePilot
from tests.game.pilot import FRAME, Pilot
from tests.of_type import of_type
from tests.rules.games.othello.test_othello_formats import head, row
from tests.rules.games.othello.test_othello_texts import GO_SGF, OTHELLO_SGF

PLAYERS = ("?", "Tamenori", "Brightwell", "José Müller", "Wałęsa")
PLACES = ("?", "Kolkata", "Prague Open")


def tournament(count: int, year: int = 1990) -> bytes:
    """A file of so many matches; the last one has players, a place and a result of its own."""
    most = row("f5 d6", 1, 2, 33, 1) * (count - 1)
    return head(count, year=year) + most + row("f5 f6", 3, 4, 64, 2)


def jou(*names: str) -> bytes:
    return head(0, len(names)) + b"".join(_latin(name).ljust(20, b"\0") for name in names)


def trn(*names: str) -> bytes:
    return head(0, len(names)) + b"".join(_latin(name).ljust(26, b"\0") for name in names)


def _latin(name: str) -> bytes:
    return name.encode("latin-1", "replace")


def drop(pilot: Pilot, folder: Path, **files: bytes) -> None:
    """Drop files together on the window; `WTH_1990_wtb` is called WTH_1990.wtb."""
    paths = [folder / ".".join(name.rsplit("_", 1)) for name in files]
    for path, data in zip(paths, files.values(), strict=True):
        path.write_bytes(data)
    pilot.drop(*paths)


def search(pilot: Pilot, words: str) -> None:
    """Type into the field of the search, and wait for its end."""
    scene = pilot.top
    assert isinstance(scene, MatchList)
    while scene.line.text:
        pilot.key("backspace")
    for letter in words:
        if letter == " ":
            pilot.key("space")
        pilot.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    pilot.wait_for(lambda: "Searching" not in pilot.words())


def matches(pilot: Pilot) -> list[str]:
    return [name for name in pilot.names() if name.startswith("match")]


def test_all_matches_of_a_tournament_can_be_reached(pilot: Pilot, tmp_path: Path) -> None:
    drop(pilot, tmp_path, WTH_1990_wtb=tournament(9_113))
    assert "There are 9113 matches here." in pilot.words()
    found = matches(pilot)
    assert len(found) == PAGE_MATCHES
    assert "Matches 1 to 50 of 9113" in pilot.words()
    while "more" in pilot.names():
        pilot.press("more")
        assert pilot.top.sheets[0].offset == 0, "each part is read from its top"
        assert len(pilot.names()) < PAGE_MATCHES + 10, "only what is shown is there"
        found += matches(pilot)
    assert found == [f"match{number}" for number in range(1, 9_114)]
    assert "Matches 9101 to 9113 of 9113" in pilot.words()
    pilot.press("earlier")
    assert matches(pilot)[-1] == "match9100"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("muller", "match3001"),
        ("MÜLLER", "match3001"),
        ("jose prague", "match3001"),
        ("open 1990 Wa", "match3001"),
        ("64:0", "match3001"),
        ("64 : 0", "match3001"),
        ("64–0", "match3001"),
        ("64-0 1990", "match3001"),
        ("2999", "match2999"),
    ],
)
def test_a_list_is_searched_by_name_place_year_and_result(
    pilot: Pilot, tmp_path: Path, words: str, found: str
) -> None:
    files = {"WTHOR_jou": jou(*PLAYERS), "WTHOR_trn": trn(*PLACES)}
    drop(pilot, tmp_path, WTH_1990_wtb=tournament(3_001), **files)
    search(pilot, words)
    assert matches(pilot) == [found]
    assert f"Found for “{words}”: 1 of 3001 matches." in pilot.words()
    pilot.press("clear")
    assert len(matches(pilot)) == PAGE_MATCHES


def test_a_search_that_finds_nothing_says_so(pilot: Pilot, tmp_path: Path) -> None:
    drop(pilot, tmp_path, WTH_1990_wtb=tournament(100))
    search(pilot, "1991")
    assert matches(pilot) == []
    assert "None of the 100 matches fits “1991”." in pilot.words()
    search(pilot, "1990")
    assert "Found for “1990”: 100 of 100 matches." in pilot.words()


@pytest.mark.parametrize("order", ["before", "after", "together", "one by one"])
def test_names_come_from_files_of_their_own(pilot: Pilot, tmp_path: Path, order: str) -> None:
    names = {"WTHOR_JOU": jou(*PLAYERS), "wthor_trn": trn(*PLACES)}
    if order == "together":
        drop(pilot, tmp_path, WTH_1990_wtb=tournament(20), **names)
    elif order == "before":
        drop(pilot, tmp_path, **names)
        assert "the names of 5 players and no matches" in pilot.words()
        assert "the names of 3 tournaments and no matches" in pilot.words()
        pilot.press("understood")
        drop(pilot, tmp_path, WTH_1990_wtb=tournament(20))
    else:
        drop(pilot, tmp_path, WTH_1990_wtb=tournament(20))
        assert "1. #1 – #2\n#1, 1990 · 33–31" in pilot.words()
        search(pilot, "#1")
        for name, data in names.items() if order == "one by one" else [("all", b"")]:
            drop(pilot, tmp_path, **({name: data} if data else names))
            assert "and no matches" in pilot.words()
            pilot.press("understood")
            pilot.advance(FRAME)
        assert matches(pilot) == [], "the search goes on in what is seen now"
        search(pilot, "")
    assert isinstance(pilot.top, MatchList)
    assert "1. Tamenori – Brightwell\nKolkata, 1990 · 33–31" in pilot.words()
    pilot.press("match20")
    assert pilot.review.study_match.match.players == ("José Müller", "Wa??sa")


def test_a_damaged_file_of_names_is_called_that(pilot: Pilot, tmp_path: Path) -> None:
    drop(pilot, tmp_path, WTHOR_jou=jou(*PLAYERS)[:-1])
    assert "This file is damaged: it should hold 5 names." in pilot.words()


def test_the_list_is_still_there_after_a_match_was_looked_at(pilot: Pilot, tmp_path: Path) -> None:
    drop(pilot, tmp_path, WTH_1990_wtb=tournament(500))
    search(pilot, "#1 33:31")
    for name in ("match120", "match130"):
        if "match60" in pilot.names() or "match1" in pilot.names():
            pilot.press("more")
            pilot.press("more")
        pilot.press(name)
        assert pilot.review
        pilot.key("escape")
        assert isinstance(pilot.top, MatchList)
        assert "match101" in pilot.names()
        assert "“#1 33:31”" in pilot.words()
        assert pilot.top.sheets[0].offset > 0
    pilot.key("escape")
    assert not isinstance(pilot.top, MatchList)


def test_matches_of_several_files_make_one_list(pilot: Pilot, tmp_path: Path) -> None:
    own = b"Flipside 1\ngame othello\nfirst-name Anna\nsecond-name Ben\nmoves f5"
    files = {"b_txt": own, "c_png": b"\x89PNG" + bytes(400), "d_ggf": b"(;GM[Othello]B[f5];)"}
    drop(pilot, tmp_path, WTH_1990_wtb=tournament(2), **files)
    assert pilot.words().count("This is a picture (PNG), not a match") == 1
    assert "c.png: " in pilot.words()
    pilot.press("understood")
    assert len(matches(pilot)) == 4
    assert "3. Anna – Ben" in pilot.words()
    pilot.press("match3")
    assert pilot.review.study_match.match.names() == ["f5"]


def test_files_can_be_named_at_the_start(pilot: Pilot, tmp_path: Path) -> None:
    paths = []
    for name, data in (("a.jou", jou(*PLAYERS)), ("a.wtb", tournament(3)), ("gone.txt", b"")):
        paths.append(str(tmp_path / name))
        if data:
            (tmp_path / name).write_bytes(data)
    pilot.app._sources = paths
    pilot.app.start()
    assert "gone.txt: This file cannot be read, or is too large." in pilot.words()
    pilot.press("understood")
    assert "1. Tamenori – Brightwell" in pilot.words()


def test_files_from_the_page_are_what_files_are_here(pilot: Pilot) -> None:
    files = (("WTH_1990.wtb", tournament(3)), ("Jou%C3%A9.JOU", jou(*PLAYERS)))
    lines = [f"data:;name={name};base64,{b64encode(data).decode()}" for name, data in files]
    pilot.app.page_events.handle("match", "\n".join([*lines, "data:;name=folder"]))
    assert "folder: This file cannot be read, or is too large." in pilot.words()
    pilot.press("understood")
    assert "1. Tamenori – Brightwell" in pilot.words()


def test_the_largest_file_is_listed_and_searched_without_a_long_frame(
    fly: MakePilot, tmp_path: Path
) -> None:
    pilot = fly(drawing=True)
    drop(pilot, tmp_path, WTH_1990_wtb=tournament(117_000))
    for letter in "#4 1990":
        pilot.app.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))
        for _ in range(5):
            pilot.advance(FRAME)
    pilot.wait_for(lambda: "Searching" not in pilot.words())
    assert matches(pilot) == ["match117000"]


def test_ten_thousand_openings_are_listed_at_once(fly: MakePilot) -> None:
    pilot = fly(drawing=True)

    def play() -> None:
        raise AssertionError("nothing is played to be listed")

    lines = [ForeignMatch(play, place=f"Opening {number}") for number in range(10_000)]
    pilot.app.stack.open(MatchList(pilot.app.stack, "Paste match", lambda: lines, lambda one: None))
    pilot.advance(FRAME)
    assert "There are 10000 matches here." in pilot.words()
    search(pilot, "opening 9998")
    assert matches(pilot) == ["match9999"]


def test_a_match_that_is_played_takes_the_place_of_the_list(
    pilot: Pilot, clipboard: list[str]
) -> None:
    pilot.sit_down()
    clipboard.append("(;GM[Othello]B[f5];)(;GM[Othello]B[d3];)")
    pilot.key("ctrl v")
    pilot.press("match2")
    assert pilot.session is pilot.play
    assert pilot.match.names() == ["d3"]
    assert not any(isinstance(scene, MatchList) for scene in pilot.app.stack.scenes)


def test_a_search_field_takes_a_beginning_of_what_is_pasted(
    pilot: Pilot, clipboard: list[str]
) -> None:
    clipboard.append("(;GM[Othello]PB[Ann]PW[Ben]B[f5];)" * 20)
    pilot.app.stack.open(Album(pilot.app.stack))
    pilot.press("paste")
    for words in ("ann\nben", "x" * 5_000_000, "\n" * 5_000_000, "e" + "\u0301" * 5_000_000):
        clipboard.append(words)
        pilot.key("ctrl v")
        if words == "ann\nben":
            assert "Found for “ann ben”: 20 of 20 matches." in pilot.words()


def test_what_is_compared_has_no_accents_and_one_way_to_write_a_result() -> None:
    def play() -> None: ...

    one = ForeignMatch(play, ("Łukasz Dvořák", "Weiß"), "Kraków, 2001-01-05", (33, 31))
    finding = MatchSearch([one])
    for query in ("lukasz", "DVORAK", "weiss krakow", "2001-01", "01-05", "33\u00a0:\u00a031", "1"):
        finding.search(query)
        finding.work(1.0, WorkClock())
        assert list(finding.hits) == [0], query


def test_a_torn_line_says_its_number_in_its_entry(pilot: Pilot, tmp_path: Path) -> None:
    """The list counts matches; a file has other lines as well."""
    board = "---------------------------OX------XO---------------------------"
    drop(pilot, tmp_path, a_obf=f"% remark\n\n{board} X;\n{board[:40]} O;\n{board} O;\n".encode())
    said = f"Line 4 cannot be read: “{board[:40]}”."
    assert said in pilot.words()
    pilot.press("match2")
    assert said in pilot.words()


def test_a_position_is_called_by_its_remark(pilot: Pilot, tmp_path: Path) -> None:
    """It has no players. What is heard of it and of a torn line has one stop after the number."""
    board = "---------------------------OX------XO---------------------------"
    lines = (f"{board} X; % end 1", f"{board} O;", board[:40])
    drop(pilot, tmp_path, a_obf="\n".join(lines).encode())
    torn = f"Line 3 cannot be read: “{board[:40]}”."
    heard = [of_type(Card, pilot.find(name)[1]).accessible_name for name in matches(pilot)]
    assert heard == ["1. end 1", "2", f"3. {torn.removesuffix('.')}"]
    assert "\n1. end 1\n" in pilot.words()


def test_names_of_a_list_are_whole_and_found_with_all_their_signs(
    fly: MakePilot, tmp_path: Path
) -> None:
    names = ["Diagonal - E3", "Wing (line 2) [x]", "Country ???", "Var. 56, A: \\", 'É {0} %s "y"']
    names += [f"Opening {number} {'of many words ' * 6}" for number in range(4)]
    lines = [f"{name} | F5d6C3" for name in names]
    pilot = fly()
    drop(
        pilot, tmp_path, list_txt="\n".join(["# C4 and others", *lines, "Bad C1 | F5d6E6"]).encode()
    )
    for number, name in enumerate(names, 1):
        assert f"{number}. {name.strip()}" in pilot.words()
    pilot.press("match10")
    assert "Move 3, “e6”, is not possible at that point." in pilot.words()
    pilot.press("understood")
    for query, hits in (("(line 2) [", ["match2"]), ("???", ["match3"]), ('"y"', ["match5"])):
        search(pilot, query)
        assert matches(pilot) == hits


def test_a_match_of_another_game_is_refused_in_its_entry(pilot: Pilot, tmp_path: Path) -> None:
    drop(pilot, tmp_path, games_sgf=f"{GO_SGF}\n{OTHELLO_SGF}".encode())
    assert "1. x (y) – z\nThere is no game called “Go” here." in pilot.words()
    pilot.press("match2")
    assert pilot.review
    assert pilot.review.study_match.match.names() == ["f5", "d6", "c3"]
