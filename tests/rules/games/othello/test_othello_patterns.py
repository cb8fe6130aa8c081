"""Tests of the evaluation of Othello by patterns: the file, the evaluation with it
and without it."""

import tracemalloc
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from flipside.rules.arena.contest import open_at_random
from flipside.rules.contract.batch_rules import NOT_OVER, Batch, Points
from flipside.rules.engine.data_files import PackedFile, packed_file
from flipside.rules.games import othello
from flipside.rules.games.othello import LEARNED, OTHELLO
from flipside.rules.games.othello.engine import patterns
from flipside.rules.games.othello.engine.batch import PROBCUT_DEVIATIONS, STATIC_PLIES, OthelloBatch
from flipside.rules.games.othello.engine.evaluation import EMPTIES_PER_PHASE, TEMPO_POINTS
from flipside.rules.games.othello.engine.patterns import (
    GAME_PHASES,
    PATTERN_CELLS,
    PATTERN_FILE_BYTES,
    PROBCUT_DEPTHS,
    Patterns,
    read_patterns,
)
from flipside.rules.games.othello.openings import symmetric_cell
from flipside.rules.games.othello.position import Othello, Setup, position
from flipside.rules.match.match import Match
from flipside.rules.training.othello import pattern_bytes, pattern_images
from tests.of_type import of_type
from tests.positions import positions as sensible
from tests.rules.games.othello.reference_evaluation import evaluate as by_hand


def some_bytes(seed: int = 1) -> bytes:
    """Return the content of a file with random weights."""
    random = np.random.default_rng(seed)
    scales = random.integers(1, 9, GAME_PHASES).astype(np.int32)
    margins = random.integers(50, 900, (GAME_PHASES, 2, PROBCUT_DEPTHS)).astype(np.int32)
    weights = random.integers(-20, 21, (GAME_PHASES, sum(patterns.WEIGHT_COUNTS))).astype(np.int8)
    return pattern_bytes(scales, margins, weights)


@cache
def made_up() -> Patterns:
    found = Patterns(some_bytes())
    for _ in found.build():
        pass
    return found


def by_patterns(patterns: Patterns, one: Othello) -> int:
    rules = OthelloBatch(patterns)
    return int(rules.evaluate(rules.pack([one]))[0])


def positions(count: int) -> list[Othello]:
    """Return positions of random matches, of every phase."""
    found: list[Othello] = []
    for seed in range(count):
        match = Match(OTHELLO)
        open_at_random(match, seed % 60, Random(seed))
        found.append(of_type(Othello, match.position))
    return found


