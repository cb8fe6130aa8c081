"""Tests of the evaluation of Flipop, and of its symmetry."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import search
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.doors import WAY_BY_PITS, doors_text, parse_doors
from flipside.rules.games.flipop.position import Flipop, opening
from tests.rules.games.flipop.boards import (
    LAST,
    changed,
    drawn,
    random_match,
)
from tests.rules.games.flipop.reference_evaluation import evaluate


def rotated(position: Flipop) -> Flipop:
    """Return the position rotated by 180 degrees with exchanged colours and mover."""

    def half_turn(bits: int) -> int:
        return int(f"{bits:025b}"[::-1], 2)

    opposite = str.maketrans("NESW", "SWNE")
    banned = sum(
        WAY_BY_PITS[24 - way.source, 24 - way.target].forth
        for way in WAY_BY_PITS.values()
        if way.forth & position.ban
    )
    return Flipop(
        (half_turn(position.balls[1]), half_turn(position.balls[0])),
        parse_doors(doors_text(position.doors)[::-1].translate(opposite)),
        1 - position.turn,
        banned,
        position.setup,
    )


def test_both_sides_are_alike() -> None:
    """FP-3, FP-9: rules and evaluation are the same after a rotation by 180 degrees."""
    start = opening()
    assert rotated(start) == replace(start, turn=1)
    for seed in range(3):
        match = random_match({}, seed)
        for ply in range(0, len(match.moves), 5):
            position = match.position_at(ply)
            assert isinstance(position, Flipop)
            other = rotated(position)
            assert evaluate(other) == evaluate(position)
            turned = {tuple(24 - cell for cell in move) for move in position.moves()}
            assert turned == set(other.moves())


def test_judge_knows_what_is_good() -> None:
    """FP-9, FP-10: balls off the board and balls near exits have good scores."""
    assert evaluate(drawn(LAST)) > 0
    assert evaluate(drawn(LAST, turn=1)) < 0
    far = changed(drawn(LAST), c4=".", c1="W")
    assert evaluate(drawn(LAST)) > evaluate(far)


SHUT_IN = """
    W . . . .
     E E E S
    . . . . .
     N E S S
    . . . . .
     N N W S
    . . . . .
     N W W W
    B B B B B
"""


def test_a_player_who_can_be_freed_is_better_off() -> None:
    """FP-5: a second ball on b2 can swing a door to a1, but one on d2 cannot."""
    shut = drawn(SHUT_IN)
    assert evaluate(changed(shut, b2="W")) > evaluate(changed(shut, d2="W"))


def test_balls_that_are_all_shut_in_are_a_burden() -> None:
    """FP-4: two last balls in corners without doors are worth less than two balls with one door."""
    shut = changed(drawn(SHUT_IN), e1="W")
    assert evaluate(shut) < evaluate(changed(shut, a1=".", e1=".", b1="W", d1="W"))


def test_last_ball_without_a_door_loses() -> None:
    """FP-4, FP-10: a player whose last ball is in a corner without a door loses."""
    for corner, left in product(("a1", "e1"), (5, 4, 3)):
        board = changed(drawn(SHUT_IN), a1=".")
        gone = {f"{column}5": "." for column in "bd"[: 5 - left]}
        board = changed(board, **{corner: "W"}, **gone)
        for position in (board, rotated(board)):
            assert evaluate(position) < -100
            assert evaluate(replace(position, turn=1 - position.turn)) > 100


@pytest.mark.parametrize("depth", [1, 4, 7])
def test_nobody_hurries_off_and_leaves_his_last_ball_shut_in(depth: int) -> None:
    """FP-4, FP-10: with one ball in a corner without a door and another before an exit, the search
    keeps the other ball. Moving it off has a bad score."""
    limit = Limit(depth=depth)
    for corner in ("a1", "e1"):
        board = changed(drawn(SHUT_IN), a1=".", d5=".")
        board = changed(board, **{corner: "W"}, c4="W")
        for position in (board, rotated(board)):
            found = list(search(position, FLIPOP, limit, Random(1)))[-1]
            balls = position.balls[position.turn]
            off = [
                move
                for move in position.moves()
                if position.play(move).balls[position.turn].bit_count() < balls.bit_count()
            ]
            assert off
            assert found.move not in off
            shut = position.play(off[0])
            answer = list(search(shut, FLIPOP, limit, Random(1)))[-1]
            assert answer.score > 100


def test_balls_are_brought_home_while_the_other_is_shut_in() -> None:
    """FP-10, FP-13: if the opponent's last ball is shut in, a ball off is worth more
    than waiting."""
    board = changed(drawn(SHUT_IN), a1=".")
    board = replace(changed(board, e1="W"), turn=1)
    for column in "abc":
        less = changed(board, **{f"{column}5": "."})
        assert evaluate(less) > evaluate(board)
        board = less
