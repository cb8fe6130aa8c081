"""Stored problem runs: best results, missed problems, and devices that merge."""

from itertools import permutations
from random import Random

from flipside.game.saves import runs
from flipside.game.saves.export import bundled, unbundle
from flipside.game.saves.runs import (
    MAX_RUNS,
    RUNS,
    ProblemRun,
    Selection,
    StoredRuns,
    new_run_name,
    store_run,
)
from flipside.game.services.storage.storage import Storage
from tests.game.live_match.machine import Household

SWITCH, OTHELLO = Selection(("switch",), 1), Selection(("othello",), 1)
BOTH, HARD = Selection(("othello", "switch"), 1), Selection(("switch",), 3)


def run(
    solved: int, selection: Selection = BOTH, missed: tuple[tuple[str, str], ...] = ()
) -> ProblemRun:
    return ProblemRun(selection, solved, missed, "time")


def test_the_best_of_each_selection(home: Household) -> None:
    for each in (run(3), run(7), run(5), run(9, SWITCH), run(4, HARD)):
        note_run(home.storage, each)
    stored = RUNS.load(home.storage)
    best = [stored.most_solved(selection) for selection in (BOTH, SWITCH, HARD, OTHELLO)]
    assert best == [7, 9, 4, 0]


def test_the_best_of_all_other_runs() -> None:
    stored = StoredRuns({"20260131-120000-00000000": run(3), "20260131-120000-00000001": run(7)})
    assert stored.most_solved(BOTH, apart_from="20260131-120000-00000001") == 3


def test_the_selection_of_the_newest_run() -> None:
    assert StoredRuns().last_selection is None
    stored = StoredRuns({
        "20260131-120001-00000000": run(3, HARD), "20260131-120000-00000001": run(7)
    })  # fmt: skip
    assert stored.last_selection == HARD


def test_missed_problems_are_listed_once(home: Household) -> None:
    note_run(home.storage, run(0, BOTH, (("othello", "a"), ("switch", "b"))))
    note_run(home.storage, run(0, BOTH, (("othello", "a"), ("flipop", "c"))))
    missed = RUNS.load(home.storage).missed_problems()
    assert sorted(missed) == [("flipop", "c"), ("othello", "a"), ("switch", "b")]


def note_run(storage: Storage, run: ProblemRun) -> None:
    store_run(storage, new_run_name(storage), run)


def some_runs(random: Random, count: int) -> StoredRuns:
    return StoredRuns({
        f"20260131-{number:06}-{number:08x}": run(number % 17, (BOTH, HARD)[number % 2])
        for number in (random.randrange(500) for _ in range(count))
    })  # fmt: skip


def test_devices_merge_in_any_order_and_keep_the_best() -> None:
    random = Random(3)
    for _ in range(10):
        devices = [some_runs(random, 150) for _ in range(3)]
        texts = set()
        for one, two, three in permutations(devices):
            whole = runs._merged(runs._merged(one, two), three)
            texts.add(RUNS.dump(whole))
            assert len(whole.runs) <= MAX_RUNS + 2
            for each in (BOTH, HARD):
                assert whole.most_solved(each) == max(
                    device.most_solved(each) for device in devices
                )
        assert len(texts) == 1


def test_an_older_export_takes_nothing_back(home: Household) -> None:
    note_run(home.storage, run(3))
    older = bundled(home.storage)
    note_run(home.storage, run(8))
    unbundle(home.storage, older)
    assert RUNS.load(home.storage).most_solved(BOTH) == 8
    assert len(RUNS.load(home.storage).runs) == 2
