"""Three wins or losses in a row against a level: said once, and another level offered."""

from itertools import count
from pathlib import Path

import pytest

from flipside.game.live_match.live_match import LiveMatch, rematch
from flipside.game.live_match.match_view import view_of
from flipside.game.saves.album import level_tallies
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import StoredMatch
from flipside.rules.catalogue import BY_KEY
from flipside.rules.match.match import Match
from tests.game.live_match.machine import Household

SEEDS = count(1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Household:
    """A household in which every match ends a minute after the one before."""
    found, minutes = Household(tmp_path), count()
    monkeypatch.setattr(
        found.platform,
        "now",
        lambda: f"2026-01-31 {(at := next(minutes)) // 60:02}:{at % 60:02}:00",
    )
    return found


def end(home: Household, won: bool, level: str = "level4", person: int = 0) -> LiveMatch:
    """The table after a match in which the person won, or lost."""
    seats = ("person", level) if person == 0 else (level, "person")
    live_match = LiveMatch(home, StoredMatch(Match(BY_KEY["othello"], {}, next(SEEDS)), seats))
    assert live_match.resign(1 - person if won else person) is not None
    return live_match


@pytest.mark.parametrize(("won", "better"), [(True, "level5"), (False, "level3")])
def test_the_third_in_a_row_says_so_once(home: Household, won: bool, better: str) -> None:
    assert end(home, won).meaning.streak is None
    assert end(home, won, person=1).meaning.streak is None
    live_match = end(home, won)
    streak = live_match.meaning.streak
    assert (streak.won, streak.level) == (won, better)
    words = view_of(live_match).meaning[0]
    assert live_match.text(f"level.{better}.name") in words
    again = rematch(home, live_match, live_match.meaning.streak.level)
    assert again.seats == (better, "person")
    assert again.match.players == ("", "")
    assert end(home, won).meaning.streak is None, "once"


def test_what_breaks_a_row(home: Household) -> None:
    """The other result does, a match against another level or of two people does not."""
    for won in (True, True, False, True, True):
        assert end(home, won).meaning.streak is None
    assert end(home, False, "level3").meaning.streak is None
    live_match = LiveMatch(
        home, StoredMatch(Match(BY_KEY["othello"], {}, 999), ("person", "person"))
    )
    live_match.resign(0)
    assert live_match.meaning.streak is None
    start = "-" * 26 + "XXX" + "-" * 6 + "XO" + "-" * 27 + " O"
    live_match = LiveMatch(
        home, StoredMatch(Match(BY_KEY["othello"], {}, 1, start), ("person", "level4"))
    )
    live_match.resign(0)
    assert live_match.meaning.streak is None
    assert end(home, True).meaning.streak is not None


def test_there_is_nothing_beyond_the_first_level_and_the_last(home: Household) -> None:
    for level, won in (("level1", False), ("level8", True), ("depth12", True)):
        assert [end(home, won, level).meaning.streak for _ in range(4)] == [None] * 4
    assert [bool(end(home, True, "level1").meaning.streak) for _ in range(4)] == [
        False,
        False,
        True,
        False,
    ]


def test_a_damaged_match_in_the_album_is_passed_over(home: Household) -> None:
    end(home, True)
    home.storage.save("finished-othello-20260131-235959-0123456789abcdef", "nothing")
    end(home, True)
    assert end(home, True).meaning.streak is not None


def test_a_win_that_is_taken_back_and_won_again_counts_once(home: Household) -> None:
    """In a row, and in the results against the level."""
    assert end(home, True).meaning.streak is None
    live_match = end(home, True)
    live_match.undo()
    assert live_match.play(live_match.match.legal()[0]) is not None
    assert live_match.resign(1) is not None
    assert live_match.meaning.streak is None
    entries = list(AlbumIndex(home).entries("othello"))
    assert len(entries) == 3
    assert [tally.wins for tally in level_tallies(entries)] == [2]
    assert live_match.meaning.feat is None
    assert end(home, True).meaning.streak is not None
