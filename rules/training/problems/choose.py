"""Assesses problems, selects those that ship, and grades them.

Grades come from the share of the players who find every right move of the main line. Themes are
balanced, no position has a twin, and none lies in the solution of another problem.
"""

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any
from zlib import crc32

from flipside.rules.teaching.problems import DAYS_OF_YEAR, GRADES, Problem
from flipside.rules.training.problems.players import PLAYERS, shares_right
from flipside.rules.training.problems.proofs import main_line
from flipside.rules.training.problems.themes import themes_of
from flipside.rules.training.problems.twins import twin_key


@dataclass(frozen=True)
class Assessment:
    """Facts about one problem."""

    problem: Problem
    line: Sequence[str]
    """The main line to the solver's last decision, as names of moves."""
    forced: int
    """The plies of the main line with one legal move."""
    found: dict[str, list[float]]
    """By player, the share of tries that find a right move, for each decision."""
    themes: tuple[str, ...]

    def solved(self, name: str) -> float:
        """The share of tries in which a player finds all right moves."""
        return prod(self.found[name])

    @property
    def share(self) -> float:
        """The share of all players who solve it."""
        return sum(map(self.solved, PLAYERS)) / len(PLAYERS)

    @cached_property
    def key(self) -> Hashable:
        """What its position shares with its twins."""
        return twin_key(self.problem.game, self.problem.match().position)

    def later_keys(self) -> Iterator[Hashable]:
        """The keys of the solver's later positions: after every reply to the moves of the main
        line."""
        match = self.problem.match()
        solver = match.position.turn
        for name in self.line:
            if match.position.turn != solver:
                for reply in match.legal():
                    then = match.position.play(reply)
                    if then.result() is None and then.turn == solver:
                        yield twin_key(match.game, then)
            match.read_moves(name)


def assess(problem: Problem) -> dict[str, Any]:
    """The facts about a problem, as JSON."""
    match, line = main_line(problem)
    return {
        "line": match.names()[len(match.moves) - len(line) :],
        "forced": sum(ply.legal == 1 for ply in line),
        "found": shares_right(match, line),
    }


