"""The transposition tables of both searches: whose bounds are kept, and for how long."""

import numpy as np

from flipside.rules.contract.position import WIN
from flipside.rules.engine import alpha_beta
from flipside.rules.engine.alpha_beta import EXACT_BOUND
from flipside.rules.engine.vector.transposition import INFINITY, TranspositionTable
from tests.rules.engine.toy_game import ToyPosition, made

ONE, BESIDE = 5 << 40, (5 << 40) + 1
"""Two positions that share a place."""

NOTHING = (-INFINITY, INFINITY)


def put(
    table: TranspositionTable, key: int, depth: int, bound: int, value: int, ply: int = 0
) -> None:
    """Remember one value of a null window, and that child 3 was best."""
    bounds, values = np.array([bound], np.int32), np.array([value], np.int32)
    table.put(np.array([key], np.uint64), depth, ply, bounds, values, np.array([3], np.int16))


def known(table: TranspositionTable, key: int, depth: int, ply: int = 0) -> tuple[int, int]:
    low, high = table.bounds(np.array([key], np.uint64), depth, ply)
    return int(low[0]), int(high[0])


def best(table: TranspositionTable, key: int) -> int:
    return int(table.best(np.array([key], np.uint64))[0])


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
    """Found six plies from the root and asked two plies from it, an end is four plies sooner."""
    for value, sooner in ((WIN - 9, WIN - 5), (9 - WIN, 5 - WIN)):
        table = TranspositionTable()
        put(table, ONE, 4, -WIN, value, ply=6)
        put(table, ONE, 4, WIN, value, ply=6)
        assert known(table, ONE, 4, ply=2) == (sooner, sooner)


PLAN = made({0: [1]})
MOVES = [(cell,) for cell in range(6)]


def test_forced_ends_are_remembered_by_their_distance() -> None:
    """A win five plies below the root, put at ply 3, lies two plies ahead wherever it is met."""
    memory = alpha_beta.TranspositionTable()
    memory.put(hash(ToyPosition(1, PLAN)), 3, (4, WIN - 5, EXACT_BOUND, (1,)))
    memory.put(hash(ToyPosition(2, PLAN)), 3, (4, 5 - WIN, EXACT_BOUND, (1,)))
    memory.put(hash(ToyPosition(3, PLAN)), 3, (4, 250, EXACT_BOUND, (1,)))
    assert memory.get(hash(ToyPosition(1, PLAN)), 3) == (4, WIN - 5, EXACT_BOUND, (1,))
    assert memory.get(hash(ToyPosition(1, PLAN)), 7) == (4, WIN - 9, EXACT_BOUND, (1,))
    assert memory.get(hash(ToyPosition(2, PLAN)), 7) == (4, 9 - WIN, EXACT_BOUND, (1,))
    assert memory.get(hash(ToyPosition(3, PLAN)), 7) == (4, 250, EXACT_BOUND, (1,))
    assert memory.get(hash(ToyPosition(4, PLAN)), 0) is None


def test_memory_is_bounded_and_keeps_what_is_new() -> None:
    memory = alpha_beta.TranspositionTable()
    for node in range(50_000):
        memory.put(hash(ToyPosition(node, PLAN)), 0, (1, node, EXACT_BOUND, (1,)))
    known = [node for node in range(50_000) if memory.get(hash(ToyPosition(node, PLAN)), 0)]
    assert 4_000 < len(known) <= 10_000
    assert memory.get(hash(ToyPosition(49_999, PLAN)), 0) == (1, 49_999, EXACT_BOUND, (1,))


def test_likely_moves_come_first() -> None:
    """The best known move, then those that refuted siblings, then those that did so anywhere."""
    memory = alpha_beta.TranspositionTable()
    assert memory.ordered(MOVES, 0, 2, None) == MOVES
    memory.reward((5,), 0, depth=3, ply=9)
    memory.reward((3,), 0, depth=1, ply=2)
    assert memory.ordered(MOVES, 0, 2, (4,)) == [(4,), (3,), (5,), (0,), (1,), (2,)]
    assert memory.ordered(MOVES, 1, 0, None) == MOVES
    assert memory.ordered(MOVES, 0, 2, (9,))[0] == (3,)
