"""Results of days, and streaks: clocks and devices neither lose a day nor count it twice."""

from datetime import date, timedelta
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from flipside.game.saves import days
from flipside.game.saves.days import DAYS, DayResult, DayStreak, StoredDays, day_streak, note_day
from flipside.game.saves.export import bundled, unbundle
from flipside.rules.catalogue import GAMES
from tests.game.live_match.machine import Household

TODAY = date(2026, 11, 27)
DAY = timedelta(1)


HAWAII, TOKYO = -36_000, 32_400
"""Offsets from UTC in seconds."""


def solve(home: Household, day: date, opened: date | None = None, game: str = "othello") -> None:
    note_day(home.storage, game, day, "first", opened or day, 0)


def streak(home: Household, today: date) -> DayStreak:
    return day_streak(DAYS.load(home.storage).counted(today), today)


def test_successive_days_are_a_streak(home: Household) -> None:
    assert streak(home, TODAY) == DayStreak(0, 0)
    for number in (9, 8, 7, 2, 1, 0):
        solve(home, TODAY - number * DAY)
    assert streak(home, TODAY) == DayStreak(3, 3)
    assert streak(home, TODAY + DAY) == DayStreak(3, 3), "tomorrow it can still go on"
    assert streak(home, TODAY + 2 * DAY) == DayStreak(0, 3)
    assert streak(home, TODAY - 3 * DAY) == DayStreak(0, 3)


def test_a_day_counts_once_and_only_if_it_was_opened_in_time(home: Household) -> None:
    for game in GAMES:
        solve(home, TODAY, game=game.key)
    solve(home, TODAY)
    solve(home, TODAY - DAY, opened=TODAY)
    assert streak(home, TODAY) == DayStreak(1, 1)
    stored = DAYS.load(home.storage)
    assert days.is_complete(stored.results_of(TODAY))
    assert stored.counted(TODAY).keys() == {TODAY}


def test_what_was_only_begun_does_not_count(home: Household) -> None:
    note_day(home.storage, "switch", TODAY, "begun", TODAY, 0)
    assert streak(home, TODAY).now == 0
    solve(home, TODAY, game="switch")
    assert DAYS.load(home.storage).results_of(TODAY)["switch"].state == "solved", (
        "not the first try"
    )
    assert streak(home, TODAY).now == 1


def test_solving_again_is_not_a_first_try(home: Household) -> None:
    for state in ("begun", "solved", "first"):
        note_day(home.storage, "switch", TODAY, state, TODAY, 0)
    assert DAYS.load(home.storage).results_of(TODAY)["switch"].state == "solved"


def test_a_clock_that_was_wrong_takes_nothing_back(home: Household) -> None:
    """Set back by a month, and ahead by a year: what counted counts, and the future does not."""
    for number in (4, 3, 2, 1, 0):
        solve(home, TODAY - number * DAY)
    solve(home, TODAY - timedelta(30))
    solve(home, TODAY + timedelta(365))
    assert streak(home, TODAY) == DayStreak(5, 5)
    assert streak(home, TODAY + timedelta(365)) == DayStreak(1, 5)


def test_a_clock_set_back_fills_no_missed_day(home: Household) -> None:
    for number in (6, 5, 3, 1, 0):
        solve(home, TODAY - number * DAY)
    missed = TODAY - 4 * DAY
    solve(home, missed)
    assert streak(home, missed) == DayStreak(3, 3), "perhaps the clock was ahead before"
    assert streak(home, TODAY) == DayStreak(2, 2)
    solve(home, missed, game="switch")
    for number in range(30, 20, -1):
        solve(home, TODAY - number * DAY)
    assert streak(home, TODAY + DAY) == DayStreak(2, 2)
    solve(home, TODAY - 2 * DAY, opened=TODAY)
    assert streak(home, TODAY) == DayStreak(2, 2)


