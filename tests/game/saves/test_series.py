"""Series of matches: the score comes from the results by match, whatever happens to matches."""

from itertools import count
from pathlib import Path

import pytest

from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.match_meaning import series_sentence
from flipside.game.saves.album import album_names, delete
from flipside.game.saves.export import bundled, unbundle
from flipside.game.saves.matches import MatchSetup, StoredMatch
from flipside.game.saves.progress import begin_match, finish_match
from flipside.game.saves.series import (
    SERIES,
    MatchSeries,
    StoredSeries,
    abandon,
    add_match,
    begin_series,
    next_setup,
    open_match,
    series_of,
    sides_of,
)
from flipside.rules.catalogue import BY_KEY
from tests.game.live_match.machine import Household

PEOPLE = ("person", "person")
NAMES = ("Anna", "Ben")
OTHELLO = BY_KEY["othello"]


def begun(home: Household, setup: MatchSetup | None = None) -> StoredMatch:
    stored_match = begin_match(home, OTHELLO, setup or MatchSetup({}, PEOPLE, names=NAMES))
    assert stored_match is not None
    return stored_match


def the_series(home: Household) -> tuple[str, MatchSeries]:
    ((name, series),) = SERIES.load(home.storage).series.items()
    return name, series


def play(home: Household, loser: str | None, stored_match: StoredMatch | None = None) -> LiveMatch:
    """The next match of the only series, lost by that player; None is a draw."""
    if stored_match is None:
        stored_match = begun(home)
        add_match(home.storage, the_series(home)[0], stored_match.name)
    live_match = LiveMatch(home, stored_match)
    if loser is None:
        name, series = the_series(home)
        results: dict[str, str] = {**series.results, stored_match.name: "draw"}
        SERIES.change(home.storage, lambda _: StoredSeries({name: vary(series, results)}))
    else:
        live_match.resign(stored_match.match.players.index(loser))
    return live_match


def vary(series: MatchSeries, results: dict[str, str]) -> MatchSeries:
    return MatchSeries(series.game, series.length, series.sides, results)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("length", "losers", "score", "winner"),
    [
        (3, ["Ben"], (1, 0), None),
        (3, ["Ben", "Anna", "Ben"], (2, 1), 0),
        (3, ["Anna", None, None, "Anna"], (0, 2), 1),
        (5, ["Anna", "Anna", "Ben"], (1, 2), None),
        (7, ["Ben"] * 4, (4, 0), 0),
    ],
)
def test_a_series_is_won_with_more_than_half(
    home: Household, length: int, losers: list[str | None], score: tuple[int, int], winner: int
) -> None:
    first = begun(home)
    begin_series(home, first, length)
    for number, loser in enumerate(losers):
        play(home, loser, None if number else first)
    _, series = the_series(home)
    assert (series.score, series.winner, series.running) == (score, winner, winner is None)
    assert (
        bool(SERIES.load(home.storage).running_between("othello", PEOPLE, NAMES)) == series.running
    )
    sentence = series_sentence(home.text, series)
    assert ("wins the series" in sentence) == (winner is not None)
    assert f"{max(score)}–{min(score)}" in sentence or f"{score[0]}–{score[1]}" in sentence


def test_a_match_counts_once_with_its_last_result(home: Household) -> None:
    """Taken back after the end, ended otherwise, and after its deletion from the album."""
    first = begun(home)
    begin_series(home, first, 3)
    live_match = play(home, "Ben", first)
    assert the_series(home)[1].score == (1, 0)
    live_match.undo()
    assert the_series(home)[1].score == (0, 0)
    live_match.resign(0)
    assert the_series(home)[1].score == (0, 1)
    assert live_match.meaning.series is not None
    assert live_match.meaning.series.score == (0, 1)
    finish_match(home, live_match.stored_match)
    for name in album_names(home):
        delete(home, name)
    assert the_series(home)[1].score == (0, 1)


