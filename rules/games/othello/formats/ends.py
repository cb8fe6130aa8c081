"""The first position and the result of a match of Othello in other formats."""

import re
from functools import cache

from flipside.rules.contract.diagram import write_position
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.position import Othello, opening
from flipside.rules.match.formats import DERIVED_POINTS_SUM, FinalPoints
from flipside.rules.match.match import Match


def match_at(text: str, goal: str = "most") -> Match:
    """Return a match that begins with a position text; a usual opening is set by its options.

    Raises BadRecord if the text is not a position.
    """
    match = Match(OTHELLO, {"goal": goal}, start=text)
    choices = _openings().get(match.start)
    return match if choices is None else Match(OTHELLO, {**choices, "goal": goal})


@cache
def _openings() -> dict[str, dict[str, str]]:
    """Return the options of each opening with black to move, by the text of its position."""
    return {
        str(write_position(OTHELLO, {}, opening(start, corners, fewest=False))): {
            "start": start,
            "corners": str(corners),
        }
        for start in ("official", "parallel")
        for corners in range(5)
    }


def laid_by_players(match: Match) -> bool:
    """Return whether the players laid the first four discs (OT-7), which no format can express."""
    first = match.position_at(0)
    assert isinstance(first, Othello)
    return first.laying


RESULT = re.compile(
    r"""(?:^|(?<=[\s,;|]))
    (?:\*|½-½|1/2-1/2
    |([0-9]{1,2})(?:[ \t]*[-–][ \t]*|[ \t]+:[ \t]+)([0-9]{1,2})
    |([+-][0-9]{1,2})(?:\.0+)?)
    [\s.]*$""",
    re.VERBOSE,
)
"""A result at the end of a line. 38:26 without blanks is left out, since it may be a time."""

MAX_RESULT_LENGTH = 16
"""Number of characters at the end of a line that are searched for a result."""


def points_of_margin(more: int) -> FinalPoints | None:
    """Return the points of both players if the first won by `more` discs; None if impossible."""
    if abs(more) > DERIVED_POINTS_SUM or more % 2:
        return None
    return (DERIVED_POINTS_SUM + more) // 2, (DERIVED_POINTS_SUM - more) // 2


def parse_points(words: str, discs: int = 0, certain: bool = False) -> FinalPoints | None:
    """Return the points of a result such as 38-26; None for a result without points, such as 1-0.

    Unless it is `certain` that `words` are a result, the sum must be 64 or `discs`.
    """
    match = RESULT.search(words)
    if match is None:
        return None
    first, second, more = match.groups()
    if more is not None:
        return points_of_margin(int(more))
    if first is None:
        return None
    total = int(first) + int(second)
    likely = range(4, DERIVED_POINTS_SUM + 1) if certain else (DERIVED_POINTS_SUM, discs)
    return (int(first), int(second)) if total in likely else None
