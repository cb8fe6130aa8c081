"""Tests that training opens no file in a folder called shared."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from flipside.rules.training import contactic, othello
from flipside.rules.training.courses import COURSES
from flipside.rules.training.learning import BatchCourse

TINY = (
    (contactic, {"OPENING_MATCHES": 3, "SHARD_OPENINGS": 1, "POLISH_PAIRS": 2, "POLISH_STEPS": 2}),
    (BatchCourse, {"shard_matches": 12}),
    (COURSES["flipflop"], {"shard_matches": 12}),
    (othello, {"MARGIN_POSITIONS": 4, "MARGIN_DEPTH": 5, "BOOK_PLIES": 1, "SEARCH_PLIES": 2}),
)
"""Settings that make each course end soon."""

_watched: list[str] | None = None


def _watch(event: str, given: tuple[Any, ...]) -> None:
    if event == "open" and _watched is not None:
        _watched.append(str(given[0]))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Yield the list of the names of all files opened during the test."""
    global _watched
    if _watched is None:
        sys.addaudithook(_watch)  # it cannot be removed
    _watched = []
    for module, numbers in TINY:
        for name, number in numbers.items():
            monkeypatch.setattr(module, name, number)
    yield _watched
    _watched = []


def shared(names: Sequence[str]) -> list[str]:
    """Return the names in a folder called shared, with links resolved."""
    found = [Path(name).absolute() for name in names]
    return [str(one) for one in found if "shared" in (*one.parts, *one.resolve().parts)]


@pytest.mark.long
@pytest.mark.parametrize("key", COURSES)
def test_training_opens_no_file_under_shared(key: str, opened: list[str], tmp_path: Path) -> None:
    """No step of training opens such a file: neither self-play nor fit, margins and book."""
    course, shard = COURSES[key], tmp_path / "shard-0.npz"
    for weights in (None, course.weights.read_bytes()):
        np.savez(shard, allow_pickle=False, **course.play(0, 1, weights))
        data = course.fit([shard], weights)
    if isinstance(course, othello.OthelloCourse):
        course.margins(data)
        othello.good_moves(course.weights.read_bytes(), (0x0000000810000000, 0x0000001008000000))
    assert str(shard) in opened, "files are seen when they are opened"
    assert shared(opened) == []


def test_a_file_under_shared_would_be_seen(opened: list[str], tmp_path: Path) -> None:
    """The check also follows links."""
    (tmp_path / "shared").mkdir()
    file, link = tmp_path / "shared" / "values", tmp_path / "values"
    np.save(file.with_suffix(".npy"), np.zeros(1))
    link.symlink_to(file.with_suffix(".npy"))
    opened.clear()
    np.load(link)
    file.with_suffix(".npy").read_bytes()
    assert len(shared(opened)) == 2
