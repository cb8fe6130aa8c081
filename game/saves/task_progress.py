"""Progress in lessons and problems.

Each date of the year has a problem, the same for all players. Dates are bound to problems in the
file (`Problem.day`), so a date keeps its problem when others are added.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Literal
from zlib import crc32

from flipside.game.saves.album import album_names
from flipside.game.saves.matches import match_names
from flipside.game.services.services import Services
from flipside.game.services.storage.document import Document
from flipside.game.services.storage.storage import Storage
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching.lessons import has_lesson
from flipside.rules.teaching.problems import Problem

LESSON_OFFERED, LESSON_DONE = "offered", "done"

_Key = Annotated[str, "[a-z0-9-]{1,40}"]


@dataclass(frozen=True)
class LessonSteps:
    steps: dict[_Key, _Key] = field(default_factory=dict)
    """By game the key of the next step, `LESSON_OFFERED` or `LESSON_DONE`."""


def _merged_lessons(here: LessonSteps, theirs: LessonSteps) -> LessonSteps:
    begun = {game: step for game, step in here.steps.items() if step != LESSON_OFFERED}
    return LessonSteps(here.steps | theirs.steps | begun)


LESSONS = Document("lessons", LessonSteps, 10_000, merged=_merged_lessons)


def next_step(storage: Storage, game: AnyGame) -> str:
    """The key of the next step of a lesson, `LESSON_OFFERED` or `LESSON_DONE`; "" if unknown."""
    return LESSONS.load(storage).steps.get(game.key, "")


def note_lesson(storage: Storage, game: AnyGame, word: str) -> None:
    """Note the next step of a lesson, or `LESSON_DONE`. A lesson that is done stays done."""

    def noted(here: LessonSteps) -> LessonSteps:
        done = here.steps.get(game.key) == LESSON_DONE
        return here if done else LessonSteps(here.steps | {game.key: word})

    LESSONS.change(storage, noted)


def newcomer(services: Services, game: AnyGame) -> bool:
    """Whether the game has a lesson, and was neither played nor its lesson offered here."""
    storage = services.storage
    return (
        has_lesson(game)
        and not next_step(storage, game)
        and not storage.glimpse(f"{game.key}-setup")
        and not match_names(storage, game.key)
        and not album_names(services, game.key)
    )


DAYS = 7
"""Days that are shown, today included."""

_LEAP_YEAR = 2000
"""A year with all dates."""

ProblemState = Literal["open", "begun", "solved", "first"]


@dataclass(frozen=True)
class ProblemMark:
    """The state of a problem and the local date of its last change, as 2026-01-31."""

    state: ProblemState = "open"
    date: Annotated[str, r"\d{4}-\d\d-\d\d"] = ""

    @property
    def solved(self) -> bool:
        return self.state in ("solved", "first")


NOT_BEGUN = ProblemMark()
"""The mark of a problem that nobody has begun."""


@dataclass(frozen=True)
class ProblemMarks:
    marks: dict[_Key, dict[_Key, ProblemMark]] = field(default_factory=dict)
    """By game and problem; those that nobody has begun have none."""


def _merged(here: ProblemMarks, new: ProblemMarks) -> ProblemMarks:
    """Merge marks: solved beats unsolved, then the earlier date the later one."""
    both = {game: dict(known) for game, known in here.marks.items()}
    for game, found in new.marks.items():
        known = both.setdefault(game, {})
        for key, mark in found.items():
            known[key] = min(known.get(key, mark), mark, key=lambda one: (not one.solved, one.date))
    return ProblemMarks(both)


PROBLEMS = Document("problems", ProblemMarks, 300_000, merged=_merged)
"""It may be about twice as long as all problems need."""


def marks(storage: Storage, game: AnyGame) -> dict[str, ProblemMark]:
    """The marks of a game by problem key; problems that nobody has begun have none."""
    return PROBLEMS.load(storage).marks.get(game.key, {})


def begin_problem(storage: Storage, problem: Problem) -> None:
    _note(storage, problem, "begun", day_of(storage.device.now()))


def solve_problem(
    storage: Storage, problem: Problem, first: bool, opened: date | None = None
) -> None:
    """Note that a problem has been solved; `first`: at the first try. It counts for the day on
    which it was `opened`, today unless told. Only the first time counts, even if a clock that was
    set back gives a later time an earlier date. A try that failed in another window was the
    first.
    """
    mark = marks(storage, problem.game).get(problem.key, NOT_BEGUN)
    if mark.solved:
        return
    day = day_of(storage.device.now()) if opened is None else opened
    _note(storage, problem, "first" if first and mark.state == "open" else "solved", day)


def _note(storage: Storage, problem: Problem, state: ProblemState, day: date) -> None:
    mark = ProblemMark(state, day.isoformat())
    PROBLEMS.merge(storage, ProblemMarks({problem.game.key: {problem.key: mark}}))


# -- numbers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SolvedCount:
    """The number of problems solved among several."""

    solved: int
    first: int
    """Of these at the first try."""
    of: int


def count_solved(problems: Iterable[Problem], known: Mapping[str, ProblemMark]) -> SolvedCount:
    """The number of these problems that are solved."""
    states = [known.get(problem.key, NOT_BEGUN) for problem in problems]
    first = sum(mark.state == "first" for mark in states)
    return SolvedCount(sum(mark.solved for mark in states), first, len(states))


def themes(problems: Iterable[Problem], known: Mapping[str, ProblemMark]) -> dict[str, SolvedCount]:
    """The number of problems solved, by theme, the most frequent theme first."""
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(problem.theme, []).append(problem)
    frequent = sorted(kinds, key=lambda theme: -len(kinds[theme]))
    return {theme: count_solved(kinds[theme], known) for theme in frequent if theme}


# -- the problem of the day ------------------------------------------------------------------------


def day_of(now: str) -> date:
    """The day of a local time such as 2026-01-31 18:30:05; `date.min` for an invalid one, as
    clocks without a battery may give.
    """
    try:
        return date.fromisoformat(now[:10])
    except ValueError:
        return date.min


def last_days(today: date) -> list[date]:
    """The last `DAYS` days, today last."""
    number = today.toordinal()
    return [date.fromordinal(day) for day in range(number - DAYS + 1, number + 1) if day > 0]


def problem_of(problems: Sequence[Problem], day: date) -> Problem:
    """The problem of that day; any where the date has none. The order in the file does not
    matter.
    """
    number = day.replace(year=_LEAP_YEAR).timetuple().tm_yday
    bound = next((problem for problem in problems if problem.day == number), None)
    if bound is not None:
        return bound
    mixed = sorted(problems, key=lambda problem: (crc32(problem.key.encode()), problem.key))
    return mixed[day.toordinal() % len(mixed)]
