"""Which problems are solved, and which one is today's: no pixel, no network."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from flipside.game.saves import task_progress
from flipside.game.saves.export import bundled, unbundle
from flipside.game.saves.task_progress import (
    ProblemStatus,
    SolvedCount,
    begin_problem,
    count_solved,
    day_of,
    problem_of,
    problem_statuses,
    solve_problem,
    themes,
)
from flipside.game.services.storage.storage import Storage
from flipside.game.services.storage.store import FolderStore
from flipside.rules.catalogue import BY_KEY
from tests.game.live_match.machine import Household, Machine
from tests.game.services.stores import document
from tests.made_problems import MANY, made

OTHELLO = BY_KEY["othello"]
PROBLEMS = made("othello")
TODAY = "2026-01-31"


def at(home: Household, day: str) -> Storage:
    """The storage on another day."""

    class Then(Machine):
        def now(self) -> str:
            return f"{day} 00:00:01"

    return Storage(FolderStore(home.folder), Then())


# -- progress -------------------------------------------------------------------------------------


def test_what_is_solved_is_known_to_the_next_program(home: Household) -> None:
    first, second, third = PROBLEMS[:3]
    for problem in (second, third):
        begin_problem(home.storage, problem)
    solve_problem(home.storage, first, first=True)
    solve_problem(home.storage, second, first=False)
    again = Storage(FolderStore(home.folder), home.platform)
    assert problem_statuses(again, OTHELLO) == {
        first.key: ProblemStatus("first", TODAY),
        second.key: ProblemStatus("solved", TODAY),
        third.key: ProblemStatus("begun", TODAY),
    }
    assert not problem_statuses(again, BY_KEY["switch"])


def test_the_first_time_counts(home: Household) -> None:
    problem = PROBLEMS[0]
    solve_problem(at(home, "2026-01-30"), problem, first=False)
    solve_problem(home.storage, problem, first=True)
    begin_problem(home.storage, problem)
    assert problem_statuses(home.storage, OTHELLO) == {
        problem.key: ProblemStatus("solved", "2026-01-30")
    }


def test_the_first_time_counts_after_the_clock_was_set_back(home: Household) -> None:
    problem = PROBLEMS[0]
    solve_problem(home.storage, problem, first=True)
    solve_problem(at(home, "2026-01-30"), problem, first=False)
    assert problem_statuses(home.storage, OTHELLO) == {problem.key: ProblemStatus("first", TODAY)}


def test_a_problem_that_is_gone_does_no_harm(home: Household) -> None:
    gone = {"state": "first", "date": "2026-01-30"}
    home.storage.save("problems", document("problems", marks={"othello": {"00000000": gone}}))
    solve_problem(home.storage, PROBLEMS[0], first=True)
    own_marks = problem_statuses(home.storage, OTHELLO)
    assert set(own_marks) == {"00000000", PROBLEMS[0].key}
    assert count_solved(PROBLEMS, own_marks) == SolvedCount(1, 1, MANY)
    assert own_marks["00000000"] == ProblemStatus("first", "2026-01-30")


def test_two_windows_lose_nothing(home: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    other, here = Storage(FolderStore(home.folder), home.platform), home.storage
    load = here.load
    raced: list[str] = []

    def late(name: str) -> str | None:
        text = load(name)
        if not raced:
            raced.append(name)
            solve_problem(other, PROBLEMS[1], first=True)
        return text

    monkeypatch.setattr(here, "load", late)
    solve_problem(here, PROBLEMS[0], first=True)
    assert set(problem_statuses(other, OTHELLO)) == {PROBLEMS[0].key, PROBLEMS[1].key}


@pytest.mark.parametrize(
    "text",
    [
        *("", "?", document("problems", 2), document("problems") + "x" * 300_000),
        document("problems", marks={"othello": {"a": {"date": TODAY}}}),
        document("problems", marks={"othello": {"a": {"state": "first", "date": "today"}}}),
        document("problems", marks={"othello": {"A": {"state": "first", "date": TODAY}}}),
        document("problems", marks={}, more=1),
    ],
)
def test_a_damaged_text_is_set_aside_and_told(home: Household, text: str) -> None:
    home.storage.save("problems", text)
    assert problem_statuses(home.storage, OTHELLO) == {}
    assert home.storage.pop_error() == "storage.set_aside"
    assert (home.folder / "problems.set-aside-1.txt").read_text() == text
    solve_problem(home.storage, PROBLEMS[0], first=True)
    assert problem_statuses(home.storage, OTHELLO)


def test_it_is_small(home: Household) -> None:
    mark = ProblemStatus("first", TODAY)
    marks = {key: {problem.key: mark for problem in made(key)} for key in BY_KEY}
    task_progress.PROBLEMS.merge(home.storage, task_progress.ProblemStatuses(marks))
    text = home.storage.peek("problems")
    assert len(text.splitlines()) == (MANY + 2) * len(BY_KEY) + 6
    assert len(text) < task_progress.PROBLEMS.max_characters // 6


def test_all_saves_carry_it(home: Household, tmp_path_factory: pytest.TempPathFactory) -> None:
    there = Household(tmp_path_factory.mktemp("there"))
    a, b, c = PROBLEMS[:3]
    solve_problem(at(home, "2026-01-03"), a, first=False)
    begin_problem(home.storage, b)
    solve_problem(home.storage, c, first=True)
    solve_problem(there.storage, a, first=True)
    solve_problem(there.storage, b, first=True)
    unbundle(there.storage, bundled(home.storage))
    assert problem_statuses(there.storage, OTHELLO) == {
        a.key: ProblemStatus("solved", "2026-01-03"),
        b.key: ProblemStatus("first", TODAY),
        c.key: ProblemStatus("first", TODAY),
    }
    empty = Household(tmp_path_factory.mktemp("empty"))
    unbundle(empty.storage, bundled(there.storage))
    assert empty.storage.peek("problems") == there.storage.peek("problems")


def test_numbers(home: Household) -> None:
    for index in (0, 1, 4):
        solve_problem(home.storage, PROBLEMS[index], first=index > 0)
    begin_problem(home.storage, PROBLEMS[2])
    own_marks = problem_statuses(home.storage, OTHELLO)
    assert count_solved(PROBLEMS, own_marks) == SolvedCount(3, 2, MANY)
    assert count_solved(PROBLEMS[2:4], own_marks) == SolvedCount(0, 0, 2)
    assert themes(PROBLEMS, own_marks)["quiet"] == SolvedCount(2, 1, MANY // 2)
    assert list(themes(PROBLEMS[1:4], own_marks)) == ["parity", "quiet"]


def test_a_problem_counts_for_the_day_on_which_it_was_opened(home: Household) -> None:
    solve_problem(home.storage, PROBLEMS[0], first=True, opening_day=date(2026, 1, 30))
    assert problem_statuses(home.storage, OTHELLO) == {
        PROBLEMS[0].key: ProblemStatus("first", "2026-01-30")
    }


# -- the problem of the day -----------------------------------------------------------------------

ODD = [date.min, date(1, 12, 30), date(1900, 2, 28), date(1969, 12, 31), date(2024, 2, 29),
       date(2026, 11, 22), date(9998, 1, 1)]  # fmt: skip


@pytest.mark.parametrize("first", ODD)
def test_all_come_before_one_comes_again(first: date) -> None:
    days = [first + timedelta(number) for number in range(MANY + 1)]
    keys = [problem_of(PROBLEMS, day).key for day in days]
    assert len(set(keys[:-1])) == MANY
    assert keys[-1] == keys[0]


def test_it_is_the_same_everywhere() -> None:
    """These days have these problems, in whatever order the file has them; a fixed one does not
    change with Python."""
    days = [date(2024, 2, 29), date(2026, 11, 22), date(1969, 12, 31)]
    found = [problem_of(PROBLEMS, day).key for day in days]
    assert [problem_of(PROBLEMS[::-1], day).key for day in days] == found
    assert found == KNOWN


def test_dates_keep_their_problems_when_others_come() -> None:
    """Each date of the year, the leap day too, has one problem; it comes again after a year."""
    bound = tuple(
        replace(problem, day=day) for day, problem in enumerate(made("othello", 366), start=1)
    )
    days = [date(2027, 3, 1) + timedelta(number) for number in range(366)]
    shown = [problem_of(bound, day).key for day in days]
    assert len(set(shown[:365])) == 365
    assert shown[365] == problem_of(bound, date(2028, 2, 29)).key
    assert problem_of(bound, date(2028, 3, 1)).key == shown[0]
    more = (*made("switch"), *bound)
    assert [problem_of(more, day).key for day in days] == shown


KNOWN = ["220a36ea", "48bd7bdc", "7b929060"]


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-01-31 23:59:59", date(2026, 1, 31)),
        ("1969-12-31 23:00:00", date(1969, 12, 31)),
        ("0001-01-01 00:00:00", date.min),
        ("9999-12-31 00:00:00", date.max),
        ("12026-01-31 00:00:00", date.min),
        ("2026-02-30 00:00:00", date.min),
        ("", date.min),
    ],
)
def test_what_a_clock_says(now: str, day: date) -> None:
    """Also one that is out of its mind; then there is a problem all the same."""
    assert day_of(now) == day
    assert problem_of(PROBLEMS, day) in PROBLEMS


def test_a_few_problems_are_enough() -> None:
    assert problem_of(PROBLEMS[:1], date.max) == PROBLEMS[0]
