"""Tests of clocks: time spent, increments, flag fall, records."""

from dataclasses import replace

import pytest

from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.position import PASS, IllegalMove, Result
from flipside.rules.match.clock import TimeControl, parse_clock, times_text, with_time_left
from flipside.rules.match.match import Match, identity, replay
from flipside.rules.match.record import BadRecord, parse_record, record_text
from tests.rules.games.random_matches import around_a_pass

OTHELLO = BY_KEY["othello"]


def with_clock(words: str, moves: str = "", game: str = "othello") -> Match:
    """Return a match with a full clock after these moves."""
    match = Match(BY_KEY[game], seed=1)
    match.read_moves(moves)
    match.clock = parse_clock(words)
    return match


def left(match: Match) -> tuple[int, int]:
    assert match.clock is not None
    return match.clock.left


@pytest.mark.parametrize(
    ("words", "controls", "friendly"),
    [
        ("5+2 3+0", (TimeControl(300, 2), TimeControl(180)), False),
        ("1+0 30+10 friendly", (TimeControl(60), TimeControl(1800, 10)), True),
        ("30s 10s", (TimeControl(30, per_move=True), TimeControl(10, per_move=True)), False),
        ("180+60 600s", (TimeControl(10_800, 60), TimeControl(600, per_move=True)), False),
    ],
)
def test_what_is_agreed_is_read_as_it_is_written(
    words: str, controls: tuple[TimeControl, TimeControl], friendly: bool
) -> None:
    clock = parse_clock(words)
    assert (clock.controls, clock.allows_undo, clock.controls_text) == (controls, friendly, words)
    assert clock.left == (controls[0].seconds * 1000, controls[1].seconds * 1000)


def test_what_is_left_is_kept_to_the_millisecond() -> None:
    clock = with_time_left(parse_clock("5+2 3+0"), "183.007 0.000")
    assert clock.left == (183_007, 0)
    assert times_text(clock.left) == "183.007 0.000"
    assert clock.flag_fallen == 1


def test_a_move_adds_its_seconds_to_the_mover_alone() -> None:
    match = with_clock("5+2 3+10")
    match.spend(7.25)
    assert left(match) == (292_750, 180_000)
    match.play(match.legal()[0])
    assert left(match) == (294_750, 180_000)
    match.spend(30)
    match.play(match.legal()[0])
    assert left(match) == (294_750, 160_000)


def test_seconds_for_each_move_are_there_anew() -> None:
    match = with_clock("30s 10s")
    match.spend(29)
    match.play(match.legal()[0])
    assert left(match) == (30_000, 10_000)
    match.spend(3.5)
    assert left(match) == (30_000, 6_500)


def test_a_forced_pass_adds_nothing() -> None:
    match = with_clock("5+2 5+2", around_a_pass()[0])
    before = left(match)
    match.play(PASS)
    assert left(match) == before


@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_player_who_runs_out_of_time_loses_in_every_game(key: str) -> None:
    for first in (0, 1):
        match = with_clock("1+0 1+0", game=key)
        for _ in range(first):
            match.play(match.legal()[0])
        turn = match.position.turn
        match.spend(59.999)
        assert match.result() is None
        match.spend(5)
        assert match.result() == Result(1 - turn, "on_time")
        assert left(match)[turn] == 0
        with pytest.raises(IllegalMove):
            match.play(match.legal()[0])
        again = replay(parse_record(record_text(match.to_record(("person", "level3")))), BY_KEY)
        assert again.result() == match.result()
        assert again.clock == match.clock
        assert identity(again) == identity(match)


def test_the_clock_stands_when_the_match_has_ended() -> None:
    match = with_clock("1+0 1+0", "d3")
    match.resign(0)
    match.spend(100)
    assert match.result() == Result(1, "gave_up")
    assert left(match) == (60_000, 60_000)


def test_a_running_match_is_read_back_with_its_times() -> None:
    match = with_clock("5+2 3+0 friendly", "d3 c3")
    match.spend(12.345)
    text = record_text(match.to_record())
    assert "clock 5+2 3+0 friendly\nleft 287.655 180.000\n" in text
    again = replay(parse_record(text), BY_KEY)
    assert again.clock == match.clock
    assert again.result() is None


def test_a_clock_that_was_not_begun_is_whole() -> None:
    again = replay(parse_record("Flipside 1\ngame othello\nclock 5+2 3+0\nmoves d3 c3"), BY_KEY)
    assert again.clock == parse_clock("5+2 3+0")


def test_records_without_clocks_are_written_as_ever() -> None:
    match = Match(OTHELLO, seed=7)
    match.read_moves("d3 c3")
    assert "clock" not in record_text(match.to_record())
    assert "left" not in record_text(match.to_record())
    assert replay(match.to_record(), BY_KEY).clock is None


def test_time_spent_makes_no_other_match_unless_it_ran_out() -> None:
    """The results of a review stay valid regardless of the time of the match."""
    match = with_clock("5+2 3+0", "d3 c3")
    plain = identity(replay(replace(match.to_record(), clock=None), BY_KEY))
    match.spend(3)
    assert identity(match) == plain
    match.spend(600)
    assert identity(match) != plain


