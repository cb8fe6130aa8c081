"""Tests of the evaluation of Flipop by blocks: arrays, symmetry, and the file."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random

import numpy as np
import pytest

from flipside.rules.contract.position import WIN
from flipside.rules.engine.data_files import PackedFile, packed_file
from flipside.rules.games import flipop
from flipside.rules.games.flipop import BLOCKS, FLIPOP
from flipside.rules.games.flipop.doors import BOARD_SIDE, PIT_COUNT, doors_text
from flipside.rules.games.flipop.engine import blocks, weight_tables
from flipside.rules.games.flipop.engine.batch import FlipopBatch
from flipside.rules.games.flipop.engine.blocks import (
    BLOCK_PATTERNS,
    FILE_BLOCKS,
    FILE_BYTES,
    FILE_HEADER,
    FILE_PITS,
    PHASE_FILE_WEIGHTS,
    PIT_PATTERNS,
    Blocks,
    read_blocks,
)
from flipside.rules.games.flipop.engine.chains import ways_with_door
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.match.match import Match
from flipside.rules.training.learning import unpacked_bytes
from tests.rules.games.flipop.reference_evaluation import evaluate, learned
from tests.rules.games.flipop.test_flipop_evaluation import rotated
from tests.rules.games.random_matches import pick

COMPASS, MIRRORED, ROUND = "NESW", "NWSE", "SWNE"


def some_numbers() -> np.ndarray:
    """Return random weights."""
    return np.random.default_rng(3).integers(-200, 200, FILE_BYTES // 2).astype(np.int16)


def made_of(numbers: np.ndarray) -> Blocks:
    made = Blocks(numbers)
    for _ in made.build():
        pass
    return made


MADE = made_of(some_numbers())


def walked(seeds: int, every: int = 1) -> Iterator[Flipop]:
    """Yield unfinished positions of random matches, some with balls off."""
    for seed in range(seeds):
        match, random = Match(FLIPOP, seed=seed), Random(seed)
        while match.result() is None:
            if match.ply % every == 0:
                position = match.position
                assert isinstance(position, Flipop)
                yield position
            match.play(pick(match.position.moves(), random))


def points(made: Blocks, positions: list[Flipop]) -> list[int]:
    batch = FlipopBatch().pack(positions)
    found: list[int] = made.points(batch, ways_with_door(batch[1])).tolist()
    return found


# -- slowly --------------------------------------------------------------------------------------


def slowly(numbers: np.ndarray, position: Flipop) -> int:
    """Return the score of a position, computed pit by pit and door by door."""
    mover = position.turn
    pits = [
        1 if position.balls[mover] >> pit & 1 else 2 if position.balls[1 - mover] >> pit & 1 else 0
        for pit in range(PIT_COUNT)
    ]
    rows = [pits[BOARD_SIDE * row :][:BOARD_SIDE] for row in range(BOARD_SIDE)]
    doors = [list(doors_text(position.doors)[4 * row :][:4]) for row in range(4)]
    if mover == 1:
        rows = [row[::-1] for row in rows[::-1]]
        doors = [[ROUND[COMPASS.index(door)] for door in row[::-1]] for row in doors[::-1]]
    part = numbers[weight_tables.SIZE :].reshape(blocks.PHASE_COUNT, PHASE_FILE_WEIGHTS)
    left = position.balls[0].bit_count() + position.balls[1].bit_count()
    part = part[0 if left >= 8 else 1 if left >= 5 else 2]
    total = learned(numbers[: weight_tables.SIZE].tolist(), position)
    places = [(2, 3, row, column) for row in range(4) for column in range(3)]
    places += [(3, 2, row, column) for row in range(3) for column in range(4)]
    stored = [place for place in places if place[3] < 2]
    for high, wide, row, column in places:
        cells = [line[column : column + wide] for line in rows[row : row + high]]
        hinges = [line[column : column + wide - 1] for line in doors[row : row + high - 1]]
        if column >= 2:
            cells, hinges = [line[::-1] for line in cells], in_mirror(hinges)
            column = BOARD_SIDE - wide - column
        number = index([*chain.from_iterable(cells)], [*chain.from_iterable(hinges)])
        total += int(part[stored.index((high, wide, row, column)) * BLOCK_PATTERNS + number])
    for row in range(BOARD_SIDE):
        for column in range(BOARD_SIDE):
            around = [
                [hinge(doors, row + down, column + across) for across in (-1, 0)]
                for down in (-1, 0)
            ]
            from_side = min(column, BOARD_SIDE - 1 - column)
            if column > 2:
                around = in_mirror(around)
            number = index([rows[row][column]], [*chain.from_iterable(around)])
            place = FILE_PITS.index(BOARD_SIDE * row + from_side)
            total += int(part[len(FILE_BLOCKS) * BLOCK_PATTERNS + place * PIT_PATTERNS + number])
    return total


def hinge(doors: list[list[str]], row: int, column: int) -> str:
    """Return where a door points; "N" without a door."""
    return doors[row][column] if 0 <= row < 4 and 0 <= column < 4 else "N"


def in_mirror(doors: list[list[str]]) -> list[list[str]]:
    return [[MIRRORED[COMPASS.index(door)] for door in row[::-1]] for row in doors]


def index(balls: list[int], doors: list[str]) -> int:
    points = [COMPASS.index(door) for door in doors]
    lower = sum((point & 1) << place for place, point in enumerate(points))
    higher = sum((point >> 1) << place for place, point in enumerate(points))
    number = sum(ball * 3**place for place, ball in enumerate(balls))
    return int(number * 4 ** len(doors) + lower + (higher << len(doors)))


def test_arrays_judge_as_the_file_says() -> None:
    """The weights are random. All phases and both players occur, alone and in a batch."""
    positions = list(walked(8, 3))
    found = points(MADE, positions)
    assert found == [slowly(some_numbers(), one) for one in positions]
    left = {sum(ball.bit_count() for ball in one.balls) for one in positions}
    assert min(left) < 5 < 8 < max(left), "all phases have been seen"
    for at in range(0, len(positions), 11):
        assert points(MADE, [positions[at]]) == [found[at]]
    assert points(MADE, positions * 20) == found * 20


def test_both_sides_are_alike() -> None:
    """FP-3, FP-9: the evaluation is the same after a rotation by 180 degrees."""
    positions = list(walked(3, 4))
    assert points(MADE, [rotated(one) for one in positions]) == points(MADE, positions)


# -- the file ------------------------------------------------------------------------------------


def test_left_and_right_are_alike() -> None:
    """Blocks and pits in the middle have the same weights as their mirror images."""
    numbers = np.frombuffer(
        unpacked_bytes(FILE_HEADER, FILE_BYTES, BLOCKS.path.read_bytes()), "<i2"
    )
    part = numbers[weight_tables.SIZE :].reshape(blocks.PHASE_COUNT, PHASE_FILE_WEIGHTS)
    wide = [place for place in range(len(FILE_BLOCKS)) if FILE_BLOCKS[place] in range(1, 12, 3)]
    assert len(wide) == 4
    for place in wide:
        own = part[:, place * BLOCK_PATTERNS :][:, :BLOCK_PATTERNS]
        assert np.array_equal(own, own[:, blocks.MIRRORED_PATTERNS[0]])
    for place in range(2, len(FILE_PITS), 3):
        own = part[:, len(FILE_BLOCKS) * BLOCK_PATTERNS + place * PIT_PATTERNS :][:, :PIT_PATTERNS]
        assert np.array_equal(own, own[:, blocks.MIRRORED_PATTERNS[2]])


def test_the_file_of_the_game() -> None:
    """The file is small and undamaged."""
    assert BLOCKS.path.stat().st_size <= 400_000
    assert BLOCKS.path.with_suffix(".md").is_file()
    assert PackedFile(BLOCKS.path, read_blocks).loaded() is not None


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the game's file in this test; the file is missing at first."""
    known = PackedFile(tmp_path / "blocks.bin", read_blocks)
    monkeypatch.setattr(flipop, "BLOCKS", known)
    return known.path


