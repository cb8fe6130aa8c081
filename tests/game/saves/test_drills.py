"""Drills: due dates follow from dated events, and merged devices count nothing twice."""

from datetime import date, timedelta
from functools import reduce
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from flipside.game.saves.drills import (
    DRILLS,
    Drill,
    StoredDrills,
    create_drills,
    due_day,
    due_drills,
    note_try,
    waiting_drills,
)
from flipside.game.saves.export import bundled, unbundle
from flipside.rules.catalogue import GAMES
from flipside.rules.engine.analysis.review import Review, SavedReview
from flipside.rules.match.match import Match
from tests.game.journeys.recorded import recorded
from tests.game.live_match.machine import Household

FIRST = date(2026, 1, 10)


def day(number: int) -> date:
    return FIRST + timedelta(number)


def drill(tries: dict[int, str], created: int = 0) -> Drill:
    """A drill created on a day, with results by day."""
    results = {day(number).isoformat(): outcome for number, outcome in tries.items()}
    return Drill(day(created).isoformat(), "", 0, SavedReview(), 0, results)  # type: ignore[arg-type]


def wait(tries: dict[int, str], today: int, created: int = 0) -> int | None:
    """The number of the day on which a drill is due."""
    due = due_day(drill(tries, created), day(today))
    return None if due is None else due - FIRST.toordinal()


@pytest.mark.parametrize(
    ("tries", "due"),
    [
        ({}, 1),
        ({1: "solved"}, 4),
        ({9: "solved"}, 12),
        ({1: "solved", 4: "solved"}, 11),
        ({1: "solved", 4: "solved", 11: "solved"}, None),
        ({1: "failed"}, 2),
        ({1: "solved", 4: "failed"}, 5),
        ({1: "solved", 4: "failed", 5: "solved"}, 8),
        ({1: "solved", 4: "solved", 30: "solved", 31: "failed"}, None),
    ],
)
def test_a_drill_is_due_after_1_3_and_7_days(tries: dict[int, str], due: int | None) -> None:
    assert wait(tries, 40) == due


def test_skipping_loses_nothing() -> None:
    assert [wait({1: "solved"}, today) for today in (1, 4, 400)] == [4, 4, 4]


def test_a_try_before_the_due_day_counts_from_its_own_day() -> None:
    """One minute before midnight is still the day before."""
    assert wait({1: "solved", 3: "solved"}, 3) == 10


def test_a_clock_set_back_loses_nothing() -> None:
    """Tries of later days wait for their day, and a drill of a later day is due at once."""
    tries = {1: "solved", 30: "solved"}
    assert [wait(tries, today) for today in (2, 29, 30)] == [4, 4, 37]
    assert wait({}, 5, created=30) == 5
    assert wait({}, 31, created=30) == 31


@pytest.mark.parametrize("created", ["0001-01-01", "9999-12-31", "2026-13-45"])
def test_impossible_dates_do_no_harm(created: str) -> None:
    strange = Drill(created, "", 0, SavedReview(), 0, {"2026-99-99": "solved"})
    assert due_day(strange, date.max) is not None
    assert due_day(strange, date.min) is not None


def random_drills(random: Random) -> StoredDrills:
    """Drills with the same matches on all devices, but other dates and results."""
    return StoredDrills({
        f"2026-01-{number:02}-{number % 4:016x}-{number}": drill(
            {random.randrange(9): random.choice(["solved", "failed"]) for _ in range(3)},
            random.randrange(5),
        )
        for number in random.sample(range(150), 90)
    })  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_a_merge_gives_the_same_in_any_order(seed: int) -> None:
    random = Random(seed)
    devices = [random_drills(random) for _ in range(3)]
    merged = [reduce(DRILLS.merge_values, order) for order in permutations(devices)]
    assert all(each == merged[0] for each in merged)
    nested = DRILLS.merge_values(devices[0], DRILLS.merge_values(devices[1], devices[2]))
    assert nested == merged[0]
    assert DRILLS.merge_values(nested, nested) == nested
    assert all(DRILLS.merge_values(nested, device) == nested for device in devices)


def created_drills(home: Household, key: str) -> Review:
    """A whole review, and drills of the mistakes of both players."""
    review = Review(recorded(key).match)
    review.work(1000.0)
    for player in (0, 1):
        create_drills(home.storage, review, player, "2026-01-09")
    return review


@pytest.mark.usefixtures("quick_reviews")
@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_a_drill_judges_its_move_like_the_review(key: str, tmp_path: Path) -> None:
    home = Household(tmp_path)
    review = created_drills(home, key)
    drills = DRILLS.load(home.storage).drills
    assert drills, "beginners make mistakes"
    for each in drills.values():
        excerpt, ply = each.review(), each.ply
        assert excerpt.match.names() == review.match.names()[: len(excerpt.match.moves)]
        assert excerpt.at_stake(ply) == review.at_stake(ply)
        assert excerpt.moments[ply] == review.moments[ply]
        player = review.match.position_at(ply).turn
        assert excerpt.drops(player)[ply] == review.drops(player)[ply] >= 0.4


@pytest.mark.usefixtures("quick_reviews")
def test_tries_count_once_per_day_on_all_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, other = Household(tmp_path / "home"), Household(tmp_path / "other")

    def move_to(number: int) -> None:
        for each in (home, other):
            monkeypatch.setattr(each.storage.device, "now", lambda: f"{day(number)} 23:59:00")

    def due(number: int) -> list[str]:
        return [name for name, _ in due_drills(home.storage, day(number))]

    move_to(0)
    created_drills(home, "othello")
    assert due(0) == []
    name, *others = due(1)
    assert unbundle(other.storage, bundled(home.storage)).rejects == ()
    move_to(1)
    note_try(home.storage, name, solved=True)
    note_try(home.storage, name, solved=False)
    note_try(other.storage, name, solved=True)
    unbundle(home.storage, bundled(other.storage))
    unbundle(home.storage, bundled(other.storage))
    assert sorted(due(3)) == sorted(others)
    assert name in due(4)
    before = DRILLS.load(home.storage)
    move_to(3)
    created_drills(home, "othello")
    assert DRILLS.load(home.storage) == before, "the same review again changes nothing"
    home.settings.drills = False
    assert waiting_drills(home) == []


def test_a_match_without_moves_makes_no_drills(tmp_path: Path) -> None:
    home, review = Household(tmp_path), Review(Match(GAMES[0]))
    review.work(1000.0)
    create_drills(home.storage, review, 0, "2026-01-09")
    assert DRILLS.load(home.storage) == StoredDrills()
