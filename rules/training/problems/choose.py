"""Chooses the problems of a game among all that are known, and grades them. Grades come from the
share of the players who find every own move of the main line, the hardest one too. No theme
prevails, no position has a twin, and none lies in the solution of another problem."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from flipside.rules.teaching.problems import DAYS_OF_YEAR, GRADES, Problem
from flipside.rules.training.problems.assess import Assessment

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
