"""Clocks at the table: they run for the player to move, end the match, and are saved with it."""

from dataclasses import replace

import pytest

from flipside.game.live_match.live_match import SAVE_SECONDS, LiveMatch, rematch, restarted
from flipside.game.live_match.move_text import ContinuedElsewhere
from flipside.game.saves.album import album_names, stored_record
from flipside.game.saves.album_index import AlbumIndex
from flipside.game.saves.matches import MatchSetup, load_setup
from flipside.game.saves.progress import begin_match
from flipside.game.speech import BoardText
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import Result
from flipside.rules.match.clock import Clock, parse_clock, share, time_words
from tests.game.live_match.machine import Household, tap_through, wait

PEOPLE = ("person", "person")
BUDGET = 0.01


def sit_down(
    home: Household, words: str, seats: tuple[str, str] = PEOPLE, key: str = "othello"
) -> LiveMatch:
    """A table with a new match on the clock."""
    stored_match = begin_match(home, BY_KEY[key], MatchSetup({}, seats, parse_clock(words)))
    assert stored_match is not None
    return LiveMatch(home, stored_match)


def clock(live_match: LiveMatch) -> Clock:
    assert live_match.match.clock is not None
    return live_match.match.clock


def pass_seconds(live_match: LiveMatch, seconds: float) -> list[str]:
    """Let time pass in steps of a tenth; the sounds that are heard."""
    heard = []
    for _ in range(round(seconds * 10)):
        event = live_match.pass_time(0.1, BUDGET)
        if event is not None and event.sound:
            heard.append(event.sound)
    return heard


def test_the_clock_of_the_player_to_move_runs(home: Household) -> None:
    live_match = sit_down(home, "5+0 3+0")
    pass_seconds(live_match, 4)
    assert clock(live_match).left == (296_000, 180_000)
    tap_through(live_match)
    pass_seconds(live_match, 7)
    assert clock(live_match).left == (296_000, 173_000)


def test_without_thinking_no_time_runs(home: Household) -> None:
    live_match = sit_down(home, "5+0 3+0")
    for _ in range(100):
        live_match.pass_time(0.1, 0.0)
    assert clock(live_match).left == (300_000, 180_000)


def test_a_flag_ends_the_match_and_is_kept(home: Household) -> None:
    live_match = sit_down(home, "1+0 3+0", ("person", "level1"))
    pass_seconds(live_match, 59.9)
    assert live_match.result is None
    event = live_match.pass_time(0.2, BUDGET)
    assert event.ended
    assert "You ran out of time." in event.sentences
    assert live_match.result == Result(1, "on_time")
    assert not live_match.can_undo
    (kept,) = AlbumIndex(home).entries()
    assert (kept.winner, kept.reason, kept.seats) == (1, "on_time", ("person", "level1"))
    record = stored_record(home, album_names(home)[0])
    assert record.clock == clock(live_match)


def test_a_person_is_told_when_time_grows_short(home: Household) -> None:
    """A person is told at a minute, 30 and 10 seconds; a computer never is."""
    live_match = sit_down(home, "2+0 3+0", ("person", "level1"))
    said: list[str] = []
    for _ in range(1150):
        event = live_match.pass_time(0.1, BUDGET)
        said += event.sentences if event is not None else ()
    assert said == [f"{seconds} seconds left." for seconds in (60, 30, 10)]
    assert BoardText(live_match).time() == (
        "Black: 0\u00a0min 5\u00a0s.",
        "White: 3\u00a0min 0\u00a0s.",
    )
    assert BoardText(home.sit_down("othello", PEOPLE)).time() == ("This match has no clocks.",)


def test_a_computers_last_seconds_are_not_heard(home: Household) -> None:
    live_match = sit_down(home, "5s 5s", ("level8", "level8"))
    assert "clock" not in pass_seconds(live_match, 2)


def test_time_is_saved_with_every_move_and_now_and_then(home: Household) -> None:
    live_match = sit_down(home, "5+2 3+0")
    pass_seconds(live_match, 2)
    tap_through(live_match)
    assert home.resumed("othello").match.clock == clock(live_match)
    pass_seconds(live_match, SAVE_SECONDS + 0.2)
    kept = home.resumed("othello").match.clock
    assert kept.left[1] <= 180_000 - 1000 * SAVE_SECONDS
    pass_seconds(live_match, 1)
    assert live_match.save_time()
    assert home.resumed("othello").match.clock == clock(live_match)


def test_friends_take_back_but_the_time_stays_spent(home: Household) -> None:
    live_match = sit_down(home, "5+0 3+0 friendly")
    pass_seconds(live_match, 3)
    tap_through(live_match)
    assert live_match.can_undo
    assert live_match.undo() is not None
    assert live_match.match.ply == 0
    assert clock(live_match).left == (297_000, 180_000)
    pass_seconds(live_match, 1)
    assert clock(live_match).left == (296_000, 180_000)
    pass_seconds(live_match, 300)
    assert live_match.result == Result(1, "on_time")
    assert live_match.undo() is None
    assert live_match.goto_ply(1) is None
    assert not live_match.match.moves, "what was taken back is forgotten"


