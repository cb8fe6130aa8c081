"""Progress in lessons and problems.

Each date of the year has its own problem, the same for all players and in all years. `Problem.day`
assigns it, so that it stays when problems are added.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Literal
from zlib import crc32

from flipside.game.saves.album import album_names
from flipside.game.saves.matches import LocalDate, match_names
from flipside.game.saves.ratings import rate_problem
from flipside.game.services.services import Services
from flipside.game.services.storage.document import Document, united
from flipside.game.services.storage.storage import Storage
from flipside.rules.contract.game import AnyGame
from flipside.rules.teaching import RULES_LESSON, Problem, has_lesson

LESSON_OFFERED, LESSON_DONE = "offered", "done"

_Key = Annotated[str, "[a-z0-9-]{1,40}"]


@dataclass(frozen=True)
class LessonSteps:
    """The progress in all lessons."""

    steps: dict[_Key, _Key] = field(default_factory=dict)
    """By lesson (`_lesson_name`): the key of the next step, `LESSON_OFFERED` or `LESSON_DONE`."""


def _merged_lessons(here: LessonSteps, theirs: LessonSteps) -> LessonSteps:
    """Merge steps: a lesson that is done stays done, and an offer is the least."""
    steps_here = {name: step for name, step in here.steps.items() if step != LESSON_OFFERED}
    both = here.steps | theirs.steps | steps_here
    done = {
        name: step
        for name, step in (*here.steps.items(), *theirs.steps.items())
        if step == LESSON_DONE
    }
    return LessonSteps(both | done)


LESSONS = Document("lessons", LessonSteps, 10_000, merge_values=_merged_lessons)


def _lesson_name(game: AnyGame, lesson: str) -> str:
    return game.key if lesson == RULES_LESSON else f"{game.key}-{lesson}"


def next_step(storage: Storage, game: AnyGame, lesson: str = RULES_LESSON) -> str:
    """Return a lesson's next step, `LESSON_OFFERED`, `LESSON_DONE`, or "" if it was not offered."""
    return LESSONS.load(storage).steps.get(_lesson_name(game, lesson), "")


def note_lesson(storage: Storage, game: AnyGame, word: str, lesson: str = RULES_LESSON) -> None:
    """Store the next step of a lesson, or `LESSON_DONE`, which is never replaced."""

    def with_step(here: LessonSteps) -> LessonSteps:
        name = _lesson_name(game, lesson)
        is_done = here.steps.get(name) == LESSON_DONE
        return here if is_done else LessonSteps(here.steps | {name: word})

    LESSONS.change(storage, with_step)


def is_newcomer(services: Services, game: AnyGame) -> bool:
    """Return whether a game has a lesson that was never offered, and was never played here."""
    storage = services.storage
    return (
        has_lesson(game)
        and not next_step(storage, game)
        and not storage.peek(f"{game.key}-setup")
        and not match_names(storage, game.key)
        and not album_names(services, game.key)
    )


_LEAP_YEAR = 2000

ProblemState = Literal["open", "begun", "solved", "first"]


@dataclass(frozen=True)
class ProblemStatus:
    """The state of a problem, and the local date of its last change as 2026-01-31."""

    state: ProblemState = "open"
    date: LocalDate = ""

    @property
    def solved(self) -> bool:
        """Whether the problem is solved."""
        return self.state in ("solved", "first")


_Marks = dict[_Key, ProblemStatus]

NOT_BEGUN = ProblemStatus()


@dataclass(frozen=True)
class ProblemStatuses:
    """The statuses of all problems."""

    marks: dict[_Key, _Marks] = field(default_factory=dict)
    """Statuses by game and problem, without problems that were not begun."""


def _merged_marks(here: ProblemStatuses, new: ProblemStatuses) -> ProblemStatuses:
    """Merge statuses: solved wins over unsolved, then the earlier date wins."""

    def merged(here: _Marks, new: _Marks) -> _Marks:
        return united(here, new, lambda *both: min(both, key=_rank))

    return ProblemStatuses(united(here.marks, new.marks, merged))


def _rank(mark: ProblemStatus) -> tuple[bool, str]:
    return not mark.solved, mark.date


PROBLEMS = Document("problems", ProblemStatuses, 300_000, merge_values=_merged_marks)
"""The maximum length is about twice the length with all problems."""


def problem_statuses(storage: Storage, game: AnyGame) -> dict[str, ProblemStatus]:
    """Return the statuses of a game's problems by key, without problems that were not begun."""
    return PROBLEMS.load(storage).marks.get(game.key, {})


def begin_problem(storage: Storage, problem: Problem) -> None:
    """Mark a problem as begun today; its first result is a loss."""
    rate_problem(storage, problem, solved=False)
    _note(storage, problem, "begun", day_of(storage.device.now()))


def solve_problem(
    storage: Storage, problem: Problem, first: bool, opening_day: date | None = None
) -> None:
    """Mark a problem as solved; `first`: at the first try.

    Its date is `opening_day`, by default today. A solved problem stays unchanged. If a try failed
    in another window, `first` is ignored.
    """
    mark = problem_statuses(storage, problem.game).get(problem.key, NOT_BEGUN)
    if mark.solved:
        return
    rate_problem(storage, problem, solved=first)
    day = opening_day or day_of(storage.device.now())
    _note(storage, problem, "first" if first and mark.state == "open" else "solved", day)


def _note(storage: Storage, problem: Problem, state: ProblemState, day: date) -> None:
    mark = ProblemStatus(state, day.isoformat())
    PROBLEMS.merge(storage, ProblemStatuses({problem.game.key: {problem.key: mark}}))


# -- numbers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SolvedCount:
    """A number of problems, and how many of them are solved."""

    solved: int
    first: int
    """The number of problems that were solved at the first try."""
    of: int


def count_solved(problems: Iterable[Problem], marks: Mapping[str, ProblemStatus]) -> SolvedCount:
    """Return how many of these problems are solved, and how many at the first try."""
    states = [marks.get(problem.key, NOT_BEGUN) for problem in problems]
    first = sum(mark.state == "first" for mark in states)
    return SolvedCount(sum(mark.solved for mark in states), first, len(states))


def themes(
    problems: Iterable[Problem], marks: Mapping[str, ProblemStatus]
) -> dict[str, SolvedCount]:
    """Return the numbers of solved problems by theme, the most frequent theme first."""
    by_theme: dict[str, list[Problem]] = {}
    for problem in problems:
        by_theme.setdefault(problem.theme, []).append(problem)
    frequent = sorted(by_theme, key=lambda theme: -len(by_theme[theme]))
    return {theme: count_solved(by_theme[theme], marks) for theme in frequent if theme}


# -- the problem of the day ------------------------------------------------------------------------


def day_of(now: str) -> date:
    """Return the date of a local time; `date.min` if invalid, as from a clock without battery."""
    try:
        return date.fromisoformat(now[:10])
    except ValueError:
        return date.min


def problem_of(problems: Sequence[Problem], day: date) -> Problem:
    """Return the problem of a date; a date without its own problem always gets the same one."""
    number = day.replace(year=_LEAP_YEAR).timetuple().tm_yday
    problem_of_date = next((problem for problem in problems if problem.day == number), None)
    if problem_of_date is not None:
        return problem_of_date
    order = sorted(problems, key=lambda problem: (crc32(problem.key.encode()), problem.key))
    return order[day.toordinal() % len(order)]
