"""Finished matches are kept once, shown, counted, carried along and never lost."""

import errno
import os
import re
from dataclasses import replace
from itertools import combinations, count

import pygame
import pytest

from flipside.game.saves import album as finished
from flipside.game.saves.album import (
    ENDING,
    AlbumEntry,
    Ending,
    add_to_album,
    album_names,
    level_tallies,
    stored_record,
)
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import save_match
from flipside.game.scenes.shelf.album import NARROW_SPACE, Album
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.settings import Settings
from flipside.game.services.theme import Theme
from flipside.game.ui.containers import Column
from flipside.game.ui.page_widgets import match_card
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Button, Label
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import PASS
from flipside.rules.match.match import Match, replay
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot, said
from tests.game.scene_tour import match_after
from tests.game.services.stores import document, failing

KEYS = [game.key for game in GAMES]


@pytest.fixture(autouse=True)
def days(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock is a month later."""
    months = (f"{2026 + passed // 12}-{passed % 12 + 1:02}" for passed in count())
    monkeypatch.setattr(DesktopPlatform, "now", lambda self: f"{next(months)}-03 18:30:05")


def album(pilot: Pilot, game: str = "") -> list[AlbumEntry]:
    return list(AlbumIndex(pilot.app.services).entries(game))


def last_move(pilot: Pilot, match: Match, seats: tuple[str, str] = ("person", "person")) -> None:
    """Play the last move of a match that has ended, with a person's taps."""
    ply = max(ply for ply, move in enumerate(match.moves) if move != PASS)
    move = match.moves[ply]
    match.goto_ply(ply)
    match.clear_redo()
    pilot.put(match, seats)
    pilot.make(move)
    pilot.wait_for(lambda: pilot.play.live_match.result is not None)


@pytest.mark.parametrize(("award", "points"), [(True, "64–0"), (False, "13–0")])
def test_empty_squares_are_awarded_if_the_settings_say_so(
    fly: MakePilot, award: bool, points: str
) -> None:
    pilot, match = fly(award=award), Match(BY_KEY["othello"])
    match.read_moves("e6 f4 e3 f6 g5 d6 e7 f5 c5")
    last_move(pilot, match)
    pilot.wait_for(lambda: not pilot.at_table.playback.ending)
    assert pilot.caption().startswith(f"Black wins {points}")
    assert f"Black wins {points}" in pilot.panels()[1]
    pilot.app.stack.home()
    pilot.press("album")
    assert points in pilot.words()


def test_a_match_that_ended_and_was_killed_before_the_album_got_it(fly: MakePilot) -> None:
    """The next start puts it there, once; deleted it does not come back."""
    pilot, match = fly(), recorded("othello").match
    save_match(pilot.app.services, match, ("person", "person"), "othello")
    assert album(pilot) == []
    for _ in range(2):
        pilot.kill_and_reopen()
        (name,) = album_names(pilot.app.services)
        record = stored_record(pilot.app.services, name)
        assert replay(record, BY_KEY).names() == match.names()
    finished.delete(pilot.app.services, name)
    pilot.kill_and_reopen()
    assert album(pilot) == []
    pilot.press("play othello")
    assert album(pilot) == []


@pytest.mark.parametrize("key", KEYS)
def test_a_match_that_ends_is_kept(fly: MakePilot, key: str) -> None:
    pilot, match = fly(patience=0.0), recorded(key).match
    names = match.names()
    last_move(pilot, match)
    (entry,) = album(pilot, key)
    assert (entry.winner, entry.reason) == (
        recorded(key).result.winner,
        recorded(key).result.reason,
    )
    assert (entry.score, entry.plies) == (recorded(key).score, len(names))
    assert entry.colours == pilot.match.position.colours
    record = stored_record(pilot.app.services, album_names(pilot.app.services)[0])
    assert replay(record, BY_KEY).names() == names
    pilot.app.stack.home()
    pilot.press("album")
    assert f"{pilot.app.services.text.game(key, 'short')} · " in pilot.words()
    day, time = entry.ended.split()
    date = pilot.app.services.text.date("album.date", day, time=time)
    assert date in pilot.words().replace(NARROW_SPACE, " ")


def test_once_only_however_often_it_ends(pilot: Pilot) -> None:
    pilot.sit_down(moves="e6 f4 e3 f6 g5 d6 e7 f5")
    pilot.tap("c5")
    assert len(album(pilot)) == 1
    pilot.key("u")
    pilot.key("r")
    pilot.key("u")
    pilot.tap("c5")
    assert len(album(pilot)) == 1, "the same end"
    pilot.put(pilot.match)
    pilot.key("u")
    pilot.tap("c5")
    assert len(album(pilot)) == 1, "the same end another day"
    pilot.key("u")
    pilot.key("g")
    pilot.press("yes")
    assert len(album(pilot)) == 2, "another end"
    pilot.key("u")
    pilot.key("g")
    pilot.press("yes")
    assert len(album(pilot)) == 2


def test_games_deleting_and_copying(pilot: Pilot, clipboard: list[str]) -> None:
    for key in KEYS:
        add_to_album(pilot.app.services, recorded(key).match, ("person", "level2"))
    pilot.press("album")
    names = album_names(pilot.app.services)
    assert [name.split("-")[1] for name in names] == KEYS[::-1], "the newest first"
    pilot.press("of=othello")
    assert [name for name in pilot.names() if name.startswith("finished-")] == names[-1:]
    assert "Beginner: 1 won, 0 drawn, 0 lost" in pilot.words()
    pilot.press(f"copy {names[-1]}")
    pilot.press("understood")
    assert clipboard[0].startswith("Flipside 1\ngame othello\n")
    pilot.press(f"delete {names[-1]}")
    pilot.press("no")
    assert len(album(pilot)) == 5
    pilot.press(f"delete {names[-1]}")
    pilot.press("yes")
    assert len(album(pilot)) == 4
    assert "Beginner" not in pilot.words(), "it no longer counts"
    assert "Every match you finish is kept here" in pilot.words()
    assert not (pilot.folder / f"{names[-1]}.txt").exists()


def test_a_long_album_is_shown_in_parts(pilot: Pilot) -> None:
    for seed in range(12):
        add_to_album(pilot.app.services, match_after("flipop", None, seed), ("person", "level1"))
        add_to_album(pilot.app.services, match_after("flipop", 9, seed), ("level1", "person"))
    pilot.press("album")
    rows = [name for name in pilot.names() if name.startswith("finished-")]
    assert len(rows) == 20
    pilot.press("more")
    assert len([name for name in pilot.names() if name.startswith("finished-")]) == 24
    assert "more" not in pilot.names()
    assert "Left before the end" in pilot.words()


def test_numbers_count_one_person_against_one_computer(pilot: Pilot) -> None:
    services, won = pilot.app.services, recorded("othello").match
    assert recorded("othello").result.winner == 0
    add_to_album(services, won, ("person", "level2"))
    add_to_album(services, match_after("othello", None, 5), ("person", "person"))
    add_to_album(services, recorded("othello-draw").match, ("level2", "person"))
    add_to_album(services, match_after("othello", 20), ("person", "level2"))
    lost = match_after("othello", 12)
    lost.resign(1)
    add_to_album(services, lost, ("level4", "person"))
    results = [(t.sides[1], t.wins, t.draws, t.losses) for t in level_tallies(album(pilot))]
    assert results == [("level2", 1, 1, 0), ("level4", 0, 0, 1)]
    pilot.press("setup othello")
    assert "Beginner: 1 won, 1 drawn, 0 lost" in pilot.words()
    pilot.seat(1, "level4")
    assert "Steady: 0 won, 0 drawn, 1 lost" in pilot.words()


ENDED = Ending("2026-01-03 18:30", 1, None, "", None, None, None)
WHOLE = ENDING.dump(ENDED)
RECORD = "Flipside 1\ngame othello\n"

BROKEN = {
    "bytes": b"\xff\xfe",
    "foreign": b"<!doctype html>",
    "cut": (WHOLE[:-9]).encode(),
    "no record": WHOLE.encode(),
    "newer": (document("finished", 2, more=1) + RECORD).encode(),
    "winner": (ENDING.dump(replace(ENDED, winner=7)) + RECORD).encode(),
    "seats": f"{WHOLE}{RECORD}seats a b\n".encode(),
    "other game": f"{WHOLE}Flipside 1\ngame switch\n".encode(),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_damaged_is_shown_and_stays(pilot: Pilot, kind: str) -> None:
    add_to_album(pilot.app.services, recorded("othello").match, ("person", "person"))
    name = "finished-othello-20260101-120000-0123456789abcdef"
    (pilot.folder / f"{name}.txt").write_bytes(BROKEN[kind])
    pilot.kill_and_reopen()
    pilot.press("album")
    assert "This match cannot be read. It is kept as it is." in pilot.words()
    assert name not in pilot.names(), "there is nothing to open"
    assert (pilot.folder / f"{name}.txt").read_bytes() == BROKEN[kind]
    pilot.press(f"copy {name}")
    pilot.press("understood")
    pilot.press(f"delete {name}")
    pilot.press("yes")
    assert not (pilot.folder / f"{name}.txt").exists()
    assert len(album(pilot)) == 1


def test_moves_that_cannot_be_played_are_told(pilot: Pilot) -> None:
    name = add_to_album(pilot.app.services, recorded("othello").match, ("person", "person"))
    path = pilot.folder / f"{name}.txt"
    path.write_text(path.read_text().replace("moves ", "moves a1 "))
    pilot.press("album")
    pilot.press(str(name))
    assert "Move 1, “a1”, is not possible at that point." in pilot.words()


def test_a_full_album_drops_nothing(fly: MakePilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "MAX_FINISHED_MATCHES", 2)
    pilot = fly()
    for seed in (1, 2):
        add_to_album(pilot.app.services, match_after("flipop", None, seed), ("person", "person"))
    pilot.sit_down(moves="e6 f4 e3 f6 g5 d6 e7 f5")
    pilot.tap("c5")
    pilot.advance(0.1)
    assert "There are 1000 finished matches" in pilot.words()
    pilot.press("understood")
    assert {name.split("-")[1] for name in album_names(pilot.app.services)} == {"flipop"}
    pilot.app.stack.home()
    pilot.press("album")
    oldest = album_names(pilot.app.services)[-1]
    pilot.press(f"delete {oldest}")
    pilot.press("yes")
    pilot.app.stack.home()
    pilot.press("play othello")
    assert len(album(pilot, "othello")) == 1, "now there is room"


def test_a_full_disk_is_told_and_tried_again(pilot: Pilot) -> None:
    pilot.sit_down(moves="e6 f4 e3 f6 g5 d6 e7 f5")
    with failing(os, "replace", errno.ENOSPC):
        pilot.tap("c5")
        words = ""
        for _ in range(5):
            pilot.advance(0.1)
            if "understood" in pilot.names():
                words += pilot.words()
                pilot.press("understood")
        assert "There is no room to keep this finished match." in words
        assert len(album(pilot)) == 1, "kept while the program runs"
        assert not list(pilot.folder.glob("finished-*"))
    pilot.key("u")
    pilot.tap("c5")
    assert len(list(pilot.folder.glob("finished-*"))) == 1
    assert len(album(pilot)) == 1


def test_two_windows_keep_what_each_has_seen(fly: MakePilot) -> None:
    here, other = fly(), fly()
    here.press("album")
    add_to_album(other.app.services, recorded("othello").match, ("person", "person"))
    add_to_album(here.app.services, recorded("othello").match, ("person", "person"))
    add_to_album(here.app.services, recorded("switch").match, ("person", "person"))
    assert len(album(here)) == len(album(other)) == 2
    here.top.stored(album_names(other.app.services)[0])
    assert len([name for name in here.names() if name.startswith("finished-")]) == 2


@pytest.mark.parametrize("language", ["de", "cs"])
def test_dates_as_people_write_them(fly: MakePilot, language: str) -> None:
    pilot = fly(language=language)
    add_to_album(pilot.app.services, recorded("othello").match, ("person", "person"))
    pilot.app.stack.open(Album(pilot.app.stack))
    month = {"de": "(Januar|Februar|März|April|Mai)", "cs": "(ledna|února|března|dubna|května)"}
    assert re.search(rf"3\. {month[language]} 2026, 18:30", pilot.words())


def test_no_line_is_broken_within_a_date_or_a_number_of_moves(pilot: Pilot) -> None:
    add_to_album(pilot.app.services, recorded("othello").match, ("person", "person"))
    pilot.app.stack.open(Album(pilot.app.stack))
    words = "\n".join(said(sheet) for sheet in pilot.top.sheets)
    date = NARROW_SPACE.join(("3", "[A-Z][a-z]+", "2026,", "18:30"))
    assert re.search(date, words)
    assert f"Moves:{NARROW_SPACE}{len(recorded('othello').match.moves)} " in words


@pytest.mark.parametrize(("first", "winner"), [("orange", "Orange"), ("green", "Green")])
def test_colours_are_those_of_the_match(pilot: Pilot, first: str, winner: str) -> None:
    match = Match(BY_KEY["contactic"], {"first": first})
    match.play(match.position.moves()[0])
    match.resign(1)
    add_to_album(pilot.app.services, match, ("person", "level2"))
    (entry,) = album(pilot)
    assert entry.colours == match.position.colours
    pilot.press("album")
    assert f"{winner} wins" in pilot.words()
    assert f"{winner}: " in pilot.words()


def test_without_colours_players_are_first_and_second(pilot: Pilot) -> None:
    """While stones are laid in Switch nobody has a colour yet."""
    match = Match(BY_KEY["switch"], {"setup": "placed"})
    match.play(match.position.moves()[0])
    add_to_album(pilot.app.services, match, ("person", "level2"))
    (entry,) = album(pilot)
    assert entry.colours is None
    pilot.press("album")
    assert pilot.app.services.text("play.first") + ": " in pilot.words()


@pytest.mark.parametrize("width", [320, 700])
@pytest.mark.parametrize("pictured", [False, True])
def test_what_a_card_says_stands_in_its_middle(width: int, pictured: bool) -> None:
    pygame.font.init()
    theme = Theme(Settings(), DesktopPlatform())
    sheet = Sheet(theme, (0, 0, width, 800))
    small = Button(
        "delete", lambda: None, icon="bin", look="quiet", accessible_name="Delete", width=44
    )
    paint = (lambda surface, rect: None) if pictured else None
    result = "Black wins 40 : 24 " * 6
    card = match_card("one", "Othello", result, None, (small,), paint, pictured=pictured)
    sheet.show(Column([card]))
    [whole, *others] = [widget.rect for widget in sheet.widgets]
    assert all(whole.contains(rect) for rect in others)
    assert all(not one.colliderect(other) for one, other in combinations(others, 2))
    words = [widget.rect for widget in sheet.widgets if isinstance(widget, Label)]
    assert abs(words[0].unionall(words).centery - whole.centery) <= 1
