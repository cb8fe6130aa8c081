"""The daily page: its problems, the month, midnight, and what is shared."""

from datetime import date

import pytest

from flipside.game.saves.days import DAYS, DayResult, note_day
from flipside.game.saves.task_progress import problem_of, problem_statuses
from flipside.game.scenes.task import daily
from flipside.game.scenes.task.daily import Daily
from flipside.game.services.texts import LANGUAGES
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.teaching import Problem
from tests.game.conftest import MakePilot
from tests.game.pilot import Pilot
from tests.game.scenes.conftest import set_clock, table
from tests.game.scenes.layout_checks import problems as unfitting
from tests.made_problems import made

OFFSET = 3600
"""The offset from UTC in seconds."""


@pytest.fixture
def visit(at_noon: MakePilot, monkeypatch: pytest.MonkeyPatch) -> MakePilot:
    """Makes pilots on the daily page."""
    monkeypatch.setattr(daily, "_utc_offset", lambda: OFFSET)

    def make(**wanted: object) -> Pilot:
        pilot = at_noon(**wanted)
        pilot.app.stack.home()
        pilot.press("problems")
        return pilot

    return make


def page(pilot: Pilot) -> Daily:
    assert isinstance(pilot.top, Daily), pilot.where()
    return pilot.top


def results(pilot: Pilot, day: str) -> dict[str, DayResult]:
    return DAYS.load(pilot.app.services.storage).results_of(date.fromisoformat(day))


def test_it_has_a_problem_of_each_game(visit: MakePilot) -> None:
    pilot = visit()
    assert {f"solve {game.key}" for game in GAMES} <= set(pilot.names())
    pilot.press("solve flipop")
    assert table(pilot).problem == problem_of(made("flipop"), date(2026, 3, 1))
    assert table(pilot).heading == "Problem of the day"
    table(pilot).done(True)
    pilot.key("escape")
    assert "Solved on the first try" in pilot.words()
    assert "Streak: 1 day." in pilot.words()
    assert pilot.find("day 2026-03-01")[1].words == "Sunday, 1 March 2026: Counts"
    assert results(pilot, "2026-03-01") == {"flipop": DayResult("first", True, OFFSET)}
    statuses = problem_statuses(pilot.app.services.storage, BY_KEY["flipop"])
    assert [status.state for status in statuses.values()] == ["first"]


def test_the_open_problems_follow_each_other_the_easiest_first(visit: MakePilot) -> None:
    pilot = visit()
    grades, order = {problem.key: problem.grade for problem in everything()}, list[str]()
    leading = [widget.name for sheet in pilot.top.sheets for widget in sheet.widgets
               if getattr(widget, "look", "") == "primary"]  # fmt: skip
    pilot.press(*leading)
    while True:
        order.append(table(pilot).problem.key)
        news = table(pilot).done(True)
        following = table(pilot).following
        if following is None:
            break
        assert news == "Streak: 1 day."
        following()
    assert news == "All five problems of the day are solved. Streak: 1 day."
    assert len({*order}) == len(GAMES)
    assert [grades[key] for key in order] == sorted(grades[key] for key in order)
    pilot.key("escape")
    assert isinstance(pilot.top, Daily)


def test_a_problem_that_was_missed_does_not_follow_itself(visit: MakePilot) -> None:
    pilot = visit()
    pilot.press("solve othello")
    first = table(pilot).problem
    table(pilot).spoilt()
    following = table(pilot).following
    assert following is not None
    following()
    assert table(pilot).problem.game != first.game


def everything() -> list[Problem]:
    return [problem for game in GAMES for problem in made(game.key)]


def test_an_earlier_day_is_solved_late(visit: MakePilot) -> None:
    pilot = visit()
    pilot.press("earlier")
    pilot.press("day 2026-02-27")
    pilot.press("solve othello")
    assert table(pilot).problem == problem_of(made("othello"), date(2026, 2, 27))
    assert table(pilot).heading == "Friday, 27 February 2026"
    table(pilot).done(True)
    pilot.key("escape")
    assert "Solved later" in pilot.words()
    assert results(pilot, "2026-02-27") == {"othello": DayResult("first", False, OFFSET)}
    pilot.press("today")
    assert "Sunday, 1 March 2026" in pilot.words()
    assert "Solve a problem today" in pilot.words()


def test_days_that_have_not_come_are_shut(visit: MakePilot) -> None:
    pilot = visit()
    assert {"day 2026-03-01", "earlier"} <= set(pilot.names())
    assert {"day 2026-03-02", "later"} & set(pilot.names()) == set()
    pilot.press("earlier")
    assert "later" in pilot.names()


