"""Tests of the tablebase file of Switch: its figures, and damaged files."""

import tracemalloc

import numpy as np
import pytest

from flipside.rules.engine.data_files import PackedFile
from flipside.rules.games.switch import TABLE
from flipside.rules.games.switch.engine.table import ArrangementIndex, read_table
from flipside.rules.games.switch.stones import ALL
from flipside.rules.training.solve_switch import HOMES, arrangements
from tests.rules.games.switch.solved import codes, of_every_class, random_arrangements


@pytest.mark.long
def test_figures() -> None:
    """SW-1 to SW-8: the tablebase has the figures of RULES.md, which rounds won and lost."""
    assert of_every_class()[0] == {
        "all": 67_603_900,
        "connected": 3_515_914,
        "won": 14_356_032,
        "lost": 437_934,
        "drawn": 49_294_020,
        "longest": 27,
    }


def turned(stones: int, symmetry: int) -> int:
    """Return the stones after one of the eight symmetries of the square."""
    found = 0
    for cell in range(25):
        if stones >> cell & 1:
            row, column = divmod(cell, 5)
            row = 4 - row if symmetry & 1 else row
            column = 4 - column if symmetry & 2 else column
            row, column = (column, row) if symmetry & 4 else (row, column)
            found |= 1 << 5 * row + column
    return found


def prepared() -> ArrangementIndex:
    index = ArrangementIndex()
    for _ in index.prepare():
        pass
    return index


def test_index_numbers_the_classes() -> None:
    """All eight symmetric arrangements have the same place, and every place is used."""
    index = prepared()
    used = np.zeros(index.size, np.bool_)
    for gap in HOMES:
        for own, enemy in arrangements(gap):
            used[index(own, enemy)] = True
    assert used.all()
    assert index.size == 9_469_376
    for mine, other in random_arrangements(200, 1):
        pictures = [(turned(mine, one), turned(other, one)) for one in range(8)]
        assert len(set(codes(pictures))) == 1
        places = index(*(np.array(side, np.uint32) for side in zip(*pictures, strict=True)))
        in_the_middle = (ALL ^ mine ^ other) == 1 << 12
        assert len(set(places.tolist())) <= (4 if in_the_middle else 1)


def content() -> bytes:
    return TABLE.path.read_bytes()


def test_size_and_memory() -> None:
    """The file and the loaded table are small."""
    assert len(content()) < 2_000_000
    tracemalloc.start()
    try:
        fresh = PackedFile(TABLE.path, read_table)
        assert fresh.loaded()
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()
