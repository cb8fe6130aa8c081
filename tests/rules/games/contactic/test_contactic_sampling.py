"""Tests of Contactic's search: arrays agree with positions, and hidden tiles do not matter."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from flipside.rules.arena.contest import play_out
from flipside.rules.contract.position import Player
from flipside.rules.contract.search_api import Limit, SearchInfo
from flipside.rules.engine.search import Level, search
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.engine.batch import boards_of, square_counts
from flipside.rules.games.contactic.engine.sampling import CHUNK_LAYINGS, sensible_moves
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.match.match import Match
from tests.rules.games.contactic.positions import every_option, moment, names, opened, walk


def thoughts(position: Contactic, limit: Limit, seed: int = 0) -> list[SearchInfo]:
    return list(search(position, CONTACTIC, limit, Random(seed)))


def choice(position: Contactic, limit: Limit, seed: int = 0) -> str:
    return position.name(thoughts(position, limit, seed)[-1].move)


def middle(seed: int, plies: int = 40, **given: str) -> Contactic:
    """Return a position of a random match with several moves."""
    for ply, (position, _) in enumerate(walk(seed, **given)):
        if ply >= plies and len(sensible_moves(position)) > 4:
            return position
    raise AssertionError("no such position")


# -- arrays --------------------------------------------------------------------------------------


@every_option
def test_arrays_say_what_positions_say(given: dict[str, str]) -> None:
    """Arrays agree about where a tile fits and what placing it changes."""
    for position, move in walk(81, **given):
        boards, columns = boards_of(position), position.setup.geometry.board.columns
        fitting = {m[0] for m in sensible_moves(position) if len(m) > 1}
        if fitting:
            _, rows, found = boards.fitting(
                np.array([position.hand]), np.array([True]), position.setup.rotating
            )
            assert set(((rows - 1) * columns + found).tolist()) == fitting
        if move and move[0] in fitting and move in sensible_moves(position):
            row, column = divmod(move[0], columns)
            place = (np.array([0]), np.array([row + 1]), np.array([column]))
            boards.lay(position.turn, np.array([position.tile_laid(move)]), place)
            after = boards_of(position.play(move))
            assert (boards.empty == after.empty).all()
            for one, other in zip(
                boards.needs_white + boards.needs_colour,
                after.needs_white + after.needs_colour,
                strict=True,
            ):
                assert (one & boards.empty == other & boards.empty).all()
            for player in (0, 1):
                assert (boards.own[player] == after.own[player]).all()
                assert square_counts(boards.largest[player]) == square_counts(after.largest[player])


def test_copies_are_tables_of_their_own() -> None:
    """A tile placed on one board does not change its copies."""
    position = opened(1)
    boards = boards_of(position).take(np.zeros(3, np.intp))
    place = (np.array([1]), np.array([5]), np.array([5]))
    boards.lay(0, np.array([0b0010]), place)
    assert square_counts(boards.own[0]).tolist() == [0, 1, 0]
    assert len(boards) == 3


# -- what it sees --------------------------------------------------------------------------------

ISLANDS = "O:f5:0110 O:g5:0000 O:h5:1111 O:j5:0000 O:k5:1111 O:k6:0000 G:e6:0100 G:d6:1010"
"""Orange has islands of three and two tiles with i5 between them."""


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_takes_a_sure_gain(depth: int) -> None:
    """CT-9: the search finds a tile that joins two islands."""
    position = moment(ISLANDS, hand="1100", piles=("0000 1000 1111", "1000 1100 0000"))
    assert choice(position, Limit(depth, nodes=4_000))[:2] == "i5"


CORNER = "O:a2:1000 O:b1:0001"
"""Only on a1 does a tile need white edges toward its neighbours."""


def test_avoids_a_dead_tile() -> None:
    """CT-7: a1 would be best at once, but 0000 fits only there later."""
    position = moment(
        CORNER, hand="1000", piles=("", "1111 1111"), leftover=("0000", ""), dead=("", "")
    )
    assert "a1:1000" in names(position)
    for seed in range(4):
        assert choice(position, Limit(depth=4, nodes=4_000), seed)[:2] != "a1"


def test_objects_to_a_wrong_tile_and_lays_none() -> None:
    """CT-11: without referee, the computer obeys the rules and objects to wrong tiles."""
    position = moment(hand="1000", piles=("1111", "1111 0000"), referee="off")
    wrong = next(move for move in position.moves() if position.name(move) == "f5:1000")
    assert choice(position.play(wrong), Limit(3, nodes=500)) == "object"
    assert len(sensible_moves(position)) == 4
    right = next(move for move in position.moves() if position.name(move) == "f5:0010")
    assert all(len(move) > 1 for move in sensible_moves(position.play(right)))
    stuck = moment(hand="0000", piles=("1111", "1111"), referee="off")
    assert choice(stuck, Limit(3, nodes=500)) == "pass"


# -- what it does not see ------------------------------------------------------------------------


@pytest.mark.parametrize("given", [{}, {"turn": "off"}, {"referee": "off"}])
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_never_looks_at_the_piles(given: dict[str, Any], depth: int) -> None:
    """CT-3: the order of the hidden piles does not change the search."""
    position = middle(3, **given)
    limit = Limit(depth, nodes=3_000)
    expected = thoughts(position, limit, 7)
    assert expected[-1].nodes >= min(3_000, len(sensible_moves(position)))
    for seed in range(3):
        other = position.determinize(Random(seed))
        assert other.piles != position.piles
        assert thoughts(other, limit, 7) == expected


# -- limits --------------------------------------------------------------------------------------


@every_option
def test_bites_are_small_and_counted(given: dict[str, str]) -> None:
    """Steps are small, and every result is a legal move."""
    position = middle(5, 20, **given)
    limit = Limit(nodes=2_000)
    found = thoughts(position, limit)
    for one, other in pairwise(found):
        assert 0 <= other.nodes - one.nodes <= CHUNK_LAYINGS
    assert 2_000 <= found[-1].nodes < 2_000 + CHUNK_LAYINGS
    assert {thought.move for thought in found} <= set(position.moves())


def test_depth_is_respected() -> None:
    position = middle(6)
    for depth in (1, 2, 3):
        assert (
            max(thought.depth for thought in thoughts(position, Limit(depth, nodes=9_000))) == depth
        )


def test_only_the_noticed_are_thought_about() -> None:
    """With a blunder rate of 1, the search has one random move."""
    position = middle(6)
    seen = {
        thoughts(position, Limit(3, nodes=500, blunder_rate=1.0), seed)[-1] for seed in range(9)
    }
    assert len({thought.move for thought in seen}) > 1
    assert {thought.nodes for thought in seen} == {0}


def test_noise_blurs_the_choice() -> None:
    position = moment(ISLANDS, hand="1100", piles=("0000 1000 1111", "1000 1100 0000"))
    limit = Limit(2, noise=5_000, nodes=2_000)
    assert len({choice(position, limit, seed) for seed in range(12)}) > 3


def test_same_chance_same_thoughts() -> None:
    position, limit = middle(8), Limit(nodes=4_000)
    assert thoughts(position, limit, 1) == thoughts(position, limit, 1)
    assert thoughts(position, limit, 1) != thoughts(position, limit, 2)


def test_ends_when_one_move_is_clearly_best() -> None:
    """The search ends without a limit."""
    position = moment(ISLANDS, hand="1111", piles=("0000 1000 1111", "1000 1100 0000"))
    found = thoughts(replace(position, hand=0b1100), Limit())
    assert found[-1].depth > 1


@pytest.mark.parametrize("side", [0, pytest.param(1, marks=pytest.mark.long)])
def test_beats_who_looks_one_ply_ahead(side: Player) -> None:
    sampling, greedy = Level("", Limit(3, nodes=3_000)), Level("", Limit(1))
    seats = (sampling, greedy) if side == 0 else (greedy, sampling)
    won = 0
    for seed in range(3):
        result = play_out(Match(CONTACTIC, seed=seed), seats, Random(seed))
        won += result.winner == side
    assert won >= 2
