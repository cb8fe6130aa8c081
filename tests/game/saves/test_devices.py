"""Two devices with random events, which read exports of each other, also old ones."""

from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flipside.game.saves.accuracy import ACCURACY, MatchAccuracy
from flipside.game.saves.days import DAYS, note_day
from flipside.game.saves.drills import DRILLS, Drill, StoredDrills, note_try
from flipside.game.saves.export import bundled, unbundle
from flipside.game.saves.ratings import RATINGS, RatedResult, StoredRatings
from flipside.game.saves.runs import RUNS, ProblemRun, store_run
from flipside.game.services.storage.document import Document
from flipside.game.tasks.run import EVERY_PROBLEM
from flipside.rules.engine.analysis.review import SavedReview
from tests.game.live_match.machine import Household

DOCUMENTS: tuple[Document[Any], ...] = (ACCURACY, DAYS, DRILLS, RATINGS, RUNS)

FIRST = date(2026, 1, 1)

DRILL_NAMES = [f"2026-01-01-{number:016x}-{number}" for number in range(4)]


def happen(home: Household, random: Random, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something happen on a device; `number` is that of the event."""
    day, storage = FIRST + timedelta(random.randrange(20)), home.storage
    monkeypatch.setattr(storage.device, "now", lambda: f"{day} 12:00:00")
    event = random.randrange(6)
    if event == 0:
        percent = random.randrange(1001), random.randrange(1001)
        entry = MatchAccuracy("othello", f"{day}", percent, 0)
        ACCURACY.merge(storage, ACCURACY.of({f"{number % 9:016x}": entry}))
    elif event == 1:
        state, opened = random.choice(("begun", "solved", "first")), day + timedelta(number % 2)
        note_day(storage, random.choice(("switch", "flipop")), day, state, opened, 60 * number)  # type: ignore[arg-type]
    elif event == 2:
        name = random.choice(DRILL_NAMES)
        drill = Drill(f"{day}", "", 0, SavedReview(), 0)
        DRILLS.change(storage, lambda here: StoredDrills({name: drill} | here.drills))
    elif event == 3:
        note_try(storage, random.choice(DRILL_NAMES), random.random() < 0.5)
    elif event == 4:
        word = random.choice(("won", "drawn", "lost"))
        result = RatedResult("othello", "levels", ("", "level2"), word, 1000, f"{day} 10:00:00")  # type: ignore[arg-type]
        RATINGS.merge(storage, StoredRatings({f"match-{number % 11}": result}))
    else:
        missed = (("switch", f"p{number}"),) * random.randrange(3)
        for solved in range(random.randrange(4)):  # stored after each problem
            run = ProblemRun(EVERY_PROBLEM, solved, missed[:solved], "time")
            store_run(storage, f"20260101-120000-{number:08x}", run)


def owned(home: Household) -> set[tuple[object, ...]]:
    """Return what a player has on a device and must not lose."""
    storage = home.storage
    drills, runs = DRILLS.load(storage).drills, RUNS.load(storage)
    counted = DAYS.load(storage).counted(FIRST + timedelta(40))
    tries = ((name, day) for name, drill in drills.items() for day in drill.tries)
    return {
        *(("match", name) for name in ACCURACY.load(storage).matches),
        *(("day", day) for day in counted),
        *(("drill", name) for name in drills),
        *(("try", *each) for each in tries),
        *(("rated", name) for name in RATINGS.load(storage).results),
        *(("missed", *each) for each in runs.missed_problems()),
        *(("solved", count) for count in range(runs.most_solved(EVERY_PROBLEM))),
    }


def stored(home: Household) -> list[object]:
    return [document.load(home.storage) for document in DOCUMENTS]


@pytest.mark.parametrize("seed", range(6))
def test_devices_that_exchange_exports_end_alike(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    devices = [Household(tmp_path / name) for name in ("first", "second")]
    exports = list[str]()
    for number, device in enumerate(devices):
        note_day(device.storage, "othello", FIRST, "first", FIRST, number)
        exports.append(bundled(device.storage))
    for number in range(60):
        device = random.choice(devices)
        happen(device, random, number, monkeypatch)
        if random.random() < 0.2:
            before = owned(device)
            unbundle(device.storage, random.choice(exports))
            assert owned(device) >= before, "an export takes nothing away"
        if random.random() < 0.2:
            exports.append(bundled(device.storage))
    both = owned(devices[0]) | owned(devices[1])
    last = [bundled(device.storage) for device in devices]
    orders = [Household(tmp_path / name) for name in ("order", "reverse")]
    for home, order in zip(orders, (last, last[::-1]), strict=True):
        for export in [*order, *exports, *order]:
            assert unbundle(home.storage, export).rejects == ()
    for device, export in zip(devices, last[::-1], strict=True):
        unbundle(device.storage, export)
        assert owned(device) == both
        assert stored(device) == stored(orders[0]) == stored(orders[1])
    after = stored(devices[0])
    for export in exports:
        unbundle(devices[0].storage, export)
    assert stored(devices[0]) == after, "an old export changes nothing"