def loads() -> bool:
    """Load the file of the game; return whether it exists and is undamaged."""
    for _ in flipop.BLOCKS.loading():
        pass
    return flipop.BLOCKS.content is not None


def judged(positions: list[Flipop]) -> list[int]:
    """Return the current evaluations of positions."""
    assert FLIPOP.engine.batch_rules is not None
    rules = FLIPOP.engine.batch_rules()
    found: list[int] = rules.evaluate(rules.pack(positions)).tolist()
    return found


def test_a_missing_file_may_come_later(file: Path) -> None:
    """Until the file exists, weights.txt is used."""
    positions = [one for one in walked(1, 5) if abs(judged([one])[0]) < WIN]
    assert not loads()
    assert judged(positions) == [evaluate(one) for one in positions]
    file.write_bytes(packed_file(FILE_HEADER, some_numbers().astype("<i2").tobytes()))
    assert loads()
    assert judged(positions) == points(MADE, positions)


CONTENT = packed_file(FILE_HEADER, some_numbers().astype("<i2").tobytes())
DAMAGE = {
    "empty": b"",
    "another game": packed_file(b"Flipside switch 1\n", some_numbers().tobytes()),
    "too short": packed_file(FILE_HEADER, some_numbers().tobytes()[:-1]),
    "half": CONTENT[: len(CONTENT) // 2],
    "one byte": CONTENT[:90_000] + bytes([CONTENT[90_000] ^ 1]) + CONTENT[90_001:],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_done_without_and_told(
    damage: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(DAMAGE[damage])
    capsys.readouterr()
    assert not loads()
    assert flipop.BLOCKS.damaged
    told = capsys.readouterr().err
    assert told.count("blocks.bin is damaged: the computer plays without it, and weaker.") == 1
    positions = [one for one in walked(1, 5) if abs(judged([one])[0]) < WIN]
    assert judged(positions) == [evaluate(one) for one in positions]


def test_loading_in_slices(file: Path) -> None:
    """A second loading during the first loads everything, and the first then ends."""
    file.write_bytes(CONTENT)
    slices = flipop.BLOCKS.loading()
    for _ in range(10):
        next(slices)
    assert loads()
    assert list(slices) == []
    positions = list(walked(1, 20))
    assert judged(positions) == points(MADE, positions)


# -- what may be expected ------------------------------------------------------------------------


def test_nothing_is_expected_near_the_end() -> None:
    """If a player has at most two balls, there is no ProbCut, also with the hand-made weights."""
    positions = list(walked(12, 4))
    rules = FlipopBatch(MADE)
    batch = rules.pack(positions)
    few = [min(ball.bit_count() for ball in one.balls) <= 2 for one in positions]
    assert any(few)
    assert not all(few)
    expected = rules.probcut_margins(batch, 5)
    assert expected is not None
    assert ((expected.most == WIN) == few).all()
    assert (expected.least == -expected.most).all()
    assert FlipopBatch().probcut_margins(batch, 5) is None
