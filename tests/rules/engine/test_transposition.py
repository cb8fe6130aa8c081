"""What a search remembers: no more than fits, and forced ends at their distance."""

from flipside.rules.contract.position import WIN
from flipside.rules.engine.alpha_beta import EXACT_BOUND, TranspositionTable
from tests.rules.engine.toy_game import ToyPosition, made

PLAN = made({0: [1]})
MOVES = [(cell,) for cell in range(6)]


def test_forced_ends_are_remembered_by_their_distance() -> None:
    """A win five plies below the root, put at ply 3, lies two plies ahead wherever it is met."""
    memory = TranspositionTable()
    memory.put(hash(ToyPosition(1, PLAN)), 3, (4, WIN - 5, EXACT_BOUND, (1,)))
    memory.put(hash(ToyPosition(2, PLAN)), 3, (4, 5 - WIN, EXACT_BOUND, (1,)))
    memory.put(hash(ToyPosition(3, PLAN)), 3, (4, 250, EXACT_BOUND, (1,)))
    assert memory.get(hash(ToyPosition(1, PLAN)), 3) == (4, WIN - 5, EXACT_BOUND, (1,))
    assert memory.get(hash(ToyPosition(1, PLAN)), 7) == (4, WIN - 9, EXACT_BOUND, (1,))
    assert memory.get(hash(ToyPosition(2, PLAN)), 7) == (4, 9 - WIN, EXACT_BOUND, (1,))
    assert memory.get(hash(ToyPosition(3, PLAN)), 7) == (4, 250, EXACT_BOUND, (1,))
    assert memory.get(hash(ToyPosition(4, PLAN)), 0) is None


def test_memory_is_bounded_and_keeps_what_is_new() -> None:
    memory = TranspositionTable()
    for node in range(50_000):
        memory.put(hash(ToyPosition(node, PLAN)), 0, (1, node, EXACT_BOUND, (1,)))
    known = [node for node in range(50_000) if memory.get(hash(ToyPosition(node, PLAN)), 0)]
    assert 4_000 < len(known) <= 10_000
    assert memory.get(hash(ToyPosition(49_999, PLAN)), 0) == (1, 49_999, EXACT_BOUND, (1,))


def test_likely_moves_come_first() -> None:
    """The best known move, then those that refuted siblings, then those that did so anywhere."""
    memory = TranspositionTable()
    assert memory.ordered(MOVES, 0, 2, None) == MOVES
    memory.reward((5,), 0, depth=3, ply=9)
    memory.reward((3,), 0, depth=1, ply=2)
    assert memory.ordered(MOVES, 0, 2, (4,)) == [(4,), (3,), (5,), (0,), (1,), (2,)]
    assert memory.ordered(MOVES, 1, 0, None) == MOVES
    assert memory.ordered(MOVES, 0, 2, (9,))[0] == (3,)
