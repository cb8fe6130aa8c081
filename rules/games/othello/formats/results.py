"""Results and dates as people announce them."""

import re

from rules.match.formats import DERIVED_POINTS_SUM, FinalPoints

RESULT = re.compile(
    r"""(?:^|(?<=[\s,;|]))
    (?:\*|½-½|1/2-1/2
    |([0-9]{1,2})(?:[ \t]*[-–][ \t]*|[ \t]+:[ \t]+)([0-9]{1,2})
    |([+-][0-9]{1,2})(?:\.0+)?)
    [\s.]*$""",
    re.VERBOSE,
)
"""A result at the end of a line. 38:26 without blanks would also be a time of day."""

LONGEST_RESULT = 16
"""Characters at the end of a line in which a result is looked for."""

_YEAR = re.compile(r"(?<![0-9])(?:1[89]|20)[0-9]{2}(?![0-9])")


def of_difference(more: int) -> FinalPoints | None:
    """The points of a match of 64 discs that the first player won by so many."""
    if abs(more) > DERIVED_POINTS_SUM or more % 2:
        return None
    return (DERIVED_POINTS_SUM + more) // 2, (DERIVED_POINTS_SUM - more) // 2


def of_words(words: str, discs: int = 0, certain: bool = False) -> FinalPoints | None:
    """The points of a result such as 38-26, None for one that tells none, such as 1-0.

    Where it is not `certain` that the words are a result, all points together are 64, or as many as
    there are `discs`.
    """
    found = RESULT.search(words)
    if found is None:
        return None
    first, second, more = found.groups()
    if more is not None:
        return of_difference(int(more))
    if first is None:
        return None
    points = int(first), int(second)
    likely = (
        4 <= sum(points) <= DERIVED_POINTS_SUM
        if certain
        else sum(points) in (DERIVED_POINTS_SUM, discs)
    )
    return points if likely else None


def year_of(date: str) -> int | None:
    """The year in a date of any form."""
    found = _YEAR.search(date)
    return None if found is None else int(found.group())
