"""Several matches of one game at the same time: found, listed, deleted, never lost."""

from itertools import count

import pytest

from flipside.game.saves import progress
from flipside.game.saves.album import album_names
from flipside.game.saves.export import bundled, unbundle
from flipside.game.saves.matches import LAST_PLAYED, match_names, new_name, save_match
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import NoStore
from tests.game.conftest import MakePilot
from tests.game.journeys.recorded import recorded
from tests.game.pilot import Pilot
from tests.game.scene_tour import match_after

SEATS = "person", "person"
OTHELLO = recorded("othello").match


@pytest.fixture(autouse=True)
def hours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock is a minute later."""
    passed = count(1)
    monkeypatch.setattr(
        DesktopPlatform,
        "now",
        lambda self: f"2026-01-03 {divmod(n := next(passed), 60)[0]:02}:{n % 60:02}:05",
    )


def begin(pilot: Pilot, moves: str, key: str = "othello") -> str:
    """Begin a match of two people in the set-up and make moves; its name."""
    pilot.app.stack.home()
    pilot.press(f"setup {key}")
    pilot.seat(1, "person")
    pilot.press("start")
    for name in moves.split():
        pilot.tap(name)
    return pilot.play.live_match.stored_match.name


def three(pilot: Pilot) -> list[str]:
    """Three matches of one game, the first saved as there was only one; their names."""
    pilot.sit_down(moves="d3 c3")
    names = ["othello", begin(pilot, "d3 c5 f6"), begin(pilot, "c4")]
    pilot.app.stack.home()
    return names


def moves(pilot: Pilot, name: str) -> str:
    text = pilot.app.services.storage.load(name) or ""
    return text.partition("moves ")[2].strip()


def listed(pilot: Pilot) -> list[str]:
    """The matches in progress that the album shows, once all of them are loaded."""
    pilot.advance(0.3)
    return [name for name in pilot.names() if name == "othello" or name.startswith("match-")]


def test_all_of_them_are_found_and_the_last_one_is_gone_on_with(pilot: Pilot) -> None:
    names = three(pilot)
    assert len(set(names)) == 3
    for name, move, after in (
        (names[0], "c4", "d3 c3 c4"),
        (names[2], "e3", "c4 e3"),
        (names[1], "f5", "d3 c5 f6 f5"),
    ):
        pilot.kill_and_reopen()
        pilot.press("more othello")
        pilot.press(name)
        assert pilot.where() == "Shelf > PlaySession"
        pilot.tap(move)
        pilot.kill_and_reopen()
        assert "2 more in progress" in pilot.words()
        pilot.press("play othello")
        assert pilot.play.live_match.stored_match.name == name
        assert " ".join(pilot.match.names()) == moves(pilot, name) == after
    assert sorted(match_names(pilot.app.services.storage)) == sorted(names)


def test_the_album_shows_them_before_those_that_have_ended(pilot: Pilot) -> None:
    names = three(pilot)
    begin(pilot, "", "flipop")
    pilot.app.stack.home()
    pilot.press("album")
    assert len(listed(pilot)) == 4
    pilot.press("of=othello")
    assert listed(pilot) == names[::-1], "the one played last first"
    words = pilot.words()
    assert "In progress" in words
    assert "Finished" not in words, "there are none"
    assert (
        "Othello · White to move\nBlack: Person · White: Person · Moves: 3 · 3 January 2026"
        in words
    )
    pilot.press("of=switch")
    assert listed(pilot) == []
    assert "In progress" not in pilot.words()


def test_one_that_ends_goes_into_the_album_and_can_be_taken_back(pilot: Pilot) -> None:
    names = three(pilot)
    begin(pilot, "e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert pilot.play.live_match.result is not None
    assert len(album_names(pilot.app.services)) == 1
    pilot.key("u")
    assert pilot.play.live_match.result is None
    assert len(pilot.saved().moves) == 9
    pilot.key("r")
    pilot.app.stack.home()
    assert sorted(match_names(pilot.app.services.storage)) == sorted(names)
    pilot.press("play othello")
    assert pilot.match.names() == ["c4"], "the one played last of those that go on"
    pilot.app.stack.home()
    pilot.press("album")
    assert "Finished" in pilot.words()
    assert len(listed(pilot)) == 3


def test_one_that_ended_is_undone_after_another_window_has_put_it_away(fly: MakePilot) -> None:
    pilot, other = fly(), fly()
    name = begin(pilot, "e6 f4 e3 f6 g5 d6 e7 f5 c5")
    other.app.stack.reload_top()
    assert match_names(other.app.services.storage) == []
    pilot.top.stored(name)
    assert pilot.where() == "Shelf > PlaySession"
    pilot.key("u")
    assert pilot.play.live_match.result is None
    assert match_names(other.app.services.storage) == [name]


def test_killed_before_the_album_got_it(pilot: Pilot) -> None:
    """The shelf heals the one played last, the album every one it shows."""
    services = pilot.app.services
    names = three(pilot)
    save_match(services, OTHELLO, SEATS, new_name(services.platform, "othello"))
    save_match(services, match_after("othello", 9), SEATS, names[0])
    save_match(
        services, recorded("othello-draw").match, SEATS, new_name(services.platform, "othello")
    )
    pilot.kill_and_reopen()
    assert len(album_names(pilot.app.services)) == 1
    pilot.press("album")
    assert sorted(listed(pilot)) == sorted(names)
    found = album_names(pilot.app.services)
    assert len(found) == 2
    pilot.press(f"delete {found[0]}")
    pilot.press("yes")
    pilot.kill_and_reopen()
    assert album_names(pilot.app.services) == found[1:]


def test_deleting_asks_and_spares_what_went_on(fly: MakePilot) -> None:
    pilot, other = fly(), fly()
    names = three(pilot)
    pilot.press("album")
    pilot.press(f"delete {names[1]}")
    assert "gone for good" in pilot.words()
    pilot.press("no")
    assert len(listed(pilot)) == 3
    pilot.press(f"delete {names[1]}")
    pilot.press("yes")
    assert listed(pilot) == [names[2], names[0]]
    assert not (pilot.folder / f"{names[1]}.txt").exists()
    pilot.press(f"delete {names[2]}")
    other.app.stack.reload_top()
    other.press("play othello")
    other.tap("e3")
    pilot.press("yes")
    assert moves(pilot, names[2]) == "c4 e3", "another window played on meanwhile"
    assert listed(pilot) == [names[2], names[0]]


def test_a_damaged_one_is_set_aside_and_the_others_go_on(pilot: Pilot) -> None:
    names = three(pilot)
    (pilot.folder / f"{names[1]}.txt").write_bytes(b"Flipside 1\ngame othello\nmoves d3 d3\n")
    pilot.kill_and_reopen()
    assert pilot.where() == "Shelf", "it is not looked at yet"
    pilot.press("album")
    pilot.advance(0.3)
    assert f"it is kept as “{names[1]}.set-aside-1.txt”" in pilot.words()
    pilot.press("understood")
    assert listed(pilot) == [names[2], names[0]]
    assert (pilot.folder / f"{names[1]}.set-aside-1.txt").is_file()
    pilot.press(names[0])
    assert pilot.match.names() == ["d3", "c3"]


def test_two_windows_play_two_matches(fly: MakePilot) -> None:
    here, other = fly(), fly()
    first, second = begin(here, ""), begin(other, "")
    for name in ("d3", "c5", "f6"):
        here.tap(name)
        other.top.stored(first)
        other.tap(name)
        here.top.stored(second)
    assert first != second
    assert here.where() == other.where() == "Shelf > PlaySession"
    assert moves(here, first) == moves(here, second) == "d3 c5 f6"
    assert set(match_names(here.app.services.storage)) == {first, second}


def test_there_is_a_most_and_nothing_is_thrown_away(
    fly: MakePilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "MAX_MATCHES_IN_PROGRESS", 3)
    pilot = fly()
    names = three(pilot)
    pilot.press("setup othello")
    pilot.press("start")
    pilot.advance(0.1)
    assert "There are 100 matches in progress, and no room for more." in pilot.words()
    pilot.press("understood")
    assert sorted(match_names(pilot.app.services.storage)) == sorted(names)
    pilot.app.stack.home()
    pilot.press("play othello")
    pilot.key("n")
    pilot.advance(0.1)
    assert "no room for more" in pilot.words()
    pilot.press("understood")
    assert pilot.match.names() == ["c4"]
    pilot.tap("e3")
    assert moves(pilot, names[2]) == "c4 e3"


def test_a_long_list_is_shown_in_parts_and_loaded_once(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = pilot.app.services
    for number in range(9):
        match = match_after("flipop", 3 + number, number)
        save_match(services, match, SEATS, new_name(services.platform, "flipop"))
    pilot.app.stack.home()
    pilot.press("album")
    assert len(listed(pilot)) == 6
    pilot.press("more-going")
    assert len(listed(pilot)) == 9
    assert "more-going" not in pilot.names()
    monkeypatch.setattr("flipside.game.saves.matches.replay", None)
    for size in ((390, 844), (1280, 800)):
        pilot.resize(size)
        assert len(listed(pilot)) == 9
    pilot.app.stack.home()


def test_all_of_them_are_carried_away_and_brought_back(pilot: Pilot) -> None:
    names = three(pilot)
    there = Storage(NoStore(), DesktopPlatform())
    there.save("othello", "Flipside 1\ngame othello\nseed 7\nmoves f5\n")
    given = bundled(pilot.app.services.storage)
    for _ in range(2):
        unbundle(there, given)
        found = match_names(there)
        assert len(found) == 4
        assert found[:2] == names[:0:-1]
        assert there.load("othello") == "Flipside 1\ngame othello\nseed 7\nmoves f5\n"
        assert "moves d3 c3\n" in {(there.load(name) or "")[-12:] for name in found}


def test_what_says_when_may_be_lost(pilot: Pilot) -> None:
    """Then the one begun last is the one played last, and a date is that of the beginning."""
    names = three(pilot)
    for text in ("", "nothing\nof ours 2026\n", "othello yesterday\n"):
        (pilot.folder / f"{LAST_PLAYED.kind}.txt").write_text(text)
        pilot.kill_and_reopen()
        assert pilot.where() == "Shelf"
        assert match_names(pilot.app.services.storage) == [names[2], names[1], names[0]]
        pilot.press("album")
        assert listed(pilot)[-1] == "othello"
        assert "Moves: 2\n" in pilot.words(), "nobody knows when that was"


def test_a_file_of_a_game_that_is_not_known_is_left_alone(pilot: Pilot) -> None:
    strange = pilot.folder / "match-chess-20260103-120000-0123abcd.txt"
    strange.write_text("Flipside 1\ngame chess\n")
    three(pilot)
    pilot.press("album")
    assert len(listed(pilot)) == 3
    assert strange.is_file()
