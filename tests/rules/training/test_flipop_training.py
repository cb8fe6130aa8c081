"""Flipop in compiled code moves, evaluates and ends as its rules, or training learns nonsense."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from rules.contract.value import WIN
from rules.games.flipop import FLIPOP
from rules.games.flipop.engine.batch import FlipopBatch
from rules.games.flipop.engine.blocks import Blocks
from rules.games.flipop.engine.paths import ways_with_door
from rules.games.flipop.position import Flipop, opening
from rules.match.match import Match
from rules.training import COURSES
from rules.training.flipop import course as flipop
from tests.rules.games.flipop.boards import LAST, drawn

# What one of these tests compiles the others need not compile again.
pytestmark = pytest.mark.xdist_group("compiled")

PERFT = 3, 9, 33, 122, 704, 4065
"""Lines of so many plies from the opening (rule sheets)."""


@pytest.fixture(scope="module")
def moves() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from rules.training.flipop import moves as flipop_moves

    return flipop_moves


@pytest.fixture(scope="module")
def evaluation() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from rules.training.flipop import evaluation

    return evaluation


@pytest.fixture(scope="module")
def search() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from rules.training.flipop import search as flipop_search

    return flipop_search


@pytest.fixture(scope="module")
def matches() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from rules.training.flipop import self_play

    return self_play


@pytest.fixture
def work(moves: ModuleType) -> np.ndarray:
    return np.zeros((moves.MAX_SEARCH_PLIES, moves.MAX_LEGAL_MOVES, 4), np.uint64)


@pytest.fixture
def past(moves: ModuleType) -> np.ndarray:
    return np.zeros((100 + moves.MAX_SEARCH_PLIES, 4), np.uint64)


def some_numbers(evaluation: ModuleType) -> np.ndarray:
    """Numbers for the blocks, alike only where they must be."""
    numbers = (
        np.random.default_rng(3).integers(-200, 200, evaluation.WEIGHT_COUNT).astype(np.float32)
    )
    found: np.ndarray = evaluation.fill_mirrored(numbers)
    return found


def rules_with(numbers: np.ndarray) -> FlipopBatch:
    blocks = Blocks(numbers.astype("<i2").tobytes())
    for _ in blocks.build():
        pass
    return FlipopBatch(blocks)


def words(position: Flipop) -> np.ndarray:
    return FlipopBatch().pack([position])[:, 0].copy()


def positions(matches: int) -> Iterator[Match]:
    """Random matches after every ply."""
    for seed in range(matches):
        match, random = Match(FLIPOP, {}), Random(seed)
        while match.result() is None:
            yield match
            match.play(random.choice(match.legal()))
        yield match


def test_as_many_lines_as_the_rules(moves: ModuleType, work: np.ndarray) -> None:
    def perft(one: np.ndarray, depth: int) -> int:
        if depth == 0:
            return 1
        count = moves.write_children(one, work[0])
        return sum(perft(after, depth - 1) for after in work[0, :count].copy())

    found = [perft(words(opening()), depth) for depth in range(1, len(PERFT) + 1)]
    assert tuple(found) == PERFT


@pytest.mark.long
def test_the_same_moves_evaluations_and_ends(
    moves: ModuleType,
    evaluation: ModuleType,
    search: ModuleType,
    work: np.ndarray,
    past: np.ndarray,
) -> None:
    """Position by position of random matches; no ply deep the ends are those of the batch rules."""
    weights = some_numbers(evaluation)
    rules = rules_with(weights)
    for match in positions(12):
        position = match.position
        assert isinstance(position, Flipop)
        now = words(position)
        if position.result() is None:
            count = moves.write_children(now, work[0])
            after = {tuple(words(position.play(move)).tolist()) for move in position.moves()}
            if position.moves() == [()]:
                assert count == 0
            else:
                assert {tuple(one) for one in work[0, :count].tolist()} == after
            batch = rules.pack([position])
            points = rules.evaluation.points(batch, ways_with_door(batch[1]))
            assert evaluation.evaluate(now, weights) == points[0]
        value = search.alpha_beta(now, 0, 0, -2 * WIN, 2 * WIN, weights, work, past, 0, 0)
        assert value == rules.evaluate(rules.pack([position]))[0]


def test_looking_ahead_finds_what_the_rules_allow(
    evaluation: ModuleType, search: ModuleType, work: np.ndarray, past: np.ndarray
) -> None:
    """The value two plies deep is the best of the worst, by the moves of the rules."""
    weights = some_numbers(evaluation)
    rules = rules_with(weights)

    def worth(position: Flipop, depth: int) -> int:
        if depth == 0 or position.result() is not None:
            value = int(rules.evaluate(rules.pack([position]))[0])
            return value if abs(value) < WIN else int(np.sign(value)) * WIN
        passing = position.moves() == [()]
        return max(-worth(position.play(move), depth - (not passing)) for move in position.moves())

    for number, match in enumerate(positions(3)):
        position = match.position
        assert isinstance(position, Flipop)
        if number % 7 == 0 and position.result() is None:
            now = words(position)
            found = search.alpha_beta(now, 2, 0, -2 * WIN, 2 * WIN, weights, work, past, 0, 0)
            sure = abs(found) > WIN - 100
            assert (int(np.sign(found)) * WIN if sure else found) == worth(position, 2)


def test_who_goes_round_is_taken_to_go_on(
    evaluation: ModuleType, search: ModuleType, work: np.ndarray, past: np.ndarray
) -> None:
    """FP-13: a move back to a position of the match, or to the cap, is worth the lead by balls."""
    weights = some_numbers(evaluation)
    match = next(one for one in positions(1) if one.ply == 30)
    position = match.position
    assert isinstance(position, Flipop)
    fewer = replace(position, balls=(position.balls[0] & position.balls[0] - 1, position.balls[1]))
    for one in (fewer, replace(fewer, balls=fewer.balls[::-1])):
        now = words(one)
        lead = one.balls[1 - one.turn].bit_count() - one.balls[one.turn].bit_count()
        gone = int(np.sign(lead)) * search.CYCLE_SCORE
        found = []
        for begun, length in (
            (0, 5),
            (3, 5),
            (4, 6),
            (4, search.CAP_PLIES + 4),
            (4, search.CAP_PLIES),
        ):
            past[:], past[3] = 0, now
            found.append(
                search.alpha_beta(now, 2, 1, -2 * WIN, 2 * WIN, weights, work, past, begun, length)
            )
        assert [value == gone for value in found] == [True, True, False, True, False]


def test_matches_teach(matches: ModuleType, evaluation: ModuleType) -> None:
    """Whose last ball can leave at once has won, which numbers that know nothing find out; the same
    seed teaches the same."""
    taught = [np.zeros(evaluation.WEIGHT_COUNT, np.float32) for _ in range(2)]
    starts = np.array([words(drawn(LAST, turn)) for turn in (0, 1)])
    for numbers in taught:
        assert matches.learn(5, 400, starts, 2, numbers) > 0
    assert np.array_equal(taught[0], taught[1])
    assert evaluation.evaluate(words(drawn(LAST, 0)), taught[0]) > matches.TANH_POINTS


def test_who_is_wrong_on_both_sides_changes_less(
    matches: ModuleType, evaluation: ModuleType
) -> None:
    one, places = words(opening()), np.zeros(evaluation.MAX_ACTIVE, np.int64)

    def after(*results: float) -> float:
        numbers = np.zeros(evaluation.WEIGHT_COUNT, np.float32)
        errors = np.zeros((2, evaluation.WEIGHT_COUNT), np.float32)
        for result in results:
            before = evaluation.evaluate(one, numbers)
            matches.correct_weights(one, result, numbers, errors, places)
        return abs(float(evaluation.evaluate(one, numbers) - before))

    assert after(0.5) > 2 * after(*[0.5, -0.5] * 8, 0.5) > 0


def test_what_is_learned_is_learned_for_the_mirror(evaluation: ModuleType) -> None:
    """A fit gives what blocks and pits in the middle have learned to their mirror images too."""
    random = np.random.default_rng(4)
    numbers = evaluation.fill_mirrored(
        random.integers(-99, 99, evaluation.WEIGHT_COUNT).astype(np.float32)
    )
    assert np.array_equal(evaluation.fill_mirrored(numbers), numbers)


def test_a_fit_is_the_mean(tmp_path: Path, evaluation: ModuleType) -> None:
    course = COURSES["flipop"]
    before = flipop.read_weights(course.weights.read_bytes())
    for shard, by in enumerate((-3, 5)):
        np.savez(tmp_path / f"shard-{shard}.npz", numbers=before + by)
    shards = sorted(tmp_path.glob("*.npz"))
    (tmp_path / "blocks.bin").write_bytes(course.fit(shards, None))
    assert np.array_equal(flipop.read_weights((tmp_path / "blocks.bin").read_bytes()), before + 1)
