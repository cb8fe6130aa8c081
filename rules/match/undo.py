"""Undo and redo: the plies they lead to. Knows no screen."""

from flipside.rules.contract.position import PASS
from flipside.rules.match.match import Match

People = tuple[bool, bool]
"""Whether player 0 and player 1 are people."""


def undo_target(match: Match, people: People) -> int | None:
    """The ply of the last decision of a person; moves of computers and passes are skipped. Without
    people, the ply before. None if there is nothing to undo."""
    if not any(people):
        return match.ply - 1 if match.ply else None
    earlier = range(match.ply - 1, -1, -1)
    return next((ply for ply in earlier if _by_person(match, ply, people)), None)


def redo_target(match: Match, people: People) -> int:
    """The ply of the next decision of a person, or the end of the undone moves."""
    end = len(match.moves)
    if not any(people):
        return min(end, match.ply + 1)
    later = range(match.ply + 1, end)
    return next((ply for ply in later if _by_person(match, ply, people)), end)


def _by_person(match: Match, ply: int, people: People) -> bool:
    return people[match.position_at(ply).turn] and match.moves[ply] != PASS