def test_taking_back_against_a_computer_gives_both_moves_back(home: Household) -> None:
    live_match = sit_down(home, "5+2 3+10 friendly", ("person", "level1"))
    tap_through(live_match)
    wait(live_match, lambda: live_match.match.ply == 2)
    spent = 190_000 - clock(live_match).left[1]
    assert live_match.undo() is not None
    assert live_match.match.ply == 0
    assert clock(live_match).left[1] == 180_000 - spent
    assert clock(live_match).left[0] <= 300_000


def test_who_lacks_the_time_takes_nothing_back(home: Household) -> None:
    live_match = sit_down(home, "1+10 1+10 friendly")
    pass_seconds(live_match, 55)
    tap_through(live_match)
    tap_through(live_match)
    pass_seconds(live_match, 6)
    assert clock(live_match).left[0] == 9_000
    assert live_match.can_undo, "back to the decision of the second player"
    assert live_match.undo() is not None
    assert not live_match.can_undo
    assert live_match.undo() is None
    assert live_match.goto_ply(0) is None
    assert clock(live_match).left == (9_000, 60_000)


def test_a_clock_stands_while_computers_wait(home: Household) -> None:
    live_match = sit_down(home, "5+0 3+0", ("level1", "level1"))
    live_match.pause()
    pass_seconds(live_match, 5)
    assert clock(live_match).left == (300_000, 180_000)


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_computer_does_not_lose_on_time(home: Household, key: str) -> None:
    """With two seconds for a whole match and nothing added, at the level that thinks longest."""
    home.settings.pace = "two"
    live_match = sit_down(home, "1+0 1+0", ("level8", "level8"), key)
    live_match.match.clock = replace(clock(live_match), left=(2_000, 2_000))
    for _ in range(12):
        at = live_match.match.ply
        wait(live_match, lambda at=at: live_match.match.ply > at or live_match.result is not None)  # type: ignore[misc]
    assert live_match.match.flag_fallen is None
    assert min(clock(live_match).left) > 500


def test_a_computer_takes_its_own_time_where_there_is_plenty(home: Household) -> None:
    """A level that stops by itself plays the same with a clock as without."""
    made = []
    for words in ("30+0 30+0", None):
        setup = MatchSetup({}, ("level4", "level4"), parse_clock(words) if words else None)
        stored_match = begin_match(home, BY_KEY["switch"], setup)
        stored_match.match = type(stored_match.match)(stored_match.match.game, {}, 5)
        stored_match.match.clock = setup.clock
        live_match = LiveMatch(home, stored_match)
        for seat, seed in zip(live_match.decides, (1, 2), strict=True):
            seat._random.seed(seed)  # type: ignore[union-attr]
        wait(live_match, lambda table=live_match: table.match.ply >= 4)  # type: ignore[misc]
        made.append(live_match.match.names()[:4])
    assert made[0] == made[1]


def test_a_share_is_never_all() -> None:
    for words in ("1+0 30+10", "30s 10s"):
        whole = parse_clock(words)
        for left in (60_000, 9_000, 400, 20):
            now = replace(whole, left=(left, left))
            for player in (0, 1):
                assert 0 < share(now, player) < left / 1000


def test_handicaps_follow_the_players(home: Household) -> None:
    live_match = sit_down(home, "5+2 3+0", ("person", "level1"))
    live_match.resign(0)
    again = rematch(home, live_match)
    assert again.seats == ("level1", "person")
    assert again.match.clock == parse_clock("3+0 5+2")
    assert restarted(home, live_match).match.clock == parse_clock("5+2 3+0")
    assert load_setup(home, BY_KEY["othello"]).clock == parse_clock("3+0 5+2")
    setup = MatchSetup(
        dict(BY_KEY["contactic"].choices({})), ("person", "level1"), parse_clock("5+2 3+0")
    )
    for _ in range(8):
        stored_match = begin_match(home, BY_KEY["contactic"], setup)
        assert stored_match.match.clock is not None
        person = stored_match.seats.index("person")
        assert stored_match.match.clock.controls[person].seconds == 300


def test_a_flag_that_fell_elsewhere_is_not_overwritten(home: Household) -> None:
    live_match = sit_down(home, "1+0 1+0")
    elsewhere = home.resumed("othello")
    tap_through(elsewhere)
    event = None
    for _ in range(700):
        event = live_match.pass_time(0.1, BUDGET)
        if isinstance(event, ContinuedElsewhere):
            break
    assert event is not None
    assert isinstance(event, ContinuedElsewhere)
    assert live_match.result is None
    assert home.resumed("othello").match.moves == elsewhere.match.moves


def test_times_as_words() -> None:
    told = {0: "0:00", 1: "0:01", 1000: "0:01", 9_999: "0:10", 60_000: "1:00", 3_725_000: "62:05"}
    assert {left: time_words(left) for left in told} == told
