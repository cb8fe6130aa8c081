"""A series from the set-up to its end, on the screen."""

import pytest

from flipside.game.saves.series import SERIES, MatchSeries
from flipside.game.ui.widgets import Canvas
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot


def set_up(pilot: Pilot, rival: str = "") -> None:
    """The set-up of Othello for Anna and Ben, or for a person and a level."""
    pilot.press("setup othello")
    if rival:
        pilot.seat(1, rival)
        return
    pilot.seat(1, "person")
    for player, name in enumerate(("Anna", "Ben")):
        pilot.press(f"name{player}")
        if f"name={name}" in pilot.names():
            pilot.press(f"name={name}")
        else:
            pilot.top.line.text = name
            pilot.press("take")


def begun(fly: MakePilot, length: int, rival: str = "") -> Pilot:
    """A pilot in the first match of a series of that length."""
    pilot = fly(patience=0.0)
    set_up(pilot, rival)
    pilot.press(f"series={length}")
    pilot.press("start")
    return pilot


def series(pilot: Pilot) -> MatchSeries:
    return next(iter(SERIES.load(pilot.app.services.storage).series.values()))


def lose(pilot: Pilot, loser: int) -> None:
    pilot.play.show(pilot.play.live_match.resign(loser))


@pytest.mark.parametrize("rival", ["", "level3"])
def test_rematches_go_on_until_it_is_won(fly: MakePilot, rival: str) -> None:
    """The sides swap, the card has the score, and the rematch after that is another match."""
    pilot = begun(fly, 3, rival)
    players = [(pilot.play.live_match.seats, pilot.match.players)]
    lose(pilot, 1)
    for _ in range(2):
        assert pilot.play.shows_card
        assert {"abandon", "rematch"} < set(pilot.names())
        assert "next-level" not in pilot.names()
        pilot.press("rematch")
        players.append((pilot.play.live_match.seats, pilot.match.players))
        lose(pilot, 1)
    assert players[0] == players[2]
    assert players[1] == (players[0][0][::-1], players[0][1][::-1])
    assert (series(pilot).score, series(pilot).winner) == ((2, 1), 0)
    winner = "You win" if rival else "Anna wins"
    assert pilot.play.headline == f"{winner} the series 2–1"
    assert pilot.panels()[1].count("the series 2–1") == 1
    assert "abandon" not in pilot.names()
    pilot.press("rematch")
    assert len(series(pilot).results) == 3


def test_the_card_shows_the_wins_as_pieces(fly: MakePilot) -> None:
    """The own ones first, then dots for matches that are open, in the colours of this match."""
    pilot = begun(fly, 5)
    lose(pilot, 1)  # Anna wins with the first colour
    meaning = pilot.play.live_match.meaning
    assert meaning.series_wins == (0, None, None, None, None)
    pilot.press("rematch")
    assert pilot.play.live_match.meaning.series_wins == (None, None, None, None, 1)
    lose(pilot, 1)  # Ben has the first colour now
    assert pilot.play.live_match.meaning.series_wins == (0, None, None, None, 1)
    pictures = [w for w in pilot.at_table.sheets[1].widgets if type(w) is Canvas and w.width == 22]
    assert len(pictures) == 5


def test_it_goes_on_from_the_set_up_after_a_restart(fly: MakePilot) -> None:
    """With the open match first, then with sides swapped, until it is ended there."""
    pilot = begun(fly, 5)
    pilot.tap("d3")
    match = pilot.match
    pilot.kill_and_reopen()
    set_up(pilot)
    pilot.press("start")
    assert pilot.match.seed == match.seed
    lose(pilot, 0)
    pilot.kill_and_reopen()
    set_up(pilot)
    assert "0–1" in pilot.words()
    pilot.press("start")
    assert pilot.match.players == ("Ben", "Anna")
    lose(pilot, 0)
    assert series(pilot).score == (1, 1)
    pilot.app.stack.home()
    set_up(pilot)
    pilot.press("abandon")
    pilot.press("yes")
    assert "series=7" in pilot.names()
    assert not series(pilot).running


def test_a_single_match_beside_a_series_does_not_count(fly: MakePilot) -> None:
    pilot = begun(fly, 3)
    lose(pilot, 1)
    pilot.app.stack.home()
    set_up(pilot)
    pilot.press("series=single")
    pilot.press("start")
    lose(pilot, 1)
    assert "abandon" not in pilot.names()
    assert series(pilot).score == (1, 0)


def test_it_is_ended_on_the_card(fly: MakePilot) -> None:
    pilot = begun(fly, 3)
    lose(pilot, 1)
    pilot.press("abandon")
    pilot.press("no")
    assert series(pilot).running
    pilot.press("abandon")
    pilot.press("yes")
    assert not series(pilot).running
    assert pilot.play.shows_card
    assert "abandoned at 1–0" in pilot.panels()[1]


@pytest.mark.parametrize("seats", [("person", "person"), ("level2", "level3")])
def test_without_two_names_or_a_level_there_is_none(fly: MakePilot, seats: tuple[str, str]) -> None:
    pilot = fly(patience=0.0)
    pilot.press("setup othello")
    for player, word in enumerate(seats):
        pilot.seat(player, word)
    assert "series=3" not in pilot.names()
    asks = pilot.app.services.text("series.names") in pilot.words()
    assert asks == (seats[0] == "person")
