"""Matches of Othello that begin with a position."""

from functools import cache

from flipside.rules.contract.diagram import write_position
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.position import Othello, opening
from flipside.rules.match.match import Match


def match_at(text: str, goal: str = "most") -> Match:
    """A match that begins with a position text, or with the opening that it is; raises BadRecord
    for a text of no position."""
    match = Match(OTHELLO, {"goal": goal}, start=text)
    known = _openings().get(match.start)
    return match if known is None else Match(OTHELLO, {**known, "goal": goal})


@cache
def _openings() -> dict[str, dict[str, str]]:
    """The options by the text of the first position, black to move."""
    return {
        str(write_position(OTHELLO, {}, opening(start, corners, fewest=False))): {
            "start": start,
            "corners": str(corners),
        }
        for start in ("official", "parallel")
        for corners in range(5)
    }


def laid_by_players(match: Match) -> bool:
    """Whether the match began while its first four discs were laid (OT-7), which no format of
    another program can say."""
    first = match.position_at(0)
    assert isinstance(first, Othello)
    return first.laying
