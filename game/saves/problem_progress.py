"""Which problems people have solved, and when: one small text beside the saves.

After its first line "Flipside problems 1" each line is a game, a problem, a local date, and how far
it is: "begun" where it is not solved yet, "first" for solved at the first try, else "solved".
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from game.saves.daily import day_of
from game.services.storage.storage import Outcome, Storage
from rules.contract.game import AnyGame
from rules.teaching.problems import GOALS, Problem

NAME = "problems"
"""Under which the text is stored."""

HEAD = "Flipside problems 1"

MAX_LENGTH = 200_000
"""Characters, about seven times what all problems need; a longer text tells of none."""

ProblemState = Literal["open", "begun", "solved", "first"]

_STATES: dict[str, ProblemState] = {"begun": "begun", "solved": "solved", "first": "first"}
"""The words of the lines."""

_LINE = re.compile(r"([a-z]{1,40}) ([a-z0-9-]{1,40}) (\d{4}-\d\d-\d\d) (begun|solved|first)")


@dataclass(frozen=True)
class ProblemMark:
    """How far somebody is with a problem, and since which local date, as 2026-01-31."""

    state: ProblemState = "open"
    date: str = ""

    @property
    def solved(self) -> bool:
        """Whether it has been solved."""
        return self.state in ("solved", "first")


OPEN = ProblemMark()
"""Nobody has begun it."""

_Marks = dict[tuple[str, str], ProblemMark]
"""By game and problem."""


def marks(storage: Storage, game: AnyGame) -> dict[str, ProblemMark]:
    """The marks of a game by the keys of its problems; those nobody has begun have none."""
    return {key: mark for (own, key), mark in _load(storage)[1].items() if own == game.key}


def begin(storage: Storage, problem: Problem) -> None:
    """Somebody has begun a problem."""
    _note(storage, problem, "begun")


def solve(storage: Storage, problem: Problem, first: bool) -> None:
    """Somebody has solved a problem, at the first try or not. The first time counts."""
    _note(storage, problem, "first" if first else "solved")


def _note(storage: Storage, problem: Problem, state: ProblemState) -> None:
    mark = ProblemMark(state, day_of(storage.device.now()).isoformat())
    _change(storage, {(problem.game.key, problem.key): mark})


def take_in(storage: Storage, text: str) -> None:
    """Add what such a text from elsewhere tells; the player is told of one that cannot be read."""
    if not text:
        return
    theirs = _read(text)
    if theirs is None or len(_written(_merged(_load(storage)[1], theirs))) > MAX_LENGTH:
        storage.trouble("bundle.problems")
    else:
        _change(storage, theirs)


def _merged(here: _Marks, new: _Marks) -> _Marks:
    """Merge two marks: solved beats unsolved, then the earlier date the later one."""
    both = dict(here)
    for key, mark in new.items():
        old = both.get(key)
        if old is None or (not mark.solved, mark.date) < (not old.solved, old.date):
            both[key] = mark
    return both


def _change(storage: Storage, new: _Marks) -> None:
    """Note these marks, and keep what another window notes in this very moment."""
    outcome = Outcome.ELSEWHERE
    while outcome is Outcome.ELSEWHERE:
        text, here = _load(storage)
        changed = _merged(here, new)
        if changed == here:
            return
        outcome = storage.replace(NAME, text, _written(changed))


def _load(storage: Storage) -> tuple[str | None, _Marks]:
    """The text that stands in storage and its marks; one that is damaged is set aside."""
    text = storage.load(NAME)
    if text is None:
        return None, {}
    found = _read(text)
    if found is None:
        storage.set_aside(NAME)
        return None, {}
    return text, found


def _written(found: _Marks) -> str:
    lines = [f"{game} {key} {mark.date} {mark.state}" for (game, key), mark in found.items()]
    return "\n".join([HEAD, *lines]) + "\n"


def _read(text: str) -> _Marks | None:
    """The marks in a text, or None if it is not such a text."""
    head, *lines = text[: MAX_LENGTH + 1].splitlines() or [""]
    found = [_LINE.fullmatch(line) for line in lines]
    if head != HEAD or len(text) > MAX_LENGTH or not all(found):
        return None
    told = [line.groups() for line in found if line]
    return {(game, key): ProblemMark(_STATES[word], date) for game, key, date, word in told}


# -- numbers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Count:
    """How many of some problems have been solved."""

    solved: int
    first: int
    """Of these at the first try."""
    of: int


def count(problems: Iterable[Problem], known: Mapping[str, ProblemMark]) -> Count:
    """How far somebody is with these problems."""
    states = [known.get(problem.key, OPEN) for problem in problems]
    first = sum(mark.state == "first" for mark in states)
    return Count(sum(mark.solved for mark in states), first, len(states))


def goals(problems: Iterable[Problem], known: Mapping[str, ProblemMark]) -> dict[str, Count]:
    """The same for each goal that is among them."""
    found = list(problems)
    kinds = ((goal, [one for one in found if one.goal == goal]) for goal in GOALS)
    return {goal: count(some, known) for goal, some in kinds if some}
