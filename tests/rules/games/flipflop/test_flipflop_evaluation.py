"""Tests of the evaluation of Flip-Flop: its signs, risks, and strength against random moves."""

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from flipside.rules.contract.position import WIN, Move
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipflop.position import FlipFlop, position
from flipside.rules.match.match import Match
from flipside.rules.training.courses import FLIPFLOP_HAND_MADE
from tests.rules.games.flipflop.boards import SEVEN, SEVEN_LAID, at, drawn, match_of, random_match
from tests.rules.games.flipflop.reference_evaluation import (
    WIN_NEXT_POINTS,
    learned,
    safe_switches,
)

evaluate = partial(learned, FLIPFLOP_HAND_MADE)
"""The evaluation with the hand-made weights."""


def exchanged(now: FlipFlop) -> FlipFlop:
    """Return the position with exchanged colours and mover."""
    return position(now.stones[::-1], 1 - now.turn, now.ban, now.setup)


def quiet_positions(setup: str) -> Iterator[FlipFlop]:
    for seed in range(6):
        match = random_match(seed, setup=setup)
        for ply in range(match.ply):
            now = at(match, ply)
            yield now


@pytest.mark.parametrize("setup", ["chess", "random"])
def test_the_judge_knows_no_colour(setup: str) -> None:
    """During switches, the score is the same for exchanged colours and mover."""
    for now in quiet_positions(setup):
        assert evaluate(exchanged(now)) == evaluate(now)
        assert abs(evaluate(now)) <= WIN_NEXT_POINTS < WIN


def test_the_judge_negates_while_laying_quietly() -> None:
    """While laying, the score of one player is the negative of the other's."""
    now = at(match_of("a1 d5 b1 e6 c1 g7"))
    assert evaluate(now) > 0
    assert evaluate(position(now.stones, 1, None)) == -evaluate(now)


def test_the_judge_sees_what_the_next_tap_fills() -> None:
    """A line of seven of the mover wins. One of the opponent leaves fewer safe switches."""
    assert evaluate(drawn(SEVEN)) == WIN_NEXT_POINTS
    assert evaluate(drawn(SEVEN, turn=1)) < WIN_NEXT_POINTS // 2
    seven = at(match_of(SEVEN_LAID))
    assert evaluate(position(seven.stones, 0, None)) == WIN_NEXT_POINTS
    assert evaluate(seven) < 0


def test_the_judge_fears_two_fields_at_once() -> None:
    """While laying, only one of two opposing lines of seven can be stopped."""
    fork = drawn(
        """
        DDDDDDD.
        ........
        DDDDDDD.
        ........
        LLLLLL..
        ........
        LLLLLL..
        .D.....D
        """,
        turn=1,
    )
    assert evaluate(fork) == -WIN_NEXT_POINTS


EMPTY = " ........" * 7


def test_the_judge_knows_that_dark_switches_first() -> None:
    """FF-8: a full line with one light stone is an advantage of dark only."""
    chance, none = "DDDDDDDL" + EMPTY, "LLLLLLLD" + EMPTY
    assert evaluate(drawn(chance)) > 100 > 0 == evaluate(drawn(none))
    assert evaluate(drawn(chance, turn=1)) == -evaluate(drawn(chance))


def test_the_judge_knows_who_lays_last() -> None:
    """FF-7: with `lines=late` light wins if both have lines; a single line wins for its owner."""
    both = "DDDDDDDD LLLLLLLL" + " ........" * 6
    assert evaluate(drawn(both, late=True)) == -WIN_NEXT_POINTS
    assert evaluate(drawn(both, turn=1, late=True)) == WIN_NEXT_POINTS
    one = "DDDDDDDD L......." + " ........" * 6
    assert evaluate(drawn(one, late=True)) > WIN_NEXT_POINTS // 2
    assert evaluate(drawn(one, turn=1, late=True)) < -WIN_NEXT_POINTS // 2


def test_safe_switches_leave_the_enemy_nothing_to_fill() -> None:
    """All switches called safe are safe, and nearly all safe ones are found."""
    called = missed = 0
    for now in quiet_positions("random"):
        if now.finishing(now.turn):
            continue
        for move in now.moves():
            after = now.play(move)
            lost = after.result() is not None or bool(after.finishing(after.turn))
            if safe_switches(now) >> move[0] & 1:
                called += 1
                assert not lost
            else:
                missed += not lost
    assert called > 500
    assert missed * 50 < called


def test_the_judge_beats_chance() -> None:
    """A player with one ply of search wins nearly all matches against random moves."""
    won = 0
    for seed in range(10):
        random, match, judging = Random(seed), Match(FLIPFLOP, {"setup": "chess"}, seed), seed % 2
        while match.result() is None:
            now = at(match)
            moves = now.moves()
            move = random.choice(moves)
            if now.turn == judging:
                move = min(moves, key=partial(value_after, now))
            match.play(move)
        result = match.result()
        won += result is not None and result.winner == judging
    assert won >= 9


def value_after(before: FlipFlop, move: Move) -> int:
    """Return the score of the position after a move for the opponent."""
    now = before.play(move)
    result = now.result()
    if result is None:
        return evaluate(now)
    return WIN if result.winner == now.turn else -WIN
