"""Tests of trained weights: their files, damaged files, and evaluation by arrays."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TypeVar, cast

import numpy as np
import pytest

from flipside.rules.contract.game import AnyGame, Game
from flipside.rules.contract.position import Position
from flipside.rules.engine.data_files import BadWeights, WeightsFile, parse_weights, weights_bytes
from flipside.rules.games.contactic import CONTACTIC
from flipside.rules.games.contactic.engine.batch import WEIGHTS as CONTACTIC_WEIGHTS
from flipside.rules.games.contactic.engine.batch import batch_evaluation, boards_of
from flipside.rules.games.flipflop import FLIPFLOP
from flipside.rules.games.flipflop.engine.batch import (
    LINE_COUNTS,
    WEIGHTS_PER_COLOUR,
    FlipFlopBatch,
)
from flipside.rules.games.flipflop.engine.batch import WEIGHTS as FLIPFLOP_WEIGHTS
from flipside.rules.games.flipflop.position import FlipFlop
from flipside.rules.games.flipflop.position import position as position_of
from flipside.rules.games.flipop import FLIPOP
from flipside.rules.games.flipop.doors import BOARD_SIDE
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.weight_tables import (
    MOBILITY_WEIGHTS,
    PIT_WEIGHTS,
    STATE_WEIGHTS,
    WeightTables,
)
from flipside.rules.games.flipop.engine.weight_tables import WEIGHTS as FLIPOP_WEIGHTS
from flipside.rules.match.match import Match
from flipside.rules.training import contactic as contactic_course
from flipside.rules.training.courses import FLIPFLOP_HAND_MADE
from tests.of_type import of_type
from tests.rules.games.contactic import reference_evaluation as contactic
from tests.rules.games.flipflop import reference_evaluation as flipflop
from tests.rules.games.flipop import reference_evaluation as flipop
from tests.rules.games.flipop.test_flipop_evaluation import rotated
from tests.rules.games.random_matches import judged_alike, pick

NUMBERS = [0, 1, -1, 32767, -32768, *range(100)]

LEARNED = pytest.mark.parametrize(
    ("game", "learned", "by_hand"),
    [
        pytest.param(
            FLIPFLOP, flipflop, partial(flipflop.learned, FLIPFLOP_HAND_MADE), id="flipflop"
        ),
        pytest.param(
            FLIPOP, flipop, partial(flipop.learned, [0] * FLIPOP_WEIGHTS.size), id="flipop"
        ),
        pytest.param(
            CONTACTIC,
            contactic,
            partial(contactic.learned, contactic_course.HAND_MADE),
            id="contactic",
        ),
    ],
)

MOST_BYTES = 200_000


def some(size: int) -> list[int]:
    """Return random weights."""
    random = Random(size)
    return [int(random.random() * 400) - 200 for _ in range(size)]


P = TypeVar("P", bound=Position)


def walked(game: Game[P], seeds: int, every: int = 1) -> Iterator[P]:
    """Yield unfinished positions of some random matches."""
    for seed in range(seeds):
        match, random = Match(game, seed=seed), Random(seed)
        while match.result() is None:
            if match.ply % every == 0:
                yield cast(P, match.position)
            match.play(pick(match.position.moves(), random))


def aside(stones: int) -> int:
    """Return the stones with rows as columns in reverse order: the board rotated by 90 degrees."""
    found = 0
    for cell in range(64):
        found |= (stones >> cell & 1) << 8 * (cell % 8) + 7 - cell // 8
    return found


# -- the file ------------------------------------------------------------------------------------


def test_what_is_written_is_read() -> None:
    assert list(parse_weights(weights_bytes(NUMBERS), len(NUMBERS))) == NUMBERS


DAMAGED = {
    "empty": b"",
    "cut": weights_bytes(NUMBERS)[:-4],
    "changed": weights_bytes(NUMBERS).replace(b" 50 ", b" 51 "),
    "another size": weights_bytes(NUMBERS[1:]),
    "no text": bytes(range(256)),
    "something else": b"<html>not found</html>",
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_told(data: bytes, tmp_path: Path) -> None:
    """A damaged or missing file gives a sentence."""
    file = tmp_path / "weights.txt"
    file.write_bytes(data)
    with pytest.raises(BadWeights):
        parse_weights(data, len(NUMBERS))
    for path in file, tmp_path / "nowhere" / "weights.txt":
        with pytest.raises(BadWeights, match=r"/weights\.txt is missing or damaged; install"):
            _ = WeightsFile(path, len(NUMBERS)).numbers


@LEARNED
def test_the_file_of_the_game_is_whole(game: AnyGame, learned: ModuleType, by_hand: object) -> None:
    """The file is small, has a model card, and changes the evaluation."""
    assert callable(by_hand)
    assert len(learned.WEIGHTS.path.read_bytes()) <= MOST_BYTES
    assert learned.WEIGHTS.path.with_suffix(".md").is_file()
    positions = list(walked(game, 1, 5))
    game = judged_alike(game)
    found = [game.engine.static_score(one) for one in positions]
    assert found == [learned.learned(learned.WEIGHTS.numbers, one) for one in positions]
    assert found != [by_hand(one) for one in positions]


# -- arrays --------------------------------------------------------------------------------------


def test_flipop_by_arrays() -> None:
    """The weights are random. Positions are evaluated alone and in a batch."""
    numbers, positions = some(FLIPOP_WEIGHTS.size), list(walked(FLIPOP, 6))
    rules = FlipopBatch(WeightTables(numbers))
    batch = rules.pack(positions)
    values = rules.evaluate(batch)
    assert values.dtype == np.int32
    assert values.tolist() == [flipop.learned(numbers, one) for one in positions]
    for at in range(0, len(positions), 17):
        assert rules.evaluate(batch[:, [at]]) == values[at]


@pytest.mark.parametrize("lines", ["always", "late"])
def test_flipflop_by_arrays(lines: str) -> None:
    """The weights are random. Positions with dark and light to move are in one batch."""
    numbers = some(FLIPFLOP_WEIGHTS.size)
    positions: list[FlipFlop] = []
    for seed in range(6):
        match, random = Match(FLIPFLOP, {"lines": lines}, seed), Random(seed)
        while match.result() is None:
            positions.append(of_type(FlipFlop, match.position))
            match.play(pick(match.position.moves(), random))
    rules = FlipFlopBatch(numbers)
    expected = [flipflop.learned(numbers, one) for one in positions]
    batch = rules.pack(positions)
    values = rules.evaluate(batch)
    assert values.dtype == np.int32
    assert values.tolist() == expected
    for turn in (0, 1):
        chosen = [at for at, one in enumerate(positions) if one.turn == turn]
        assert rules.evaluate(batch[:, chosen]).tolist() == [expected[at] for at in chosen]


def test_contactic_by_arrays() -> None:
    numbers = some(CONTACTIC_WEIGHTS.size)
    judged = batch_evaluation(numbers)
    for position in walked(CONTACTIC, 2):
        sign = 1 if position.turn == 0 else -1
        assert judged(boards_of(position)).tolist() == [sign * contactic.learned(numbers, position)]


# -- what they say -------------------------------------------------------------------------------


def test_rows_and_columns_of_flipflop_are_alike() -> None:
    """FF-5: the evaluation does not depend on the order of rows, and treats columns like rows."""
    numbers = some(FLIPFLOP_WEIGHTS.size)
    for position in walked(FLIPFLOP, 3, 5):
        if not position.laying:
            continue
        dark, light = (aside(stones) for stones in position.stones)
        turned = position_of((dark, light), position.turn, position.ban, position.setup)
        assert flipflop.learned(numbers, turned) == flipflop.learned(numbers, position)


def test_flipflop_has_learned_that_dark_switches_first() -> None:
    """FF-8: a line that light can hardly fill is an advantage of dark only."""
    numbers = FLIPFLOP_WEIGHTS.numbers
    dark, light = (
        numbers[:WEIGHTS_PER_COLOUR],
        numbers[WEIGHTS_PER_COLOUR:],
    )
    place = LINE_COUNTS.index
    for own in (6, 7):
        assert dark[place((own, 1))] > dark[place((1, own))] + 500
    assert light[place((1, 7))] < light[place((7, 1))] - 500


def test_both_sides_of_flipop_are_alike() -> None:
    """FP-3, FP-9: the evaluation is the same after a rotation by 180 degrees."""
    numbers: Sequence[int] = some(FLIPOP_WEIGHTS.size)
    for position in walked(FLIPOP, 3, 5):
        assert flipop.learned(numbers, rotated(position)) == flipop.learned(numbers, position)


def test_left_and_right_of_flipop_are_alike() -> None:
    """Mirror images have the same weights."""
    numbers = FLIPOP_WEIGHTS.numbers
    ends = np.cumsum((STATE_WEIGHTS, MOBILITY_WEIGHTS, PIT_WEIGHTS))
    _, _, places, rows = np.split(np.array(numbers, np.int32), ends)
    by_pit = places.reshape(-1, BOARD_SIDE, BOARD_SIDE)
    assert np.array_equal(by_pit, by_pit[:, :, ::-1])
    mirrored = [int(f"{balls:05b}"[::-1], 2) for balls in range(32)]
    by_row = rows.reshape(BOARD_SIDE, 32, 32)
    assert np.array_equal(by_row, by_row[:, mirrored][:, :, mirrored])


def test_contactic_knows_nothing_hidden() -> None:
    """CT-3: the evaluation does not depend on hidden tiles."""
    for position in walked(CONTACTIC, 2, 9):
        dealt = position.determinize(Random(1))
        assert CONTACTIC.engine.static_score(dealt) == CONTACTIC.engine.static_score(position)