def plain(found: bytes, one: Othello) -> int:
    """Return the score by the docstring of patterns.py, pattern by pattern."""
    scales, _, weights = patterns.parse_patterns(found)
    own, enemy = one.discs[one.turn], one.discs[1 - one.turn]
    phase = min(max(((own | enemy).bit_count() - 4) // 4, 0), 14)
    row, total = weights[phase].tolist(), 0
    begin = 0
    for kind, count in zip(PATTERN_CELLS, patterns.WEIGHT_COUNTS, strict=False):
        numbers = patterns.weight_of_index(kind)
        for cells in pattern_images(kind):
            digits = [(own >> cell & 1) + 2 * (enemy >> cell & 1) for cell in cells]
            index = sum(digit * 3**place for place, digit in enumerate(digits))
            total += row[begin + numbers[index]]
        begin += count
    total += row[
        begin + 32 * ((own | enemy).bit_count() % 2) + min(one.legal_squares.bit_count(), 31)
    ]
    return max(-6400, min(6400, total * int(scales[phase])))


def test_the_value_is_the_sum_of_all_patterns() -> None:
    """Other positions in the array and its memory layout do not matter."""
    chosen = positions(60)
    expected = [plain(some_bytes(), one) for one in chosen]
    rules = OthelloBatch(made_up())
    unfinished = [at for at, one in enumerate(chosen) if one.result() is None]
    batch = rules.pack([chosen[at] for at in unfinished])
    assert rules.evaluate(batch).tolist() == [expected[at] for at in unfinished]
    many = np.repeat(batch, 60, axis=1)
    values = rules.evaluate(many)
    assert values.dtype == np.int32
    assert np.array_equal(values[::60], rules.evaluate(batch))
    assert np.array_equal(values[30::60], rules.evaluate(many[:, 30::60]))
    assert len(rules.evaluate(batch[:, :0])) == 0


@pytest.mark.parametrize("judge", [lambda one: by_patterns(made_up(), one), by_hand])
def test_symmetric_positions_have_equal_values(judge: Callable[[Othello], int]) -> None:
    for one in positions(40):
        values = set()
        for symmetry in range(8):
            first, second = (
                sum(1 << symmetric_cell(at, symmetry) for at in range(64) if discs >> at & 1)
                for discs in one.discs
            )
            values.add(judge(position((first, second), one.turn, one.setup)))
        assert len(values) == 1


def test_by_hand_both_are_judged_alike() -> None:
    """The score of one player is the negative of the other's, except for the tempo."""
    for one in positions(60):
        empty = 64 - (one.discs[0] | one.discs[1]).bit_count()
        other = position(one.discs, 1 - one.turn, one.setup)
        tempo = TEMPO_POINTS[empty // EMPTIES_PER_PHASE]
        assert abs(by_hand(one) + by_hand(other) - 2 * tempo) <= 1
        least = Setup(fewest=True)
        fewest = [by_hand(position(one.discs, turn, least)) for turn in (0, 1)]
        assert abs(sum(fewest) - 2 * tempo) <= 1


def test_46_patterns() -> None:
    """Each kind has the number of weights that the file has."""
    assert sum(len(pattern_images(kind)) for kind in PATTERN_CELLS) == 46
    counts = [int(patterns.weight_of_index(kind).max()) + 1 for kind in PATTERN_CELLS]
    assert (*counts, 2 * patterns.MOBILITY_WEIGHT_COUNT) == patterns.WEIGHT_COUNTS
    assert len(some_bytes()) == PATTERN_FILE_BYTES


def test_fewest_discs_are_judged_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The patterns are not trained for this goal, or for the first four discs."""
    learned = PackedFile(LEARNED.path, read_patterns)
    learned.content = made_up()
    monkeypatch.setattr(othello, "LEARNED", learned)
    fewest = of_type(Othello, Match(OTHELLO, {"goal": "fewest"}).position)
    laying = of_type(Othello, Match(OTHELLO, {"start": "open"}).position)
    assert OTHELLO.engine.static_score(fewest) == by_hand(fewest)
    assert OTHELLO.engine.static_score(laying) == 0
    assert OTHELLO.engine.batch_rules is not None
    rules, plain_rules = OTHELLO.engine.batch_rules(), OthelloBatch()
    batch = rules.pack([fewest])
    assert rules.evaluate(batch) == plain_rules.evaluate(batch) == by_hand(fewest)
    margins, by_itself = rules.probcut_margins(batch, 8), plain_rules.probcut_margins(batch, 8)
    assert margins.plies == by_itself.plies == 1
    assert margins.least == by_itself.least == -margins.most
    most = of_type(Othello, Match(OTHELLO).position)
    assert OTHELLO.engine.static_score(most) == by_patterns(made_up(), most)
    assert rules.evaluate(rules.pack([most])) == by_patterns(made_up(), most)


def test_margins_are_those_of_the_file() -> None:
    rules = OthelloBatch(made_up())
    batch = rules.pack(positions(60))
    taken = np.bitwise_count(batch[0] | batch[1])
    for depth in (2, 5, 13, 40):
        at = patterns.PHASE_BY_DISCS[taken], min(depth - 2, PROBCUT_DEPTHS - 1)
        margins = rules.probcut_margins(batch, depth)
        assert margins.plies == patterns.probcut_plies(depth)
        least, most = margins.least, margins.most
        assert np.array_equal(least + most, 2 * made_up().leans[at])
        assert np.array_equal(
            (most - least) // 2, (PROBCUT_DEVIATIONS * made_up().deviations[at]).astype(int)
        )
    by_itself = OthelloBatch().probcut_margins(batch, 6)
    assert (by_itself.least < 0).all()
    assert (by_itself.most > 0).all()


def test_a_glance_is_seldom_wrong() -> None:
    """Static margins seldom differ from searches in matches between levels."""
    learned = PackedFile(LEARNED.path, read_patterns)
    for _ in learned.loading():
        pass
    rules = OthelloBatch(learned.content)
    for depth in (1, 2, 3):
        wrong = count = 0
        for match in sensible("othello"):
            children = rules.children(rules.pack([of_type(Othello, match.position)])).batch
            margins = rules.static_margins(children, depth)
            assert margins is not None
            judged, true = rules.evaluate(children), looked(rules, children, depth)
            outside = (true < judged + margins.least) | (true > judged + margins.most)
            wrong, count = wrong + int(outside.sum()), count + len(true)
        assert count > 150
        assert wrong <= count // 6, f"{wrong} of {count} at depth {depth}"


def looked(rules: OthelloBatch, batch: Batch, depth: int) -> Points:
    """Return the minimax values of this depth."""
    if depth == 0:
        return rules.evaluate(batch)
    children = rules.children(batch)
    values = rules.terminal_scores(batch)
    over = values == NOT_OVER
    values[over] = -10_000
    np.maximum.at(values, children.parent, -looked(rules, children.batch, depth - 1))
    return values


def test_no_glance_where_nothing_was_measured() -> None:
    """There are no static margins for the hand-made evaluation, the goal "fewest",
    and high depths."""
    few = of_type(Othello, Match(OTHELLO, {"goal": "fewest"}).position)
    rules, batch = OthelloBatch(made_up()), OthelloBatch().pack(positions(5))
    assert rules.static_margins(batch, STATIC_PLIES) is not None
    assert rules.static_margins(batch, STATIC_PLIES + 1) is None
    assert OthelloBatch().static_margins(batch, 1) is None
    assert rules.static_margins(rules.pack([few]), 1) is None


# -- the file ------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of the game's file in this test; the file is missing at first."""
    learned = PackedFile(tmp_path / "patterns.bin", read_patterns)
    monkeypatch.setattr(othello, "LEARNED", learned)
    return learned.path


def loads() -> bool:
    """Load the file of the game; return whether it exists and is undamaged."""
    for _ in othello.LEARNED.loading():
        pass
    return othello.LEARNED.content is not None


def test_a_missing_file_may_come_later(file: Path) -> None:
    """Until the file exists, the hand-made evaluation is used. Searches that began
    before keep it."""
    one = positions(30)[25]
    assert OTHELLO.engine.batch_rules is not None
    assert not loads()
    begun = OTHELLO.engine.batch_rules()
    assert OTHELLO.engine.static_score(one) == by_hand(one) == begun.evaluate(begun.pack([one]))
    file.write_bytes(packed_file(patterns.HEADER_LINE, some_bytes()))
    assert loads()
    assert OTHELLO.engine.static_score(one) == by_patterns(made_up(), one)
    assert begun.evaluate(begun.pack([one])) == by_hand(one)
    assert OTHELLO.engine.batch_rules().evaluate(begun.pack([one])) == OTHELLO.engine.static_score(
        one
    )


CONTENT = packed_file(patterns.HEADER_LINE, some_bytes())
DAMAGE = {
    "empty": b"",
    "another game": packed_file(b"Flipside switch 1\n", some_bytes()),
    "too short": packed_file(patterns.HEADER_LINE, some_bytes()[:-1]),
    "half": CONTENT[: len(CONTENT) // 2],
    "header": CONTENT[:20],
    "one byte": CONTENT[:500_000] + bytes([CONTENT[500_000] ^ 1]) + CONTENT[500_001:],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_done_without_and_told(
    damage: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The hand-made evaluation is used, and the file is not read again."""
    one = positions(30)[25]
    file.write_bytes(DAMAGE[damage])
    capsys.readouterr()
    assert not loads()
    assert othello.LEARNED.damaged
    assert capsys.readouterr().err.count(f"{file.parent.name}/patterns.bin is damaged: ") == 1
    file.write_bytes(CONTENT)
    assert not loads()
    assert OTHELLO.engine.static_score(one) == by_hand(one)
    assert OTHELLO.engine.batch_rules is not None
    rules = OTHELLO.engine.batch_rules()
    assert rules.evaluate(rules.pack([one])) == by_hand(one)


def test_loading_in_slices(file: Path) -> None:
    """A second loading during the first loads everything, and the first then ends."""
    file.write_bytes(CONTENT)
    slices = othello.LEARNED.loading()
    for _ in range(10):
        next(slices)
    assert loads()
    assert list(slices) == []
    one = position((0x0000000810000000, 0x0000001008000000), 0, Setup())
    assert OTHELLO.engine.static_score(one) == by_patterns(made_up(), one)
    assert len(list(PackedFile(file, read_patterns).loading())) > 25


def test_the_file_of_the_game() -> None:
    """The file and the loaded weights are small, and undamaged."""
    assert LEARNED.path.stat().st_size <= 1_500_000
    tracemalloc.start()
    try:
        learned = PackedFile(LEARNED.path, read_patterns)
        for _ in learned.loading():
            pass
        assert learned.content is not None
        assert tracemalloc.get_traced_memory()[1] < 25_000_000
    finally:
        tracemalloc.stop()
    assert (learned.content.deviations[:-1] > 0).all(), "at the very end a look sees everything"
    black, white = 0x0000000810000000, 0x0000001008000000
    own, lost = (
        by_patterns(learned.content, position(discs, 0, Setup()))
        for discs in ((black | 1, white), (black, white | 1))
    )
    assert own > lost + 300  # a corner
