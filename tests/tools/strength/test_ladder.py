"""Tests of the ladder of levels: pairs, repeated measurement, and the table."""

from dataclasses import replace
from pathlib import Path

import pytest

from flipside.rules.arena import contest as series_module
from flipside.rules.arena.pool import Workers
from flipside.rules.contract.search_api import Limit
from flipside.rules.engine.search import LEVELS
from flipside.rules.games.othello import OTHELLO
from tests.tools.strength import ladder
from tests.tools.strength.ladder import measure_levels, rung_series, rungs, table_row

HERE = Workers(1)


def test_every_level_plays_the_two_below() -> None:
    pairs = [(rung.level.key, rung.other.key) for rung in rungs()]
    assert pairs[:3] == [("level1", "random"), ("level1", "greedy"), ("level3", "level1")]
    assert pairs[7:9] == [("level8", "level6"), ("level2", "level1")]
    assert pairs[-1] == ("level8", "level7")
    assert len(pairs) == 15
    assert [rung.other.key for rung in rungs(["level3"])] == [
        "level1",
        "level3",
        "level2",
        "level3",
    ]


def test_numbers_of_matches(tmp_path: Path) -> None:
    """Pairs play 100 matches, but with a time limit only 40, with a fifth of the time."""
    found = [rung_series(OTHELLO, rung, None, 0, tmp_path) for rung in rungs()]
    assert [one.matches for one in found] == [100] * 6 + [40] * 2 + [100] * 5 + [40] * 2
    assert [one.terms.scale for one in found] == [1.0] * 6 + [0.2] * 2 + [1.0] * 5 + [0.2] * 2


def test_a_changed_level_has_another_file(tmp_path: Path) -> None:
    rung = next(rungs())
    same = rung_series(OTHELLO, rung, 5, 0, tmp_path).path
    assert rung_series(OTHELLO, rung, 9, 0, tmp_path).path == same
    changed = replace(rung, level=replace(rung.level, limit=Limit(1, noise=1)))
    assert rung_series(OTHELLO, changed, 5, 0, tmp_path).path != same
    assert rung_series(OTHELLO, rung, 5, 1, tmp_path).path != same


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "at", "expected"),
    [
        (7, 5, 3, 2, "| level3 | level1 | 15 | 70% | 40% to 89% | 33% | at least 70% | yes |"),
        (6, 0, 4, 2, "| level3 | level1 | 10 of 15 | 60% | 31% to 83% | 0% | at least 70% | no |"),
        (6, 0, 9, 1, "| level1 | greedy | 15 | 40% | 20% to 64% | 0% | at most 40% | yes |"),
        (7, 0, 8, 1, "| level1 | greedy | 15 | 47% | 25% to 70% | 0% | at most 40% | no |"),
        (0, 15, 0, 0, "| level1 | random | 15 |  |  | 100% | at least 70% | no |"),
        (0, 0, 0, 0, "| level1 | random | 0 of 15 |  |  |  | at least 70% |  |"),
    ],
)
def test_rows(wins: int, draws: int, losses: int, at: int, expected: str, tmp_path: Path) -> None:
    rung = list(rungs())[at]
    found = rung_series(OTHELLO, rung, 15, 0, tmp_path)
    for number, winner in enumerate([0] * wins + [None] * draws + [1] * losses):
        found.note(number, winner)
    assert table_row(rung, found) == expected


def test_the_table_of_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The matches are played once, and then read from the file."""
    assert measure_levels(tmp_path, ["flipop"], ["random"], 2, workers=HERE, play=False)
    assert "| level1 | random | 0 of 2 |" in capsys.readouterr().out
    assert measure_levels(tmp_path, ["flipop"], ["random"], 2, workers=HERE)
    written = capsys.readouterr()
    assert written.out.startswith(f"\n### flipop\n\n{ladder.TABLE_HEAD}\n| level1 | random | 2 | ")
    assert "flipop level1 v random: 2 of 2" in written.err
    monkeypatch.setattr(series_module, "_play", None)
    assert measure_levels(tmp_path, ["flipop"], ["random"], 2, workers=HERE)
    assert capsys.readouterr().out == written.out


def test_ratings_follow_the_table_once_all_pairs_have_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def written() -> str:
        assert measure_levels(tmp_path, ["othello"], matches=3, workers=HERE, play=False)
        return capsys.readouterr().out

    every = list(rungs())
    for rung in every[:-1]:
        rung_series(OTHELLO, rung, 3, 0, tmp_path).note(0, 0)
    assert "Ratings" not in written()
    rung_series(OTHELLO, every[-1], 3, 0, tmp_path).note(0, 0)
    *_, last = written().splitlines()
    ratings = [int(word) for word in last.removeprefix("Ratings: ").split(", ")]
    assert len(ratings) == len(LEVELS)
    assert ratings[1] == 1000
    assert ratings == sorted({*ratings})


def test_a_pair_that_fails_is_left_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = replace(LEVELS[2], limit=Limit(depth="deep"))  # type: ignore[arg-type]
    monkeypatch.setattr(ladder, "LEVELS", (*LEVELS[:2], broken, LEVELS[3]))
    assert not measure_levels(tmp_path, ["othello"], ["level1", "level2"], 2, workers=HERE)
    written = capsys.readouterr()
    assert "MatchError: match 0 of" in written.err
    assert "| level3 | level1 | 0 of 2 |" in written.out
    assert "| level4 | level2 | 2 |" in written.out