def test_solving_again_with_a_clock_set_back_takes_nothing_back(home: Household) -> None:
    for number in (2, 1, 0):
        note_day(home.storage, "switch", TODAY - number * DAY, "solved", TODAY - number * DAY, 0)
    note_day(home.storage, "switch", TODAY - 2 * DAY, "first", TODAY - 2 * DAY, 1)
    assert streak(home, TODAY) == DayStreak(3, 3)


@pytest.mark.parametrize("ahead", [1, 2, 7, 1200])
def test_a_clock_that_was_ahead_once_ends_no_streak(home: Household, ahead: int) -> None:
    """The days until the date of the wrong clock count, also when that date has come."""
    solve(home, TODAY)
    solve(home, TODAY + ahead * DAY)
    for number in range(1, min(ahead, 30) + 3):
        assert streak(home, TODAY + number * DAY - DAY).now >= number
        solve(home, TODAY + number * DAY)
        assert streak(home, TODAY + number * DAY).now >= number + 1


@pytest.mark.parametrize("newer_first", [False, True])
def test_a_day_set_back_is_known_after_merging(
    home: Household, tmp_path: Path, newer_first: bool
) -> None:
    other_home = Household(tmp_path / "elsewhere")
    for number in (5, 4, 2, 1, 0):
        solve(home, TODAY - number * DAY)
    solve(other_home, TODAY - 7 * DAY)
    exports = [bundled(home.storage), bundled(other_home.storage)]
    solve(home, TODAY - 3 * DAY)
    exports.append(bundled(home.storage))
    for text in exports[::-1] if newer_first else exports:
        unbundle(other_home.storage, text)
    assert streak(other_home, TODAY) == DayStreak(3, 3)
    assert TODAY - 7 * DAY in DAYS.load(other_home.storage).counted(TODAY)


@pytest.mark.parametrize("seed", range(6))
def test_days_of_a_right_clock_count_and_of_a_clock_set_back_never(seed: int) -> None:
    """Two devices solve, merge now and then, and have clocks that are set back or ahead."""
    random = Random(seed)
    devices = [StoredDays(), StoredDays()]
    offsets, right, wrong = [0, 0], set[date](), set[date]()
    for number in range(120):
        today = TODAY + number * DAY
        for at, device in enumerate(devices):
            if random.random() < 0.2:
                offsets[at] = random.choice([0, 0, 0, -random.randrange(8, 60), 900])
            elif offsets[at] < 0 and random.random() < 0.3:
                offsets[at] = 0
            day = today + offsets[at] * DAY
            if random.random() < 0.5:
                is_known = any(
                    (day + DAY).isoformat() < other <= today.isoformat() for other in device.days
                )
                if offsets[at] == 0:
                    right.add(day)
                elif is_known:
                    wrong.add(day)
                if offsets[at] >= 0 or is_known:
                    devices[at] = solved(device, day, random)
            if random.random() < 0.2:
                devices[at] = days._merged(devices[at], devices[1 - at])
        whole = days._merged(*devices)
        counted = whole.counted(today).keys()
        assert right <= counted
        assert not counted & (wrong - right)
        assert max(counted, default=today) <= today


def solved(device: StoredDays, day: date, random: Random) -> StoredDays:
    """Return the results of a device after a problem of a date was solved on it."""
    name, game = day.isoformat(), random.choice(GAMES).key
    result = DayResult("first", True, 0, days._later_date(device.days, name))
    return days._merged(device, StoredDays({name: {game: result}}))


@pytest.mark.parametrize("hours", [-8, 8])
def test_a_flight_loses_no_day(home: Household, hours: int) -> None:
    """Solved at 23:30; after a flight of twelve hours over eight zones, on the evening there."""
    solve(home, TODAY - DAY)
    landing = timedelta(hours=23.5 + 12 + hours)
    evening = TODAY + timedelta(days=landing.days) if landing.days else TODAY + DAY
    solve(home, TODAY)
    solve(home, evening)
    assert streak(home, evening).now >= 2 + (evening - TODAY).days


