"""Packed files of what computers have learned: missing, damaged, and loaded in slices."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flipside.rules.catalogue import BY_KEY
from flipside.rules.engine.data_files import PackedFile
from flipside.rules.games import flipop, othello, switch
from flipside.rules.games.flipop.engine.blocks import read_blocks
from flipside.rules.games.othello.engine.patterns import read_patterns
from flipside.rules.games.switch.engine.table import read_table
from flipside.rules.match.match import Match
from tests.rules.games.random_matches import REFERENCES, played

FILES: dict[str, Any] = {
    "othello": (othello, "LEARNED", read_patterns, 25),
    "flipop": (flipop, "BLOCKS", read_blocks, 10),
    "switch": (switch, "TABLE", read_table, 40),
}
"""By game: the module and its name for the file, the parser, and the least number of slices."""


@dataclass
class Learned:
    """The file of a game in a folder of its own, where it is missing at first."""

    key: str
    file: PackedFile[Any]
    whole: bytes
    known: list[object]
    """What the computer says of some positions with the file."""
    least_slices: int

    def answers(self) -> list[object]:
        """What the computer says of these positions now."""
        engine = BY_KEY[self.key].engine
        say = engine.static_score if engine.tablebase is None else engine.tablebase
        return [say(one) for one in positions(self.key)]

    def unknown(self) -> list[object]:
        """What it says of them without the file."""
        if self.key == "switch":
            return [None] * len(positions(self.key))
        return [REFERENCES[self.key](one) for one in positions(self.key)]

    def load(self) -> bool:
        return self.file.loaded() is not None


def positions(key: str) -> list[Any]:
    return [played(Match(BY_KEY[key]), Random(seed), 25).position for seed in range(3)]


@pytest.fixture(params=FILES)
def learned(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Learned:
    module, name, parse, least_slices = FILES[request.param]
    shipped = getattr(module, name)
    shipped.loaded()
    file = PackedFile(tmp_path / shipped.path.name, parse)
    found = Learned(request.param, file, shipped.path.read_bytes(), [], least_slices)
    found.known = found.answers()
    monkeypatch.setattr(module, name, file)
    return found


def test_a_missing_file_may_come_later(learned: Learned) -> None:
    """Searches that have begun without it go on without it."""
    rules = BY_KEY[learned.key].engine.batch_rules
    assert rules is not None
    assert not learned.load()
    assert learned.answers() == learned.unknown() != learned.known
    begun = rules()
    learned.file.path.write_bytes(learned.whole)
    assert learned.load()
    assert not learned.file.damaged
    assert learned.answers() == learned.known
    if learned.key != "switch":
        batch = begun.pack(positions(learned.key))
        assert begun.evaluate(batch).tolist() == learned.unknown()


DAMAGE: dict[str, Callable[[bytes, bytes], bytes]] = {
    "empty": lambda head, rest: b"",
    "magic": lambda head, rest: b"X" + head[1:] + rest,
    "another game": lambda head, rest: b"Flipside threes 1\n" + rest,
    "version": lambda head, rest: head[:-2] + b"0\n" + rest,
    "size": lambda head, rest: head + b"\0\0\0\0" + rest[4:],
    "sum": lambda head, rest: head + rest[:4] + b"\0\0\0\0" + rest[8:],
    "too short": lambda head, rest: (
        head + rest[:8] + zlib.compress(zlib.decompress(rest[8:])[:-1], 1)
    ),
    "half": lambda head, rest: head + rest[: len(rest) // 2],
    "header": lambda head, rest: head + rest[:2],
    "one byte": lambda head, rest: head + rest[:50_000] + bytes([rest[50_000] ^ 1]) + rest[50_001:],
}
"""What becomes of the header of a file and of all that follows it."""


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_done_without_and_told(
    learned: Learned, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing fails, and the file is not read again."""
    path = learned.file.path
    begin = learned.whole.index(b"\n") + 1
    path.write_bytes(DAMAGE[damage](learned.whole[:begin], learned.whole[begin:]))
    capsys.readouterr()
    assert not learned.load()
    assert learned.file.damaged
    told = f"{path.name} is damaged: the computer plays without it, and weaker."
    assert capsys.readouterr().err.count(told) == 1
    path.write_bytes(learned.whole)
    assert not learned.load()
    assert learned.answers() == learned.unknown()


def test_loading_in_slices(learned: Learned) -> None:
    """A caller that loads during another loading gets the whole; the other then ends."""
    learned.file.path.write_bytes(learned.whole)
    slices = learned.file.loading()
    for _ in range(10):
        next(slices)
    assert learned.load()
    assert list(slices) == list(learned.file.loading()) == []
    assert learned.answers() == learned.known
    _, _, parse, _ = FILES[learned.key]
    assert len(list(PackedFile(learned.file.path, parse).loading())) > learned.least_slices
