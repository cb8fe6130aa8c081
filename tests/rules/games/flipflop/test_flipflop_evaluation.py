"""The judge of Flip-Flop: its signs, its fears, and that it beats chance."""

from collections.abc import Iterator
from functools import partial
from random import Random

import pytest

from flipside.rules.contract.position import WIN, Move
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipflop.position import FlipFlop, position
from flipside.rules.match.match import Match
from flipside.rules.training.courses import FLIPFLOP_HAND_MADE
from tests.rules.games.flipflop.boards import at, random_match
from tests.rules.games.flipflop.reference_evaluation import (
    WIN_NEXT_POINTS,
    learned,
    safe_switches,
)

evaluate = partial(learned, FLIPFLOP_HAND_MADE)
"""With the weights made by hand, from which training begins."""


def exchanged(now: FlipFlop) -> FlipFlop:
    """The same position with the colours exchanged, and the mover with them."""
    return position(now.stones[::-1], 1 - now.turn, now.ban, now.setup)


def quiet_positions(setup: str) -> Iterator[FlipFlop]:
    for seed in range(6):
        match = random_match(seed, setup=setup)
        for ply in range(match.ply):
            now = at(match, ply)
            yield now


@pytest.mark.parametrize("setup", ["chess", "random"])
def test_the_judge_knows_no_colour(setup: str) -> None:
    """Exchanging colours and mover changes nothing while switching."""
    for now in quiet_positions(setup):
        assert evaluate(exchanged(now)) == evaluate(now)
        assert abs(evaluate(now)) <= WIN_NEXT_POINTS < WIN


def test_safe_switches_leave_the_enemy_nothing_to_fill() -> None:
    """Every switch called safe is; hardly any safe one is left out."""
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
    """One ply of it wins nearly every match against random moves."""
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
    """What the position after a move is worth to the other player, ends included."""
    now = before.play(move)
    result = now.result()
    if result is None:
        return evaluate(now)
    return WIN if result.winner == now.turn else -WIN