def test_begun_before_midnight_counts_for_its_day(visit: MakePilot) -> None:
    pilot = visit(now="2026-03-01 23:59:00")
    pilot.press("solve othello")
    set_clock(pilot, "2026-03-02 00:03:00")
    table(pilot).done(True)
    pilot.key("escape")
    pilot.advance(0.1)
    assert results(pilot, "2026-03-01") == {"othello": DayResult("first", True, OFFSET)}
    assert results(pilot, "2026-03-02") == {}
    assert "Streak: 1 day." in pilot.words()


def test_after_midnight_the_problems_of_the_day_begun_follow(visit: MakePilot) -> None:
    pilot = visit(now="2026-03-01 23:59:00")
    pilot.press("solve othello")
    set_clock(pilot, "2026-03-02 00:03:00")
    for _ in range(len(GAMES) - 1):
        game = table(pilot).problem.game.key
        assert table(pilot).problem == problem_of(made(game), date(2026, 3, 1))
        table(pilot).done(True)
        following = table(pilot).following
        assert following is not None
        following()
        assert table(pilot).heading == "Sunday, 1 March 2026"
    assert results(pilot, "2026-03-02") == {}


def test_midnight_brings_new_problems(visit: MakePilot) -> None:
    pilot = visit()
    pilot.press("solve switch")
    table(pilot).spoilt()
    pilot.key("escape")
    set_clock(pilot, "2026-03-02 00:00:00")
    pilot.advance(0.1)
    assert "Monday, 2 March 2026" in pilot.words()
    pilot.press("solve switch")
    assert table(pilot).problem == problem_of(made("switch"), date(2026, 3, 2))
    assert results(pilot, "2026-03-01") == {"switch": DayResult("begun", True, OFFSET)}


def test_a_clock_set_back_and_right_again_wins_and_loses_nothing(visit: MakePilot) -> None:
    pilot = visit()
    for now in ("2026-03-01 12:00:00", "2026-02-01 12:00:00"):
        set_clock(pilot, now)
        pilot.advance(0.1)
        pilot.press("solve othello")
        table(pilot).done(True)
        pilot.key("escape")
        assert "Streak: 1 day." in pilot.words()
    set_clock(pilot, "2026-03-01 12:05:00")
    pilot.advance(0.1)
    assert "Streak: 1 day." in pilot.words()
    assert pilot.find("day 2026-03-01")[1].words == "Sunday, 1 March 2026: Counts"
    pilot.press("earlier")
    assert pilot.find("day 2026-02-01")[1].words == "Sunday, 1 February 2026: Solved later"


def test_a_clock_that_has_lost_its_mind(visit: MakePilot) -> None:
    pilot = visit(now="0001-01-02 00:00:00")
    pilot.press("solve othello")
    table(pilot).done(True)
    pilot.key("escape")
    assert "earlier" not in pilot.names()
    pilot = visit(now="9999-12-31 00:00:00")
    assert "day 9999-12-31" in pilot.names()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Flipside 1 March 2026 · Othello: first try · Switch: solved · 1 day"),
        (
            "de",
            "Flipside 1. März 2026 · Othello: beim ersten Versuch gelöst · Switch: gelöst · 1 Tag",
        ),
    ],
)
def test_the_result_gives_nothing_away(
    visit: MakePilot, clipboard: list[str], language: str, line: str
) -> None:
    pilot = visit(language=language)
    for game, first in (("othello", True), ("switch", False)):
        pilot.press(f"solve {game}")
        table(pilot).done(first)
        pilot.key("escape")
    assert page(pilot).summary() == line
    pilot.press("share")
    assert clipboard == [line]
    pilot.key("escape")
    page(pilot)


def test_the_result_of_an_earlier_day_has_the_streak_of_that_day(
    visit: MakePilot,
) -> None:
    pilot = visit()
    for day in (date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1)):
        note_day(pilot.app.services.storage, "contactic", day, "solved", day, OFFSET)
    page(pilot).stored("days")
    assert page(pilot).summary() == "Flipside 1 March 2026 · Contactic: solved · 3 days"
    pilot.press("earlier")
    pilot.press("day 2026-02-27")
    assert page(pilot).summary() == "Flipside 27 February 2026 · Contactic: solved · 1 day"


def test_another_window_solves(visit: MakePilot) -> None:
    pilot = visit()
    note_day(
        pilot.app.services.storage,
        "contactic",
        date(2026, 3, 1),
        "solved",
        date(2026, 3, 1),
        OFFSET,
    )
    page(pilot).stored("days")
    assert "Streak: 1 day." in pilot.words()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(360, 640), (820, 1180), (1280, 800)])
def test_everything_fits(visit: MakePilot, language: str, size: tuple[int, int]) -> None:
    pilot = visit(language=language, size=size)
    assert unfitting(pilot.top) == []
