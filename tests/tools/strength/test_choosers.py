"""Matches between versions of Contactic's search."""

import json
from pathlib import Path

import pytest

from flipside.rules.games.contactic.engine import reply_search, sampling
from tests.tools.strength import choosers
from tests.tools.strength.choosers import VERSIONS, Comparison, close_match, summary


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_plays_a_match(version: str) -> None:
    """The match has a margin, and afterwards the search is not patched."""
    before = dict(vars(sampling)), dict(vars(reply_search))
    margins = [Comparison(version, "all", 1, 0.001, 2).margin(number, 0) for number in (0, 1)]
    assert all(abs(margin) <= 120 for margin in margins)
    assert (dict(vars(sampling)), dict(vars(reply_search))) == before


def test_versions_swap_sides() -> None:
    """If no choice is left, both matches of a pair have opposite margins."""
    comparison = Comparison("only-counting", "only-evaluation", 1, 0.001, 0)
    for pair in (0, 2):
        assert comparison.margin(pair, 0) == -comparison.margin(pair + 1, 0)


def test_pairs_begin_in_different_matches() -> None:
    seeds = [close_match(0, number)[0] for number in range(3)]
    assert seeds == sorted(set(seeds))


def test_summary_counts_from_the_first_version() -> None:
    assert summary([3, -1, 0, 2]).startswith("2 won, 1 drawn, 1 lost: 62% ")
    assert summary([3, -1, 0, 2]).endswith("+1.00 ± 0.00 points")


def test_an_interrupted_run_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []

    def margin(comparison: Comparison, number: int, seed: int) -> int:
        played.append(number)
        return number

    monkeypatch.setattr(Comparison, "margin", margin)
    for matches in ("2", "4"):
        words = ["choosers", "all:no-replies:99:0.01:8", "--folder", str(tmp_path)]
        monkeypatch.setattr("sys.argv", [*words, "--matches", matches])
        choosers.main()
    assert played == [0, 1, 2, 3]
    (path,) = tmp_path.iterdir()
    assert [json.loads(line)["margin"] for line in path.read_text().splitlines()] == played
    assert "3 won, 1 drawn, 0 lost" in capsys.readouterr().out