def test_a_way_back_gives_the_time_back() -> None:
    match = with_clock("5+2 3+0", "d3 c3")
    back, before = match.bookmark(), match.clock
    match.spend(10)
    match.play(match.legal()[0])
    back()
    assert match.clock == before


def test_looking_back_at_a_match_lost_on_time() -> None:
    match = with_clock("1+0 1+0", "d3 c3")
    match.spend(100)
    match.goto_ply(1)
    assert match.result() is None
    match.goto_ply(2)
    assert match.result() == Result(1, "on_time")


# -- taking back -----------------------------------------------------------------------------------


def test_a_move_taken_back_gives_back_what_it_added() -> None:
    """Undo takes back the increment of a move, and redo adds it, so repetition gains nothing."""
    match = with_clock("5+2 3+10 friendly")
    for _ in range(20):
        match.play(match.legal()[0])
        assert left(match)[0] == 302_000
        match.spend(0.5)
        match.goto_ply(0, clock=True)
        assert left(match)[0] == 300_000
    assert left(match) == (300_000, 170_000)
    match.goto_ply(1, clock=True)
    assert left(match) == (302_000, 170_000)
    match.play(match.legal()[0])
    assert left(match) == (302_000, 180_000)
    match.goto_ply(0, clock=True)
    assert left(match) == (300_000, 170_000)
    match.goto_ply(2, clock=True)
    assert left(match) == (302_000, 180_000)


def test_passes_added_nothing_and_so_give_nothing_back() -> None:
    before, after = around_a_pass()
    match = with_clock("5+2 5+2 friendly", before)
    plies = match.ply
    match.read_moves(f"pass {after.split()[0]}")
    match.goto_ply(plies, clock=True)
    assert left(match) == (300_000, 300_000)


def test_nobody_goes_back_beyond_his_time() -> None:
    """Undo stops before a ply at which a player would have no time left."""
    match = with_clock("1+10 1+10 friendly")
    for seconds in (58, 1, 9, 1, 9.5, 1):
        match.spend(seconds)
        match.play(match.legal()[0])
    assert left(match)[0] == 13_500
    assert match.earliest() == 3
    match.goto_ply(match.earliest(), clock=True)
    assert left(match)[0] == 3_500
    assert match.earliest() == 3
    match.goto_ply(6, clock=True)
    assert left(match)[0] == 13_500


@pytest.mark.parametrize("words", ["30s 10s friendly", "30s 5+2 friendly"])
def test_seconds_of_a_move_are_not_there_anew_when_it_is_taken_back(words: str) -> None:
    match = with_clock(words)
    match.spend(20)
    match.play(match.legal()[0])
    assert left(match)[0] == 30_000
    match.goto_ply(0, clock=True)
    assert left(match)[0] == 10_000
    match.spend(3)
    match.goto_ply(1, clock=True)
    assert left(match)[0] == 30_000
    match.spend(4)
    before = left(match)
    match.play(match.legal()[0])
    match.spend(12)
    assert left(match)[0] == 18_000
    for there in (1, 0, 2):
        match.goto_ply(there, clock=True)
    assert left(match)[0] == 18_000
    match.goto_ply(1, clock=True)
    assert left(match) == before
    match.goto_ply(0, clock=True)
    assert left(match)[0] == 7_000
    match.play(match.legal()[1])
    match.play(match.legal()[0])
    assert left(match)[0] == 30_000, "another move has seconds of its own"


def test_what_a_move_took_is_read_back_with_the_match() -> None:
    match = with_clock("30s 10s friendly")
    for seconds in (20, 2.5, 1.25):
        match.spend(seconds)
        match.play(match.legal()[0])
    match.goto_ply(2, clock=True)
    text = record_text(match.to_record())
    assert "thought 20.000 2.500 1.250\n" in text
    again = replay(parse_record(text), BY_KEY)
    assert again.clock == match.clock
    again.goto_ply(0, clock=True)
    assert left(again) == (10_000, 10_000)
    assert "thought" not in record_text(with_clock("30s 10s", "d3").to_record())


def test_looking_at_a_match_changes_no_clock() -> None:
    match = with_clock("5+2 3+2 friendly")
    for _ in range(3):
        match.play(match.legal()[0])
    before = match.clock
    for ply in (0, 2, 3):
        match.goto_ply(ply)
        assert match.clock == before


@pytest.mark.parametrize(
    ("clock", "thought"),
    [
        ("30s 10s", "1.000"),
        ("5+2 5+2 friendly", "1.000"),
        ("30s 10s friendly", ""),
        ("30s 10s friendly", "1"),
        ("30s 10s friendly", "-1.000"),
        ("30s 10s friendly", "nan"),
    ],
)
def test_damaged_times_are_refused(clock: str, thought: str) -> None:
    with pytest.raises(BadRecord):
        parse_record(f"Flipside 1\ngame othello\nclock {clock}\nthought {thought}")


def test_a_time_longer_than_there_is_ends_no_match() -> None:
    match = replay(
        parse_record("Flipside 1\ngame othello\nclock 30s 10s friendly\nthought 99.000\nmoves d3"),
        BY_KEY,
    )
    match.goto_ply(0, clock=True)
    assert left(match) == (1, 10_000)
    assert parse_record(record_text(match.to_record())).clock == match.clock
