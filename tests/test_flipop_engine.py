"""Flipop in compiled code moves, judges and ends as the rules do, or training learns nonsense."""

from collections.abc import Iterator
from random import Random
from types import ModuleType

import numpy as np
import pytest

from rules.games.flipop import FLIPOP, learned
from rules.games.flipop.batch import FlipopBatch
from rules.games.flipop.position import Flipop, opening
from rules.match import Match
from rules.thinking.weights import parsed
from rules.value import WIN
from tests.workshop.training import COURSES, flipop

# What one of these tests compiles the others need not compile again.
pytestmark = pytest.mark.xdist_group("compiled")

PERFT = 3, 9, 33, 122, 704, 4065
"""Lines of so many plies from the opening (rule sheets)."""


@pytest.fixture(scope="module")
def engine() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from tests.workshop.training import flipop_engine

    return flipop_engine


@pytest.fixture(scope="module")
def play() -> ModuleType:
    pytest.importorskip("numba", reason="the extra `train` is not installed")
    from tests.workshop.training import flipop_play

    return flipop_play


@pytest.fixture
def work(engine: ModuleType) -> np.ndarray:
    return np.zeros((engine.PLIES, engine.MOVES, 4), np.uint64)


def some_numbers() -> list[int]:
    random = Random(3)
    drawn = np.array([int(random.random() * 400) - 200 for _ in range(learned.SIZE)])
    folded: list[int] = drawn[flipop.FOLDED].tolist()
    return folded


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


def test_as_many_lines_as_the_rules(engine: ModuleType, work: np.ndarray) -> None:
    start = words(opening())
    found = [engine.perft(start, depth, work) for depth in range(1, len(PERFT) + 1)]
    assert tuple(found) == PERFT


def test_the_same_moves_judgements_and_ends(engine: ModuleType, work: np.ndarray) -> None:
    """Position by position of random matches; no ply deep the ends are those of the batch rules."""
    numbers = some_numbers()
    rules, weights = FlipopBatch(numbers), np.array(numbers, np.int32)
    room, met = np.zeros(2 * engine.WIDE, np.int64), []
    for match in positions(25):
        position = match.position
        assert isinstance(position, Flipop)
        now = words(position)
        met.append(position)
        if position.result() is None:
            count = engine.children(now, work[0])
            after = {tuple(words(position.play(move)).tolist()) for move in position.moves()}
            if position.moves() == [()]:
                assert count == 0
            else:
                assert {tuple(one) for one in work[0, :count].tolist()} == after
            assert engine.judged(now, weights, room) == learned.learned(numbers, position)
        value = engine.value(now, 0, 0, -2 * WIN, 2 * WIN, weights, work, room)
        assert value == rules.values(rules.pack([position]))[0]


def test_what_is_fitted_is_what_is_judged(play: ModuleType) -> None:
    """The columns of the fit add up to the points of the judge for arrays, the coarse ones too."""
    random = np.random.default_rng(5)
    learnt = random.integers(-90, 90, play.COARSE + play.COARSE_SIZE).astype(np.float64)
    numbers = flipop.together(learnt).astype(np.int64).tolist()
    rules = FlipopBatch(numbers)
    going = [match.position for match in positions(10) if match.position.result() is None]
    batch = rules.pack(going)  # type: ignore[arg-type]
    found = play.columns(batch, flipop.FOLDED)
    signs = np.where(np.arange(play.COLUMNS) < play.OWN, 1, -1)
    assert rules.tables is not None
    sums = np.where(found < 0, 0, learnt[found]) @ signs
    assert sums.astype(np.int64).tolist() == rules.tables.points(batch).tolist()


def test_looking_ahead_finds_what_the_rules_allow(engine: ModuleType, work: np.ndarray) -> None:
    """The value two plies deep is the best of the worst, by the moves of the rules."""
    numbers = some_numbers()
    rules, weights = FlipopBatch(numbers), np.array(numbers, np.int32)
    room = np.zeros(2 * engine.WIDE, np.int64)

    def worth(position: Flipop, depth: int) -> int:
        if depth == 0 or position.result() is not None:
            value = int(rules.values(rules.pack([position]))[0])
            return value if abs(value) < WIN else int(np.sign(value)) * WIN
        passing = position.moves() == [()]
        return max(-worth(position.play(move), depth - (not passing)) for move in position.moves())

    for number, match in enumerate(positions(6)):
        position = match.position
        assert isinstance(position, Flipop)
        if number % 7 == 0 and position.result() is None:
            found = engine.value(words(position), 2, 0, -2 * WIN, 2 * WIN, weights, work, room)
            sure = abs(found) > WIN - 100
            assert (int(np.sign(found)) * WIN if sure else found) == worth(position, 2)


def test_the_same_seed_plays_the_same(play: ModuleType) -> None:
    """Labels are won, drawn and lost matches; another seed gives others."""
    players = np.round([flipop.shape(*flipop.RACER), flipop.shape(*flipop.WAITER)]).astype(np.int32)
    start = words(opening())
    one, again, other = (
        play.matches(20, seed, start, players, 2, 2, 30, 0.5, fade)
        for seed, fade in ((1, 1.0), (1, 1.0), (2, 1.0))
    )
    assert all(np.array_equal(first, second) for first, second in zip(one, again, strict=True))
    assert not np.array_equal(one[0], other[0])
    assert set(np.unique(one[1])) <= {0.0, 0.5, 1.0}
    assert one[2].sum() == 20


def test_players_of_other_shapes_value_other_things() -> None:
    """A racer likes balls off more than a waiter does."""
    game = COURSES["flipop"]
    assert game.weights.is_file()
    parsed(game.weights.read_bytes(), learned.SIZE)
    lead = {
        kind: flipop.shape(*kind)[: learned.STANDS].max() for kind in (flipop.RACER, flipop.WAITER)
    }
    assert lead[flipop.RACER] > lead[flipop.WAITER]