def test_swapped_sides_count_by_name(home: Household) -> None:
    first = begun(home)
    begin_series(home, first, 3)
    play(home, "Ben", first)
    _, series = the_series(home)
    setup = MatchSetup({}, PEOPLE, names=NAMES)
    following = next_setup(series, setup)
    assert following.names == ("Ben", "Anna")
    assert next_setup(series, setup.swapped()) == following
    second = begun(home, following)
    add_match(home.storage, the_series(home)[0], second.name)
    play(home, "Ben", second)
    assert the_series(home)[1].winner == 0
    assert SERIES.load(home.storage).series[the_series(home)[0]].score == (2, 0)


def test_other_players_take_a_match_out_of_its_series(home: Household) -> None:
    first = begun(home)
    begin_series(home, first, 3)
    live_match = LiveMatch(home, first)
    live_match.seat(PEOPLE, ("Anna", "Clara"))
    live_match.resign(0)
    assert the_series(home)[1].results == {}
    assert live_match.meaning.series is None


def test_a_series_goes_on_with_its_open_match(home: Household) -> None:
    """Also after a restart; without it if the match is gone; counted if it has ended unnoticed."""
    first = begun(home)
    begin_series(home, first, 5)
    name, _ = the_series(home)
    again = Household(home.folder)
    found = open_match(again, name)
    assert found is not None
    assert found.name == first.name
    home.storage.remove(first.name)
    assert open_match(Household(home.folder), name) is None
    assert the_series(Household(home.folder))[1].results == {}
    second = begun(home)
    live_match = LiveMatch(home, second)  # does not know of the series yet
    add_match(home.storage, name, second.name)
    live_match.resign(1)
    assert the_series(home)[1].results == {second.name: "open"}
    assert open_match(home, name) is None
    assert the_series(home)[1].score == (1, 0)


def test_two_windows_lose_no_result(tmp_path: Path) -> None:
    """Each stores a result without having read that of the other."""
    home, other = Household(tmp_path), Household(tmp_path)
    first = begun(home)
    begin_series(home, first, 5)
    name, _ = the_series(home)
    second = begun(home)
    LiveMatch(home, second).tap(19)
    assert the_series(other)[1].results == {first.name: "open"}
    add_match(home.storage, name, second.name)
    LiveMatch(other, first).resign(1)
    add_match(other.storage, name, "match-othello-20260131-183005-0000abcd")
    assert set(the_series(home)[1].results.values()) == {"open", "first"}
    assert len(the_series(home)[1].results) == 3


def test_an_abandoned_series_stays_abandoned(home: Household) -> None:
    """An older export adds results, but does not resume it."""
    first = begun(home)
    begin_series(home, first, 3)
    before = bundled(home.storage)
    name, _ = the_series(home)
    play(home, "Ben", first)
    abandon(home.storage, name)
    unbundle(home.storage, before)
    _, series = the_series(home)
    assert (series.abandoned, series.score, series.running) == (True, (1, 0), False)
    assert SERIES.load(home.storage).running_between("othello", PEOPLE, NAMES) is None


def test_an_export_brings_series_along(tmp_path: Path) -> None:
    home, away = Household(tmp_path / "here"), Household(tmp_path / "there")
    first = begun(home)
    begin_series(home, first, 3)
    play(home, "Ben", first)
    unbundle(away.storage, bundled(home.storage))
    assert the_series(away) == the_series(home)
    assert series_of(away.storage, first.name) == the_series(home)


@pytest.mark.parametrize(
    ("seats", "names", "sides"),
    [
        (PEOPLE, NAMES, NAMES),
        (PEOPLE, ("Anna", ""), None),
        (PEOPLE, ("Anna", "anna "), None),
        (("person", "level3"), ("Anna", ""), ("", "level3")),
        (("depth4", "person"), ("", ""), ("depth4", "")),
        (("level1", "level3"), ("", ""), None),
    ],
)
def test_who_can_play_a_series(
    seats: tuple[str, str], names: tuple[str, str], sides: tuple[str, str] | None
) -> None:
    assert sides_of(seats, names) == sides


def test_only_so_many_series_are_kept(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    days = count(1)
    monkeypatch.setattr(home.platform, "now", lambda: f"2026-03-{next(days) % 60:02} 10:00:00")
    first = begun(home)
    for _ in range(70):
        begin_series(home, first, 3)
    assert len(SERIES.load(home.storage).series) == 60
