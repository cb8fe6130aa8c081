"""The files of positions that search is measured with."""

from pathlib import Path

import pytest

from tests.positions import positions

FILES = sorted(path.stem for path in (Path(__file__).parents[2] / "positions").glob("*.txt"))


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_an_open_position_and_no_two_are_the_same(name: str) -> None:
    matches = positions(name)
    assert len({match.position for match in matches}) == 20
    assert all(match.result() is None for match in matches)


@pytest.mark.parametrize("empty", [12, 14])
def test_endings_of_othello_have_so_many_empty_fields(empty: int) -> None:
    counts = {match.position.pieces().count(None) for match in positions(f"othello_{empty}")}
    assert counts == {empty}