class SavedResults(dict[Any, Any]):
    """Results by key, each saved at once as a line [key, result] of a file."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; an incomplete last line is removed."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        lines = path.read_bytes().splitlines(keepends=True) if path.is_file() else []
        whole = [line for line in lines if line.endswith(b"\n")]
        if len(whole) < len(lines):
            path.write_bytes(b"".join(whole))
        super().__init__(map(json.loads, whole))

    def __setitem__(self, key: Any, result: Any) -> None:
        super().__setitem__(key, result)
        with self._path.open("a", encoding="utf-8") as out:
            print(json.dumps([key, result]), file=out)


def assessments(problems: Iterable[Problem], path: Path) -> list[Assessment]:
    """The facts about problems; those in the file of that path are not computed again."""
    known, found = SavedResults(path), []
    for problem in problems:
        if problem.key not in known:
            known[problem.key] = assess(problem)
        facts, match = known[problem.key], problem.match()
        start = match.ply
        match.read_moves(" ".join(facts["line"]))
        themes = tuple(themes_of(problem, match, start))
        found.append(Assessment(problem, themes=themes, **facts))
    return found


GRADE_PROBLEMS = (104, 72, 72, 72, 52)
"""Problems to take around the share of each grade; the hardest are the rarest. Their final grades
are those of the nearest shares, so that these fall by about the same from grade to grade."""

THEME_SHARE = 0.28
"""The largest share of a theme, of all problems."""

_CHOICE = 1.6
"""Most new problems of a grade to choose from, for each that is needed."""

_MAX_FORCED_SHARE = 1 / 3
"""The largest share of forced plies in the main line of a new problem."""


def chosen(shipped: Sequence[Assessment], found: Sequence[Assessment]) -> list[Problem]:
    """The problems to ship, easy ones first, with grade, theme and day. Problems that ship already
    stay where they are still good."""
    old = {one.problem.key for one in shipped}
    pool = [one for one in found if one.forced <= _MAX_FORCED_SHARE * len(one.line)]
    pool = list({one.key: one for one in reversed([*shipped, *pool])}.values())  # no twins
    while spoilt := _spoilt(taken := _by_grade(pool, old), old):
        pool = [one for one in pool if one.problem.key not in spoilt]
    days = _days([one.problem for of_grade in taken for one in of_grade])
    ordered = _easy_first([one for of_grade in taken for one in of_grade])
    centres = dict(zip(GRADES, _centres(ordered), strict=True))
    return [
        replace(
            one.problem,
            grade=min(GRADES, key=lambda grade: abs(one.share - centres[grade])),
            theme=one.themes[0],
            day=days[one.problem.key],
        )
        for one in ordered
    ]


def _easy_first(some: Sequence[Assessment]) -> list[Assessment]:
    return sorted(some, key=lambda one: (-one.share, one.problem.key))


def _centres(ordered: Sequence[Assessment]) -> list[float]:
    """The share around which each grade lies. They fall evenly from the easiest problems to the
    hardest."""
    high, low = (
        sum(one.share for one in some) / max(1, len(some))
        for some in (ordered[: GRADE_PROBLEMS[0]], ordered[-GRADE_PROBLEMS[-1] :])
    )
    return [high - (high - low) * number / 4 for number in range(5)]


def _by_grade(pool: Sequence[Assessment], old: set[str]) -> list[list[Assessment]]:
    """The problems around the share of each grade. Those that ship take the nearest grade with
    room; the others fill the grades, the easiest first."""
    ordered = _easy_first(pool)
    centres = _centres(ordered)
    taken = _old_by_grade([one for one in ordered if one.problem.key in old], centres)
    counts = Counter(one.themes[0] for of_grade in taken for one in of_grade)
    new = [one for one in ordered if one.problem.key not in old]
    needs = [many - len(of_grade) for many, of_grade in zip(GRADE_PROBLEMS, taken, strict=True)]
    for number, near in enumerate(_windows(new, needs, centres)):
        taken[number] += _varied(near, needs[number], counts)
    return taken


def _old_by_grade(
    ordered: Sequence[Assessment], centres: Sequence[float]
) -> list[list[Assessment]]:
    """Problems that ship, the easiest first, in the grades with the nearest shares that leave room
    for the harder ones."""
    taken: list[list[Assessment]] = [[], [], [], [], []]
    rooms, first = list(GRADE_PROBLEMS), 0
    for at, one in enumerate(ordered):
        left = min(len(ordered) - at, sum(rooms[first:]))
        numbers = [n for n in range(first, 5) if rooms[n] and sum(rooms[n:]) >= left]
        if not numbers:
            break
        first = min(numbers, key=lambda number: abs(one.share - centres[number]))
        taken[first].append(one)
        rooms[first] -= 1
    return taken


def _windows(
    new: Sequence[Assessment], needs: Sequence[int], centres: Sequence[float]
) -> Iterator[list[Assessment]]:
    """For each grade the problems to choose from, those nearest to its share last. `new` are
    ordered, the easiest first. No problem is in two windows."""
    choice = min(_CHOICE, len(new) / max(1, sum(needs)))
    widths = [int(need * choice) for need in needs]
    end = 0
    for number, width in enumerate(widths):
        harder = sum(one.share > centres[number] for one in new) - width // 2
        begin = max(end, min(harder, len(new) - sum(widths[number:])))
        end = begin + width
        yield sorted(new[begin:end], key=lambda one: -abs(one.share - centres[number]))


def _varied(group: Sequence[Assessment], many: int, counts: Counter[str]) -> list[Assessment]:
    """Take so many problems of a group, those of rare themes first, of each theme the last."""
    cap = round(THEME_SHARE * sum(GRADE_PROBLEMS))
    taken: list[Assessment] = []
    waiting: dict[str, list[Assessment]] = {}
    for one in group:
        waiting.setdefault(one.themes[0], []).append(one)
    while len(taken) < many:
        themes = [theme for theme in waiting if waiting[theme] and counts[theme] < cap]
        if not themes:
            break
        theme = min(themes, key=lambda theme: (counts[theme], theme))
        taken.append(waiting[theme].pop())
        counts[theme] += 1
    return taken


def _spoilt(taken: Sequence[Sequence[Assessment]], old: set[str]) -> set[str]:
    """The keys of problems that lie in the solution of another one, or of those around problems
    that ship."""
    places = {one.key: one.problem.key for of_grade in taken for one in of_grade}
    pairs = (
        (places[key], one.problem.key)
        for of_grade in taken
        for one in of_grade
        for key in one.later_keys()
        if key in places and places[key] != one.problem.key
    )
    return {outer if inner in old and outer not in old else inner for inner, outer in pairs}


def _days(problems: Sequence[Problem]) -> dict[str, int]:
    """The day of the year of each problem by key, 0 for none; days that are given stay."""
    given = {one.day: one.key for one in problems if one.day}
    free = iter([day for day in range(1, DAYS_OF_YEAR + 1) if day not in given])
    days = {key: day for day, key in given.items()}
    for one in sorted(problems, key=lambda one: crc32(one.key.encode())):
        if one.key not in days:
            days[one.key] = next(free, 0)
    return days
