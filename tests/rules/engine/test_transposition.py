"""Tests of the transposition tables of both searches: which bounds they keep, and how long."""

from random import Random

import numpy as np
import pytest

from flipside.rules.contract.position import WIN
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine import alpha_beta
from flipside.rules.engine.search import search
from flipside.rules.engine.vector.evaluator import INFINITY, TranspositionTable
from tests.rules.engine.test_search import plain
from tests.rules.engine.toy_game import ToyGraph, ToyPosition, game_of, layered

ONE, BESIDE = 5 << 40, (5 << 40) + 1
"""The keys of two positions that share a slot."""

NOTHING = (-INFINITY, INFINITY)


def put(
    table: TranspositionTable, key: int, depth: int, bound: int, value: int, ply: int = 0
) -> None:
    """Store one value of a null window, with child 3 as the best."""
    bounds, values = np.array([bound], np.int32), np.array([value], np.int32)
    table.put(np.array([key], np.uint64), depth, ply, bounds, values, np.array([3], np.int16))


def known(table: TranspositionTable, key: int, depth: int, ply: int = 0) -> tuple[int, int]:
    low, high = table.bounds(np.array([key], np.uint64), depth, ply)
    return int(low[0]), int(high[0])


def best(table: TranspositionTable, key: int) -> int:
    return int(table.best_moves(np.array([key], np.uint64))[0])


def test_a_value_at_its_bound_is_a_lower_one_and_one_below_it_an_upper_one() -> None:
    for value, bounds in ((40, (40, INFINITY)), (39, (-INFINITY, 39))):
        table = TranspositionTable()
        put(table, ONE, 4, 40, value)
        assert known(table, ONE, 4) == bounds


def test_bounds_of_one_position_come_closer() -> None:
    table = TranspositionTable()
    put(table, ONE, 4, 20, 25)
    put(table, ONE, 4, 60, 50)
    assert known(table, ONE, 4) == (25, 50)
    put(table, ONE, 4, 10, 15)
    put(table, ONE, 4, 90, 80)
    assert known(table, ONE, 4) == (25, 50)


def test_nothing_is_known_for_another_depth() -> None:
    table = TranspositionTable()
    put(table, ONE, 4, 20, 25)
    assert known(table, ONE, 3) == NOTHING
    assert best(table, ONE) == 3, "which move was best is worth trying at every depth"
    put(table, ONE, 3, 60, 50)
    assert known(table, ONE, 3) == (-INFINITY, 50)
    assert known(table, ONE, 4) == NOTHING


def test_the_newer_of_two_positions_in_one_place_takes_nothing_from_the_older() -> None:
    table = TranspositionTable()
    put(table, ONE, 4, 20, 25)
    assert known(table, BESIDE, 4) == NOTHING
    assert best(table, BESIDE) == -1
    put(table, BESIDE, 4, 60, 50)
    assert known(table, BESIDE, 4) == (-INFINITY, 50)
    assert known(table, ONE, 4) == NOTHING


def test_forced_ends_are_counted_from_where_they_are_asked() -> None:
    """A forced end that is stored at ply 6 is four plies nearer if it is looked up at ply 2."""
    for value, sooner in ((WIN - 9, WIN - 5), (9 - WIN, 5 - WIN)):
        table = TranspositionTable()
        put(table, ONE, 4, -WIN, value, ply=6)
        put(table, ONE, 4, WIN, value, ply=6)
        assert known(table, ONE, 4, ply=2) == (sooner, sooner)


# -- the table of single positions -----------------------------------------------------------------


def jumping(random: Random, count: int = 17) -> ToyGraph:
    """Return a graph with moves over up to four layers, so that a node occurs at several plies."""
    ways = tuple(
        tuple(node for node in range(at + 1, min(at + 5, count)) if random.random() < 0.7)
        for at in range(count)
    )
    return ToyGraph(
        ways,
        turns=tuple(at and int(random.random() * 2) for at in range(count)),
        values=tuple(int(random.random() * 400) - 200 for _ in range(count)),
        winners=tuple(
            int(random.random() * 2) if at and random.random() < 0.2 else None
            for at in range(count)
        ),
    )


def test_forced_ends_are_remembered_by_their_distance() -> None:
    """The distance from a position to a win does not depend on the ply at which it is found."""
    forced = 0
    for seed in range(150):
        plan = jumping(Random(seed))
        if len(plan.ways[0]) < 2:
            continue
        start = ToyPosition(0, plan)
        *_, info = search(start, game_of(plan), Limit(), Random(seed))
        assert info.score == plain(start, game_of(plan), 99)
        forced += abs(info.score) < WIN - 2
    assert forced > 20


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A full table is cleared, and the values stay the same."""
    monkeypatch.setattr(alpha_beta, "_TABLE_SIZE", 16)
    for seed in range(8):
        plan = layered(Random(seed))
        searching = alpha_beta.AlphaBetaSearch(
            ToyPosition(0, plan), game_of(plan), Limit(7), Random(seed)
        )
        found = [(info, len(searching.table)) for info in searching.search_infos()]
        assert max(size for _, size in found) <= 16
        last, _ = found[-1]
        assert last.score == plain(ToyPosition(0, plan), game_of(plan), last.depth)