def test_the_date_line_skips_a_date_and_no_day(home: Household) -> None:
    """From Hawaii to Tokyo: the evening of one date, and the evening after, two dates later."""
    solve(home, TODAY - DAY)
    for number, offset in ((0, HAWAII), (2, TOKYO)):
        day = TODAY + number * DAY
        note_day(home.storage, "switch", day, "first", day, offset)
    assert streak(home, TODAY + 2 * DAY) == DayStreak(3, 3)
    note_day(home.storage, "switch", TODAY + 4 * DAY, "first", TODAY + 4 * DAY, TOKYO)
    assert streak(home, TODAY + 4 * DAY) == DayStreak(1, 3), "a whole day was missed"


@pytest.mark.parametrize("offset", [HAWAII, 0, TOKYO])
def test_a_missed_day_ends_a_streak_in_every_zone(home: Household, offset: int) -> None:
    for number in (2, 0):
        note_day(
            home.storage, "switch", TODAY - number * DAY, "first", TODAY - number * DAY, offset
        )
    assert streak(home, TODAY) == DayStreak(1, 1)


def test_the_date_line_repeats_a_date_and_loses_no_day(home: Household) -> None:
    """From Tokyo to Hawaii: the morning of one date, and the evening before."""
    solve(home, TODAY - DAY)
    solve(home, TODAY + DAY)
    solve(home, TODAY)
    solve(home, TODAY + 2 * DAY)
    assert streak(home, TODAY + 2 * DAY) == DayStreak(4, 4)


def some_days(random: Random) -> StoredDays:
    results: dict[str, dict[str, DayResult]] = {}
    for _ in range(12):
        day = (TODAY - random.randrange(20) * DAY).isoformat()
        state = random.choice(days._RANKS)
        game = random.choice(GAMES).key
        results.setdefault(day, {})[game] = DayResult(
            state,
            random.random() < 0.7,
            random.choice([HAWAII, TOKYO]),
            random.choice([days._NEVER, day, "2029-01-01"]),
        )
    return StoredDays(results)


def test_devices_merge_in_any_order() -> None:
    random = Random(5)
    for _ in range(40):
        devices = [some_days(random) for _ in range(3)]
        texts = set()
        for one, two, three in permutations(devices):
            whole = days._merged(days._merged(one, two), three)
            assert days._merged(one, days._merged(two, three)) == whole
            assert days._merged(whole, two) == whole
            texts.add(DAYS.dump(whole))
            for device in devices:
                assert device.counted(TODAY).keys() <= whole.counted(TODAY).keys()
        assert len(texts) == 1


def test_an_older_export_takes_nothing_back(home: Household) -> None:
    solve(home, TODAY - DAY)
    older = bundled(home.storage)
    solve(home, TODAY)
    unbundle(home.storage, older)
    assert streak(home, TODAY) == DayStreak(2, 2)


def test_a_date_that_does_not_exist_does_not_count(home: Household) -> None:
    """It may come from a file that somebody has edited."""
    results = {"othello": DayResult("first", True, 1)}
    dates = ("2026-02-30", "2026-11-31", TODAY.isoformat())
    DAYS.merge(home.storage, StoredDays(dict.fromkeys(dates, results)))
    assert DAYS.load(home.storage).counted(TODAY).keys() == {TODAY}
    assert streak(home, TODAY) == DayStreak(1, 1)


def test_a_streak_of_years_is_found_in_one_pass() -> None:
    reads = 0

    class Counted(dict[date, int]):
        def __getitem__(self, day: date) -> int:
            nonlocal reads
            reads += 1
            return super().__getitem__(day)

    counted = Counted({TODAY - number * DAY: 0 for number in range(1500)})
    assert day_streak(counted, TODAY) == DayStreak(1500, 1500)
    assert reads <= 2 * len(counted)
