"""Tests of the courses: their weights are those that the evaluations add up."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from flipside.rules.engine.data_files import parse_weights, weights_bytes
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.engine.batch import TERM_COUNT, boards_of
from flipside.rules.games.contactic.engine.batch import WEIGHTS as CONTACTIC_WEIGHTS
from flipside.rules.games.contactic.position import Contactic
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipflop.engine.batch import MAX_SUM_POINTS, SIZE, FlipFlopBatch
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.weight_tables import WeightTables
from flipside.rules.training import contactic, courses
from flipside.rules.training.courses import COURSES, FlipFlopCourse
from flipside.rules.training.learning import BatchCourse, SelfPlay, random_opening
from tests.of_type import of_type
from tests.rules.games.contactic.reference_evaluation import learned as contactic_learned
from tests.rules.games.flipflop.reference_evaluation import learned


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make training end at once."""
    monkeypatch.setattr(COURSES["flipflop"], "shard_matches", 12)
    monkeypatch.setattr(BatchCourse, "shard_matches", 3)
    monkeypatch.setattr(contactic, "OPENING_MATCHES", 3)
    monkeypatch.setattr(contactic, "SHARD_OPENINGS", 1)
    monkeypatch.setattr(contactic, "POLISH_PAIRS", 2)
    monkeypatch.setattr(contactic, "POLISH_STEPS", 2)


KEYS = pytest.mark.parametrize("key", COURSES)


@pytest.mark.long
@KEYS
@pytest.mark.usefixtures("small")
def test_the_same_numbers_give_the_same_shard(key: str) -> None:
    """Other seeds and other weights give other shards."""
    course = COURSES[key]
    one, again, other = (course.play(*numbers, None) for numbers in ((1, 2), (1, 2), (2, 2)))
    assert one.keys() == again.keys()
    assert all(np.array_equal(one[name], again[name]) for name in one)
    assert any(not np.array_equal(one[name], other[name]) for name in one)
    taught = course.play(1, 2, course.weights.read_bytes())
    assert any(not np.array_equal(one[name], taught[name]) for name in one)


@KEYS
@pytest.mark.usefixtures("small")
def test_a_fit_is_a_file(key: str, tmp_path: Path) -> None:
    course = COURSES[key]
    np.savez(tmp_path / "shard-0.npz", allow_pickle=False, **course.play(0, 1, None))
    data = course.fit([tmp_path / "shard-0.npz"], None)
    if isinstance(course, BatchCourse):
        assert course.read(data).any()
    else:
        assert any(parse_weights(data, CONTACTIC_WEIGHTS.size))
    game = course.with_weights(data)
    start = game.opening(game.choices({}), Random(1))
    for one in (game, course.with_weights(None)):
        assert isinstance(one.engine.static_score(start), int)


def test_without_numbers_a_course_evaluates_by_hand() -> None:
    evaluate = COURSES["flipflop"].with_weights(None).engine.static_score
    for position in (random_opening(FLIPFLOP, 30, Random(seed)) for seed in range(9)):
        assert evaluate(position) == learned(courses.FLIPFLOP_HAND_MADE, position)
    rules = of_type(FlipopBatch, COURSES["flipop"].with_weights(None).engine.batch_rules())
    assert isinstance(rules.evaluation, WeightTables)
    start = CONTACTIC.opening(CONTACTIC.choices({}), Random(1))
    position = of_type(Contactic, start.play(start.moves()[0]))
    found = COURSES["contactic"].with_weights(None).engine.static_score(position)
    assert found == contactic_learned(contactic.HAND_MADE, position)


def test_what_flipflop_fits_is_what_it_evaluates() -> None:
    numbers = np.arange(SIZE) ** 2 % 97
    rules, random = FlipFlopBatch(numbers.tolist()), Random(3)
    starts = [random_opening(FLIPFLOP, 40, random) for _ in range(60)]
    batch = rules.pack([of_type(FlipFlop, one) for one in starts])
    values = rules.evaluate(batch)
    quiet = np.abs(values) < MAX_SUM_POINTS
    assert quiet.sum() > 20
    assert np.array_equal(
        numbers[FlipFlopCourse().used_weights(batch)].sum(axis=0)[quiet], values[quiet]
    )


def test_who_overlooks_moves_makes_others() -> None:
    """Without blunders, a player makes one of the best moves."""
    rules = FlipFlopBatch(courses.FLIPFLOP_HAND_MADE)
    batch = rules.pack([of_type(FlipFlop, random_opening(FLIPFLOP, 12, Random(1)))] * 40)
    seconds = {}
    for misses in (0.0, 0.9):
        way = SelfPlay(1000.0, misses, 0.9, max_plies=2)
        seen, _ = way.matches(rules, batch, np.random.default_rng(2))
        seconds[misses] = len({tuple(column) for column in seen.T.tolist()})
    assert seconds[0.0] < seconds[0.9]


def test_what_contactic_fits_is_what_it_evaluates() -> None:
    random = Random(3)
    numbers = [int(random.random() * 400) - 200 for _ in range(CONTACTIC_WEIGHTS.size)]
    game = COURSES["contactic"].with_weights(weights_bytes(numbers))
    worth = np.array(numbers).reshape(-1, TERM_COUNT)
    position = CONTACTIC.opening(CONTACTIC.choices({}), Random(1))
    for _ in range(60):
        tables, sign = boards_of(position), 1 - 2 * position.turn
        come = int(tables.tiles_to_come[0][0] + tables.tiles_to_come[1][0])
        expected = sign * game.engine.static_score(position)
        assert contactic.part_differences(tables)[0] @ worth[come] == expected
        moves = position.moves()
        position = position.play(moves[int(random.random() * len(moves))])


def test_hopes_rest_on_what_follows() -> None:
    """Labels are results or, with a lambda below 1, probabilities."""
    rules, random = FlipFlopBatch(courses.FLIPFLOP_HAND_MADE), Random(5)
    starts = [of_type(FlipFlop, random_opening(FLIPFLOP, 10, random)) for _ in range(20)]
    batch = rules.pack(starts)
    (played, results), (again, chances) = (
        SelfPlay(1000.0, 0.3, td_lambda).matches(rules, batch, np.random.default_rng(5))
        for td_lambda in (1.0, 0.9)
    )
    assert np.array_equal(played, again)
    assert played.shape[1] == len(results) == len(chances)
    assert set(results.tolist()) >= {0.0, 1.0}
    assert np.unique(chances).size > 20
    assert np.abs(chances - results).max() < 1
