"""Assesses problems, selects those for the game's file, and grades them.

Themes are balanced. No position has a twin or a near twin (`twins.py`), or occurs in the solution
of another problem.
"""

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from flipside.rules.teaching import DAYS_OF_YEAR, GRADES, Problem
from flipside.rules.training.problems.players import raters_of, shares_right
from flipside.rules.training.problems.proofs import main_line
from flipside.rules.training.problems.ratings import (
    SCALES,
    grade_sizes,
    mean_score,
    problem_rating,
    rater_score,
)
from flipside.rules.training.problems.themes import themes_of
from flipside.rules.training.problems.twins import near_twins, twin_key


@dataclass(frozen=True)
class Assessment:
    """Measured properties of one problem."""

    problem: Problem
    line: Sequence[str]
    """The names of the moves of the main line, up to the solver's last decision."""
    forced_plies: int
    """The number of plies of the main line with only one legal move."""
    right: dict[str, list[float]]
    """By rater and decision, the share of tries that find a right move."""
    themes: tuple[str, ...]

    @cached_property
    def mean(self) -> float:
        """The mean score of the raters."""
        return mean_score([rater_score(rates) for rates in self.right.values()])

    @property
    def rating(self) -> int:
        """The rating of the problem."""
        return problem_rating(SCALES[self.problem.game.key], self.mean)

    @cached_property
    def key(self) -> Hashable:
        """The key of the position; twins have the same key."""
        return twin_key(self.problem.game, self.problem.match().position)

    def later_keys(self) -> Iterator[Hashable]:
        """Yield the keys of the positions after every reply to a right move of the main line."""
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
    """Return the fields of an `Assessment` that take long to compute, as JSON."""
    match, line = main_line(problem)
    return {
        "line": match.names()[len(match.moves) - len(line) :],
        "forced_plies": sum(ply.legal == 1 for ply in line),
        "right": shares_right(match, line, raters_of(problem.game, problem.goal)),
    }


class SavedResults(dict[Any, Any]):
    """Results by key. Each new result is immediately appended to a file as a line [key, result]."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one, and remove an incomplete last line from it."""
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
    """Assess problems, with results cached in the file `path`."""
    cache, entries = SavedResults(path), []
    for problem in problems:
        if problem.key not in cache:
            cache[problem.key] = assess(problem)
        facts, match = cache[problem.key], problem.match()
        start = match.ply
        match.read_moves(" ".join(facts["line"]))
        themes = tuple(themes_of(problem, match, start))
        entries.append(Assessment(problem, themes=themes, **facts))
    return entries


PROBLEM_COUNT = 372
"""The number of problems of a game."""

THEME_SHARE = 0.28
"""The maximum share of a theme among all problems."""

_MAX_FORCED_SHARE = 1 / 3
"""The maximum share of forced plies in the main line of a new problem."""


def select(current: Sequence[Assessment], candidates: Sequence[Assessment]) -> list[Problem]:
    """Return the problems for the file, from easy to hard, with rating, grade, theme and day.

    Problems of the current file are preferred.
    """
    old = {entry.problem.key for entry in current}
    pool = [
        entry for entry in candidates if entry.forced_plies <= _MAX_FORCED_SHARE * len(entry.line)
    ]
    pool = list({entry.key: entry for entry in reversed([*current, *pool])}.values())  # no twins
    pool = _without_near_twins(pool[::-1])
    while spoilt := _spoilt(choice := _choice(pool, old), old):
        pool = [entry for entry in pool if entry.problem.key not in spoilt]
    choice.sort(key=lambda entry: (entry.rating, entry.problem.key))
    days = _days([entry.problem for entry in choice])
    scale = SCALES[choice[0].problem.game.key]
    sizes = grade_sizes(scale, [entry.rating for entry in choice])
    grades = [grade for grade, size in zip(GRADES, sizes, strict=True) for _ in range(size)]
    return [
        replace(
            entry.problem,
            grade=grade,
            rating=entry.rating,
            theme=entry.themes[0],
            day=days[entry.problem.key],
        )
        for entry, grade in zip(choice, grades, strict=True)
    ]


def _without_near_twins(entries: Sequence[Assessment]) -> list[Assessment]:
    """Return the problems that have no near twin before them."""
    pairs = near_twins({entry.problem.key: entry.problem.match().position for entry in entries})
    earlier: dict[str, set[str]] = {}
    for first, second in pairs:
        earlier.setdefault(second, set()).add(first)
    keys: set[str] = set()
    for entry in entries:
        if keys.isdisjoint(earlier.get(entry.problem.key, ())):
            keys.add(entry.problem.key)
    return [entry for entry in entries if entry.problem.key in keys]


def _choice(pool: Sequence[Assessment], old: set[str]) -> list[Assessment]:
    """Return as many problems of each tenth of the mean scores as there are, current ones first."""
    tenths: Counter[int] = Counter()
    turns: list[tuple[int, Assessment]] = []
    for entry in sorted(pool, key=lambda one: (one.problem.key not in old, one.problem.key)):
        tenth = int(10 * entry.mean)
        turns.append((tenths[tenth], entry))
        tenths[tenth] += 1
    themes: Counter[str] = Counter()
    most = round(THEME_SHARE * PROBLEM_COUNT)
    choice: list[Assessment] = []
    for _, entry in sorted(turns, key=lambda turn: turn[0]):
        if len(choice) < PROBLEM_COUNT and themes[entry.themes[0]] < most:
            choice.append(entry)
            themes[entry.themes[0]] += 1
    return choice


def _spoilt(choice: Sequence[Assessment], old: set[str]) -> set[str]:
    """Return the keys of problems to drop, so that none occurs in the solution of another one.

    A problem of the current file is kept.
    """
    places = {entry.key: entry.problem.key for entry in choice}
    pairs = (
        (places[key], entry.problem.key)
        for entry in choice
        for key in entry.later_keys()
        if key in places and places[key] != entry.problem.key
    )
    return {outer if inner in old and outer not in old else inner for inner, outer in pairs}


def _days(problems: Sequence[Problem]) -> dict[str, int]:
    """Return the day of each problem by key, 0 for none. Problems keep the days that they have."""
    key_by_day = {problem.day: problem.key for problem in problems if problem.day}
    free = iter([day for day in range(1, DAYS_OF_YEAR + 1) if day not in key_by_day])
    days = {key: day for day, key in key_by_day.items()}
    for problem in sorted(problems, key=lambda problem: crc32(problem.key.encode())):
        if problem.key not in days:
            days[problem.key] = next(free, 0)
    return days
