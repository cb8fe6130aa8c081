"""Progress in problems; one small text in storage.

After its first line "Flipside problems 1" each line is a game, a problem, a local date, and how far
it is: "begun" where it is not solved yet, "first" for solved at the first try, else "solved".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from game.saves.daily import day_of
from game.services.storage import Outcome, Storage
from rules.contract.game import AnyGame
from rules.teaching.problems import PROBLEM_GOALS, Problem

PROBLEMS_SAVE = "problems"
"""The name of the text in storage."""

_HEADER = "Flipside problems 1"

MAX_PROBLEMS_CHARS = 200_000
"""Characters, about seven times as many as all problems need; a longer text is damaged."""

ProblemState = Literal["open", "begun", "solved", "first"]

_STATES: dict[str, ProblemState] = {"begun": "begun", "solved": "solved", "first": "first"}
"""The words of the lines."""

_LINE = re.compile(r"([a-z]{1,40}) ([a-z0-9-]{1,40}) (\d{4}-\d\d-\d\d) (begun|solved|first)")


@dataclass(frozen=True)
class ProblemMark:
    """The state of a problem and the local date of its last change, as 2026-01-31."""

    state: ProblemState = "open"
    date: str = ""

    @property
    def solved(self) -> bool:
        """Whether the problem has been solved."""
        return self.state in ("solved", "first")


NOT_BEGUN = ProblemMark()
"""The mark of a problem that nobody has begun."""

_Marks = dict[tuple[str, str], ProblemMark]
"""By game and problem."""


def marks(storage: Storage, game: AnyGame) -> dict[str, ProblemMark]:
    """The marks of a game by problem key; problems that nobody has begun have none."""
    return {key: mark for (own, key), mark in _load(storage)[1].items() if own == game.key}


def begin_problem(storage: Storage, problem: Problem) -> None:
    """Note that a problem has been begun."""
    _note(storage, problem, "begun")


def solve_problem(storage: Storage, problem: Problem, first: bool) -> None:
    """Note that a problem has been solved; `first`: at the first try.

    Only the first time counts.
    """
    _note(storage, problem, "first" if first else "solved")


def _note(storage: Storage, problem: Problem, state: ProblemState) -> None:
    mark = ProblemMark(state, day_of(storage.page.now()).isoformat())
    _change(storage, {(problem.game.key, problem.key): mark})


def merge_problems(storage: Storage, text: str) -> None:
    """Add the marks of another such text; the player is told if it is damaged or too long."""
    if not text:
        return
    theirs = _read(text)
    if theirs is None or len(_written(_merged(_load(storage)[1], theirs))) > MAX_PROBLEMS_CHARS:
        storage.trouble("bundle.problems")
    else:
        _change(storage, theirs)


def _merged(here: _Marks, new: _Marks) -> _Marks:
    """Merge the marks: solved beats unsolved, then the earlier date the later one."""
    both = dict(here)
    for key, mark in new.items():
        old = both.get(key)
        if old is None or (not mark.solved, mark.date) < (not old.solved, old.date):
            both[key] = mark
    return both


def _change(storage: Storage, new: _Marks) -> None:
    """Save these marks, merged with those that another window saves at the same time."""
    outcome = Outcome.ELSEWHERE
    while outcome is Outcome.ELSEWHERE:
        text, here = _load(storage)
        changed = _merged(here, new)
        if changed == here:
            return
        outcome = storage.replace(PROBLEMS_SAVE, text, _written(changed))


def _load(storage: Storage) -> tuple[str | None, _Marks]:
    """The stored text and its marks; a damaged text is set aside."""
    text = storage.load(PROBLEMS_SAVE)
    if text is None:
        return None, {}
    found = _read(text)
    if found is None:
        storage.set_aside(PROBLEMS_SAVE)
        return None, {}
    return text, found


def _written(found: _Marks) -> str:
    lines = [f"{game} {key} {mark.date} {mark.state}" for (game, key), mark in found.items()]
    return "\n".join([_HEADER, *lines]) + "\n"


def _read(text: str) -> _Marks | None:
    """The marks in a text, or None if it is not such a text."""
    head, *lines = text[: MAX_PROBLEMS_CHARS + 1].splitlines() or [""]
    found = [_LINE.fullmatch(line) for line in lines]
    if head != _HEADER or len(text) > MAX_PROBLEMS_CHARS or not all(found):
        return None
    told = [line.groups() for line in found if line]
    return {(game, key): ProblemMark(_STATES[word], date) for game, key, date, word in told}


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


def goals(problems: Iterable[Problem], known: Mapping[str, ProblemMark]) -> dict[str, SolvedCount]:
    """The number of problems solved, by goal, for the goals among them."""
    found = list(problems)
    kinds = ((goal, [one for one in found if one.goal == goal]) for goal in PROBLEM_GOALS)
    return {goal: count_solved(some, known) for goal, some in kinds if some}
