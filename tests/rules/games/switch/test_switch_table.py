"""Tests of the tablebase file of Switch: its figures, and damaged files."""

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from flipside.rules.engine.data_files import PackedFile
from flipside.rules.games.switch import SWITCH, TABLE
from flipside.rules.games.switch.engine import table
from flipside.rules.games.switch.engine.table import ArrangementIndex, read_table
from flipside.rules.games.switch.position import Switch
from flipside.rules.games.switch.stones import ALL
from flipside.rules.match.match import Match
from flipside.rules.training.solve_switch import HOMES, arrangements
from tests.of_type import of_type
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


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda whole: b"",
    "magic": lambda whole: b"X" + whole[1:],
    "version": lambda whole: whole.replace(b" 1\n", b" 2\n", 1),
    "size": lambda whole: whole[:18] + b"\0\0\0\0" + whole[22:],
    "sum": lambda whole: whole[:22] + b"\0\0\0\0" + whole[26:],
    "half": lambda whole: whole[: len(whole) // 2],
    "header": lambda whole: whole[:20],
    "one byte": lambda whole: whole[:500_000] + bytes([whole[500_000] ^ 1]) + whole[500_001:],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_table_says_nothing(damage: str, tmp_path: Path) -> None:
    """There are no scores and no errors, and the file is marked as damaged."""
    broken = PackedFile(tmp_path / "table.bin", read_table)
    (tmp_path / "table.bin").write_bytes(DAMAGE[damage](content()))
    position = of_type(Switch, Match(SWITCH).position)
    for _ in range(2):
        assert table.tablebase_scores(broken, position) is None
        assert broken.damaged


def test_a_missing_table_may_come_later(tmp_path: Path) -> None:
    """There are no scores without the file, and scores when it exists."""
    later = PackedFile(tmp_path / "table.bin", read_table)
    position = of_type(Switch, Match(SWITCH).position)
    assert table.tablebase_scores(later, position) is None
    (tmp_path / "table.bin").write_bytes(content())
    assert table.tablebase_scores(later, position) is not None
    assert not later.damaged


def test_loading_in_slices() -> None:
    """A request during loading loads the whole table, and the loading then ends."""
    fresh = PackedFile(TABLE.path, read_table)
    slices = fresh.loading()
    for _ in range(30):
        next(slices)
    assert fresh.loaded()
    assert list(slices) == []
    assert list(fresh.loading()) == []
    own, enemy = np.array(random_arrangements(99, 5), np.uint32).T
    assert np.array_equal(fresh.content.values(own, enemy), TABLE.loaded().values(own, enemy))
    assert len(list(PackedFile(TABLE.path, read_table).loading())) > 40


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
