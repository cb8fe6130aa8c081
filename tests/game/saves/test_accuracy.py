"""Accuracy by match: stored once, merged without loss."""

from itertools import permutations
from pathlib import Path

import pytest

from flipside.game.saves.accuracy import ACCURACY, MatchAccuracy, accuracies, note_accuracy
from flipside.game.saves.export import bundled, unbundle
from flipside.rules.engine.analysis.review import Review
from tests.game.journeys.recorded import recorded
from tests.game.live_match.machine import Household

Accuracies = ACCURACY.of


def entry(date: str, percent: int, person: int | None = 0) -> MatchAccuracy:
    return MatchAccuracy("othello", date, (10 * percent, None), person)


def named(number: int) -> str:
    return f"{number:016x}"


@pytest.mark.usefixtures("quick_reviews")
def test_the_own_side_is_listed_by_date(tmp_path: Path) -> None:
    home, match = Household(tmp_path), recorded("othello").match
    review = Review(match)
    review.work(1000.0)
    note_accuracy(home.storage, review, ("level2", "person"), "2026-01-31")
    note_accuracy(home.storage, review, ("level2", "person"), "2026-01-31")
    ((date, percent),) = accuracies(home.storage, "othello")
    assert date == "2026-01-31"
    assert 0 < percent < 100
    assert accuracies(home.storage, "flipop") == []


def test_matches_without_an_own_side_are_not_listed(tmp_path: Path) -> None:
    home = Household(tmp_path)
    values = Accuracies({
        named(1): entry("2026-01-02", 80),
        named(2): entry("2026-01-01", 70),
        named(3): entry("2026-01-03", 60, None),
        named(4): entry("2026-01-04", 60, 1),
    })  # fmt: skip
    ACCURACY.change(home.storage, lambda _: values)
    assert accuracies(home.storage, "othello") == [("2026-01-01", 70.0), ("2026-01-02", 80.0)]
    other = Household(tmp_path / "other")
    assert unbundle(other.storage, bundled(home.storage)).rejects == ()
    assert ACCURACY.load(other.storage) == values


def test_a_merge_keeps_the_newest_thousand_in_any_order() -> None:
    dates = [f"{2000 + number % 90}-01-{1 + number % 28:02}" for number in range(1500)]
    parts = [
        Accuracies({named(n): entry(dates[n], n % (50 + start)) for n in range(start, 1500, 2)})
        for start in (0, 1)
    ]
    parts.append(Accuracies({named(n): entry(dates[n], 99) for n in range(0, 1500, 7)}))
    merge = ACCURACY.merge_values
    merged = {str(merge(merge(one, two), three)) for one, two, three in permutations(parts)}
    assert len(merged) == 1
    result = merge(merge(*parts[:2]), parts[2])
    assert len(result.matches) == 1000
    assert merge(result, parts[1]) == result
    assert merge(result, result) == result
