"""Flipop in compiled code moves, judges and ends as the rules do, or training learns nonsense."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from rules.board import cells
from rules.games.flipop import FLIPOP, learned
from rules.games.flipop.batch import FlipopBatch
from rules.games.flipop.doors import AROUND, OPEN
from rules.games.flipop.position import Flipop, opening
from rules.match import Match
from rules.thinking.weights import parsed
from rules.value import WIN
from tests.rules.flipop_boards import LAST, drawn
from tests.workshop.training import COURSES, flipop
from tests.workshop.training.flipop_values import NUMBERS, TRIED, VALUES, player

# What one of these tests compiles the others need not compile again.
pytestmark = pytest.mark.xdist_group("compiled")

PERFT = 3, 9, 33, 122, 704, 4065
"""Lines of so many plies from the opening (rule sheets)."""


@pytest.fixture(scope="module")
def moves() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from tests.workshop.training import flipop_moves

    return flipop_moves


@pytest.fixture(scope="module")
def search() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from tests.workshop.training import flipop_search

    return flipop_search


@pytest.fixture(scope="module")
def matches() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from tests.workshop.training import flipop_matches

    return flipop_matches


@pytest.fixture
def work(moves: ModuleType) -> np.ndarray:
    return np.zeros((moves.PLIES, moves.MOVES, 4), np.uint64)


@pytest.fixture
def past(moves: ModuleType) -> np.ndarray:
    return np.zeros((100 + moves.PLIES, 4), np.uint64)


def some_numbers() -> list[int]:
    random = Random(3)
    return [int(random.random() * 400) - 200 for _ in range(learned.SIZE)]


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
    start = words(opening())
    found = [moves.perft(start, depth, work) for depth in range(1, len(PERFT) + 1)]
    assert tuple(found) == PERFT


def test_the_same_moves_judgements_and_ends(
    moves: ModuleType, search: ModuleType, work: np.ndarray, past: np.ndarray
) -> None:
    """Position by position of random matches; no ply deep the ends are those of the batch rules."""
    from tests.workshop.training.flipop_judge import judged

    numbers = some_numbers()
    rules, weights = FlipopBatch(numbers), np.array(numbers, np.int32)
    for match in positions(12):
        position = match.position
        assert isinstance(position, Flipop)
        now = words(position)
        if position.result() is None:
            count = moves.children(now, work[0])
            after = {tuple(words(position.play(move)).tolist()) for move in position.moves()}
            if position.moves() == [()]:
                assert count == 0
            else:
                assert {tuple(one) for one in work[0, :count].tolist()} == after
            assert judged(now, weights) == learned.learned(numbers, position)
        value = search.value(now, 0, 0, -2 * WIN, 2 * WIN, weights, work, past, 0, 0)
        assert value == rules.values(rules.pack([position]))[0]


def test_looking_ahead_finds_what_the_rules_allow(
    search: ModuleType, work: np.ndarray, past: np.ndarray
) -> None:
    """The value two plies deep is the best of the worst, by the moves of the rules."""
    numbers = some_numbers()
    rules, weights = FlipopBatch(numbers), np.array(numbers, np.int32)

    def worth(position: Flipop, depth: int) -> int:
        if depth == 0 or position.result() is not None:
            value = int(rules.values(rules.pack([position]))[0])
            return value if abs(value) < WIN else int(np.sign(value)) * WIN
        passing = position.moves() == [()]
        return max(-worth(position.play(move), depth - (not passing)) for move in position.moves())

    for number, match in enumerate(positions(3)):
        position = match.position
        assert isinstance(position, Flipop)
        if number % 7 == 0 and position.result() is None:
            now = words(position)
            found = search.value(now, 2, 0, -2 * WIN, 2 * WIN, weights, work, past, 0, 0)
            sure = abs(found) > WIN - 100
            assert (int(np.sign(found)) * WIN if sure else found) == worth(position, 2)


def test_who_goes_round_is_taken_to_go_on(
    search: ModuleType, work: np.ndarray, past: np.ndarray
) -> None:
    """FP-13: a move back to a position of the match, or to the cap, is worth the lead by balls."""
    weights = np.array(some_numbers(), np.int32)
    match = next(one for one in positions(1) if one.at == 30)
    position = match.position
    assert isinstance(position, Flipop)
    fewer = replace(position, balls=(position.balls[0] & position.balls[0] - 1, position.balls[1]))
    for one in (fewer, replace(fewer, balls=fewer.balls[::-1])):
        now = words(one)
        lead = one.balls[1 - one.turn].bit_count() - one.balls[one.turn].bit_count()
        gone = int(np.sign(lead)) * search.CIRCLE
        found = []
        for begun, length in ((0, 5), (3, 5), (4, 6), (4, search.CAP + 4), (4, search.CAP)):
            past[:], past[3] = 0, now
            found.append(
                search.value(now, 2, 1, -2 * WIN, 2 * WIN, weights, work, past, begun, length)
            )
        assert [value == gone for value in found] == [True, True, False, True, False]


def test_a_match_is_won_by_whoever_plays_better(
    matches: ModuleType, work: np.ndarray, past: np.ndarray
) -> None:
    """By whoever can bring the last ball off at once; and twice against a judge turned upside
    down. The same seed plays the same."""
    numbers = np.array(parsed(COURSES["flipop"].weights.read_bytes(), learned.SIZE), np.int32)
    for turn, sign in ((0, 1), (1, -1)):
        won = matches.winner(words(drawn(LAST, turn)), numbers, numbers, (2, 2), work, past)
        assert won == sign
    start = words(opening())
    assert [matches.pair(5, start, numbers, -numbers, (4, 4)) for _ in range(2)] == [1, 1]
    assert matches.pair(5, start, -numbers, numbers, (4, 4)) == -1


# -- values and slopes ---------------------------------------------------------------------------


def test_values_say_what_their_names_say() -> None:
    """To a player to whom one thing counts, a position is worth how much more of it he has."""

    def counted(position: Flipop, side: int) -> dict[str, int]:
        balls = position.balls[side]
        ways = [len(OPEN[pit][position.doors & AROUND[pit]]) for pit in cells(balls)]
        rows = [pit // 5 if side == 0 else 4 - pit // 5 for pit in cells(balls)]
        return {
            "3 left": balls.bit_count() == 3,
            "way": min(sum(ways), learned.MOST),
            "shut, 4 left": ways.count(0) * (balls.bit_count() == 4),
            "in row 3": rows.count(2),
        }

    names = ("3 left", "way", "shut, 4 left", "in row 3")
    for match in positions(4):
        position = match.position
        assert isinstance(position, Flipop)
        if match.at % 7 == 0 and position.result() is None:
            own, other = (counted(position, side ^ position.turn) for side in (0, 1))
            for name in names:
                worth = learned.learned(player({name: 10}).astype(int).tolist(), position)
                assert worth == 10 * (own[name] - other[name]), name


def test_a_fit_moves_what_has_won(tmp_path: Path) -> None:
    """Whatever a steady opponent loses to everybody, and by as much as it has won."""
    random, truth = np.random.default_rng(4), np.zeros(len(VALUES))
    truth[[2, 7]] = 0.1, -0.05
    differences = random.normal(size=(4000, len(VALUES)))
    opponents = random.integers(0, 3, 4000)
    scores = differences @ truth + np.array([0, 0.7, -0.3])[opponents]
    shard = tmp_path / "shard-0.npz"
    np.savez(shard, differences=differences, scores=scores, opponents=opponents)
    course = COURSES["flipop"]
    before, after = (
        np.array(parsed(data, learned.SIZE), np.float64)
        for data in (course.weights.read_bytes(), course.fit([shard], course.weights))
    )
    expected = flipop.STEP * truth * TRIED @ NUMBERS
    assert np.abs(after - before - expected).max() < 0.1 * np.abs(expected).max()
